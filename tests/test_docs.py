"""Every Python block of the README and the docs runs, in the order in which a reader would try it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks() -> list[ParameterSet]:
    found = []
    for page in PAGES:
        for number, match in enumerate(BLOCK.finditer(page.read_text(encoding="utf-8")), 1):
            found.append(pytest.param(match.group(1), id=f"{page.name}-{number}"))
    return found


@pytest.fixture
def own_loop() -> Iterator[None]:
    """LlamaIndex's sync calls make a loop for their thread and leave it open; this one is closed."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    loop.close()
    asyncio.set_event_loop(None)


@pytest.mark.parametrize("block", blocks())
@pytest.mark.usefixtures("own_loop")
def test_a_block_runs(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if server := re.search(r'postgresql://[^"…]+', block):
        block = block.replace(server[0], request.getfixturevalue("schema_url"))
    names: dict[str, object] = {}
    if "langchain" in block or "langgraph" in block:
        pytest.importorskip("langchain", reason="the extra langchain is not installed")
        names = _agent_names()
    if "llama_index" in block:
        pytest.importorskip("llama_index", reason="the extra llamaindex is not installed")
    exec(compile(block, "a block of the docs", "exec"), names)


def _agent_names() -> dict[str, object]:
    """What the agent block takes for granted: a model and its tools."""
    from itertools import count

    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage

    class Scripted(GenericFakeChatModel):
        def bind_tools(self, tools: object, **kwargs: object) -> Scripted:
            return self

    return {"model": Scripted(messages=(AIMessage(f"Answer {n}.") for n in count())), "tools": []}


def test_every_link_inside_the_docs_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_opens_with_what_it_is_and_what_it_is_not() -> None:
    head = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:10]
    assert any("Not affiliated with Vectorize Hindsight" in line for line in head)
    assert any("from hindsight_integrations import Hindsight" in line for line in head)
