"""The operator's commands: doctor, reindex; they use the front door and ``mending`` and decide nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.mending import Diagnosis, doctor, reindex
from hindsight_integrations.surfaces import environ
from hindsight_integrations.surfaces.printing import (
    Json,
    Misused,
    Url,
    bar,
    for_reading,
    option,
    put,
)

try:
    import typer
    from rich.console import RenderableType
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing

Index = Annotated[
    str | None,
    option("INDEX", "The index beside it, like qdrant://localhost:6333/memory [HINDSIGHT_INDEX]"),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("doctor", short_help="See whether the memory and its index are as they should be.")(
        _doctor
    )
    app.command("reindex", short_help="Make the index anew from the records.")(_reindex)


def _doctor(
    *,
    url: Url = None,
    index: Index = None,
    repair: Annotated[bool, typer.Option("--repair", help="Put right what differs")] = False,
    as_json: Json = False,
) -> None:
    """See whether the memory and its index are as they should be; exit code 1 if they are not."""
    where, beside = _url(url), index or environ.index()
    where = where if repair else for_reading(where)  # a mistyped name must not make a new file
    with Hindsight.open(where, index=beside) as hindsight, bar("comparing", "records") as told:
        found = doctor(hindsight, repair=repair, progress=lambda done: told(done, None))
    put(as_json, found, _diagnosis(found))
    if not found.ok:
        raise typer.Exit(1)


def _reindex(
    *,
    url: Url = None,
    index: Index = None,
    none: Annotated[bool, typer.Option("--none", help="Feed no index from here on")] = False,
    as_json: Json = False,
) -> None:
    """Empty the index and tell it everything; from here on the memory feeds this one."""
    where, beside = _url(url), index or environ.index()
    if none == (beside is not None):
        raise Misused("say which index: --index INDEX or HINDSIGHT_INDEX; or --none")
    with bar("telling", "users") as told:
        users = reindex(where, beside, progress=told)
    said = "no index is fed any more" if none else f"{users:,} users were told of"
    put(as_json, {"users": users, "fed": not none}, [Text(said)])


def _url(given: str | None) -> str:
    where = given or environ.url()
    if where is None:
        raise Misused("say which memory: --url sqlite:///memory.db, or HINDSIGHT_URL")
    return where


def _diagnosis(found: Diagnosis) -> Iterator[RenderableType]:
    records = found.health["records"]
    yield Text(f"records       {records['records']:,} of {records['users']:,} users")
    yield Text(f"integrity     {'; '.join(found.integrity) or 'ok'}")
    yield Text(f"windows       {found.health['working'].get('error', 'ok')}")
    index, differs = found.health.get("index"), found.difference
    if index is None or differs is None:
        yield Text("index         none beside the records")
    else:
        state = (
            index.get("error") or f"{index.get('points')} points, {index['behind']} users behind"
        )
        yield Text(f"index         {index['name']}: {state}")
        for name in ("missing", "stale", "surplus"):
            count = getattr(differs, name)
            yield Text(f"{name:<14}{'it cannot tell' if count is None else f'{count:,}'}")
        yield Text(f"{'mended':<14}{differs.mended:,}")
    yield Text("all is well" if found.ok else "something is wrong: see above", style="bold")
