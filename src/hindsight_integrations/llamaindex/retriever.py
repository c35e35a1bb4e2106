"""A LlamaIndex retriever over one user's memory; ranking and filtering are the memory's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from hindsight_integrations.answers import Recollection
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.user_memory import UserMemory

Names = Sequence[str] | str | None
#: How ``RetrieverTool`` hands over what a model asks for.
_TOOL_INPUT = re.compile(r"\n?input is (.*?)\n?", re.DOTALL)


class HindsightRetriever(BaseRetriever):
    """The ``k`` best memories of one user as nodes, best first; fewer only if there are fewer.

    ``types`` and ``subjects`` (keys, or prefixes like ``user.preference.*``) restrict what is
    found; ``as_of`` asks what was true at an instant. A node's id is the memory's; how it was
    judged stands in its metadata and is kept out of prompts. What goes wrong raises a
    ``HindsightError``.
    """

    def __init__(
        self,
        hindsight: Hindsight,
        user: str,
        *,
        tenant: str = "default",
        agent: str | None = None,
        session: str | None = None,
        tz: str = "UTC",
        k: int = 5,
        types: Names = None,
        subjects: Names = None,
        as_of: datetime | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._memory: UserMemory = hindsight.for_user(
            user, tenant=tenant, agent=agent, session=session, tz=tz
        )
        self._wishes: dict[str, Any] = {
            "k": k,
            "types": types,
            "subjects": subjects,
            "as_of": as_of,
        }
        super().__init__(callback_manager=callback_manager)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        asked = _asked(query_bundle)
        return _nodes(self._memory.recall(asked, **self._wishes) if asked else ())

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        asked = _asked(query_bundle)
        return _nodes(await self._memory.arecall(asked, **self._wishes) if asked else ())


def _asked(query: QueryBundle) -> str:
    """The question itself."""
    framed = _TOOL_INPUT.fullmatch(query.query_str)
    return (framed[1] if framed else query.query_str).strip()


def _nodes(found: Sequence[Recollection] | Any) -> list[NodeWithScore]:
    return [NodeWithScore(node=_node(one), score=one.score) for one in found]


def _node(found: Recollection) -> TextNode:
    """The memory's content, and in JSON-able metadata what one needs to judge it."""
    memory = found.memory
    metadata = {
        "confidence": found.confidence,
        "verdict": found.verdict.value,
        "subject": None if memory.subject_key is None else str(memory.subject_key),
        "type": memory.type.value,
        "status": memory.status.value,
        "created_at": memory.created_at.isoformat(),
        "event_time": None if memory.event_time is None else memory.event_time.isoformat(),
        "predecessor": None if found.predecessor is None else found.predecessor.content,
        "why": {part.name: part.contribution for part in found.parts},
    }
    return TextNode(
        id_=memory.id,
        text=memory.content,
        metadata=metadata,
        excluded_llm_metadata_keys=list(metadata),
        excluded_embed_metadata_keys=list(metadata),
    )
