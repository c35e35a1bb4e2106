"""At a session's beginning the model may be told what to ask the user; off by default, once, in the user's language."""

from __future__ import annotations

from typing import Any

import pytest
from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightMiddleware
from scripted_model import calls, scripted

THREAD: dict[str, Any] = {
    "context": {"user_id": "alice"},
    "config": {"configurable": {"thread_id": "t"}},
}
TASKS = {"en": "Find me a recipe for a family meal", "zh": "帮我找个做饭的菜谱"}
HINTS = {
    "en": "Little is known of this user yet. If it fits, ask in passing, and only once: "
    "Is there anything you do not eat, or a diet that you follow? Do you have any allergies?",
    "zh": "对这位用户还了解不多。合适的话可以顺便问一句，只问一次：您有什么忌口或饮食习惯吗？您对什么过敏吗？",
}


def told(model: Any, request: int) -> str:
    """All that the model was given in this request, as text."""
    return "\n".join(message.text for message in model.requests[request])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("inject", ["user", "system"])
def test_the_line_stands_in_every_request_of_that_turn_and_in_no_other(
    hindsight: Hindsight, run: Any, language: str, inject: Any
) -> None:
    def season() -> str:
        """Say which season it is."""
        return "autumn"

    model = scripted(calls(("c1", "season", {})), "Soup it is.", "Bread.")
    agent = create_agent(
        model,
        [season],
        middleware=[HindsightMiddleware(hindsight, ask_first=True, inject=inject)],
        checkpointer=InMemorySaver(),
    )
    state = run(agent, TASKS[language], **THREAD)
    run(agent, TASKS[language], **THREAD)
    assert [HINTS[language] in told(model, number) for number in range(3)] == [True, True, False]
    assert HINTS[language] not in str(state["messages"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_off_unless_it_is_wished_for(hindsight: Hindsight, run: Any, language: str) -> None:
    model = scripted("Soup.")
    run(create_agent(model, middleware=[HindsightMiddleware(hindsight)]), TASKS[language], **THREAD)
    assert HINTS[language] not in told(model, 0)
    assert len(hindsight.for_user("alice", session="u").ask_first(TASKS[language])) == 2


@pytest.mark.parametrize(("before", "asks"), [(2, True), (3, False)])
def test_the_third_turn_is_the_last_in_which_it_asks(
    hindsight: Hindsight, run: Any, before: int, asks: bool
) -> None:
    memory = hindsight.for_user("alice", session="t")
    memory.observe([("user", f"The garden has {n} trees") for n in range(3, 3 + before)])
    model = scripted("Soup.")
    middleware = HindsightMiddleware(hindsight, ask_first=True)
    run(create_agent(model, middleware=[middleware]), TASKS["en"], **THREAD)
    assert (HINTS["en"] in told(model, 0)) is asks


def test_what_is_known_is_not_asked_and_stands_before_the_line(
    hindsight: Hindsight, run: Any
) -> None:
    hindsight.for_user("alice").remember("Alice is vegan", subject="user.diet")
    model = scripted("Soup.")
    middleware = HindsightMiddleware(hindsight, ask_first=True)
    run(create_agent(model, middleware=[middleware]), TASKS["en"], **THREAD)
    block, _, line = told(model, 0).partition("\n\nLittle is known")
    assert "Alice is vegan" in block
    assert line.endswith("only once: Do you have any allergies?")
