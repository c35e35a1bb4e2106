"""What the tables print, worked out by hand from hand-made answers."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, RenderableType

from hindsight_integrations.answers import (
    Copy,
    Erasure,
    Explanation,
    Hit,
    Left,
    Part,
    Recall,
    Recollection,
    RouteTrace,
    Scored,
    ScoreForm,
    Trace,
    Verdict,
)
from hindsight_integrations.surfaces import tables
from hindsight_integrations.testing.builders import MOMENT, make_memory

LATER = MOMENT + timedelta(days=10)
PARTS = (Part("similarity", 0.8, 0.5), Part("confidence", 0.9, 0.2), Part("conflict", 1.0, -0.3))


def printed(item: RenderableType, width: int = 80) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, markup=False, highlight=False, emoji=False).print(item)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def recollection(content: str, **fields: Any) -> Recollection:
    memory = make_memory(content, content, subject_key="user.location", **fields)
    return Recollection(memory, 0.28, PARTS, Verdict.REPLACED, confidence=0.876)


def answer(*items: Recollection, form: ScoreForm = ScoreForm.WEIGHTED, **trace: Any) -> Recall:
    made = Trace(query="where?", rewritten="where?", at=LATER, form=form, **trace)
    return Recall(items, made, lambda *_: "")


def test_what_is_remembered_has_a_row_each_with_the_confidence_left() -> None:
    lines = printed(tables.memories([recollection("里斯本"), recollection("Lisbon")]))

    assert lines[0].split() == ["subject", "value", "since", "confidence", "status"]
    assert lines[2].split() == ["user.location", "里斯本", "2025-03-03", "0.88", "active"]
    assert lines[3].split() == ["user.location", "Lisbon", "2025-03-03", "0.88", "active"]


def test_a_day_is_the_users_day() -> None:
    late = datetime(2025, 3, 3, 23, 30, tzinfo=UTC)

    assert tables.day(late) == "2025-03-03"
    assert tables.day(late, ZoneInfo("Europe/Berlin")) == "2025-03-04"


def test_an_arrow_stands_before_a_value_that_was_replaced() -> None:
    new = make_memory("2", "Lisbon", at=LATER, supersedes="1")
    old = make_memory("1", "柏林", status="superseded", superseded_by="2", valid_to=LATER)

    assert printed(tables.history("user.location", [new, old])) == [
        "  user.location",
        "      Lisbon  (active since 2025-03-13)",
        "    ← 柏林  (superseded, 2025-03-03 to 2025-03-13)",
    ]


def test_values_that_stand_side_by_side_have_no_arrow() -> None:
    cat, dog = make_memory("1", "a cat"), make_memory("2", "a dog")

    assert not any("←" in line for line in printed(tables.history("user.pet", [dog, cat])))


def test_a_subject_without_values_says_so() -> None:
    [line] = printed(tables.history("user.diet", []))

    assert line == "  user.diet: nothing is remembered under this subject"


def test_found_names_the_memory_its_subject_and_its_verdict() -> None:
    before = make_memory("0", "柏林")
    item = Recollection(
        make_memory("7", "Lisbon", at=LATER, subject_key="user.location"),
        0.7129,
        PARTS,
        predecessor=before,
    )
    lines = printed(tables.found(answer(item), ids=True))

    assert lines[2].split() == ["1", "Lisbon", "2025-03-13", "0.713", "fresh"]
    assert [line.strip() for line in lines[3:]] == [
        "user.location",
        "before: 柏林 (2025-03-03)",
        "id 7",
    ]


def test_nothing_found_says_so() -> None:
    assert printed(tables.found(answer())) == ["  nothing was found"]


def test_the_column_of_a_score_shows_value_weight_and_product() -> None:
    lines = printed(tables.workings(answer(recollection("Lisbon")), {}))

    # 0.8 × 0.5 + 0.9 × 0.2 − 1.0 × 0.3 = 0.28
    assert [line.split() for line in lines[3:]] == [
        ["similarity", "0.80×0.50", "=", "0.400"],
        ["confidence", "0.90×0.20", "=", "0.180"],
        ["conflict", "1.00×-0.30", "=", "-0.300"],
        [],
        ["score", "0.280"],
    ]


def test_factors_of_the_product_form_are_shown_as_factors() -> None:
    parts = (Part("similarity", 0.8), Part("recency", 0.5))
    item = Recollection(make_memory(), 0.4, parts)
    lines = printed(tables.workings(answer(item, form=ScoreForm.PRODUCT), {}))

    assert [line.split() for line in lines[3:5]] == [
        ["similarity", "×", "0.800"],
        ["recency", "×", "0.500"],
    ]
    assert lines[-1].split() == ["score", "0.400"]


def test_more_scores_than_fit_side_by_side_go_below() -> None:
    lines = printed(tables.workings(answer(*[recollection(str(n)) for n in range(5)]), {}))
    heads = [line.split()[3:] for line in lines if line.startswith("part")]

    assert heads == [["#1", "#2", "#3"], ["#4", "#5"]]


def test_a_narrow_terminal_folds_keys_and_sets_fewer_scores_side_by_side() -> None:
    long = Recollection(
        make_memory("1", "我搬到了里斯本", subject_key="user.preference.contact"), 1, ()
    )
    lines = printed(tables.memories([long]), width=60)
    scores = printed(tables.workings(answer(*[recollection(str(n)) for n in range(3)]), {}), 60)

    # Folded into two lines each, and all of it is there.
    first, second = lines[2].split(), lines[3].split()
    assert first[0] + second[0] == "user.preference.contact"
    assert first[1] + "".join(second[1:]) == "我搬到了里斯本"
    assert all(cell_len(line) <= 60 for line in [*lines, *scores])
    assert [s.split()[3:] for s in scores if s.startswith("part")] == [["#1", "#2"], ["#3"]]
    assert sum(line.startswith("similarity") for line in scores) == 2


def test_what_was_left_out_is_counted_by_reason_and_named_where_known() -> None:
    uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
    left = (
        Left("a", "rank", "ranked below the first 1"),
        Left("b", "filter", f"it was superseded by {uuid}"),
        Left("c", "rank", "ranked below the first 1"),
    )
    routes = (RouteTrace("vector", (Hit("a", 0.5), Hit("b", 0.4))), RouteTrace("time", ()))
    known = {"c": make_memory("c", "她住在柏林")}
    lines = printed(
        tables.workings(answer(_left=lambda: left, routes=routes, degraded=("the encoder",)), known)
    )

    assert lines[1:] == [
        "  left out:",
        "  - 2: ranked below the first 1 (“她住在柏林”)",
        "  - 1: it was superseded by another",
        "  routes and their hits: vector 2, time 0",
        "  could not be asked: the encoder",
    ]


def test_an_explanation_says_used_or_not_and_why() -> None:
    scored = Scored("1", 0.28, PARTS, {}, Verdict.FRESH)
    used = Explanation("1", True, "ranked 1 of 3", 1, scored, {"vector": 2})
    lines = printed(tables.explanation(used, make_memory("1", "Lisbon")))

    assert lines[:2] == ["  Lisbon: used, at rank 1: ranked 1 of 3", "  found by: vector at 2"]
    assert lines[-1].split() == ["score", "0.280"]
    refused = Explanation("1", False, "filter: it is expired")
    assert printed(tables.explanation(refused, None)) == ["  not used: filter: it is expired"]


def test_an_erasure_says_what_where_and_what_is_out_of_reach() -> None:
    where = {"records": Copy.SCRUBBED, "journal": Copy.PENDING}
    done = Erasure(("1", "2"), ("t",), where, "asked", None, MOMENT, ("backups",))

    assert printed(tables.erasure(done)) == [
        "  forgotten: memories 2, turns 1",
        "  where: records scrubbed, journal pending; reason: asked",
        "  out of reach: backups",
    ]


def test_content_cannot_steer_the_terminal() -> None:
    nasty = "a\x1b[31mred\x07\r\n\u202eb [bold]c[/bold] :smile:"
    lines = printed(tables.memories([recollection(nasty)]), width=120)

    assert tables.shown(nasty) == "a [31mred b [bold]c[/bold] :smile:"
    assert "a [31mred b [bold]c[/bold] :smile:" in lines[2]
    assert "\x1b" not in "".join(lines)


@given(st.text(max_size=200), st.integers(4, 60))
def test_a_shown_text_fits_its_cells(content: str, cells: int) -> None:
    assert cell_len(tables.shown(content, cells)) <= cells


@given(st.lists(st.text(st.sampled_from("ab 汉字柏林-\n"), max_size=120), min_size=1, max_size=4))
def test_tables_stay_inside_80_columns(contents: list[str]) -> None:
    items = [recollection(content or "x", at=LATER) for content in contents if content.strip()]
    page = [tables.memories(items), tables.found(answer(*items), ids=False)]
    page.append(tables.workings(answer(*items), {}))

    assert all(cell_len(line) <= 80 for part in page for line in printed(part))
