"""The memory service through its ASGI door: each verb, whose memory it is, what is refused and how."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from gates import PATIENCE
from hindsight_integrations import Hindsight, Settings
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import ServiceSettings
from hindsight_integrations.surfaces.http import service
from hindsight_integrations.surfaces.keys import Keys
from hindsight_integrations.surfaces.operations import OPERATIONS

ROOT, ACME, GLOBEX = "root-key-of-all-tenants", "key-of-acme-tenant-0", "key-of-globex-tenant"
KEYS = Keys.parse(f"{ROOT},{ACME}@acme,{GLOBEX}@globex")
ALICE = {"tenant": "acme", "user": "alice"}


@pytest.fixture
def hindsight(tmp_path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{tmp_path}/memory.db", embedder=HashingEncoder()) as opened:
        yield opened


@pytest.fixture
def client(hindsight: Hindsight) -> TestClient:
    return TestClient(service(hindsight), base_url="http://localhost")


@pytest.fixture
def locked(hindsight: Hindsight) -> TestClient:
    return TestClient(service(hindsight, keys=KEYS), base_url="http://memory.example")


def ask(client: TestClient, verb: str, *, key: str | None = None, **body: Any) -> Any:
    """What a verb answers, which must be well."""
    answer = post(client, verb, body, key=key)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client: TestClient, verb: str, body: Any, *, key: str | None = None) -> Any:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return client.post(f"/v1/{verb}", json=body, headers=headers)


def refused(client: TestClient, verb: str, body: Any, status: int = 400, **how: Any) -> str:
    """The message of a refusal that has this status."""
    answer = post(client, verb, body, **how)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    return str(answer.json()["error"]["message"])


# -- the verbs ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "question"),
    [
        ("Alice lives in Berlin", "Alice moved to Lisbon", "where does she live?"),
        ("小爱住在柏林", "小爱搬到了里斯本", "她住在哪里？"),
    ],
)
def test_a_later_statement_supersedes(
    client: TestClient, first: str, second: str, question: str
) -> None:
    ask(client, "remember", **ALICE, content=first, subject="user.location")
    change = ask(client, "remember", **ALICE, content=second, subject="user.location")
    assert change["action"] == "superseded"
    assert [one["content"] for one in change["superseded"]] == [first]
    found = ask(client, "recall", **ALICE, query=question, k=1)
    assert [one["memory"]["content"] for one in found["recollections"]] == [second]
    assert found["degraded"] == []
    chain = ask(client, "history", **ALICE, subject="user.location")["memories"]
    assert [(one["content"], one["status"]) for one in chain] == [
        (second, "active"),
        (first, "superseded"),
    ]


def test_a_recall_answers_a_prompt_and_a_trace_if_they_are_wished_for(client: TestClient) -> None:
    ask(client, "remember", **ALICE, content="Alice is allergic to nuts 对坚果过敏")
    plain = ask(client, "recall", **ALICE, query="nuts")
    assert set(plain) == {"recollections", "degraded"}
    told = ask(client, "recall", **ALICE, query="nuts", prompt="text", budget=200, trace=True)
    assert "allergic to nuts 对坚果过敏" in told["prompt"]
    assert told["trace"]["query"] == "nuts"
    assert told["trace"]["injected"] == [told["recollections"][0]["memory"]["id"]]


def test_a_whole_number_may_be_written_with_a_point(client: TestClient) -> None:
    """So JSON Schema counts, and some languages have no other way to write it."""
    for number in range(3):
        ask(client, "event", **ALICE, event_type="paid", payload={"order": number})
    body = b'{"tenant": "acme", "user": "alice", "limit": 2.0}'
    headers = {"Content-Type": "application/json"}
    answer = client.post("/v1/find", content=body, headers=headers)
    assert len(answer.json()["memories"]) == 2


def test_a_recall_as_of_then_and_within_a_span(client: TestClient) -> None:
    for day, city in (("2024-01-10", "Berlin"), ("2024-06-10", "Lisbon")):
        said = f"Alice lives in {city}"
        at = f"{day}T08:00:00+02:00"
        ask(client, "remember", **ALICE, content=said, subject="user.location", event_time=at)
    then = ask(client, "recall", **ALICE, query="where does Alice live", as_of="2024-03-01T00:00Z")
    assert then["recollections"][0]["memory"]["content"] == "Alice lives in Berlin"
    span = {"from": "2024-06-01T00:00Z", "to": "2024-07-01T00:00Z"}
    assert ask(client, "count", **ALICE, within=span) == {"count": 1}
    assert ask(client, "count", **ALICE, within={"to": "2024-01-10T06:00:00Z"}) == {"count": 0}
    assert ask(client, "count", **ALICE, within={"to": "2024-01-10T06:00:01Z"}) == {"count": 1}


def test_turns_are_observed_once(client: TestClient) -> None:
    turns = [
        {"role": "user", "content": "I live in Oslo", "id": "m1", "at": "2025-03-01T09:00:00Z"},
        {"role": "assistant", "content": "好的", "id": "m2"},
    ]
    seen = ask(client, "observe", **ALICE, session="s1", turns=turns)
    assert [turn["content"] for turn in seen["turns"]] == ["I live in Oslo", "好的"]
    assert seen["turns"][0]["at"] == "2025-03-01T09:00:00+00:00"
    assert [change["memory"]["subject_key"] for change in seen["changes"]] == ["user.location"]
    assert ask(client, "observe", **ALICE, session="s1", turns=turns)["repeated"] == 2


def test_events_are_counted_and_found(client: TestClient) -> None:
    for number in range(3):
        ask(client, "event", **ALICE, event_type="order_placed", payload={"order": number})
    ask(client, "event", **ALICE, event_type="order_paid", result="done")
    assert ask(client, "count", **ALICE, event_type="order_placed") == {"count": 3}
    found = ask(client, "find", **ALICE, types="event", limit=2)["memories"]
    assert [one["payload"] for one in found] == [
        {"event_type": "order_paid", "result": "done"},
        {"event_type": "order_placed", "order": 2},
    ]


def test_one_memory_is_changed_by_its_id(client: TestClient) -> None:
    made = ask(client, "remember", **ALICE, content="Alice has a cat", dedup_key="k1")["memory"]
    whose = {**ALICE, "id": made["id"]}
    assert "dedup_key" not in made
    updated = ask(client, "update", **whose, tags=["pet"], importance=0.75, priority=-3)["memory"]
    assert (updated["tags"], updated["importance"], updated["priority"]) == (["pet"], 0.75, -3)
    assert ask(client, "feedback", **whose, helpful=False)["memory"]["helpful"] is False
    assert ask(client, "confirm", **whose)["action"] == "refreshed"
    right = ask(client, "correct", **whose, content="Alice has a dog")["memory"]
    assert right["content"] == "Alice has a dog"
    assert ask(client, "get", **whose)["memory"]["superseded_by"] == right["id"]
    again = ask(client, "remember", **ALICE, content="Alice has a cat", dedup_key="k1")
    assert again["action"] == "repeated"


def test_a_summary(client: TestClient) -> None:
    ask(client, "remember", **ALICE, content="小爱喜欢喝茶", subject="user.preference.drink")
    summary = ask(client, "summarize", **ALICE, subject="user.*", budget=100)
    assert "小爱喜欢喝茶" in summary["text"]
    assert len(summary["memories"]) == 1
    assert "needs a subject" in refused(client, "summarize", ALICE)


def test_what_is_forgotten_is_gone(client: TestClient) -> None:
    for number, session in enumerate(("s1", "s2")):
        said = [{"role": "user", "content": f"I was in Oslo with {number + 2} friends"}]
        ask(client, "observe", **ALICE, session=session, turns=said)
    erased = ask(client, "forget", **ALICE, of_session="s1", reason="asked", actor="alice")
    assert (erased["reason"], erased["actor"]) == ("asked", "alice")
    left = ask(client, "recall", **ALICE, query="Oslo", k=9)["recollections"]
    assert {one["memory"]["scope"]["session"] for one in left} == {"s2"}
    ask(client, "forget", **ALICE, everything=True, reason="left")
    assert ask(client, "count", **ALICE) == {"count": 0}


def test_an_erasure_needs_a_reason_and_a_filter(client: TestClient) -> None:
    ask(client, "remember", **ALICE, content="Alice has a cat")
    assert refused(client, "forget", {**ALICE, "everything": True}) == "reason is missing"
    assert "needs a filter" in refused(client, "forget", {**ALICE, "reason": "asked"})
    assert ask(client, "count", **ALICE) == {"count": 1}


def test_an_unknown_id_is_404(client: TestClient) -> None:
    ask(client, "remember", **ALICE, content="Alice has a cat")
    for verb, more in (("get", {}), ("confirm", {}), ("feedback", {"helpful": True})):
        refused(client, verb, {**ALICE, "id": "no-such-id", **more}, 404)


# -- many, and the rest of the verbs ------------------------------------------------------


def test_many_statements_are_checked_before_the_first_is_written(client: TestClient) -> None:
    claims = [
        {"content": "Alice lives in Berlin", "subject": "user.location", "tags": ["home"]},
        {"content": "小爱搬到了里斯本", "subject": "user.location", "dedup_key": "k1"},
        {"content": "Alice joined the chess club", "event_time": "2024-05-31T09:30:00+02:00"},
    ]
    changes = ask(client, "remember_many", **ALICE, claims=claims)["changes"]
    assert [change["action"] for change in changes] == ["added", "superseded", "added"]
    assert changes[2]["memory"]["event_time"] == "2024-05-31T07:30:00+00:00"
    assert ask(client, "remember_many", **ALICE, claims=[]) == {"changes": []}
    for wrong, says in (
        ({"content": "x", "subject": "a..b"}, "claims[1]: subject 'a..b' is not a dotted key"),
        ({"subject": "user.x"}, "claims[1].content is missing"),
        ({"content": "x", "kind": "fact"}, "claims[1].'kind' is no field here"),
        ("x", "claims[1] must be a JSON object, not a string"),
    ):
        body = {**ALICE, "claims": [{"content": "Alice skis"}, wrong]}
        assert says in refused(client, "remember_many", body)
    assert ask(client, "count", **ALICE) == {"count": 3}


def test_a_key_of_one_tenant_stays_in_it_whatever_the_verb(locked: TestClient) -> None:
    ask(locked, "remember_many", key=ACME, user="alice", claims=[{"content": "Alice skis"}])
    [kept] = ask(locked, "find", key=ACME, user="alice")["memories"]
    whose = {"tenant": "acme", "user": "alice"}
    for verb, more in (
        ("pin", {"id": kept["id"]}),
        ("restore", {"id": kept["id"]}),
        ("archive", {"ids": kept["id"]}),
        ("explain", {"id": kept["id"], "query": "x"}),
        ("window", {}),
        ("end_session", {}),
    ):
        refused(locked, verb, {**whose, "session": "s", **more}, 403, key=GLOBEX)
    refused(locked, "pin", {"user": "alice", "id": kept["id"]}, 404, key=GLOBEX)


def test_why_a_memory_is_used_or_not(client: TestClient) -> None:
    for city in ("Berlin", "Lisbon"):
        said = f"Alice lives in {city}"
        ask(client, "remember", **ALICE, content=said, subject="user.location")
    new, old = ask(client, "history", **ALICE, subject="user.location")["memories"]
    asked = {**ALICE, "query": "where does Alice live?"}
    why = ask(client, "explain", **asked, id=new["id"])
    assert (why["used"], why["rank"], why["trace"]) == (True, 1, None)
    why = ask(client, "explain", **asked, id=old["id"], trace=True)
    assert why["used"] is False
    assert why["trace"]["query"] == "where does Alice live?"
    refused(client, "explain", {**asked, "id": "nope"}, 404)
    assert ask(client, "pin", **ALICE, id=new["id"])["memory"]["pinned"] is True
    assert ask(client, "pin", **ALICE, id=new["id"], pinned=False)["memory"]["pinned"] is False
    assert ask(client, "restore", **ALICE, id=old["id"])["memory"]["content"] == old["content"]


def test_what_another_retriever_found_is_judged(client: TestClient) -> None:
    ask(client, "remember", **ALICE, content="Alice lives in Lisbon", subject="user.location")
    passages = [
        {"content": "Alice lives in Berlin", "subject": "user.location", "score": 0.9,
         "event_time": "2020-01-01T00:00:00Z"},
        {"content": "The harbour of Lisbon is large", "score": 0.2},
    ]  # fmt: skip
    asked = {**ALICE, "query": "where does Alice live?"}
    told = ask(client, "judge", **asked, passages=passages)["judgements"]
    reasons = {one["place"]: one["reason"] for one in told}
    assert "a later value was known" in reasons[0]
    assert reasons[1] is None
    wrong = {**asked, "passages": [{"content": "x", "confidence": 7}]}
    assert "passages[0]: confidence" in refused(client, "judge", wrong)


def test_a_session_from_its_first_question_to_its_end(client: TestClient) -> None:
    whose = {**ALICE, "session": "s1"}
    questions = ask(client, "ask_first", **whose, task="book a restaurant for dinner")["questions"]
    assert 1 <= len(questions) <= 2
    assert all(set(one) == {"subject", "question"} for one in questions)
    turns = [{"role": "user", "content": "I drink tea"}, {"role": "assistant", "content": "好的"}]
    ask(client, "observe", **whose, turns=turns)
    assert [t["content"] for t in ask(client, "window", **whose)["turns"]] == [
        "I drink tea",
        "好的",
    ]
    assert [t["content"] for t in ask(client, "window", **whose, last=1)["turns"]] == ["好的"]
    assert ask(client, "end_session", **whose)["ended"] is True
    assert "session" in refused(client, "end_session", ALICE)


def test_memories_go_to_the_archive_and_come_back(tmp_path: Path) -> None:
    url, cold = f"sqlite:///{tmp_path}/cold.db", f"file://{tmp_path}/cold"
    with Hindsight.open(url, archive=cold, embedder=HashingEncoder()) as hindsight:
        client = TestClient(service(hindsight), base_url="http://localhost")
        for city in ("Berlin", "里斯本"):
            said = f"Alice lives in {city}"
            ask(client, "remember", **ALICE, content=said, subject="user.location")
        assert ask(client, "archive", **ALICE, subject="user.*") == {"archived": 1}
        [berlin] = ask(client, "find", **ALICE, statuses="archived")["memories"]
        assert (berlin["content"], berlin["status"]) == ("Alice lives in Berlin", "archived")
        assert ask(client, "restore", **ALICE, id=berlin["id"])["memory"]["status"] == "superseded"
        assert "needs a filter" in refused(client, "archive", ALICE)
        assert ask(client, "archive", **ALICE, of_session="s9") == {"archived": 0}


def test_without_an_archive_the_operator_is_told(client: TestClient) -> None:
    ask(client, "remember", **ALICE, content="Alice skis")
    assert "no archive" in refused(client, "archive", {**ALICE, "ids": "x"}, 500)


# -- whose memory ------------------------------------------------------------------------


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_nobody_is_taken_for_granted(client: TestClient, operation: Any) -> None:
    """Whatever else is right, a request that does not say whose memory it means is refused."""
    right = {
        "content": "x",
        "query": "x",
        "turns": [],
        "event_type": "x",
        "id": "x",
        "helpful": True,
    }
    right |= {"subject": "user.x", "reason": "asked", "claims": [], "passages": [], "task": "x"}
    needed = {f.name: right[f.name] for f in operation.takes if f.required}
    assert refused(client, operation.name, {"tenant": "acme", **needed}) == "user is missing"
    assert refused(client, operation.name, {"user": "alice", **needed}) == "tenant is missing"
    for empty in ("tenant", "user"):
        said = refused(client, operation.name, {**ALICE, empty: "", **needed})
        assert said == f"{empty} must not be empty"


def test_users_and_tenants_are_walls(client: TestClient) -> None:
    id = ask(client, "remember", **ALICE, content="Alice has a cat")["memory"]["id"]
    for other in ({"tenant": "acme", "user": "bob"}, {"tenant": "globex", "user": "alice"}):
        assert ask(client, "recall", **other, query="Alice has a cat")["recollections"] == []
        refused(client, "get", {**other, "id": id}, 404)
        assert ask(client, "forget", **other, ids=[id], reason="asked")["memories"] == []
    assert ask(client, "get", **ALICE, id=id)["memory"]["content"] == "Alice has a cat"


# -- keys --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer wrong",
        f"Basic {ROOT}",
        ROOT,
        f"Bearer {ROOT}x",
        f"Bearer {ROOT[:-1]}",
    ],
)
@pytest.mark.parametrize("path", ["/v1/count", "/health/full"])
def test_without_a_key_nothing_is_told(locked: TestClient, header: str | None, path: str) -> None:
    headers = {} if header is None else {"Authorization": header}
    get = path.startswith("/health")
    answer = locked.request("GET" if get else "POST", path, headers=headers, content=b"{")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["error"]["type"] == "Unauthorized"


def test_a_key_in_the_address_is_no_key(locked: TestClient) -> None:
    for name in ("key", "api_key", "access_token", "token"):
        answer = locked.post("/v1/count", params={name: ROOT}, json=ALICE)
        assert answer.status_code == 401


def test_a_key_of_one_tenant_opens_no_other(locked: TestClient) -> None:
    made = ask(locked, "remember", key=ACME, user="alice", content="爱丽丝有一只猫")
    assert made["memory"]["scope"]["tenant"] == "acme"
    mine = {"user": "alice", "query": "猫"}
    assert len(ask(locked, "recall", key=ACME, **mine)["recollections"]) == 1
    assert len(ask(locked, "recall", key=ACME, tenant="acme", **mine)["recollections"]) == 1
    assert ask(locked, "recall", key=GLOBEX, **mine)["recollections"] == []
    said = refused(locked, "recall", {"tenant": "acme", **mine}, 403, key=GLOBEX)
    assert "another tenant" in said
    assert len(ask(locked, "recall", key=ROOT, tenant="acme", **mine)["recollections"]) == 1
    assert refused(locked, "recall", mine, 400, key=ROOT) == "tenant is missing"


def test_facts_about_all_are_not_for_one_tenants_key(locked: TestClient) -> None:
    asked = {"Authorization": f"bearer {ACME}"}
    assert locked.get("/health/full", headers=asked).status_code == 403
    facts = locked.get("/health/full", headers={"Authorization": f"Bearer {ROOT}"}).json()
    assert facts["ok"] is True
    assert facts["records"]["records"] == 0


@pytest.mark.parametrize(
    "host", ["memory.example", "evil.example:8090", "127.0.0.1.evil.example", ""]
)
def test_without_keys_only_loopback_names_are_answered(hindsight: Hindsight, host: str) -> None:
    client = TestClient(service(hindsight), base_url="http://localhost")
    for path in ("/health", "/openapi.json", "/health/full"):
        assert client.get(path, headers={"Host": host}).status_code == 421
    assert client.post("/v1/count", json=ALICE, headers={"Host": host}).status_code == 421
    for name in ("localhost:8090", "127.0.0.1", "[::1]:8090", "LOCALHOST"):
        assert client.get("/health", headers={"Host": name}).status_code == 200


# -- hostile requests --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b'{"user": NaN}', "not JSON"),
        (b'{"k": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "the body must be a JSON object, not a list"),
        (b'"alice"', "the body must be a JSON object, not a string"),
        (b"null", "the body must be a JSON object, not null"),
    ],
)
def test_a_body_that_is_no_object(client: TestClient, body: bytes, says: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.post("/v1/recall", content=body, headers=headers)
    assert answer.status_code == 400
    assert says in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("verb", "more", "says"),
    [
        ("recall", {"query": 7}, "query must be a string, not a number"),
        ("recall", {"query": "x", "k": "5"}, "k must be a whole number from 1 to 1000"),
        ("recall", {"query": "x", "k": 5.5}, "k must be a whole number from 1 to 1000"),
        ("recall", {"query": "x", "k": True}, "k must be a whole number from 1 to 1000"),
        ("recall", {"query": "x", "k": 10**30}, "k must be a whole number from 1 to 1000"),
        ("recall", {"query": "x", "touch": 1}, "touch must be true or false, not a number"),
        ("recall", {"query": "x", "as_of": "2024-05-31T09:30:00"}, "as_of must be a time with"),
        ("recall", {"query": "x", "as_of": "昨天"}, "as_of must be a time with its offset"),
        ("recall", {"query": "x", "as_of": 0}, "as_of must be a time with its offset"),
        ("recall", {"query": "x", "prompt": "xml"}, "prompt must be one of json, text, tagged"),
        ("recall", {"query": "x", "within": {}}, "within needs 'from', 'to' or both"),
        ("recall", {"query": "x", "within": {"since": "x"}}, "within.'since' is no field here"),
        ("recall", {"query": "x", "within": []}, "within must be a JSON object, not a list"),
        ("recall", {"query": "x", "types": ["fact", 1]}, "types[1] must be a string"),
        ("recall", {"query": "x", "types": "rumour"}, "type must be one of"),
        ("recall", {"query": "x", "tz": "Mars/Olympus"}, "Mars/Olympus"),
        ("recall", {}, "query is missing"),
        ("recall", {"query": None}, "query is missing"),
        ("recall", {"query": "x", "api_key": "y"}, "'api_key' is no field here; there are user,"),
        ("remember", {"content": "   "}, "content is empty"),
        ("remember", {"content": "x" * 1_000_001}, "1,000,001 characters"),
        ("remember", {"content": "x", "type": "item"}, "type must be one of"),
        ("remember", {"content": "x", "confidence": 1.5}, "confidence must be a number from 0"),
        ("remember", {"content": "x", "payload": {"n": 2**80}}, "more than 64 bits"),
        ("remember", {"content": "x", "subject": "a..b"}, "not a dotted key"),
        ("remember", {"content": "x", "event_time": "0001-01-01T00:00:00+14:00"}, "event_time"),
        ("observe", {"turns": "hello"}, "turns must be a list of turns, not a string"),
        ("observe", {"turns": ["hello"]}, "turns[0] must be a JSON object, not a string"),
        ("observe", {"turns": [{"role": "user"}]}, "turns[0].content is missing"),
        ("observe", {"turns": [{"role": "god", "content": "x"}]}, "turns[0].role must be one of"),
        (
            "observe",
            {"turns": [{"role": "user", "content": "x"}, {"role": "user", "content": 1}]},
            "turns[1].content must be a string",
        ),
        ("feedback", {"id": "x", "helpful": "no"}, "helpful must be true or false"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(
    client: TestClient, verb: str, more: dict[str, Any], says: str
) -> None:
    assert says in refused(client, verb, {**ALICE, "session": "s", **more})


@pytest.mark.parametrize(
    "text", ["\ud800 lone", "a\x00b", "\u202e倒序", "'; DROP TABLE records; --"]
)
def test_odd_text_is_kept_or_refused_but_never_breaks(client: TestClient, text: str) -> None:
    headers = {"Content-Type": "application/json"}
    for verb, field in (("remember", "content"), ("recall", "query"), ("count", "event_type")):
        body = json.dumps({**ALICE, field: text, **({"trace": True} if verb == "recall" else {})})
        answer = client.post(f"/v1/{verb}", content=body, headers=headers)
        assert answer.status_code in (200, 400), answer.text
        answer.json()
    body = json.dumps({"tenant": "acme", "user": text, "query": "x"})
    assert client.post("/v1/recall", content=body, headers=headers).status_code in (200, 400)


def test_a_body_must_say_that_it_is_json(client: TestClient) -> None:
    """So that a page of another origin cannot write into a service on this machine."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"):
        answer = client.post("/v1/count", content=b"{}", headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["error"]["type"]) == (415, "NotJSON")
    right = {"Content-Type": "application/json; charset=utf-8"}
    assert client.post("/v1/count", content=b'{"tenant":"t","user":"u"}', headers=right).is_success


def test_a_long_body_is_not_read_to_its_end(hindsight: Hindsight) -> None:
    read = 0

    def parts() -> Iterator[bytes]:
        nonlocal read
        for _ in range(1000):
            read += 1
            yield b" " * 1000

    app = service(hindsight, settings=ServiceSettings(body_bytes=2000))
    client = TestClient(app, base_url="http://localhost")
    headers = {"Content-Type": "application/json"}
    answer = client.post("/v1/count", content=parts(), headers=headers)
    assert (answer.status_code, answer.json()["error"]["type"]) == (413, "BodyTooLarge")
    fits = b'{"tenant":"t","user":"u"}'.ljust(2000)
    assert client.post("/v1/count", content=fits, headers=headers).status_code == 200
    assert client.post("/v1/count", content=fits + b" ", headers=headers).status_code == 413


@pytest.mark.parametrize("leaving", [False, True])
async def test_a_body_that_does_not_arrive_is_408(hindsight: Hindsight, leaving: bool) -> None:
    """Its sender is silent in the middle of it, or goes away; neither holds the service up."""
    parts = [{"type": "http.request", "body": b"{", "more_body": True}]
    parts += [{"type": "http.disconnect"}] if leaving else []
    sent: list[Any] = []

    async def receive() -> Any:
        if not parts:
            await asyncio.Event().wait()
        return parts.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/count",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }
    app = service(
        hindsight, settings=ServiceSettings(deadline_seconds=PATIENCE if leaving else 0.05)
    )
    await app(scope, receive, send)
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"]["type"] == "RequestTimeout"


def test_routes_and_methods_that_are_not_there(client: TestClient) -> None:
    missing = client.post("/v1/export", json=ALICE)
    assert (missing.status_code, missing.json()["error"]["type"]) == (404, "NoSuchRoute")
    wrong = client.get("/v1/recall")
    assert (wrong.status_code, wrong.json()["error"]["type"]) == (405, "MethodNotAllowed")
    assert wrong.headers["allow"] == "POST"


# -- failures ----------------------------------------------------------------------------


def test_a_closed_memory_is_503_and_unhealthy(tmp_path: Path) -> None:
    hindsight = Hindsight.open(f"sqlite:///{tmp_path}/memory.db", embedder=HashingEncoder())
    client = TestClient(service(hindsight), base_url="http://localhost")
    assert (client.get("/health").status_code, client.get("/health").json()) == (200, {"ok": True})
    hindsight.close()
    assert (client.get("/health").status_code, client.get("/health").json()) == (503, {"ok": False})
    answer = post(client, "count", ALICE)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["error"]["type"] == "Unavailable"


def test_a_memory_opened_for_reading_is_403_for_writes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    Hindsight.open(url, embedder=HashingEncoder()).close()
    with Hindsight.open(f"{url}?mode=ro", embedder=HashingEncoder()) as hindsight:
        client = TestClient(service(hindsight), base_url="http://localhost")
        refused(client, "remember", {**ALICE, "content": "Alice has a cat"}, 403)
        assert ask(client, "count", **ALICE) == {"count": 0}


def test_a_request_that_takes_too_long_is_504(hindsight: Hindsight) -> None:
    app = service(hindsight, settings=ServiceSettings(deadline_seconds=1e-6))
    client = TestClient(app, base_url="http://localhost")
    answer = post(client, "count", ALICE)
    assert (answer.status_code, answer.json()["error"]["type"]) == (504, "DeadlineExceeded")


class Broken(HashingEncoder):
    """An encoder with a defect that it does not translate."""

    def embed(self, texts: Any) -> Any:
        raise RuntimeError("隐私 private words")


def test_a_failing_encoder_leaves_the_words_to_answer(tmp_path: Path) -> None:
    with Hindsight.open(
        f"sqlite:///{tmp_path}/memory.db", embedder=Broken(), settings=Settings()
    ) as hindsight:
        client = TestClient(service(hindsight), base_url="http://localhost")
        answer = post(client, "recall", {**ALICE, "query": "隐私"})
        assert answer.status_code == 200
        assert answer.json()["degraded"]
        assert "private words" not in answer.text


def test_an_error_of_ours_is_500_without_its_words(
    hindsight: Hindsight, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("隐私 private words")

    monkeypatch.setattr(hindsight, "for_user", broken)
    client = TestClient(
        service(hindsight), base_url="http://localhost", raise_server_exceptions=False
    )
    answer = post(client, "count", ALICE)
    assert (answer.status_code, answer.json()["error"]["type"]) == (500, "InternalError")
    assert "RuntimeError" in answer.text
    assert "private" not in answer.text
