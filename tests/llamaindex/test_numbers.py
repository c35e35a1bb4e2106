"""Every known bug of LlamaIndex's memories, and every finding of our own, has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
BUGS = {str(number) for number in range(1, 41)}
#: Found while the stock classes were tried; own 3 is bug 14.
FINDINGS = {"1", "2", "4", "5", "hitl", "p01", "p08", "p09", "p11", "p45", "p46", "p47", "p49"}
FINDINGS |= {"p43", "p51", "p52", "p55", "p57", "p58", "p72", "p90", "p94", "p99", "proto_a"}


def named(kind: str, text: str) -> set[str]:
    """What names of tests, and comments beside their rows, say: ``bug_15_16``, ``# bug 3``, ``bugs 20, 35``."""
    found = re.findall(rf"{kind}s?[_ ]((?:p?\d+|hitl|proto_a)(?:(?:_|, | and )p?\d+)*)", text)
    return {one for many in found for one in re.split(r"(?<!proto)_|, | and ", many)}


def test_each_has_a_test() -> None:
    files = [file for file in HERE.glob("test_*.py") if file != Path(__file__)]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert BUGS - named("[Bb]ug", text) == set()
    assert FINDINGS - named("own", text) == set()
