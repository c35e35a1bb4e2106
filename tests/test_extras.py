"""Without its extra a room says in one line what to install, and the package works without any (S58)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import hindsight_integrations

PROGRAM = """
import sys
sys.modules[{missing!r}] = None  # as if it were not installed
import hindsight_integrations
try:
    import hindsight_integrations.{module}
except hindsight_integrations.MissingExtra as error:
    print(error.extra, "|", error)
"""

#: Module, the extra that it needs, what may be missing, and how the message calls it.
NEEDED = [
    ("langchain", "langchain", ("langchain", "langchain_core", "langgraph"), None),
    ("langgraph", "langgraph", ("langchain_core", "langgraph"), None),
    ("llamaindex", "llamaindex", ("llama_index",), None),
    ("models.langchain", "langchain", ("langchain_core", "langgraph"), None),
    ("models.llamaindex", "llamaindex", ("llama_index",), None),
    ("models.remote", "remote", ("httpx",), "a reranker over HTTP"),
    ("models.statements", "langchain", ("pydantic",), None),
    ("stores.archive.files", "archive", ("fsspec",), "an archive"),
    ("stores.connecting", "postgres", ("psycopg",), "a postgresql: URL"),
    (
        "stores.langchain_vectorstore",
        "langchain",
        ("langchain_core",),
        "an index in a LangChain VectorStore",
    ),
    ("stores.pgvector", "postgres", ("psycopg",), "an index on pgvector"),
    ("stores.postgres", "postgres", ("psycopg",), "a postgresql: URL"),
    ("stores.qdrant", "qdrant", ("qdrant_client",), "an index on Qdrant"),
    ("stores.redis.clients", "redis", ("redis",), "working memory on Redis"),
    ("stores.redis.failures", "redis", ("redis",), "working memory on Redis"),
    ("surfaces.cli", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.http", "http", ("starlette",), "the memory service"),
    ("surfaces.listening", "http", ("uvicorn",), "the memory service"),
    ("surfaces.freezing", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.looking", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.operating", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.relocating", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.pages", "cli", ("rich",), "the command line"),
    ("surfaces.printing", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.scoped", "cli", ("typer",), "the command line"),
    ("surfaces.serving", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.storing", "cli", ("typer", "rich"), "the command line"),
    ("surfaces.tables", "cli", ("rich",), "the command line"),
]


@pytest.mark.parametrize(
    ("module", "extra", "missing", "called"),
    [(module, extra, one, called) for module, extra, all_, called in NEEDED for one in all_],
)
def test_the_missing_extra_is_named(
    module: str, extra: str, missing: str, called: str | None
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module, missing=missing)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    needing = called or f"hindsight_integrations.{module}"
    assert ran.stdout == (
        f"{extra} | {needing} needs the extra '{extra}': "
        f"pip install 'hindsight-integrations[{extra}]'\n"
    )


def test_every_module_that_may_lack_something_is_in_the_table() -> None:
    """Those that fail when they are imported; what is loaded later is tried with its class."""
    folder = Path(hindsight_integrations.__file__).parent
    raising = {
        ".".join(file.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        for file in folder.rglob("*.py")
        if "\n    raise MissingExtra(" in file.read_text(encoding="utf-8")
    }
    assert raising == {module for module, *_ in NEEDED}


ARCHIVE = """
import sys
sys.modules["fsspec"] = None
import hindsight_integrations
try:
    hindsight_integrations.Hindsight.open("sqlite:///:memory:", archive="s3://key:hunter2@bucket/x")
except hindsight_integrations.MissingExtra as error:
    print(error.extra, "|", error)
"""


def test_an_archive_without_its_library_names_the_extra() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ARCHIVE],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout == (
        "archive | an archive needs the extra 'archive': "
        "pip install 'hindsight-integrations[archive]'\n"
    )


URL = "postgresql://alice:hunter2@host/memory"
SERVER = """
import sys
sys.modules["psycopg"] = None
import hindsight_integrations
try:
    hindsight_integrations.{call}
except hindsight_integrations.MissingExtra as error:
    print(error.extra, "|", error)
"""


@pytest.mark.parametrize(
    "call", ['Hindsight.open("{}")', 'move("sqlite:///none.db", "{}")', 'migrate("{}")']
)
def test_a_server_without_its_driver_names_the_extra(call: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SERVER.format(call=call.format(URL))],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout == (
        "postgres | a postgresql: URL needs the extra 'postgres': "
        "pip install 'hindsight-integrations[postgres]'\n"
    )
