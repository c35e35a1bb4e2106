"""Forgetting: a replay writes nothing, what was not meant stays, and the audit holds no content."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forgettable import SAID, SECRET, WAYS, Way, opened, secrets, write
from hindsight_integrations import (
    Action,
    Claim,
    Hindsight,
    InvalidInput,
    Turn,
)
from shelves import contents, everything
from verbs import of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def hindsight(path: Path) -> Iterator[Hindsight]:
    with opened(path) as hindsight:
        yield hindsight


# -- replays -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("again", [False, True], ids=["same process", "reopened"])
def test_a_replay_writes_nothing(path: Path, way: Way, again: bool) -> None:
    hindsight = opened(path)
    memory = hindsight.for_user("alice", session="s")
    claims = [
        Claim(content=f"zqx{n} was said", subject="user.location", dedup_key=f"key {n}")
        for n in range(3)
    ]
    memory.remember_many(claims)
    memory.observe(SAID)
    way(memory)
    if again:
        hindsight.close()
        hindsight = opened(path)
        memory = hindsight.for_user("alice", session="s")
    assert [change.action for change in memory.remember_many(claims)] == [Action.WITHHELD] * 3
    seen = memory.observe(SAID)
    assert (len(seen.turns), seen.changes, seen.withheld) == (0, (), 4)
    assert memory.count() == 0
    assert memory.window() == ()
    assert secrets(path) == {}
    hindsight.close()


def test_a_turn_told_again_by_its_place_writes_nothing(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice", session="s")
    said = [Turn(role="user", content=f"zqx{n} was said here", index=n) for n in range(3)]  # type: ignore[arg-type]
    memory.observe(said)
    memory.forget(session="s", reason="asked")
    assert memory.observe(said).withheld == 3
    assert memory.count() == 0


PAIRS = [("user", "I live in Zqxtown."), ("assistant", "Noted."), ("user", "I have a zqxcat.")]


def test_a_nameless_transcript_told_again_writes_nothing(hindsight: Hindsight) -> None:
    """As agents do that hand over the whole conversation each time."""
    memory = hindsight.for_user("alice", session="s")
    memory.observe(PAIRS)
    memory.forget(session="s", reason="asked")
    memory.observe(PAIRS)
    assert memory.count() == 0


def test_a_nameless_transcript_that_has_grown_does_not_bring_one_turn_back(
    hindsight: Hindsight,
) -> None:
    memory = hindsight.for_user("alice", session="s")
    memory.observe(PAIRS)
    memory.forget(subject="user.location", reason="asked")
    seen = memory.observe([*PAIRS, ("user", "I also have a dog.")])
    assert [turn.content for turn in seen.turns] == ["I also have a dog."]


def test_the_same_may_be_said_anew(hindsight: Hindsight) -> None:
    """Forgetting is about what was said, not a ban on the subject."""
    memory = hindsight.for_user("alice", session="s")
    memory.forget(of(memory.remember("Alice likes tea", subject="user.tea")), reason="asked")
    assert memory.remember("Alice likes tea", subject="user.tea").action is Action.ADDED


# -- what stays --------------------------------------------------------------------------


def test_neighbours_with_names_alike_are_left_alone(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice", session="s")
    kept = {
        "user.job": "Alice is a baker",
        "user.jobs": "Alice has two jobs",
        "user.jobs.title": "Alice is a head baker",
        "user.job-title": "Alice signs as baker",
        "users.job.title": "users are many",
    }
    for subject, content in kept.items():
        memory.remember(content, subject=subject)
    memory.remember("zqxone is below", subject="user.job.title")
    memory.remember("zqxtwo is deeper", subject="user.job.title.old")
    gone = memory.forget(subject="user.job.*", reason="asked")
    assert len(gone.memories) == 2
    assert contents(memory) == {*kept.values()}
    for content in kept.values():
        assert memory.recall(content, k=1).memories[0].content == content
    memory.forget(subject="user.job", reason="asked")
    assert contents(memory) == {*kept.values()} - {"Alice is a baker"}


@pytest.mark.parametrize("session", ["s", "S", "s ", "s1", "", None, "s/", "%", "_"])
def test_other_sessions_are_left_alone(hindsight: Hindsight, session: str | None) -> None:
    other = hindsight.for_user("alice", session=session or None)
    other.remember("Alice keeps bees")
    other.observe([{"role": "user", "content": "My bees are calm today.", "id": "m1"}])
    hindsight.for_user("alice", session="t").observe(SAID)
    hindsight.for_user("alice").forget(session="t", reason="asked")
    assert "Alice keeps bees" in contents(other)
    assert [turn.content for turn in other.window()] == ["My bees are calm today."]
    assert not any("zqx" in content.lower() for content in contents(other))


def test_what_the_forgotten_had_replaced_stays_in_the_history(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    for town in ("Berlin", "Zqxtown", "Porto"):
        memory.remember(f"Alice lives in {town}", subject="user.location")
    [_, middle, _] = memory.history("user.location")
    memory.forget(middle.id, reason="asked")
    left = memory.history("user.location")
    assert [item.content for item in left] == ["Alice lives in Porto", "Alice lives in Berlin"]
    assert [item.supersedes for item in left] == [None, None]  # no link leads nowhere
    assert [item.superseded_by for item in left] == [None, None]
    memory.remember("Alice lives in Faro", subject="user.location")
    assert memory.history("user.location")[0].content == "Alice lives in Faro"


def test_a_large_forgetting_leaves_the_rest_to_be_found(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    memory.remember_many(
        [
            Claim(content=f"number {n} of the {kind} kind", tags=(kind,))
            for n in range(300)
            for kind in ("zqxgone", "kept")
        ]
    )
    gone = memory.forget(where={"tags": ["zqxgone"]}, reason="asked")
    assert len(gone.memories) == 300
    assert memory.count() == 300
    for n in (0, 150, 299):
        [first, *_] = memory.recall(f"number {n} kept kind", k=3).memories
        assert first.content == f"number {n} of the kept kind"
    assert not any(
        hit.id in gone.memories
        for route in memory.recall("number zqxgone kind").trace.routes
        for hit in route.hits
    )


def test_an_id_that_is_not_there_forgets_nothing(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    memory.remember("Alice keeps bees")
    for ids in ([], ["no-such-id"], "no-such-id"):
        gone = memory.forget(ids, reason="asked")
        assert (gone.memories, gone.turns) == ((), ())
    assert memory.count() == 1


def test_an_empty_filter_is_refused(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    memory.remember("Alice keeps bees")
    nothing: list[dict[str, Any]] = [{}, {"where": {}}, {"where": {"ids": None}}]
    for filters in nothing:
        with pytest.raises(InvalidInput, match="filter"):
            memory.forget(**filters, reason="asked")
    assert memory.count() == 1


# -- the audit ---------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_the_audit_tells_what_but_not_its_content(
    hindsight: Hindsight, path: Path, way: Way
) -> None:
    memory = hindsight.for_user("alice", session="s")
    write(memory)
    ids = {item.id for item in everything(memory)}
    way(memory)
    hindsight.close()
    db = sqlite3.connect(path)
    rows = db.execute("SELECT * FROM audit").fetchall()
    db.close()
    told = {row[4] for row in rows}
    assert ids <= told
    turns = told - ids  # as keyed hashes: a turn's id begins with its session's name
    assert len(turns) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", turn) for turn in turns)
    assert {row[3] for row in rows} == {"forget"}
    assert {row[5] for row in rows} == {"asked"}
    assert not SECRET.search(repr(rows).encode())


def test_who_forgot_is_noted(hindsight: Hindsight, path: Path) -> None:
    memory = hindsight.for_user("alice")
    change = memory.remember("zqxone")
    erasure = memory.forget(of(change), reason="gdpr", actor="support-7")
    assert (erasure.reason, erasure.actor, erasure.memories) == ("gdpr", "support-7", (of(change),))
    db = sqlite3.connect(path)
    assert db.execute("SELECT id, reason, actor FROM audit").fetchall() == [
        (of(change), "gdpr", "support-7")
    ]
    db.close()


def test_a_tenant_is_forgotten_user_by_user(hindsight: Hindsight, path: Path) -> None:
    for user in ("alice", "bob"):
        write(hindsight.for_user(user, tenant="acme", session="s"))
    hindsight.for_user("alice", tenant="acme2").remember("Alice keeps bees")
    admin = hindsight.admin(tenant="acme")
    with pytest.raises(InvalidInput, match="confirm"):
        admin.forget_tenant(confirm="acme2", reason="asked")
    assert len(admin.forget_tenant(confirm="acme", reason="asked")) == 2
    assert admin.counts() == {}
    assert secrets(path) == {}
    assert hindsight.admin(tenant="acme2").counts() == {"alice": 1}
