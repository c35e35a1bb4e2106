"""Finds what a user said in a runnable's input and what was answered in its output, and adds a text to the input; it knows no memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage
from langchain_core.prompt_values import PromptValue

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.langchain.blocks import messages_with_block
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.runs.turns import final_answer, last_said
from hindsight_integrations.validation import MAX_CONTENT

#: Where chains usually have the question and the answer; the first that is there counts.
_ASKED = ("input", "question", "query", "messages", "text")
_ANSWERED = ("output", "answer", "result", "response", "text", "messages")


@dataclass(frozen=True, slots=True)
class Places:
    """The keys of a mapping that hold the question, the answer, and the recalled text.

    ``None`` finds the first two by their usual names, and adds the recalled text to the
    question itself instead of giving it a key.
    """

    asked: str | None = None
    answered: str | None = None
    recalled: str | None = None

    def said(self, given: Any) -> tuple[Turn, ...]:
        """What the user says in this input."""
        if isinstance(given, Mapping):
            given = given[self._asked_in(given)]
        if isinstance(given, str):
            turn = Turn(role=Role.USER, content=given[:MAX_CONTENT]) if given.strip() else None
            return () if turn is None else (turn,)
        return last_said(_messages(given))

    def told(self, given: Any, text: str) -> Any:
        """The input with the recalled ``text``; what was given is not touched."""
        if isinstance(given, Mapping):
            if self.recalled is not None:
                return {**given, self.recalled: text}
            key = self._asked_in(given)
            return {**given, key: _with_text(given[key], text)}
        return _with_text(given, text)

    def _asked_in(self, given: Mapping[str, Any]) -> str:
        names = _ASKED if self.asked is None else (self.asked,)
        for name in names:
            if name in given:
                return name
        raise InvalidInput(
            f"the input has none of the keys {', '.join(names)}: say input_key=… for the question"
        )

    def answer(self, output: Any) -> list[Turn]:
        """What was answered in words, if anything was."""
        if isinstance(output, Mapping):
            names = _ANSWERED if self.answered is None else (self.answered,)
            return next((self.answer(output[name]) for name in names if name in output), [])
        if isinstance(output, Sequence) and not isinstance(output, str):
            return self.answer(output[-1]) if output else []
        if isinstance(output, BaseMessage):
            return final_answer([cast("AnyMessage", output)])
        if isinstance(output, str) and output.strip():
            return [Turn(role=Role.ASSISTANT, content=output[:MAX_CONTENT])]
        return []


def _messages(given: Any) -> list[AnyMessage]:
    if isinstance(given, PromptValue):
        given = given.to_messages()
    listed = list(given) if isinstance(given, Sequence) else [given]
    if wrong := [one for one in listed if not isinstance(one, BaseMessage)]:
        raise InvalidInput(
            f"a {type(wrong[0]).__name__} is neither text nor a message: memory can be put before "
            "runnables that take text, messages, or a mapping of these"
        )
    return cast("list[AnyMessage]", listed)


def _with_text(given: Any, text: str) -> Any:
    """The same kind of input, with the text at the end of what the user says."""
    if not text:
        return given
    if isinstance(given, str):
        return f"{given}\n\n{text}"
    longer = messages_with_block(_messages(given), text)
    return longer[0] if isinstance(given, HumanMessage) else longer
