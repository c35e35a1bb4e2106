"""A graph whose nodes keep what they learn in its store, and a memory that sees it; it runs offline."""

from typing import Any, TypedDict

from langgraph.graph import MessagesState, StateGraph
from langgraph.runtime import Runtime

from hindsight_integrations import Hindsight
from hindsight_integrations.langgraph import HindsightStore, label_of

Context = TypedDict("Context", {"user_id": str})  # noqa: UP013 - one line, for what a run is told


def note(state: MessagesState, runtime: Runtime[Context]) -> None:
    """Keep the last message as the user's profile, and look around in what is kept."""
    assert runtime.store
    namespace = (label_of(runtime.context["user_id"]), "profile")
    runtime.store.put(namespace, "home", {"city": state["messages"][-1].text})
    for item in runtime.store.search(namespace, query="which town?"):
        print(f"  {item.namespace} {item.key}: {item.value}")


with Hindsight.open("sqlite:///:memory:") as hindsight:
    store = HindsightStore(hindsight, user=0)  # the namespace begins with the user
    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("note", note)
    builder.add_edge("__start__", "note")
    graph: Any = builder.compile(store=store)
    mail = "alice@example.com"
    for user, said in ((mail, "Oslo"), ("王芳", "上海"), (mail, "Bergen")):
        print(f"{user} says {said}")
        graph.invoke({"messages": [("user", said)]}, context={"user_id": user})

    namespace = (label_of(mail), "profile")
    print("history:", [item.value["city"] for item in store.history(namespace, "home")])
    memory = hindsight.for_user(mail)
    print("recall:", [found.memory.content for found in memory.recall("city")])
    store.delete(namespace, "home")
    print("after the delete:", list(memory.recall("city")), store.search(namespace))
