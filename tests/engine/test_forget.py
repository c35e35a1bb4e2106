"""Forgetting through the verb: what each filter takes, what stays, and what the report says of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.answers import Action, Copy
from hindsight_integrations.errors import InvalidInput, Unavailable
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim, MemoryType
from hindsight_integrations.testing import MOMENT, InMemoryWorkingMemory, ScriptedExtractor, ample
from hindsight_integrations.user_memory import UserMemory
from naming import named
from scene import Scene, contents, keep, on_both_stores, utterance

DAY = timedelta(days=1)


def told(memory: UserMemory) -> set[str]:
    """Whatever is left, active or not."""
    found = memory.recall("", k=99, include_superseded=True, include_archived=True, touch=False)
    return set(contents(found.memories))


def stocked(store: str) -> UserMemory:
    """Two sessions, five records; the last ones of no session."""
    scene = Scene(store)
    keep(
        scene.user(session="s1"),
        Claim(content="Lisbon", subject="user.location", tags=("home",)),
        utterance("I like the sea", event_time=MOMENT - 9 * DAY),
    )
    keep(scene.user(session="s2"), Claim(content="tea", subject="user.preference.drink"))
    keep(
        scene.user(agent="planner"),
        Claim(content="buy milk", type=MemoryType.TASK),
        Claim(content="nuts", subject="user.allergy"),
    )
    return scene.user()


EVERYTHING = {"Lisbon", "I like the sea", "tea", "buy milk", "nuts"}


@on_both_stores
class TestFilters:
    @pytest.mark.parametrize(
        ("filters", "gone"),
        [
            ({"ids": "m1"}, {"Lisbon"}),
            ({"ids": ["m1", "m3", "m99"]}, {"Lisbon", "tea"}),
            ({"ids": []}, set()),
            ({"subject": "user.location"}, {"Lisbon"}),
            ({"subject": "User.Location"}, {"Lisbon"}),
            ({"subject": "user.preference.*"}, {"tea"}),
            ({"subject": "user.*"}, {"Lisbon", "tea", "nuts"}),
            ({"subject": "user"}, set()),
            ({"session": "s1"}, {"Lisbon", "I like the sea"}),
            ({"session": "s9"}, set()),
            ({"where": {"types": "task"}}, {"buy milk"}),
            ({"where": {"types": ["task", "utterance"]}}, {"buy milk", "I like the sea"}),
            ({"where": {"tiers": "episodic"}}, {"I like the sea"}),
            ({"where": {"tags": "home"}}, {"Lisbon"}),
            ({"where": {"agent": "planner"}}, {"buy milk", "nuts"}),
            ({"where": {"within": (None, MOMENT - DAY)}}, {"I like the sea"}),
            ({"where": {"statuses": "superseded"}}, set()),
            ({"where": Where.of(types="task")}, {"buy milk"}),
            # All that is given must hold.
            ({"subject": "user.*", "session": "s2"}, {"tea"}),
            ({"ids": ["m1", "m3"], "subject": "user.location"}, {"Lisbon"}),
            ({"session": "s1", "where": {"types": "fact"}}, {"Lisbon"}),
            ({"session": "s1", "where": Where.of(types="fact")}, {"Lisbon"}),
            ({"everything": True}, EVERYTHING),
        ],
        ids=named,
    )
    def test_each_takes_what_matches_and_leaves_the_rest(
        self, store: str, filters: dict[str, Any], gone: set[str]
    ) -> None:
        memory = stocked(store)
        erasure = memory.forget(**filters, reason="asked")
        assert len(erasure.memories) == len(gone)
        assert told(memory) == EVERYTHING - gone
        for content in gone:
            assert content not in contents(memory.recall(content, k=9).memories)

    def test_at_once_and_all_its_past(self, store: str) -> None:
        memory = Scene(store).user()
        for place in ("Berlin", "Porto", "Lisbon"):
            memory.remember(place, subject="user.location")
        erasure = memory.forget(subject="user.location", reason="asked")
        assert len(erasure.memories) == 3
        assert memory.history("user.location") == []
        assert len(memory.recall("Porto", include_superseded=True)) == 0

    @pytest.mark.parametrize(
        ("given", "named"),
        [
            ({"subject": "user.x", "where": {"subjects": "user.y"}}, "subjects"),
            ({"session": "s1", "where": {"session": "s2"}}, "session"),
            ({"ids": "m1", "where": {"ids": "m2"}}, "ids"),
            ({"ids": "m1", "where": Where.of(ids="m2")}, "ids"),
            ({"subject": "user.x", "where": Where.of(subjects="user.y")}, "subjects"),
            ({"ids": "m1", "session": "s", "where": {"ids": "m2", "session": "s"}}, "ids, session"),
        ],
        ids=str,
    )
    def test_a_part_that_is_given_twice(
        self, store: str, given: dict[str, Any], named: str
    ) -> None:
        memory = stocked(store)
        with pytest.raises(InvalidInput, match=f"^{named} is given twice"):
            memory.forget(**given, reason="asked")
        assert told(memory) == EVERYTHING

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({}, "needs a filter"),
            ({"where": {}}, "needs a filter"),
            ({"where": Where()}, "needs a filter"),
            ({"where": {"colour": "red"}}, "unknown filter colour; there are agent, "),
            ({"everything": True, "ids": "m1"}, "goes without a filter"),
            ({"subject": "user.*.x"}, "not a dotted key"),
        ],
        ids=str,
    )
    def test_what_is_no_filter(self, store: str, given: dict[str, Any], why: str) -> None:
        memory = stocked(store)
        with pytest.raises(InvalidInput, match=why):
            memory.forget(**given, reason="asked")
        assert told(memory) == EVERYTHING

    def test_another_users_is_out_of_reach(self, store: str) -> None:
        scene = Scene(store)
        (tea,) = keep(scene.user("bob"), Claim(content="tea", subject="user.drink"))
        for filters in ({"ids": tea.id}, {"subject": "user.*"}, {"everything": True}):
            assert scene.user("ada").forget(**filters, reason="asked").memories == ()
        assert scene.user("bob").get(tea.id) == tea


@on_both_stores
class TestWhatGoesWithIt:
    @pytest.mark.parametrize(
        ("said", "home", "work"),
        [
            ("I live in Lisbon and I work at Acme", "user.location", "user.employer"),
            ("我住在里斯本，我在顶峰科技工作", "user.location", "user.employer"),
        ],
    )
    def test_a_fact_takes_what_its_turn_said_and_leaves_the_turns_other_facts(
        self, store: str, said: str, home: str, work: str
    ) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", said), ("assistant", "Noted, thank you for telling me")])
        erasure = memory.forget(subject=home, reason="asked")
        assert len(erasure.turns) == 1
        assert len(erasure.memories) == 2  # the fact and the utterance
        assert memory.history(home) == []
        assert [m.status for m in memory.history(work)] == ["active"]
        assert said not in told(memory)
        assert [turn.content for turn in memory.window()] == ["Noted, thank you for telling me"]

    @pytest.mark.parametrize(
        ("asked", "note"),
        [
            (
                "Remember that I live in Lisbon and my door sticks",
                "I live in Lisbon and my door sticks",
            ),
            ("请记住我住在里斯本，门有点卡", "我住在里斯本，门有点卡"),
        ],
    )
    def test_it_takes_a_note_kept_word_by_word(self, store: str, asked: str, note: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", asked)])
        assert {asked, note} <= told(memory)
        memory.forget(subject="user.location", reason="asked")
        assert told(memory) == set()

    def test_an_utterance_takes_all_that_was_drawn_from_it(self, store: str) -> None:
        claims = [
            Claim(content="Lisbon", subject="user.location"),
            Claim(content="Rex", subject="user.pet"),
        ]
        extractor = ScriptedExtractor({"I live in Lisbon with Rex": claims})
        memory = Scene(store, extractor=extractor).user(session="s1")
        memory.observe([("user", "I live in Lisbon with Rex")])
        memory.forget(where={"types": "utterance"}, reason="asked")
        assert told(memory) == set()
        assert memory.window() == ()

    def test_a_session_takes_its_turns_too(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        memory.observe([("user", "I bought a violin"), ("user", "hi"), ("assistant", "Hello!")])
        erasure = memory.forget(session="s1", reason="asked")
        assert (len(erasure.memories), len(erasure.turns)) == (1, 3)
        assert memory.window() == ()

    def test_everything_takes_the_entities_too(self, store: str) -> None:
        scene = Scene(store)
        memory, working = scene.user(session="s1"), scene.core.working
        entity = {"kind": "order", "text": "A-42"}
        working.mention(memory.scope, [entity], now=MOMENT, deadline=ample())
        assert working.entities(memory.scope, now=MOMENT, deadline=ample()) == [entity]
        memory.forget(everything=True, reason="asked")
        assert working.entities(memory.scope, now=MOMENT, deadline=ample()) == []

    def test_a_retry_of_the_write_is_withheld(self, store: str) -> None:
        memory = Scene(store).user()
        memory.remember("tea", dedup_key="k")
        memory.forget(where={"types": "fact"}, reason="asked")
        again = memory.remember("tea", dedup_key="k")
        assert (again.action, again.memory) == (Action.WITHHELD, None)
        assert again.reason is not None
        assert "forgotten" in again.reason
        assert told(memory) == set()

    def test_but_the_same_may_be_said_anew(self, store: str) -> None:
        memory = Scene(store).user()
        memory.remember("tea", dedup_key="k")
        memory.forget(everything=True, reason="asked")
        assert memory.remember("tea").action is Action.ADDED
        assert told(memory) == {"tea"}

    def test_links_to_what_is_gone_are_cut_and_the_chain_goes_on(self, store: str) -> None:
        memory = Scene(store).user()
        ids = []
        for place in ("Berlin", "Porto", "Lisbon"):
            change = memory.remember(place, subject="user.location")
            assert change.memory is not None
            ids.append(change.memory.id)
        memory.forget(ids[1], reason="asked")
        lisbon, berlin = memory.history("user.location")
        assert (lisbon.supersedes, berlin.superseded_by) == (None, None)
        memory.remember("Faro", subject="user.location")
        assert contents(memory.recall("Faro", subjects="user.location").memories) == ["Faro"]

    def test_after_the_active_value_the_older_one_does_not_return(self, store: str) -> None:
        memory = Scene(store).user()
        memory.remember("Berlin", subject="user.location")
        lisbon = memory.remember("Lisbon", subject="user.location").memory
        assert lisbon is not None
        memory.forget(lisbon.id, reason="asked")
        assert contents(memory.history("user.location")) == ["Berlin"]
        assert len(memory.recall("Berlin")) == 0


@on_both_stores
class TestTheReport:
    @pytest.mark.parametrize("reason", ["", "  ", "x" * 65, None, 5])
    def test_a_reason_is_a_short_code(self, store: str, reason: Any) -> None:
        memory = stocked(store)
        with pytest.raises(InvalidInput, match="reason must be a short code of 1 to 64"):
            memory.forget("m1", reason=reason)
        assert told(memory) == EVERYTHING

    def test_what_where_why_who_and_when(self, store: str) -> None:
        memory = stocked(store)
        erasure = memory.forget("m1", reason="x" * 64, actor="ops")
        assert erasure.memories == ("m1",)
        assert (erasure.reason, erasure.actor, erasure.at) == ("x" * 64, "ops", MOMENT)
        places = {"records", "vectors", "words", "log", "working memory"}
        assert places <= set(erasure.where)
        assert set(erasure.where.values()) == {Copy.SCRUBBED}
        assert erasure.complete
        assert "backups of the database" in erasure.unreachable

    def test_it_holds_no_content(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", "I live in Lisbon")])
        assert "Lisbon" not in repr(memory.forget(session="s1", reason="asked"))

    def test_nothing_matched(self, store: str) -> None:
        erasure = stocked(store).forget("m99", reason="asked")
        assert (erasure.memories, erasure.turns) == ((), ())

    def test_a_working_memory_that_cannot_be_reached_is_pending(self, store: str) -> None:
        # The erasure is committed by then, and the window dies with its time to live.
        memory = Scene(store, working=_Lost()).user(session="s1")
        memory.observe([("user", "I live in Lisbon")])
        for filters in ({"session": "s1"}, {"everything": True}):
            erasure = memory.forget(**filters, reason="asked")
            assert erasure.where["working memory"] is Copy.PENDING
            assert not erasure.complete
            assert told(memory) == set()


class _Lost(InMemoryWorkingMemory):
    """A working memory that cannot be reached."""

    def push(self, *_: Any, **__: Any) -> None:
        raise Unavailable("it cannot be reached")

    def drop(self, *_: Any, **__: Any) -> None:
        raise Unavailable("it cannot be reached")
