"""Without its extra a room says in one line what to install, and the package works without any (S58)."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.modules[{missing!r}] = None  # as if it were not installed
import hindsight_integrations
try:
    import hindsight_integrations.{room}
except hindsight_integrations.MissingExtra as error:
    print(error.extra, "|", error)
"""


ROOMS = {
    "langchain": ["langchain", "langchain_core", "langgraph"],
    "langgraph": ["langchain_core", "langgraph"],
    "llamaindex": ["llama_index"],
}


@pytest.mark.parametrize(("room", "missing"), [(room, m) for room in ROOMS for m in ROOMS[room]])
def test_the_missing_extra_is_named(room: str, missing: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(room=room, missing=missing)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout == (
        f"{room} | hindsight_integrations.{room} needs the extra '{room}': "
        f"pip install 'hindsight-integrations[{room}]'\n"
    )
