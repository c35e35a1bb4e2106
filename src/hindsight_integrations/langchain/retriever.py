"""A LangChain retriever over one user's memory; ranking and filtering are the memory's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig, ensure_config
from pydantic import Field

from hindsight_integrations.answers import Recollection
from hindsight_integrations.engine.telling import fenced
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.records import Scope
from hindsight_integrations.runs.scope import ScopeKeys
from hindsight_integrations.user_memory import UserMemory

Names = Sequence[str] | str | None


class HindsightRetriever(BaseRetriever):
    """The ``k`` best memories of one user as documents, best first; fewer only if there are fewer.

    ``types`` and ``subjects`` (keys, or prefixes like ``user.preference.*``) restrict what is
    found; ``as_of`` asks what was true at an instant. Without a ``user``, the run says whose
    memory it is, in its ``configurable`` (``user_id``, ``session_id`` or ``thread_id``), so that
    one chain serves many. These, ``k`` and the other options of
    ``UserMemory.recall`` may also be given per call: ``retriever.invoke(query, k=3)``. What
    goes wrong raises a ``HindsightError``.
    """

    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str | None = None
    tenant: str = "default"
    session: str | None = None
    agent: str | None = None
    tz: str = "UTC"
    k: int = 5
    types: Names = None
    subjects: Names = None
    as_of: datetime | None = None

    def invoke(
        self, input: str, config: RunnableConfig | None = None, **kwargs: Any
    ) -> list[Document]:
        return super().invoke(input, config, **self._of_run(config), **kwargs)

    async def ainvoke(
        self, input: str, config: RunnableConfig | None = None, **kwargs: Any
    ) -> list[Document]:
        return await super().ainvoke(input, config, **self._of_run(config), **kwargs)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - its presence is the contract
        scope: Scope | None = None,
        **wishes: Any,
    ) -> list[Document]:
        found = self._memory(scope).recall(query, **self._wishes(wishes))
        return [_document(one) for one in found]

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002 - as above
        scope: Scope | None = None,
        **wishes: Any,
    ) -> list[Document]:
        found = await self._memory(scope).arecall(query, **self._wishes(wishes))
        return [_document(one) for one in found]

    def _of_run(self, config: RunnableConfig | None) -> dict[str, Scope]:
        """Whose memory it is, where the run has to say so."""
        if self.user is not None:
            return {}
        return {"scope": ScopeKeys(tenant=self.tenant).scope_of(ensure_config(config))}

    def _memory(self, scope: Scope | None) -> UserMemory:
        if scope is None:
            scope = Scope(self.tenant, self.user or "", agent=self.agent, session=self.session)
        return self.hindsight.for_user(
            scope.user, tenant=scope.tenant, agent=scope.agent, session=scope.session, tz=self.tz
        )

    def _wishes(self, of_call: dict[str, Any]) -> dict[str, Any]:
        own = {"k": self.k, "types": self.types, "subjects": self.subjects, "as_of": self.as_of}
        return own | of_call


def documents_as_prompt(documents: Iterable[Document]) -> str:
    """Documents of any retriever as one fenced block of data for a prompt: ``retriever | documents_as_prompt``.

    A JSON list of their texts, which parses back equal; nothing in them can close the fence,
    fill a template or pass for an instruction. Empty if there are none.
    """
    return fenced([document.page_content for document in documents])


def _document(found: Recollection) -> Document:
    """The memory's content, and in JSON-able metadata what one needs to judge it."""
    memory = found.memory
    return Document(
        id=memory.id,
        page_content=memory.content,
        metadata={
            "score": found.score,
            "confidence": found.confidence,
            "verdict": found.verdict.value,
            "subject": None if memory.subject_key is None else str(memory.subject_key),
            "type": memory.type.value,
            "status": memory.status.value,
            "created_at": memory.created_at.isoformat(),
            "event_time": None if memory.event_time is None else memory.event_time.isoformat(),
            "predecessor": None if found.predecessor is None else found.predecessor.content,
            "why": {part.name: part.contribution for part in found.parts},
        },
    )
