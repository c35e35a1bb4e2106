"""Times as exports write them become instants."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.surfaces.moments import read_moment, time_zone
from hindsight_integrations.surfaces.places import Found, Place

PLACE = Place("f.json", path="at")


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2024-05-31", datetime(2024, 5, 30, 16, tzinfo=UTC)),
        ("2024-05-31 08:00", datetime(2024, 5, 31, 0, tzinfo=UTC)),
        ("2024-05-31T08:00:00.5+02:00", datetime(2024, 5, 31, 6, 0, 0, 500_000, tzinfo=UTC)),
        ("12:00 pm on 8 May, 2023", datetime(2023, 5, 8, 4, tzinfo=UTC)),
        ("12:30 am on 8 May, 2023", datetime(2023, 5, 7, 16, 30, tzinfo=UTC)),
        ("2023/05/20 (Sat) 22:21", datetime(2023, 5, 20, 14, 21, tzinfo=UTC)),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (1_700_000_000.5, datetime(2023, 11, 14, 22, 13, 20, 500_000, tzinfo=UTC)),
        (1_700_000_000_000, datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        (None, None),
    ],
)
def test_a_time_is_an_instant(written: Any, instant: datetime | None) -> None:
    # Shanghai keeps eight hours ahead of UTC all year.
    assert read_moment(Found(PLACE, written), time_zone("Asia/Shanghai")) == instant


@pytest.mark.parametrize(
    "written",
    [
        "",
        "soon",
        "2024-13-01",
        "1:56 pm on 8 Mai, 2023",
        "13:99 am on 8 May, 2023",
        True,
        [],
        1e300,
    ],
)
def test_anything_else_is_refused_with_its_place(written: Any) -> None:
    with pytest.raises(InvalidInput, match=r"^f\.json: at: is no time"):
        read_moment(Found(PLACE, written), UTC)
