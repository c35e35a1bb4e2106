"""The structured log line of a recall: one line of JSON, with no text of a memory and the query's only if allowed."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from hindsight_integrations import Hindsight, Settings
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import PrivacySettings


def logged(caplog: pytest.LogCaptureFixture, *, content: bool) -> dict[str, Any]:
    settings = Settings(privacy=PrivacySettings(log_content=content))
    with (
        caplog.at_level(logging.DEBUG, "hindsight_integrations.recall"),
        Hindsight.open(
            "sqlite:///:memory:", embedder=HashingEncoder(16), settings=settings
        ) as hindsight,
    ):
        memory = hindsight.for_user("ada", session="s1")
        told = memory.remember("sentinel-content").memory
        assert told is not None
        memory.recall("sentinel-question\nin two lines")
    (record,) = caplog.records
    line = record.getMessage()
    assert "\n" not in line
    assert "sentinel-content" not in line
    data: dict[str, Any] = json.loads(line)
    assert data["recall"] == {"tenant": "default", "user": "ada", "session": "s1"}
    assert told.id in line
    return data


def test_it_holds_ids_and_numbers(caplog: pytest.LogCaptureFixture) -> None:
    data = logged(caplog, content=False)
    assert (data["query"], data["rewritten"]) == ("", "")
    assert data["form"] == "weighted"
    (scored,) = data["scored"]
    assert {part["name"] for part in scored["parts"]} == {
        "similarity", "confidence", "recency", "access", "importance", "conflict",
    }  # fmt: skip


def test_it_holds_the_query_if_that_is_allowed(caplog: pytest.LogCaptureFixture) -> None:
    assert logged(caplog, content=True)["query"] == "sentinel-question\nin two lines"


def test_at_another_level_nothing_is_written(caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.INFO, "hindsight_integrations.recall"),
        Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder(16)) as hindsight,
    ):
        hindsight.for_user("ada").recall("anything")
    assert not caplog.records
