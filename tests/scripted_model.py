"""A chat model that says what it was given to say and keeps what it was asked; it thinks nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import Field


class ScriptedModel(GenericFakeChatModel):
    """Answers in the order of its script; ``requests`` are the messages of each call."""

    requests: list[list[BaseMessage]] = Field(default_factory=list)

    def bind_tools(self, tools: Any, **options: Any) -> ScriptedModel:
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.requests.append(list(messages))
        return super()._generate(messages, stop, run_manager, **kwargs)


def scripted(*answers: str | AIMessage) -> ScriptedModel:
    return ScriptedModel(messages=iter(_messages(answers)))


def calls(*tools: tuple[str, str, dict[str, Any]]) -> AIMessage:
    """A message that calls tools, each given as (id, name, args)."""
    asked = [{"id": id, "name": name, "args": args} for id, name, args in tools]
    return AIMessage("", tool_calls=asked)


def _messages(answers: Iterable[str | AIMessage]) -> list[AIMessage]:
    return [AIMessage(answer) if isinstance(answer, str) else answer for answer in answers]
