"""The command line: demo, recall, history, explain, and where the others are; it uses the front door only and renders through tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from hindsight_integrations import __version__
from hindsight_integrations.errors import HindsightError, MissingExtra
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.reading import reading
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.surfaces import (
    environ,
    freezing,
    looking,
    operating,
    pages,
    relocating,
    serving,
    storing,
    story,
    tables,
)
from hindsight_integrations.surfaces.chats import Chat, read_chats
from hindsight_integrations.surfaces.printing import Json, Url
from hindsight_integrations.surfaces.printing import Misused as _Misused
from hindsight_integrations.surfaces.printing import option as _option
from hindsight_integrations.surfaces.printing import put as _put
from hindsight_integrations.surfaces.replaying import ask as asked_of
from hindsight_integrations.surfaces.replaying import replay
from hindsight_integrations.surfaces.scoped import Session, Tenant, User, Zone
from hindsight_integrations.surfaces.scoped import moment as moment_of
from hindsight_integrations.surfaces.scoped import reading as reading_of
from hindsight_integrations.surfaces.scoped import zone as zone_of

try:
    import typer
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from typer.core import TyperGroup
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing


class _Commands(TyperGroup):
    """Turns an error of our tree into one line on stderr and exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except HindsightError as error:
            typer.echo(f"error: {tables.shown(str(error))}", err=True)
            raise typer.Exit(1) from None


app = typer.Typer(
    cls=_Commands,
    help="Long-term memory that knows what is still true.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


Best = Annotated[int, typer.Option("-k", min=1, metavar="N", help="How many memories, at most")]
AsOf = Annotated[
    str | None, _option("TIME", "What was true then, like 2024-05-31 or 2024-05-31T09:30:00+02:00")
]


_IN_MEMORY = "sqlite:///:memory:"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hindsight-integrations {__version__}")
        raise typer.Exit


@app.callback()
def hindsight(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version")
    ] = False,
) -> None:
    """Long-term memory that knows what is still true."""


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, so that stdout holds the answer alone."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn("turns"))
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def _turns(chats: Sequence[Chat]) -> int:
    return sum(len(chat.turns) for chat in chats)


def _tell_story(tz: str, as_json: bool) -> None:
    zone = zone_of(tz)
    with (
        Hindsight.open(_IN_MEMORY, clock=lambda: story.NOW) as hindsight,
        _progress(_turns(story.sample()), "replaying") as told,
    ):
        shown = story.tell(hindsight, told=told)
    _put(as_json, shown, pages.demonstration(shown, zone))


def _import(
    file: Path, questions: list[str], url: str | None, k: int, as_json: bool, **whose: str
) -> None:
    zone = zone_of(whose["tz"])
    chats = read_chats(file, tz=whose["tz"])
    with Hindsight.open(url or _IN_MEMORY) as hindsight:
        with _progress(_turns(chats), "reading") as told:
            done = replay(hindsight, chats, told=told, **whose)
        memory = hindsight.for_user(**whose)
        answers = [asked_of(memory, question, k=k) for question in questions]
    _put(as_json, {"replayed": done, "answers": answers}, pages.imported(done, answers, zone))


storing.register(app)
looking.register(app)
freezing.register(app)
operating.register(app)
relocating.register(app)
serving.register(app)


@app.command(short_help="Show the memory at work, on a sample or on your own chats.")
def demo(
    *,
    chat: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A chat export to read instead")
    ] = None,
    ask: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A question to it; repeat for more")
    ] = None,
    url: Annotated[str | None, _option("URL", "Keep it there instead of in memory")] = None,
    user: User = None,
    tenant: Tenant = None,
    tz: Zone = "UTC",
    k: Best = 5,
    as_json: Json = False,
) -> None:
    """Show the memory at work: what it keeps, what replaced what, and why.

    Without --chat it is the one shipped with the package, kept in memory. With --chat it
    is a real export: OpenAI or LangChain messages, ShareGPT, LoCoMo or LongMemEval.
    """
    if chat is None:
        if ask or url:
            raise _Misused("--ask and --url go with --chat FILE")
        _tell_story(tz, as_json)
    else:
        _import(
            chat,
            ask or [],
            url,
            k,
            as_json,
            user=user or environ.user() or "demo",
            tenant=tenant or environ.tenant() or "default",
            tz=tz,
        )


@app.command()
def recall(
    query: Annotated[str, typer.Argument(help="What to look for, in plain words")],
    *,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Session = None,
    tz: Zone = "UTC",
    k: Best = 5,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Answer a question and take every score apart."""
    zone = zone_of(tz)
    moment = moment_of("--as-of", as_of, zone)
    with reading_of(url, user, tenant, session, tz) as memory:
        asked = asked_of(memory, query, k=k, as_of=moment, touch=False)
    _put(as_json, asked.recall, pages.answer(asked, zone, ids=True))


@app.command()
def history(
    subject: Annotated[str, typer.Argument(help="A dotted key, like user.location")],
    *,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Session = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Show the values of one subject, the latest first."""
    zone = zone_of(tz)
    with reading_of(url, user, tenant, session, tz) as memory:
        chain = memory.history(subject)
    _put(as_json, {"subject": subject, "values": chain}, [tables.history(subject, chain, zone)])


@app.command()
def explain(
    query: Annotated[str, typer.Argument(help="The question")],
    id: Annotated[str, typer.Argument(help="A memory's id, as recall shows it")],
    *,
    url: Url = None,
    user: User = None,
    tenant: Tenant = None,
    session: Session = None,
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Say why a memory is used for a question, or why it is not."""
    zone_of(tz)
    with reading_of(url, user, tenant, session, tz) as memory:
        why = memory.explain(query, id)
        named = memory.get(id)
    _put(as_json, why, [tables.explanation(why, named)])


@app.command("explain-text")
def explain_text(
    text: Annotated[str, typer.Argument(help="What somebody says")],
    *,
    role: Annotated[str, _option("ROLE", "Who says it: user or assistant")] = "user",
    tz: Zone = "UTC",
    as_json: Json = False,
) -> None:
    """Say what would be remembered of a text, and why; nothing is written."""
    zone_of(tz)
    if role not in ("user", "assistant"):
        raise _Misused("--role: user or assistant")
    if not text.strip():
        raise _Misused("say something to be read")
    heard = Heard(Turn(role=Role(role), content=text), "text", datetime.now(UTC), tz)
    read = reading(heard, RuleExtractor())
    _put(as_json, read, [tables.reading(read)])
