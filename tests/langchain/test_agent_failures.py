"""A memory that fails: the agent goes on, visibly, or stops where that is wanted; nothing said leaks into logs."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.tools import tool

from hindsight_integrations import Hindsight, InvalidInput, ModelError, Unavailable
from hindsight_integrations.langchain import HindsightMiddleware
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Heard, Vector
from hindsight_integrations.records import Claim
from scripted_model import calls, scripted

SAID = "My secret colour is heliotrope."
ALICE: dict[str, Any] = {"context": {"user_id": "alice", "session_id": "s"}}


@tool
def look_up(what: str) -> str:
    """Look something up."""
    return f"{what}: heliotrope"


class Unreliable(HashingEncoder):
    """An encoder that can be told to fail."""

    fails = False

    def embed(self, texts: Sequence[str]) -> Vector:
        if self.fails:
            raise ModelError("the encoder is out of order")
        return super().embed(texts)


def agent(hindsight: Hindsight, model: Any, **options: Any) -> tuple[Any, HindsightMiddleware]:
    middleware = HindsightMiddleware(hindsight, **options)
    return create_agent(model, [look_up], middleware=[middleware]), middleware


def test_a_closed_memory_leaves_the_agent_running(
    hindsight: Hindsight, run: Any, caplog: pytest.LogCaptureFixture
) -> None:
    model = scripted(calls(("c1", "look_up", {"what": "hue"})), "A fine colour.")
    runs, middleware = agent(hindsight, model)
    hindsight.close()
    with caplog.at_level(logging.WARNING):
        answer = run(runs, SAID, **ALICE)

    assert answer["messages"][-1].text == "A fine colour."
    assert [request[0].content for request in model.requests] == [SAID, SAID]
    # One recall for the turn, and three writes: the user's, the tool's, the agent's.
    lines = [record.getMessage() for record in caplog.records]
    assert middleware.degraded == len(lines) == 4
    assert [line.split()[0] for line in lines] == ["recall", "observe", "observe", "observe"]
    assert all("alice" in line and "Unavailable" in line for line in lines)
    assert "heliotrope" not in caplog.text


def test_the_flag_is_in_the_state_while_the_agent_runs(hindsight: Hindsight) -> None:
    runs, _ = agent(hindsight, scripted("A fine colour.", "A fine colour."))
    sound = list(runs.stream({"messages": SAID}, stream_mode="updates", **ALICE))
    hindsight.close()
    failing = list(runs.stream({"messages": SAID}, stream_mode="updates", **ALICE))

    notes = [
        parts[0]["HindsightMiddleware.before_agent"]["hindsight"] for parts in (sound, failing)
    ]
    assert [note["degraded"] for note in notes] == [False, True]
    assert all(note["ids"] == [] for note in notes)


def test_a_broken_encoder_leaves_the_words_to_answer(
    tmp_path: Path, run: Any, caplog: pytest.LogCaptureFixture
) -> None:
    encoder = Unreliable()
    with Hindsight.open(f"sqlite:///{tmp_path / 'm.db'}", embedder=encoder) as hindsight:
        hindsight.for_user("alice").remember("Alice likes heliotrope")
        model = scripted("Yes.")
        runs, middleware = agent(hindsight, model)
        encoder.fails = True
        run(runs, "Do I like heliotrope?", **ALICE)

    assert "Alice likes heliotrope" in str(model.requests[0][-1].content)
    assert middleware.degraded >= 1
    assert "recall is degraded" in caplog.text
    assert "ModelError" in caplog.text
    assert "heliotrope" not in caplog.text


def test_a_broken_extractor_is_counted_and_the_turn_is_kept(
    run: Any, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def extract(self, heard: Heard) -> Sequence[Claim]:
            raise ValueError(f"cannot read {heard.turn.content}")

    opened = Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder(), extractor=Broken())
    with opened as hindsight:
        runs, middleware = agent(hindsight, scripted("A fine colour."))
        run(runs, SAID, **ALICE)
        window = hindsight.for_user("alice", session="s").window()

    assert [turn.content for turn in window] == [SAID, "A fine colour."]
    assert middleware.degraded == 2
    assert "heliotrope" not in caplog.text


def test_raise_stops_the_agent(hindsight: Hindsight, run: Any) -> None:
    model = scripted("A fine colour.")
    runs, middleware = agent(hindsight, model, on_error="raise")
    hindsight.close()
    with pytest.raises(Unavailable):
        run(runs, SAID, **ALICE)

    assert model.requests == []
    assert middleware.degraded == 0


def test_of_a_message_too_long_to_keep_the_beginning_is_kept(
    hindsight: Hindsight, run: Any
) -> None:
    runs, middleware = agent(hindsight, scripted("Long."))
    run(runs, "long " * 200_001, **ALICE)

    said, answer = hindsight.for_user("alice", session="s").window()
    assert said.content == "long " * 200_000
    assert answer.content == "Long."
    assert middleware.degraded == 0


@pytest.mark.parametrize("on_error", ["degrade", "raise"])
def test_without_a_user_it_always_raises(hindsight: Hindsight, run: Any, on_error: Any) -> None:
    model = scripted("Who are you?")
    runs, _ = agent(hindsight, model, on_error=on_error)
    with pytest.raises(InvalidInput, match=r"context=\{'user_id': \.\.\.\}") as refused:
        run(runs, SAID, config={"configurable": {"thread_id": "t"}})

    assert "configurable" in str(refused.value)
    assert model.requests == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"inject": "everywhere"},
        {"form": "xml"},
        {"on_error": "ignore"},
        {"k": 0},
        {"budget": 0},
        {"cache_size": 0},
        {"tenant": ""},
        {"tz": "Europe/Atlantis"},
    ],
)
def test_wrong_options_are_refused_at_once(hindsight: Hindsight, wrong: Any) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        HindsightMiddleware(hindsight, **wrong)
