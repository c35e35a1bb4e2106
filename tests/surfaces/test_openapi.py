"""The OpenAPI document says what the service does: every route, every field, every status, and so does the page."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from hindsight_integrations import Hindsight, UserMemory, __version__
from hindsight_integrations.errors import HindsightError
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.surfaces import fields
from hindsight_integrations.surfaces.http import service
from hindsight_integrations.surfaces.keys import Keys
from hindsight_integrations.surfaces.openapi import document
from hindsight_integrations.surfaces.operations import OPERATIONS, WHOSE, Operation
from hindsight_integrations.surfaces.refusals import NAMES, STATUS, problem
from verbs import verbs_of

PAGE = (Path(__file__).parent.parent.parent / "docs" / "http.md").read_text(encoding="utf-8")
DOCUMENT = document("1.2.3", locked=True)
#: Fields of the service that are no parameter of the verb, and parameters that are none of its fields.
OWN = {
    "recall": {"prompt", "budget", "trace"},
    "explain": {"trace"},
    "forget": {"of_session"},
    "archive": {"of_session"},
}
LEFT = {
    "forget": {"session", "where"},
    "archive": {"session", "where"},
    "find": {"session"},
    "summarize": {"session"},
}
#: Verbs that are not served: lists without an end, which ``find`` gives by pieces.
NOT_SERVED = {"archivable", "archived"}


def test_it_is_served_and_names_every_route(tmp_path: Path) -> None:
    with Hindsight.open(f"sqlite:///{tmp_path}/m.db", embedder=HashingEncoder()) as hindsight:
        app = service(hindsight, keys=Keys.parse("0123456789abcdef"))
        served = TestClient(app).get("/openapi.json").json()
    assert served == document(__version__, locked=True)
    assert served["openapi"] == "3.1.0"
    routes = {
        (route.path, method.lower())
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert routes == {(path, method) for path, item in served["paths"].items() for method in item}


def test_every_verb_is_served() -> None:
    verbs = {*verbs_of(UserMemory)} - {"scope", "tz", "lanes", "owner"}
    assert {operation.name for operation in OPERATIONS} == verbs - NOT_SERVED


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_an_operation_has_the_parameters_of_its_verb(operation: Operation) -> None:
    verb = inspect.signature(getattr(UserMemory, operation.name)).parameters
    takes = {field.name for field in operation.takes} - OWN.get(operation.name, set())
    assert takes == set(verb) - {"self"} - LEFT.get(operation.name, set())
    needed = {name for name, one in verb.items() if one.default is inspect.Parameter.empty}
    assert {f.name for f in operation.takes if f.required} == needed - {"self"} - (
        {"payload"} if operation.name == "event" else set()
    )
    names = [field.name for field in operation.fields]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_the_page_tells_of_every_operation_and_field(operation: Operation) -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith(f"| `{operation.name}` |")]
    [row] = rows
    for field in operation.takes:
        name = f"**{field.name}**" if field.required else field.name
        assert re.search(rf"(?<![\w*]){re.escape(name)}(?![\w*])", row), f"{operation.name}: {name}"


def test_the_page_tells_of_the_rest() -> None:
    for field in WHOSE:
        assert f"`{field.name}`" in PAGE
    for path in ("/health", "/health/full", "/openapi.json"):
        assert f"`GET {path}`" in PAGE
    for status in {*STATUS.values(), *NAMES}:
        assert f"| {status} |" in PAGE


def test_every_reference_leads_somewhere() -> None:
    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if "$ref" in node:
                assert node["$ref"] == "#/components/schemas/Error"
            for item in node.values():
                walk(item)
        elif isinstance(node, list):
            for item in node:
                walk(item)

    walk(DOCUMENT)
    assert set(DOCUMENT["components"]["schemas"]) == {"Error"}


def test_a_schema_says_what_is_needed() -> None:
    forget = next(one for one in OPERATIONS if one.name == "forget")
    said = fields.schema(forget.fields)
    assert said["required"] == ["user", "reason"]
    assert said["additionalProperties"] is False
    assert said["properties"]["everything"] == {
        "anyOf": [{"type": "boolean"}, {"type": "null"}],
        "description": "The whole user; it goes without a filter",
    }


def errors_below(kind: type[HindsightError]) -> list[type[HindsightError]]:
    return [kind, *(one for below in kind.__subclasses__() for one in errors_below(below))]


def test_every_error_of_the_tree_has_a_status() -> None:
    ours = [kind for kind in errors_below(HindsightError) if kind.__module__.endswith(".errors")]
    assert len(ours) >= 11
    for kind in ours:
        error = kind("extra", "what") if kind.__name__ == "MissingExtra" else kind("words")
        told = problem(error)
        assert told.body["error"]["type"] == kind.__name__
        assert 400 <= told.status <= 504
