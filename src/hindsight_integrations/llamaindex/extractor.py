"""Writes what the rules read in a node into its metadata, for ingestion pipelines; it keeps nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from llama_index.core.extractors import BaseExtractor
from llama_index.core.schema import BaseNode, MetadataMode
from pydantic import Field

from hindsight_integrations.errors import HindsightError
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.passages import passage_of
from hindsight_integrations.ports import Clock, Extractor, Heard, system_clock
from hindsight_integrations.records import Claim, Role, Turn
from hindsight_integrations.validation import MAX_CONTENT

_log = logging.getLogger(__name__)


class HindsightExtractor(BaseExtractor):
    """``subject_keys``, ``confidence`` and ``created_at`` of each node, by which they can be judged later.

    The keys of what its words state, as a user's turn would be read; ``confidence`` where the
    extractor gives one; the node's own time, else the present. ``HindsightPostprocessor``
    reads ``subject``, which is set where a node states one thing. A node that cannot be read
    is logged and gets its time alone.
    """

    extractor: Any = Field(default_factory=RuleExtractor, exclude=True, repr=False)
    clock: Clock = Field(default=system_clock, exclude=True, repr=False)
    tz: str = "UTC"
    # Upstream's defaults rewrite every node's text template, change nodes in place and draw a bar.
    disable_template_rewrite: bool = True
    in_place: bool = False
    show_progress: bool = False

    @classmethod
    def class_name(cls) -> str:
        return "HindsightExtractor"

    async def aextract(self, nodes: Sequence[BaseNode]) -> list[dict[str, Any]]:
        # An extractor may ask a model, and the loop must not wait for it.
        return await asyncio.to_thread(lambda: [self._read(node) for node in nodes])

    def _read(self, node: BaseNode) -> dict[str, Any]:
        text = node.get_content(metadata_mode=MetadataMode.NONE)[:MAX_CONTENT]
        if not text.strip():
            return {}
        at = passage_of(text, node.metadata, tz=self.tz).event_time or self.clock()
        claims = self._claims(node.node_id, text, at)
        keys = sorted({str(claim.subject) for claim in claims if claim.subject is not None})
        sure = [claim.confidence for claim in claims if claim.confidence is not None]
        return {
            "subject_keys": keys,
            "created_at": at.isoformat(),
            **({"subject": keys[0]} if len(keys) == 1 else {}),
            **({"confidence": min(sure)} if sure else {}),
        }

    def _claims(self, id: str, text: str, at: datetime) -> Sequence[Claim]:
        reader: Extractor = self.extractor
        try:
            return reader.extract(Heard(Turn(role=Role.USER, content=text), id, at, self.tz))
        except HindsightError as error:
            _log.warning("node %s was not read: %s", id, type(error).__name__)
            return ()
