"""Between a record and the JSON object that an archive keeps of it, with its checksum; it reads and writes no file."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import numpy as np

from hindsight_integrations.errors import SchemaTooNew, StoreError
from hindsight_integrations.ports import Cold, Vector
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.mapping import COLUMNS, compact, fields, memory

#: The version of an object's shape.
FORMAT = 1
#: Fields that a database keeps as JSON text, and an object as what they are.
_DATA = ("payload", "tags", "said_again")
#: What the bytes of an object may turn out to be, and reading them may then raise.
_SPOILT = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError)


def written(record: Cold, wall: str) -> bytes:
    """The object of a record of the user whom ``wall`` stands for."""
    kept = record.memory
    row = dict(zip(COLUMNS, fields(kept, kept.sequence), strict=True))
    del row["rid"]
    row |= {name: json.loads(row[name]) for name in _DATA}
    body = {
        "wall": wall,
        "sequence": kept.sequence,
        "record": row,
        "vector": None if record.vector is None else _packed(record.vector),
        "model": record.model,
    }
    document = {"format": FORMAT, "sha256": _checksum(body), **body}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def read(blob: bytes, *, wall: str, scope: Scope, id: str) -> Cold:
    """The record of an object. Raises :class:`StoreError` if it is not whole, or another's."""
    try:
        document = json.loads(blob)
        number = document.pop("format")
        if type(number) is int and number > FORMAT:
            raise SchemaTooNew(
                f"the archived object of memory {id} is of format {number}; this version reads "
                f"up to {FORMAT}: install a newer one"
            )
        checksum = document.pop("sha256")
        if checksum != _checksum(document) or document["wall"] != wall:
            raise damaged(id)
        found = _cold(document, scope)
    except _SPOILT:  # their texts may quote content
        raise damaged(id) from None
    if found.memory.id != id:
        raise damaged(id)
    return found


def damaged(id: str) -> StoreError:
    return StoreError(
        f"the archived object of memory {id} is damaged: what it holds does not match its "
        "checksum or its record. Bring the object back from a backup, or forget the memory"
    )


def missing(id: str) -> StoreError:
    return StoreError(
        f"the archive does not hold the object of memory {id}: bring it back from a backup, "
        "open the archive that it was moved to, or forget the memory"
    )


def _cold(document: dict[str, Any], scope: Scope) -> Cold:
    row = dict(document["record"])
    row |= {name: compact(row[name]) for name in _DATA}
    row["rid"] = document["sequence"]
    packed = document["vector"]
    return Cold(
        memory=memory([row[name] for name in COLUMNS], scope),
        vector=None if packed is None else _unpacked(packed),
        model=document["model"],
    )


def _checksum(body: dict[str, Any]) -> str:
    """Of the data, whatever it is laid out like."""
    plain = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def _packed(vector: Vector) -> str:
    return base64.b64encode(vector.astype("<f2").tobytes()).decode()


def _unpacked(packed: str) -> Vector:
    return np.frombuffer(base64.b64decode(packed, validate=True), "<f2").astype(np.float32)
