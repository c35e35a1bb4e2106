"""LlamaIndex's ``Memory`` with a long-term memory in it: when to record and recall, and how it is dumped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Self
from uuid import uuid4

from llama_index.core.base.llms.types import BaseContentBlock, ChatMessage, ContentBlock
from llama_index.core.memory.memory import (
    DEFAULT_FLUSH_SIZE,
    DEFAULT_TOKEN_LIMIT,
    BaseMemoryBlock,
    InsertMethod,
    Memory,
)
from llama_index.core.storage.chat_store.base_db import MessageStatus
from llama_index.core.utils import get_tokenizer
from pydantic import Field, PrivateAttr, model_validator

from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.llamaindex.chat_store import HindsightChatStore
from hindsight_integrations.llamaindex.codec import messages_of, role_of, turns_of_messages
from hindsight_integrations.llamaindex.dumps import made_of, plain, with_recall
from hindsight_integrations.llamaindex.placing import awaited, copies, framed, in_system, untold
from hindsight_integrations.llamaindex.restoring import Living, check_owner, check_served, served
from hindsight_integrations.llamaindex.window import Counted, Filling, Queued, Ruler, overflow
from hindsight_integrations.records import Turn
from hindsight_integrations.runs.failures import Failures
from hindsight_integrations.transcripts import Transcript
from hindsight_integrations.user_memory import UserMemory

_log = logging.getLogger(__name__)
_living: Living[HindsightMemory] = Living(256)
_OWN_LOG = (
    "messages are kept in the memory's own log. For a store of yours, take Memory(chat_store=…, "
    "memory_blocks=[HindsightMemoryBlock(…)])"
)


class HindsightMemory(Memory):
    """A drop-in ``memory=`` for chat engines, agents and workflows that remembers across sessions.

    Make it with :meth:`from_defaults`. Messages are kept in the memory's own log, each is
    learnt from when it is put, and what the user's last message calls for is told with it.
    What the token limit pushes out of the window is archived; blocks of others are handed it,
    again and again until they take it. ``reset`` empties the session, ``long_term.forget``
    forgets.

    A dump (JSON, pickle, a workflow's context) says whose memory it is and how it is set, and
    holds neither messages nor addresses. In the same process it gives back this very object;
    in another it is made anew inside ``with serving(hindsight, user=…):``.
    """

    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str
    tenant: str = "default"
    agent: str | None = None
    tz: str = "UTC"
    insert_method: InsertMethod = InsertMethod.USER
    _name: str = PrivateAttr(default_factory=lambda: uuid4().hex)
    _failures: Failures = PrivateAttr(default_factory=lambda: Failures(raises=True))
    _undelivered: dict[str, list[Turn]] = PrivateAttr(default_factory=dict)
    _filling: Filling = PrivateAttr(default_factory=Filling)
    _count: Counted | None = PrivateAttr(default=None)

    @model_validator(mode="before")
    @classmethod
    def _own_store(cls, values: dict[str, Any]) -> dict[str, Any]:
        """The window is kept in the memory's own log: one truth, which forgetting reaches."""
        names = ("hindsight", "user", "tenant", "agent", "tz")
        given = {name: values[name] for name in names if name in values}
        own = HindsightChatStore(**given)
        store = values.get("sql_store")
        if store is not None and not (isinstance(store, HindsightChatStore) and store.shares(own)):
            raise InvalidInput(_OWN_LOG)
        return {**values, "sql_store": store or own}

    def model_post_init(self, context: Any) -> None:
        super().model_post_init(context)
        self._transcript()  # what is wrong with user or session shows now
        _living.add(self._name, self)

    @classmethod
    def class_name(cls) -> str:
        return "HindsightMemory"

    @classmethod
    def from_defaults(  # type: ignore[override]  # noqa: PLR0917 - the order is upstream's
        cls,
        session_id: str | None = None,
        chat_history: list[ChatMessage] | None = None,
        token_limit: int = DEFAULT_TOKEN_LIMIT,
        memory_blocks: Sequence[BaseMemoryBlock[Any]] | None = None,
        tokenizer_fn: Callable[[str], list[Any]] | None = None,
        token_flush_size: int = DEFAULT_FLUSH_SIZE,
        *,
        hindsight: Hindsight | None = None,
        user: str | None = None,
        tenant: str = "default",
        agent: str | None = None,
        tz: str = "UTC",
        k: int = 5,
        **options: Any,
    ) -> Self:
        """The memory of ``user`` in one session (a new one, if no ``session_id`` is given).

        ``k`` memories at most are told with a message, by a block that is added unless
        ``memory_blocks`` holds one of Hindsight's; 0 adds none. A ``chat_history`` with
        messages in it becomes the session's. The other options are those of ``Memory``; by
        default what is told goes into the user's message (``InsertMethod.USER``).
        """
        store, options = _own_options(cls.model_fields.keys(), options)
        given = served()
        if hindsight is None and given is not None:
            check_served(given, user, tenant)
            asked: dict[str, Any] = {
                "session_id": session_id,
                "chat_history": chat_history,
                "agent": agent,
            }
            asked |= {"token_limit": token_limit, "token_flush_size": token_flush_size, "tz": tz}
            asked |= {"memory_blocks": memory_blocks, "tokenizer_fn": tokenizer_fn, "k": k}
            asked["chat_store"] = store
            return cls.from_defaults(**{**asked, **options, **given.options, **given.owner})
        if hindsight is None or user is None:
            raise InvalidInput(
                "HindsightMemory.from_defaults(hindsight=…, user=…) needs both, or "
                "`with serving(hindsight, user=…):` around it"
            )
        whose: dict[str, Any] = {"hindsight": hindsight, "user": user, "tenant": tenant}
        whose |= {"agent": agent, "tz": tz}
        hindsight.for_user(user, tenant=tenant, agent=agent, session=session_id or None, tz=tz)
        if store is not None and not store.shares(HindsightChatStore(**whose)):
            raise InvalidInput(f"the store is another user's: {_OWN_LOG}")
        memory = cls(
            **whose,
            sql_store=store or HindsightChatStore(**whose),
            session_id=session_id or uuid4().hex,
            token_limit=token_limit,
            token_flush_size=min(token_flush_size, max(1, int(token_limit * 0.7))),
            tokenizer_fn=tokenizer_fn or get_tokenizer(),
            memory_blocks=with_recall(memory_blocks or (), whose, k),
            **options,
        )
        if chat_history:
            memory._transcript().replace(turns_of_messages(chat_history))
        return memory

    @property
    def long_term(self) -> UserMemory:
        """The user's memory, with all its verbs."""
        return self.hindsight.for_user(
            self.user, tenant=self.tenant, agent=self.agent, session=self.session_id, tz=self.tz
        )

    # -- reading ---------------------------------------------------------------------------------

    async def aget(
        self, input: str | ChatMessage | None = None, **block_kwargs: Any
    ) -> list[ChatMessage]:
        """The window's messages, with what memory has to say to ``input`` or to the last of them."""
        asked = input.content if isinstance(input, ChatMessage) else input
        looking = self._filling.looking()
        history = await self.sql_store.get_messages(self.session_id)
        tokens = self._estimate_token_count(history)
        self._filling.seen(tokens, looking)
        found = await self._get_memory_blocks_content(history, input=asked, **block_kwargs)
        length = sum(self._estimate_token_count(content) for content in found.values())
        fitting = await self._truncate_memory_blocks(found, length, tokens)
        named, messages = await self._format_memory_blocks(fitting)
        told = framed(self.memory_blocks_template, named)
        if self.insert_method is InsertMethod.USER and awaited(history, asked):
            return [*messages, *in_system(history, told)]
        return self._insert_memory_content(history, told, messages)

    def _insert_memory_content(
        self,
        chat_history: list[ChatMessage],
        memory_content: list[ContentBlock],
        chat_message_data: list[ChatMessage],
    ) -> list[ChatMessage]:
        """As ``Memory`` does, on copies: blocks may hand out messages that they keep."""
        return super()._insert_memory_content(
            copies(chat_history), memory_content, copies(chat_message_data)
        )

    async def _truncate_memory_blocks(
        self,
        content_per_memory_block: dict[str, Any],
        memory_blocks_tokens: int,
        chat_history_tokens: int,
    ) -> dict[str, Any]:
        """Shorten blocks until all fits: those of the highest number first, those of 0 never."""
        kept = dict(content_per_memory_block)
        excess = memory_blocks_tokens + chat_history_tokens - self.token_limit
        for block in sorted(self.memory_blocks, key=lambda block: -block.priority):
            while excess > 0 and block.priority > 0 and kept.get(block.name):
                before = self._estimate_token_count(kept[block.name])
                shorter = await block.atruncate(kept[block.name], excess)
                after = self._estimate_token_count(shorter) if shorter else 0
                if shorter and after < before:
                    kept[block.name] = shorter
                else:
                    kept.pop(block.name)
                    after = 0
                excess -= before - after
        return kept

    def _estimate_token_count(
        self, message_or_blocks: str | ChatMessage | Sequence[ChatMessage | BaseContentBlock]
    ) -> int:
        ruler = Ruler(
            self._counted(),
            image=self.image_token_size_estimate,
            audio=self.audio_token_size_estimate,
            video=self.video_token_size_estimate,
            document=self.document_token_size_estimate,
        )
        match message_or_blocks:
            case str():
                return ruler.text(message_or_blocks)
            case ChatMessage():
                return ruler.message(message_or_blocks)
            case list() | tuple():
                return sum(
                    ruler.message(one) if isinstance(one, ChatMessage) else ruler.block(one)
                    for one in message_or_blocks
                )
        raise InvalidInput(f"a {type(message_or_blocks).__name__} has no length in tokens")

    # -- writing ---------------------------------------------------------------------------------

    async def aput(self, message: ChatMessage) -> None:
        """Add a message to the window and learn from it."""
        await self.aput_messages([message])

    async def aput_messages(self, messages: list[ChatMessage]) -> None:
        """Add messages in order and learn from them, in one transaction."""
        own = untold(messages)
        if not own:
            return
        seen = await self._transcript().aappend(turns_of_messages(own))
        self._failures.note("observe", self.long_term.scope, seen.degraded)
        if not self._filling.fits(self._estimate_token_count(own), self._most()):
            await self._manage_queue()

    async def aset(self, messages: list[ChatMessage]) -> None:
        """Make these the session's messages; those it has already are not learnt again."""
        turns = turns_of_messages(untold(messages))
        seen = await self._transcript().areplace(turns, archived=())
        self._filling.unknown()
        self._failures.note("observe", self.long_term.scope, seen.degraded)
        await self._manage_queue()

    async def areset(self, status: MessageStatus | None = None) -> None:
        """Empty the session, or its messages of one status. What was learnt stays."""
        await self.sql_store.delete_messages(self.session_id, status=status)

    async def _manage_queue(self) -> None:
        """Archive what is too much for the window, and hand it to the blocks, each turn once."""
        transcript, looking = self._transcript(), self._filling.looking()
        turns = await transcript.aturns()
        queue = [self._queued(turn) for turn in turns]
        places = overflow(queue, self._most(), self.token_flush_size)
        stay = sum(item.tokens for item in queue) - sum(queue[place].tokens for place in places)
        self._filling.seen(stay, looking)
        if places:
            # Of several who see the same overflow, each gets only what it has moved itself.
            moved = await transcript.aarchive([turns[place] for place in places])
            for block in self.memory_blocks:
                await self._hand_over(block, moved)

    def _most(self) -> float:
        """How many tokens of messages the window holds."""
        return self.token_limit * self.chat_history_token_ratio

    def _counted(self) -> Counted:
        if self._count is None or self._count.tokens is not self.tokenizer_fn:
            self._count = Counted(self.tokenizer_fn)
        return self._count

    async def _hand_over(self, block: BaseMemoryBlock[Any], turns: Sequence[Turn]) -> None:
        """Let a block take what left the window; what it fails to take is kept for the next time."""
        waiting = [*self._undelivered.pop(block.name, ()), *turns]
        try:
            await block.aput(
                messages_of(waiting), from_short_term_memory=True, session_id=self.session_id
            )
        except Exception as error:  # noqa: BLE001  (a block is anybody's code, and the turn goes on)
            kind = type(error).__name__
            _log.warning("block %s took no messages of %s: %s", block.name, self.session_id, kind)
            self._undelivered[block.name] = [*waiting, *self._undelivered.get(block.name, ())]

    def _queued(self, turn: Turn) -> Queued:
        messages = messages_of([turn])
        if not messages:
            return Queued(turn.role, 0)
        return Queued(role_of(messages[0]), self._estimate_token_count(messages[0]))

    def _transcript(self) -> Transcript:
        return self.long_term.transcript()

    # -- dumps and copies ------------------------------------------------------------------------

    def to_dict(self, **_: Any) -> dict[str, Any]:
        """Whose memory it is and how it is set, as plain data; no message, no address, no password."""
        return {
            "class_name": self.class_name(),
            "name": self._name,
            "user": self.user,
            "tenant": self.tenant,
            "session_id": self.session_id,
            **plain(self),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **_: Any) -> Self:
        """The memory that a dump names; raises if it is somebody else's, or cannot be made here."""
        given = served()
        if given is not None:
            session = given.options.get("session_id")
            check_owner(data, given.user, given.tenant, session=session)
        alive = _living.get(str(data.get("name")), data)
        if alive is not None:
            return alive  # type: ignore[return-value]
        if given is None:
            raise ConfigurationError(
                "this memory was made in another process: restore it inside "
                "`with serving(hindsight, user=…):`"
            )
        whose = {"hindsight": given.hindsight, "user": data["user"], "tenant": data["tenant"]}
        return cls.from_defaults(**made_of(data, whose, given.options))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self).from_dict, (self.to_dict(),))

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """The same: a session has one memory, and ``edit_state`` must not fork it."""
        return self


def _own_options(
    known: Collection[str], options: Mapping[str, Any]
) -> tuple[HindsightChatStore | None, dict[str, Any]]:
    """The store and the options of ``Memory`` that are given; others are refused."""
    left = {name: value for name, value in options.items() if name != "llm"}
    store = left.pop("chat_store", None) or left.pop("sql_store", None)
    unknown = sorted(left.keys() - set(known))
    if unknown or not isinstance(store, HindsightChatStore | None):
        raise InvalidInput(
            f"HindsightMemory takes no {', '.join(unknown) or 'other store'}: {_OWN_LOG}"
        )
    return store, left
