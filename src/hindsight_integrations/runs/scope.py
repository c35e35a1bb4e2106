"""Finds whose memory a run of an agent is about, and whether a tool started the run; it reads no memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.config import get_config
from langgraph.prebuilt import ToolRuntime
from langgraph.runtime import Runtime, get_runtime

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Scope

AnyRuntime = Runtime[Any] | ToolRuntime[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeKeys:
    """The names under which a run says whose memory it is about.

    Each is looked for in the run's context (a mapping or an object), then in its config's
    ``configurable``. ``user_key=None``: only the authenticated user of LangGraph Server counts,
    for clients that are not trusted to name one. ``tenant_key=None``: all is ``tenant``'s.
    """

    user_key: str | None = "user_id"
    session_key: str = "session_id"
    tenant: str = "default"
    tenant_key: str | None = None

    def scope(self, runtime: AnyRuntime) -> Scope:
        """The scope of the present run.

        The user that no key names is the one that LangGraph Server has authenticated; the
        session is then the thread; the agent is the name given to ``create_agent``. Raises
        :class:`InvalidInput` if there is no user, or no tenant where a key is given: a shared
        one would show people each other's memories.
        """
        return self._scope(get_config(), runtime.context, _authenticated(runtime))

    def scope_of(self, config: RunnableConfig) -> Scope:
        """The scope of a run of any runnable: inside of a graph as above, else from its ``configurable``."""
        runtime = _present_runtime()
        if runtime is None:
            return self._scope(config, None, None)
        return self._scope(config, runtime.context, _authenticated(runtime))

    def _scope(self, config: RunnableConfig, context: Any, authenticated: str | None) -> Scope:
        configurable = config.get("configurable", {})
        places = (context, configurable)
        user = _sought(self.user_key, places)
        session = _sought(self.session_key, places)
        session = configurable.get("thread_id") if session is None else session
        return Scope(
            tenant=self._tenant(places),
            user=_required(self.user_key, authenticated if user is None else user),
            agent=config.get("metadata", {}).get("lc_agent_name"),
            session=None if session is None else _id(self.session_key, session),
        )

    def _tenant(self, places: tuple[Any, ...]) -> str:
        if self.tenant_key is None:
            return self.tenant
        return _required(self.tenant_key, _sought(self.tenant_key, places))


def started_by_tool() -> bool:
    """Whether the present graph was started inside a tool of another agent.

    LangGraph names the nodes that a run is nested in, outermost first: ``tools:1f2e|model:3d4c``.
    ``create_agent`` calls the node of its tools ``tools``, as does LangGraph's ``ToolNode``.
    """
    return "tools" in _nodes()[:-1]


def inside_tool() -> bool:
    """Whether the present code runs in a tool of an agent, in a graph that it started or not."""
    return "tools" in _nodes()


def _nodes() -> list[str]:
    """The names of the nodes around the present code, outermost first; none outside of a graph."""
    try:
        config = get_config()
    except RuntimeError:
        return []
    path: str = config.get("configurable", {}).get("checkpoint_ns") or ""
    return [node.partition(":")[0] for node in path.split("|")]


def _present_runtime() -> Runtime[Any] | None:
    """That of the graph whose node is running, if one is."""
    try:
        runtime: Runtime[Any] | None = get_runtime()
    except (RuntimeError, KeyError):
        return None
    return runtime


def _sought(key: str | None, places: tuple[Any, ...]) -> Any:
    if key is None:
        return None
    for place in places:
        found = place.get(key) if isinstance(place, Mapping) else getattr(place, key, None)
        if found is not None:
            return found
    return None


def _authenticated(runtime: AnyRuntime) -> str | None:
    """The user whom LangGraph Server knows; elsewhere there is none."""
    server = runtime.server_info
    return None if server is None or server.user is None else server.user.identity


def _required(key: str | None, value: Any) -> str:
    if value is not None:
        return _id(key or "identity", value)
    if key is None:
        raise InvalidInput("no user is authenticated: with user_key=None nobody else is asked")
    raise InvalidInput(
        f"{key!r} is missing, so it is not known whose memory this is. Say agent.invoke(..., "
        f"context={{{key!r}: ...}}) or config={{'configurable': {{{key!r}: ...}}}}"
    )


def _id(key: str, value: Any) -> str:
    """Ids are often numbers or UUIDs. Other objects are refused: their text may not last."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | UUID) and not isinstance(value, bool):
        return str(value)
    raise InvalidInput(f"{key!r} must be a string, a number or a UUID, got {type(value).__name__}")
