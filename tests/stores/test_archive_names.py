"""What folders and objects of an archive are called, written out by hand, and that no two names meet."""

from __future__ import annotations

import re
from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.errors import HindsightError
from hindsight_integrations.records import SubjectKey
from hindsight_integrations.stores.archive import names
from hindsight_integrations.testing import MOMENT
from hindsight_integrations.testing.generated import AWKWARD


@pytest.mark.parametrize(
    ("subject", "folder"),
    [
        (None, "_"),
        ("_", "=5f"),
        ("user.location", "user.location"),
        ("person.my-sister.phone_2", "person.my-sister.phone_2"),
        ("user.地址", "user.=e5=9c=b0=e5=9d=80"),
        ("con", "=63on"),
        ("con.x", "=63on.x"),
        ("console", "console"),
        ("x.con", "x.con"),
        ("lpt1.a", "=6cpt1.a"),
        ("a" * 120, "a" * 120),
        ("é", "=c3=a9"),
    ],
)
def test_folders(subject: str | None, folder: str) -> None:
    assert names.folder(subject) == folder


@pytest.mark.parametrize(
    ("id", "label"),
    [
        ("01a22bdf-4209-7948-ae0c-54ac2656857e", "01a22bdf-4209-7948-ae0c-54ac2656857e"),
        ("M1", "=4d1"),
        ("..", "=2e=2e"),
        ("a/b\\c", "a=2fb=5cc"),
        ("a.b", "a=2eb"),
        ("nul", "=6eul"),
        ("=", "=3d"),
        ("\x00", "=00"),
        ("*?[", "=2a=3f=5b"),
    ],
)
def test_labels(id: str, label: str) -> None:
    assert names.label(id) == label


def test_a_long_name_is_a_digest() -> None:
    one, two = names.label("u" * 300), names.label("u" * 299 + "v")
    assert one != two
    assert re.fullmatch("==[0-9a-f]{32}", one)
    assert re.fullmatch("==[0-9a-f]{32}", names.folder("汉" * 66))


def test_a_place_tells_when_it_was_put_and_for_whom() -> None:
    berlin = timezone(timedelta(hours=1))
    place = names.place(SubjectKey("user.job"), "m1", MOMENT.astimezone(berlin), "ab12")
    stamp = MOMENT.strftime("%Y%m%dT%H%M%S%f")
    assert place == f"user.job/m1.{stamp}Z-ab12.json"
    assert names.written_at(place) == MOMENT
    assert names.labelled(place) == "m1"


@pytest.mark.parametrize(
    "name", ["", "m1.json", "m1", "m1.20250303-ab.json", "m1.20250303T000000000000Z-ab.txt", "a.b.c.d"]
)  # fmt: skip
def test_what_is_no_place_was_never_put(name: str) -> None:
    assert names.written_at(f"user.job/{name}") is None


_ids = st.sampled_from(AWKWARD) | st.text(st.characters(codec="utf-8"), min_size=1, max_size=60)


@given(one=_ids, two=_ids)
def test_no_two_ids_meet_on_any_file_system(one: str, two: str) -> None:
    """Also where case, trailing dots and ways of composing letters make no difference."""
    first, second = names.label(one), names.label(two)
    assert re.fullmatch("[a-z0-9_=-]{1,120}", first)
    assert (first == second) == (one == two)


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=200))
def test_every_subject_is_a_folder(name: str) -> None:
    try:
        key = SubjectKey(name)
    except HindsightError:
        return
    folder = names.folder(key)
    assert re.fullmatch("[a-z0-9_=.-]{1,120}", folder)
    assert folder not in (".", "..", "_")
    assert not folder.endswith(".")
