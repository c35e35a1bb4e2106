"""Cold storage through the front door: what is archived comes back whole, is forgotten wholly, and is told when asked for."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.memory import MemoryFileSystem
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cold import Away, blobs, objects
from hindsight_integrations import (
    Claim,
    ConfigurationError,
    Hindsight,
    InvalidInput,
    Memory,
    NotFound,
    Unavailable,
    UserMemory,
    move,
)
from hindsight_integrations.answers import Action, Copy
from hindsight_integrations.engine.stubs import is_stub
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Status
from hindsight_integrations.surfaces.cli import app
from hindsight_integrations.testing import MOMENT, FrozenClock, InMemoryOutsideIndex
from shelves import everything
from verbs import of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
KEY = "user.location"


class Scene:
    """A memory at a frozen instant, with an archive in a folder that can be made unreachable."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self.clock = FrozenClock()
        folder.mkdir(exist_ok=True)
        self.files = Away(folder)
        self.hindsight = self.opened()

    def opened(self, **options: Any) -> Hindsight:
        chosen: dict[str, Any] = {
            "archive": (self.files, "cold"),
            "embedder": HashingEncoder(),
            "clock": self.clock,
        }
        return Hindsight.open(self.url, **(chosen | options))

    def user(self, name: str = "alice", session: str | None = "s", **how: Any) -> UserMemory:
        return self.hindsight.for_user(name, session=session, **how)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        found: str = request.getfixturevalue("schema_url")
        return found
    return f"sqlite:///{tmp_path}/memory.db"


@pytest.fixture
def scene(url: str, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(url, tmp_path / "archive")
    yield scene
    scene.hindsight.close()


@pytest.fixture
def memory(scene: Scene) -> UserMemory:
    return scene.user()


def lived(memory: UserMemory, *places: str) -> list[Memory]:
    """One place after the other, a month apart; their records in that order."""
    for n, place in enumerate(places):
        at = MOMENT - (len(places) - n) * 30 * DAY
        memory.remember(f"Alice lives in {place}", subject=KEY, event_time=at)
    return memory.history(KEY)[::-1]


def stored(memory: UserMemory, id: str) -> Memory:
    """The record as it stands in the record store."""
    return next(item for item in everything(memory) if item.id == id)


def found(memory: UserMemory, query: str, **how: Any) -> list[tuple[str, float]]:
    """What is recalled, and its scores."""
    return [(item.memory.content, item.score) for item in memory.recall(query, touch=False, **how)]


# -- there and back ----------------------------------------------------------------------

KINDS: dict[str, Callable[[UserMemory], str]] = {
    "a fact": lambda m: of(m.remember("Alice lives in Lisbon", subject=KEY)),
    "事实": lambda m: of(m.remember("爱丽丝住在里斯本，门牌42号", subject="user.住址")),
    "an old value": lambda m: lived(m, "Berlin", "Lisbon")[0].id,
    "a note": lambda m: of(m.remember("The key is under the mat 😀\r\n\t'\"", tags=["红", "r"])),
    "an event": lambda m: of(m.event("refund", {"order": "A-17", "deep": [1, {"a": None}]}, result="ok")),
    "an utterance": lambda m: said(m, "I would like my tea without sugar.").id,
    "一句话": lambda m: said(m, "我昨天在上海开会，讨论了预算。").id,
    "a long one": lambda m: of(m.remember("x 长" * 200_000)),
}  # fmt: skip


def said(memory: UserMemory, text: str) -> Memory:
    memory.observe([("user", text)])
    return next(item for item in everything(memory) if item.content == text)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_archived_comes_back_whole(scene: Scene, kind: str) -> None:
    memory = scene.user()
    id = KINDS[kind](memory)
    memory.pin(id)
    memory.recall("Alice tea 上海")
    kept = stored(memory, id)
    recalled = found(memory, kept.content[:200])
    assert memory.archive(id) == 1
    stub = stored(memory, id)
    assert stub.status == "archived"
    assert stub.content == ""
    assert replace(stub, status=kept.status, content=kept.content, payload=kept.payload) == kept
    change = memory.restore(id)
    assert (change.action, change.memory) == (Action.EDITED, kept)
    assert stored(memory, id) == kept
    assert found(memory, kept.content[:200]) == recalled  # by words and meaning as before
    assert objects(scene.folder) == []
    again = Action.REPEATED if kept.status == "active" else Action.SUPERSEDED
    assert memory.restore(id).action == again  # it is back, so it is like any other


def test_the_record_store_holds_no_word_of_it(scene: Scene) -> None:
    memory = scene.user()
    id = of(memory.remember("zqxsecret 秘密", payload={"value": "zqxvalue", "event_type": "call"}))
    memory.archive(id)
    store = scene.hindsight._core.records
    with store.reading(memory.scope, Deadline.after(60)) as reader:
        assert reader.keyword(["zqxsecret", "秘密", "zqx*"], Where(), limit=9) == []
        assert reader.vectors([id]) == {}
        [(_, payload)] = reader.payloads(Where(ids=(id,)))
        assert "zqxvalue" not in json.dumps(payload)
        assert reader.latest(Where.of(event_type="call"), limit=9) == [id]
    assert b"zqxvalue" in blobs(scene.folder)


def test_there_and_back_again_changes_nothing(scene: Scene) -> None:
    memory = scene.user()
    kept = lived(memory, "Berlin", "Porto", "Lisbon")
    for _ in range(3):
        assert memory.archive(subject=KEY) == 2
        assert memory.archive(subject=KEY) == 0  # they are there already
        assert len(objects(scene.folder)) == 2
        for item in kept[:2]:
            memory.restore(item.id)
    assert everything(memory) == kept


_numbers = itertools.count(1)
_texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40)
_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | _texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
_SUBJECTS = [None, "user.job", "user.hobby", "user.喜好", "con", "a" * 200]
_kinds = st.tuples(st.just(None), st.sampled_from(["event", "utterance"])) | st.tuples(
    st.sampled_from(_SUBJECTS), st.sampled_from(["fact", "preference", "inference"])
)


def _claim(kind: tuple[str | None, str], **parts: Any) -> Claim:
    return Claim(subject=kind[0], type=kind[1], **parts)  # type: ignore[arg-type]


_claims = st.builds(
    _claim,
    kind=_kinds,
    content=_texts.filter(str.strip),
    tags=st.lists(_texts, max_size=2),
    payload=st.dictionaries(_texts | st.sampled_from(["event_type", "value", "_archived"]), _data, max_size=3),
    importance=st.none() | st.floats(0, 1),
    priority=st.integers(-5, 5),
    event_time=st.none() | st.sampled_from([MOMENT - DAY, MOMENT + DAY]),
)  # fmt: skip


@pytest.fixture(scope="module")
def everyone() -> Iterator[Hindsight]:
    """One embedded memory for many users, with an archive in fsspec's memory."""
    filesystem = MemoryFileSystem()
    with Hindsight.open(
        "sqlite:///:memory:", archive=(filesystem, "/property"), embedder=HashingEncoder()
    ) as hindsight:
        yield hindsight
    if filesystem.exists("/property"):
        filesystem.rm("/property", recursive=True)


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(claims=st.lists(_claims, min_size=1, max_size=4), data=st.data())
def test_archiving_and_restoring_is_doing_nothing(
    everyone: Hindsight, claims: list[Claim], data: st.DataObject
) -> None:
    memory = everyone.for_user(f"user {next(_numbers)}")
    memory.remember_many(claims)
    before, recalled = everything(memory), found(memory, claims[0].content, at=MOMENT + 2 * DAY)
    ids = data.draw(st.lists(st.sampled_from([item.id for item in before]), unique=True))
    assert memory.archive(ids) == len(ids)
    assert {item.id for item in everything(memory) if is_stub(item)} == set(ids)
    # What is read is what was written, and says that it is archived.
    assert [memory.get(item.id) for item in before] == [
        replace(item, status=Status.ARCHIVED) if item.id in ids else item for item in before
    ]
    for id in data.draw(st.permutations(ids)):
        memory.restore(id)
    assert everything(memory) == before
    assert found(memory, claims[0].content, at=MOMENT + 2 * DAY) == recalled


def test_what_happened_meanwhile_is_not_undone(scene: Scene) -> None:
    """The stub sees links change, is read, pinned and judged; its words come back to that."""
    memory = scene.user()
    berlin, _ = lived(memory, "Berlin", "Lisbon")
    memory.archive(berlin.id)
    memory.pin(berlin.id)
    memory.feedback(berlin.id, helpful=False)
    late = memory.remember("Alice lives in Porto", subject=KEY, event_time=MOMENT - 45 * DAY)
    memory.restore(berlin.id)
    back = stored(memory, berlin.id)
    assert (back.pinned, back.helpful, back.superseded_by) == (True, False, of(late))
    assert back.valid_to == MOMENT - 45 * DAY
    assert back.content == berlin.content


# -- what may be archived ----------------------------------------------------------------


def test_an_active_statement_is_not_taken_along(scene: Scene) -> None:
    memory = scene.user()
    berlin, lisbon = lived(memory, "Berlin", "Lisbon")
    note = of(memory.remember("The key is under the mat"))
    event = of(memory.event("refund", {}))
    words = said(memory, "I saw a heron by the river today.")
    assert memory.archive(where={"within": (None, MOMENT + DAY)}) == 3
    cold = {item.id for item in everything(memory) if is_stub(item)}
    assert cold == {berlin.id, event, words.id}
    assert memory.archive([lisbon.id, event]) == 1
    assert memory.archive(where={"statuses": "active", "types": "fact"}) == 1
    assert stored(memory, note).status == "archived"


@pytest.mark.parametrize(
    ("how", "error", "says"),
    [
        ({}, InvalidInput, "needs a filter"),
        ({"where": {}}, InvalidInput, "needs a filter"),
        ({"where": {"nonsense": 1}}, InvalidInput, "nonsense"),
        ({"ids": [""]}, InvalidInput, "empty"),
        ({"subject": "a..b"}, InvalidInput, "dotted"),
        ({"subject": KEY, "where": {"subjects": KEY}}, InvalidInput, "twice"),
    ],
)
def test_what_names_nothing_archives_nothing(
    memory: UserMemory, how: dict[str, Any], error: type[Exception], says: str
) -> None:
    memory.remember("Alice lives in Lisbon", subject=KEY)
    with pytest.raises(error, match=says):
        memory.archive(**how)
    assert not any(map(is_stub, everything(memory)))


def test_ids_that_are_nobodys_are_passed_over(memory: UserMemory) -> None:
    assert memory.archive(["unknown"]) == 0
    assert memory.archive(subject="user.nothing.*") == 0
    with pytest.raises(NotFound):
        memory.restore("unknown")


def test_an_applications_items_stay(scene: Scene) -> None:
    from hindsight_integrations.langgraph import HindsightStore

    HindsightStore(scene.hindsight, user="alice").put(("docs",), "k", {"text": "dark"})
    memory = scene.user()
    (item,) = everything(memory)
    with pytest.raises(InvalidInput, match="store items"):
        memory.archive(item.id)
    assert memory.archive(subject="_store.*") == 0
    assert everything(memory) == [item]


def test_an_archived_memory_is_changed_when_it_is_back(memory: UserMemory) -> None:
    id = of(memory.remember("Alice lives in Lisbon", subject=KEY))
    memory.archive(id)
    before = everything(memory)
    changes: tuple[Callable[[], object], ...] = (
        lambda: memory.update(id, tags=["x"]),
        lambda: memory.update(id, payload={"_archived": {"place": "../x"}}),
        lambda: memory.correct(id, "Alice lives in Porto"),
        lambda: memory.confirm(id),
    )
    for change in changes:
        with pytest.raises(InvalidInput, match="is archived: restore"):
            change()
    assert everything(memory) == before
    assert "_archived" not in memory.pin(id).memory.payload  # type: ignore[union-attr]


# -- reading -----------------------------------------------------------------------------


def test_it_is_read_by_its_id_and_in_the_history(scene: Scene) -> None:
    memory = scene.user()
    berlin, lisbon = lived(memory, "Berlin", "Lisbon")
    memory.archive(berlin.id)
    archived = replace(berlin, status=Status.ARCHIVED)
    assert memory.get(berlin.id) == archived
    assert memory.history(KEY) == [lisbon, archived]
    assert memory.count() == 2
    with scene.opened(archive=None) as without:
        blank = without.for_user("alice").history(KEY)[1]
        assert (blank.content, blank.payload, blank.status) == ("", {}, "archived")


def test_it_is_told_only_if_asked_for(scene: Scene) -> None:
    memory = scene.user()
    berlin, _ = lived(memory, "Berlin", "Lisbon")
    note = of(memory.remember("The key is under the mat 门垫"))
    memory.archive([berlin.id, note])
    assert [said for said, _ in found(memory, "where does she live? 门垫", k=9)] == [
        "Alice lives in Lisbon"
    ]
    told = memory.recall(
        "where does she live?", k=9, include_archived=True, include_superseded=True
    )
    assert {(item.memory.content, item.memory.status.value) for item in told} == {
        ("Alice lives in Lisbon", "active"),
        ("Alice lives in Berlin", "archived"),
        ("The key is under the mat 门垫", "archived"),
    }
    assert told.trace.degraded == ()
    then = memory.recall(KEY, subjects=KEY, as_of=MOMENT - 45 * DAY, include_archived=True)
    assert [item.memory.content for item in then] == ["Alice lives in Berlin"]


@pytest.mark.parametrize(
    ("question", "value"),
    [("where does she live?", "Alice lives in Lisbon"), ("她住在哪里？", "爱丽丝住在里斯本")],
)
def test_where_nothing_else_is_known_the_archive_answers(
    scene: Scene, question: str, value: str
) -> None:
    memory = scene.user()
    id = of(memory.remember(value, subject=KEY))
    memory.remember("Alice has a red bicycle 红色自行车")
    memory.archive(id)
    answer = memory.recall(question, subjects=None)
    assert answer[0].memory.content == value
    assert answer[0].memory.status == "archived"
    notes = [route.note for route in answer.trace.routes]
    assert any("from the archive: nothing else stands under user.location" in n for n in notes)
    memory.remember("Alice lives in Porto 波尔图", subject=KEY)
    again = memory.recall(question)
    assert again[0].memory.content == "Alice lives in Porto 波尔图"
    assert not any("archive" in route.note for route in again.trace.routes)


def test_so_it_does_where_nothing_else_happened_then(scene: Scene) -> None:
    memory = scene.user()
    event = memory.event("concert", {"band": "zqx"}, event_time=MOMENT - 3 * DAY)
    memory.event("refund", {"order": "A-17"}, event_time=MOMENT - 40 * DAY)
    memory.archive(of(event))
    answer = memory.recall("what did I do three days ago?", at=MOMENT)
    assert [(item.memory.id, item.memory.status.value) for item in answer] == [
        (of(event), "archived")
    ]
    assert "zqx" in answer[0].memory.content + json.dumps(answer[0].memory.payload)
    notes = [route.note for route in answer.trace.routes]
    assert "from the archive: nothing else happened inside the window" in notes


def test_a_value_that_was_replaced_does_not_answer_from_the_archive(scene: Scene) -> None:
    memory = scene.user()
    berlin, lisbon = lived(memory, "Berlin", "Lisbon")
    memory.archive(berlin.id)
    memory.forget(lisbon.id, reason="asked")
    assert found(memory, "where does she live?") == []


def test_archived_ones_are_candidates_however_many_are_hot(scene: Scene) -> None:
    memory = scene.user()
    old = of(memory.remember("The spare key lies under the third flower pot"))
    memory.archive(old)
    memory.remember_many([Claim(content=f"parcel {n} arrived 包裹") for n in range(120)])
    told = memory.recall("parcel", k=150, include_archived=True)
    assert len(told) == 121
    assert [item.memory.id for item in told if item.memory.status == "archived"] == [old]
    assert not any(item.memory.status == "archived" for item in memory.recall("parcel", k=150))


def test_it_is_explained_why_an_archived_one_does_not_answer(scene: Scene) -> None:
    memory = scene.user()
    berlin, _ = lived(memory, "Berlin", "Lisbon")
    memory.archive(berlin.id)
    explained = memory.explain("where does she live?", berlin.id)
    assert (explained.used, explained.reason) == (False, "it is archived")


# -- walls -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("acme", "../ben"), ("acme", "ben")),
        (("acme", "Ann"), ("acme", "ann")),
        (("a/b", "c"), ("a", "b/c")),
        (("租户", "张伟"), ("租户", "张伟 ")),
        (("acme", "e\u0301"), ("acme", "é")),
        (("acme", "a\nb"), ("acme", "a b")),
        (("acme", "u" * 300), ("acme", "u" * 299 + "v")),
    ],
    ids=ascii,
)
def test_users_of_alike_names_never_meet(
    scene: Scene, one: tuple[str, str], two: tuple[str, str]
) -> None:
    mine, yours = (scene.user(user, tenant=tenant) for tenant, user in (one, two))
    for memory, word in ((mine, "zqxmine"), (yours, "zqxyours")):
        memory.archive(of(memory.remember(word, subject=KEY)))
    for memory, word, other in ((mine, "zqxmine", yours), (yours, "zqxyours", mine)):
        (item,) = memory.history(KEY)
        assert item.content == word
        assert [f.memory.content for f in memory.recall("", include_archived=True)] == [word]
        assert other.get(item.id) is None
        assert other.archive(item.id) == 0
        with pytest.raises(NotFound):
            other.restore(item.id)
        assert other.forget(item.id, reason="asked").memories == ()
    names = "\n".join(str(file.relative_to(scene.folder)) for file in scene.folder.rglob("*"))
    assert not [part for part in (*one, *two) if len(part) > 2 and part in names]
    assert len(mine.forget(everything=True, reason="asked").memories) == 1
    assert yours.history(KEY)[0].content == "zqxyours"
    assert b"zqxmine" not in blobs(scene.folder)


# -- the key moves on --------------------------------------------------------------------


def test_a_value_whose_place_was_taken_comes_back_as_replaced(scene: Scene) -> None:
    memory = scene.user()
    (berlin,) = lived(memory, "Berlin")
    memory.archive(berlin.id)
    lisbon = memory.remember("Alice lives in Lisbon", subject=KEY)
    assert lisbon.memory is not None
    assert lisbon.memory.supersedes == berlin.id
    memory.restore(berlin.id)
    back = stored(memory, berlin.id)
    assert (back.status, back.superseded_by) == ("superseded", of(lisbon))
    assert back.valid_to == lisbon.memory.valid_from
    assert [item.content for item in memory.history(KEY)] == [
        "Alice lives in Lisbon",
        "Alice lives in Berlin",
    ]
    memory.restore(berlin.id)  # and now it holds again
    assert memory.history(KEY)[0].content == "Alice lives in Berlin"


def test_a_value_whose_successor_ended_or_was_forgotten_does_not_hold_again(scene: Scene) -> None:
    memory = scene.user()
    (berlin,) = lived(memory, "Berlin")
    memory.archive(berlin.id)
    lisbon = memory.remember("Alice lives in Lisbon", subject=KEY)
    memory.forget(of(lisbon), reason="asked")
    memory.restore(berlin.id)
    assert stored(memory, berlin.id).status == "superseded"
    assert found(memory, "where does she live?") == []


def test_values_that_stand_side_by_side_are_nobodys_rivals(scene: Scene) -> None:
    memory = scene.user()
    nuts = of(memory.remember("allergic to nuts", subject="user.allergy"))
    memory.archive(nuts)
    memory.remember("allergic to pollen", subject="user.allergy")
    memory.restore(nuts)
    assert {item.status.value for item in memory.history("user.allergy")} == {"active"}


def test_a_name_that_becomes_known_moves_what_is_archived_too(scene: Scene) -> None:
    memory = scene.user()
    id = of(memory.remember("My sister's phone is 555 0101", subject="person.sister.phone"))
    memory.archive(id)
    memory.remember("Irina", subject="person.sister.name", payload={"value": "Irina"})
    assert stored(memory, id).subject_key == "person.irina.phone"
    assert [item.content for item in memory.history("person.irina.phone")] == [
        "My sister's phone is 555 0101"
    ]
    memory.forget(subject="person.sister.phone", reason="asked")
    assert objects(scene.folder) == []


def test_the_same_statement_again_is_a_new_one(scene: Scene) -> None:
    memory = scene.user()
    first = memory.remember("Alice lives in Lisbon", subject=KEY, dedup_key="k")
    memory.archive(of(first))
    again = memory.remember("Alice lives in Lisbon", subject=KEY, dedup_key="k")
    assert again.action == "repeated"
    assert again.memory is not None
    assert again.memory.payload == {}
    anew = memory.remember("Alice lives in Lisbon", subject=KEY)
    assert (anew.action, anew.memory and anew.memory.supersedes) == ("added", of(first))


def test_words_that_were_archived_leave_with_their_value(scene: Scene) -> None:
    """What was said of a value that is replaced meanwhile comes back in doubt, and its echo too."""
    memory = scene.user()
    memory.observe([("user", "I live in Oslo."), ("assistant", "Oslo, noted!")])
    words = [item.id for item in everything(memory) if item.type == "utterance"]
    assert memory.archive(words) == 2
    memory.remember("I live in Bergen", subject=KEY)
    for id in words:
        memory.restore(id)
    assert [stored(memory, id).contradicted_by is not None for id in words] == [True, True]


# -- forgetting --------------------------------------------------------------------------

WAYS: dict[str, Callable[[UserMemory, Memory], Any]] = {
    "by id": lambda m, item: m.forget(item.id, reason="asked"),
    "by subject": lambda m, item: m.forget(subject="user.*", reason="asked"),
    "by session": lambda m, item: m.forget(session="s", reason="asked"),
    "by status": lambda m, item: m.forget(where={"statuses": "archived"}, reason="asked"),
    "by tag": lambda m, item: m.forget(where={"tags": "红"}, reason="asked"),
    "everything": lambda m, item: m.forget(everything=True, reason="asked"),
}


def secret(memory: UserMemory) -> Memory:
    memory.remember(
        "zqxvalue 秘密", subject="user.secret", tags=["红"], payload={"p": "zqxpayload"}
    )
    return everything(memory)[-1]


@pytest.mark.parametrize("way", WAYS)
def test_what_is_forgotten_leaves_the_archive(scene: Scene, way: str) -> None:
    memory, other = scene.user(), scene.user("ben")
    item, theirs = secret(memory), secret(other)
    memory.archive(item.id)
    other.archive(theirs.id)
    erasure = WAYS[way](memory, item)
    assert item.id in erasure.memories
    assert erasure.where["archive"] is Copy.SCRUBBED
    assert memory.get(item.id) is None
    (left,) = objects(scene.folder)
    assert theirs.id in left.name
    assert other.get(theirs.id) == replace(theirs, status=Status.ARCHIVED)
    assert other.restore(theirs.id).memory == theirs


def test_forgetting_a_user_or_a_tenant_leaves_no_folder(scene: Scene) -> None:
    for name in ("alice", "ben"):
        memory = scene.user(name)
        memory.archive(secret(memory).id)
    scene.hindsight.admin().forget_user("alice", reason="asked")
    assert len(objects(scene.folder)) == 1
    scene.hindsight.admin().forget_tenant(confirm="default", reason="asked")
    assert objects(scene.folder) == []
    assert not any("secret" in folder.name for folder in scene.folder.rglob("*"))


@pytest.mark.parametrize("way", WAYS)
def test_what_cannot_be_reached_is_pending_and_is_swept_later(scene: Scene, way: str) -> None:
    memory = scene.user()
    stays = of(memory.remember("Alice lives in Lisbon"))
    item = secret(memory)
    memory.archive([stays, item.id])
    with scene.files.unreachable():
        erasure = WAYS[way](memory, item)
        assert erasure.where["archive"] is Copy.PENDING
        assert not erasure.complete
        assert scene.hindsight.scrub() is False
        assert memory.count(within=(None, MOMENT + DAY)) == len(everything(memory))
    assert b"zqxvalue" in blobs(scene.folder)
    scene.clock.advance(2 * HOUR)
    scene.hindsight.scrub()
    assert b"zqx" not in blobs(scene.folder)
    kept = everything(memory)
    assert len(objects(scene.folder)) == len(kept)
    for left in kept:
        assert memory.restore(left.id).memory is not None


def test_without_its_archive_an_erasure_says_what_it_cannot_reach(scene: Scene) -> None:
    memory = scene.user()
    item = secret(memory)
    memory.archive(item.id)
    with scene.opened(archive=None) as without:
        erasure = without.for_user("alice").forget(item.id, reason="asked")
        assert erasure.where["archive"] is Copy.PENDING
        assert "archive" not in without.for_user("alice").forget("unknown", reason="asked").where
        assert "archive" not in without.health()
    scene.clock.advance(2 * HOUR)
    scene.hindsight.scrub()
    assert objects(scene.folder) == []


def test_an_archived_value_is_forgotten_with_what_was_said_of_it(scene: Scene) -> None:
    memory = scene.user()
    memory.observe([("user", "I live in Zqxtown."), ("assistant", "Zqxtown, noted!")])
    memory.observe([("user", "I have a cat named Tom."), ("assistant", "Hello Tom!")])
    memory.archive(subject=KEY, where={"statuses": "active"})
    memory.forget(subject=KEY, reason="asked")
    assert not [item for item in everything(memory) if "zqx" in item.content.lower()]
    assert b"zqx" not in blobs(scene.folder).lower()
    assert [turn.content for turn in memory.window()] == ["I have a cat named Tom.", "Hello Tom!"]


def test_what_is_said_of_a_value_after_it_was_archived_is_forgotten_with_it(scene: Scene) -> None:
    memory = scene.user()
    memory.observe([("user", "I live in Zqxtown.")])
    memory.archive(subject=KEY, where={"statuses": "active"})
    memory.observe([("user", "Where do I live, again?"), ("assistant", "In Zqxtown, you said.")])
    memory.forget(subject=KEY, reason="asked")
    assert not [item for item in everything(memory) if "zqx" in item.content.lower()]
    assert objects(scene.folder) == []


def test_archived_words_are_forgotten_with_the_value_that_they_repeat(scene: Scene) -> None:
    memory = scene.user()
    memory.observe([("user", "我住在秘密镇。"), ("assistant", "好的，您住在秘密镇。")])
    memory.archive(where={"types": "utterance"})
    assert len(objects(scene.folder)) == 2
    memory.forget(subject=KEY, reason="asked")
    assert objects(scene.folder) == []
    assert everything(memory) == []


@pytest.mark.parametrize(
    ("statement", "wish"),
    [
        ("I live in Berlin.", "Forget that I live in Berlin."),
        ("我住在柏林。", "忘掉我住在柏林这件事。"),
    ],
)
def test_what_is_asked_to_be_forgotten_is_found_in_the_archive(
    scene: Scene, statement: str, wish: str
) -> None:
    memory = scene.user()
    memory.observe([("user", statement)])
    memory.archive([item.id for item in everything(memory)])
    assert len(objects(scene.folder)) == 2
    seen = memory.observe([("user", wish)])
    assert [len(erasure.memories) for erasure in seen.forgotten] == [2]
    assert seen.not_known == ()
    assert objects(scene.folder) == []


def test_what_may_be_meant_and_cannot_be_read_is_told(scene: Scene) -> None:
    memory = scene.user()
    memory.observe([("user", "I live in Berlin.")])
    memory.archive([item.id for item in everything(memory)])
    with scene.files.unreachable():
        seen = memory.observe([("user", "Forget that I live in Berlin.")])
    assert seen.forgotten == ()
    assert len(seen.not_known) == 1


# -- opening -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("/var/cold", "no URL: use"),
        ("cold", "no URL: use"),
        ("", "no URL: use"),
        ("nope://user:hunter2@host/x", r"nope:… is no file system that fsspec knows: use \"file:///"),
        ("gdrive://x/y", "gdrive:… lacks its driver"),
        ("memory://", "names no folder"),
        ("file:///", "names no folder"),
        ("file:///tmp/a*b", "name a folder without"),
        (5, "must be a URL or a pair"),
        (("x", "y"), "must be a URL or a pair"),
        ((MemoryFileSystem(), 5), "must be a URL or a pair"),
    ],
    ids=lambda value: str(value)[:14].partition(" object")[0],
)  # fmt: skip
def test_what_names_no_archive_is_refused_with_the_fix(
    tmp_path: Path, given: Any, says: str
) -> None:
    with pytest.raises(ConfigurationError, match=says) as caught:
        Hindsight.open(f"sqlite:///{tmp_path}/memory.db", archive=given, embedder=HashingEncoder())
    assert "hunter2" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []  # and nothing was opened


def test_without_an_archive_the_verb_names_the_parameter(url: str) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        id = of(memory.remember("Alice lives in Lisbon"))
        with pytest.raises(ConfigurationError, match='archive="file:///'):
            memory.archive(id)
        assert "archive" not in hindsight.health()
        assert hindsight.scrub() in (True, False)


def test_a_url_of_the_disk_is_an_archive(tmp_path: Path) -> None:
    folder = tmp_path / "kalt 冷"
    url = f"sqlite:///{tmp_path}/memory.db"
    with Hindsight.open(url, archive=f"file://{folder}", embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        id = of(memory.remember("Alice lives in Lisbon", subject=KEY))
        memory.archive(id)
        assert hindsight.health()["archive"] == {"kind": "file", "users": 1}
    (file,) = objects(folder)
    assert file.parent.name == KEY
    assert file.name.startswith(f"{id}.")
    assert file.stat().st_mode & 0o777 == 0o600
    above = [folder for folder in file.parents if folder.is_relative_to(tmp_path / "kalt 冷")]
    assert [part.stat().st_mode & 0o777 for part in above] == [0o700] * 4
    with Hindsight.open(url, archive=f"file://{folder}", embedder=HashingEncoder()) as hindsight:
        assert hindsight.for_user("alice").restore(id).memory is not None
    assert objects(folder) == []


def test_health_says_that_the_archive_is_away(scene: Scene) -> None:
    assert scene.hindsight.health()["ok"] is True
    with scene.files.unreachable():
        health = scene.hindsight.health()
        assert health["ok"] is False
        assert health["archive"] == {"error": "Unavailable"}
        with pytest.raises(Unavailable):
            scene.user().archive(secret(scene.user()).id)
        with scene.opened() as again:  # it opens nevertheless
            assert again.health()["ok"] is False


# -- beside an index ---------------------------------------------------------------------


def test_an_index_outside_lets_go_of_what_is_archived(scene: Scene) -> None:
    index = InMemoryOutsideIndex()
    with scene.opened(index=index) as hindsight:
        memory = hindsight.for_user("ben")
        id = of(memory.remember("Ben plays the cello"))
        wall = hindsight.store.identity.scope(memory.scope).hex()

        def held() -> list[str]:
            assert hindsight.indexed is not None
            assert hindsight.indexed.feeder.catch_up(Deadline.after(20))
            page = index.held(None, 9, Deadline.after(20))
            return [] if page is None else [item.id for item in page.held if item.wall == wall]

        assert held() == [id]
        assert memory.archive(id) == 1
        assert held() == []
        memory.restore(id)
        assert held() == [id]
        assert memory.recall("cello")[0].memory.id == id
        memory.archive(id)
        assert memory.forget(id, reason="asked").where["archive"] is Copy.SCRUBBED
        hindsight.scrub()
    assert objects(scene.folder) == []


# -- in another place --------------------------------------------------------------------


def test_a_memory_that_moved_goes_on_with_its_archive(scene: Scene, tmp_path: Path) -> None:
    memory = scene.user()
    berlin, lisbon = lived(memory, "Berlin", "Lisbon")
    memory.archive(berlin.id)
    scene.hindsight.close()
    scene.url, source = f"sqlite:///{tmp_path}/moved.db", scene.url
    move(source, scene.url)
    scene.hindsight = scene.opened()
    memory = scene.user()
    assert memory.history(KEY) == [lisbon, replace(berlin, status=Status.ARCHIVED)]
    assert memory.restore(berlin.id).memory == berlin
    assert objects(scene.folder) == []


def test_the_command_line_reads_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, cold = f"sqlite:///{tmp_path}/memory.db", f"file://{tmp_path}/cold"
    with Hindsight.open(url, archive=cold) as hindsight:
        memory = hindsight.for_user("alice")
        memory.archive(lived(memory, "Berlin", "Lisbon")[0].id)
    words = ["history", KEY, "--url", url, "--user", "alice"]
    monkeypatch.delenv("HINDSIGHT_ARCHIVE", raising=False)
    assert "Berlin" not in CliRunner().invoke(app, words).stdout
    monkeypatch.setenv("HINDSIGHT_ARCHIVE", cold)
    told = CliRunner().invoke(app, words).stdout
    assert "Berlin" in told
    assert "archived" in told
