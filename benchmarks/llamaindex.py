"""Prints what the memory adds to LlamaIndex's turns: latency, messages kept of parallel puts, turns until a fact is usable.

python benchmarks/llamaindex.py
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockLLM
from llama_index.core.memory import FactExtractionMemoryBlock, Memory
from made import Texts

from hindsight_integrations import Claim, Hindsight
from hindsight_integrations.llamaindex import HindsightMemory

MEMORIES, TURNS, PARALLEL = 10_000, 40, 20


def said(text: str, role: str = "user") -> ChatMessage:
    return ChatMessage(role=role, content=text)


async def turn(memory: Memory, question: str) -> float:
    """Seconds that the memory's part of a turn takes: put, get, put."""
    start = time.perf_counter()
    await memory.aput(said(question))
    await memory.aget()
    await memory.aput(said("I see, thank you.", "assistant"))
    return time.perf_counter() - start


async def latency(memory: Memory, asked: Sequence[str]) -> float:
    """Milliseconds a turn, the median of many after the first."""
    times = [await turn(memory, question) for question in asked]
    return 1000 * statistics.median(times[1:])


async def kept(memory: Memory) -> int:
    """How many of the puts are there afterwards; the first use is over by then."""
    await memory.aput(said("first"))
    puts = (memory.aput(said(f"parallel {n}")) for n in range(PARALLEL))
    await asyncio.gather(*puts, return_exceptions=True)
    return len(await memory.aget_all()) - 1


async def until_usable(hindsight: Hindsight) -> int:
    """Turns after the one that states a fact, until another session is told it."""
    memory = HindsightMemory.from_defaults("u1", hindsight=hindsight, user="fresh")
    await memory.aput(said("I live in Reykjavik."))
    other = HindsightMemory.from_defaults("u2", hindsight=hindsight, user="fresh")
    shown = await other.aget("Where do I live?")
    return 0 if any("Reykjavik" in (message.content or "") for message in shown) else 1


async def stock_tokens() -> int:
    """Tokens of conversation until the stock block first sees a message."""
    taken: list[ChatMessage] = []

    class Noting(FactExtractionMemoryBlock):
        async def _aput(self, messages: list[ChatMessage]) -> None:
            taken.extend(messages)

    memory = Memory.from_defaults(memory_blocks=[Noting(llm=MockLLM(), name="noting")])
    text, tokens = " ".join(["word"] * 200), 0
    while not taken:
        await memory.aput(said(text))
        tokens += len(memory.tokenizer_fn(text))
    return tokens


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'm.db'}"
        with Hindsight.open(url) as hindsight:
            texts = Texts()
            known = texts.sentences(MEMORIES)
            hindsight.for_user("ann").remember_many(Claim(content=text) for text in known)
            asked = texts.questions(known, TURNS + 1)
            hindsight.warm()
            ours = HindsightMemory.from_defaults("s1", hindsight=hindsight, user="ann")
            stock = Memory.from_defaults(
                async_database_uri=f"sqlite+aiosqlite:///{folder}/stock.db"
            )
            print(f"a turn's put, get, put beside {MEMORIES:,} memories (median, ms):")
            mine, theirs = await latency(ours, asked), await latency(stock, asked)
            print(f"  HindsightMemory {mine:.1f}   stock Memory, without a block {theirs:.1f}")
            fresh = HindsightMemory.from_defaults("s2", hindsight=hindsight, user="ben")
            plain = Memory.from_defaults()
            print(f"messages kept of {PARALLEL} parallel puts:")
            print(f"  HindsightMemory {await kept(fresh)}   stock Memory {await kept(plain)}")
            print("until a stated fact is usable:")
            print(f"  HindsightMemory {await until_usable(hindsight)} turns   ", end="")
            print(f"stock block {await stock_tokens():,} tokens of conversation")


if __name__ == "__main__":
    asyncio.run(main())
