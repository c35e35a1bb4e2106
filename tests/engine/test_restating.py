"""What is said again in other words refreshes what is known, and only where many statements stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.engine.drafts import draft
from hindsight_integrations.engine.remember import decided, write_all
from hindsight_integrations.engine.restating import compared
from hindsight_integrations.errors import ModelError
from hindsight_integrations.ports import Deadline, Vector
from hindsight_integrations.records import Claim, MemoryType, Role, Source, Turn
from hindsight_integrations.settings import LikenessSettings, Settings
from scene import PointingEncoder, Scene, UnreachableIndex, on_both_stores

PAIRS = [
    ("My mother lives with us in winter", "In winter my mom lives with us"),
    ("冬天我妈跟我们住", "我妈妈冬天跟我们住"),
]
NEAR = PointingEncoder({text: 20.0 * place for pair in PAIRS for place, text in enumerate(pair)})
both_languages = pytest.mark.parametrize(("first", "again"), PAIRS)


def scene(store: str, settings: Settings | None = None) -> Scene:
    return Scene(store, settings or Settings(), embedder=NEAR)


@on_both_stores
@both_languages
class TestSaidInOtherWords:
    def test_it_refreshes_what_is_known_and_says_why(
        self, store: str, first: str, again: str
    ) -> None:
        made = scene(store)
        user = made.user()
        known = user.remember(first, confidence=0.6, importance=0.5).memory
        made.clock.advance(timedelta(days=3))
        change = user.remember(again, importance=0.7)
        assert known is not None
        assert change.memory is not None
        assert change.action is Action.REFRESHED
        assert change.reason == "a near-duplicate: the same words in another order"
        kept = change.memory
        assert (kept.id, kept.content) == (known.id, first)
        assert (kept.confidence, kept.importance, kept.access_count) == (0.95, 0.7, 1)
        assert kept.confirmed_at == known.created_at + timedelta(days=3)
        assert user.count() == 1

    def test_a_turn_that_says_it_is_one_of_its_sayings(
        self, store: str, first: str, again: str
    ) -> None:
        user = scene(store).user(session="s")
        ask = "Remember that " if first.isascii() else "记住，"
        for id, text in (("1", first), ("2", again)):
            user.observe([Turn(role=Role.USER, content=ask + text, id=id)])
        notes = user.find(types="fact")
        assert [note.turns for note in notes if note.subject_key is None] == [("s/1", "s/2")]

    @pytest.mark.parametrize(
        "other",
        [
            {"type": MemoryType.TASK},
            {"subject": "user.note"},
            {"payload": {"due": {"from": "2025-05-01"}}},
            {"source": Source.INFERRED},
            {"ends": True},
            {"type": MemoryType.EVENT},
        ],
        ids=["kind", "key", "data", "standing", "end", "event"],
    )
    def test_another_kind_key_day_or_standing_is_another_statement(
        self, store: str, first: str, again: str, other: dict[str, Any]
    ) -> None:
        user = scene(store).user()
        user.remember(first)
        (change,) = user.remember_many([replace(Claim(content=again), **other)])
        assert change.action is not Action.REFRESHED

    def test_another_user_is_never_looked_at(self, store: str, first: str, again: str) -> None:
        made = scene(store)
        made.user("alice").remember(first)
        assert made.user("bob").remember(again).action is Action.ADDED

    def test_what_was_forgotten_is_not_refreshed(self, store: str, first: str, again: str) -> None:
        user = scene(store).user()
        known = user.remember(first).memory
        assert known is not None
        user.forget(known.id, reason="asked")
        assert user.remember(again).action is Action.ADDED

    def test_an_import_is_compared_word_by_word(self, store: str, first: str, again: str) -> None:
        user = scene(store, Settings(likeness=LikenessSettings(batch=0))).user()
        user.remember(first)
        assert user.remember(again).action is Action.ADDED
        assert user.remember(first).action is Action.REFRESHED


@on_both_stores
@both_languages
class TestSaidInOtherWordsInOneCall:
    """One call of two claims does what two calls of one do."""

    def test_the_second_refreshes_the_first(self, store: str, first: str, again: str) -> None:
        user = scene(store).user()
        one, other = user.remember_many([Claim(content=first), Claim(content=again)])
        assert (one.action, other.action) == (Action.ADDED, Action.REFRESHED)
        assert other.reason == "a near-duplicate: the same words in another order"
        assert one.memory is not None
        assert other.memory is not None
        assert (other.memory.id, user.count()) == (one.memory.id, 1)

    def test_what_the_first_refreshes_the_second_does_too(
        self, store: str, first: str, again: str
    ) -> None:
        user = scene(store).user()
        known = user.remember(first).memory
        changes = user.remember_many([Claim(content=again), Claim(content=first)])
        assert [change.action for change in changes] == [Action.REFRESHED] * 2
        assert known is not None
        assert {change.memory.id for change in changes if change.memory} == {known.id}
        assert user.count() == 1

    def test_another_kind_is_another_statement(self, store: str, first: str, again: str) -> None:
        user = scene(store).user()
        changes = user.remember_many(
            [Claim(content=first), Claim(content=again, type=MemoryType.TASK)]
        )
        assert [change.action for change in changes] == [Action.ADDED] * 2

    def test_two_turns_of_one_transcript_are_its_sayings(
        self, store: str, first: str, again: str
    ) -> None:
        user = scene(store).user(session="s")
        ask = "Remember that " if first.isascii() else "记住，"
        turns = [
            Turn(role=Role.USER, content=ask + text, id=id)
            for id, text in (("1", first), ("2", again))
        ]
        user.observe(turns)
        notes = [note for note in user.find(types="fact") if note.subject_key is None]
        assert [note.turns for note in notes] == [("s/1", "s/2")]
        assert user.observe(turns).repeated == 2

    def test_what_ended_between_is_added_anew(self, store: str, first: str, again: str) -> None:
        user = scene(store).user()
        changes = user.remember_many(
            [Claim(content=first), Claim(content=first, ends=True), Claim(content=again)]
        )
        assert [change.action for change in changes] == [
            Action.ADDED,
            Action.ENDED,
            Action.ADDED,
        ]

    def test_a_replay_that_says_something_else_takes_nothing_in(
        self, store: str, first: str, again: str
    ) -> None:
        """A dedup key answers what it was used for, which need not be what this call says under it."""
        user = scene(store).user()
        user.remember_many([Claim(content="The bike stands in the cellar", dedup_key="k")])
        changes = user.remember_many([Claim(content=first, dedup_key="k"), Claim(content=again)])
        assert [change.action for change in changes] == [Action.REPEATED, Action.ADDED]
        assert {memory.content for memory in user.find()} == {
            "The bike stands in the cellar",
            again,
        }


class FailsOnSingleWords(PointingEncoder):
    """An encoder that answers for sentences, and fails on what is left over of two of them."""

    def embed(self, texts: Sequence[str]) -> Vector:
        if any(len(text) < 8 for text in texts):
            raise ModelError("it did not answer")
        return super().embed(texts)


LEFT_OVER = [
    ("The printer jams on thick paper", "The printer chokes on thick paper"),
    ("自行车放在磨坊后面的棚子里", "自行车放在磨坊后面的小屋里"),
]


@on_both_stores
@pytest.mark.parametrize(("first", "again"), LEFT_OVER)
@pytest.mark.parametrize("calls", [1, 2])
def test_an_encoder_that_fails_leaves_both(store: str, first: str, again: str, calls: int) -> None:
    encoder = FailsOnSingleWords({first: 0.0, again: 15.0})
    user = Scene(store, embedder=encoder).user()
    claims = [Claim(content=first), Claim(content=again)]
    for batch in [claims] if calls == 1 else [[claim] for claim in claims]:
        assert {change.action for change in user.remember_many(batch)} == {Action.ADDED}
    assert user.count() == 2


@on_both_stores
@pytest.mark.parametrize("text", ["Remember to call the bank tomorrow", "明天给银行打电话"])
def test_a_day_that_moves_is_another_day(store: str, text: str) -> None:
    other = text.replace("call", "phone").replace("打电话", "致电")
    user = Scene(store, Settings(), embedder=PointingEncoder({text: 0.0, other: 0.0})).user()
    user.remember(text)
    assert user.remember(other).action is Action.ADDED


@on_both_stores
@both_languages
def test_a_record_that_changed_after_it_was_compared_is_left_alone(
    store: str, first: str, again: str
) -> None:
    made = scene(store)
    user, core = made.user(), made.core
    known = user.remember(first).memory
    assert known is not None
    drafts = compared(core, user.scope, draft(core, [Claim(content=again)]), Deadline.after(30))
    assert drafts[0].restates is not None
    user.correct(known.id, "My uncle lives with us")
    changes = decided(
        core, user.scope, Deadline.after(30), partial(write_all, core, user.scope, drafts)
    )
    assert [change.action for change in changes] == [Action.ADDED]


@both_languages
def test_an_index_that_cannot_be_reached_holds_nothing_up(first: str, again: str) -> None:
    made = Scene("fakes", embedder=NEAR, index=lambda _: UnreachableIndex())
    user = made.user()
    user.remember(first)
    assert user.remember(again).action is Action.ADDED
