"""Memory blocks for LlamaIndex's ``Memory``: what each of them tells and when it learns; how to recall is the memory's affair."""

from __future__ import annotations

import copy
import re
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Self

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory.memory import BaseMemoryBlock
from pydantic import Field, PrivateAttr, field_validator

from hindsight_integrations.answers import Recollection
from hindsight_integrations.engine.telling import INSTRUCTION, as_text, line
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.llamaindex.visible import Reading, Visible, reading, uncounted, unseen
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Scope
from hindsight_integrations.runs.failures import Failures
from hindsight_integrations.user_memory import UserMemory

#: A block's name becomes a tag around it.
_TAG = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_CJK = re.compile("[\u3400-\u9fff]")
#: Log turns that are looked at beyond the visible ones, to find where those continue the log.
_BEYOND = 50
#: How many turns' recollections a block keeps.
_TURNS = 64


class HindsightBlock(BaseMemoryBlock[str]):
    """What the blocks share: whose memory it is, learning from what is seen, lines, truncation.

    A block learns from messages when it sees them, under any ``Memory``, unless ``learn`` is
    off (``HindsightMemory`` has learnt before). What it tells is a line a memory, the most
    valuable first, neither repeating what another of these blocks told in the same reading
    nor what stands in the messages already; nothing to tell is the empty string. A memory
    that fails is logged and counted (``degraded``), and the turn goes on without.

    ``priority`` 1 lets it be shortened when the token limit is passed, 0 never.
    """

    priority: int = 1
    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str
    tenant: str = "default"
    agent: str | None = None
    session: str | None = None
    tz: str = "UTC"
    learn: bool = True
    _failures: Failures = PrivateAttr(default_factory=lambda: Failures(raises=False))

    @field_validator("name")
    @classmethod
    def _tag_name(cls, name: str) -> str:
        if not _TAG.fullmatch(name):
            raise InvalidInput(
                f"a block's name becomes a tag: letters, digits, _ and -; got {name!r}"
            )
        return name

    def model_post_init(self, context: Any) -> None:
        super().model_post_init(context)
        self._memory(self._scope(None))  # what is wrong with them shows now
        kinds = {name: getattr(self, name, None) for name in ("types", "subjects")}
        Where.of(**{name: value for name, value in kinds.items() if value is not None})

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """A copy that shares the memory, which is one for all (``edit_state`` copies deeply)."""
        return copy.copy(self)

    @property
    def degraded(self) -> int:
        """How often the memory could not, or only in part, do what was asked."""
        return self._failures.count

    # -- what Memory calls ---------------------------------------------------------------------

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        scope = self._scope(block_kwargs.get("session_id"))
        present = reading(messages, self)
        with self._failures.borne("recall", scope):
            memory = self._memory(scope)
            visible = Visible(messages or ())
            if self.learn:
                await self._see(memory, visible)
            return self._told(await self._lines(memory, visible, present), present)
        return ""

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Learn what leaves the short-term memory, if it was never seen before."""
        if not self.learn:
            return
        scope = self._scope(_session_of(messages))
        with self._failures.borne("observe", scope):
            memory = self._memory(scope)
            turns = Visible(messages).turns
            log = await memory.awindow(last=10 * (len(turns) + _BEYOND))
            await self._observe(memory, uncounted(log, turns))

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """``content`` without its least valuable lines, at least so many tokens fewer; or ``None``."""
        if not content or not isinstance(content, str):
            return None
        lines, freed = content.split("\n"), 0
        head = [lines.pop(0)] if lines[0] == INSTRUCTION else []
        while lines and freed <= tokens_to_truncate:
            freed += _at_least(self._least(lines))
        return "\n".join([*head, *lines]) if lines else None

    # -- what each block says for itself ---------------------------------------------------------

    @abstractmethod
    async def _lines(self, memory: UserMemory, visible: Visible, present: Reading) -> list[str]:
        """What it tells: a line a memory."""

    def _least(self, lines: list[str]) -> str:
        """Take the least valuable line out of ``lines``."""
        return lines.pop()

    # -- what they share -------------------------------------------------------------------------

    def _scope(self, session: str | None) -> Scope:
        return Scope(self.tenant, self.user, self.agent, self.session or session or None)

    def _memory(self, scope: Scope) -> UserMemory:
        return self.hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=self.tz
        )

    async def _see(self, memory: UserMemory, visible: Visible) -> None:
        log = await memory.awindow(last=len(visible.stated) + _BEYOND)
        await self._observe(memory, unseen(log, visible.stated))

    async def _observe(self, memory: UserMemory, turns: Sequence[Any]) -> None:
        if turns:
            seen = await memory.aobserve(turns)
            self._failures.note("observe", memory.scope, seen.degraded)

    def _told(self, lines: Sequence[str], present: Reading) -> str:
        """The lines, and before the first of a reading what they are."""
        if not lines:
            return ""
        head = [] if INSTRUCTION in present.told else [INSTRUCTION]
        present.told.add(INSTRUCTION)
        return "\n".join([*head, *lines])


class HindsightMemoryBlock(HindsightBlock):
    """What answers the user's last message, the best first: at most ``k`` memories.

    ``types`` and ``subjects`` restrict it. Asked again in the same turn (agents do after each
    round of tools) it tells the same, as long as all of it still holds.
    """

    name: str = "hindsight"
    k: int = Field(default=5, ge=1)
    types: Sequence[str] | str | None = None
    subjects: Sequence[str] | str | None = None
    _turns: OrderedDict[tuple[Any, ...], tuple[Recollection, ...]] = PrivateAttr(
        default_factory=OrderedDict
    )

    async def _lines(self, memory: UserMemory, visible: Visible, present: Reading) -> list[str]:
        if not visible.asked:
            return []
        found = [
            one for one in await self._recalled(memory, visible) if _is_new(one.memory, visible)
        ]
        return _lines_of(found, present, self.k)

    async def _recalled(self, memory: UserMemory, visible: Visible) -> tuple[Recollection, ...]:
        turn = (memory.scope, visible.asked, visible.times)
        kept = self._turns.get(turn)
        if kept is not None and await _hold(memory, kept):
            return kept
        # Some of what is found stands in the messages already.
        wanted = self.k + min(len(visible.words), 2 * self.k)
        found = await memory.arecall(
            visible.asked, k=wanted, types=self.types, subjects=self.subjects
        )
        self._failures.note("recall", memory.scope, found.degraded)
        self._turns[turn] = found.recollections
        while len(self._turns) > _TURNS:
            self._turns.popitem(last=False)
        return found.recollections


class HindsightFactsBlock(HindsightBlock):
    """Facts and preferences that hold now, whatever is asked, in an order that stays.

    The most important first, at most ``limit``; prompt caches keep hitting as long as none of
    them changes. ``subjects`` restricts them to keys or prefixes (``user.*``).
    """

    name: str = "hindsight_facts"
    types: Sequence[str] | str = ("fact", "preference")
    subjects: Sequence[str] | str | None = None
    limit: int = Field(default=20, ge=1)

    async def _lines(self, memory: UserMemory, visible: Visible, present: Reading) -> list[str]:
        found = await memory.afind(types=self.types, subjects=self.subjects, limit=1000)
        found.sort(key=lambda m: (-m.priority, not m.pinned, -m.importance, m.sequence))
        return _lines_of([_as_it_is(m) for m in found if _is_new(m, visible)], present, self.limit)


class HindsightEventsBlock(HindsightBlock):
    """What happened lately, oldest first: the last ``limit`` events, of the time ``within`` if given."""

    name: str = "hindsight_events"
    types: Sequence[str] | str = "event"
    within: timedelta | None = None
    limit: int = Field(default=10, ge=1)

    async def _lines(self, memory: UserMemory, visible: Visible, present: Reading) -> list[str]:
        found = await memory.afind(types=self.types, within=self.within, limit=self.limit * 3)
        new = [_as_it_is(m) for m in found if _is_new(m, visible)]
        return _lines_of(new, present, self.limit)[::-1]

    def _least(self, lines: list[str]) -> str:
        return lines.pop(0)


class HindsightSessionBlock(HindsightBlock):
    """What this session has brought that the messages no longer show, oldest first, at most ``limit``.

    What was learnt in it and what happened in it, and what the user said. With
    ``summarize=True`` a summary takes their place, in the words of the memory's
    ``summarizer`` if it has one; it is made anew when messages have left the window.
    """

    name: str = "hindsight_session"
    limit: int = Field(default=10, ge=1)
    summarize: bool = False
    budget: int = Field(default=400, ge=1)
    _summaries: OrderedDict[tuple[Any, ...], list[str]] = PrivateAttr(default_factory=OrderedDict)

    async def _lines(self, memory: UserMemory, visible: Visible, present: Reading) -> list[str]:
        session = memory.scope.session
        if session is None:
            return []
        found = await memory.afind(session=session, limit=self.limit * 5)
        new = [memory for memory in found if _is_new(memory, visible) and not _by_assistant(memory)]
        if not self.summarize:
            return _lines_of([_as_it_is(one) for one in new], present, self.limit)[::-1]
        return await self._summary(memory, tuple(one.id for one in new))

    async def _summary(self, memory: UserMemory, gone: tuple[str, ...]) -> list[str]:
        key = (memory.scope, gone)
        if gone and key not in self._summaries:
            summary = await memory.asummarize(session=memory.scope.session, budget=self.budget)
            self._failures.note("summarize", memory.scope, summary.degraded)
            self._summaries[key] = [line(one) for one in summary.text.splitlines() if one.strip()]
            while len(self._summaries) > _TURNS:
                self._summaries.popitem(last=False)
        return list(self._summaries.get(key, ()))

    def _least(self, lines: list[str]) -> str:
        return lines.pop(0)


def _lines_of(found: Sequence[Recollection], present: Reading, most: int) -> list[str]:
    """At most so many of ``found`` as lines; none that was told in this reading already."""
    new = [one for one in found if one.memory.id not in present.told][:most]
    present.told.update(one.memory.id for one in new)
    return [as_text([one]) for one in new]


def _as_it_is(memory: Memory) -> Recollection:
    return Recollection(memory, 1.0, ())


def _is_new(memory: Memory, visible: Visible) -> bool:
    """Whether the messages do not say it already: as an utterance, as a tool's result, or just now."""
    if memory.type is MemoryType.UTTERANCE:
        return memory.content not in visible.words
    if memory.type is MemoryType.EVENT:
        return memory.payload.get("result") not in visible.words
    return memory.content not in visible.asked


def _by_assistant(memory: Memory) -> bool:
    return memory.type is MemoryType.UTTERANCE and memory.payload.get("role") != "user"


async def _hold(memory: UserMemory, told: Sequence[Recollection]) -> bool:
    """Whether everything that was told is still as it was."""
    for one in told:
        known = await memory.aget(one.memory.id)
        if known is None or (known.status, known.content) != (
            one.memory.status,
            one.memory.content,
        ):
            return False
    return True


def _session_of(messages: Sequence[ChatMessage]) -> str | None:
    """The session that ``Memory`` writes into what it hands to its blocks."""
    named = (message.additional_kwargs.get("session_id") for message in messages)
    return next((str(session) for session in named if session), None)


def _at_least(text: str) -> int:
    """A number of tokens that models' tokenizers will count at least: words, or two CJK characters."""
    return max(1, len(text.split()), len(_CJK.findall(text)) // 2)
