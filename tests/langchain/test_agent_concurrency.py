"""Many users on one loop and on many threads; a slow memory never holds up the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import AIMessage

from hindsight_integrations import Hindsight, ModelError
from hindsight_integrations.langchain import HindsightMiddleware
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Vector
from scripted_model import scripted

CITIES = ["Lisbon", "Oslo", "Turin", "杭州", "Quito", "Perth", "Accra", "成都"]


def said_in(city: str) -> str:
    return f"我住在{city}。" if city > "\u4e00" else f"I live in {city}."


def conversation(hindsight: Hindsight) -> tuple[Any, Any]:
    """An agent for one user's two turns, and its model."""
    model = scripted("Noted.", "There.")
    return create_agent(model, middleware=[HindsightMiddleware(hindsight)]), model


def told_cities(model: Any) -> set[str]:
    last = str(model.requests[1][-1].content)
    return {city for city in CITIES if city in last}


def test_users_on_one_loop_are_told_their_own(hindsight: Hindsight) -> None:
    async def lives(user: str, city: str) -> set[str]:
        agent, model = conversation(hindsight)
        for text in (said_in(city), "Where do I live? 我住在哪里？"):
            await agent.ainvoke({"messages": text}, context={"user_id": user})
        return told_cities(model)

    async def everybody() -> list[set[str]]:
        return await asyncio.gather(*(lives(f"u{n}", city) for n, city in enumerate(CITIES)))

    assert asyncio.run(everybody()) == [{city} for city in CITIES]


def test_users_on_threads_are_told_their_own(hindsight: Hindsight) -> None:
    def lives(user: str, city: str) -> set[str]:
        agent, model = conversation(hindsight)
        for text in (said_in(city), "Where do I live? 我住在哪里？"):
            agent.invoke({"messages": text}, context={"user_id": user})
        return told_cities(model)

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lives, (f"u{n}" for n in range(len(CITIES))), CITIES))
    assert told == [{city} for city in CITIES]


class Held(HashingEncoder):
    """An encoder that waits until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.free = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> Vector:
        self.entered.set()
        if not self.free.wait(5):
            raise ModelError("nobody let the encoder go: the loop stands still")
        return super().embed(texts)


def test_a_slow_memory_does_not_hold_up_the_loop(tmp_path: Path) -> None:
    async def talk(hindsight: Hindsight, encoder: Held) -> tuple[AIMessage, int]:
        middleware = HindsightMiddleware(hindsight)
        agent: Any = create_agent(scripted("Noted."), middleware=[middleware])
        running = asyncio.create_task(
            agent.ainvoke({"messages": "I live in Lisbon."}, context={"user_id": "alice"})
        )
        await asyncio.to_thread(encoder.entered.wait, 5)
        encoder.free.set()  # only a loop that runs gets here
        return (await running)["messages"][-1], middleware.degraded

    encoder = Held()
    with Hindsight.open(f"sqlite:///{tmp_path / 'm.db'}", embedder=encoder) as hindsight:
        answer, degraded = asyncio.run(talk(hindsight, encoder))
    assert answer.text == "Noted."
    assert degraded == 0
