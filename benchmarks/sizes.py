"""Prints how many bytes a memory takes: on disk in SQLite and PostgreSQL, in pgvector's index, in the process, in Redis' windows.

``--users`` and ``--each`` set the size (default: 200 users with 100 memories each); every memory has a vector of 512
dimensions. Servers are found or started as the tests do it; what cannot be had is said, and left out.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import numpy as np
import psycopg
from _pytest.outcomes import Skipped
from server_store import text

from hindsight_integrations import Claim, Hindsight
from hindsight_integrations.models.checks import unit_rows
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline, Vector
from hindsight_integrations.stores.connecting.address import address
from schemas import fresh_schema
from servers import pgvector_server, postgres_server, redis_server, served

_DIMENSIONS = 512
_TURNS = 20


class Dense(HashingEncoder):
    """Vectors by chance: as full as a model's, which no server can compress."""

    def embed(self, texts: Sequence[str]) -> Vector:
        rows = [
            np.random.default_rng(crc32(text.encode())).standard_normal(_DIMENSIONS)
            for text in texts
        ]
        return unit_rows(rows, len(texts), _DIMENSIONS, "chance")


def fill(hindsight: Hindsight, users: int, each: int) -> int:
    """Write everything; answers how many characters a memory has on average, times their number."""
    chance, characters = random.Random(1), 0
    for user in range(users):
        claims = [Claim(content=text(chance, n)) for n in range(each)]
        characters += sum(len(claim.content) for claim in claims)
        hindsight.for_user(f"user {user}").remember_many(claims)
    return characters


def talk(hindsight: Hindsight, users: int) -> None:
    """One session of 20 turns for each user."""
    chance = random.Random(2)
    for user in range(users):
        memory = hindsight.for_user(f"user {user}", session="s1")
        memory.observe([("user", f"I sent {text(chance, n)}") for n in range(_TURNS)])


def resident(hindsight: Hindsight, users: int, each: int) -> float:
    """Bytes a memory in the process, once every user was asked."""
    for user in range(users):
        hindsight.for_user(f"user {user}").recall("where is the crate?", touch=False)
    held: int = hindsight.health()["records"]["resident_bytes"]
    return held / (users * each)


def on_sqlite(users: int, each: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memory.db"
        with Hindsight.open(f"sqlite:///{file}", embedder=Dense(_DIMENSIONS)) as hindsight:
            characters = fill(hindsight, users, each)
            print(f"characters a memory:         {characters / (users * each):7.0f}")
            print(f"SQLite, in the process:      {resident(hindsight, users, each):7.0f}")
        before = file.stat().st_size
        print(f"SQLite, on disk:             {before / (users * each):7.0f}")
        with Hindsight.open(f"sqlite:///{file}", embedder=Dense(_DIMENSIONS)) as hindsight:
            talk(hindsight, users)
        grown = file.stat().st_size - before
        print(f"SQLite, a turn observed:     {grown / (users * _TURNS):7.0f}")


def on_postgres(users: int, each: int) -> None:
    with served("postgres", postgres_server) as server, fresh_schema(server) as url:
        with Hindsight.open(url, embedder=Dense(_DIMENSIONS)) as hindsight:
            fill(hindsight, users, each)
            print(f"PostgreSQL, in the process:  {resident(hindsight, users, each):7.0f}")
        before = stored(url)
        print(f"PostgreSQL, on disk:         {before / (users * each):7.0f}")
        with Hindsight.open(url, embedder=Dense(_DIMENSIONS)) as hindsight:
            talk(hindsight, users)
        grown = stored(url) - before
        print(f"PostgreSQL, a turn observed: {grown / (users * _TURNS):7.0f}")


_STORED = (
    "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class AS c "
    "WHERE c.relnamespace = %s::regnamespace AND c.relkind = 'r'"
)


def stored(url: str) -> int:
    """Bytes of all tables and indexes of the memory's schema."""
    place = address(url)
    with psycopg.connect(**place.parameters, autocommit=True) as connection:
        connection.execute("VACUUM")
        row: Any = connection.execute(_STORED, (place.schema,)).fetchone()
    return int(row[0])


def on_pgvector(users: int, each: int) -> None:
    """The index beside a file: its table, its graph and its other indexes."""
    with served("pgvector", pgvector_server) as server, tempfile.TemporaryDirectory() as folder:
        options = {"embedder": Dense(_DIMENSIONS)}
        index = server.replace("postgresql://", "pgvector://")
        with Hindsight.open(f"sqlite:///{folder}/memory.db", index=index, **options) as hindsight:  # type: ignore[arg-type]
            fill(hindsight, users, each)
            assert hindsight.indexed is not None
            hindsight.indexed.feeder.catch_up(Deadline.after(600))
            assert hindsight.health()["index"]["behind"] == 0
        with psycopg.connect(server, autocommit=True) as connection:
            rows = connection.execute(
                "SELECT c.relname, pg_table_size(c.oid), pg_indexes_size(c.oid) FROM pg_class AS c "
                "JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind = 'r' "
                "AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
            ).fetchall()
        for name, table, indexes in rows:
            print(
                f"pgvector, table {name}: {table / (users * each):.0f} rows, {indexes / (users * each):.0f} indexes"
            )


def on_redis(users: int) -> None:
    import redis as client

    with served("redis", redis_server) as url:
        server: Any = client.Redis.from_url(url)
        before = server.info("memory")["used_memory"]
        embedder = Dense(_DIMENSIONS)
        with Hindsight.open("sqlite:///:memory:", embedder=embedder, working=url) as hindsight:
            talk(hindsight, users)
            grown = server.info("memory")["used_memory"] - before
        server.close()
    print(f"Redis, a turn of a window:   {grown / (users * _TURNS):7.0f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--users", type=int, default=200)
    options.add_argument("--each", type=int, default=100)
    given = options.parse_args()
    users, each = given.users, given.each
    print(f"{users} users with {each} memories each, {_DIMENSIONS} dimensions; bytes each:")
    on_sqlite(users, each)
    servers: tuple[Callable[[], None], ...] = (
        lambda: on_postgres(users, each),
        lambda: on_pgvector(users, each),
        lambda: on_redis(users),
    )
    for measure in servers:
        try:
            measure()
        except Skipped as reason:
            print(reason)


if __name__ == "__main__":
    main()
