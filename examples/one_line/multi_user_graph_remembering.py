"""A graph that serves many users, each run with the user in its context."""

from dataclasses import dataclass
from typing import Any

from langgraph.graph import START, MessagesState, StateGraph
from stand_in import stand_in

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import with_hindsight

hindsight = Hindsight.open("sqlite:///:memory:")


@dataclass
class Context:
    user_id: str


model: Any = stand_in("Noted.", "Noted.", "In Oslo.", "I cannot say.")
model = with_hindsight(model, hindsight)


def chat(state: MessagesState) -> dict[str, Any]:
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState, context_schema=Context)
builder.add_node("chat", chat)
builder.add_edge(START, "chat")
graph: Any = builder.compile()

for user, text in (
    ("alice", "I live in Oslo."),
    ("王芳", "我住在上海"),
    ("alice", "Where do I live?"),
    ("王芳", "我住在哪里？"),
):
    result = graph.invoke({"messages": [("user", text)]}, context=Context(user_id=user))
    print(f"{user}: {result['messages'][-1].text}")
