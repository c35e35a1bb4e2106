"""Each kind of index beside a memory, through the front door: found, superseded, forgotten, compared, made anew."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langchain_core.vectorstores import InMemoryVectorStore

from gates import PATIENCE
from hindsight_integrations import Hindsight, Settings, doctor, reindex
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.stores.langchain_vectorstore import LangChainIndex, PointEmbeddings
from qdrant_http import FAST, stand_in

QUICK = Settings(index=IndexSettings(gather_seconds=0.0, pause_seconds=0.05))
Given = Callable[[], Any]


@pytest.fixture(params=["folder", "rest", "pgvector", "langchain"])
def given(request: pytest.FixtureRequest) -> Iterator[Given]:
    """What to hand over as ``index=``, at every opening."""
    if request.param == "folder":
        with tempfile.TemporaryDirectory(dir=FAST) as folder:
            yield lambda: f"qdrant:///{folder}/vectors"
    elif request.param == "rest":
        with stand_in() as server:
            yield lambda: server.url
    elif request.param == "pgvector":
        place = request.getfixturevalue("pgvector_place")
        yield lambda: f"{place}&table=front_door"
    else:
        store = InMemoryVectorStore(PointEmbeddings(HashingEncoder().dimensions))
        yield lambda: LangChainIndex(store, name="front door", filtering="callable")


def fed(hindsight: Hindsight) -> bool:
    """Wait until the index was told of everything."""
    end = time.monotonic() + PATIENCE
    while hindsight.health()["index"]["behind"] and time.monotonic() < end:
        time.sleep(0.01)
    return bool(hindsight.health()["index"]["behind"] == 0)


def contents(found: Any) -> list[str]:
    return [hit.memory.content for hit in found]


def test_a_memory_lives_with_its_index(given: Given, tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    options: dict[str, Any] = {"embedder": HashingEncoder(), "settings": QUICK}
    with Hindsight.open(url, index=given(), **options) as hindsight:
        alice, ben = hindsight.for_user("alice"), hindsight.for_user("ben")
        alice.remember("Alice lives in Berlin", subject="user.location")
        alice.remember("她喜欢拉大提琴", subject="user.hobby")
        ben.remember("Ben lives in Lisbon", subject="user.location")
        assert fed(hindsight)
        alice.remember("Alice lives in Lisbon", subject="user.location")
        assert fed(hindsight)
        answer = alice.recall("Alice lives in Lisbon")
        assert answer.trace.degraded == ()
        assert contents(answer)[0] == "Alice lives in Lisbon"
        assert "Ben lives in Lisbon" not in contents(answer)
        assert "Alice lives in Berlin" not in contents(answer)
        assert contents(alice.recall("大提琴", subjects="user.hobby")) == ["她喜欢拉大提琴"]
        alice.forget(subject="user.hobby", reason="asked")
        assert fed(hindsight)
        assert "她喜欢拉大提琴" not in contents(alice.recall("大提琴"))
        assert doctor(hindsight).ok
    with Hindsight.open(url, index=given(), **options) as hindsight:
        assert contents(hindsight.for_user("ben").recall("Ben lives in Lisbon")) == [
            "Ben lives in Lisbon"
        ]
    assert reindex(url, given(), embedder=HashingEncoder(), settings=QUICK) == 2
    with Hindsight.open(url, index=given(), **options) as hindsight:
        assert fed(hindsight)
        assert doctor(hindsight).ok
        assert contents(hindsight.for_user("alice").recall("Alice lives in Lisbon"))[:1] == [
            "Alice lives in Lisbon"
        ]
