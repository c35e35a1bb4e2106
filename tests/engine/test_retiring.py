"""What was said with a value leaves with it: utterances, notes kept word by word, and what stays because it says more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.engine.supersede import Reason
from hindsight_integrations.records import Claim, Memory, MemoryType, Role, Turn
from hindsight_integrations.testing import MOMENT, ScriptedExtractor
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, contents, on_both_stores

DAY = timedelta(days=1)


def said(memory: UserMemory, content: str, **how: object) -> Memory:
    """The utterance of a turn that is observed."""
    seen = memory.observe([Turn(role=Role.USER, content=content, **how)])  # type: ignore[arg-type]
    assert len(seen.turns) == 1
    return uttered(memory, content)


def uttered(memory: UserMemory, content: str) -> Memory:
    found = memory.recall(content, k=50, types="utterance", include_superseded=True, touch=False)
    return next(item.memory for item in found if item.memory.content == content)


def told(memory: UserMemory) -> list[str]:
    return sorted(contents(memory.recall("", k=50, touch=False).memories))


@on_both_stores
class TestAnUtterance:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("I live in Berlin", "I moved to Lisbon"),
            ("I live in Berlin.", "I now live in Lisbon!"),
            ("我住在柏林", "我搬到里斯本了"),
            ("Well, I live in Berlin", "我住在里斯本"),
        ],
    )
    def test_that_says_little_else_retires_with_its_value(
        self, store: str, before: str, after: str
    ) -> None:
        memory = Scene(store).user(session="s1")
        said(memory, before)
        said(memory, after)
        lisbon, berlin = memory.history("user.location")
        old = uttered(memory, before)
        assert (old.status, old.status_reason) == ("superseded", Reason.SAID_OVER)
        assert (old.superseded_by, old.valid_to) == (lisbon.id, berlin.valid_to)
        assert old.retired_at == berlin.retired_at
        # The new fact stands for its own utterance, if they read alike.
        assert before not in told(memory)
        assert after.rstrip("!了") in " ".join(told(memory))

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (
                "I live in Berlin. By the way, my sister's wedding is in June and I still need a dress",
                "I moved to Lisbon",
            ),
            (
                "我住在柏林。对了，我姐姐六月结婚，我还需要买一条裙子，最好是蓝色的",
                "我搬到里斯本了",
            ),
        ],
    )
    def test_that_says_more_stays_in_doubt(self, store: str, before: str, after: str) -> None:
        memory = Scene(store).user(session="s1")
        said(memory, before)
        said(memory, after)
        lisbon, _ = memory.history("user.location")
        old = uttered(memory, before)
        assert (old.status, old.contradicted_by) == ("active", lisbon.id)
        (found,) = memory.recall(before, k=1, types="utterance")
        assert found.verdict == "contradicted"

    def test_it_stays_in_doubt_while_another_value_of_its_turn_holds(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        before = "I live in Berlin, and I work at Acme"
        said(memory, before)
        said(memory, "I moved to Lisbon")
        assert uttered(memory, before).status == "active"
        assert uttered(memory, before).contradicted_by is not None
        said(memory, "I work at Globex")
        assert uttered(memory, before).contradicted_by is not None

    def test_as_of_then_it_is_told(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        said(memory, "I live in Berlin")
        scene.clock.advance(30 * DAY)
        said(memory, "I moved to Lisbon")
        then = memory.recall("Berlin", as_of=MOMENT + DAY, types="utterance")
        assert contents(then.memories) == ["I live in Berlin"]
        assert then[0].verdict == "fresh"

    def test_one_that_arrives_late_retires_at_once(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        said(memory, "I moved to Lisbon")
        old = said(memory, "I live in Berlin", at=MOMENT - 300 * DAY)
        assert (old.status, old.valid_to) == ("superseded", MOMENT)
        assert told(memory) == ["I moved to Lisbon"]

    @pytest.mark.parametrize(
        ("before", "end"),
        [
            ("I work at Acme", "I no longer work at Acme"),
            ("我在顶峰科技工作", "我从顶峰科技离职了"),
        ],
    )
    def test_it_retires_when_its_value_ends(self, store: str, before: str, end: str) -> None:
        memory = Scene(store).user(session="s1")
        said(memory, before)
        said(memory, end)
        assert uttered(memory, before).status == "superseded"
        assert told(memory) == [end]

    def test_a_value_that_was_remembered_without_a_turn_retires_nothing(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.remember("Berlin", subject="user.location")
        said(memory, "I live by the sea")
        memory.remember("Lisbon", subject="user.location")
        assert told(memory) == ["I live by the sea", "Lisbon"]


@on_both_stores
class TestANote:
    """What a user asked to have remembered is kept word by word where the rules know a part."""

    @pytest.mark.parametrize(
        ("asked", "note", "after"),
        [
            (
                "Remember that I live in Berlin and my door sticks",
                "I live in Berlin and my door sticks",
                "I moved to Lisbon",
            ),
            ("请记住我住在柏林，门有点卡", "我住在柏林，门有点卡", "我搬到里斯本了"),
        ],
    )
    def test_one_that_says_more_stays_in_doubt(
        self, store: str, asked: str, note: str, after: str
    ) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", asked)])
        (kept,) = [item for item in memory.recall(note, k=9).memories if item.content == note]
        assert (kept.subject_key, kept.priority) == (None, 10)
        memory.observe([("user", after)])
        now = memory.get(kept.id)
        assert now is not None
        assert (now.status, now.contradicted_by) == (
            "active",
            memory.history("user.location")[0].id,
        )

    def test_one_that_says_little_else_retires(self, store: str) -> None:
        claims = [
            Claim(content="I live in Berlin", subject="user.location"),
            Claim(content="I live in Berlin, yes", priority=10),
        ]
        extractor = ScriptedExtractor(
            {
                "remember: I live in Berlin, yes": claims,
                "Lisbon now": [Claim(content="Lisbon", subject="user.location")],
            }
        )
        memory = Scene(store, extractor=extractor).user(session="s1")
        memory.observe([("user", "remember: I live in Berlin, yes")])
        memory.observe([("user", "Lisbon now")])
        assert "I live in Berlin, yes" not in told(memory)
        note = next(
            item.memory
            for item in memory.recall("Berlin", k=9, include_superseded=True, types="fact")
            if item.memory.content == "I live in Berlin, yes"
        )
        assert (note.status, note.status_reason) == ("superseded", Reason.SAID_OVER)


@on_both_stores
class TestOthersOfTheTurn:
    """A claim of the same turn that says something else is nobody's echo."""

    @pytest.mark.parametrize("kind", [MemoryType.FACT, MemoryType.TASK, MemoryType.PREFERENCE])
    @pytest.mark.parametrize(
        ("value", "other"), [("lives in Berlin", "has two cats"), ("住在柏林", "养了两只猫")]
    )
    def test_it_stays_as_it_is(self, store: str, kind: MemoryType, value: str, other: str) -> None:
        extractor = ScriptedExtractor(
            {
                "one": [
                    Claim(content=value, subject="user.location"),
                    Claim(content=other, type=kind),
                ],
                "two": [Claim(content="Lisbon", subject="user.location")],
            }
        )
        memory = Scene(store, extractor=extractor).user(session="s1")
        memory.observe([("user", "one")])
        memory.observe([("user", "two")])
        (kept,) = [m for m in memory.recall(other, k=9).memories if m.content == other]
        assert (kept.status, kept.contradicted_by) == ("active", None)

    def test_other_facts_stay_when_the_value_ends(self, store: str) -> None:
        claims = [Claim(content="Acme", subject="user.employer"), Claim(content="has two cats")]
        ends = [Claim(content="Acme", subject="user.employer", ends=True)]
        extractor = ScriptedExtractor({"one": claims, "two": ends})
        memory = Scene(store, extractor=extractor).user(session="s1")
        memory.observe([("user", "one")])
        memory.observe([("user", "two")])
        assert "has two cats" in told(memory)
        assert "Acme" not in told(memory)

    def test_one_under_a_key_of_many_stays(self, store: str) -> None:
        extractor = ScriptedExtractor(
            {
                "one": [
                    Claim(content="lives in Berlin", subject="user.location"),
                    Claim(content="Rex", subject="user.pet"),
                ],
                "two": [Claim(content="Lisbon", subject="user.location")],
            }
        )
        memory = Scene(store, extractor=extractor).user(session="s1")
        memory.observe([("user", "one")])
        memory.observe([("user", "two")])
        assert "Rex" in told(memory)


@on_both_stores
class TestEnds:
    """An end closes what had begun by then."""

    def employed(self, store: str) -> UserMemory:
        memory = Scene(store).user()
        memory.remember("Acme", subject="user.employer", event_time=MOMENT - 10 * DAY)
        return memory

    @pytest.mark.parametrize(
        ("days", "ends"), [(20, False), (10, True), (1, True), (None, True)], ids=str
    )
    def test_one_dated_earlier_ends_nothing(self, store: str, days: int | None, ends: bool) -> None:
        memory = self.employed(store)
        when = None if days is None else MOMENT - days * DAY
        end = Claim(content="Acme", subject="user.employer", event_time=when, ends=True)
        (change,) = memory.remember_many([end])
        assert change.action is Action.ENDED
        assert (change.memory is not None) == ends
        (acme,) = memory.history("user.employer")
        assert acme.status == ("expired" if ends else "active")


@on_both_stores
class TestWhatWasReplaced:
    def test_only_what_was_active_until_now(self, store: str) -> None:
        # Two inferences one after the other, and then a statement dated between them.
        memory = Scene(store).user()
        for content, days in (("tea", 30), ("coffee", 10)):
            memory.remember(
                content,
                subject="user.drink",
                type="inference",
                source="inferred",
                event_time=MOMENT - days * DAY,
            )
        change = memory.remember("milk", subject="user.drink", event_time=MOMENT - 20 * DAY)
        assert change.action is Action.SUPERSEDED
        assert contents(change.superseded) == ["coffee"]


@on_both_stores
@pytest.mark.parametrize(
    ("twice", "after"),
    [("I live in Berlin", "I moved to Lisbon"), ("我住在柏林", "我搬到里斯本了")],
)
class TestAValueSaidTwice:
    def test_all_its_sayings_retire_with_it(self, store: str, twice: str, after: str) -> None:
        memory = Scene(store).user(session="s1")
        for content in (twice, twice, after):
            said(memory, content)
        assert twice not in told(memory)

    def test_all_its_sayings_are_forgotten_with_it(
        self, store: str, twice: str, after: str
    ) -> None:
        memory = Scene(store).user(session="s1")
        for content in (twice, twice):
            said(memory, content)
        memory.forget(subject="user.location", reason="asked")
        assert twice not in told(memory)


@on_both_stores
class TestAnEcho:
    """What the assistant repeats of a value is a copy of it."""

    @pytest.mark.parametrize(
        ("stated", "echo", "after"),
        [
            ("I live in Oslo", "Noted: you live in Oslo.", "I moved to Bergen"),
            ("我住在北京", "好的，您住在北京。", "我搬到杭州了"),
        ],
    )
    def test_is_in_doubt_once_the_value_is_replaced_and_goes_when_it_is_forgotten(
        self, store: str, stated: str, echo: str, after: str
    ) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", stated), ("assistant", echo), ("assistant", "Anything else?")])
        assert uttered(memory, echo).contradicted_by is None
        said(memory, after)
        assert uttered(memory, echo).contradicted_by is not None
        memory.forget(subject="user.location", reason="asked")
        assert echo not in told(memory)
        assert [turn.content for turn in memory.window()] == ["Anything else?"]

    def test_in_another_session_is_not_known_to_be_one(self, store: str) -> None:
        scene = Scene(store)
        elsewhere = scene.user(session="s2")
        elsewhere.observe([("assistant", "Oslo has 700,000 people.")])
        memory = scene.user(session="s1")
        said(memory, "I live in Oslo")
        said(memory, "I moved to Bergen")
        assert uttered(elsewhere, "Oslo has 700,000 people.").contradicted_by is None


@on_both_stores
class TestTheQuestionItself:
    @pytest.mark.parametrize("question", ["Where do I live?", "我住在哪里？"])
    def test_is_no_answer_to_itself(self, store: str, question: str) -> None:
        memory = Scene(store).user(session="s1")
        said(memory, "I live in Oslo")
        memory.observe([("user", question)])
        found = memory.recall(question)
        assert question not in contents(found.memories)
        reasons = [left.reason for left in found.trace.left_out]
        assert "it is the question itself" in reasons
