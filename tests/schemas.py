"""Gives tests a schema of their own on the PostgreSQL server, made once and emptied after each; it opens no memory."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from hindsight_integrations.ports import Deadline

#: The driver is imported by whoever asks for a schema: not every environment has it.


@contextmanager
def fresh_schema(url: str) -> Iterator[str]:
    """The URL of a schema that does not exist yet; it is dropped at the end."""
    import psycopg

    name = f"test_{secrets.token_hex(6)}"
    try:
        yield f"{url}?schema={name}"
    finally:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")


@pytest.fixture(scope="session")
def migrated(postgres_url: str) -> Iterator[str]:
    """The URL of a schema with all tables, made once for this process."""
    from hindsight_integrations.stores.connecting.address import address
    from hindsight_integrations.stores.connecting.connections import Connections
    from hindsight_integrations.stores.postgres.schema import prepare

    with fresh_schema(postgres_url) as url:
        connections = Connections(address(url))
        prepare(connections, Deadline.after(60), allowed=True)
        connections.close()
        yield url


@pytest.fixture(scope="session")
def emptying(migrated: str) -> Iterator[Callable[[], None]]:
    """Deletes every row but the store's own: milliseconds, where making the tables takes hundreds."""
    import psycopg

    from hindsight_integrations.stores.connecting.address import address

    place = address(migrated)
    with psycopg.connect(**place.parameters, autocommit=True) as db:
        tables = db.execute(
            "SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = %s::regnamespace "
            "AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'store'",
            (place.schema,),
        ).fetchall()
        script = "; ".join(f"DELETE FROM {place.schema}.{name}" for (name,) in tables)

        def emptied() -> None:
            db.execute(script)

        yield emptied


@pytest.fixture
def schema_url(migrated: str, emptying: Callable[[], None]) -> Iterator[str]:
    """The URL of a schema whose tables are empty."""
    yield migrated
    emptying()


@pytest.fixture(scope="session")
def pgvector_place(pgvector_url: str) -> Iterator[str]:
    """The URL of an index in a schema of its own, on a server with pgvector."""
    with fresh_schema(pgvector_url) as url:
        yield url.replace("postgresql:", "pgvector:", 1)
