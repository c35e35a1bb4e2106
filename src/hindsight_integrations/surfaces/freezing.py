"""The commands of cold storage: archive, restore; they preview, go by small steps and decide nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from itertools import islice
from typing import Annotated, Any

from hindsight_integrations.answers import Change
from hindsight_integrations.errors import (
    ConfigurationError,
    HindsightError,
    MissingExtra,
    Unavailable,
)
from hindsight_integrations.lanes import until, within
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Tier
from hindsight_integrations.surfaces import environ, tables
from hindsight_integrations.surfaces.printing import DryRun, Json, Misused, Url, bar, option, put
from hindsight_integrations.surfaces.scoped import (
    Archive,
    Seconds,
    Tenant,
    User,
    Zone,
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

#: Memories that are moved in one step: each step has the time of ``--deadline``, and tells the bar.
_STEP = 100
#: Seconds of a step; an object store answers each object in tenths of a second.
_SECONDS = 60.0
#: Memories that a preview names.
_SHOWN = 20
#: What a filter lets go: what is replaced or ended, and what was said or happened.
_PAST = {"statuses": ["superseded", "expired"]}
_SAID = {"statuses": ["active"], "tiers": ["working", "episodic"]}

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]", help="Memories by their ids")]
Subject = Annotated[str | None, option("KEY", "Under a key or a prefix, like user.preference.*")]
Of = Annotated[str | None, option("NAME", "What was said and learnt in this session", "--session")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("archive", short_help="Move memories to cold storage.")(_archive)
    app.command("restore", short_help="Bring archived or replaced memories back.")(_restore)


def _archive(
    ids: Ids = None,
    *,
    subject: Subject = None,
    session: Of = None,
    all_cold: Annotated[
        bool, typer.Option("--all-cold", help="All that was replaced, ended or merely said")
    ] = False,
    dry_run: DryRun = False,
    url: Url = None,
    archive: Archive = None,
    user: User = None,
    tenant: Tenant = None,
    tz: Zone = "UTC",
    deadline: Seconds = _SECONDS,
    as_json: Json = False,
) -> None:
    """Move memories to cold storage; what holds now stays, unless it is named by its id.

    --dry-run shows what would go. Called again after an error, it goes on where it ended.
    """
    named = _named(ids, subject, session, every=all_cold, option="--all-cold")
    if all_cold:
        named = {"where": {"tiers": [tier.value for tier in Tier]}}
    if dry_run:
        with reading(url, user, tenant, None, tz) as memory:
            _preview(memory.archivable(**named), "would be archived", as_json, tz)
        return
    if (archive or environ.archive()) is None:
        raise Misused("say where to: --archive file:///absolute/folder, or HINDSIGHT_ARCHIVE")
    with writing(url, user, tenant, None, tz, archive=archive) as memory:
        done = _moved(memory, memory.archivable(**named), deadline, by_id=bool(ids))
    put(as_json, {"archived": done}, [Text(f"memories archived: {done:,}")])


def _restore(
    ids: Ids = None,
    *,
    subject: Subject = None,
    session: Of = None,
    everything: Annotated[bool, typer.Option("--all", help="All that is archived")] = False,
    dry_run: DryRun = False,
    url: Url = None,
    archive: Archive = None,
    user: User = None,
    tenant: Tenant = None,
    tz: Zone = "UTC",
    deadline: Seconds = _SECONDS,
    as_json: Json = False,
) -> None:
    """Bring archived memories back as they were; a replaced one, named by its id, holds again.

    --subject, --session and --all restore what is archived. --dry-run shows what would come back.
    """
    named = _named(ids, subject, session, every=everything, option="--all")
    if dry_run:
        with reading(url, user, tenant, None, tz) as memory:
            _preview(_coming(memory, named), "would be restored", as_json, tz)
        return
    with writing(url, user, tenant, None, tz, archive=archive) as memory:
        coming = list(ids) if ids else [item.id for item in memory.archived(**named)]
        done, failed = _brought_back(memory, coming, deadline)
    put(as_json, {"restored": done, "failed": failed}, _told(done, failed))
    if failed:
        raise typer.Exit(1)


def _named(
    ids: list[str] | None, subject: str | None, session: str | None, *, every: bool, option: str
) -> dict[str, Any]:
    """What the command line names, as the verbs take it; one way of naming must be chosen."""
    filters = {"subject": subject, "session": session}
    named = {name: value for name, value in filters.items() if value is not None}
    if (bool(ids), bool(named), every).count(True) != 1:
        raise Misused(f"say which: ids; --subject or --session; or {option}")
    return {"ids": ids} if ids else named


def _coming(memory: UserMemory, named: dict[str, Any]) -> list[Memory]:
    """What is to be restored: those of these ids, or what is archived."""
    if "ids" not in named:
        return memory.archived(**named)
    return [item for id in named["ids"] if (item := memory.get(id)) is not None]


def _moved(memory: UserMemory, going: Sequence[Memory], deadline: float, *, by_id: bool) -> int:
    """Archive these, step by step; of a filter's, only those of which what let them go still holds."""
    done = 0
    with bar("archiving", "memories") as told:
        for law in (None,) if by_id else (_PAST, _SAID):
            ids = [item.id for item in going if law is None or _under(item, law)]
            for some in _steps(ids):
                with until(within(deadline)):
                    done += memory.archive(some, where=law)
                told(done, len(going))
    return done


def _under(item: Memory, law: dict[str, list[str]]) -> bool:
    return Where.of(**law).matches(item)


def _brought_back(
    memory: UserMemory, ids: Sequence[str], deadline: float
) -> tuple[list[Change], dict[str, str]]:
    """Restore these one by one; those that are damaged do not keep the others away."""
    done, failed = list[Change](), dict[str, str]()
    with bar("restoring", "memories") as told:
        for id in ids:
            try:
                with until(within(deadline)):
                    done.append(memory.restore(id))
            except (Unavailable, ConfigurationError):
                raise  # so it would be with all others
            except HindsightError as error:
                failed[id] = str(error)
            told(len(done) + len(failed), len(ids))
    return done, failed


def _steps(ids: Sequence[str]) -> Iterator[list[str]]:
    rest = iter(ids)
    while some := list(islice(rest, _STEP)):
        yield some


def _preview(found: Sequence[Memory], what: str, as_json: bool, tz: str) -> None:
    """Say what would be done, and to which memories."""
    put(as_json, {"count": len(found), "memories": found}, _seen(found, what, zone(tz)))


def _seen(found: Sequence[Memory], what: str, tz: tzinfo) -> Iterator[RenderableType]:
    yield Text(f"memories that {what}: {len(found):,}")
    if found:
        yield tables.listed(found[:_SHOWN], tz)
    if len(found) > _SHOWN:
        yield tables.note(f"and {len(found) - _SHOWN:,} more; --json names all")


def _told(done: Sequence[Change], failed: dict[str, str]) -> Iterator[RenderableType]:
    yield Text(f"memories restored: {len(done):,}")
    for change in done[:_SHOWN]:
        if change.memory is not None:
            reason = "" if change.reason is None else f" ({change.reason})"
            yield tables.note(f"{change.memory.id}: {change.memory.status.value}{reason}")
    for id, reason in failed.items():
        yield tables.note(f"{id} could not be restored: {tables.shown(reason)}")
