"""The OpenAPI 3.1 document of the memory service, made from the table of operations; it serves nothing."""

from __future__ import annotations

from typing import Any

from hindsight_integrations.surfaces import fields
from hindsight_integrations.surfaces.operations import OPERATIONS, Operation
from hindsight_integrations.surfaces.refusals import NAMES, STATUS

#: What the paths beside the operations do: their summary, their statuses, whether a key is needed.
BESIDE: dict[str, tuple[str, dict[int, str], bool]] = {
    "/health": (
        "Whether the memory can be used; no user data",
        {
            200: "The records answer; `ok` is false if windows or the index do not",
            503: "They do not",
        },
        False,
    ),
    "/health/full": (
        "Facts about the stores and the encoder, for operators; not with a key bound to a tenant",
        {200: "Facts", 503: "The records do not answer"},
        True,
    ),
    "/openapi.json": ("This document", {200: "OpenAPI 3.1"}, False),
}
_ERROR = {"$ref": "#/components/schemas/Error"}


def document(version: str, *, locked: bool) -> dict[str, Any]:
    """The document; ``locked`` says whether keys are asked for."""
    paths: dict[str, Any] = {path: {"get": _looked(path, locked)} for path in BESIDE}
    paths |= {operation.path: {"post": _posted(operation, locked)} for operation in OPERATIONS}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "hindsight-integrations: the memory service",
            "version": version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": {"Error": _error()},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _posted(operation: Operation, locked: bool) -> dict[str, Any]:
    failures = sorted({*STATUS.values(), 401, 408, 413, 415} - {409})
    return {
        "operationId": operation.name,
        "summary": operation.says,
        "requestBody": {
            "required": True,
            "content": _json(_body(operation)),
        },
        "responses": {
            "200": {"description": operation.answers, "content": _json({"type": "object"})},
            **{str(status): _failed(status) for status in failures},
        },
        "security": [{"key": []}] if locked else [],
    }


def _body(operation: Operation) -> dict[str, Any]:
    """The schema of a request, with what must be given of several."""
    schema = dict(fields.schema(operation.fields))
    one_of = fields.either(operation.fields, operation.either)
    return {**schema, "anyOf": one_of} if one_of else schema


def _looked(path: str, locked: bool) -> dict[str, Any]:
    says, statuses, guarded = BESIDE[path]
    answers = {
        str(status): {"description": text, "content": _json({"type": "object"})}
        for status, text in statuses.items()
    }
    refused = {str(status): _failed(status) for status in ((401, 403) if guarded else ())}
    return {
        "operationId": path.strip("/").replace("/", "_").replace(".", "_"),
        "summary": says,
        "responses": answers | refused,
        "security": [{"key": []}] if locked and guarded else [],
    }


def _failed(status: int) -> dict[str, Any]:
    named = [kind.__name__ for kind, number in STATUS.items() if number == status]
    own = [NAMES[status]] if status in NAMES else []
    return {"description": " or ".join([*named, *own]), "content": _json(_ERROR)}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _error() -> dict[str, Any]:
    text = {"type": "string"}
    inner = {
        "type": "object",
        "properties": {"type": text, "message": text},
        "required": ["type", "message"],
    }
    return {"type": "object", "properties": {"error": inner}, "required": ["error"]}
