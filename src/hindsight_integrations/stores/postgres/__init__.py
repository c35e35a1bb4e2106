"""The record store over a PostgreSQL server; see ``store.PostgresStore``."""

from hindsight_integrations.errors import MissingExtra

try:
    import psycopg  # noqa: F401
except ImportError as error:  # pragma: no cover (a test installs without it)
    raise MissingExtra("postgres", "a postgresql: URL") from error

from hindsight_integrations.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
