"""What memory costs an agent: latency added to each model call, and how much of a prompt a provider's cache can use again.

    python benchmarks/agents.py [--memories 10000] [--turns 30] [--encoder bundled|hashing]

It needs no data: memories (``made.py``) and questions are made here. The latency is that of the hooks
around one model call (``wrap_model_call``), and of the turn's first call, which recalls; the
agent's own time is measured beside it, without memory. The reusable prefix of a request is
the share of its characters that stand at the same place in the request before it: what a
prompt cache can keep, at best. Yardstick (measured once with a plain block of 5 memories, 8
turns of 2 model calls, a system prompt of 1.5 kB): without memory 92.4 %, in the last human
message 84.2 %, in the system message 65.6 %.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from langchain.agents import create_agent
from langchain.tools import tool
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver
from made import Texts

from hindsight_integrations import Claim, Hindsight
from hindsight_integrations.langchain import HindsightMiddleware
from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.models.hashing import HashingEncoder

_THINGS = ("tea", "kettle", "garden", "bicycle", "piano", "茶壶", "花园", "自行车", "钢琴", "相机")
_DEEDS = ("bought", "sold", "repaired", "painted", "lent", "买了", "卖了", "修好了")
_POLICY = "You are a careful assistant of a shop. " * 38  # 1.5 kB
_TURNS = 8


class Timed(HindsightMiddleware):
    """The middleware, with the time that its part of each model call takes."""

    def __init__(self, hindsight: Hindsight, **options: Any) -> None:
        super().__init__(hindsight, **options)
        self.before: list[float] = []
        self.calls: list[float] = []

    def before_agent(self, state: Any, runtime: Any) -> Any:
        began = time.perf_counter()
        update = super().before_agent(state, runtime)
        self.before.append(time.perf_counter() - began)
        return update

    def wrap_model_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        inner = 0.0

        def timed(given: Any) -> Any:
            nonlocal inner
            began = time.perf_counter()
            answer = handler(given)
            inner = time.perf_counter() - began
            return answer

        began = time.perf_counter()
        answer = super().wrap_model_call(request, timed)
        self.calls.append(time.perf_counter() - began - inner)
        return answer


class Reader(GenericFakeChatModel):
    """Answers at once, every second time by calling a tool, and keeps what it reads."""

    requests: list[list[BaseMessage]] = []  # noqa: RUF012 - a field of pydantic, copied for each

    def bind_tools(self, tools: Any, **options: Any) -> Any:  # noqa: ARG002
        return self

    def _generate(self, messages: Any, *rest: Any, **options: Any) -> Any:
        self.requests.append(list(messages))
        return super()._generate(messages, *rest, **options)


@tool
def look_up(what: str) -> str:
    """Look something up in the shop's list."""
    return f"{what}: in stock, 42 euros, delivered within three days"


def answers() -> Iterator[AIMessage]:
    number = 0
    while True:
        call = {"id": f"c{number}", "name": "look_up", "args": {"what": _THINGS[number % 10]}}
        yield AIMessage("", tool_calls=[call])
        yield AIMessage(f"Answer {number}: it is in stock and costs 42 euros.")
        number += 1


def question(turn: int) -> str:
    return f"What about the {_THINGS[turn % 10]} that I {_DEEDS[turn % 8]} in week {turn}?"


def filled(hindsight: Hindsight, count: int) -> None:
    """Sentences of a skewed vocabulary, and a few that the questions are about."""
    about = [f"Alice {_DEEDS[n % 8]} a {_THINGS[n % 10]} in week {n}" for n in range(40)]
    made = Texts().sentences(count - len(about))
    hindsight.for_user("alice").remember_many([Claim(content=text) for text in [*made, *about]])


def talk(middleware: list[Any], turns: int, thread: str) -> tuple[Reader, list[float]]:
    """Run a thread of so many turns; answers the model and the seconds of each turn."""
    model = Reader(messages=answers(), requests=[])
    agent: Any = create_agent(
        model,
        [look_up],
        system_prompt=_POLICY,
        middleware=middleware,
        checkpointer=InMemorySaver(),
    )
    config = {"configurable": {"thread_id": thread, "user_id": "alice"}}
    seconds = []
    for turn in range(turns):
        began = time.perf_counter()
        agent.invoke({"messages": [("user", question(turn))]}, config)
        seconds.append(time.perf_counter() - began)
    return model, seconds


def prefix(requests: list[list[BaseMessage]]) -> float:
    """The share of all requests after the first that repeats the one before, in per cent."""
    texts = ["".join(f"{m.type}:{json.dumps(m.content)}{_calls(m)}" for m in r) for r in requests]
    kept = sum(_common(before, after) for before, after in pairwise(texts))
    return 100 * kept / sum(map(len, texts[1:]))


def _calls(message: BaseMessage) -> str:
    return json.dumps(getattr(message, "tool_calls", None) or "")


def _common(before: str, after: str) -> int:
    pairs = zip(before, after, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))


def p50_p95(seconds: list[float]) -> str:
    low, high = np.percentile(1_000 * np.array(seconds), [50, 95])
    return f"{low:6.2f} {high:6.2f}"


def latency(hindsight: Hindsight, turns: int) -> None:
    talk([], 3, "warm")
    _, plain = talk([], turns, "plain")
    print(f"\nmilliseconds, {turns} turns of 2 model calls      p50    p95")
    print(f"  a whole turn without memory              {p50_p95(plain)}")
    for inject in ("user", "system", "off"):
        talk([HindsightMiddleware(hindsight, inject=inject)], 3, f"warm {inject}")
        timed = Timed(hindsight, inject=inject)
        _, whole = talk([timed], turns, f"latency {inject}")
        print(f"  a whole turn, inject={inject:6}              {p50_p95(whole)}")
        print(f"    its beginning: recall and remember     {p50_p95(timed.before)}")
        print(f"    added to each model call               {p50_p95(timed.calls)}")


def prefixes(hindsight: Hindsight) -> None:
    print(
        f"\nreusable prefix, {_TURNS} turns of 2 model calls, a system prompt of {len(_POLICY)} characters"
    )
    model, _ = talk([], _TURNS, "no memory")
    print(f"  no memory                    {prefix(model.requests):5.1f} %   (yardstick 92.4 %)")
    yardsticks = {"user": "84.2 %", "system": "65.6 %", "off": "that of no memory"}
    for inject, yardstick in yardsticks.items():
        for remind in (False, True):
            middleware = HindsightMiddleware(hindsight, inject=inject, remind=remind)  # type: ignore[arg-type]
            model, _ = talk([middleware], _TURNS, f"prefix {inject} {remind}")
            name = f"inject={inject}{', remind' if remind else ''}"
            print(f"  {name:28} {prefix(model.requests):5.1f} %   (yardstick {yardstick})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--encoder", choices=("bundled", "hashing"), default="bundled")
    asked = parser.parse_args()
    encoder = BundledEncoder() if asked.encoder == "bundled" else HashingEncoder()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'memory.db'}"
        with Hindsight.open(url, embedder=encoder) as hindsight:
            began = time.perf_counter()
            filled(hindsight, asked.memories)
            spent = time.perf_counter() - began
            print(
                f"{asked.memories} memories of one user, {encoder.model_id}, written in {spent:.0f} s"
            )
            latency(hindsight, asked.turns)
            prefixes(hindsight)


if __name__ == "__main__":
    main()
