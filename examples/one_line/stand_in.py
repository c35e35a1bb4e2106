"""A chat model that stands in for yours, so that the examples run offline: it shows what it reads and says what it is told to."""

from typing import Any

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage


class StandIn(GenericFakeChatModel):
    """Prints each request, and answers in the order of its script."""

    def bind_tools(self, tools: Any, **options: Any) -> Any:  # noqa: ARG002
        return self

    def _generate(self, messages: Any, *rest: Any, **options: Any) -> Any:
        print("\n".join(f"  {m.type}> {' '.join(m.text.split())}" for m in messages))
        return super()._generate(messages, *rest, **options)


def stand_in(*answers: Any) -> StandIn:
    """A model that gives these answers: texts, or messages that call tools."""
    return StandIn(messages=iter([AIMessage(a) if isinstance(a, str) else a for a in answers]))


def calling(name: str, **arguments: Any) -> AIMessage:
    """An answer that calls a tool."""
    return AIMessage("", tool_calls=[{"id": f"call_{name}", "name": name, "args": arguments}])
