"""Transcripts over the embedded store: what a framework shows of a session, and what becomes of what was learnt."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight, InvalidInput, Transcript, Turn, UserMemory
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.models.hashing import HashingEncoder


@pytest.fixture
def hindsight(tmp_path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{tmp_path / 'm.db'}", embedder=HashingEncoder()) as opened:
        yield opened


@pytest.fixture
def memory(hindsight: Hindsight) -> UserMemory:
    return hindsight.for_user("ann", session="s1")


def said(content: str, id: str | None = None, role: str = "user") -> Turn:
    original = {"type": role, "data": {"content": content, "id": id}}
    return Turn(role=role, content=content, id=id, original=original)  # type: ignore[arg-type]


def texts(transcript: Transcript, *, archived: bool = False) -> list[str]:
    return [turn.content for turn in transcript.turns(archived=archived)]


def test_what_is_appended_is_shown_in_order_and_learnt(memory: UserMemory) -> None:
    transcript = memory.transcript()
    transcript.append([said("I live in Berlin.", "m1"), said("Noted.", "m2", "assistant")])
    transcript.append([said("我搬到里斯本了。", "m3")])
    assert texts(transcript) == ["I live in Berlin.", "Noted.", "我搬到里斯本了。"]
    assert [turn.id for turn in transcript.turns(last=1)] == ["m3"]
    assert transcript.turns()[0] == said("I live in Berlin.", "m1")
    assert [m.status for m in memory.history("user.location")] == ["active", "superseded"]


def test_what_is_only_observed_is_not_shown(memory: UserMemory) -> None:
    memory.observe([said("I live in Berlin.", "m1")])
    transcript = memory.transcript()
    assert transcript.turns() == ()
    seen = transcript.append([said("I live in Berlin.", "m1"), said("Thanks!", "m2")])
    assert (texts(transcript), seen.repeated) == (["I live in Berlin.", "Thanks!"], 1)


def test_appending_again_changes_nothing(memory: UserMemory) -> None:
    transcript = memory.transcript()
    both = [said("I live in Berlin.", "m1"), said("And I like tea.", "m2")]
    transcript.append(both)
    transcript.append(both)
    transcript.append(both[:1])
    assert texts(transcript) == ["I live in Berlin.", "And I like tea."]


def test_a_message_without_text_is_kept_and_nothing_is_learnt_of_it(memory: UserMemory) -> None:
    call = Turn(
        role="assistant",  # type: ignore[arg-type]
        content="",
        id="m1",
        original={"type": "ai", "data": {"tool_calls": [{"id": "c1", "name": "search"}]}},
    )
    memory.transcript().append([call])
    assert memory.transcript().turns() == (call,)
    assert memory.count() == 0
    assert memory.window() == (call,)


def test_an_empty_turn_without_an_original_is_refused() -> None:
    with pytest.raises(InvalidInput, match="empty"):
        Turn(role="user", content="")  # type: ignore[arg-type]


class TestReplacing:
    def test_it_cuts_reorders_and_adds(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        one, two, three = said("one two", "m1"), said("three four", "m2"), said("five six", "m3")
        transcript.append([one, two, three])
        four = said("seven eight", "m4")
        seen = transcript.replace([three, four, one])
        assert texts(transcript) == ["five six", "seven eight", "one two"]
        assert [turn.content for turn in seen.turns] == ["seven eight"]
        transcript.replace([])
        assert texts(transcript) == []

    def test_turns_without_ids_are_known_by_what_they_say(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        transcript.append([said("one two", "m1"), said("one two", "m2"), said("three", "m3")])
        shown = transcript.turns()[:2]
        plain = [Turn(role=t.role, content=t.content, original=t.original) for t in shown]
        transcript.replace(plain)
        assert [turn.id for turn in transcript.turns()] == ["m1", "m2"]
        assert memory.count() == 3  # nothing was said again

    def test_an_edited_message_is_a_new_turn(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        transcript.append([said("I like green tea.", "m1")])
        transcript.replace([said("I like black tea.", "m1")])
        assert texts(transcript) == ["I like black tea."]
        transcript.replace([said("I like green tea.", "m1")])
        assert texts(transcript) == ["I like green tea."]

    def test_archived_turns_stay_unless_they_are_given(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        one, two, three = said("one two", "m1"), said("three four", "m2"), said("five six", "m3")
        transcript.append([one, two, three])
        transcript.replace([two, three], archived=[one])
        transcript.replace([three])
        assert (texts(transcript), texts(transcript, archived=True)) == (["five six"], ["one two"])
        transcript.clear()
        assert (texts(transcript), texts(transcript, archived=True)) == ([], [])


class TestForgetting:
    def test_clearing_keeps_what_was_learnt(self, memory: UserMemory) -> None:
        memory.transcript().append([said("I live in Berlin.", "m1")])
        memory.transcript().clear()
        assert memory.transcript().turns() == ()
        assert [m.content for m in memory.history("user.location")] != []

    def test_what_is_forgotten_is_not_shown_and_cannot_be_shown_again(
        self, memory: UserMemory
    ) -> None:
        transcript = memory.transcript()
        both = [said("I live in Berlin.", "m1"), said("I eat everything.", "m2")]
        transcript.append(both)
        memory.forget(subject="user.location", reason="asked")
        assert texts(transcript) == ["I eat everything."]
        assert transcript.append(both).withheld == 1
        transcript.replace(both)
        assert texts(transcript) == ["I eat everything."]

    def test_forgetting_a_session_empties_its_transcript(self, memory: UserMemory) -> None:
        memory.transcript().append([said("I live in Berlin.", "m1"), said("Thanks!", "m2")])
        memory.forget(session="s1", reason="asked")
        assert memory.transcript().turns() == ()
        assert memory.transcript().sessions() == ()


class TestScope:
    def test_it_belongs_to_a_session(self, hindsight: Hindsight) -> None:
        with pytest.raises(InvalidInput, match="session"):
            hindsight.for_user("ann").transcript()

    def test_sessions_and_users_are_apart(self, hindsight: Hindsight) -> None:
        for user, session in (("ann", "s1"), ("ann", "s2"), ("ben", "s1")):
            mine = hindsight.for_user(user, session=session).transcript()
            mine.append([said(f"{user} in {session}", "m1")])
        ann = hindsight.for_user("ann", session="s2").transcript()
        assert (texts(ann), ann.sessions()) == (["ann in s2"], ("s1", "s2"))

    def test_it_cannot_be_pickled(self, memory: UserMemory) -> None:
        with pytest.raises(ConfigurationError):
            pickle.dumps(memory.transcript())

    @pytest.mark.parametrize("last", [-1, 1.5, True, "2"])
    def test_a_number_of_turns_is_a_whole_number(self, memory: UserMemory, last: object) -> None:
        with pytest.raises(InvalidInput, match="last"):
            memory.transcript().turns(last=last)  # type: ignore[arg-type]


def test_twenty_threads_append_and_nothing_is_lost(memory: UserMemory) -> None:
    with ThreadPoolExecutor(20) as pool:
        list(
            pool.map(
                lambda n: memory.transcript().append([said(f"number {n}", f"m{n}")]), range(20)
            )
        )
    assert sorted(texts(memory.transcript())) == sorted(f"number {n}" for n in range(20))


def test_each_verb_can_be_awaited(memory: UserMemory) -> None:
    async def talk() -> list[str]:
        transcript = memory.transcript()
        await asyncio.gather(
            *(transcript.aappend([said(f"number {n}", f"m{n}")]) for n in range(9))
        )
        shown = await transcript.aturns()
        await transcript.areplace(shown[:3])
        await transcript.aremove(at=-1)
        await transcript.aarchive(first=0)
        names = await transcript.asessions()
        left = [turn.content for turn in await transcript.aturns()]
        await transcript.aclear()
        return [str(len(shown)), str(len(left)), *names, str(len(await transcript.aturns()))]

    assert asyncio.run(talk()) == ["9", "2", "s1", "0"]


def test_it_is_there_after_reopening(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'm.db'}"
    for expected in ([], ["I live in Berlin."]):
        with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
            transcript = hindsight.for_user("ann", session="s1").transcript()
            assert texts(transcript) == expected
            transcript.append([said("I live in Berlin.", "m1")])


class TestArchiving:
    def test_the_first_go_to_the_end_of_the_archive(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        transcript.append([said(f"number {n}", f"m{n}") for n in range(5)])
        assert [turn.id for turn in transcript.archive(first=2)] == ["m0", "m1"]
        assert [turn.id for turn in transcript.archive(first=1)] == ["m2"]
        assert [turn.id for turn in transcript.turns()] == ["m3", "m4"]
        assert [turn.id for turn in transcript.turns(archived=True)] == ["m0", "m1", "m2"]
        assert [turn.id for turn in transcript.turns(archived=None)] == [f"m{n}" for n in range(5)]
        assert [turn.id for turn in transcript.turns(archived=None, last=3)] == ["m2", "m3", "m4"]

    def test_the_same_turns_are_archived_once(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        transcript.append([said("one two", "m1"), said("three four", "m2")])
        named = transcript.turns(last=1)
        assert transcript.archive(named) == named
        assert transcript.archive(named) == ()
        assert texts(transcript) == ["one two"]

    def test_of_turns_that_say_the_same_the_named_one_goes(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        twice = [
            Turn(role="user", content="你好", id=id, original={"said": "你好"})  # type: ignore[arg-type]
            for id in ("m1", "m2")
        ]
        transcript.append(twice)
        transcript.archive(twice[1:])
        assert [turn.id for turn in transcript.turns()] == ["m1"]

    def test_twenty_threads_archive_and_append_and_nothing_is_lost(
        self, memory: UserMemory
    ) -> None:
        def work(n: int) -> list[str]:
            memory.transcript().append([said(f"number {n}", f"m{n}")])
            return [str(turn.id) for turn in memory.transcript().archive(first=1)]

        with ThreadPoolExecutor(20) as pool:
            moved = [id for ids in pool.map(work, range(20)) for id in ids]
        assert sorted(moved) == sorted(f"m{n}" for n in range(20))
        assert len(memory.transcript().turns(archived=True)) == 20


class TestRemoving:
    @pytest.mark.parametrize(
        ("named", "left"),
        [
            ({"first": 2}, "cd"),
            ({"first": 9}, ""),
            ({"first": 0}, "abcd"),
            ({"at": 0}, "bcd"),
            ({"at": -1}, "abc"),
            ({"at": 4}, "abcd"),
            ({"at": -5}, "abcd"),
        ],
    )
    def test_what_is_named_is_shown_no_longer(
        self, memory: UserMemory, named: dict[str, int], left: str
    ) -> None:
        transcript = memory.transcript()
        transcript.append([said(f"letter {letter}", letter) for letter in "abcd"])
        gone = [turn.id for turn in transcript.remove(**named)]  # type: ignore[arg-type]
        assert "".join(str(turn.id) for turn in transcript.turns()) == left
        assert sorted([*left, *map(str, gone)]) == list("abcd")
        assert memory.count() == 4  # what was learnt stays

    def test_archived_turns_are_another_list(self, memory: UserMemory) -> None:
        transcript = memory.transcript()
        transcript.append([said("one two", "m1"), said("three four", "m2")])
        transcript.archive(first=1)
        assert transcript.remove(first=1, archived=True)[0].id == "m1"
        assert (texts(transcript), texts(transcript, archived=True)) == (["three four"], [])

    @pytest.mark.parametrize(
        "named", [{}, {"first": 1, "at": 1}, {"first": -1}, {"first": "1"}, {"at": 1.5}]
    )
    def test_what_names_nothing_is_refused(
        self, memory: UserMemory, named: dict[str, object]
    ) -> None:
        with pytest.raises(InvalidInput):
            memory.transcript().remove(**named)  # type: ignore[arg-type]
