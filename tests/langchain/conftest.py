"""What the tests of agents share: memories to use, and both colours of calling an agent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
from langgraph.graph.state import CompiledStateGraph

from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Vector

Agent = CompiledStateGraph[Any, Any, Any, Any]


class CountingEncoder(HashingEncoder):
    """The hashing encoder that keeps what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vector:
        self.batches.append(list(texts))
        return super().embed(texts)


@pytest.fixture
def encoder() -> CountingEncoder:
    return CountingEncoder()


@pytest.fixture
def hindsight(tmp_path: Path, encoder: CountingEncoder) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{tmp_path / 'memory.db'}", embedder=encoder) as opened:
        yield opened


class Run(Protocol):
    """Runs an agent to its end or to an interrupt."""

    def __call__(self, agent: Agent, given: Any, **options: Any) -> dict[str, Any]: ...


@pytest.fixture(params=["sync", "async"])
def run(request: pytest.FixtureRequest) -> Run:
    def call(agent: Agent, given: Any, **options: Any) -> dict[str, Any]:
        given = {"messages": given} if isinstance(given, str | list) else given
        if request.param == "sync":
            answer: dict[str, Any] = agent.invoke(given, **options)
        else:
            answer = asyncio.run(agent.ainvoke(given, **options))
        return answer

    return call
