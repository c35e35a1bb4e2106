"""LlamaIndex's chat stores over a memory's transcripts: where messages are kept; how, the memory knows."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.storage.chat_store.base import BaseChatStore
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
from pydantic import ConfigDict, Field

from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.llamaindex.codec import messages_of, turns_of_messages
from hindsight_integrations.records import Turn
from hindsight_integrations.transcripts import Transcript

#: What LlamaIndex's status means to a transcript: its archived turns, the others, or all.
_ARCHIVED = {MessageStatus.ACTIVE: False, MessageStatus.ARCHIVED: True, None: None}


class HindsightChatStore(AsyncDBChatStore):
    """The messages of one user's sessions, for ``Memory(chat_store=…)``. A key is a session.

    They stand in the memory's own log: what is added is remembered at once, what is forgotten
    is gone from here. Deleting messages takes them out of the session; what was learnt stays
    until it is forgotten. Every field of a message comes back, in new objects each time.
    ``idx`` is a place among the active messages, from 0. Works from any thread and any loop.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str
    tenant: str = "default"
    agent: str | None = None
    tz: str = "UTC"

    @classmethod
    def class_name(cls) -> str:
        return "HindsightChatStore"

    def shares(self, other: HindsightChatStore) -> bool:
        """Whether both keep the messages of the same user in the same memory."""
        same = self.hindsight is other.hindsight
        return same and (self.tenant, self.user) == (other.tenant, other.user)

    def transcript(self, key: str) -> Transcript:
        """The transcript behind the messages of ``key``."""
        memory = self.hindsight.for_user(
            self.user, tenant=self.tenant, agent=self.agent, session=key, tz=self.tz
        )
        return memory.transcript()

    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = MessageStatus.ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """The messages in order; with ``status=None`` the archived ones come first."""
        turns = await self.transcript(key).aturns(archived=_ARCHIVED[status])
        start = offset or 0
        return messages_of(turns[start : None if limit is None else start + limit])

    async def count_messages(
        self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE
    ) -> int:
        return len(await self.transcript(key).aturns(archived=_ARCHIVED[status]))

    async def add_message(
        self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        turns, transcript = turns_of_messages(messages), self.transcript(key)
        await transcript.aappend(turns)
        if status is MessageStatus.ARCHIVED:
            await transcript.aarchive(turns)

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Make these the session's only messages. Those it has already are not learnt again."""
        turns: list[Turn] = turns_of_messages(messages)
        active, archived = (turns, []) if status is MessageStatus.ACTIVE else ([], turns)
        await self.transcript(key).areplace(active, archived=archived)

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        return _only(await self.transcript(key).aremove(at=idx))

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        transcript = self.transcript(key)
        if status is None:
            await transcript.aclear()
        elif status is MessageStatus.ACTIVE:
            await transcript.areplace(())
        else:
            stored = await transcript.aturns(archived=True)
            await transcript.aremove(stored, archived=True)

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        return messages_of(await self.transcript(key).aremove(first=n))

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        return messages_of(await self.transcript(key).aarchive(first=n))

    async def get_keys(self) -> list[str]:
        return list(await self.transcript("any").asessions())


class HindsightBufferStore(BaseChatStore):
    """The same messages for ``ChatMemoryBuffer(chat_store=…)``, whose interface is another one."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str
    tenant: str = "default"
    agent: str | None = None
    tz: str = "UTC"

    @classmethod
    def class_name(cls) -> str:
        return "HindsightBufferStore"

    def transcript(self, key: str) -> Transcript:
        """The transcript behind the messages of ``key``."""
        memory = self.hindsight.for_user(
            self.user, tenant=self.tenant, agent=self.agent, session=key, tz=self.tz
        )
        return memory.transcript()

    def set_messages(self, key: str, messages: list[ChatMessage]) -> None:
        self.transcript(key).replace(turns_of_messages(messages))

    def get_messages(self, key: str) -> list[ChatMessage]:
        return messages_of(self.transcript(key).turns())

    def add_message(self, key: str, message: ChatMessage) -> None:
        self.transcript(key).append(turns_of_messages([message]))

    def delete_messages(self, key: str) -> list[ChatMessage] | None:
        """Empty the session; the messages that were there, or ``None``."""
        transcript = self.transcript(key)
        gone = messages_of(transcript.turns())
        transcript.clear()
        return gone or None

    def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        return _only(self.transcript(key).remove(at=idx)) if idx >= 0 else None

    def delete_last_message(self, key: str) -> ChatMessage | None:
        return _only(self.transcript(key).remove(at=-1))

    def get_keys(self) -> list[str]:
        return list(self.transcript("any").sessions())


def _only(turns: Sequence[Turn]) -> ChatMessage | None:
    messages = messages_of(turns)
    return messages[0] if messages else None
