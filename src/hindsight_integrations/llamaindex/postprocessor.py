"""A node postprocessor that judges any retriever's nodes by one user's memory; the rules are the memory's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle
from pydantic import ConfigDict, Field

from hindsight_integrations.answers import Judgement
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.passages import Passage, passage_of
from hindsight_integrations.user_memory import UserMemory

#: Under which a node's metadata says how it was judged.
_KEY = "hindsight"


class HindsightPostprocessor(BaseNodePostprocessor):
    """Reorders what another retriever found: replaced values go, surer and fresher ones lead.

    A node's metadata may hold ``subject`` (else the rules look for one in its words),
    ``event_time``, ``timestamp`` or ``created_at`` (ISO text, or seconds since 1970; without a
    zone in ``tz``), ``confidence``, ``importance``, ``type`` and ``source``. A score of 0 is a
    score; where there is none, the encoder says how near a node is. Nodes whose value was
    replaced, by another of them or by what the memory knows, are left out, with
    ``keep_replaced=True`` ranked down instead. The nodes given are not changed; in the copies
    ``hindsight`` says how each was judged, and stays out of prompts. Nodes without text follow
    at the end.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    hindsight: Hindsight = Field(repr=False, exclude=True)
    user: str
    tenant: str = "default"
    agent: str | None = None
    session: str | None = None
    tz: str = "UTC"
    k: int | None = Field(default=None, ge=1)
    keep_replaced: bool = False

    @classmethod
    def class_name(cls) -> str:
        return "HindsightPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        said, mute = _parted(nodes)
        judged = self._memory().judge(_query(query_bundle), self._passages(said))
        return [*self._kept(said, judged), *mute][: self.k]

    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        said, mute = _parted(nodes)
        judged = await self._memory().ajudge(_query(query_bundle), self._passages(said))
        return [*self._kept(said, judged), *mute][: self.k]

    def _memory(self) -> UserMemory:
        return self.hindsight.for_user(
            self.user, tenant=self.tenant, agent=self.agent, session=self.session, tz=self.tz
        )

    def _passages(self, nodes: Sequence[NodeWithScore]) -> list[Passage]:
        return [
            passage_of(_text(one), one.node.metadata, score=one.score, tz=self.tz) for one in nodes
        ]

    def _kept(
        self, nodes: Sequence[NodeWithScore], judged: Sequence[Judgement]
    ) -> list[NodeWithScore]:
        kept = [item for item in judged if item.holds or self.keep_replaced]
        return [_annotated(nodes[item.place], item) for item in kept]


def _query(bundle: QueryBundle | None) -> str:
    return "" if bundle is None else bundle.query_str


def _text(one: NodeWithScore) -> str:
    return one.node.get_content(metadata_mode=MetadataMode.NONE)


def _parted(nodes: Sequence[NodeWithScore]) -> tuple[list[NodeWithScore], list[NodeWithScore]]:
    """Those with text, and those without."""
    return [one for one in nodes if _text(one).strip()], [
        one for one in nodes if not _text(one).strip()
    ]


def _annotated(one: NodeWithScore, judgement: Judgement) -> NodeWithScore:
    """A copy of the node that says how it was judged, where no prompt and no encoder sees it."""
    node = one.node
    found: dict[str, Any] = {
        "verdict": judgement.verdict.value,
        "confidence": judgement.confidence,
        "subject": judgement.subject,
        "reason": judgement.reason,
        "why": {part.name: part.contribution for part in judgement.parts},
    }
    copy = node.model_copy(
        update={
            "metadata": {**node.metadata, _KEY: found},
            "excluded_llm_metadata_keys": [*node.excluded_llm_metadata_keys, _KEY],
            "excluded_embed_metadata_keys": [*node.excluded_embed_metadata_keys, _KEY],
        }
    )
    return NodeWithScore(node=copy, score=judgement.score)
