"""The table of what the memory service does: each verb with its fields, its call and its answer; it knows no HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hindsight_integrations.errors import NotFound
from hindsight_integrations.passages import Passage
from hindsight_integrations.records import Claim, MemoryType, Source, Status, Tier
from hindsight_integrations.settings import ServiceSettings
from hindsight_integrations.surfaces import fields
from hindsight_integrations.surfaces.fields import Field
from hindsight_integrations.surfaces.jsonable import jsonable
from hindsight_integrations.user_memory import UserMemory

Given = dict[str, Any]
#: Makes JSON data of what a verb answered; called on a worker, since a trace takes a while.
Render = Callable[[], Any]
Call = Callable[[UserMemory, Given], Awaitable[Render]]

_MOST = ServiceSettings().answers
_KINDS = tuple(kind.value for kind in MemoryType)
_TYPES = tuple(kind.value for kind in MemoryType if kind is not MemoryType.ITEM)
_SOURCES = tuple(source.value for source in Source)
_STATUSES = tuple(status.value for status in Status)
_TIERS = tuple(tier.value for tier in Tier)

#: Whose memory it is. None of these is ever taken for granted.
WHOSE = (
    Field("user", fields.NAME, "Whose memory", required=True),
    Field("tenant", fields.NAME, "In which tenant; may be left out if the key is bound to one"),
    Field("session", fields.NAME, "The session that speaks or asks"),
    Field("agent", fields.NAME, "The agent that writes"),
    Field("tz", fields.ZONE, "The user's time zone, like Europe/Lisbon (UTC)"),
)


@dataclass(frozen=True, slots=True)
class Operation:
    """One verb of the service, at ``POST /v1/{name}``."""

    name: str
    says: str
    takes: tuple[Field, ...]
    call: Call
    answers: str
    #: Of these members one must be given at least.
    either: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return f"/v1/{self.name}"

    @property
    def fields(self) -> tuple[Field, ...]:
        return (*WHOSE, *self.takes)


async def _verb(name: str, under: str | None, memory: UserMemory, given: Given) -> Render:
    """The verb of this name; its answer as it is, or as the member ``under``."""
    answer = await getattr(memory, f"a{name}")(**given)
    return lambda: jsonable(answer if under is None else {under: answer})


async def _get(memory: UserMemory, given: Given) -> Render:
    found = await memory.aget(given["id"])
    if found is None:
        raise NotFound("no memory of this id is kept for this user")
    return lambda: {"memory": jsonable(found)}


async def _forget(memory: UserMemory, given: Given) -> Render:
    session = given.pop("of_session", None)
    done = await memory.aforget(**given, session=session)
    return lambda: jsonable(done)


async def _archive(memory: UserMemory, given: Given) -> Render:
    session = given.pop("of_session", None)
    moved = await memory.aarchive(**given, session=session)
    return lambda: {"archived": moved}


async def _explain(memory: UserMemory, given: Given) -> Render:
    traced = given.pop("trace", False)
    why = await memory.aexplain(**given)
    return lambda: jsonable(why if traced else replace(why, trace=None))


async def _ask_first(memory: UserMemory, given: Given) -> Render:
    openers = await memory.aask_first(**given)
    return lambda: {"questions": [opener._asdict() for opener in openers]}


async def _event(memory: UserMemory, given: Given) -> Render:
    change = await memory.aevent(**{"payload": {}, **given})
    return lambda: jsonable(change)


async def _recall(memory: UserMemory, given: Given) -> Render:
    """The answer, with a text for a prompt and with the trace if they are wished for."""
    form, traced = given.pop("prompt", None), given.pop("trace", False)
    budget = given.pop("budget", None)
    found = await memory.arecall(**given)

    def rendered() -> dict[str, Any]:
        answer = {"recollections": found.recollections, "degraded": found.degraded}
        told = {} if form is None else {"prompt": found.as_prompt(form, budget=budget)}
        return jsonable({**answer, **told, **({"trace": found.trace} if traced else {})})  # type: ignore[no-any-return]

    return rendered


def _operation(
    name: str,
    says: str,
    *takes: Field,
    answers: str,
    under: str | None = None,
    call: Call | None = None,
    either: tuple[str, ...] = (),
) -> Operation:
    return Operation(name, says, takes, call or partial(_verb, name, under), answers, either)


def _id(what: str) -> Field:
    return Field("id", fields.NAME, what, required=True)


_CHANGE = "`action`, `memory`, `superseded`, `reason`, `secrets`"
_MEMORIES = "`memories`: a list"
_WITHIN = Field("within", fields.SPAN, "What happened in this span of time")
_REASON = Field(
    "reason", fields.CODE, "A short code for the audit; it holds no content", required=True
)

_CLAIM = (
    Field("content", fields.CONTENT, "The statement", required=True),
    Field("subject", fields.KEY, "The dotted key it stands under, like user.location"),
    Field("type", fields.choice(*_TYPES), "What kind of statement (fact)"),
    Field("source", fields.choice(*_SOURCES), "Who says so (user_stated)"),
    Field("confidence", fields.SHARE, "How sure it is"),
    Field("importance", fields.SHARE, "How important it is"),
    Field("priority", fields.whole(-1_000_000, 1_000_000), "Goes before others in a prompt"),
    Field("tags", fields.NAMES, "Labels"),
    Field("payload", fields.OBJECT, "Data of yours that are kept with it"),
    Field("event_time", fields.MOMENT, "When it began to hold, if not now"),
    Field("dedup_key", fields.NAME, "Makes a retry harmless"),
)
_PASSAGE = (
    Field("content", fields.CONTENT, "What was found", required=True),
    Field("score", fields.NUMBER, "How near its retriever says it is"),
    *(
        one
        for one in _CLAIM
        if one.name in ("subject", "type", "confidence", "importance", "event_time")
    ),
    Field("source", fields.choice(*_SOURCES), "Who says so (tool)"),
)
_OF_SESSION = Field("of_session", fields.NAME, "What was said and learnt in this session")

OPERATIONS = (
    _operation(
        "remember",
        "Remember one statement; under a subject it supersedes what it replaces",
        *_CLAIM,
        answers=_CHANGE,
    ),
    _operation(
        "remember_many",
        "Remember several statements, in order; all are checked before the first is written",
        Field("claims", fields.each(_CLAIM, "claims", Claim), "The statements", required=True),
        answers="`changes`: one a claim, in order",
        under="changes",
    ),
    _operation(
        "observe",
        "Take in turns of a conversation: log them, index what was said, learn what was claimed",
        Field("turns", fields.TURNS, "The turns, in order", required=True),
        Field("at", fields.MOMENT, "When they were said, if they do not say so"),
        answers="`turns`, `changes`, `repeated`, `withheld`, `degraded`, `forgotten`, `not_known`, `secrets`",
    ),
    _operation(
        "event",
        "Record that something happened",
        Field("event_type", fields.NAME, "What happened, like order_placed", required=True),
        Field("payload", fields.OBJECT, "Its data"),
        Field("result", fields.TEXT, "What came of it"),
        Field("event_time", fields.MOMENT, "When it happened, if not now"),
        answers=_CHANGE,
        call=_event,
    ),
    _operation(
        "recall",
        "The best memories for a question, conflicts resolved, scores explained",
        Field("query", fields.TEXT, "The question", required=True),
        Field("k", fields.whole(1, _MOST), "How many, at most (5)"),
        Field("as_of", fields.MOMENT, "What was true at this instant"),
        Field("known_at", fields.MOMENT, "What the memory held at this instant"),
        Field("at", fields.MOMENT, "The moment of asking: 'yesterday' is relative to it"),
        Field("types", fields.some_of(*_KINDS), "Of these kinds alone"),
        Field("tiers", fields.some_of(*_TIERS), "Of these tiers alone"),
        Field("subjects", fields.PREFIXES, "Under these keys or prefixes, like user.preference.*"),
        _WITHIN,
        Field("include_superseded", fields.FLAG, "Also what was replaced"),
        Field("include_archived", fields.FLAG, "Also what was archived"),
        Field("touch", fields.FLAG, "Count this as an access (true)"),
        Field("prompt", fields.choice("json", "text", "tagged"), "Answer a text for a prompt too"),
        Field("budget", fields.whole(1, 1_000_000), "The most tokens of that text"),
        Field("trace", fields.FLAG, "Answer how it came about too"),
        answers="`recollections`, `degraded`; if wished for, `prompt` and `trace`",
        call=_recall,
    ),
    _operation(
        "get",
        "One memory by its id, whatever its status",
        _id("Its id"),
        answers="`memory`; 404 if there is none",
        call=_get,
    ),
    _operation(
        "history",
        "Every value under exactly this key, the active one first, then the latest",
        Field("subject", fields.KEY, "The key", required=True),
        answers=_MEMORIES,
        under="memories",
    ),
    _operation(
        "find",
        "The memories of some kinds, by default the active ones, the latest happened first",
        Field("types", fields.some_of(*_KINDS), "Of these kinds"),
        Field("subjects", fields.PREFIXES, "Under these keys or prefixes"),
        _WITHIN,
        Field("statuses", fields.some_of(*_STATUSES), "Of these statuses (active)"),
        Field("limit", fields.whole(1, _MOST), "How many, at most (100)"),
        answers=_MEMORIES,
        under="memories",
    ),
    _operation(
        "count",
        "How many memories there are, or events of one type",
        Field("event_type", fields.NAME, "Events of this type alone"),
        _WITHIN,
        answers="`count`",
        under="count",
    ),
    _operation(
        "summarize",
        "Sum up what holds under a subject, or what happened in a span of time; nothing is kept of it",
        Field("subject", fields.PREFIX, "A key or a prefix, like user.*"),
        _WITHIN,
        Field("budget", fields.whole(1, 1_000_000), "About how many tokens (400)"),
        answers="`text`, `memories` (ids), `degraded`",
        either=("subject", "within"),
    ),
    _operation(
        "window",
        "The last turns of the session, in order",
        Field("last", fields.whole(1, _MOST), "How many, at most (10)"),
        answers="`turns`",
        under="turns",
    ),
    _operation(
        "explain",
        "Why a memory is among the answers to a question, or why it is not",
        Field("query", fields.TEXT, "The question", required=True),
        _id("Which memory"),
        Field("k", fields.whole(1, _MOST), "Among how many answers (5)"),
        Field("at", fields.MOMENT, "The moment of asking"),
        Field("trace", fields.FLAG, "Answer how the whole answer came about too"),
        answers="`id`, `used`, `reason`, `rank`, `scored`, `routes`; `trace` if wished for",
        call=_explain,
    ),
    _operation(
        "judge",
        "Judge what another retriever found by this memory's rules, best first; nothing is kept of it",
        Field("query", fields.TEXT, "The question", required=True),
        Field(
            "passages", fields.each(_PASSAGE, "passages", Passage), "What was found", required=True
        ),
        Field("at", fields.MOMENT, "The moment of asking"),
        answers="`judgements`: `place` of the passage, `score`, `parts`, `verdict`, `confidence`, `subject`, `reason` (null if it holds)",
        under="judgements",
    ),
    _operation(
        "ask_first",
        "At most two questions that help with a task, for what is not known of the user yet",
        Field("task", fields.CONTENT, "What is to be done", required=True),
        Field("unobserved", fields.whole(0, _MOST), "The user's turns not observed yet (0)"),
        answers="`questions`: each `subject` and `question`",
        call=_ask_first,
    ),
    _operation(
        "update",
        "Change descriptive fields of one memory",
        _id("Which memory"),
        Field("tags", fields.NAMES, "Labels"),
        Field("payload", fields.OBJECT, "Data of yours"),
        Field("importance", fields.SHARE, "How important it is"),
        Field("confidence", fields.SHARE, "How sure it is"),
        Field("priority", fields.whole(-1_000_000, 1_000_000), "Goes before others in a prompt"),
        answers=_CHANGE,
    ),
    _operation(
        "correct",
        "What was written was wrong: a corrected record takes its place",
        _id("Which memory"),
        Field("content", fields.CONTENT, "What is right", required=True),
        answers=_CHANGE,
    ),
    _operation(
        "confirm",
        "It still holds: confidence and age start anew",
        _id("Which memory"),
        answers=_CHANGE,
    ),
    _operation(
        "feedback",
        "Say whether a memory helped",
        _id("Which memory"),
        Field("helpful", fields.FLAG, "Whether it helped", required=True),
        answers=_CHANGE,
    ),
    _operation(
        "pin",
        "Keep a memory's importance from fading",
        _id("Which memory"),
        Field("pinned", fields.FLAG, "False lets it fade again (true)"),
        answers=_CHANGE,
    ),
    _operation(
        "archive",
        "Move memories to cold storage. Several filters must all hold; none at all is refused",
        Field("ids", fields.ONE_OR_MANY, "These memories"),
        Field(
            "subject", fields.PREFIX, "What stands under a key or a prefix, but does not hold now"
        ),
        _OF_SESSION,
        answers="`archived`: how many",
        either=("ids", "subject", "of_session"),
        call=_archive,
    ),
    _operation(
        "restore",
        "Bring an archived memory back as it was; a replaced or ended one holds again from now on",
        _id("Which memory"),
        answers=_CHANGE,
    ),
    _operation(
        "end_session",
        "The session is over: its window goes, its log and what was learnt stay",
        answers="`session`, `ended`, `degraded`",
        either=("session",),
    ),
    _operation(
        "forget",
        "Erase for real. Several filters must all hold; none at all is refused",
        _REASON,
        Field("ids", fields.ONE_OR_MANY, "These memories"),
        Field("subject", fields.PREFIX, "What stands under a key or a prefix"),
        _OF_SESSION,
        Field("everything", fields.FLAG, "The whole user; it goes without a filter"),
        Field("actor", fields.NAME, "Who erases, for the audit"),
        answers="`memories` and `turns` (ids), `where`, `reason`, `actor`, `at`, `unreachable`",
        either=("ids", "subject", "of_session", "everything"),
        call=_forget,
    ),
)
