"""What all commands share: options, misuse, answers on stdout, a bar on stderr; it knows no command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.surfaces.jsonable import jsonable

try:
    import typer
    from rich.console import Console, RenderableType
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing


class Misused(typer.BadParameter):
    """A command line that asks for what cannot be done: exit code 2, and where the help is."""

    def format_message(self) -> str:
        return self.message


def option(metavar: str, help: str, *names: str) -> Any:
    return typer.Option(*names, metavar=metavar, help=help)


Url = Annotated[str | None, option("URL", "The memory, like sqlite:///memory.db [HINDSIGHT_URL]")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs")]

DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show what would be done, and change nothing")
]


def for_reading(url: str) -> str:
    """Questions write nothing; above all, a mistyped name must not make a new, empty file."""
    known = url.startswith(("sqlite:", "postgresql:", "postgres:"))
    if not known or url.endswith(":memory:") or "mode=" in url:
        return url
    return f"{url}{'&' if '?' in url else '?'}mode=ro"


def put(as_json: bool, data: Any, page: Iterable[RenderableType]) -> None:
    """Print an answer: as JSON for programs, or as a page for people."""
    if as_json:
        typer.echo(json.dumps(jsonable(data), ensure_ascii=False, indent=2))
        return
    console = Console(markup=False, highlight=False, emoji=False)
    for item in page:
        console.print(item)


@contextmanager
def bar(what: str, unit: str) -> Iterator[Callable[[int, int | None], None]]:
    """A bar on stderr, told how far it is and of how many, so that stdout holds the answer alone."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn(unit))
    shown = Progress(*columns, console=Console(stderr=True))
    task = shown.add_task(what, total=None)

    def told(done: int, total: int | None) -> None:
        shown.start()  # not before: what is refused shows its reason alone
        shown.update(task, completed=done, total=total)

    try:
        yield told
    finally:
        if shown.live.is_started:
            shown.stop()
