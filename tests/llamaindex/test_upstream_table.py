"""The table of LlamaIndex's own tests is whole, says what each side does, and the page shows it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from upstream_rows import HELD, NOT_ASKED, ROWS, Row

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "llamaindex.md"


def names_of(row: Row) -> list[tuple[str, str]]:
    """The upstream tests that a row stands for, with their files."""
    multi = "agent/workflow/test_multi_agent_workflow.py"
    return [
        (multi, name.removeprefix("multi: ")) if name.startswith("multi: ") else (row.file, name)
        for name in row.names
    ]


def passing(side: str) -> Counter[str]:
    """How many of each file's tests a side passes: all that stand for one must."""
    failed = {name for row in ROWS.values() if getattr(row, side) for name in names_of(row)}
    asked = {name for row in ROWS.values() for name in names_of(row)}
    return Counter(file for file, _ in asked - failed)


def test_every_row_is_a_test_and_every_test_a_row() -> None:
    files = [file for file in HERE.glob("test_upstream_*.py") if file != Path(__file__)]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    tests = re.findall(r"@contract\n(?:async )?def (test_\w+)", text)
    assert sorted(tests) == sorted(ROWS)
    assert len(re.findall(r"^(?:async )?def test_", text, re.MULTILINE)) == len(tests)


def test_every_upstream_test_is_asked_or_left_out_for_a_reason() -> None:
    asked = {name for row in ROWS.values() for name in names_of(row)}
    left = [(file, name) for file, names in NOT_ASKED for name in names]
    assert len(left) == len(set(left))
    assert asked.isdisjoint(left)
    assert Counter(file for file, _ in (*asked, *left)) == HELD


def test_as_many_pass_as_with_the_stock_class() -> None:
    """With pydantic from 2.14 on and without pandas the stock class passes one less each."""
    ours, stock = passing("ours"), passing("stock")
    assert ours.total() >= stock.total()


def test_the_page_shows_the_table() -> None:
    assert page_table() in PAGE.read_text(encoding="utf-8")


def page_table() -> str:
    """What each file asks, what passes, and every difference with its reason."""
    ours = passing("ours")
    differences = {file: [] for file in HELD}  # type: dict[str, list[str]]
    for row in ROWS.values():
        if row.ours and row.ours not in differences[row.file]:
            differences[row.file].append(row.ours)
    left: Counter[str] = Counter()
    for (file, names), reason in NOT_ASKED.items():
        left[file] += len(names)
        if reason not in differences[file]:
            differences[file].append(reason)
    lines = [
        "| tests of LlamaIndex | held | asked | ours pass | what differs |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| `{file}` | {held} | {held - left[file]} | {ours[file]} | {'; '.join(differences[file])} |"
        for file, held in HELD.items()
    ]
    return "\n".join(lines)
