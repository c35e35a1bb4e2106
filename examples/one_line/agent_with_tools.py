"""An agent with a tool."""

from typing import Any

from langchain.agents import create_agent
from stand_in import calling, stand_in


def get_weather(city: str) -> str:
    """Get the weather of a city."""
    return f"It is sunny in {city}."


agent: Any = create_agent(
    model=stand_in("Noted.", calling("get_weather", city="Lisbon"), "Sunny!"),
    tools=[get_weather],
    system_prompt="You are a helpful assistant.",
)

for text in ("I live in Lisbon.", "What is the weather at home?"):
    result = agent.invoke(
        {"messages": [{"role": "user", "content": text}]},
    )
    print(result["messages"][-1].text)
