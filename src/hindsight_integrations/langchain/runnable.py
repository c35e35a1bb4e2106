"""Gives any runnable a memory: recall before it, observe around it; whose memory, the run says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForChainRun,
    CallbackManagerForChainRun,
)
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.utils import Input, Output

from hindsight_integrations.answers import Recall
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.lanes import Lanes
from hindsight_integrations.langchain.spoken import Places
from hindsight_integrations.records import Scope, Turn
from hindsight_integrations.runs.failures import Failures
from hindsight_integrations.runs.scope import ScopeKeys, inside_tool
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
    answer (of ``output_key``) is remembered too, also of a stream; ``learn=False`` only recalls,
    and so does a run inside a tool of an agent, whose words are a model's.

    Whose memory it is says ``user``, or the run: ``user_id`` and ``session_id`` in the context of
    the graph that it is part of, else in ``configurable``, and ``thread_id``. Without a user it raises :class:`InvalidInput`. With ``on_error="degrade"``
    a run whose memory fails goes on without; ``degraded`` counts these.
    """
    if on_error not in ("degrade", "raise"):
        raise InvalidInput(f"on_error must be degrade or raise; got {on_error!r}")
    hindsight.for_user("anyone" if user is None else user, tenant=tenant, session=session, tz=tz)
    keys = ScopeKeys(
        user_key=user_key, session_key=session_key, tenant=tenant, tenant_key=tenant_key
    )

    def scope(config: RunnableConfig) -> Scope:
        return keys.scope_of(config) if user is None else Scope(tenant, user, session=session)

    def memory(scope: Scope) -> UserMemory:
        return hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=tz
        )

    return RememberingRunnable(
        runnable,
        scope,
        memory,
        lanes=hindsight.lanes,
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
        scope: Callable[[RunnableConfig], Scope],
        memory: Callable[[Scope], UserMemory],
        *,
        lanes: Lanes,
        places: Places,
        told: Callable[[Recall], str],
        k: int,
        learn: bool,
        failures: Failures,
    ) -> None:
        self._runnable = runnable
        self._scope = scope
        self._memory = memory
        self._lanes = lanes
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

    # Each run is a run of its own around the inner one. So whoever listens to it, such as
    # ``RunnableWithMessageHistory``, is told of the input as it was given.

    def invoke(self, input: Input, config: RunnableConfig | None = None, **kwargs: Any) -> Output:
        return self._call_with_config(self._invoked, input, config, **kwargs)

    async def ainvoke(
        self, input: Input, config: RunnableConfig | None = None, **kwargs: Any
    ) -> Output:
        return await self._acall_with_config(self._ainvoked, input, config, **kwargs)

    def stream(
        self, input: Input, config: RunnableConfig | None = None, **kwargs: Any | None
    ) -> Iterator[Output]:
        yield from self._transform_stream_with_config(
            iter([input]), self._streamed, config, **kwargs
        )

    async def astream(
        self, input: Input, config: RunnableConfig | None = None, **kwargs: Any | None
    ) -> AsyncIterator[Output]:
        async def once() -> AsyncIterator[Input]:
            yield input

        chunks = self._atransform_stream_with_config(once(), self._astreamed, config, **kwargs)
        async for chunk in chunks:
            yield chunk

    def _invoked(
        self,
        input: Input,
        run_manager: CallbackManagerForChainRun,  # noqa: ARG002 - its presence is the contract
        config: RunnableConfig,
        **kwargs: Any,
    ) -> Output:
        scope, said = self._scope(config), self._places.said(input)
        given: Any = self._places.told(input, self._recalled(scope, said))
        output = self._runnable.invoke(given, config, **kwargs)
        self._observe(scope, self._places.answer(output))
        return output

    async def _ainvoked(
        self,
        input: Input,
        run_manager: AsyncCallbackManagerForChainRun,  # noqa: ARG002 - its presence is the contract
        config: RunnableConfig,
        **kwargs: Any,
    ) -> Output:
        scope, said = self._scope(config), self._places.said(input)
        given: Any = self._places.told(input, await self._arecalled(scope, said))
        output = await self._runnable.ainvoke(given, config, **kwargs)
        await self._aobserve(scope, self._places.answer(output))
        return output

    def _streamed(
        self,
        inputs: Iterator[Input],
        run_manager: CallbackManagerForChainRun,  # noqa: ARG002 - its presence is the contract
        config: RunnableConfig,
        **kwargs: Any,
    ) -> Iterator[Output]:
        input = next(inputs)
        scope, said = self._scope(config), self._places.said(input)
        given: Any = self._places.told(input, self._recalled(scope, said))
        whole: Any = None
        for chunk in self._runnable.stream(given, config, **kwargs):
            whole = _joined(whole, chunk)
            yield chunk
        self._observe(scope, self._places.answer(whole))

    async def _astreamed(
        self,
        inputs: AsyncIterator[Input],
        run_manager: AsyncCallbackManagerForChainRun,  # noqa: ARG002 - its presence is the contract
        config: RunnableConfig,
        **kwargs: Any,
    ) -> AsyncIterator[Output]:
        input = await anext(inputs)
        scope, said = self._scope(config), self._places.said(input)
        given: Any = self._places.told(input, await self._arecalled(scope, said))
        whole: Any = None
        async for chunk in self._runnable.astream(given, config, **kwargs):
            whole = _joined(whole, chunk)
            yield chunk
        await self._aobserve(scope, self._places.answer(whole))

    # -- around the run ----------------------------------------------------------------------

    def _recalled(self, scope: Scope, said: Sequence[Turn]) -> str:
        """What the memory knows of what is said; it is asked before it learns."""
        text = self._asked(scope, said) if said else ""
        self._observe(scope, said)
        return text

    async def _arecalled(self, scope: Scope, said: Sequence[Turn]) -> str:
        """The same on a worker; a full queue is a failure like others."""
        with self._failures.borne("recall", scope):
            return await self._lanes.verb(lambda: self._recalled(scope, said))
        return ""

    def _asked(self, scope: Scope, said: Sequence[Turn]) -> str:
        with self._failures.borne("recall", scope):
            found = self._memory(scope).recall(_words(said), k=self._k)
            self._failures.note("recall", scope, found.degraded)
            return self._told(found)
        return ""

    def _observe(self, scope: Scope, turns: Sequence[Turn]) -> None:
        if turns and self._learn and not inside_tool():
            with self._failures.borne("observe", scope):
                seen = self._memory(scope).observe(turns)
                self._failures.note("observe", scope, seen.degraded)

    async def _aobserve(self, scope: Scope, turns: Sequence[Turn]) -> None:
        with self._failures.borne("observe", scope):
            await self._lanes.verb(lambda: self._observe(scope, turns))


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
