"""The commands that write: remember, observe, correct, forget; they call one verb each and decide nothing themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

from hindsight_integrations.answers import Observation
from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.records import Memory, Role, Status, Turn
from hindsight_integrations.surfaces import tables
from hindsight_integrations.surfaces.printing import DryRun, Json, Misused, Url, option, put
from hindsight_integrations.surfaces.scoped import (
    Archive,
    Index,
    Session,
    Tenant,
    User,
    Working,
    Zone,
    moment,
    reading,
    writing,
    zone,
)
from hindsight_integrations.user_memory import UserMemory

try:
    import typer
    from rich.console import RenderableType
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing

#: Memories that a preview names.
_SHOWN = 20
#: More than any user has.
_ALL = 1_000_000_000
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("remember", short_help="Remember one statement.")(_remember)
    app.command("observe", short_help="Take in what somebody said.")(_observe)
    app.command("correct", short_help="Say what is right instead of a memory.")(_correct)
    app.command("forget", short_help="Erase memories for real.")(_forget)


def _remember(
    content: Annotated[str, typer.Argument(metavar="TEXT", help="The statement")],
    *,
    subject: Annotated[str | None, option("KEY", "The key it stands under")] = None,
    kind: Annotated[str, option("TYPE", "What kind of statement", "--type")] = "fact",
    tag: Annotated[list[str] | None, option("NAME", "A label; repeat for more")] = None,
    event_time: Annotated[str | None, option("TIME", "When it began to hold")] = None,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Session = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Remember one statement; under a subject it takes the place of what it replaces."""
    at = moment("--event-time", event_time, zone(tz))
    with writing(url, user, tenant, session, tz, new=True) as memory:
        done = memory.remember(content, subject=subject, type=kind, tags=tag or (), event_time=at)
    put(as_json, done, [tables.change(done)])


def _observe(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="What was said; - reads it from stdin")
    ],
    *,
    role: Annotated[str, option("ROLE", "Who says it: user or assistant")] = "user",
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Session = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Take in what somebody said: it is logged, found by recall, and read for what it states."""
    if role not in _ROLES:
        raise Misused("--role: user or assistant")
    said = sys.stdin.read() if text == "-" else text
    if not said.strip():
        raise Misused("say something to be observed")
    zone(tz)
    with writing(url, user, tenant, session, tz, new=True) as memory:
        seen = memory.observe([Turn(role=_ROLES[role], content=said)])
    put(as_json, seen, _seen(seen))


def _correct(
    id: Annotated[str, typer.Argument(metavar="ID", help="The memory that is wrong")],
    content: Annotated[str, typer.Argument(metavar="TEXT", help="What is right")],
    *,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    as_json: Json = False,
) -> None:
    """Say what is right: it takes the place of what was written, for the same time."""
    with writing(url, user, tenant) as memory:
        done = memory.correct(id, content)
    put(as_json, done, [tables.change(done)])


def _forget(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]", help="Memories by ids")] = None,
    *,
    subject: Annotated[str | None, option("KEY", "Under a key or a prefix")] = None,
    session: Annotated[str | None, option("NAME", "What was said and learnt in it")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="The whole user")] = False,
    reason: Annotated[str, option("CODE", "A short code for the audit")] = "asked",
    actor: Annotated[str | None, option("NAME", "Who erases, for the audit")] = None,
    dry_run: DryRun = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask")] = False,
    url: Url = None,
    working: Working = None,
    index: Index = None,
    archive: Archive = None,
    user: User = None,
    tenant: Tenant = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Erase memories from every copy within reach; that cannot be undone.

    Several filters must all hold. The answer says where a copy is still to be removed.
    """
    given = {"ids": ids or None, "subject": subject, "session": session}
    named: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if bool(named) == everything:
        raise Misused("say which: ids, --subject or --session; or --everything alone")
    with reading(url, user, tenant, None, tz) as memory:
        found = _matching(memory, named)
    if dry_run:
        put(as_json, {"count": len(found), "memories": found}, _would(found, tz))
        return
    if not yes:
        _ask(len(found), whole=everything)
    with writing(url, user, tenant, working=working, index=index, archive=archive) as memory:
        done = memory.forget(**named, everything=everything, reason=reason, actor=actor)
    put(as_json, done, [tables.erasure(done)])


def _matching(memory: UserMemory, named: dict[str, Any]) -> list[Memory]:
    """What is named, whatever its status; archived ones without words, so that no archive is asked."""
    ids = None if "ids" not in named else set(named["ids"])
    statuses = [status for status in Status if status is not Status.ARCHIVED]
    hot = memory.find(
        subjects=named.get("subject"), session=named.get("session"), statuses=statuses, limit=_ALL
    )
    return [m for m in [*hot, *memory.archived(**named)] if ids is None or m.id in ids]


def _ask(count: int, *, whole: bool) -> None:
    """Have a person confirm; a program says --yes."""
    if not sys.stdin.isatty():
        raise Misused("nobody is there to confirm: say --yes")
    what = "the whole user" if whole else "what was named"
    typer.confirm(
        f"Erase {what} ({count:,} memories, and what repeats them)?", abort=True, err=True
    )


def _would(found: list[Memory], tz: str) -> Iterator[RenderableType]:
    yield Text(f"memories that would be forgotten, with what repeats them: {len(found):,}")
    if found:
        yield tables.listed(found[:_SHOWN], zone(tz))
    if len(found) > _SHOWN:
        yield tables.note(f"and {len(found) - _SHOWN:,} more; --json names all")


def _seen(seen: Observation) -> Iterator[RenderableType]:
    """What was learnt of what was said."""
    known = f", known already: {seen.repeated}" if seen.repeated else ""
    yield Text(f"turns: {len(seen.turns)}, claims learnt: {len(seen.changes)}{known}")
    for change in seen.changes:
        yield tables.change(change)
    for erasure in seen.forgotten:
        yield tables.erasure(erasure)
    yield from (tables.note(f"could not be done: {text}") for text in seen.degraded)
