"""An agent with the middleware, end to end: what the model reads, and what is kept, in both colours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.tools import tool
from langchain_core.messages import AIMessage, HumanMessage

from hindsight_integrations import Hindsight, Role
from hindsight_integrations.langchain import HindsightMiddleware
from scripted_model import calls, scripted

ALICE: dict[str, Any] = {"context": {"user_id": "alice"}}


def on_thread(thread: str, user: str = "alice") -> dict[str, Any]:
    return {
        "context": {"user_id": user},
        "config": {"configurable": {"thread_id": thread}},
    }


@tool
def look_up(what: str) -> str:
    """Look something up."""
    return f"{what}: 42"


@tool
def broken(what: str) -> str:
    """Fails."""
    raise RuntimeError(f"no line to {what}")


def kept(hindsight: Hindsight, session: str, user: str = "alice") -> list[tuple[str, str]]:
    """The session's log: who said what."""
    window = hindsight.for_user(user, session=session).window()
    return [(turn.role.value, turn.content) for turn in window]


def block(message: Any) -> str:
    """The text that was added to a message of plain text."""
    assert isinstance(message.content, list), "nothing was added"
    assert len(message.content) == 2
    return str(message.content[1]["text"])


@pytest.mark.parametrize(
    ("said", "asked", "fact"),
    [
        ("I live in Lisbon.", "Where do I live?", "Lisbon"),
        ("我住在杭州。", "我住在哪里？", "杭州"),
    ],
)
def test_what_one_thread_learns_another_is_told(
    hindsight: Hindsight, run: Any, said: str, asked: str, fact: str
) -> None:
    model = scripted("Noted.", "There.")
    agent = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    run(agent, said, **on_thread("monday"))
    run(agent, asked, **on_thread("friday"))

    first, second = model.requests
    assert first[-1].content == said  # nothing was known
    assert second[-1].content[0] == {"type": "text", "text": asked}
    assert fact in block(second[-1])


def test_a_turn_is_not_told_what_it_says_itself(hindsight: Hindsight, run: Any) -> None:
    model = scripted("Noted.", "Again?")
    agent = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    run(agent, "I really like oolong tea.", **on_thread("t"))
    run(agent, "I really like oolong tea.", **on_thread("t"))

    assert model.requests[0][-1].content == "I really like oolong tea."
    assert "user said" not in str(model.requests[1][-1].content)


def test_the_system_message_takes_the_block_where_one_wants_it(
    hindsight: Hindsight, run: Any
) -> None:
    hindsight.for_user("alice").remember("Alice lives in Lisbon", subject="user.location")
    model = scripted("There.", "There.")
    middleware = [HindsightMiddleware(hindsight, inject="system", form="text")]
    run(create_agent(model, middleware=middleware, system_prompt="Be kind."), "Where?", **ALICE)
    run(create_agent(model, middleware=middleware), "Where?", **ALICE)

    with_prompt, without = model.requests
    assert with_prompt[0].type == without[0].type == "system"
    assert with_prompt[0].content[0] == {"type": "text", "text": "Be kind."}
    assert "Alice lives in Lisbon" in block(with_prompt[0])
    assert len(without[0].content) == 1
    assert "Alice lives in Lisbon" in str(without[0].content)
    assert with_prompt[-1].content == "Where?"


def test_off_records_and_tells_nothing(hindsight: Hindsight, run: Any, encoder: Any) -> None:
    hindsight.for_user("alice").remember("Alice lives in Lisbon")
    model = scripted("There.")
    agent = create_agent(model, middleware=[HindsightMiddleware(hindsight, inject="off")])
    encoder.batches.clear()
    run(agent, "Where is home?", **on_thread("t"))

    assert model.requests[0][-1].content == "Where is home?"
    assert encoder.batches.count(["Where is home?"]) == 1  # observed, not asked
    assert kept(hindsight, "t") == [("user", "Where is home?"), ("assistant", "There.")]


@pytest.mark.parametrize(("options", "facts"), [({"k": 1}, 1), ({"k": 3}, 3), ({"budget": 1}, 0)])
def test_k_and_budget_bound_the_block(
    hindsight: Hindsight, run: Any, options: Any, facts: int
) -> None:
    for cup in ("oolong tea", "mint tea", "white tea"):
        hindsight.for_user("alice").remember(f"Alice drinks {cup}")
    model = scripted("Tea.")
    run(
        create_agent(model, middleware=[HindsightMiddleware(hindsight, **options)]), "Tea?", **ALICE
    )

    assert str(model.requests[0][-1].content).count("Alice drinks") == facts


@pytest.mark.parametrize(("tz", "bought"), [("UTC", "a kettle"), ("Asia/Shanghai", "a cup")])
@pytest.mark.parametrize("question", ["What did I buy yesterday?", "我昨天买了什么？"])
def test_yesterday_is_that_of_the_time_zone(
    run: Any, encoder: Any, tz: str, bought: str, question: str
) -> None:
    """It is 22:30 on 1 June in UTC, and 06:30 on 2 June in Shanghai.

    12 hours ago was 1 June in both; 36 hours ago was 31 May.
    """
    now = datetime(2024, 6, 1, 22, 30, tzinfo=UTC)
    model = scripted("Something.")
    with Hindsight.open("sqlite:///:memory:", embedder=encoder, clock=lambda: now) as hindsight:
        for what, at in (
            ("a kettle", now - timedelta(hours=36)),
            ("a cup", now - timedelta(hours=12)),
        ):
            hindsight.for_user("alice").remember(f"Bought {what}", type="event", event_time=at)
        run(
            create_agent(model, middleware=[HindsightMiddleware(hindsight, tz=tz)]),
            question,
            **ALICE,
        )

    told = str(model.requests[0][-1].content)
    assert [what for what in ("a kettle", "a cup") if what in told] == [bought]


def test_the_tool_loop_shares_one_recall(hindsight: Hindsight, run: Any, encoder: Any) -> None:
    hindsight.for_user("alice").remember("Alice drinks oolong")
    model = scripted(
        calls(("c1", "look_up", {"what": "price"})),
        calls(("c2", "look_up", {"what": "stock"})),
        "Two left.",
    )
    agent = create_agent(model, [look_up], middleware=[HindsightMiddleware(hindsight)])
    encoder.batches.clear()
    run(agent, "Which tea shall I buy?", **on_thread("t"))

    # Once asked and once observed, whatever the number of model calls.
    assert encoder.batches.count(["Which tea shall I buy?"]) == 2
    asked = [
        message for request in model.requests for message in request if message.type == "human"
    ]
    assert len(asked) == 3
    assert "Alice drinks oolong" in block(asked[0])
    assert asked[0].content == asked[1].content == asked[2].content


def test_an_empty_recall_is_not_asked_again(hindsight: Hindsight, run: Any, encoder: Any) -> None:
    model = scripted(calls(("c1", "look_up", {"what": "price"})), "Done.")
    agent = create_agent(model, [look_up], middleware=[HindsightMiddleware(hindsight)])
    run(agent, "Which tea shall I buy?", **on_thread("t"))

    assert encoder.batches.count(["Which tea shall I buy?"]) == 2
    assert model.requests[1][0].content == "Which tea shall I buy?"


def test_calls_of_tools_are_recorded_with_their_outcome(hindsight: Hindsight, run: Any) -> None:
    parallel = calls(
        ("c1", "look_up", {"what": "price"}),
        ("c2", "look_up", {"what": "stock"}),
        ("c3", "look_up", {}),
    )
    agent = create_agent(
        scripted(parallel, "Done."), [look_up], middleware=[HindsightMiddleware(hindsight)]
    )
    run(agent, "What about oolong?", **on_thread("t"))

    window = hindsight.for_user("alice", session="t").window()
    assert [turn.role for turn in window] == [Role.USER, *[Role.TOOL] * 3, Role.ASSISTANT]
    tools = {turn.payload["call"]: turn for turn in window if turn.role is Role.TOOL}
    assert tools["c1"].content == "price: 42"
    assert tools["c1"].name == "look_up"
    assert tools["c1"].payload == {
        "call": "c1",
        "args": {"what": "price"},
        "status": "success",
    }
    assert tools["c2"].content == "stock: 42"
    assert tools["c3"].payload == {
        "call": "c3",
        "args": {},
        "status": "error",
    }  # its argument is missing
    assert hindsight.for_user("alice").count(event_type="tool_call") == 3


def test_a_tool_that_raises_is_recorded_and_raises(hindsight: Hindsight, run: Any) -> None:
    model = scripted(calls(("c1", "broken", {"what": "bank"})))
    agent = create_agent(model, [broken], middleware=[HindsightMiddleware(hindsight)])
    with pytest.raises(RuntimeError, match="no line to bank"):
        run(agent, "Pay it.", **on_thread("t"))

    assert kept(hindsight, "t") == [
        ("user", "Pay it."),
        ("tool", "RuntimeError: no line to bank"),
    ]
    failed = hindsight.for_user("alice", session="t").window()[-1]
    assert failed.payload == {"call": "c1", "args": {"what": "bank"}, "status": "error"}


def test_several_messages_in_a_row_are_one_turn(hindsight: Hindsight, run: Any) -> None:
    hindsight.for_user("alice").remember("Alice drinks oolong")
    model = scripted("Done.")
    agent = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    picture = {"type": "image", "url": "https://example.org/tea.png"}
    given = [
        HumanMessage("An old question"),
        AIMessage("An old answer"),
        HumanMessage("I want tea."),
        HumanMessage([{"type": "text", "text": "Which of these?"}, picture]),
    ]
    run(agent, given, **on_thread("t"))

    assert kept(hindsight, "t") == [
        ("user", "I want tea."),
        ("user", "Which of these?"),
        ("assistant", "Done."),
    ]
    content = model.requests[0][-1].content
    assert content[:2] == [{"type": "text", "text": "Which of these?"}, picture]
    assert "Alice drinks oolong" in str(content[2])


def test_a_picture_alone_is_no_question(hindsight: Hindsight, run: Any, encoder: Any) -> None:
    hindsight.for_user("alice").remember("Alice drinks oolong")
    encoder.batches.clear()
    picture: list[str | dict[str, str]] = [{"type": "image", "url": "https://example.org/tea.png"}]
    model = scripted("A cup.")
    agent = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    run(agent, [HumanMessage(content=picture)], **on_thread("t"))

    assert model.requests[0][-1].content == picture
    assert encoder.batches == [["A cup."]]


@dataclass
class Visitor:
    user_id: str
    session_id: str | None = None
    company: str | None = None


@pytest.mark.parametrize(
    "visitor", [Visitor("alice", "s9"), {"user_id": "alice", "session_id": "s9"}]
)
def test_the_context_says_who_and_in_which_session(
    hindsight: Hindsight, run: Any, visitor: Any
) -> None:
    agent = create_agent(
        scripted("Done."), middleware=[HindsightMiddleware(hindsight)], name="concierge"
    )
    config = {"configurable": {"thread_id": "t", "user_id": "not asked"}}
    run(agent, "I live in Lisbon.", context=visitor, config=config)

    assert kept(hindsight, "s9")[0] == ("user", "I live in Lisbon.")
    assert kept(hindsight, "t") == []
    (home,) = hindsight.for_user("alice").history("user.location")
    assert (home.scope.user, home.scope.session, home.scope.agent) == ("alice", "s9", "concierge")


def test_two_users_and_two_tenants_never_see_each_other(hindsight: Hindsight, run: Any) -> None:
    model = scripted(*["Done."] * 4)
    middleware = HindsightMiddleware(hindsight, tenant_key="company")
    agent = create_agent(model, middleware=[middleware])
    run(agent, "I live in Lisbon.", context=Visitor("alice", company="red"))
    for user, company in (("bob", "red"), ("alice", "blue"), ("alice", "red")):
        run(agent, "Where do I live?", context=Visitor(user, company=company))

    told = ["Lisbon" in str(request[-1].content) for request in model.requests]
    assert told == [True, False, False, True]  # the first says it itself


def test_one_agent_may_have_two_of_them_under_two_names(hindsight: Hindsight, run: Any) -> None:
    hindsight.for_user("alice").remember("Alice drinks oolong")
    hindsight.for_user("home").remember("The kettle is broken")
    model = scripted("Done.")
    agent = create_agent(
        model,
        middleware=[
            HindsightMiddleware(hindsight),
            HindsightMiddleware(hindsight, user_key="house_id", name="household"),
        ],
    )
    run(agent, "Tea?", context={"user_id": "alice", "house_id": "home"})

    text = str(model.requests[0][-1].content)
    assert text.count("<recalled_memory>") == 2
    assert "Alice drinks oolong" in text
    assert "The kettle is broken" in text
