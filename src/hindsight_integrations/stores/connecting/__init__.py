"""What stores on a PostgreSQL server share: addresses, connections, transactions, errors, texts; no table is known here."""

from hindsight_integrations.errors import MissingExtra

try:
    import psycopg  # noqa: F401
except ImportError as error:  # pragma: no cover (a test installs without it)
    raise MissingExtra("postgres", "a postgresql: URL") from error
