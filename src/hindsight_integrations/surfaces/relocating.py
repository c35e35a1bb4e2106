"""The commands that take a memory elsewhere: move, migrate; they use the package's functions and decide nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.migrating import migrate
from hindsight_integrations.moving import Moved, move
from hindsight_integrations.surfaces import tables
from hindsight_integrations.surfaces.printing import Json, bar, put

try:
    import typer
    from rich.console import RenderableType
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("move", short_help="Move a memory to another file or server.")(_move)
    app.command("migrate", short_help="Bring a memory to the schema of this version.")(_migrate)


def _move(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The memory; it is only read")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new file or schema")],
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Compare every row again, whatever changed")
    ] = False,
    as_json: Json = False,
) -> None:
    """Copy a whole memory to a new file or server, and compare both.

    Ended in the middle, or called again later, it goes on from where it was: what was
    written and erased in FROM meanwhile is carried over.
    """
    with bar("moving", "records") as told:
        done = move(source, target, check=check, progress=told)
    put(as_json, done, _moved(done))


def _moved(done: Moved) -> Iterator[RenderableType]:
    """What a move did, and that both sides are alike."""
    yield Text(
        f"users: {done.users:,}, records: {done.records:,}; users copied: {done.copied:,}, "
        f"compared: {done.compared:,}"
    )
    if done.tables:
        yield tables.compared(done.tables)
        yield tables.note("alike on both sides; --json prints the sums of both")
    elif not done.behind:
        yield tables.note("nothing to do: the target has every user as the source has them")
    if done.behind:
        yield tables.note(
            f"users who were written to meanwhile: {done.behind:,}; once nobody writes, move again"
        )


def _migrate(
    url: Annotated[str, typer.Argument(metavar="URL", help="The memory")],
    *,
    as_json: Json = False,
) -> None:
    """Apply the migrations that a memory lacks; what is kept in it stays."""
    before, now = migrate(url)
    said = f"schema {now}: nothing to do" if before == now else f"schema {before} → {now}"
    put(as_json, {"before": before, "now": now}, [Text(said)])
