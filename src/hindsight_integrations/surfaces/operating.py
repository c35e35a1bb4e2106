"""The operator's commands: doctor, health, users, scrub, reindex; they use the front door and ``mending`` and decide nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.mending import Diagnosis, doctor, reindex
from hindsight_integrations.surfaces import environ, tables
from hindsight_integrations.surfaces.printing import Json, Misused, Url, bar, for_reading, put
from hindsight_integrations.surfaces.scoped import (
    Archive,
    Index,
    Seconds,
    Tenant,
    Working,
    beside,
    place,
    there,
)

try:
    import typer
    from rich.console import RenderableType
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing
_LEFT = (
    "done as far as it can be; a server overwrites its write-ahead log in its own time, and what "
    "was put into an archive within the last hour is left to a later call"
)
#: Seconds that a scrub may take: it copies the whole memory.
_SCRUBBING = 3600.0


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("doctor", short_help="See whether the memory and its index are as they should be.")(
        _doctor
    )
    app.command("health", short_help="See whether the memory and what is beside it answer.")(
        _health
    )
    app.command("users", short_help="List a tenant's users with their number of memories.")(_users)
    app.command("scrub", short_help="Remove every trace of what was erased.")(_scrub)
    app.command("reindex", short_help="Make the index anew from the records.")(_reindex)


def _doctor(
    *,
    url: Url = None,
    working: Working = None,
    index: Index = None,
    archive: Archive = None,
    repair: Annotated[bool, typer.Option("--repair", help="Put right what differs")] = False,
    as_json: Json = False,
) -> None:
    """See whether the memory and its index are as they should be; exit code 1 if they are not."""
    where, stands = place(url), beside(working=working, index=index, archive=archive)
    there(where)  # a mistyped name must not make a new file
    where = where if repair else for_reading(where)
    with Hindsight.open(where, **stands) as hindsight, bar("comparing", "records") as told:
        found = doctor(hindsight, repair=repair, progress=lambda done: told(done, None))
    put(as_json, found, _diagnosis(found))
    if not found.ok:
        raise typer.Exit(1)


def _health(
    *,
    url: Url = None,
    working: Working = None,
    index: Index = None,
    archive: Archive = None,
    as_json: Json = False,
) -> None:
    """See at once whether the memory and what stands beside it answer; exit code 1 if one does not."""
    stands = beside(working=working, index=index, archive=archive)
    with Hindsight.open(for_reading(place(url)), **stands) as hindsight:
        facts = hindsight.health()
    put(as_json, facts, _facts(facts))
    if not facts["ok"]:
        raise typer.Exit(1)


def _users(*, url: Url = None, tenant: Tenant = None, as_json: Json = False) -> None:
    """List a tenant's users with their number of memories."""
    named = tenant or environ.tenant() or "default"
    with Hindsight.open(for_reading(place(url))) as hindsight:
        counts = hindsight.admin(tenant=named).counts()
    put(as_json, {"tenant": named, "users": counts}, [tables.users(named, counts)])


def _scrub(
    *,
    url: Url = None,
    archive: Archive = None,
    deadline: Seconds = _SCRUBBING,
    as_json: Json = False,
) -> None:
    """Rewrite the memory without what was erased, and remove from the archive what nobody names.

    It takes as long as copying the memory, and wants the owner of the tables on a server.
    """
    where = place(url)
    there(where)
    with (
        Hindsight.open(where, **beside(archive=archive)) as hindsight,
        hindsight.deadline(deadline),
    ):
        clean = hindsight.scrub()
    put(as_json, {"clean": clean}, [Text("every place is clean" if clean else _LEFT)])


def _facts(facts: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What answers, in one line each."""
    for name in ("records", "working", "index", "archive"):
        if name in facts:
            told = facts[name]
            yield Text(f"{name:<14}{told.get('error') or told.get('kind') or 'ok'}")
    yield Text(f"{'encoder':<14}{facts['encoder'] or 'none: words alone are found'}")
    yield Text("all answer" if facts["ok"] else "something does not answer: see above", "bold")


def _reindex(
    *,
    url: Url = None,
    index: Index = None,
    none: Annotated[bool, typer.Option("--none", help="Feed no index from here on")] = False,
    as_json: Json = False,
) -> None:
    """Empty the index and tell it everything; from here on the memory feeds this one."""
    where, named = place(url), index or environ.index()
    if none == (named is not None):
        raise Misused("say which index: --index INDEX or HINDSIGHT_INDEX; or --none")
    with bar("telling", "users") as told:
        users = reindex(where, named, progress=told)
    said = "no index is fed any more" if none else f"{users:,} users were told of"
    put(as_json, {"users": users, "fed": not none}, [Text(said)])


def _diagnosis(found: Diagnosis) -> Iterator[RenderableType]:
    records = found.health["records"]
    yield Text(f"records       {records['records']:,} of {records['users']:,} users")
    yield Text(f"integrity     {'; '.join(found.integrity) or 'ok'}")
    yield Text(f"windows       {found.health['working'].get('error', 'ok')}")
    if "archive" in found.health:
        yield Text(f"archive       {found.health['archive'].get('error', 'ok')}")
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
