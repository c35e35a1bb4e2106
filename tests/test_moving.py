"""A memory that is moved answers as it did; a move may be killed, repeated, and follows its source."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_integrations import (
    ConfigurationError,
    Hindsight,
    StoreError,
    UserMemory,
    doctor,
    move,
    reembed,
)
from hindsight_integrations import moving as flow
from hindsight_integrations.items import ItemSearch
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.surfaces.jsonable import jsonable
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.fakes import InMemoryOutsideIndex, OutsideService
from hindsight_integrations.wiring import place
from lived import FORGOTTEN, SAID, USERS, changed, live, opened, raw
from processes import Program
from schemas import fresh_schema
from shelves import contents
from test_congruence import _QUERIES, answer, verbs
from test_files import READING
from verbs import memory_calls

pytest.importorskip("psycopg", reason="the extra postgres is not installed")


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, clock: FrozenClock) -> str:
    """A file that has lived through everything."""
    url = f"sqlite:///{tmp_path_factory.mktemp('lived') / 'memory.db'}"
    live(url, clock)
    return url


@pytest.fixture(scope="module")
def server(postgres_url: str, clock: FrozenClock) -> Iterator[str]:
    """A schema that has."""
    with fresh_schema(postgres_url) as url:
        live(url, FrozenClock())
        yield url


@pytest.fixture
def new_file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'moved.db'}"


@pytest.fixture
def new_schema(postgres_url: str) -> Iterator[str]:
    with fresh_schema(postgres_url) as url:
        yield url


def told(memory: UserMemory, clock: FrozenClock) -> dict[str, Any]:
    """What every reading verb answers, without touching anything."""
    location = memory.history("user.location")
    calls = memory_calls({"lisbon": location[0].id, "berlin": location[-1].id})
    said = {
        name: getattr(memory, name)(*calls[name][0], **calls[name][1])
        for name in READING - {"recall"}
    }
    for text in ("where do they live?", "里斯本", "parcel 17", "Bergen", "花生", *_QUERIES):
        said[text] = memory.recall(text, touch=False)
        said[f"{text} then"] = memory.recall(text, as_of=clock() - timedelta(days=100), touch=False)
        said[f"{text} known"] = memory.recall(text, known_at=clock(), touch=False)
    script = memory.transcript()
    said["script"] = [script.turns(), script.turns(archived=True), script.sessions()]
    said["all"] = memory.find(limit=1000)
    plain: dict[str, Any] = jsonable(said)
    return plain


def asked(hindsight: Hindsight, clock: FrozenClock) -> dict[Any, Any]:
    """What everybody's memory answers, items too."""
    said: dict[Any, Any] = {"counts": [hindsight.admin(tenant=t).counts() for t, _ in USERS]}
    for n, (tenant, user) in enumerate(USERS[:-1]):
        memory = hindsight.for_user(user, tenant=tenant, session=f"s{n % 2}")
        said[tenant, user] = told(memory, clock)
        items = hindsight.items(user, tenant=tenant)
        search = ItemSearch(namespace=("docs",), query="Bergen")
        found = [*items.batch([search]), items.history(("docs",), "prefs")]
        said[tenant, user, "items"] = jsonable(found)
    return said


def compared(source: str, target: str, clock: FrozenClock) -> None:
    with opened(source, clock) as one, opened(target, clock) as other:
        assert asked(other, clock) == asked(one, clock)
        assert doctor(other).ok


# -- there and back ----------------------------------------------------------------------


def test_from_a_file_to_a_server_and_back_nothing_is_lost(
    file: str, new_schema: str, new_file: str, clock: FrozenClock
) -> None:
    before = raw(file)
    there = move(f"{file}?mode=ro", new_schema)
    compared(file, new_schema, clock)
    back = move(f"{new_schema}&mode=ro", new_file)
    assert changed(before, raw(new_file)) == []
    compared(file, new_file, clock)
    assert [one.source_sha256 for one in there.tables] == [one.target_sha256 for one in back.tables]
    rows = {one.table: one.target_rows for one in there.tables}
    assert rows == {name: len(before[name]) for name in rows}
    assert (there.users, there.copied, there.compared, there.behind) == (len(USERS),) * 3 + (0,)


def test_from_a_server_to_a_server_what_it_keeps_beside_goes_too(
    server: str, new_schema: str
) -> None:
    move(server, new_schema)
    before, after = raw(server), raw(new_schema)
    latest = [[row[-1] for row in rows.pop("scopes")] for rows in (before, after)]
    assert changed(before, after) == []
    assert min(latest[1]) > 0
    assert all(late <= known for late, known in zip(*reversed(latest), strict=True))


def test_from_a_file_to_a_file(file: str, new_file: str) -> None:
    move(file, new_file)
    assert changed(raw(file), raw(new_file)) == []


@pytest.mark.parametrize("target", ["new_file", "new_schema"])
def test_a_replay_writes_nothing_after_the_move_and_new_things_are_learnt(
    file: str, target: str, clock: FrozenClock, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(target)
    move(file, url)
    before = {name: raw(url)[name] for name in ("records", "turns", "dedup", "vectors")}
    with opened(url, clock) as hindsight:
        for n, (tenant, user) in enumerate(USERS[:-1]):
            memory = hindsight.for_user(user, tenant=tenant, session=f"s{n % 2}")
            again = memory.observe([FORGOTTEN, SAID])
            assert (again.repeated, again.withheld) == (1, 1)
            known = memory.remember("Kept once", dedup_key="k\x00\x01").action
            gone = memory.remember("A secret of theirs", dedup_key="forgotten").action
            assert (known, gone) == ("repeated", "withheld")
        gone_user = hindsight.for_user("gone", session="s0")
        assert gone_user.remember("A secret of theirs", dedup_key="forgotten").action == "withheld"
        assert {name: raw(url)[name] for name in before} == before
        for user in ("alice", "new"):
            memory = hindsight.for_user(user)
            memory.remember("They ski in Norway")
            assert memory.recall("Norway")[0].memory.content == "They ski in Norway"
        hindsight.for_user("alice").forget(subject="user.location", reason="asked")
        assert hindsight.admin().counts()["new"] == 1
    assert len(raw(url)["audit"]) > len(raw(file)["audit"])


# -- again, and after the source went on -------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A file with three users."""
    url = f"sqlite:///{tmp_path / 'small.db'}"
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        for user in ("ann", "ben", "陈"):
            memory = hindsight.for_user(user, session="s")
            for n in range(30):
                memory.remember(f"{user} keeps parcel 包裹 {n}")
            memory.observe([("user", "I live in Berlin."), ("user", "我住在柏林")])
    return url


@pytest.mark.parametrize("target", ["new_file", "new_schema"])
def test_moving_again_does_nothing_and_check_compares_all(
    small: str, target: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(target)
    first = move(small, url)
    before = raw(url)
    again = move(small, url)
    assert (again.users, again.copied, again.compared, again.behind) == (3, 0, 0, 0)
    assert again.tables == ()
    checked = move(small, url, check=True)
    assert (checked.copied, checked.compared) == (0, 3)
    assert checked.tables == first.tables
    assert raw(url) == before


@pytest.mark.parametrize("target", ["new_file", "new_schema"])
def test_what_was_written_and_erased_meanwhile_is_carried_over(
    small: str, target: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(target)
    move(small, url)
    with Hindsight.open(small, embedder=HashingEncoder()) as hindsight:
        ann = hindsight.for_user("ann", session="s")
        ann.forget(ids=ann.recall("parcel 7", k=1)[0].memory.id, reason="asked")
        ann.remember("ann lives in Oslo", subject="user.location")
        hindsight.admin().forget_user("ben", reason="asked")
        hindsight.for_user("dora").remember("dora is new")
    again = move(small, url)
    assert (again.users, again.copied, again.compared) == (4, 3, 3)
    assert again.records == len(raw(small)["records"])
    checked = move(small, url, check=True)
    assert checked.copied == 0
    assert raw_counts(url) == raw_counts(small)
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        assert hindsight.admin().counts() == _counts(small)
        assert "ann keeps parcel 包裹 7" not in contents(hindsight.for_user("ann"))


def raw_counts(url: str) -> dict[str, int]:
    return {name: len(rows) for name, rows in raw(url).items() if name != "turn_ids"}


def _counts(url: str) -> dict[str, int]:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        return dict(hindsight.admin().counts())


def test_what_changes_no_version_is_carried_over_too(small: str, new_file: str) -> None:
    """Access counts and the ends of sessions."""
    move(small, new_file)
    with Hindsight.open(small, embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("ann").recall("parcel")
        hindsight.for_user("ben", session="s").end_session()
    assert changed(raw(small), raw(new_file)) == ["records", "sessions"]
    assert move(small, new_file).copied == 2
    assert changed(raw(small), raw(new_file)) == []


def test_another_encoder_goes_along_the_second_time(small: str, new_schema: str) -> None:
    move(small, new_schema)
    reembed(small, HashingEncoder(64))
    assert move(small, new_schema).copied == 3
    with Hindsight.open(new_schema, embedder=HashingEncoder(64)) as hindsight:
        found = hindsight.for_user("陈").recall("parcel 包裹 7", k=1)
        assert found[0].memory.content == "陈 keeps parcel 包裹 7"


def test_who_is_written_to_while_the_move_runs_is_told_of_and_caught_up(
    small: str, new_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "_RECORDS", 1)  # a user at a time
    with Hindsight.open(small, embedder=HashingEncoder()) as hindsight:

        def meanwhile(done: int, total: int) -> None:
            if done < total:
                hindsight.for_user("ann").remember(f"ann writes at {done}")

        first = move(small, new_schema, progress=meanwhile)
        assert (first.copied, first.behind) == (3, 1)
        assert first.tables[0].source_sha256 == first.tables[0].target_sha256
        again = move(small, new_schema)
        assert (again.copied, again.behind) == (1, 0)
    assert raw_counts(new_schema) == raw_counts(small)


def test_a_write_beside_a_check_is_no_difference(
    small: str, new_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "_RECORDS", 1)
    move(small, new_schema)
    with Hindsight.open(small, embedder=HashingEncoder()) as hindsight:

        def meanwhile(done: int, total: int) -> None:
            if done < total / 2:
                hindsight.for_user("陈").remember("陈搬到里斯本了")

        checked = move(small, new_schema, check=True, progress=meanwhile)
    assert (checked.copied, checked.compared, checked.behind) == (0, 2, 1)


@pytest.mark.parametrize("target", ["new_file", "new_schema"])
def test_of_what_was_forgotten_meanwhile_no_byte_is_left(
    small: str, target: str, postgres_url: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(target)
    move(small, url)
    with Hindsight.open(small, embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("ben").forget(everything=True, reason="asked")
    move(small, url)
    assert not any("ben keeps" in str(row) for rows in raw(url).values() for row in rows)
    if target == "new_file":
        path = Path(url.removeprefix("sqlite:///"))
        assert b"ben keeps" not in path.read_bytes()
        assert "陈 keeps".encode() in path.read_bytes()


def test_the_source_is_only_read(file: str, server: str, new_file: str, new_schema: str) -> None:
    """A server that takes no write at all, as a standby; a file of which no byte changes."""
    path = Path(file.removeprefix("sqlite:///"))
    before, rows = path.read_bytes(), raw(server)
    move(file, new_schema)
    move(f"{server}&options=-c%20default_transaction_read_only%3Don", new_file)
    assert path.read_bytes() == before
    assert raw(server) == rows


def test_an_index_outside_is_told_of_everything_by_whoever_attaches_it(
    small: str, new_schema: str
) -> None:
    """What the source's index was told is not taken for what the target's was."""
    services = OutsideService(), OutsideService()
    for url, service in zip((small, new_schema), services, strict=True):
        index = InMemoryOutsideIndex(service)
        with Hindsight.open(url, embedder=HashingEncoder(), index=index) as hindsight:
            memory = hindsight.for_user("陈")
            if url == small:
                memory.remember("陈 moves on")
            end = time.monotonic() + 60
            while hindsight.health()["index"]["behind"] and time.monotonic() < end:
                time.sleep(0.01)
            assert hindsight.health()["index"]["behind"] == 0
            assert "陈 moves on" in memory.recall("moves on", touch=False).as_prompt()
            assert len(service.points) == len(raw(url)["vectors"])
        if url == small:
            move(small, new_schema)
    assert services[0].points.keys() == services[1].points.keys()


# -- ended in the middle -----------------------------------------------------------------

MOVING = """
from hindsight_integrations import moving
moving._RECORDS = 1
say("moves")
move(sys.argv[1], sys.argv[2], progress=lambda done, total: (say(done), hear()))
"""


@pytest.mark.parametrize("target", ["new_file", "new_schema"])
def test_killed_it_leaves_what_nobody_can_open_and_goes_on_where_it_was(
    file: str, target: str, clock: FrozenClock, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(target)
    chance, refused = random.Random(20240531), 0
    for users in range(len(USERS) - 1):  # the last one has no records, of which progress tells
        program = Program(MOVING, file, url)
        assert program.hear() == "moves"
        for _ in range(users):
            assert program.hear()
            program.say("go on")
        time.sleep(chance.random() / 20)
        program.kill()
        try:
            with opened(url, clock):
                pass
        except ConfigurationError as error:
            assert "`hindsight move`" in str(error)  # noqa: PT017 (a new place may be opened)
            refused += 1
    assert refused >= len(USERS) - 2
    last = move(file, url)
    assert (last.users, last.compared) == (len(USERS), len(USERS))
    assert 0 < last.copied < len(USERS)
    assert raw_counts(url) == raw_counts(file)
    compared(file, url, clock)


def test_interrupted_it_keeps_the_users_that_are_whole(
    small: str, new_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "_RECORDS", 1)

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(small, new_schema, progress=stop)
    with pytest.raises(ConfigurationError, match="not finished: run `hindsight move` again"):
        Hindsight.open(new_schema, embedder=HashingEncoder())
    with pytest.raises(ConfigurationError, match="not finished"):
        move(new_schema, f"{small}.other")
    assert move(small, new_schema).copied == 2
    assert raw_counts(new_schema) == raw_counts(small)


def test_of_two_moves_to_one_place_the_later_goes_on(small: str, new_schema: str) -> None:
    with closing(place(small).moving().origin()) as origin:
        first = place(new_schema).moving().goal(origin.secret)
    with closing(first):
        first.begin(None)
        move(small, new_schema)
        with pytest.raises(StoreError, match="has taken over"), first.taking():
            pass


# -- any life ----------------------------------------------------------------------------


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(lives=st.lists(st.lists(verbs, min_size=2, max_size=9), min_size=1, max_size=3))
def test_any_memory_goes_there_and_back(
    lives: list[list[Any]], schema_url: str, emptying: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    emptying()
    folder, clock = tmp_path_factory.mktemp("any"), FrozenClock()
    one, other = (f"sqlite:///{folder / name}" for name in ("one.db", "other.db"))
    with opened(one, clock) as hindsight:
        for n, life in enumerate(lives):
            memory = hindsight.for_user(f"user {n}", session="s")
            for verb in life:
                if verb[0] == "wait":
                    clock.advance(timedelta(hours=verb[1]))
                answer(memory, clock, verb)
    move(one, schema_url)
    move(schema_url, other)
    assert changed(raw(one), raw(other)) == []
    with opened(one, clock) as before, opened(schema_url, clock) as after:
        for n in range(len(lives)):
            users = [hindsight.for_user(f"user {n}", session="s") for hindsight in (before, after)]
            for query in _QUERIES:
                [said, moved] = [jsonable(user.recall(query, touch=False)) for user in users]
                assert said == moved
