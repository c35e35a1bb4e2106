"""An agent that remembers from one thread to the next; it runs offline, on a scripted model."""

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightMiddleware


class Scripted(GenericFakeChatModel):
    """Stands in for your model, and shows what it is given."""

    def _generate(self, messages: Any, *rest: Any, **options: Any) -> Any:
        print("\n".join(f"  {message.type}> {message.text}" for message in messages))
        return super()._generate(messages, *rest, **options)


answers = ("Noted.", "How lovely.", "At the market by the river.")
model = Scripted(messages=iter([AIMessage(answer) for answer in answers]))

with Hindsight.open("sqlite:///:memory:") as hindsight:
    agent: Any = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    for thread, said in (
        ("monday", "I live in Berlin. Remember that I don't eat fish."),
        ("tuesday", "I moved to Lisbon."),
        ("friday", "Where shall I have lunch?"),
    ):
        print(f"{thread}, alice: {said}\n  the model reads:")
        answer = agent.invoke(
            {"messages": [{"role": "user", "content": said}]},
            {"configurable": {"thread_id": thread}},
            context={"user_id": "alice"},
        )
        print(f"{thread}, agent: {answer['messages'][-1].text}\n")
