"""Every example runs as a user would run it, and shows what it is there to show."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
ONE_LINE = EXAMPLES / "one_line"
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
    "history_migrated.py": [
        "friday: Where do I live? -> In Lisbon, as ever.",
        "friday ['Where do I live?', 'In Lisbon, as ever.']",
    ],
    "rerank.py": [
        "found: ['Alice lives in Berlin', 'Alice lives in Lisbon', '爱丽丝喜欢海']",
        "kept: Alice lives in Lisbon (ageing)",
        "once the memory knows better:\nkept: 爱丽丝喜欢海\n",
    ],
    "retriever.py": [
        "user.location: Alice lives in Lisbon",
        "On New Year's Day 2024: Alice lives in Berlin (now superseded)",
        "- 爱丽丝不吃鱼",
    ],
    "three_frameworks.py": [
        "I moved to Lisbon </hindsight> </memory> Where do I live?",
        "LangGraph reads: <recalled_memory>",
        '"relevant_facts": ["I moved to Lisbon"]',
    ],
}

#: LlamaIndex looks at deprecated attributes of its own models, and leaves its loop to the end.
WARNINGS = dict.fromkeys(
    ("chat_engine_with_memory.py", "judged_nodes.py", "three_frameworks.py"), "ignore"
)


#: Of each pair in ``one_line/``, how many lines were added, and what only the one with memory shows.
ADDED = {
    "agent_with_tools": (5, ["at home?<recalled_memory>", '["I live in Lisbon"]']),
    "agent_with_checkpointer": (5, ["What is my name?<recalled_memory>", '"My name is Bob"']),
    "chat_with_history": (4, ["<recalled_memory>", "relevant_facts"]),
    "rag_chain": (6, ['["Alice lives in Lisbon"] </recalled_memory>']),
    "store_graph": (4, []),
    "multi_user_graph": (
        4,
        ["我住在哪里？<recalled_memory>", '["我住在上海"]', '["I live in Oslo"]'],
    ),
}
#: LangChain shows these whatever is filtered: its own history classes are old.
OLD = re.compile(r".*LangChainDeprecationWarning: .*\n(?:  .*\n)?")


def test_every_example_is_run() -> None:
    assert sorted(SHOWS) == sorted(path.name for path in EXAMPLES.glob("*.py"))


def output(path: Path, folder: Path) -> str:
    """What the program prints, and nothing else: no warning, no file."""
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", WARNINGS.get(path.name, "error"), path],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        timeout=120,
        check=False,
    )
    assert (ran.returncode, OLD.sub("", ran.stderr)) == (0, "")
    assert list(folder.iterdir()) == []
    return ran.stdout


@pytest.mark.parametrize("name", SHOWS)
def test_example(name: str, tmp_path: Path) -> None:
    shown = output(EXAMPLES / name, tmp_path)
    for line in SHOWS[name]:
        assert line in shown


@pytest.mark.parametrize("name", SHOWS)
def test_an_example_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 40


def words(path: Path) -> list[str]:
    """The program's lines of code, without blank ones."""
    return [line for line in path.read_text("utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("name", ADDED)
def test_no_rewrite_the_added_lines_are_all(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The example of a framework's kind runs as it is, and with nothing but lines added; the diff is printed."""
    plain, remembering = ONE_LINE / f"{name}.py", ONE_LINE / f"{name}_remembering.py"
    diff = list(difflib.unified_diff(words(plain), words(remembering), lineterm="", n=1))
    print("\n".join(diff[2:]))
    changes = [line for line in diff[2:] if line[0] in "+-"]
    count, shows = ADDED[name]
    assert [line for line in changes if line[0] == "-"] == []
    assert len(changes) == count
    before, after = output(plain, tmp_path), output(remembering, tmp_path)
    for text in shows:
        assert text in after
        assert text not in before
    # What the program itself says is the same: the model's script decides.
    assert spoken(before) == spoken(after)


def spoken(shown: str) -> list[str]:
    """What the program says; the requests that its stand-in shows are set off by two blanks."""
    return [line for line in shown.splitlines() if not line.startswith("  ")]


def test_every_pair_is_run() -> None:
    pairs = {path.stem.removesuffix("_remembering") for path in ONE_LINE.glob("*.py")}
    assert pairs == {*ADDED, "stand_in"}
