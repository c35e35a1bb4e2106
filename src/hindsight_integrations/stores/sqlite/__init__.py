"""The embedded store over one SQLite file; see ``store.SqliteStore``."""

from hindsight_integrations.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
