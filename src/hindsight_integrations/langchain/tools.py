"""Tools by which a model looks into one user's memory and keeps it; whose memory it is, no model can say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from langgraph.runtime import get_runtime
from pydantic import BaseModel, Field

from hindsight_integrations.answers import Change, Erasure, Recall, Summary
from hindsight_integrations.engine.telling import document
from hindsight_integrations.errors import InvalidInput, NotFound
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.runs.scope import ScopeKeys
from hindsight_integrations.user_memory import UserMemory

Kind = Literal["fact", "preference", "task", "event"]


class _Verb(NamedTuple):
    """A verb of ``UserMemory`` with its arguments."""

    name: str
    args: tuple[Any, ...]
    options: dict[str, Any]


class _Arguments(BaseModel):
    """What a model may say to a tool."""

    def verb(self, zone: ZoneInfo) -> _Verb:
        """What it asks for; ``zone`` is the user's."""
        raise NotImplementedError


class _Search(_Arguments):
    query: str = Field(description="What to look for, in the user's own words and language.")
    top_k: int = Field(default=5, ge=1, le=20, description="How many memories at most.")
    memory_types: list[Kind] | None = Field(
        default=None, description="Only these kinds; leave out to search everything."
    )
    since: date | None = Field(default=None, description="Only what happened on or after this day.")
    until: date | None = Field(
        default=None, description="Only what happened on or before this day."
    )

    def verb(self, zone: ZoneInfo) -> _Verb:
        """The user's days begin at their midnight."""
        start = None if self.since is None else datetime.combine(self.since, time(), zone)
        after = None if self.until is None else self.until + timedelta(days=1)
        end = None if after is None else datetime.combine(after, time(), zone)
        within = None if start is None and end is None else (start, end)
        wishes = {"k": self.top_k, "types": self.memory_types, "within": within}
        return _Verb("recall", (self.query,), wishes)


class _Get(_Arguments):
    id: str = Field(description="The id of a memory, as memory_search gives it.")

    def verb(self, zone: ZoneInfo) -> _Verb:  # noqa: ARG002 - all are asked alike
        return _Verb("get", (self.id,), {})


class _Write(_Arguments):
    content: str = Field(
        description="One statement that can be understood by itself, such as 'Lives in Lisbon'."
    )
    subject: str | None = Field(
        default=None,
        description=(
            "A dotted key for what it is about, such as user.location or "
            "user.preference.contact: a new value under it replaces the old one."
        ),
    )
    memory_type: Kind = Field(default="fact", description="What kind of statement it is.")
    priority: int = Field(default=0, ge=-10, le=10, description="Higher matters more; usually 0.")
    said_by_user: bool = Field(
        default=True, description="False if it is your own conclusion and the user never said it."
    )

    def verb(self, zone: ZoneInfo) -> _Verb:  # noqa: ARG002 - as above
        source = "user_stated" if self.said_by_user else "inferred"
        kind = {"subject": self.subject, "type": self.memory_type}
        return _Verb(
            "remember", (self.content,), kind | {"priority": self.priority, "source": source}
        )


class _Update(_Arguments):
    id: str = Field(description="The id of a memory, as memory_search gives it.")
    content: str | None = Field(
        default=None, description="The right statement, if the memory is wrong."
    )
    confirmed: bool | None = Field(
        default=None, description="True if the user has just confirmed that it still holds."
    )
    helpful: bool | None = Field(default=None, description="Whether the memory helped to answer.")

    def verb(self, zone: ZoneInfo) -> _Verb:  # noqa: ARG002 - as above
        if self.content is not None:
            return _Verb("correct", (self.id, self.content), {})
        if self.confirmed:
            return _Verb("confirm", (self.id,), {})
        if self.helpful is not None:
            return _Verb("feedback", (self.id,), {"helpful": self.helpful})
        raise InvalidInput("give content, confirmed=true, or helpful")


class _Forget(_Arguments):
    id: str | None = Field(default=None, description="The id of the memory to erase.")
    subject: str | None = Field(
        default=None, description="Erase everything under this key, or prefix such as user.health.*"
    )

    def verb(self, zone: ZoneInfo) -> _Verb:  # noqa: ARG002 - as above
        wishes = {"subject": self.subject, "reason": "asked", "actor": "agent"}
        return _Verb("forget", (self.id,), wishes)


class _Summarize(_Arguments):
    subject: str | None = Field(
        default=None, description="Sum up what holds under this key, or prefix such as user.*"
    )
    days: int | None = Field(
        default=None, ge=1, le=3660, description="Sum up what happened in the last so many days."
    )

    def verb(self, zone: ZoneInfo) -> _Verb:  # noqa: ARG002 - as above
        within = None if self.days is None else timedelta(days=self.days)
        return _Verb("summarize", (self.subject,), {"within": within})


def memory_tools(
    hindsight: Hindsight,
    *,
    user: str | None = None,
    session: str | None = None,
    tenant: str = "default",
    tz: str = "UTC",
    user_key: str | None = "user_id",
    session_key: str = "session_id",
    tenant_key: str | None = None,
    only: Sequence[str] | None = None,
) -> list[BaseTool]:
    """``memory_search``, ``_get``, ``_write``, ``_update``, ``_forget`` and ``_summarize`` for an agent.

    Whose memory it is says the run (its context, ``configurable``, or LangGraph Server's
    authentication, as for ``HindsightMiddleware``), or, outside of one, ``user``: no tool has
    a parameter for it. ``only`` names those that are wanted. They answer JSON; what is wrong
    with an argument is answered to the model, everything else raises.
    """
    keys = ScopeKeys(
        user_key=user_key, session_key=session_key, tenant=tenant, tenant_key=tenant_key
    )
    hindsight.for_user(
        "anyone" if user is None else user, tenant=tenant, session=session, tz=tz
    )  # checked now

    def memory() -> UserMemory:
        scope = keys.scope(get_runtime()) if user is None else Scope(tenant, user, session=session)
        return hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=tz
        )

    tools = [_made(spec, memory, ZoneInfo(tz)) for spec in _SPECS]
    if unknown := sorted(set(only or ()) - {tool.name for tool in tools}):
        raise InvalidInput(f"there is no tool {', '.join(unknown)}")
    return [tool for tool in tools if only is None or tool.name in only]


class _Spec(NamedTuple):
    """One tool: what it takes, which says the verb it asks for, and how the answer is told."""

    name: str
    description: str
    arguments: type[_Arguments]
    told: Callable[[Any], object]


def _made(spec: _Spec, memory: Callable[[], UserMemory], zone: ZoneInfo) -> BaseTool:
    """A tool that answers the model what is wrong with an argument; a missing user and a store's failure raise."""

    def run(**given: Any) -> str:
        mine = memory()
        with _told_to_model():
            verb = spec.arguments(**given).verb(zone)
            answer = getattr(mine, verb.name)(*verb.args, **verb.options)
        return document(spec.told(answer))

    async def arun(**given: Any) -> str:
        mine = memory()
        with _told_to_model():
            verb = spec.arguments(**given).verb(zone)
            answer = await getattr(mine, f"a{verb.name}")(*verb.args, **verb.options)
        return document(spec.told(answer))

    return StructuredTool(
        name=spec.name,
        description=spec.description,
        args_schema=spec.arguments,
        func=run,
        coroutine=arun,
        handle_tool_error=True,
        handle_validation_error=True,
    )


@contextmanager
def _told_to_model() -> Iterator[None]:
    try:
        yield
    except (InvalidInput, NotFound) as error:
        raise ToolException(str(error)) from error


def _found(found: Recall) -> object:
    """Short summaries and ids."""
    return {"memories": [_brief(one.memory) | {"verdict": one.verdict.value} for one in found]}


def _one(memory: Memory | None) -> object:
    if memory is None:
        return {"memory": None}
    more = {"confidence": memory.confidence, "source": memory.source.value, "status": memory.status}
    return {"memory": _brief(memory) | more | {"payload": memory.payload}}


def _brief(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "memory": memory.content,
        "subject": memory.subject_key,
        "type": memory.type.value,
        "when": memory.happened_at.date().isoformat(),
    }


def _changed(change: Change) -> object:
    return {
        "done": change.action.value,
        "id": None if change.memory is None else change.memory.id,
        "replaced": [memory.id for memory in change.superseded],
    }


def _erased(erasure: Erasure) -> object:
    return {"erased": len(erasure.memories)}


def _summed(summary: Summary) -> object:
    return {"summary": summary.text, "memories": list(summary.memories)}


_SPECS = (
    _Spec(
        "memory_search",
        "Look into the long-term memory of this user. Use it before you answer whenever the "
        "past matters: earlier talks, orders, plans, preferences, promises, or words like "
        "'again', 'last time', 'still', 'as usual', '上次', '之前', '还是老样子'. Answers what "
        "is true now, best first, with ids; an empty list means that nothing is known.",
        _Search,
        _found,
    ),
    _Spec(
        "memory_get",
        "Read one memory in full by its id: its source, its confidence, its data.",
        _Get,
        _one,
    ),
    _Spec(
        "memory_write",
        "Keep one statement about this user that will matter in a week: a fact, a lasting "
        "preference, a task, an event. Not small talk, not what you can look up elsewhere, "
        "never passwords or card numbers. Under a subject it replaces what was known.",
        _Write,
        _changed,
    ),
    _Spec(
        "memory_update",
        "Say of one memory that it was wrong (give the right content), that the user has "
        "confirmed it, or whether it helped.",
        _Update,
        _changed,
    ),
    _Spec(
        "memory_forget",
        "Erase for good, when the user asks to forget something: one memory by its id, or "
        "everything under a subject. It cannot be undone.",
        _Forget,
        _erased,
    ),
    _Spec(
        "memory_summarize",
        "Get an overview: what holds under a subject (user.* is everything known about the "
        "user), or what happened in the last days.",
        _Summarize,
        _summed,
    ),
)
