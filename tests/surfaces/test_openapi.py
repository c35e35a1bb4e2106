"""The OpenAPI document says what the service does: every route, every field, every status, and so does the page."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
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


def valid(schema: Any, body: Any) -> bool:
    """Whether a body passes the schema, by the validator of another package."""
    return bool(Draft202012Validator(schema).is_valid(body))


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_what_must_be_given_of_several_is_in_the_schema_and_refused(
    operation: Operation, tmp_path: Path
) -> None:
    given: dict[str, Any] = {
        "reason": "asked",
        "subject": "user.x",
        "id": "x",
        "session": "s",
        "ids": "x",
    }
    given |= {"of_session": "s", "everything": True, "within": {"to": "2024-05-31T00:00:00Z"}}
    needed = {field.name for field in operation.fields if field.required} - {"user"}
    if not operation.either:
        return
    schema = DOCUMENT["paths"][operation.path]["post"]["requestBody"]["content"]
    schema = schema["application/json"]["schema"]
    whose = {"tenant": "acme", "user": "alice"} | {name: given[name] for name in needed}
    archive = f"file://{tmp_path}/cold"
    with Hindsight.open("sqlite:///:memory:", archive=archive, embedder=HashingEncoder()) as opened:
        client = TestClient(service(opened), base_url="http://localhost")
        for body in (whose, {**whose, operation.either[0]: None}):
            assert client.post(operation.path, json=body).status_code == 400
            assert not valid(schema, body)
        for name in operation.either:
            body = {**whose, name: given[name]}
            assert client.post(operation.path, json=body).status_code == 200
            assert valid(schema, body)


#: Bodies beside what is needed, and whether they are taken: a schema that says otherwise lies.
TOLD = [
    ("recall", {"query": "", "k": 5.0}, True),
    ("recall", {"query": "x", "k": 0}, False),
    ("recall", {"query": "x", "types": ["fact", "item"], "tiers": "semantic"}, True),
    ("recall", {"query": "x", "types": "rumour"}, False),
    ("recall", {"query": "x", "subjects": ["user.*", "person.阿明.phone"]}, True),
    ("recall", {"query": "x", "subjects": "user.*.x"}, False),
    ("find", {"statuses": "archived"}, True),
    ("find", {"statuses": ["gone"]}, False),
    ("find", {"tz": ""}, False),
    ("history", {"subject": "user.喜好-1_x"}, True),
    ("history", {"subject": "user..x"}, False),
    ("history", {"subject": "a b"}, False),
    ("history", {"subject": "x" * 201}, False),
    ("remember", {"content": " \n"}, False),
    ("remember", {"content": "x", "tags": ["a", ""]}, False),
    ("remember", {"content": "x", "importance": 1.5}, False),
    ("remember_many", {"claims": [{"content": "小爱"}, {"content": "x", "type": "task"}]}, True),
    ("remember_many", {"claims": [{"content": "x", "type": "item"}]}, False),
    ("judge", {"query": "x", "passages": [{"content": "x", "score": -2.5}]}, True),
    ("judge", {"query": "x", "passages": [{"content": ""}]}, False),
    ("ask_first", {"task": " "}, False),
    ("window", {"last": 1001}, False),
    ("count", {"within": {"from": None, "to": "2024-05-31T00:00:00Z"}}, True),
    ("count", {"within": {"from": None}}, False),
    ("forget", {"reason": "asked", "everything": False}, False),
    ("forget", {"reason": " ", "everything": True}, False),
    ("forget", {"reason": "x" * 65, "everything": True}, False),
    ("forget", {"reason": "asked", "ids": [""]}, False),
    ("forget", {"reason": "asked", "everything": True, "actor": ""}, False),
]


@pytest.mark.parametrize(("verb", "body", "taken"), TOLD, ids=str)
def test_what_the_schema_takes_the_service_takes(verb: str, body: Any, taken: bool) -> None:
    schema = DOCUMENT["paths"][f"/v1/{verb}"]["post"]["requestBody"]["content"]
    whole = {"tenant": "acme", "user": "alice", "session": "s", **body}
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as opened:
        client = TestClient(service(opened), base_url="http://localhost")
        assert client.post(f"/v1/{verb}", json=whole).status_code == (200 if taken else 400)
    assert valid(schema["application/json"]["schema"], whole) is taken


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
