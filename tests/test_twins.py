"""Every public verb has an awaitable twin with the same signature and the same answer."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import Hindsight, Recall
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock
from verbs import EARLIER, KINDS, NOTHING, Call, admin_calls, memory_calls, seeded, verbs_of

NAMES = [(kind, name) for kind in KINDS for name in verbs_of(kind)]
IDENTIFIER = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def test_the_table_of_calls_is_complete() -> None:
    """A verb that is added without a call here would go untested."""
    hindsight, memory, admin = ({*verbs_of(kind)} for kind in KINDS)
    assert hindsight == {"open", "warm", "health", "scrub", "close"}
    assert memory - {"scope", "tz"} == {*memory_calls({"lisbon": "", "berlin": ""})}
    assert admin == {*admin_calls()}


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_each_verb_has_a_twin_with_its_signature(kind: type, name: str) -> None:
    verb, twin = getattr(kind, name), getattr(kind, f"a{name}")
    assert inspect.signature(twin) == inspect.signature(verb)
    assert inspect.iscoroutinefunction(inspect.unwrap(twin, stop=inspect.iscoroutinefunction))
    assert twin.__name__ == f"a{name}"
    assert not inspect.iscoroutinefunction(verb)


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_each_verb_says_what_it_does(kind: type, name: str) -> None:
    assert inspect.getdoc(getattr(kind, name))
    assert f"`{name}`" in (inspect.getdoc(getattr(kind, f"a{name}")) or "")


def plain(value: Any) -> Any:
    """An answer as data that can be compared."""
    if isinstance(value, Recall):
        return [plain(value.recollections), value.trace.as_dict(), value.as_prompt()]
    if is_dataclass(value):
        named = {item.name: getattr(value, item.name) for item in fields(value)}
        return {name: plain(item) for name, item in named.items() if not callable(item)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def told(answer: Any, folder: Path) -> str:
    """The answer without what differs from one opened memory to the next: ids, its own path."""
    text = json.dumps(plain(answer), default=str, ensure_ascii=False, sort_keys=True)
    known: dict[str, str] = {}
    text = IDENTIFIER.sub(lambda m: known.setdefault(m[0], f"id{len(known)}"), text)
    return text.replace(str(folder), "")


Opened = Callable[[str], Hindsight]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens memories that stand at one instant, by name."""
    several: list[Hindsight] = []

    def open_one(name: str) -> Hindsight:
        (tmp_path / name).mkdir()
        url = f"sqlite:///{tmp_path / name}/memory.db"
        cold = f"file://{tmp_path / name}/cold"
        clock = FrozenClock(MOMENT)
        several.append(Hindsight.open(url, archive=cold, embedder=HashingEncoder(), clock=clock))
        return several[-1]

    yield open_one
    for hindsight in several:
        hindsight.close()


def both(
    opened: Opened, tmp_path: Path, on: Callable[[Hindsight], tuple[Any, Call]], name: str
) -> tuple[str, str]:
    """What the verb answers on one memory and its twin on another, seeded alike."""
    first, (args, kwargs) = on(opened("called"))
    answer = getattr(first, name)(*args, **kwargs)
    second, (args, kwargs) = on(opened("awaited"))
    awaited = asyncio.run(getattr(second, f"a{name}")(*args, **kwargs))
    return told(answer, tmp_path / "called"), told(awaited, tmp_path / "awaited")


@pytest.mark.parametrize("name", memory_calls({"lisbon": "", "berlin": ""}))
def test_a_users_verb_and_its_twin_answer_alike(opened: Opened, tmp_path: Path, name: str) -> None:
    def on(hindsight: Hindsight) -> tuple[Any, Call]:
        memory = hindsight.for_user("alice", session="s")
        return memory, memory_calls(seeded(memory))[name]

    called, awaited = both(opened, tmp_path, on, name)
    assert called == awaited
    assert name in NOTHING or called not in ("null", "[]", "0")  # they answer something


@pytest.mark.parametrize("name", admin_calls())
def test_a_tenants_verb_and_its_twin_answer_alike(
    opened: Opened, tmp_path: Path, name: str
) -> None:
    def on(hindsight: Hindsight) -> tuple[Any, Call]:
        seeded(hindsight.for_user("alice", session="s"))
        hindsight.for_user("alice", session="idle").observe([("user", "I was here.")], at=EARLIER)
        return hindsight.admin(), admin_calls()[name]

    called, awaited = both(opened, tmp_path, on, name)
    assert called == awaited
    assert called not in ("null", "[]", "{}")


@pytest.mark.parametrize("name", ["health", "warm"])
def test_the_front_doors_verbs_and_twins_answer_alike(
    opened: Opened, tmp_path: Path, name: str
) -> None:
    def on(hindsight: Hindsight) -> tuple[Any, Call]:
        seeded(hindsight.for_user("alice", session="s"))
        return hindsight, ((), {})

    called, awaited = both(opened, tmp_path, on, name)
    assert re.sub(r'"(resident_)?bytes": \d+', "", called) == re.sub(
        r'"(resident_)?bytes": \d+', "", awaited
    )


def test_opening_and_closing_may_be_awaited(tmp_path: Path) -> None:
    async def both_ways() -> int:
        url = f"sqlite:///{tmp_path}/memory.db"
        async with await Hindsight.aopen(url, embedder=HashingEncoder()) as hindsight:
            await hindsight.for_user("alice").aremember("Alice lives in Lisbon")
        again = await Hindsight.aopen(url, embedder=HashingEncoder())
        try:
            return await again.for_user("alice").acount()
        finally:
            await again.aclose()

    assert asyncio.run(both_ways()) == 1
