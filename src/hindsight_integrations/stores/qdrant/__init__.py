"""Vectors on Qdrant, as an index outside the record store; see ``index.QdrantIndex``."""

from hindsight_integrations.errors import MissingExtra

try:
    import qdrant_client  # noqa: F401
except ImportError as error:  # pragma: no cover (a test installs without it)
    raise MissingExtra("qdrant", "an index on Qdrant") from error

from hindsight_integrations.stores.qdrant.index import QdrantIndex, from_client, from_url

__all__ = ["QdrantIndex", "from_client", "from_url"]
