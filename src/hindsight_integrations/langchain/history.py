"""A session's messages for LangChain, over the memory's own log; what is learnt from them is the memory's affair."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import BaseMessage, RemoveMessage
from langchain_core.runnables.config import var_child_runnable_config
from langgraph.graph.message import REMOVE_ALL_MESSAGES

from hindsight_integrations.errors import HindsightError, InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.records import Turn
from hindsight_integrations.runs.codec import group_end, group_start, messages_of, turn_of
from hindsight_integrations.transcripts import Transcript

_log = logging.getLogger(__name__)


class HindsightChatMessageHistory(BaseChatMessageHistory):
    """The transcript of one session: every message as it was, and remembered like all that is said.

    ``window`` shows only so many of the last messages, and as many more as it takes not to
    cut a tool's result off from its call; calls at the end that were not answered (a run that
    broke off) are not in it, since models refuse them. Messages are known by their ids: adding one again
    changes nothing. What is recalled is never among them.

    ``clear()`` empties the transcript; what was learnt stays and is forgotten by
    ``hindsight.for_user(user).forget(session=…, reason=…)``, which empties it too.

    With ``RunnableWithMessageHistory``, give it a function that makes a new history each time
    it is called (this is cheap): it reads the history twice and counts, so the second reading
    shows what the first did, whatever others have added meanwhile. It also drops what
    ``add_messages`` raises; ``last_error`` and the log keep it.
    """

    def __init__(
        self,
        hindsight: Hindsight,
        *,
        user: str,
        session: str,
        tenant: str = "default",
        agent: str | None = None,
        tz: str = "UTC",
        window: int | None = None,
    ) -> None:
        super().__init__()
        if window is not None and (type(window) is not int or window < 1):
            raise InvalidInput(f"window must be a whole number of at least 1, got {window!r}")
        memory = hindsight.for_user(user, tenant=tenant, agent=agent, session=session, tz=tz)
        self._transcript: Transcript = memory.transcript()
        self._window = window
        self._first_read: list[BaseMessage] | None = None
        self.last_error: HindsightError | None = None

    @property
    def messages(self) -> list[BaseMessage]:
        """The messages in order. Setting them replaces the transcript, not what was learnt."""
        if self._run_by_history() and self._first_read is not None:
            return list(self._first_read)
        return self._read(self._windowed(self._window))

    @messages.setter
    def messages(self, messages: Sequence[BaseMessage]) -> None:
        self._first_read = None
        self._transcript.replace(_turns(messages))

    async def aget_messages(self) -> list[BaseMessage]:
        if self._run_by_history() and self._first_read is not None:
            return list(self._first_read)
        return self._read(await self._awindowed(self._window))

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages to the end and remember them. A ``RemoveMessage`` takes one out."""
        self._first_read = None
        try:
            if any(isinstance(message, RemoveMessage) for message in messages):
                self._transcript.replace(_edited(self._transcript.turns(), messages))
            else:
                self._transcript.append(_turns(messages))
        except HindsightError as error:
            self._note(error)
            raise

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        self._first_read = None
        try:
            if any(isinstance(message, RemoveMessage) for message in messages):
                shown = await self._transcript.aturns()
                await self._transcript.areplace(_edited(shown, messages))
            else:
                await self._transcript.aappend(_turns(messages))
        except HindsightError as error:
            self._note(error)
            raise

    def clear(self) -> None:
        self._first_read = None
        self._transcript.clear()

    async def aclear(self) -> None:
        self._first_read = None
        await self._transcript.aclear()

    def _windowed(self, last: int | None) -> list[BaseMessage]:
        """The messages, or the last ones: read further back until no tool's result lacks its call."""
        while True:
            turns = self._transcript.turns(last=last)
            messages = messages_of(turns)
            shown = self._shown(messages, all_read=last is None or len(turns) < last)
            if shown is not None:
                return shown
            last = None if last is None else last * 2

    async def _awindowed(self, last: int | None) -> list[BaseMessage]:
        while True:
            turns = await self._transcript.aturns(last=last)
            messages = messages_of(turns)
            shown = self._shown(messages, all_read=last is None or len(turns) < last)
            if shown is not None:
                return shown
            last = None if last is None else last * 2

    def _shown(self, messages: list[BaseMessage], *, all_read: bool) -> list[BaseMessage] | None:
        """What the window shows of these last messages; ``None`` if more must be read for it."""
        if self._window is None:
            return messages
        whole = messages[: group_end(messages)]
        start = group_start(whole, self._window)
        if start is None:
            return whole[-self._window :] if all_read else None
        return whole[start:]

    def _read(self, messages: list[BaseMessage]) -> list[BaseMessage]:
        if self._run_by_history():
            self._first_read = list(messages)
        return messages

    def _run_by_history(self) -> bool:
        """Whether ``RunnableWithMessageHistory`` is reading: it names its history in the run's config."""
        config = var_child_runnable_config.get() or {}
        return config.get("configurable", {}).get("message_history") is self

    def _note(self, error: HindsightError) -> None:
        self.last_error = error
        _log.error("messages of %s were not kept: %s", self._transcript.scope, type(error).__name__)


def _turns(messages: Sequence[BaseMessage]) -> list[Turn]:
    if wrong := [message for message in messages if not isinstance(message, BaseMessage)]:
        raise InvalidInput(f"a history takes LangChain messages, not a {type(wrong[0]).__name__}")
    return [turn_of(message) for message in messages]


def _edited(shown: Sequence[Turn], messages: Sequence[BaseMessage]) -> list[Turn]:
    """What is shown after ``messages``, of which some remove."""
    turns = list(shown)
    for message in messages:
        if not isinstance(message, RemoveMessage):
            turns.append(turn_of(message))
        elif message.id == REMOVE_ALL_MESSAGES:
            turns.clear()
        else:
            turns = [turn for turn in turns if turn.id != message.id]
    return turns
