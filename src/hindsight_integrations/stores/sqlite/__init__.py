"""The embedded store over one SQLite file; see ``store.SqliteStore``."""

from .store import SqliteStore

__all__ = ["SqliteStore"]
