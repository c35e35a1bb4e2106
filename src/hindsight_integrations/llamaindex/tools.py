"""Tools by which a LlamaIndex agent looks into one user's memory and keeps it; whose it is, no model can say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from llama_index.core.tools.tool_spec.base import BaseToolSpec

from hindsight_integrations.answers import Change, Erasure, Explanation, Recall
from hindsight_integrations.engine.telling import CLOSE, OPEN, document
from hindsight_integrations.errors import InvalidInput, NotFound
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.user_memory import UserMemory


class HindsightToolSpec(BaseToolSpec):
    """``remember``, ``recall``, ``forget`` and ``explain`` for ``FunctionAgent(tools=spec.to_tool_list())``.

    They answer JSON. What is wrong with an argument is answered to the model; a store's
    failure raises, and LlamaIndex tells the model of it.
    """

    spec_functions: ClassVar[list[str | tuple[str, str]]] = [  # type: ignore[misc]
        ("remember", "aremember"),
        ("recall", "arecall"),
        ("forget", "aforget"),
        ("explain", "aexplain"),
    ]

    def __init__(
        self,
        hindsight: Hindsight,
        user: str,
        *,
        tenant: str = "default",
        agent: str | None = None,
        session: str | None = None,
        tz: str = "UTC",
    ) -> None:
        self._memory: UserMemory = hindsight.for_user(
            user, tenant=tenant, agent=agent, session=session, tz=tz
        )

    def remember(self, content: str, subject: str | None = None, said_by_user: bool = True) -> str:
        """Keep one statement about the user for later conversations.

        Args:
            content (str): One statement that can be understood by itself, such as 'Lives in Lisbon'.
            subject (str): A dotted key for what it is about, such as user.location: a new value under it replaces the old one.
            said_by_user (bool): False if it is your own conclusion and the user never said it.
        """
        with _answering() as told:
            told.append(_changed(self._memory.remember(content, **_how(subject, said_by_user))))
        return told[0]

    async def aremember(
        self, content: str, subject: str | None = None, said_by_user: bool = True
    ) -> str:
        with _answering() as told:
            how = _how(subject, said_by_user)
            told.append(_changed(await self._memory.aremember(content, **how)))
        return told[0]

    def recall(self, query: str, top_k: int = 5) -> str:
        """Look up what is remembered about the user, before answering about anything said earlier.

        Args:
            query (str): What to look for, in the user's own words and language.
            top_k (int): How many memories at most.
        """
        with _answering() as told:
            told.append(_found(self._memory.recall(query, k=top_k)))
        return told[0]

    async def arecall(self, query: str, top_k: int = 5) -> str:
        with _answering() as told:
            told.append(_found(await self._memory.arecall(query, k=top_k)))
        return told[0]

    def forget(self, id: str | None = None, subject: str | None = None) -> str:
        """Erase memories for good, when the user asks for it.

        Args:
            id (str): The id of the memory to erase, as recall gives it.
            subject (str): Or erase everything under this key, or prefix such as user.health.*
        """
        with _answering() as told:
            told.append(_erased(self._memory.forget(id, subject=subject, **_BY)))
        return told[0]

    async def aforget(self, id: str | None = None, subject: str | None = None) -> str:
        with _answering() as told:
            told.append(_erased(await self._memory.aforget(id, subject=subject, **_BY)))
        return told[0]

    def explain(self, query: str, id: str) -> str:
        """Say why a memory was or was not found for a question.

        Args:
            query (str): The question.
            id (str): The id of the memory, as recall gives it.
        """
        with _answering() as told:
            told.append(_explained(self._memory.explain(query, id)))
        return told[0]

    async def aexplain(self, query: str, id: str) -> str:
        with _answering() as told:
            told.append(_explained(await self._memory.aexplain(query, id)))
        return told[0]


_BY: dict[str, Any] = {"reason": "asked", "actor": "agent"}


@contextmanager
def _answering() -> Iterator[list[str]]:
    """Collects the answer; what is wrong with an argument becomes one."""
    told: list[str] = []
    try:
        yield told
    except (InvalidInput, NotFound) as error:
        told.append(document({"error": str(error)}))


def _how(subject: str | None, said_by_user: bool) -> dict[str, Any]:
    return {"subject": subject, "source": "user_stated" if said_by_user else "inferred"}


def _changed(change: Change) -> str:
    id = None if change.memory is None else change.memory.id
    return document({"done": change.action.value, "id": id})


def _found(found: Recall) -> str:
    """What was found, in the fence by which it is known and not learnt again."""
    memories = [
        {
            "id": one.memory.id,
            "memory": one.memory.content,
            "subject": one.memory.subject_key,
            "when": one.memory.happened_at.date().isoformat(),
            "verdict": one.verdict.value,
        }
        for one in found
    ]
    return f"{OPEN}\n{document({'memories': memories})}\n{CLOSE}"


def _erased(erasure: Erasure) -> str:
    return document({"erased": list(erasure.memories), "complete": erasure.complete})


def _explained(explanation: Explanation) -> str:
    parts = explanation.scored.parts if explanation.scored is not None else ()
    return document(
        {
            "used": explanation.used,
            "reason": explanation.reason,
            "rank": explanation.rank,
            "score": {part.name: round(part.contribution, 4) for part in parts},
        }
    )
