"""An agent whose threads are saved by a checkpointer."""

from typing import Any

from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver
from stand_in import stand_in

agent: Any = create_agent(
    model=stand_in("Hi Bob!", "You are Bob.", "I do not know you yet."),
    tools=[],
    checkpointer=InMemorySaver(),
)

for thread, text in (
    ("1", "Hi! My name is Bob."),
    ("1", "What is my name?"),
    ("2", "What is my name?"),
):
    result = agent.invoke(
        {"messages": [{"role": "user", "content": text}]},
        {"configurable": {"thread_id": thread}},
    )
    print(result["messages"][-1].text)
