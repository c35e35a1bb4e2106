"""What was forgotten is gone: from every verb, every route, every process and every byte."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forgettable import SECRET, WAYS, Way, by_everything, by_ids, opened, secrets, write
from hindsight_integrations import (
    Copy,
    Hindsight,
    NotFound,
    UserMemory,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT
from processes import Program
from verbs import of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def hindsight(path: Path) -> Iterator[Hindsight]:
    with opened(path) as hindsight:
        yield hindsight


# -- bytes -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_no_byte_of_it_is_left_in_any_file(hindsight: Hindsight, path: Path, way: Way) -> None:
    memory = hindsight.for_user("alice", session="s")
    write(memory)
    neighbour = hindsight.for_user("bob", session="s")
    neighbour.remember("Bob lives in Porto", subject="user.location")
    assert secrets(path)  # they are there to be found
    erasure = way(memory)
    assert erasure.complete
    assert set(erasure.where.values()) == {Copy.SCRUBBED}
    assert secrets(path) == {}  # while the file is open
    memory.remember("Alice begins anew")
    assert secrets(path) == {}
    hindsight.close()
    assert secrets(path) == {}
    with opened(path) as again:
        assert again.for_user("bob").count() == 1


def test_no_vector_of_it_is_left(hindsight: Hindsight, path: Path) -> None:
    """A vector tells much of its text."""
    memory = hindsight.for_user("alice")
    text = "zqxone lives in a tower of glass by the sea"
    vector = HashingEncoder().embed([text])[0].astype(np.float16).tobytes()
    change = memory.remember(text)
    assert any(vector in item.read_bytes() for item in path.parent.iterdir())
    memory.forget(of(change), reason="asked")
    assert not any(vector in item.read_bytes() for item in path.parent.iterdir())


def test_forgetting_everything_leaves_no_name(hindsight: Hindsight, path: Path) -> None:
    memory = hindsight.for_user("zqxuser", tenant="zqxtenant", session="s", agent="zqxagent")
    write(memory)
    memory.forget(everything=True, reason="asked")
    assert secrets(path) == {}
    assert hindsight.admin(tenant="zqxtenant").counts() == {}


@pytest.mark.slow
def test_no_byte_is_left_where_rows_once_lay(tmp_path: Path) -> None:
    """Memories of two users, of all sizes, forgotten a few at a time."""
    left = {seed: residue(tmp_path / f"{seed}.db", random.Random(seed)) for seed in range(12)}
    assert {seed: words for seed, words in left.items() if words} == {}


def residue(path: Path, chance: random.Random) -> set[bytes]:
    """Words of forgotten memories that were in the file after one of the forgettings."""
    found: set[bytes] = set()
    with opened(path) as hindsight:
        memory, neighbour = hindsight.for_user("alice"), hindsight.for_user("bob")
        said: dict[str, str] = {}
        for number in range(80):
            size = chance.choice([1, 5, 30, 90, 200])
            text = " ".join(f"zqx{number:03d}{word:03d}" for word in range(size))
            said[of(memory.remember(text))] = text
            neighbour.remember(f"bob {number} " * chance.choice([1, 5, 50, 100]))
        order, gone = list(said), set[bytes]()
        chance.shuffle(order)
        while order:
            some, order = order[:5], order[5:]
            memory.forget(some, reason="asked")
            gone |= {word for id in some for word in said[id].encode().split()}
            found |= gone & set(SECRET.findall(path.read_bytes()))
    return found


@pytest.mark.parametrize(
    "way",
    [by_ids, by_everything],
)
def test_a_reader_elsewhere_keeps_the_journal_and_the_report_says_so(
    hindsight: Hindsight, path: Path, way: Way
) -> None:
    memory = hindsight.for_user("alice")
    memory.remember("zqxone is known")
    program = """
    import sqlite3
    db = sqlite3.connect(sys.argv[1], isolation_level=None)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM records").fetchone()
    say("reading")
    hear()
    db.execute("COMMIT")
    db.close()
    say("done")
    hear()
    """
    with Program(program, path) as reader:
        assert reader.hear() == "reading"
        with hindsight.deadline(2):
            erasure = way(memory)
        assert erasure.where["journal"] is Copy.PENDING
        assert not erasure.complete
        assert memory.count() == 0  # it is forgotten all the same
        reader.say("let go")
        assert reader.hear() == "done"
        memory.remember("Alice begins anew")
        assert memory.forget(everything=True, reason="asked").complete
        assert secrets(path) == {}
        reader.say("end")


# -- verbs -------------------------------------------------------------------------------

LONG_AFTER = MOMENT + timedelta(days=36_500)
ASKING: dict[str, Callable[[UserMemory, str], Any]] = {
    "recall": lambda m, one: m.recall("zqxone zqxtwo zqxthree 秘密").memories,
    "recall all": lambda m, one: (
        m.recall("zqxone 秘密", include_superseded=True, include_archived=True).memories
    ),
    "recall by subject": lambda m, one: m.recall("", subjects=["user.*"], k=50).memories,
    "recall by words of the subject": lambda m, one: m.recall("where does she live?").memories,
    "recall what was true": lambda m, one: (
        m.recall("zqxone", as_of=MOMENT + timedelta(days=1)).memories
    ),
    "recall what was known": lambda m, one: m.recall("zqxone", known_at=LONG_AFTER).memories,
    "recall what was said": lambda m, one: m.recall("zqxriver", types=["utterance"]).memories,
    "recall by route": lambda m, one: [
        hit for route in m.recall("zqxone").trace.routes for hit in route.hits
    ],
    "left out": lambda m, one: m.recall("zqxone").trace.left_out,
    "get": lambda m, one: m.get(one),
    "history": lambda m, one: m.history("user.location"),
    "count": lambda m, one: m.count(),
    "count events": lambda m, one: m.count(event_type="zqxevent"),
    "window": lambda m, one: m.window(),
}
CHANGING: dict[str, Callable[[UserMemory, str], object]] = {
    "explain": lambda m, one: m.explain("zqxone", one),
    "update": lambda m, one: m.update(one, priority=1),
    "correct": lambda m, one: m.correct(one, "otherwise"),
    "confirm": lambda m, one: m.confirm(one),
    "feedback": lambda m, one: m.feedback(one, helpful=True),
    "pin": lambda m, one: m.pin(one),
    "restore": lambda m, one: m.restore(one),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_verb_and_no_route_finds_it(hindsight: Hindsight, path: Path, way: Way) -> None:
    memory = hindsight.for_user("alice", session="s")
    ids = write(memory)
    before = {name: ask(memory, ids[0]) for name, ask in ASKING.items() if name != "left out"}
    assert [name for name, answer in before.items() if not answer] == []  # each can find it
    way(memory)
    nothing_found(memory, ids)
    hindsight.close()
    with opened(path) as again:
        nothing_found(again.for_user("alice", session="s"), ids)


def nothing_found(memory: UserMemory, ids: list[str]) -> None:
    found = {name: ask(memory, id) for name, ask in ASKING.items() for id in ids[:1]}
    assert {name: answer for name, answer in found.items() if answer} == {}
    for change in CHANGING.values():
        for id in ids:
            with pytest.raises(NotFound):
                change(memory, id)


def test_another_process_that_had_it_in_memory_finds_it_no_more(
    hindsight: Hindsight, path: Path
) -> None:
    memory = hindsight.for_user("alice", session="s")
    [first, *_] = write(memory)
    program = """
    memory = opened(sys.argv[1]).for_user("alice", session="s")
    while hear() == "ask":
        answer = memory.recall("zqxone zqxtwo 秘密", k=50, touch=False)
        routes = sum(len(route.hits) for route in answer.trace.routes)
        say(len(answer), routes, memory.count(), memory.get(sys.argv[2]) is None)
    """
    with Program(program, path, first) as other:
        other.say("ask")
        [found, routes, count, gone] = other.hear().split()
        assert int(found) > 3
        assert int(routes) > 3
        assert int(count) > 3
        assert gone == "False"
        memory.forget(everything=True, reason="asked")
        other.say("ask")
        assert other.hear().split() == ["0", "0", "0", "True"]
        other.say("end")
