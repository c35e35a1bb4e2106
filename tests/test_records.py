"""The nouns that are written: what each accepts, how it keeps it, and that errors name the field and reprs hold no content."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import (
    Claim,
    Memory,
    MemoryType,
    Role,
    Scope,
    Source,
    Status,
    SubjectKey,
    SubjectPattern,
    Tier,
    Turn,
    Unfrozen,
    Window,
    frozen,
)
from hindsight_integrations.testing import MOMENT, make_memory

DAY = timedelta(days=1)
EAST = timezone(timedelta(hours=8))
SECRET = "zqx-secret"


class TestSubjectKey:
    @pytest.mark.parametrize(
        ("given", "key"),
        [
            ("user.location", "user.location"),
            ("User.Preference.CONTACT", "user.preference.contact"),
            ("user", "user"),
            ("user.job-title_2", "user.job-title_2"),
            ("用户.住址", "用户.住址"),
            ("ｕｓｅｒ．ｎａｍｅ", "user.name"),
            ("user.e\u0301tat", "user.état"),
            ("user․name", "user.name"),  # one dot leader
            ("STRASSE.ß", "strasse.ß"),
            ("a" * 200, "a" * 200),
        ],
    )
    def test_it_is_compared_in_lower_case_and_nfkc(self, given: str, key: str) -> None:
        assert SubjectKey(given) == key
        assert SubjectKey(SubjectKey(given)) is not None
        assert isinstance(SubjectKey(given), str)

    @pytest.mark.parametrize(
        "given",
        [
            ".user",
            "user.",
            "user..name",
            ".",
            "user name",
            " user",
            "user\n",
            "user.name\u2028",
            "user.*",
            "*",
            "user/name",
            "user:name",
            "user.naïve!",
            "user.{name}",
            "user.name;drop",
            "user.😀",
            "user.\x00",
        ],
        ids=ascii,
    )
    def test_what_is_no_dotted_key(self, given: str) -> None:
        with pytest.raises(InvalidInput, match=r"subject .* is not a dotted key"):
            SubjectKey(given)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ("", "subject must not be empty"),
            (None, "subject must be a string, got NoneType"),
            (5, "subject must be a string, got int"),
            ("a" * 201, "subject is longer than 200 characters"),
            ("user.\ud800", "subject holds a lone surrogate"),
        ],
        ids=str,
    )
    def test_what_is_no_key_at_all(self, given: Any, why: str) -> None:
        with pytest.raises(InvalidInput, match=why):
            SubjectKey(given)

    def test_its_segments(self) -> None:
        assert SubjectKey("user.preference.contact").segments == ("user", "preference", "contact")
        assert SubjectKey("user").segments == ("user",)

    @given(st.text(max_size=30))
    def test_a_key_is_its_own_key(self, drawn: str) -> None:
        try:
            key = SubjectKey(drawn)
        except InvalidInput:
            return
        assert SubjectKey("".join(key)) == key
        assert SubjectPattern.parse("".join(key)).matches(key)

    @pytest.mark.parametrize("given", ["user.हिन्दी", "user.İzmir"])
    def test_segments_hold_letters_of_any_script(self, given: str) -> None:
        assert len(SubjectKey(given).segments) == 2


class TestSubjectPattern:
    @pytest.mark.parametrize(
        ("pattern", "matching", "others"),
        [
            ("user.job", ["user.job"], ["user.jobs", "user", "user.job.title", "my.user.job"]),
            (
                "user.job.*",
                ["user.job.title", "user.job.title.since"],
                ["user.job", "user.jobs.title", "user.jo.b", "user"],
            ),
            ("user.*", ["user.job", "user.job.title"], ["user", "users.job"]),
            ("User.Job.*", ["user.job.title"], ["user.job"]),
            ("用户.*", ["用户.住址"], ["用户", "用户们.住址"]),
        ],
    )
    def test_a_prefix_matches_whole_segments(
        self, pattern: str, matching: list[str], others: list[str]
    ) -> None:
        parsed = SubjectPattern.parse(pattern)
        assert [key for key in matching if not parsed.matches(key)] == []
        assert [key for key in others if parsed.matches(key)] == []
        assert not parsed.matches(None)

    def test_it_reads_back(self) -> None:
        for text in ("user.job", "user.job.*"):
            assert str(SubjectPattern.parse(text)) == text
            assert SubjectPattern.parse(SubjectPattern.parse(text)) == SubjectPattern.parse(text)

    @pytest.mark.parametrize(
        "given", ["*", ".*", "user.*.x", "user*", "*.job", "user.**", "", None]
    )
    def test_what_is_no_pattern(self, given: Any) -> None:
        with pytest.raises(InvalidInput, match="subject"):
            SubjectPattern.parse(given)

    @given(
        st.lists(st.sampled_from(["user", "job", "jobs", "a"]), min_size=1, max_size=4),
        st.lists(st.sampled_from(["user", "job", "jobs", "a"]), min_size=1, max_size=4),
    )
    def test_below_means_more_segments_that_begin_alike(
        self, prefix: list[str], key: list[str]
    ) -> None:
        below = SubjectPattern.parse(".".join(prefix) + ".*").matches(".".join(key))
        assert below == (len(key) > len(prefix) and key[: len(prefix)] == prefix)


class TestScope:
    @pytest.mark.parametrize("name", ["tenant", "user", "agent", "session"])
    @pytest.mark.parametrize(
        ("value", "why"),
        [
            ("", "must not be empty"),
            (5, "must be a string, got int"),
            ("a\udc00", "holds a lone surrogate"),
        ],
        ids=["empty", "number", "surrogate"],
    )
    def test_errors_name_the_part(self, name: str, value: Any, why: str) -> None:
        parts = {"tenant": "t", "user": "u"} | {name: value}
        with pytest.raises(InvalidInput, match=f"^{name} {why}"):
            Scope(**parts)

    @pytest.mark.parametrize("name", [" ", "用户", "a/b", "..", "\x00", "a\nb", "x" * 5000, "😀"])
    def test_any_text_that_is_not_empty_is_a_name(self, name: str) -> None:
        scope = Scope(name, name, name, name)
        assert scope.wall == (name, name)

    def test_agent_and_session_are_no_part_of_the_wall(self) -> None:
        assert Scope("t", "u", "a", "s").wall == Scope("t", "u").wall == ("t", "u")
        with pytest.raises(FrozenInstanceError):
            Scope("t", "u").user = "v"  # type: ignore[misc]


class TestWindow:
    def test_the_start_is_in_and_the_end_is_not(self) -> None:
        window = Window(MOMENT, MOMENT + DAY)
        tick = timedelta(microseconds=1)
        assert [window.holds(MOMENT + d) for d in (-tick, 0 * tick, DAY - tick, DAY)] == [
            False,
            True,
            True,
            False,
        ]

    def test_a_side_may_be_open(self) -> None:
        assert Window().holds(MOMENT)
        assert Window(start=MOMENT).holds(MOMENT + 9999 * DAY)
        assert not Window(start=MOMENT).holds(MOMENT - DAY)
        assert Window(end=MOMENT).holds(MOMENT - 9999 * DAY)
        assert not Window(end=MOMENT).holds(MOMENT)

    def test_it_is_kept_in_utc(self) -> None:
        start = Window(datetime(2025, 3, 3, 8, tzinfo=EAST)).start
        assert start is not None
        assert (start.hour, start.tzinfo) == (0, UTC)

    @pytest.mark.parametrize(
        ("start", "end", "why"),
        [
            (MOMENT, MOMENT, "a window must start before it ends"),
            (MOMENT + DAY, MOMENT, "a window must start before it ends"),
            (datetime(2025, 1, 1), None, "^start is naive"),
            (None, datetime(2025, 1, 1), "^end is naive"),
            ("now", None, "^start must be a datetime, got str"),
            (None, 5, "^end must be a datetime, got int"),
        ],
        ids=str,
    )
    def test_what_is_no_window(self, start: Any, end: Any, why: str) -> None:
        with pytest.raises(InvalidInput, match=why):
            Window(start, end)


class TestTurn:
    def test_its_parts_are_checked_and_kept(self) -> None:
        turn = Turn(
            role="user",  # type: ignore[arg-type]
            content="hi\x00",
            at=datetime(2025, 3, 3, 20, tzinfo=EAST),
            payload={"a": (1, 2)},
        )
        assert turn.role is Role.USER
        assert turn.content == "hi\ufffd"
        assert turn.at == MOMENT
        assert turn.payload == {"a": [1, 2]}

    @pytest.mark.parametrize(
        ("parts", "why"),
        [
            ({"role": "wizard"}, "role must be one of user, assistant, tool, system; got 'wizard'"),
            ({"content": ""}, "a turn's content is empty"),
            ({"content": 5}, "a turn's content must be a string"),
            ({"at": datetime(2025, 1, 1)}, "at is naive"),
            ({"id": ""}, "a turn's id must not be empty"),
            ({"name": 5}, "a turn's name must be a string"),
            ({"index": -1}, "a turn's index is its place"),
            ({"index": True}, "a turn's index is its place"),
            ({"payload": [1]}, "payload must map names to data, got a list"),
            ({"payload": {"a": {1}}}, "payload holds .*set"),
        ],
        ids=str,
    )
    def test_errors_name_the_part(self, parts: dict[str, Any], why: str) -> None:
        with pytest.raises(InvalidInput, match=why):
            Turn(**{"role": "user", "content": "hi"} | parts)

    def test_its_repr_holds_no_content(self) -> None:
        turn = Turn(role=Role.USER, content=SECRET, payload={"a": SECRET}, id="t1")
        assert SECRET not in repr(turn)
        assert "t1" in repr(turn)


class TestClaim:
    def test_its_parts_are_checked_and_kept(self) -> None:
        claim = Claim(
            content="tea",
            subject="User.Drink",
            type="preference",  # type: ignore[arg-type]
            source="tool",  # type: ignore[arg-type]
            confidence=1,
            importance=0,
            tags=["a", "b", "a"],  # type: ignore[arg-type]
            payload={"n": (1,)},
            event_time=datetime(2025, 3, 3, 20, tzinfo=EAST),
        )
        assert (claim.subject, claim.type, claim.source) == (
            "user.drink",
            "preference",
            Source.TOOL,
        )
        assert (claim.confidence, claim.importance, claim.tags) == (1.0, 0.0, ("a", "b"))
        assert (claim.payload, claim.event_time) == ({"n": [1]}, MOMENT)

    def test_what_is_not_said_is_left_open(self) -> None:
        claim = Claim(content="tea")
        assert (claim.subject, claim.confidence, claim.importance) == (None, None, None)
        assert (claim.type, claim.source, claim.priority, claim.ends) == (
            "fact",
            "user_stated",
            0,
            False,
        )

    @pytest.mark.parametrize(
        ("parts", "why"),
        [
            ({"content": "  "}, "^content is empty"),
            ({"content": None}, "^content must be a string, got NoneType"),
            ({"content": "x" * 1_000_001}, "^content has 1,000,001 characters; at most 1,000,000"),
            ({"subject": "a b"}, "^subject 'a b' is not a dotted key"),
            ({"type": "rumour"}, "^type must be one of utterance, fact, .*; got 'rumour'"),
            ({"source": "me"}, "^source must be one of user_stated, tool, .*; got 'me'"),
            ({"confidence": 1.5}, "^confidence must be a number from 0 to 1, got 1.5"),
            ({"confidence": True}, "^confidence must be a number"),
            ({"confidence": float("nan")}, "^confidence must be a number"),
            ({"importance": "high"}, "^importance must be a number"),
            ({"priority": 1.5}, "^priority must be a whole number, got 1.5"),
            ({"priority": 10**7}, "^priority must lie between"),
            ({"tags": "home"}, "^tags must be a list of strings"),
            ({"tags": [""]}, "^a tag must not be empty"),
            ({"tags": [5]}, "^a tag must be a string"),
            ({"payload": {"a": float("inf")}}, "^payload holds .*float"),
            ({"payload": {1: "a"}}, "^payload has a key that is not a string"),
            ({"event_time": datetime(2025, 1, 1)}, "^event_time is naive"),
            ({"dedup_key": ""}, "^dedup_key must not be empty"),
        ],
        ids=lambda value: str(value)[:40],
    )
    def test_errors_name_the_part(self, parts: dict[str, Any], why: str) -> None:
        with pytest.raises(InvalidInput, match=why):
            Claim(**{"content": "tea"} | parts)

    def test_its_repr_holds_no_content(self) -> None:
        claim = Claim(
            content=SECRET,
            tags=(SECRET,),
            payload={"a": SECRET},
            dedup_key=SECRET,
            subject="user.x",
        )
        assert SECRET not in repr(claim)
        assert "user.x" in repr(claim)

    def test_its_payload_is_a_copy(self) -> None:
        mine: dict[str, Any] = {"a": [1]}
        claim = Claim(content="tea", payload=mine)
        mine["a"].append(2)
        assert claim.payload == {"a": [1]}


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["a", "b", "键"]), _JSON, max_size=3))
def test_a_payload_of_json_is_kept_as_it_is(payload: dict[str, Any]) -> None:
    kept = Claim(content="tea", payload=payload).payload
    assert kept == payload
    assert json.loads(json.dumps(kept)) == payload


class TestMemory:
    def test_when_it_happened(self) -> None:
        assert make_memory(at=MOMENT).happened_at == MOMENT
        assert make_memory(at=MOMENT, event_time=MOMENT - DAY).happened_at == MOMENT - DAY

    def test_its_repr_holds_no_content(self) -> None:
        memory = make_memory(
            "m1",
            SECRET,
            subject_key="user.x",
            payload={"a": SECRET},
            tags=(SECRET,),
            dedup_key=SECRET,
            status="superseded",
        )
        assert repr(memory) == "<Memory m1 fact user.x superseded>"
        assert repr(make_memory("m2")) == "<Memory m2 fact active>"

    def test_a_numbered_twin_is_equal_but_for_its_number(self) -> None:
        memory = make_memory("m1", "tea", tags=("a",), payload={"x": 1}, pinned=True)
        twin = memory.numbered(7)
        assert (twin.sequence, memory.sequence) == (7, 0)
        assert twin.numbered(0) == memory

    def test_one_that_was_filled_unfrozen_is_like_any_other(self) -> None:
        memory = make_memory("m1", "tea", tags=("a",), payload={"x": 1}, pinned=True)
        values = {item.name: getattr(memory, item.name) for item in fields(Memory)}
        filled = frozen(Unfrozen(**values))
        assert (type(filled), filled, hash(filled)) == (Memory, memory, hash(memory))
        assert (pickle.loads(pickle.dumps(filled)), replace(filled)) == (memory, memory)
        with pytest.raises(FrozenInstanceError):
            filled.content = "coffee"  # type: ignore[misc]

    def test_the_unfrozen_have_the_same_defaults(self) -> None:
        needed: dict[str, Any] = {
            "id": "m1",
            "content": "tea",
            "tier": Tier.SEMANTIC,
            "type": MemoryType.FACT,
        }
        needed |= {"scope": Scope("t", "u"), "created_at": MOMENT, "valid_from": MOMENT}
        needed |= {"confirmed_at": MOMENT}
        one, other = (frozen(Unfrozen(**needed)) for _ in range(2))
        assert one == Memory(**needed)
        assert one.payload is not other.payload

    def test_kinds_are_words(self) -> None:
        memory: Memory = make_memory()
        assert (memory.tier, memory.type, memory.status) == (Tier.SEMANTIC, "fact", Status.ACTIVE)
