"""Taking in turns: what is logged, what is found again, what is learnt, and that nothing is written twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations.answers import Action, Observation
from hindsight_integrations.errors import ModelError, Unavailable
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, Memory, Role, Turn
from hindsight_integrations.testing import (
    MOMENT,
    BrokenEmbedder,
    BrokenExtractor,
    InMemoryWorkingMemory,
    ScriptedExtractor,
)
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, contents, on_both_stores

DAY = timedelta(days=1)
FIVE = [
    ("user", "I bought a violin"),
    ("assistant", "A violin is a lovely instrument"),
    ("user", "It was made in Cremona"),
    ("assistant", "Cremona is where Stradivari worked"),
    ("user", "我每天练习一小时"),
]


def logged(memory: UserMemory) -> list[str]:
    return [turn.content for turn in memory.window()]


def everything(memory: UserMemory) -> list[Memory]:
    """All that may be told, in the order in which it was written."""
    return sorted(memory.recall("", k=100, touch=False).memories, key=lambda m: m.sequence)


@on_both_stores
class TestWhatIsKept:
    @pytest.mark.parametrize("said", ["hi", "Thank you so much!", "ok", "你好", "谢谢！", "👍"])
    def test_small_talk_is_logged_and_not_found(self, store: str, said: str) -> None:
        memory = Scene(store).user(session="s1")
        seen = memory.observe([("user", said), ("assistant", said)])
        assert [turn.content for turn in seen.turns] == [said, said]
        assert logged(memory) == [said, said]
        assert (seen.changes, memory.count()) == ((), 0)

    @pytest.mark.parametrize(
        ("said", "query"), [("I bought a violin", "violin"), ("我买了一把小提琴", "小提琴")]
    )
    def test_what_was_said_is_found_at_once(self, store: str, said: str, query: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", said)])
        (found,) = memory.recall(query)
        assert (found.memory.content, found.memory.type, found.memory.tier) == (
            said,
            "utterance",
            "episodic",
        )
        assert found.memory.payload == {"role": "user"}
        assert found.turns == (found.memory.source_turn,)

    def test_who_said_it_is_kept(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(
            [
                {"role": "user", "content": "I bought a violin", "name": "Bob"},
                ("assistant", "Violins are hard to tune"),
            ]
        )
        spoken, answered = everything(memory)
        assert spoken.payload == {"role": "user", "name": "Bob"}
        assert (spoken.source, answered.source) == ("user_stated", "inferred")

    def test_a_systems_turn_is_only_logged(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("system", "You are a helpful assistant who lives in Berlin")])
        assert len(logged(memory)) == 1
        assert memory.count() == 0

    def test_a_tools_turn_is_an_event_with_its_status(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        seen = memory.observe(
            [
                Turn(role=Role.TOOL, content="3 hits", name="search", id="c1"),
                Turn(
                    role=Role.TOOL,
                    content="no such order",
                    name="cancel",
                    id="c2",
                    payload={"status": "error", "order": 42},
                ),
                Turn(role=Role.TOOL, content="done", id="c3"),
            ]
        )
        assert [change.action for change in seen.changes] == [Action.ADDED] * 3
        found, failed, nameless = everything(memory)
        assert (found.content, found.type, found.source) == ("search: 3 hits", "event", "tool")
        assert found.payload == {
            "event_type": "tool_call",
            "tool": "search",
            "result": "3 hits",
            "status": "success",
        }
        assert (failed.payload["status"], failed.payload["order"]) == ("error", 42)
        assert nameless.payload["tool"] == "tool"
        assert memory.count(event_type="tool_call") == 3

    def test_a_long_result_is_logged_whole_and_told_in_part(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([Turn(role=Role.TOOL, content="x" * 5000, name="read")])
        (event,) = everything(memory)
        assert event.payload["result"] == "x" * 2000
        assert logged(memory) == ["x" * 5000]

    def test_nothing(self, store: str) -> None:
        memory = Scene(store).user()
        assert memory.observe([]) == Observation((), ())
        assert memory.observe([{"role": "assistant", "content": None}]) == Observation((), ())

    def test_the_window_holds_the_last_ten_of_the_session(self, store: str) -> None:
        scene = Scene(store)
        scene.user(session="s1").observe([("user", f"turn {n}") for n in range(12)])
        scene.user(session="s2").observe([("user", "elsewhere")])
        assert logged(scene.user(session="s1")) == [f"turn {n}" for n in range(2, 12)]
        assert logged(scene.user(session="s2")) == ["elsewhere"]


@on_both_stores
class TestTimes:
    THEN = datetime(2024, 5, 1, 9, tzinfo=UTC)

    def test_each_turns_own_wins_over_the_callers_and_that_over_the_clock(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        own = Turn(role=Role.USER, content="violin one", at=self.THEN)
        memory.observe([own, ("user", "violin two")], at=self.THEN + DAY)
        memory.observe([("user", "violin three")])
        assert [m.happened_at for m in everything(memory)] == [
            self.THEN,
            self.THEN + DAY,
            MOMENT,
        ]

    def test_what_is_claimed_holds_from_when_it_was_said(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", "I live in Berlin")], at=self.THEN)
        memory.observe([("user", "我住在里斯本")], at=self.THEN + 30 * DAY)
        lisbon, berlin = memory.history("user.location")
        assert (berlin.valid_from, berlin.valid_to) == (self.THEN, self.THEN + 30 * DAY)
        assert lisbon.created_at == MOMENT
        told = memory.recall("where does she live?", as_of=self.THEN + DAY, types="fact")
        assert contents(told.memories) == ["I live in Berlin"]

    def test_an_old_conversation_taken_in_late_does_not_become_current(self, store: str) -> None:
        scene = Scene(store)
        scene.user(session="new").observe([("user", "I live in Lisbon")], at=self.THEN + DAY)
        scene.user(session="old").observe([("user", "I live in Berlin")], at=self.THEN)
        assert contents(scene.user().history("user.location")) == [
            "I live in Lisbon",
            "I live in Berlin",
        ]
        assert "I live in Berlin" not in contents(everything(scene.user()))


@on_both_stores
class TestExtractors:
    SAID = "my cat is called Miso and I play the violin"
    CLAIMS = (
        Claim(content="the cat is called Miso", subject="user.pet"),
        Claim(content="plays the violin", subject="user.hobby", event_time=MOMENT - 9 * DAY),
    )

    def test_claims_carry_their_turn_and_its_time(self, store: str) -> None:
        scene = Scene(store, extractor=ScriptedExtractor({self.SAID: self.CLAIMS}))
        memory = scene.user(session="s1")
        turn = Turn(role=Role.USER, content=self.SAID, id="t1", at=MOMENT - DAY)
        cat, violin = (change.memory for change in memory.observe([turn]).changes)
        assert cat is not None
        assert violin is not None
        assert (cat.source_turn, violin.source_turn) == ("s1/t1", "s1/t1")
        assert (cat.event_time, violin.event_time) == (MOMENT - DAY, MOMENT - 9 * DAY)

    def test_what_it_hears(self, store: str) -> None:
        extractor = ScriptedExtractor({})
        memory = Scene(store, extractor=extractor).user(session="s1", tz="Asia/Shanghai")
        said = [(role, text) for role, text in [*FIVE, ("user", "and one more")]]
        memory.observe(said, at=MOMENT - DAY)
        last = extractor.heard[-1]
        assert (last.turn.content, last.at, last.tz) == (
            "and one more",
            MOMENT - DAY,
            "Asia/Shanghai",
        )
        assert [turn.content for turn in last.before] == [text for _, text in FIVE[1:]]
        assert extractor.heard[0].before == ()

    def test_known_turns_are_not_read_again(self, store: str) -> None:
        extractor = ScriptedExtractor({})
        memory = Scene(store, extractor=extractor).user(session="s1")
        memory.observe(FIVE[:3])
        memory.observe(FIVE)
        assert len(extractor.heard) == 5

    def test_claims_of_their_own_key_are_written_once(self, store: str) -> None:
        claim = Claim(content="plays the violin", dedup_key="violin")
        extractor = ScriptedExtractor({"one": [claim], "two": [claim]})
        memory = Scene(store, extractor=extractor).user(session="s1")
        first, second = memory.observe([("user", "one"), ("user", "two")]).changes
        assert (first.action, second.action) == (Action.ADDED, Action.REPEATED)

    @pytest.mark.parametrize(
        "error",
        [
            ModelError("down"),
            Unavailable("later"),
            KeyError("choices"),
            IndexError("0"),
            AttributeError("content"),
            ValueError("no JSON"),
            OSError("refused"),
            ZeroDivisionError(),
            AssertionError(),
        ],
        ids=lambda error: type(error).__name__,
    )
    def test_if_it_fails_the_rules_read_and_the_turn_is_kept(
        self, store: str, error: Exception
    ) -> None:
        memory = Scene(store, extractor=BrokenExtractor(error)).user(session="s1")
        seen = memory.observe([("user", "I live in Lisbon")])
        assert contents(memory.history("user.location")) == ["I live in Lisbon"]
        assert logged(memory) == ["I live in Lisbon"]
        (degraded,) = seen.degraded
        assert degraded.startswith("extractor failed on a turn (")
        assert degraded.endswith("the rules read it")

    @pytest.mark.parametrize("kind", ["none", "text", "dicts", "one bad", "number", "late"])
    def test_if_it_answers_nonsense_the_rules_read(self, store: str, kind: str) -> None:
        memory = Scene(store, extractor=_Nonsense(kind)).user(session="s1")
        seen = memory.observe([("user", "我住在里斯本")])
        assert contents(memory.history("user.location")) == ["我住在里斯本"]
        assert seen.degraded == ("extractor failed on a turn (ModelError); the rules read it",)

    def test_one_failure_a_turn_is_told(self, store: str) -> None:
        memory = Scene(store, extractor=BrokenExtractor()).user(session="s1")
        assert len(memory.observe(FIVE).degraded) == 5


class _Nonsense:
    """An extractor that answers what is no list of claims."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def extract(self, heard: Heard) -> Sequence[Claim]:
        answers: dict[str, Any] = {
            "none": None,
            "text": "Lisbon",
            "dicts": [{"content": "Lisbon"}],
            "one bad": [Claim(content="kept by nobody"), None],
            "number": 5,
            "late": self._late(),
        }
        claims: Sequence[Claim] = answers[self._kind]
        return claims

    def _late(self) -> Any:
        yield Claim(content="kept by nobody")
        raise KeyError("choices")


@on_both_stores
class TestWhatFails:
    def test_an_encoder(self, store: str) -> None:
        memory = Scene(store, embedder=BrokenEmbedder()).user(session="s1")
        seen = memory.observe([("user", "I live in Lisbon")])
        assert logged(memory) == ["I live in Lisbon"]
        assert len(seen.degraded) == 1
        assert contents(memory.recall("Lisbon").memories) == ["I live in Lisbon"]

    def test_the_working_memory(self, store: str) -> None:
        # What was committed stays; the window is read from the log.
        scene = Scene(store, working=_Lost())
        memory = scene.user(session="s1")
        seen = memory.observe([("user", "I live in Lisbon")])
        assert seen.degraded == ("working memory: Unavailable",)
        assert len(seen.turns) == 1
        assert logged(memory) == ["I live in Lisbon"]


class _Lost(InMemoryWorkingMemory):
    """A working memory that cannot be reached."""

    def push(self, *_: Any, **__: Any) -> None:
        raise Unavailable("it cannot be reached")
