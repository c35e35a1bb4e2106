"""A graph with a checkpointer and two nodes: threads are resumed, and memory crosses them; it runs offline."""

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState, StateGraph

from hindsight_integrations import Hindsight
from hindsight_integrations.langgraph import (
    RecallNode,
    RecallState,
    RememberNode,
    recalled_prompt,
)


def answer(state: RecallState) -> dict[str, Any]:
    """Stands in for your model: it would be given the block as a system message."""
    told = recalled_prompt(state)
    return {"messages": [AIMessage("You live in Lisbon." if "Lisbon" in told else "Noted.")]}


with Hindsight.open("sqlite:///:memory:") as hindsight:
    builder = StateGraph(RecallState, output_schema=MessagesState)
    builder.add_node("recall", RecallNode(hindsight))
    builder.add_node("answer", answer)
    builder.add_node("remember", RememberNode(hindsight))
    for start, end in (("__start__", "recall"), ("recall", "answer"), ("answer", "remember")):
        builder.add_edge(start, end)
    graph: Any = builder.compile(checkpointer=InMemorySaver())
    for thread, said in (
        ("monday", "I live in Lisbon."),
        ("monday", "Thank you!"),
        ("friday", "Where do I live?"),
    ):
        run = {"configurable": {"thread_id": thread, "user_id": "alice"}}
        state = graph.invoke({"messages": [("user", said)]}, run)
        print(f"{thread}: {said} -> {state['messages'][-1].text}")
        print(f"  messages in the thread: {len(state['messages'])}, parts: {sorted(state)}")
