"""The drafts of one call are found by direction, kind and key; angles and cosines by hand."""

from __future__ import annotations

import numpy as np

from hindsight_integrations.engine.drafts import Draft
from hindsight_integrations.engine.earlier import Earlier
from hindsight_integrations.ports import Vector
from hindsight_integrations.records import Claim, MemoryType
from hindsight_integrations.testing import direction


def drafted(text: str, vector: Vector | None, kind: MemoryType = MemoryType.FACT) -> Draft:
    return Draft(Claim(content=text, type=kind), vector, ())


def test_the_nearest_come_first_and_none_that_is_too_far() -> None:
    said = Earlier()
    for angle in range(0, 100, 10):
        said.add(drafted(str(angle), 3.0 * direction(angle)))
    near = said.near(drafted("asked", direction(62.0)), 0.98)
    found = [(round(cosine, 3), item.claim.content) for cosine, item in near]
    assert found == [(0.999, "60"), (0.99, "70")]


def test_another_kind_and_what_has_no_direction_are_near_nothing() -> None:
    said = Earlier()
    assert list(said.near(drafted("asked", direction(0)), 0.0)) == []
    said.add(drafted("a task", direction(0), MemoryType.TASK))
    said.add(drafted("nowhere", np.zeros(8, np.float32)))
    said.add(drafted("no vector", None))
    assert list(said.near(drafted("asked", direction(0)), 0.0)) == []
    assert list(said.near(drafted("asked", None, MemoryType.TASK), 0.0)) == []


def test_a_long_transcript_is_compared_in_grown_rows() -> None:
    said = Earlier()
    rows = np.random.default_rng(7).standard_normal((3000, 256)).astype(np.float32)
    for row in rows:
        asked = drafted("some note", row)
        assert list(said.near(asked, 0.6)) == []  # directions by chance stand upright on each other
        said.add(asked)
