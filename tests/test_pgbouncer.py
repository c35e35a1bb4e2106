"""A memory behind a PgBouncer that pools by transaction: each transaction may run in another server process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from chains import unbroken
from gates import PATIENCE
from hindsight_integrations import DeadlineExceeded, Hindsight, move
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.connecting.address import address
from lived import changed, raw
from servers import CannotStart, missing, pgbouncer
from shelves import everything


@pytest.fixture(scope="module")
def pooler(postgres_url: str) -> Iterator[str]:
    try:
        with pgbouncer(postgres_url) as url:
            yield url
    except CannotStart as reason:
        missing("pgbouncer", str(reason))


@pytest.fixture
def pooled(pooler: str, schema_url: str) -> str:
    """The URL of an empty schema, through the pooler, which is to be noticed."""
    return f"{pooler}?schema={address(schema_url).schema}"


def opened(url: str) -> Hindsight:
    return Hindsight.open(url, embedder=HashingEncoder())


def test_the_main_story_holds(pooled: str) -> None:
    with opened(pooled) as hindsight:
        memory = hindsight.for_user("alice", session="s1")
        memory.remember("Alice lives in Berlin", subject="user.location")
        for _ in range(12):  # more often than a statement is run before it would be prepared
            memory.observe([("user", "remember that I don't want phone calls")])
            assert memory.recall("where does she live?", touch=False)
        memory.remember("Alice moved to Lisbon", subject="user.location")
        assert memory.recall("where does she live?")[0].memory.content == "Alice moved to Lisbon"
        assert memory.forget(subject="user.location", reason="asked").memories
        assert len(memory.window()) > 0


def test_threads_share_two_server_processes(pooled: str) -> None:
    with opened(f"{pooled}&connections=8") as hindsight:
        memory, other = hindsight.for_user("alice"), hindsight.for_user("ben")

        def write(n: int) -> None:
            memory.remember(f"value {n}", subject="user.location")
            other.remember(f"parcel {n}")
            assert other.recall(f"parcel {n}", touch=False)

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(write, range(48)))
        assert len(unbroken(everything(memory))) == 48
        assert other.count() == 48


def test_a_setting_of_one_transaction_does_not_reach_the_next(pooled: str) -> None:
    """The time-out of a short deadline ends with its transaction, in whichever process it ran."""
    with opened(pooled) as hindsight:
        memory = hindsight.for_user("alice")
        start, end = threading.Event(), threading.Event()

        def hold() -> None:
            with memory._core.records.writing(memory.scope, Deadline.after(PATIENCE)):
                start.set()
                assert end.wait(PATIENCE)

        with ThreadPoolExecutor(1) as pool:
            holding = pool.submit(hold)
            assert start.wait(PATIENCE)
            with pytest.raises(DeadlineExceeded), hindsight.deadline(0.3):
                memory.remember("too late")
            end.set()
            holding.result(PATIENCE)
        for n in range(8):
            memory.remember(f"in time {n}")
        assert memory.count() == 8


def test_statements_are_prepared_where_nobody_stands_between(schema_url: str, pooled: str) -> None:
    for url, prepared in (
        (schema_url, True),
        (pooled, False),
        (f"{schema_url}&prepare=off", False),
    ):
        with opened(url) as hindsight:
            store: Any = hindsight.store
            with store._connections.outside(Deadline.after(PATIENCE)) as connection:
                assert (connection.prepare_threshold is not None) is prepared


def test_a_memory_moves_there_and_back_through_it(pooled: str, tmp_path: Path) -> None:
    """Rows are streamed and copied inside one transaction."""
    one, other = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "other.db"))
    with opened(one) as hindsight:
        for user in ("ann", "陈"):
            for n in range(20):
                hindsight.for_user(user).remember(f"{user} keeps parcel 包裹 {n}")
    move(one, pooled)
    move(pooled, other)
    assert changed(raw(one), raw(other)) == []
