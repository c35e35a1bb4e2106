"""A graph whose nodes keep what they learn in a store, across threads."""

from dataclasses import dataclass
from typing import Any

from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.memory import InMemoryStore

from hindsight_integrations import Hindsight
from hindsight_integrations.langgraph import HindsightStore

hindsight = Hindsight.open("sqlite:///:memory:")


@dataclass
class Context:
    user_id: str


def chat(state: MessagesState, runtime: Runtime[Context]) -> dict[str, Any]:
    assert runtime.store
    namespace = (runtime.context.user_id, "memories")
    said = state["messages"][-1].text
    known = runtime.store.search(namespace, query=said, limit=3)
    runtime.store.put(namespace, "latest", {"text": said})
    return {"messages": [("ai", f"You told me before: {[item.value['text'] for item in known]}")]}


store: Any = InMemoryStore()
store = HindsightStore(hindsight, user=0)
builder = StateGraph(MessagesState, context_schema=Context)
builder.add_node("chat", chat)
builder.add_edge(START, "chat")
graph: Any = builder.compile(store=store)

for user, text in (("alice", "I like tea."), ("bob", "I like rum."), ("alice", "I like coffee.")):
    state = graph.invoke({"messages": [("user", text)]}, context=Context(user_id=user))
    print(state["messages"][-1].text)
