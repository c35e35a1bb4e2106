"""The vector index: finds records by meaning, and is only advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hindsight_integrations.answers import Hit
from hindsight_integrations.ports.models import Vector
from hindsight_integrations.ports.timing import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope


@dataclass(frozen=True, slots=True)
class Nearest:
    """What an index answers: hits, best first, scores are cosines in [-1, 1]; and cosines asked for.

    ``others`` holds those of the ids asked for that have a vector, whether they match or not.
    ``note`` says what was left out, where the index could not answer whole.
    """

    hits: list[Hit]
    others: Mapping[str, float]
    note: str = ""


class VectorIndex(Protocol):
    """Finds records by meaning. Advice only: the engine loads every hit from the record store."""

    def search(
        self,
        scope: Scope,
        query: Vector,
        where: Where,
        *,
        limit: int,
        also: Sequence[str] = (),
        deadline: Deadline,
    ) -> Nearest:
        """The nearest matching records of the scope, and the cosines of the ids in ``also``.

        May be called while this thread reads the record store.
        """
        ...
