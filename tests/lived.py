"""A memory that has lived through every verb, and the raw rows of a store, read by its driver alone; it tests nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

from hindsight_integrations import Claim, Hindsight, MemoryType, UserMemory
from hindsight_integrations.items import ItemPut
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import FrozenClock

Rows = list[tuple[Any, ...]]
#: Tenant and user, alike in name where they are not the same; the last one is erased.
USERS = (
    ("default", "alice"),
    ("default", "Alice"),
    ("default", "alice "),
    ("other", "alice"),
    ("default", "爱丽丝"),
    ("'; DROP TABLE records; --", 'a"b%s\x01{}\\\x00'),
    ("default", "gone"),
)
#: Turns that stay, and turns that are forgotten again.
SAID = {"role": "user", "content": "I moved to Lisbon 里斯本 last week.", "id": "t-1"}
FORGOTTEN = {"role": "user", "content": "My door code lies under the mat.", "id": "t-mat"}


@contextmanager
def opened(url: str, clock: FrozenClock) -> Iterator[Hindsight]:
    with Hindsight.open(url, embedder=HashingEncoder(), clock=clock) as hindsight:
        yield hindsight


def live(url: str, clock: FrozenClock) -> None:
    """Let every user live through every verb; the last one is erased whole."""
    with opened(url, clock) as hindsight:
        for n, (tenant, user) in enumerate(USERS):
            memory = hindsight.for_user(user, tenant=tenant, session=f"s{n % 2}")
            _say(memory)
            _remember(memory, clock)
            _keep(hindsight, tenant, user)
            clock.advance(timedelta(hours=5))
        hindsight.admin().forget_user("gone", reason="asked")


def _say(memory: UserMemory) -> None:
    memory.observe([SAID, ("assistant", "Noted.")])
    memory.observe([FORGOTTEN])
    drawn = [item.id for item in memory.find() if "mat" in item.content]
    memory.forget(ids=drawn, reason="asked", actor="them")
    memory.observe([("user", "我对花生过敏。"), ("user", "I have a cat named Miso.")])
    script = memory.transcript()
    script.append([("user", "What about tea?"), ("assistant", "绿茶。"), ("user", "thanks")])
    script.archive(first=1)
    memory.end_session()


def _remember(memory: UserMemory, clock: FrozenClock) -> None:
    for city, days in (("Berlin", 300), ("柏林 (Berlin)", 20), ("Porto", 30)):
        at = clock() - timedelta(days=days)
        text = f"They live in {city}"
        memory.remember(text, subject="user.location", event_time=at, tags=["a", "标签\x01\x00"])
    memory.remember("Kept once", dedup_key="k\x00\x01", importance=0.9, confidence=0.3)
    memory.remember("A secret of theirs", subject="user.pet", dedup_key="forgotten")
    memory.forget(subject="user.pet", reason="asked")
    memory.event("order_placed", {"order": "A-17", "名": ["退款", 1.5, None]})
    claims = [
        Claim(content=f"parcel {n} goes to 里斯本 {n % 7}", type=MemoryType.TASK) for n in range(40)
    ]
    memory.remember_many(claims)
    for found in list(memory.recall("where do they live?"))[:2]:
        memory.feedback(found.memory.id, helpful=found.memory.subject_key is None)
        memory.pin(found.memory.id)


def _keep(hindsight: Hindsight, tenant: str, user: str) -> None:
    items = hindsight.items(user, tenant=tenant)
    for city in ("Oslo", "Bergen 卑尔根"):
        put = ItemPut(namespace=("docs",), key="prefs", value={"city": city}, texts=(city, "home"))
        items.batch([], [put])
    put = ItemPut(namespace=("docs",), key="short", value={"a": 1}, ttl=30, indexed=False)
    items.batch([], [put])


#: What a move leaves behind, and what only a target has.
_NOT_MOVED = {
    "working", "mentions", "vectors_next", "model_next", "outbox", "outside", "moved",
}  # fmt: skip


def raw(url: str) -> dict[str, Rows]:
    """Every row of every table that is to be moved, sorted, as the driver reads it."""
    found = _of_server(url) if url.startswith("postgres") else _of_file(url)
    found["store"] = [row[-1:] for row in found["store"]]  # the secret
    return {name: sorted(rows, key=repr) for name, rows in found.items() if name not in _NOT_MOVED}


def _of_file(url: str) -> dict[str, Rows]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def _of_server(url: str) -> dict[str, Rows]:
    import psycopg

    from hindsight_integrations.stores.connecting.address import address

    place = address(url)
    with psycopg.connect(**place.parameters) as db:
        names = db.execute(
            "SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = %s::regnamespace "
            "AND c.relkind IN ('r', 'p') AND NOT c.relispartition",
            (place.schema,),
        ).fetchall()
        found = {name: db.execute(f"SELECT * FROM {place.schema}.{name}") for (name,) in names}
        return {name: cursor.fetchall() for name, cursor in found.items()}


def changed(before: Mapping[str, Rows], after: Mapping[str, Rows]) -> list[str]:
    """The tables that are not alike."""
    return [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
