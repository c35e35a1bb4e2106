"""The commands that look at one user's memory without a question: find, get, count, window; they open it for reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Annotated

from hindsight_integrations.errors import MissingExtra, NotFound
from hindsight_integrations.records import Memory, Turn
from hindsight_integrations.surfaces import tables
from hindsight_integrations.surfaces.printing import Json, Misused, Url, option, put
from hindsight_integrations.surfaces.scoped import (
    Session,
    Tenant,
    User,
    Zone,
    moment,
    reading,
    zone,
)

try:
    import typer
    from rich.console import RenderableType
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing

Since = Annotated[str | None, option("TIME", "What happened from then on, like 2024-05-31")]
Until = Annotated[str | None, option("TIME", "What happened before then")]
Some = Annotated[list[str] | None, option("NAME", "Of this kind alone; repeat for more", "--type")]
Most = Annotated[int, typer.Option("--limit", "-n", min=1, metavar="N", help="How many, at most")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("find", short_help="List memories by what they are.")(_find)
    app.command("get", short_help="Show one memory.")(_get)
    app.command("count", short_help="Count memories or events.")(_count)
    app.command("window", short_help="Show the last turns of a session.")(_window)


def _find(
    *,
    subject: Annotated[str | None, option("KEY", "Under a key or a prefix")] = None,
    kind: Some = None,
    status: Annotated[
        str, option("STATUS", "active, superseded, expired, archived, or all")
    ] = "active",
    since: Since = None,
    until: Until = None,
    limit: Most = 20,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Annotated[str | None, option("NAME", "Said or learnt in this session")] = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """List memories by what they are, the latest first, with the ids that other commands take."""
    where = zone(tz)
    statuses = ("active", "superseded", "expired", "archived") if status == "all" else status
    with reading(url, user, tenant, None, tz) as memory:
        found = memory.find(
            types=kind,
            subjects=subject,
            session=session,
            within=_span(since, until, where),
            statuses=statuses,
            limit=limit,
        )
    put(as_json, {"memories": found}, _listed(found, where))


def _get(
    id: Annotated[str, typer.Argument(metavar="ID", help="A memory's id")],
    *,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Show one memory with everything that is kept of it, whatever its status."""
    where = zone(tz)
    with reading(url, user, tenant, None, tz) as memory:
        found = memory.get(id)
    if found is None:
        raise NotFound(f"there is no memory {id} of this user")
    put(as_json, found, [tables.listed([found], where), *_facts(found)])


def _count(
    *,
    event_type: Annotated[str | None, option("NAME", "Events of this type alone")] = None,
    since: Since = None,
    until: Until = None,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Count memories, or events of one type, in a span of time."""
    within = _span(since, until, zone(tz))
    with reading(url, user, tenant, None, tz) as memory:
        many = memory.count(event_type=event_type, within=within)
    put(as_json, {"count": many}, [Text(f"{many:,}")])


def _window(
    *,
    last: Annotated[int, typer.Option(min=1, metavar="N", help="How many, at most")] = 10,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Session = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Show what was said last in a session, in order."""
    where = zone(tz)
    if session is None:
        raise Misused("say which session: --session NAME")
    with reading(url, user, tenant, session, tz) as memory:
        turns = memory.window(last=last)
    put(as_json, {"turns": turns}, _said(turns, where))


def _span(
    since: str | None, until: str | None, where: tzinfo
) -> tuple[datetime | None, datetime | None] | None:
    if since is None and until is None:
        return None
    return moment("--since", since, where), moment("--until", until, where)


def _listed(found: Sequence[Memory], where: tzinfo) -> Iterator[RenderableType]:
    yield tables.listed(found, where) if found else tables.note("nothing was found")


def _facts(memory: Memory) -> Iterator[RenderableType]:
    """What does not stand in the table."""
    named = {
        "type": memory.type.value,
        "source": memory.source.value,
        "confidence": memory.confidence,
        "importance": memory.importance,
        "pinned": memory.pinned or None,
        "tags": ", ".join(memory.tags) or None,
        "why": memory.status_reason,
        "replaced by": memory.superseded_by,
    }
    for name, value in named.items():
        if value is not None:
            yield tables.note(f"{name}: {tables.shown(str(value))}")


def _said(turns: Sequence[Turn], where: tzinfo) -> Iterator[RenderableType]:
    if not turns:
        yield tables.note("nothing was said in this session")
    for turn in turns:
        when = "" if turn.at is None else f"  ({tables.day(turn.at, where)})"
        yield Text(f"{turn.role.value}: {tables.shown(turn.content)}{when}")
