"""Gives an agent made by ``create_agent`` a memory: what to recall and record when; how is the memory's affair."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr
from langchain.tools.tool_node import ToolCallRequest
from langchain_core.messages import ToolMessage
from langgraph.channels import UntrackedValue
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime, get_runtime
from langgraph.types import Command

from hindsight_integrations.answers import Recall, SessionEnd
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.langchain.blocks import Place, with_block, with_instruction
from hindsight_integrations.langchain.prompts import reminder
from hindsight_integrations.records import Scope, Turn
from hindsight_integrations.runs.failures import Failures
from hindsight_integrations.runs.hints import beside, hint
from hindsight_integrations.runs.scope import AnyRuntime, ScopeKeys, started_by_tool
from hindsight_integrations.runs.told import Asked, Told, ToldTurns, ids_of
from hindsight_integrations.runs.turns import (
    ByUser,
    answer_id,
    by_anyone,
    final_answer,
    last_said,
    named,
    raised,
    returned,
    told_by_model,
)
from hindsight_integrations.user_memory import UserMemory

Form = Literal["json", "text", "tagged"]
OnError = Literal["degrade", "raise"]
Subagents = Literal["recall", "learn"]
Read = Callable[[], Sequence[Turn]]
ToolResult = ToolMessage | Command[Any]


class TurnNote(TypedDict):
    """What the state holds of a turn's recall: ids and a flag, never content."""

    turn: str | None
    ids: list[str]
    degraded: bool


class HindsightState(AgentState[Any]):
    """The agent's state with a note that is neither checkpointed nor returned."""

    hindsight: NotRequired[Annotated[TurnNote, UntrackedValue, PrivateStateAttr]]


class HindsightMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Long-term memory for an agent: ``create_agent(model, tools, middleware=[HindsightMiddleware(hindsight)])``.

    Each turn of the user is answered from memory once, and then remembered; so it finds what
    was known before it and not itself. What is found goes as one block into the last human
    message of every request of the turn (``inject="system"``: into the system message;
    ``"off"``: nowhere). Requests alone hold it, and so do callbacks and tracers that see them;
    the state, its checkpoints and its streams do not. What each tool answered and what the
    agent answered at last is recorded as well. All of it is recorded once, whatever is
    resumed or replayed. ``remind=True`` adds a text to the system message that obliges the
    model to look into its memory before it speaks of the past (or say your own).

    Whose memory it is, the run says: ``agent.invoke(..., context={"user_id": "alice"})``, else
    its ``configurable``, else LangGraph Server's authentication (alone with
    ``user_key=None``). Without a user it raises :class:`InvalidInput`. The session is the
    thread, unless ``session_id`` is given; ``session_end`` says that it is over. An agent that
    a tool has started only recalls: its "user" is a model, and what it did is recorded as that
    tool's result; with ``subagents="learn"`` its turns are recorded too, as said by a model.
    ``by_user`` tells human messages that a human typed from those that your agents write.

    ``k``, ``form`` and ``budget`` (tokens) shape the block. With ``on_error="degrade"`` an
    agent whose memory fails goes on without: ``degraded`` counts, the log names ids, and the
    turn's note in the state is flagged. ``ask_first=True`` adds a line to the block, within the
    session's first three turns: at most two questions, in the user's language, that the model
    may ask of what is not known of the user and helps with what is wanted (see
    ``UserMemory.ask_first``), none twice. Two of them in one agent need different names.
    """

    state_schema = HindsightState

    def __init__(
        self,
        hindsight: Hindsight,
        *,
        user_key: str | None = "user_id",
        session_key: str = "session_id",
        tenant: str = "default",
        tenant_key: str | None = None,
        tz: str = "UTC",
        inject: Place = "user",
        remind: bool | str = False,
        form: Form = "json",
        k: int = 5,
        budget: int | None = None,
        ask_first: bool = False,
        subagents: Subagents = "recall",
        by_user: ByUser = by_anyone,
        on_error: OnError = "degrade",
        name: str | None = None,
        cache_size: int = 512,
    ) -> None:
        super().__init__()
        _check_choice("inject", inject, Place)
        _check_choice("form", form, Form)
        _check_choice("subagents", subagents, Subagents)
        _check_choice("on_error", on_error, OnError)
        _check_positive(k=k, budget=budget, cache_size=cache_size)
        hindsight.for_user("anyone", tenant=tenant, tz=tz)  # what is wrong with them shows now
        self._hindsight = hindsight
        self._keys = ScopeKeys(
            user_key=user_key, session_key=session_key, tenant=tenant, tenant_key=tenant_key
        )
        self._tz, self._k, self._form, self._budget = tz, k, form, budget
        self._inject: Place = inject
        self._remind, self._subagents, self._by_user = remind, subagents, by_user
        self._ask_first = ask_first
        self._failures = Failures(raises=on_error == "raise")
        self._name = name or type(self).__name__
        self._turns = ToldTurns(cache_size)

    @property
    def name(self) -> str:
        """The name of its nodes in the agent's graph."""
        return self._name

    @property
    def degraded(self) -> int:
        """How often the memory could not, or only in part, do what an agent needed."""
        return self._failures.count

    # -- hooks: the agent's turn, from what the user says to the answer ------------------------

    def before_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        asked = self._asked(state, runtime)
        if asked is None:
            return None
        told = self._tell(asked)
        return _note(asked, told, self._observe(asked.scope, lambda: asked.said))

    async def abefore_agent(
        self, state: AgentState[Any], runtime: Runtime[Any]
    ) -> dict[str, Any] | None:
        asked = self._asked(state, runtime)
        if asked is None:
            return None
        told = await self._atell(asked)
        return _note(asked, told, await self._aobserve(asked.scope, lambda: asked.said))

    def wrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], ModelResponse[Any]],
    ) -> ModelResponse[Any]:
        asked = self._asked(request.state, request.runtime)
        told = Told() if asked is None else self._tell(asked)
        return handler(self._request(request, told))

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any]:
        asked = self._asked(request.state, request.runtime)
        told = Told() if asked is None else await self._atell(asked)
        return await handler(self._request(request, told))

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], ToolResult]
    ) -> ToolResult:
        scope, call = self._keys.scope(request.runtime), request.tool_call
        id = _answer_id(request)
        try:
            result: ToolResult = named(handler(request), call, id)
        except GraphBubbleUp:  # an interrupt or a jump: the call has not come to its end
            raise
        except Exception as error:
            self._observe(scope, partial(raised, call, error, id))
            raise
        self._observe(scope, lambda: returned(call, result, id))
        return result

    async def awrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], Awaitable[ToolResult]],
    ) -> ToolResult:
        scope, call = self._keys.scope(request.runtime), request.tool_call
        id = _answer_id(request)
        try:
            result: ToolResult = named(await handler(request), call, id)
        except GraphBubbleUp:  # as above
            raise
        except Exception as error:
            await self._aobserve(scope, partial(raised, call, error, id))
            raise
        await self._aobserve(scope, lambda: returned(call, result, id))
        return result

    def after_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        self._observe(self._keys.scope(runtime), lambda: final_answer(state["messages"]))

    async def aafter_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        await self._aobserve(self._keys.scope(runtime), lambda: final_answer(state["messages"]))

    # -- the end of a session, which no hook of an agent knows ---------------------------------

    def session_end(
        self, *, user: str | None = None, session: str | None = None, tenant: str | None = None
    ) -> SessionEnd:
        """Say that a session is over: ``UserMemory.end_session`` of it; what goes wrong raises.

        Call it where your application knows, with its user and session, or inside a run (in a
        tool, in a node), whose session then is meant.
        """
        return self._ended(self._ending(user, session, tenant))

    async def asession_end(
        self, *, user: str | None = None, session: str | None = None, tenant: str | None = None
    ) -> SessionEnd:
        """The same as :meth:`session_end`, awaited."""
        scope = self._ending(user, session, tenant)
        return await self._hindsight.lanes.verb(lambda: self._ended(scope))

    def _ending(self, user: str | None, session: str | None, tenant: str | None) -> Scope:
        if user is not None:
            if self._keys.tenant_key is not None and tenant is None:
                raise InvalidInput("session_end() needs tenant=, since runs name theirs")
            return Scope(tenant=tenant or self._keys.tenant, user=user, session=session)
        try:
            return self._keys.scope(get_runtime())
        except RuntimeError as error:
            raise InvalidInput(
                "outside of a run, say session_end(user=..., session=...)"
            ) from error

    def _ended(self, scope: Scope) -> SessionEnd:
        self._turns.drop(scope)
        return self._memory(scope).end_session()

    # -- what the hooks share ----------------------------------------------------------------

    def _asked(self, state: Any, runtime: AnyRuntime) -> Asked | None:
        """The user's turn that the run is about. A resumed run has lost its note, not its messages."""
        scope = self._keys.scope(runtime)
        said = last_said(state["messages"], self._by_user)
        note: TurnNote | None = state.get("hindsight")
        if said:
            return Asked(scope, said[-1].id, said)
        return None if note is None else Asked(scope, note["turn"], ())

    def _request(self, request: ModelRequest[Any], told: Told) -> ModelRequest[Any]:
        """The request with what is told; the reminder stands before it, since it never changes."""
        tools = frozenset(_tool_name(tool) for tool in request.tools)
        if text := reminder(self._remind, tools):
            request = with_instruction(request, text)
        return with_block(request, told.prompt, self._inject)

    def _tell(self, asked: Asked) -> Told:
        """What memory has to say to this turn, asked once.

        It is told again as long as every memory in it exists: what is forgotten in mid-turn
        is not in the next request.
        """
        if self._inject == "off":
            return Told()
        with self._failures.borne("recall", asked.scope):
            told = self._turns.get(asked)
            if told is not None and self._holds(asked.scope, told):
                return told
            if not asked.said:
                return Told()
            found = self._memory(asked.scope).recall(asked.query, k=self._k)
            return self._keep(asked, found)
        return self._turns.put(asked, Told(degraded=True))

    async def _atell(self, asked: Asked) -> Told:
        """The same on a worker, unless nothing is to be asked."""
        told = Told() if self._inject == "off" else self._turns.get(asked)
        if told is not None and not told.ids:
            return told
        with self._failures.borne("recall", asked.scope):
            return await self._hindsight.lanes.verb(lambda: self._tell(asked))
        return self._turns.put(asked, Told(degraded=True))

    def _holds(self, scope: Scope, told: Told) -> bool:
        """Whether all that was told is still remembered."""
        return all(self._memory(scope).get(id) is not None for id in told.ids)

    def _keep(self, asked: Asked, found: Recall) -> Told:
        others = asked.others(found)
        prompt = others.as_prompt(self._form, budget=self._budget)
        degraded = self._failures.note("recall", asked.scope, found.degraded)
        prompt = beside(prompt, self._hint(asked))
        return self._turns.put(asked, Told(prompt, ids_of(others), degraded))

    def _hint(self, asked: Asked) -> str:
        """What the model may ask the user first; a model that plays the user is asked nothing."""
        if not self._ask_first or not asked.query.strip() or started_by_tool():
            return ""
        with self._failures.borne("ask_first", asked.scope):
            memory = self._memory(asked.scope)
            return hint(memory.ask_first(asked.query, unobserved=len(asked.said)))
        return ""

    def _observe(self, scope: Scope, read: Read) -> bool:
        """Remember the turns that ``read`` answers; whether that went well."""
        inner = started_by_tool()
        if inner and self._subagents == "recall":
            return True
        with self._failures.borne("observe", scope):
            turns = told_by_model(read()) if inner else read()
            if not turns:
                return True
            seen = self._memory(scope).observe(turns)
            return not self._failures.note("observe", scope, seen.degraded)
        return False

    async def _aobserve(self, scope: Scope, read: Read) -> bool:
        """The same on a worker."""
        with self._failures.borne("observe", scope):
            return await self._hindsight.lanes.verb(lambda: self._observe(scope, read))
        return False

    def _memory(self, scope: Scope) -> UserMemory:
        return self._hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=self._tz
        )


def _answer_id(request: ToolCallRequest) -> str | None:
    """The id for the answer of the call, if the state tells which message calls."""
    state = request.state
    messages = state.get("messages") if isinstance(state, Mapping) else None
    return answer_id(messages or (), request.tool_call)


def _tool_name(tool: Any) -> str:
    """Tools are objects, or, for a provider's own, dicts."""
    return str(tool.get("name") if isinstance(tool, Mapping) else getattr(tool, "name", ""))


def _check_choice(option: str, value: str, allowed: Any) -> None:
    names = get_args(allowed)
    if value not in names:
        raise InvalidInput(f"{option} must be one of {', '.join(names)}; got {value!r}")


def _check_positive(**options: int | None) -> None:
    for option, value in options.items():
        if value is not None and value < 1:
            raise InvalidInput(f"{option} must be at least 1, got {value!r}")


def _note(asked: Asked, told: Told, whole: bool) -> dict[str, Any]:
    """The update of the agent's state."""
    degraded = told.degraded or not whole
    return {"hindsight": TurnNote(turn=asked.turn, ids=list(told.ids), degraded=degraded)}
