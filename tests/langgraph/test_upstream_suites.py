"""LangGraph's own tests of its stores pass on HindsightStore, but for those named here with their reason.

They are fetched, never copied, and run in a process of their own; ``upstream/`` holds what
dresses HindsightStore as the store each was written for.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sdists import sdists

HERE = Path(__file__).parent / "upstream"
SOURCES = (
    "langgraph-checkpoint==4.3.2",
    "langgraph-checkpoint-sqlite==3.1.2",
    "langgraph-checkpoint-postgres==3.2.0",
)
MODULES = ("langgraph.store.sqlite", "langgraph.store.postgres", "pytest_mock", "psycopg")
#: Tests of LangGraph's own functions and classes, which call no store of ours.
OWN_CODE = "tests LangGraph's own code and no store that is put in its place"
OWN_TABLE = "looks into the tables, the cursor or the migrations of the store it was written for"
EXPIRED = "wants what has expired to be read until it is swept; ours is absent at once"


@dataclass(frozen=True)
class Suite:
    """One of LangGraph's test modules: how many of its tests pass at least, and which do not, and why."""

    name: str
    passing: int
    left_out: dict[str, str] = field(default_factory=dict)


SUITES = (
    Suite(
        "checkpoint",
        84,
        {
            "test_async_batch_store": OWN_CODE,
            "test_async_batch_store_resilience": OWN_CODE,
            "test_async_batch_store_handles_cancellation": OWN_CODE,
            "test_async_batch_store_deduplication": OWN_CODE,
            "test_dedupe_ops_maps_repeated_reads_and_puts_to_one_op": OWN_CODE,
            "test_get_text_at_path": OWN_CODE,
            "test_get_text_at_path_with_non_dict_mapping": OWN_CODE,
            "test_validate_op_namespace_rejects_invalid_labels": OWN_CODE,
            "test_validate_op_namespace_allows_empty_prefix_and_wildcards": OWN_CODE,
        },
    ),
    Suite(
        "sqlite",
        96,
        {
            "test_escape_glob_literal": OWN_CODE,
            "test_namespace_match_pattern": OWN_CODE,
            "test_list_namespaces_prefix_uses_indexable_condition": OWN_CODE,
            "test_nonnull_migrations": OWN_TABLE,
            "test_vector_store_initialization": OWN_TABLE,
            "test_sql_injection_vulnerability": "wants a field of that strange name refused; a "
            "field may have any name here, no SQL is made of it, and nothing matches",
        },
    ),
    Suite(
        "sqlite_async",
        37,
        {
            "test_no_running_loop": "wants synchronous calls refused while a loop runs; ours work "
            "from anywhere",
        },
    ),
    Suite("sqlite_ttl", 11),
    Suite(
        "postgres",
        111,
        {
            "test_escape_like_literal": OWN_CODE,
            "test_namespace_match_pattern": OWN_CODE,
            "test_nonnull_migrations": OWN_CODE,
            "test_omit_expired_search_pagination": OWN_TABLE,
            "test_omit_expired_disabled_preserves_expired_rows": EXPIRED,
        },
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_langgraphs_own_tests_pass(suite: Suite, tmp_path: Path) -> None:
    for module in MODULES:
        pytest.importorskip(module)
    found = _run(suite, sdists(SOURCES), tmp_path)
    failed = {name for name, passed in found.items() if not passed}
    print(f"{suite.name}: {len(found) - len(failed)} of LangGraph's {len(found)} tests pass")
    assert failed == set()
    assert len(found) >= suite.passing


def _run(suite: Suite, sources: Path, folder: Path) -> dict[str, bool]:
    """Each test that is not left out and whether it passed.

    LangGraph marks tests that sleep as flaky: what fails is run once more, alone.
    """
    first = _pytest(suite, sources, folder / "first.xml", [])
    failed = [name for name, passed in first.items() if not passed]
    if not failed or len(failed) > 3:
        return first
    again = {name: _pytest(suite, sources, folder / "again.xml", [name]) for name in failed}
    return first | {name: all(runs.values()) for name, runs in again.items()}


def _pytest(suite: Suite, sources: Path, report: Path, names: list[str]) -> dict[str, bool]:
    path = HERE / f"suite_{suite.name}.py"
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(HERE / "suites.ini")]
    command += ["--rootdir", str(HERE), f"--junit-xml={report}"]
    command += [f"{path}::{name.replace('.', '::')}" for name in names] or [str(path)]
    for name in suite.left_out:
        command += ["--deselect", f"suite_{suite.name}.py::{name}"]
    environment = {
        **os.environ,
        "HINDSIGHT_UPSTREAM": str(sources),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        command, env=environment, cwd=HERE, capture_output=True, text=True, check=False
    )
    assert report.exists(), done.stdout + done.stderr
    cases = ET.parse(report).getroot().iter("testcase")
    return {_name(case): case.find("failure") is case.find("error") is None for case in cases}


def _name(case: ET.Element) -> str:
    """The test's name, behind the name of its class if it has one."""
    owner = re.sub(r"^.*?suite_\w+\.?", "", case.get("classname") or "")
    return ".".join(filter(None, (owner, case.get("name"))))


def test_the_suites_are_as_many_as_was_promised() -> None:
    assert sum(suite.passing for suite in SUITES) >= 270
    assert all(reason for suite in SUITES for reason in suite.left_out.values())
