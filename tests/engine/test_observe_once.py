"""No turn is written twice: named ones, transcripts that grow, retries, and replays of what was forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import Observation
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.testing import MOMENT
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, on_both_stores

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


@on_both_stores
class TestOnce:
    @pytest.mark.parametrize(
        "name", [{"id": "m1"}, {"index": 3}, {"id": "m1", "index": 3}], ids=str
    )
    def test_a_named_turn_is_written_once(self, store: str, name: dict[str, Any]) -> None:
        memory = Scene(store).user(session="s1")
        turn = Turn(role=Role.USER, content="I live in Lisbon", **name)
        assert len(memory.observe([turn]).changes) == 1
        again = memory.observe([turn])
        assert again == Observation((), (), repeated=1)
        assert (len(logged(memory)), memory.count()) == (1, 2)

    def test_a_name_belongs_to_its_session(self, store: str) -> None:
        scene = Scene(store)
        turn = Turn(role=Role.USER, content="I bought a violin", id="run-1")
        for session in ("s1", "s2"):
            assert len(scene.user(session=session).observe([turn]).turns) == 1
        assert scene.user("bob", session="s1").observe([turn]).repeated == 0

    def test_the_same_name_twice_in_one_batch(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        turn = Turn(role=Role.USER, content="I bought a violin", id="a")
        other = Turn(role=Role.USER, content="I sold my cello", id="b")
        seen = memory.observe([turn, other, turn])
        assert [t.id for t in seen.turns] == ["a", "b"]
        assert seen.repeated == 1
        assert logged(memory) == ["I bought a violin", "I sold my cello"]

    def test_of_one_name_the_first_counts(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([Turn(role=Role.USER, content=f"violin {n}", id="a") for n in (1, 2)])
        assert logged(memory) == ["violin 1"]

    def test_a_known_name_twice_in_one_batch(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        turn = Turn(role=Role.USER, content="I bought a violin", id="a")
        memory.observe([turn])
        assert memory.observe([turn, turn]) == Observation((), (), repeated=2)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (("a/b", {"id": "c"}), ("a", {"id": "b/c"})),
            (("a", {"id": "#3"}), ("a", {"index": 3})),
            (("a%2Fb", {"id": "c"}), ("a/b", {"id": "c"})),
            (("a", {"id": "%233"}), ("a", {"id": "#3"})),
        ],
    )
    def test_names_that_look_alike_are_different(
        self, store: str, one: tuple[str, Any], other: tuple[str, Any]
    ) -> None:
        scene = Scene(store)
        for session, name in (one, other):
            turn = Turn(role=Role.USER, content="I bought a violin", **name)
            assert len(scene.user(session=session).observe([turn]).turns) == 1

    def test_named_turns_among_known_ones(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        turns = [Turn(role=Role.USER, content=f"violin {n}", index=n) for n in range(5)]
        memory.observe(turns[:3])
        seen = memory.observe(turns)
        assert ([turn.index for turn in seen.turns], seen.repeated) == ([3, 4], 3)

    def test_a_transcript_that_has_grown(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(FIVE[:3])
        seen = memory.observe(FIVE)
        assert ([turn.content for turn in seen.turns], seen.repeated) == (
            [text for _, text in FIVE[3:]],
            3,
        )
        assert logged(memory) == [text for _, text in FIVE]
        assert memory.count() == 5

    def test_the_same_transcript_again(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        for _ in range(3):
            memory.observe(FIVE)
        assert logged(memory) == [text for _, text in FIVE]

    def test_the_last_batch_again(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(FIVE[:3])
        memory.observe(FIVE[3:])
        assert memory.observe(FIVE[3:]).repeated == 2
        assert logged(memory) == [text for _, text in FIVE]

    def test_the_last_batch_of_an_old_conversation_again(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        then = MOMENT - 300 * DAY
        memory.observe(FIVE[:3], at=then)
        memory.observe(FIVE[3:], at=then + DAY)
        assert memory.observe(FIVE[3:], at=then + DAY).repeated == 2
        # At another time the same was said again.
        assert memory.observe(FIVE[3:], at=then + 2 * DAY).repeated == 0
        assert len(logged(memory)) == 7

    def test_the_last_batch_much_later_is_said_again(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        memory.observe(FIVE[:3])
        memory.observe(FIVE[3:])
        scene.clock.advance(DAY)
        assert memory.observe(FIVE[3:]).repeated == 0

    def test_a_transcript_whose_first_turn_came_alone(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(FIVE[:1])
        assert memory.observe(FIVE[:4]).repeated == 1
        assert memory.observe(FIVE).repeated == 4
        assert logged(memory) == [text for _, text in FIVE]

    def test_the_first_exchange_said_again_later_is_new(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        memory.observe(FIVE[:2])
        memory.observe(FIVE[2:4])
        scene.clock.advance(DAY)
        assert memory.observe(FIVE[:2]).repeated == 0
        assert len(logged(memory)) == 6

    def test_people_repeat_themselves(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        for _ in range(3):
            assert memory.observe([("user", "the violin, please")]).repeated == 0
        assert logged(memory) == ["the violin, please"] * 3

    def test_a_batch_that_begins_like_the_log_but_goes_on_otherwise_is_new(
        self, store: str
    ) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(FIVE[:3])
        assert memory.observe([FIVE[0], ("user", "another violin")]).repeated == 0
        assert len(logged(memory)) == 5

    def test_another_speaker_makes_another_turn(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        said = [{"role": "user", "content": "I play", "name": name} for name in ("Ann", "Bob")]
        memory.observe(said)
        assert memory.observe(said[::-1]).repeated == 0
        assert memory.observe(said[::-1]).repeated == 2

    def test_other_sessions_are_others(self, store: str) -> None:
        scene = Scene(store)
        scene.user(session="s1").observe(FIVE)
        assert scene.user(session="s2").observe(FIVE).repeated == 0
        assert scene.user().observe(FIVE).repeated == 0
        assert scene.user().observe(FIVE).repeated == 5


@on_both_stores
class TestForgotten:
    def named(self) -> list[Turn]:
        return [
            Turn(role=Role.USER, content=text, index=n)
            for n, text in enumerate(["I bought a violin", "I live in Lisbon", "I play it daily"])
        ]

    def test_a_replay_withholds_it(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(self.named())
        memory.forget(subject="user.location", reason="asked")
        seen = memory.observe(self.named())
        assert (seen.turns, seen.changes, seen.repeated, seen.withheld) == ((), (), 2, 1)
        assert logged(memory) == ["I bought a violin", "I play it daily"]
        assert memory.history("user.location") == []

    @pytest.mark.parametrize("gone", [0, 1, 2])
    def test_a_nameless_transcript_withholds_it(self, store: str, gone: int) -> None:
        memory = Scene(store).user(session="s1")
        said = [("user", turn.content) for turn in self.named()]
        memory.observe(said)
        erased = memory.recall(said[gone][1], k=1, types="utterance", touch=False)[0].memory
        assert erased.content == said[gone][1]
        memory.forget(erased.id, reason="asked")
        grown = [*said, ("user", "and I sing")]
        seen = memory.observe(grown)
        assert [turn.content for turn in seen.turns] == ["and I sing"]
        assert (seen.repeated, seen.withheld) == (2, 1)
        again = memory.observe(grown)
        assert (again.turns, again.repeated, again.withheld) == ((), 3, 1)

    def test_after_everything_was_forgotten_a_named_replay_writes_nothing(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe(self.named())
        memory.forget(everything=True, reason="asked")
        seen = memory.observe(self.named())
        assert (seen.turns, seen.withheld) == ((), 3)
        assert memory.count() == 0


class TestLaws:
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["user", "assistant"]), st.sampled_from(["ok", "violin", "茶"])
            ),
            min_size=2,
            max_size=8,
        ),
        st.data(),
    )
    def test_a_transcript_observed_as_it_grows_is_logged_once(
        self, said: list[tuple[str, str]], data: st.DataObject
    ) -> None:
        memory = Scene().user(session="s1")
        ends = data.draw(st.lists(st.integers(2, len(said)), max_size=4))
        for end in [*sorted(ends), len(said)]:
            memory.observe(said[:end])
        assert logged(memory) == [text for _, text in said]

    @given(st.lists(st.integers(0, 6), min_size=1, max_size=12))
    def test_named_turns_are_logged_once_however_often_they_come(self, indexes: list[int]) -> None:
        memory = Scene().user(session="s1")
        seen = memory.observe(
            [Turn(role=Role.USER, content=f"violin {n}", index=n) for n in indexes]
        )
        assert len(seen.turns) == len(set(indexes))
        assert len(seen.turns) + seen.repeated == len(indexes)
        assert memory.count() == len(set(indexes))
