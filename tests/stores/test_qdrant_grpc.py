"""What goes over gRPC: everything we send survives the client's own conversion, and every code has its meaning."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from qdrant_client import grpc as qdrant_grpc
from qdrant_client import models
from qdrant_client.conversions.conversion import GrpcToRest, RestToGrpc

from hindsight_integrations.errors import (
    ConfigurationError,
    Conflict,
    DeadlineExceeded,
    HindsightError,
    Unavailable,
)
from hindsight_integrations.ports import Deadline, Point
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.stores.qdrant import filters
from hindsight_integrations.stores.qdrant.collection import _marks, _schema
from hindsight_integrations.stores.qdrant.failures import translating
from hindsight_integrations.testing import ample, direction, make_scope
from hindsight_integrations.testing.generated import memories, wheres
from hindsight_integrations.testing.outside_index import ANN, OutsideIndexContract, key_of

POINTS = OutsideIndexContract()


def there_and_back(filter: models.Filter) -> models.Filter:
    return GrpcToRest.convert_filter(RestToGrpc.convert_filter(filter))


def plain(filter: models.Filter) -> object:
    return _bare(filter.model_dump(exclude_none=True))


def _bare(value: Any) -> Any:
    """Without the empty lists that the way back puts in."""
    if isinstance(value, dict):
        return {name: _bare(item) for name, item in value.items() if item != []}
    return [_bare(item) for item in value] if isinstance(value, list) else value


def payload_back(payload: dict[str, Any]) -> dict[str, Any]:
    carried = qdrant_grpc.PointStruct(payload=RestToGrpc.convert_payload(payload))
    return GrpcToRest.convert_payload(carried.payload)


@given(where=wheres, now=st.integers(-(2**60), 2**60))
def test_filters_survive(where: Where, now: int) -> None:
    if any(getattr(where, name) == () for name in Where.__slots__):
        return  # nothing is asked then
    made = filters.conditions(ANN, where, now)
    assert plain(there_and_back(made)) == plain(made)


@pytest.mark.parametrize("versions", [[1], [5, 5, 5], [1, 2**40, 3, 1]])
def test_conditions_of_writes_survive(versions: list[int]) -> None:
    made = filters.not_newer([POINTS.point(f"m{n}", version=v) for n, v in enumerate(versions)])
    assert plain(there_and_back(made)) == plain(made)


@given(memory=memories("r\x00张", make_scope()))
def test_payloads_survive(memory: Memory) -> None:
    point = Point(key_of(ANN, "r"), ANN, memory.id, 2**40, direction(0), labels_of(memory))
    made = filters.payload(point)
    assert payload_back(made) == made


def test_what_a_collection_is_made_with_survives() -> None:
    for name in (*filters.KEYWORDS, *filters.NUMBERS):
        assert RestToGrpc.convert_payload_schema_params(_schema(name)) is not None
    marks = _marks(("m", 8))
    assert payload_back(marks) == marks


class Failed(grpc.RpcError):  # type: ignore[misc]
    """As a call raises it."""

    def __init__(self, status: grpc.StatusCode) -> None:
        super().__init__("secret words")
        self._status = status

    def code(self) -> grpc.StatusCode:
        return self._status


MEANINGS: dict[str, tuple[type[HindsightError], str]] = {
    "UNAUTHENTICATED": (ConfigurationError, "API key"),
    "PERMISSION_DENIED": (ConfigurationError, "API key"),
    "NOT_FOUND": (ConfigurationError, "hindsight reindex"),
    "INVALID_ARGUMENT": (ConfigurationError, "hindsight reindex"),
    "FAILED_PRECONDITION": (ConfigurationError, "hindsight reindex"),
    "ALREADY_EXISTS": (Conflict, "at the same time"),
    "DEADLINE_EXCEEDED": (Unavailable, "in time"),
    "RESOURCE_EXHAUSTED": (Unavailable, "busy"),
    "UNAVAILABLE": (Unavailable, "cannot be reached"),
    "INTERNAL": (Unavailable, "busy"),
    "UNKNOWN": (Unavailable, "busy"),
}


@pytest.mark.parametrize("name", MEANINGS)
def test_every_code_has_its_meaning(name: str) -> None:
    kind, said = MEANINGS[name]
    with pytest.raises(kind, match=said) as told, translating("Qdrant", ample()):
        raise Failed(grpc.StatusCode[name])
    assert f"gRPC {name}" in str(told.value)
    assert "secret" not in str(told.value)


def test_a_call_that_ran_out_of_time_says_so() -> None:
    with pytest.raises(DeadlineExceeded), translating("Qdrant", Deadline.after(-1)):
        raise Failed(grpc.StatusCode.DEADLINE_EXCEEDED)
