"""One user's records in columns: whatever is added, renewed and erased, a filter finds what a plain look at the rows finds."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.queries import Where
from hindsight_integrations.records import MemoryType, Status, Tier
from hindsight_integrations.stores.resident.columns import Columns
from hindsight_integrations.testing import MOMENT

KINDS = st.tuples(st.sampled_from(Status), st.sampled_from(MemoryType), st.sampled_from(Tier))
#: A record by its number: written (again) with these kinds, or erased.
STEPS = st.lists(st.tuples(st.integers(1, 8), st.none() | KINDS), max_size=30)
WHERES = st.builds(
    Where,
    statuses=st.none() | st.just((Status.ACTIVE,)) | st.just((Status.ACTIVE, Status.EXPIRED)),
    types=st.none() | st.just((MemoryType.FACT, MemoryType.EVENT)),
    tiers=st.none() | st.just((Tier.SEMANTIC,)),
)


def row(number: int, kinds: tuple[Status, MemoryType, Tier], reason: str | None) -> tuple[Any, ...]:
    status, type, tier = (kind.value for kind in kinds)
    times = (0, 0, 0, None, 0, None, None)
    return (
        number,
        f"m{number}",
        status,
        type,
        tier,
        *times,
        0.9,
        0.5,
        0,
        0,
        0,
        0,
        3,
        reason,
        b"",
        "",
    )


@given(STEPS, WHERES, WHERES)
def test_a_filter_finds_what_the_rows_say(steps: Any, asked: Where, also: Where) -> None:
    columns, last = Columns(), 0
    kept: dict[int, Any] = {}
    for version, (number, kinds) in enumerate(steps):
        if kinds is None:
            columns.drop([number] if number in kept else [])
            kept.pop(number, None)
        elif number in kept or number > last:  # no other record ever gets its number
            last = max(last, number)
            columns.take([row(number, kinds, None if number % 2 else "why")])
            kept[number] = kinds
        columns.version = version
        for where in (asked, also):
            mask = columns.mask(where, None, MOMENT)
            found = {columns.ids[place] for place in mask.nonzero()[0].tolist()}
            assert found == {f"m{n}" for n, kinds in kept.items() if _matches(kinds, where)}
    known = columns.outlines(columns.places_of([f"m{n}" for n in kept]), MOMENT)
    reasons = dict(zip(known.ids, known.reasons, strict=True))
    assert reasons == {f"m{n}": None if n % 2 else "why" for n in kept}


def _matches(kinds: tuple[Status, MemoryType, Tier], where: Where) -> bool:
    wanted = (where.statuses, where.types, where.tiers)
    return all(some is None or kind in some for kind, some in zip(kinds, wanted, strict=True))
