"""Two nodes for a graph of one's own: one recalls for the user's turn, one remembers what was said; how is the memory's affair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from langchain_core.messages import AnyMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.channels import UntrackedValue
from langgraph.graph import MessagesState
from langgraph.runtime import get_runtime
from langgraph.types import Command

from hindsight_integrations.answers import Observation, Recall
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.records import Scope
from hindsight_integrations.runs.failures import Failures
from hindsight_integrations.runs.hints import beside, hint
from hindsight_integrations.runs.scope import ScopeKeys, started_by_tool
from hindsight_integrations.runs.told import Asked, ids_of
from hindsight_integrations.runs.turns import conversation, last_said
from hindsight_integrations.user_memory import UserMemory

Form = Literal["json", "text", "tagged"]
OnError = Literal["degrade", "raise"]
Goto = str | Sequence[str] | None


class Recalled(TypedDict):
    """What a state holds of a recall: the text for the prompt, the ids it tells of, and whether all was asked."""

    text: str
    ids: list[str]
    degraded: bool


class RecallState(MessagesState):
    """Messages, and what was recalled for them, which no checkpoint keeps."""

    recalled: NotRequired[Annotated[Recalled, UntrackedValue]]


def recalled_prompt(state: Any, *, key: str = "recalled") -> str:
    """The block that a ``RecallNode`` left in the state, for a system message; empty if there is none."""
    found: Recalled | None = _part(state, key)
    return "" if found is None else found["text"]


class _MemoryNode(Runnable[Any, Any]):
    """What both nodes know: whose memory a run is about, where messages are, where to go next."""

    def __init__(
        self,
        hindsight: Hindsight,
        *,
        user_key: str | None = "user_id",
        session_key: str = "session_id",
        tenant: str = "default",
        tenant_key: str | None = None,
        tz: str = "UTC",
        messages_key: str = "messages",
        goto: Goto = None,
        on_error: OnError = "degrade",
    ) -> None:
        if on_error not in get_args(OnError):
            raise InvalidInput(f"on_error must be degrade or raise; got {on_error!r}")
        hindsight.for_user("anyone", tenant=tenant, tz=tz)  # what is wrong with them shows now
        self._hindsight = hindsight
        self._keys = ScopeKeys(
            user_key=user_key, session_key=session_key, tenant=tenant, tenant_key=tenant_key
        )
        self._tz, self._messages_key, self._goto = tz, messages_key, goto
        self._failures = Failures(raises=on_error == "raise")

    @property
    def degraded(self) -> int:
        """How often the memory could not, or only in part, do what a graph needed."""
        return self._failures.count

    def _scope(self) -> Scope:
        return self._keys.scope(get_runtime())

    def _memory(self, scope: Scope) -> UserMemory:
        return self._hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=self._tz
        )

    def _messages(self, state: Any) -> Sequence[AnyMessage]:
        return _part(state, self._messages_key) or ()

    def _update(self, update: dict[str, Any]) -> dict[str, Any] | Command[Any]:
        if self._goto is None:
            return update
        return Command(update=update, goto=self._goto)


class RecallNode(_MemoryNode):
    """Recalls for the user's turn: ``builder.add_node("recall", RecallNode(hindsight))``.

    It leaves ``recalled`` in the state (see ``RecallState``): the block of text that
    ``recalled_prompt(state)`` gives to a system message, and the ids of what it tells. What
    the turn itself left in the memory, when a run is resumed, is not told. Whose memory it is,
    the run says, as for ``HindsightMiddleware``; without a user it raises
    :class:`InvalidInput`.

    ``k``, ``form`` and ``budget`` (tokens) shape the block. ``goto`` names the next node, for
    a graph without an edge. With ``on_error="degrade"`` a graph whose memory fails goes on
    without: ``degraded`` counts, and the state is flagged. ``ask_first=True`` adds a line with at
    most two questions that the model may ask of what is not known of the user, as for
    ``HindsightMiddleware``; put the node before the one that remembers.
    """

    def __init__(
        self,
        hindsight: Hindsight,
        *,
        key: str = "recalled",
        ask_first: bool = False,
        k: int = 5,
        form: Form = "json",
        budget: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(hindsight, **options)
        if form not in get_args(Form):
            raise InvalidInput(f"form must be one of {', '.join(get_args(Form))}; got {form!r}")
        if k < 1 or (budget is not None and budget < 1):
            raise InvalidInput("k and budget must be at least 1")
        self._key, self._k, self._form, self._budget = key, k, form, budget
        self._ask_first = ask_first

    def invoke(
        self,
        input: Any,
        config: RunnableConfig | None = None,  # noqa: ARG002 - the contract of Runnable
        **kwargs: Any,  # noqa: ARG002
    ) -> Any:
        asked = self._asked(input)
        if asked is None:
            return self._left("", (), degraded=False)
        with self._failures.borne("recall", asked.scope):
            found = self._memory(asked.scope).recall(asked.query, k=self._k)
            return self._told(asked, found, self._hint(asked))
        return self._left("", (), degraded=True)

    async def ainvoke(
        self,
        input: Any,
        config: RunnableConfig | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> Any:
        asked = self._asked(input)
        if asked is None:
            return self._left("", (), degraded=False)
        with self._failures.borne("recall", asked.scope):
            found = await self._memory(asked.scope).arecall(asked.query, k=self._k)
            line = await self._hindsight.lanes.verb(lambda: self._hint(asked))
            return self._told(asked, found, line)
        return self._left("", (), degraded=True)

    def _asked(self, state: Any) -> Asked | None:
        """The user's turn that the run is about, if there is one."""
        scope = self._scope()
        said = last_said(self._messages(state))
        return Asked(scope, said[-1].id, said) if said else None

    def _hint(self, asked: Asked) -> str:
        """What the model may ask the user first; in a graph that a tool has started, nothing."""
        if not self._ask_first or not asked.query.strip() or started_by_tool():
            return ""
        with self._failures.borne("ask_first", asked.scope):
            memory = self._memory(asked.scope)
            return hint(memory.ask_first(asked.query, unobserved=len(asked.said)))
        return ""

    def _told(self, asked: Asked, found: Recall, line: str) -> Any:
        others = asked.others(found)
        degraded = self._failures.note("recall", asked.scope, found.degraded)
        text = beside(others.as_prompt(self._form, budget=self._budget), line)
        return self._left(text, ids_of(others), degraded=degraded)

    def _left(self, text: str, ids: Sequence[str], *, degraded: bool) -> Any:
        return self._update({self._key: Recalled(text=text, ids=list(ids), degraded=degraded)})


class RememberNode(_MemoryNode):
    """Remembers what was said: ``builder.add_node("remember", RememberNode(hindsight))``.

    It observes the state's messages: what users said, what tools answered, what the model
    answered in words. Messages have ids, so each is remembered once, whatever is resumed,
    replayed or said by other nodes again. It leaves nothing in the state. In a graph that a
    tool has started it does nothing: there the "user" is a model.

    ``goto`` and ``on_error`` are as for ``RecallNode``.
    """

    def invoke(
        self,
        input: Any,
        config: RunnableConfig | None = None,  # noqa: ARG002 - the contract of Runnable
        **kwargs: Any,  # noqa: ARG002
    ) -> Any:
        scope = self._scope()
        if not started_by_tool():
            with self._failures.borne("observe", scope):
                turns = conversation(self._messages(input))
                self._note(scope, self._memory(scope).observe(turns))
        return self._update({})

    async def ainvoke(
        self,
        input: Any,
        config: RunnableConfig | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> Any:
        scope = self._scope()
        if not started_by_tool():
            with self._failures.borne("observe", scope):
                turns = conversation(self._messages(input))
                self._note(scope, await self._memory(scope).aobserve(turns))
        return self._update({})

    def _note(self, scope: Scope, seen: Observation) -> None:
        self._failures.note("observe", scope, seen.degraded)


def _part(state: Any, key: str) -> Any:
    """A part of a state, which is a mapping or an object."""
    return state.get(key) if isinstance(state, Mapping) else getattr(state, key, None)
