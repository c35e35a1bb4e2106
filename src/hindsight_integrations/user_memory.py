"""One user's memory: the verbs, checked and handed to the engine; each ``a`` twin is one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NoReturn

from hindsight_integrations.answers import (
    Change,
    Erasure,
    Explanation,
    Judgement,
    Observation,
    Recall,
    SessionEnd,
    Summary,
)
from hindsight_integrations.asking import Span, ask_of, where_of
from hindsight_integrations.changing import Changing
from hindsight_integrations.engine import (
    archiving,
    ending,
    events,
    explain,
    forget,
    observe,
    recall,
    remember,
    summarize,
)
from hindsight_integrations.engine.aliases import both
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.messages import turns_of
from hindsight_integrations.engine.passages import judge as judge_passages
from hindsight_integrations.engine.question import Ask
from hindsight_integrations.engine.touches import flush
from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.lanes import Lanes, bounded, twin
from hindsight_integrations.listing import Listing
from hindsight_integrations.openings import Opening
from hindsight_integrations.passages import Passage
from hindsight_integrations.ports import Deadline
from hindsight_integrations.queries import Where, merged
from hindsight_integrations.records import (
    Claim,
    Memory,
    MemoryType,
    Scope,
    SubjectKey,
    SubjectPattern,
    Turn,
)
from hindsight_integrations.transcripts import Transcript
from hindsight_integrations.validation import identifier, utc, whole

#: What can be summed up: an application's items are its own data, no statement of anybody.
_STATEMENTS = tuple(kind for kind in MemoryType if kind is not MemoryType.ITEM)


class UserMemory(Changing, Listing, Opening):
    """The memory of one user of one tenant. Made by ``Hindsight.for_user``; cheap, keep or drop it.

    Every verb may raise :class:`InvalidInput` for bad input (nothing is written then) and
    :class:`Unavailable` when the store is busy, full or out of time. Every verb has an async
    twin with an ``a`` in front: ``await memory.arecall(...)``.
    """

    owner: object = None  # kept alive, and so closed at the end of the process

    def __init__(self, core: Core, lanes: Lanes, scope: Scope, tz: str) -> None:
        self._core = core
        self.lanes = lanes
        self.scope = scope
        self.tz = tz

    def __repr__(self) -> str:
        return f"UserMemory({self.scope})"

    def __reduce__(self) -> NoReturn:
        raise ConfigurationError(
            "a UserMemory cannot be pickled: make it with for_user() in the process that uses it"
        )

    # -- write ---------------------------------------------------------------------------

    def remember(
        self,
        content: str,
        *,
        subject: str | None = None,
        type: str = "fact",
        source: str = "user_stated",
        confidence: float | None = None,
        importance: float | None = None,
        priority: int = 0,
        tags: Sequence[str] = (),
        payload: Mapping[str, Any] | None = None,
        event_time: datetime | None = None,
        dedup_key: str | None = None,
    ) -> Change:
        """Remember one statement. Under a ``subject`` it supersedes what it replaces.

        The same content again refreshes. ``event_time`` (timezone-aware) says when it began
        to hold: a statement about the past is filed in the history and never becomes current.
        ``dedup_key`` makes a retry harmless.
        """
        claim = Claim(
            content=content,
            subject=subject,
            type=type,  # type: ignore[arg-type]
            source=source,  # type: ignore[arg-type]
            confidence=confidence,
            importance=importance,
            priority=priority,
            tags=tags,  # type: ignore[arg-type]
            payload=payload or {},
            event_time=event_time,
            dedup_key=dedup_key,
        )
        return self.remember_many([claim])[0]

    def remember_many(self, claims: Iterable[Claim]) -> list[Change]:
        """Remember several statements in order, in transactions of up to 1,000.

        All are checked before the first is written. For a large import this is the fast way;
        each transaction has the whole deadline.
        """
        if isinstance(claims, str | Mapping) or not isinstance(claims, Iterable):
            raise InvalidInput("remember_many() takes a list of Claim objects")
        listed = list(claims)
        for claim in listed:
            if not isinstance(claim, Claim):
                raise InvalidInput(f"remember_many() takes Claim objects, not {_kind(claim)}")
        size = self._core.settings.runtime.batch
        batches = [listed[start : start + size] for start in range(0, len(listed), size)]
        changes = [change for batch in batches for change in self._remember_batch(batch)]
        self._settle_touches()
        return changes

    @bounded
    def _remember_batch(self, claims: list[Claim]) -> list[Change]:
        return remember.remember(self._core, self.scope, claims, self._deadline())

    @bounded
    def observe(self, turns: Iterable[Any], *, at: datetime | None = None) -> Observation:
        """Take in turns of a conversation: log them, index what was said, learn what was claimed.

        Turns are (role, text) pairs, ``Turn`` objects, OpenAI messages or LangChain messages.
        A turn's own time wins over ``at``. Turns with an id or index, or a transcript that
        has grown, may be observed again: nothing is written twice.
        """
        read = turns_of(turns, None if at is None else utc(at, "at"))
        if not read:
            return Observation((), ())
        seen = observe.observe(self._core, self.scope, read, self.tz, self._deadline())
        self._settle_touches()
        return seen

    def event(
        self,
        event_type: str,
        payload: Mapping[str, Any],
        *,
        result: str | None = None,
        event_time: datetime | None = None,
    ) -> Change:
        """Record that something happened: a structured, timestamped event that ``count`` can count."""
        claim = events.event(event_type, payload, result, event_time)
        return self.remember_many([claim])[0]

    # -- read ----------------------------------------------------------------------------

    @bounded
    def recall(
        self,
        query: str,
        *,
        k: int = 5,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        types: Sequence[str] | str | None = None,
        tiers: Sequence[str] | str | None = None,
        subjects: Sequence[str] | str | None = None,
        within: Span | None = None,
        include_superseded: bool = False,
        include_archived: bool = False,
        at: datetime | None = None,
        touch: bool = True,
    ) -> Recall:
        """The ``k`` best memories for ``query``, conflicts resolved, scores explained.

        ``as_of`` asks what was true at an instant, ``known_at`` what the memory held then.
        ``at`` is the moment of asking ('yesterday' is relative to it). ``subjects`` are keys
        or prefixes (``user.preference.*``). ``touch=False`` leaves access counts alone.
        """
        ask = self._ask(
            query,
            k=k,
            at=at,
            as_of=as_of,
            known_at=known_at,
            include_superseded=include_superseded,
            include_archived=include_archived,
            where=self._where(types=types, tiers=tiers, subjects=subjects, within=within),
        )
        answer = recall.recall(self._core, self.scope, ask, self._deadline())
        if touch and self._core.touches.add(self.scope, [m.id for m in answer.memories]):
            self.lanes.later(self._settle_touches)
        return answer

    @bounded
    def get(self, id: str) -> Memory | None:
        """The memory of this id, whatever its status, or ``None``; an archived one with its words."""
        wanted = identifier(id, "id")
        with self._core.records.reading(self.scope, self._deadline()) as reader:
            found = list(reader.get([wanted]).values())
        return next(iter(archiving.whole(self._core, self.scope, found, self._deadline())), None)

    @bounded
    def history(self, subject: str) -> list[Memory]:
        """Every value under exactly this key, the latest first; the active one, if any, leads.

        ``person.sister.phone`` is also what stands under the name that the sister is known by.
        """
        key = SubjectKey(subject)
        with self._core.records.reading(self.scope, self._deadline()) as reader:
            keys = both(reader, [SubjectPattern(key)])
            found = [item for one in keys for item in reader.chain(SubjectKey(one.key))]
        chain = archiving.whole(self._core, self.scope, found, self._deadline())
        return sorted(chain, key=lambda m: (m.status.value == "active", m.valid_from, m.sequence))[
            ::-1
        ]

    @bounded
    def explain(
        self, query: str, id: str, *, k: int = 5, at: datetime | None = None
    ) -> Explanation:
        """Why the memory ``id`` is among the answers to ``query``, or why it is not."""
        ask = self._ask(query, k=k, at=at)
        wanted = identifier(id, "id")
        return explain.explain(self._core, self.scope, ask, wanted, self._deadline())

    @bounded
    def summarize(
        self,
        subject: str | None = None,
        *,
        within: Span | None = None,
        session: str | None = None,
        budget: int = 400,
    ) -> Summary:
        """Sum up what holds under a ``subject`` (or prefix), or what happened in a span of time.

        Dated lines, oldest first, within about ``budget`` tokens; the words of the
        ``summarizer``, if one was plugged in. Nothing is kept of it.
        """
        if subject is None and within is None and session is None:
            raise InvalidInput("summarize() needs a subject, a span of time, or a session")
        if type(budget) is not int or budget < 1:
            raise InvalidInput(f"budget must be a whole number of at least 1, got {budget!r}")
        parts = {"subjects": subject, "session": session, "types": _STATEMENTS}
        where = self._where(within=within, statuses="active", **parts)
        return summarize.summarize(
            self._core, self.scope, where, budget=budget, deadline=self._deadline()
        )

    @bounded
    def judge(
        self, query: str, passages: Iterable[Passage], *, at: datetime | None = None
    ) -> list[Judgement]:
        """Judge what another retriever found by this memory's rules, best first; nothing is written.

        Under a key that holds one value, what is known and what the other passages say
        decides which one holds. Age, confidence and importance count as for memories.
        """
        listed = list(passages)
        for passage in listed:
            if not isinstance(passage, Passage):
                raise InvalidInput(f"judge() takes Passage objects, not {_kind(passage)}")
        ask = self._ask(query, k=1, at=at)
        return judge_passages(
            self._core, self.scope, ask.query, listed, at=ask.at, deadline=self._deadline()
        )

    @bounded
    def window(self, *, last: int | None = None) -> tuple[Turn, ...]:
        """The session's last turns, in order (``last`` of them, by default 10)."""
        many = self._core.settings.working.turns if last is None else whole(last, "last")
        with self._core.records.reading(self.scope, self._deadline()) as reader:
            logged = reader.turns(self.scope.session, last=many)
        return tuple(item.turn for item in logged)

    @bounded
    def end_session(self) -> SessionEnd:
        """Say that the session is over: its window goes; its log and what was learnt stay.

        Ending it again changes nothing, and what is said in it later opens it again.
        """
        return ending.end_session(self._core, self.scope, self._deadline())

    def transcript(self) -> Transcript:
        """The session's messages as a framework shows them, to append, rearrange and clear."""
        return Transcript(self._core, self.lanes, self.scope, self.tz)

    # -- forget --------------------------------------------------------------------------

    @bounded
    def forget(
        self,
        ids: Sequence[str] | str | None = None,
        *,
        subject: str | None = None,
        session: str | None = None,
        where: Where | Mapping[str, Any] | None = None,
        everything: bool = False,
        reason: str,
        actor: str | None = None,
    ) -> Erasure:
        """Erase for real: records, vectors, words, log, window; at once, and for every replay.

        Name ``ids``, a ``subject`` (or prefix), a ``session``, or ``where``; several must all
        hold. ``everything=True`` erases the user. An empty filter is refused. ``reason`` is a
        short code for the audit, which holds no content.
        """
        parts = {"ids": ids, "subjects": subject, "session": session}
        given = {name: value for name, value in parts.items() if value is not None}
        wanted = merged(where, given)
        deadline = self._deadline()
        if everything:
            if not wanted.empty:
                raise InvalidInput("everything=True goes without a filter")
            return forget.forget_everything(
                self._core, self.scope, reason=reason, actor=actor, deadline=deadline
            )
        return forget.forget(
            self._core, self.scope, wanted, reason=reason, actor=actor, deadline=deadline
        )

    # -- what the verbs share --------------------------------------------------------------

    def _deadline(self) -> Deadline:
        return self.lanes.deadline()

    def _settle_touches(self) -> None:
        flush(self._core)

    def _where(self, **parts: Any) -> Where:
        return where_of(self._core.clock(), **parts)

    def _ask(self, query: str, *, k: int, at: datetime | None, **wishes: Any) -> Ask:
        asked_at = self._core.clock() if at is None else at
        return ask_of(query, k=k, at=asked_at, tz=self.tz, user=self.scope.user, **wishes)

    # -- twins ---------------------------------------------------------------------------

    aremember = twin(remember)
    aremember_many = twin(remember_many)
    aobserve = twin(observe)
    aevent = twin(event)
    arecall = twin(recall)
    aget = twin(get)
    ahistory = twin(history)
    aexplain = twin(explain)
    asummarize = twin(summarize)
    ajudge = twin(judge)
    awindow = twin(window)
    aend_session = twin(end_session)
    aforget = twin(forget)


def _kind(value: object) -> str:
    """What to call a wrong value in a message: its type, since it may be content."""
    return f"a {type(value).__name__}"
