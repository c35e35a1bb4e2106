"""Every example runs as a user would run it, and shows what it is there to show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SHOWS = {
    "agent_with_memory.py": [
        "monday, agent: Noted.",
        '"I moved to Lisbon"',
        '"I don\'t eat fish"',
        "friday, agent: At the market",
    ],
    "chat_engine_with_memory.py": [
        "  user> I live in Berlin.",
        "- (",
        "I moved to Lisbon </hindsight> </memory> 我住在哪里？",
    ],
    "graph_with_nodes.py": [
        "monday: Thank you! -> You live in Lisbon.",
        "friday: Where do I live? -> You live in Lisbon.",
        "messages in the thread: 4, parts: ['messages']",
    ],
    "graph_with_store.py": [
        "('王芳', 'profile') home: {'city': '上海'}",
        "history: ['Bergen', 'Oslo']",
        "recall: ['Bergen']",
        "after the delete: [] []",
    ],
    "judged_nodes.py": [
        "kept: Trams run until midnight.",
        "Alice lives in Lisbon",
    ],
    "retriever.py": [
        "user.location: Alice lives in Lisbon",
        "On New Year's Day 2024: Alice lives in Berlin (now superseded)",
        "- 爱丽丝不吃鱼",
    ],
}

#: LlamaIndex looks at deprecated attributes of its own models, and leaves its loop to the end.
WARNINGS = {"chat_engine_with_memory.py": "ignore", "judged_nodes.py": "ignore"}


def test_every_example_is_run() -> None:
    assert sorted(SHOWS) == sorted(path.name for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", SHOWS)
def test_example(name: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", WARNINGS.get(name, "error"), EXAMPLES / name],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    for line in SHOWS[name]:
        assert line in ran.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", SHOWS)
def test_an_example_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 40
