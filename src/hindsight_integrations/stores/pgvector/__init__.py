"""Vectors on PostgreSQL with pgvector, as an index outside the record store; see ``index.PgvectorIndex``."""

from hindsight_integrations.errors import MissingExtra

try:
    import psycopg  # noqa: F401
except ImportError as error:  # pragma: no cover (a test installs without it)
    raise MissingExtra("postgres", "an index on pgvector") from error

from hindsight_integrations.stores.pgvector.index import PgvectorIndex, from_url

__all__ = ["PgvectorIndex", "from_url"]
