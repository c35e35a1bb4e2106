"""Fetches source distributions whose tests are run on ours, once, into a folder; nothing of them is kept in this repository.

The folder is named by ``HINDSIGHT_TEST_SDISTS``; without it, it is ``build/sdists``. Where they
can be neither found nor fetched, the tests are skipped with the reason, or fail if
``HINDSIGHT_TEST_REQUIRE`` names ``sdists``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from servers import missing

_BUILD = Path(__file__).parent.parent / "build" / "sdists"
_SECONDS = 300


def sdists(requirements: Sequence[str]) -> Path:
    """The folder in which these (``name==version``) lie unpacked."""
    folder = Path(os.environ.get("HINDSIGHT_TEST_SDISTS") or _BUILD)
    folder.mkdir(parents=True, exist_ok=True)
    for requirement in requirements:
        if not (folder / _name(requirement)).is_dir():
            _fetch(requirement, folder)
    return folder


def _name(requirement: str) -> str:
    """The folder that a source distribution unpacks to."""
    return requirement.replace("==", "-").replace("-", "_", requirement.count("-"))


def _fetch(requirement: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", temporary, requirement]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            missing("sdists", f"pip took longer than {_SECONDS} s for {requirement}")
        if done.returncode:
            missing("sdists", f"pip could not fetch {requirement}: {done.stderr.strip()[-200:]}")
        (archive,) = Path(temporary).glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            # Python before 3.11.4 knows no filters; the archive is a release of a known package.
            safe: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            packed.extractall(temporary, **safe)
        try:
            (Path(temporary) / _name(requirement)).rename(folder / _name(requirement))
        except OSError:  # another process was first
            assert (folder / _name(requirement)).is_dir()
