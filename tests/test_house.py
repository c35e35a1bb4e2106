"""The habits of the house that no linter checks: sizes, first lines, names, one door to the environment."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight, UserMemory
from hindsight_integrations.admin import TenantAdmin

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "hindsight_integrations").rglob("*.py"))
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
VAGUE = {"utils", "util", "helpers", "manager", "base", "common", "misc"}


@pytest.fixture(params=SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def source(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_a_file_is_short_and_says_in_its_first_line_what_it_is_for(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_FILE
    if text.strip():
        said = ast.get_docstring(tree(source))
        assert said, "no sentence on top"
        assert said.splitlines()[0].endswith((".", "?", ":"))


def test_functions_are_short(source: Path) -> None:
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            signature = node.body[0].lineno - node.lineno
            described = ast.get_docstring(node) or ""
            own = length - signature - len(described.splitlines())
            assert own <= LONGEST_FUNCTION, f"{node.name} has {own} lines"


def test_no_file_has_a_vague_name(source: Path) -> None:
    assert not VAGUE & set(source.stem.split("_"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def reads_environment(path: Path) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in {("os", "environ"), ("os", "getenv"), ("os", "environb")}
        for node in ast.walk(tree(path))
    )


def test_nothing_is_unpickled_and_one_file_reads_the_environment(source: Path) -> None:
    assert not {"pickle", "shelve", "marshal", "dill"} & set(imported(source))
    assert reads_environment(source) is (source.name == "environ.py")


def test_no_count_of_a_pattern_is_read_as_a_number_of_python(source: Path) -> None:
    """``{1, 3}`` in an f-string is the tuple (1, 3), and a pattern that silently never fits."""
    holes = [node for node in ast.walk(tree(source)) if isinstance(node, ast.FormattedValue)]
    for hole in holes:
        values = hole.value.elts if isinstance(hole.value, ast.Tuple) else [hole.value]
        assert not all(
            isinstance(value, ast.Constant) and isinstance(value.value, int) for value in values
        ), f"line {hole.lineno}: double the braces"


def verbs(owner: type) -> list[str]:
    return [name for name, _ in inspect.getmembers(owner, inspect.isfunction) if name[0] != "_"]


@pytest.mark.parametrize("owner", [Hindsight, UserMemory, TenantAdmin])
def test_every_verb_is_in_the_docs(owner: type) -> None:
    page = (ROOT / "docs" / "verbs.md").read_text(encoding="utf-8")
    for name in verbs(owner):
        plain = name[1:] if name.startswith("a") and hasattr(owner, name[1:]) else name
        assert f"{plain}(" in page, f"docs/verbs.md says nothing of {owner.__name__}.{plain}"


@pytest.mark.parametrize("owner", [Hindsight, UserMemory, TenantAdmin])
def test_every_verb_says_what_it_does(owner: type) -> None:
    for name in verbs(owner):
        assert inspect.getdoc(getattr(owner, name)), f"{owner.__name__}.{name}"
