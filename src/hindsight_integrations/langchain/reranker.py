"""A document compressor that judges any retriever's documents by one user's memory; the rules are the memory's."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.callbacks import Callbacks
from langchain_core.documents import BaseDocumentCompressor, Document
from pydantic import ConfigDict, Field

from hindsight_integrations.answers import Judgement
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.passages import Passage, passage_of
from hindsight_integrations.user_memory import UserMemory


class HindsightReranker(BaseDocumentCompressor):
    """Reorders what another retriever found: replaced values go, surer and fresher ones lead.

    A document's metadata may hold ``subject`` (else the rules look for one in its words),
    ``score`` or ``relevance_score`` (else the encoder says how near it is), ``event_time``,
    ``timestamp`` or ``created_at`` (a datetime, ISO text, or seconds since 1970; one without
    a zone counts as UTC), ``confidence``, ``importance``, ``type`` and ``source``. Documents
    whose value was replaced, by another of them or by what the memory knows, are left out,
    with ``keep_replaced=True`` ranked down instead. Copies of at most ``k`` documents are
    answered, with ``relevance_score`` and ``hindsight`` (verdict, confidence, parts) in
    their metadata.
    """

    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str
    tenant: str = "default"
    session: str | None = None
    agent: str | None = None
    tz: str = "UTC"
    k: int | None = None
    keep_replaced: bool = False

    model_config = ConfigDict(arbitrary_types_allowed=True)

    def compress_documents(
        self,
        documents: Sequence[Document],
        query: str,
        callbacks: Callbacks | None = None,  # noqa: ARG002 - the contract of compressors
    ) -> Sequence[Document]:
        said = [one for one in documents if one.page_content.strip()]
        return self._kept(said, self._memory().judge(query, self._passages(said)))

    async def acompress_documents(
        self,
        documents: Sequence[Document],
        query: str,
        callbacks: Callbacks | None = None,  # noqa: ARG002 - as above
    ) -> Sequence[Document]:
        said = [one for one in documents if one.page_content.strip()]
        return self._kept(said, await self._memory().ajudge(query, self._passages(said)))

    def _memory(self) -> UserMemory:
        return self.hindsight.for_user(
            self.user, tenant=self.tenant, agent=self.agent, session=self.session, tz=self.tz
        )

    def _passages(self, documents: Sequence[Document]) -> list[Passage]:
        return [passage_of(one.page_content, one.metadata, tz=self.tz) for one in documents]

    def _kept(self, documents: Sequence[Document], judged: Sequence[Judgement]) -> list[Document]:
        kept = [item for item in judged if item.holds or self.keep_replaced]
        return [_annotated(documents[item.place], item) for item in kept[: self.k]]


def _annotated(document: Document, judgement: Judgement) -> Document:
    """A copy of the document that says how it was judged."""
    found = {
        "verdict": judgement.verdict.value,
        "confidence": judgement.confidence,
        "subject": judgement.subject,
        "reason": judgement.reason,
        "why": {part.name: part.contribution for part in judgement.parts},
    }
    more = {"relevance_score": judgement.score, "hindsight": found}
    return document.model_copy(update={"metadata": {**document.metadata, **more}})
