"""The labels of a record filter as the record itself does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given

from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, SubjectPattern
from hindsight_integrations.stores.labels import above, admits, labels_of
from hindsight_integrations.stores.mapping import micros
from hindsight_integrations.testing import MOMENT, make_memory, make_scope
from hindsight_integrations.testing.generated import memories, wheres

NOW = micros(MOMENT)


@given(memory=memories("r1", make_scope()), where=wheres)
def test_a_filter_means_the_same_for_labels_as_for_the_record(memory: Memory, where: Where) -> None:
    assert admits(where, memory.id, labels_of(memory), NOW) is where.matches(memory)


def test_what_expires_now_is_gone() -> None:
    labels = labels_of(make_memory(expires_at=MOMENT + timedelta(microseconds=1)))
    assert admits(Where(), "m1", labels, NOW)
    assert not admits(Where(), "m1", labels, NOW + 1)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (None, []),
        ("user", []),
        ("user.job", ["user"]),
        ("user.job.title", ["user", "user.job"]),
        ("user.工作.城市", ["user", "user.工作"]),
    ],
)
def test_a_subject_lies_below_its_whole_segments(subject: str | None, expected: list[str]) -> None:
    assert above(subject) == expected
    for key in expected:
        assert SubjectPattern(key, below=True).matches(subject)


def test_labels_hold_no_words() -> None:
    labels = labels_of(make_memory(content="the words", payload={"event_type": "call", "x": "y"}))
    assert "words" not in repr(labels)
    assert labels.event_type == "call"
