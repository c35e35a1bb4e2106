"""Gives any runnable a memory: recall before it, observe around it; whose memory, the run says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig, ensure_config
from langchain_core.runnables.utils import Input, Output

from hindsight_integrations.answers import Recall
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.langchain.spoken import Places
from hindsight_integrations.records import Scope, Turn
from hindsight_integrations.runs.failures import Failures
from hindsight_integrations.runs.scope import ScopeKeys
from hindsight_integrations.user_memory import UserMemory


def with_hindsight(
    runnable: Runnable[Input, Output],
    hindsight: Hindsight,
    *,
    user: str | None = None,
    session: str | None = None,
    tenant: str = "default",
    tz: str = "UTC",
    user_key: str = "user_id",
    session_key: str = "session_id",
    tenant_key: str | None = None,
    input_key: str | None = None,
    memory_key: str | None = None,
    output_key: str | None = None,
    k: int = 5,
    form: str = "json",
    budget: int | None = None,
    learn: bool = True,
    on_error: str = "degrade",
) -> RememberingRunnable[Input, Output]:
    """``runnable`` with a memory: what it is asked is answered from memory first, then remembered.

    It may take text, messages, or a mapping with one of these (under ``input_key``, else one
    of the usual names). What is recalled is added to the end of what the user says; with
    ``memory_key`` it is a variable of its own, for a prompt with ``{memory}`` in it. The
    answer (of ``output_key``) is remembered too, also of a stream; ``learn=False`` only recalls.

    Whose memory it is says ``user``, or the run: ``configurable`` ``user_id``, and ``session_id``
    or ``thread_id``. Without a user it raises :class:`InvalidInput`. With ``on_error="degrade"``
    a run whose memory fails goes on without; ``degraded`` counts these.
    """
    if on_error not in ("degrade", "raise"):
        raise InvalidInput(f"on_error must be degrade or raise; got {on_error!r}")
    hindsight.for_user(user or "anyone", tenant=tenant, session=session, tz=tz)  # checked now
    keys = ScopeKeys(
        user_key=user_key, session_key=session_key, tenant=tenant, tenant_key=tenant_key
    )

    def memory(config: RunnableConfig) -> UserMemory:
        scope = keys.scope_of(config) if user is None else Scope(tenant, user, session=session)
        return hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=tz
        )

    return RememberingRunnable(
        runnable,
        memory,
        places=Places(input_key, output_key, memory_key),
        told=lambda found: found.as_prompt(form, budget=budget),
        k=k,
        learn=learn,
        failures=Failures(raises=on_error == "raise"),
    )


class RememberingRunnable(Runnable[Input, Output]):
    """Any runnable with recall before it and observe around it; made by ``with_hindsight``."""

    def __init__(
        self,
        runnable: Runnable[Input, Output],
        memory: Callable[[RunnableConfig], UserMemory],
        *,
        places: Places,
        told: Callable[[Recall], str],
        k: int,
        learn: bool,
        failures: Failures,
    ) -> None:
        self._runnable = runnable
        self._memory = memory
        self._places = places
        self._told = told
        self._k = k
        self._learn = learn
        self._failures = failures

    @property
    def degraded(self) -> int:
        """How often the memory could not, or only in part, do what a run needed."""
        return self._failures.count

    @property
    def InputType(self) -> type[Input]:  # noqa: N802 - the contract of Runnable
        return self._runnable.InputType

    @property
    def OutputType(self) -> type[Output]:  # noqa: N802 - as above
        return self._runnable.OutputType

    def invoke(self, input: Input, config: RunnableConfig | None = None, **kwargs: Any) -> Output:
        memory, given = self._before(input, config)
        output = self._runnable.invoke(given, config, **kwargs)
        self._observe(memory, self._places.answer(output))
        return output

    async def ainvoke(
        self, input: Input, config: RunnableConfig | None = None, **kwargs: Any
    ) -> Output:
        memory, given = await self._abefore(input, config)
        output = await self._runnable.ainvoke(given, config, **kwargs)
        await self._aobserve(memory, self._places.answer(output))
        return output

    def stream(
        self, input: Input, config: RunnableConfig | None = None, **kwargs: Any | None
    ) -> Iterator[Output]:
        memory, given = self._before(input, config)
        whole: Any = None
        for chunk in self._runnable.stream(given, config, **kwargs):
            whole = _joined(whole, chunk)
            yield chunk
        self._observe(memory, self._places.answer(whole))

    async def astream(
        self, input: Input, config: RunnableConfig | None = None, **kwargs: Any | None
    ) -> AsyncIterator[Output]:
        memory, given = await self._abefore(input, config)
        whole: Any = None
        async for chunk in self._runnable.astream(given, config, **kwargs):
            whole = _joined(whole, chunk)
            yield chunk
        await self._aobserve(memory, self._places.answer(whole))

    # -- around the run ----------------------------------------------------------------------

    def _before(self, input: Any, config: RunnableConfig | None) -> tuple[UserMemory, Any]:
        """The user's memory, and the input with what it knows; it is asked before it learns."""
        memory = self._memory(ensure_config(config))
        said = self._places.said(input)
        text = ""
        if said:
            with self._failures.borne("recall", memory.scope):
                text = self._text(memory.scope, memory.recall(_words(said), k=self._k))
        self._observe(memory, said)
        return memory, self._places.told(input, text)

    async def _abefore(self, input: Any, config: RunnableConfig | None) -> tuple[UserMemory, Any]:
        memory = self._memory(ensure_config(config))
        said = self._places.said(input)
        text = ""
        if said:
            with self._failures.borne("recall", memory.scope):
                text = self._text(memory.scope, await memory.arecall(_words(said), k=self._k))
        await self._aobserve(memory, said)
        return memory, self._places.told(input, text)

    def _text(self, scope: Scope, found: Recall) -> str:
        self._failures.note("recall", scope, found.degraded)
        return self._told(found)

    def _observe(self, memory: UserMemory, turns: Sequence[Turn]) -> None:
        if turns and self._learn:
            with self._failures.borne("observe", memory.scope):
                seen = memory.observe(turns)
                self._failures.note("observe", memory.scope, seen.degraded)

    async def _aobserve(self, memory: UserMemory, turns: Sequence[Turn]) -> None:
        if turns and self._learn:
            with self._failures.borne("observe", memory.scope):
                seen = await memory.aobserve(turns)
                self._failures.note("observe", memory.scope, seen.degraded)


def _words(said: Sequence[Turn]) -> str:
    return "\n".join(turn.content for turn in said)


def _joined(whole: Any, chunk: Any) -> Any:
    """What a stream has said so far; chunks that cannot be added replace each other."""
    if whole is None:
        return chunk
    try:
        return whole + chunk
    except TypeError:
        return chunk
