"""The shipped demo: the sample is sound, and replaying it shows what the package promises."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from hindsight_integrations.surfaces import story
from hindsight_integrations.surfaces.cli import app


@pytest.fixture(scope="module")
def page() -> str:
    result = CliRunner().invoke(app, ["demo"], env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def told() -> Any:
    result = CliRunner().invoke(app, ["demo", "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def contents(asked: Any) -> list[str]:
    return [item["memory"]["content"] for item in asked["recall"]["recollections"]]


def test_the_sample_is_several_weeks_in_order_and_in_both_languages() -> None:
    turns = [turn for chat in story.sample() for turn in chat.turns]
    times = [turn.at for turn in turns if turn.at is not None]
    chinese = [turn for turn in turns if any("\u4e00" <= c <= "\u9fff" for c in turn.content)]

    assert len(turns) == len(times) == 32
    assert all(earlier < later for earlier, later in pairwise(times))
    assert (times[-1] - times[0]).days == 29
    assert 2 <= (story.NOW - times[-1]).days <= 7
    assert 8 <= len(chinese) <= 20


def test_each_fact_that_changed_has_one_value_that_holds(told: Any) -> None:
    chains = {
        subject: [memory["status"] for memory in chain]
        for subject, chain in told["chains"].items()
        if any(memory["superseded_by"] for memory in chain)
    }

    assert chains == {
        "user.location": ["active", "superseded"],
        "user.employer": ["active", "superseded"],
        "user.diet": ["active", "superseded"],
        # No calls, mail instead (said in one breath), then text messages.
        "user.preference.contact": ["active", "superseded", "superseded"],
    }


def test_the_three_questions_are_answered_first(told: Any) -> None:
    home, contact, week = told["asked"]

    assert "Lisbon" in contents(home)[0]
    assert "text" in contents(contact)[0]
    # Two things were told last week, and the question prefers neither.
    assert any("北极星测绘" in told for told in contents(week)[:2])


def test_as_of_the_past_day_she_lived_in_berlin(told: Any) -> None:
    [past] = contents(told["past"])

    assert "Berlin" in past


def test_what_is_forgotten_is_found_before_and_not_after(told: Any) -> None:
    assert "pescatarian" in contents(told["before"])[0]
    assert contents(told["after"]) == []
    assert told["left"] > 30
    assert told["echoes"] == 0
    assert set(told["erasure"]["where"].values()) == {"scrubbed"}


def test_the_page_shows_every_act_inside_80_columns(page: str) -> None:
    acts = ["What is remembered", "What superseded what", "As of 2025-03-10", "Forget user.diet"]
    places = [page.index(act) for act in (*acts, "nothing was found")]

    assert places == sorted(places)
    assert page.count("part × weight") == 3
    assert all(cell_len(line) <= 80 for line in page.splitlines())


def test_the_page_is_the_same_at_every_run(page: str) -> None:
    again = CliRunner().invoke(app, ["demo"], env={"COLUMNS": "80"})

    assert again.stdout == page
