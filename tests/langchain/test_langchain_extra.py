"""Without LangChain the package works, and this room says in one line what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.modules[{missing!r}] = None  # as if it were not installed
import hindsight_integrations
try:
    import hindsight_integrations.langchain
except hindsight_integrations.MissingExtra as error:
    print(error.extra, "|", error)
"""


@pytest.mark.parametrize("missing", ["langchain", "langchain_core", "langgraph"])
def test_the_missing_extra_is_named(missing: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(missing=missing)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout == (
        "langchain | hindsight_integrations.langchain needs the extra 'langchain': "
        "pip install 'hindsight-integrations[langchain]'\n"
    )
