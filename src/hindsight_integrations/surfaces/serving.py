"""The command ``hindsight serve``: which memory, which keys, where to listen; the service itself is elsewhere."""

from __future__ import annotations

from typing import Annotated

from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.ports import Reranker as RerankerPort
from hindsight_integrations.settings import ServiceSettings
from hindsight_integrations.surfaces import environ
from hindsight_integrations.surfaces.keys import Keys
from hindsight_integrations.surfaces.printing import Url, option
from hindsight_integrations.surfaces.scoped import Archive, Index, Working, beside, place
from hindsight_integrations.surfaces.waiting import when_ready

try:
    import typer
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing

_WAIT = ServiceSettings().wait_seconds
_DEADLINE = ServiceSettings().deadline_seconds

Reranker = Annotated[
    str | None, option("URL", "A text-embeddings-inference that reranks [HINDSIGHT_RERANKER]")
]
Host = Annotated[str, option("ADDRESS", "Where to listen; beyond loopback keys are needed")]
Port = Annotated[int, typer.Option(min=1, max=65535, metavar="PORT", help="On which port")]
Seconds = Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Wait so long for servers")]
Limit = Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="A request's time, at most")]
Migrate = Annotated[bool, typer.Option(help="Bring the memory to this version's schema first")]


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("serve", short_help="Serve the memory over HTTP.")(_serve)


def _serve(
    *,
    url: Url = None,
    working: Working = None,
    index: Index = None,
    archive: Archive = None,
    reranker: Reranker = None,
    host: Host = "127.0.0.1",
    port: Port = 8090,
    wait: Seconds = _WAIT,
    deadline: Limit = _DEADLINE,
    migrate: Migrate = True,
) -> None:
    """Serve the memory over HTTP until SIGTERM; API keys come from HINDSIGHT_API_KEYS alone."""
    from hindsight_integrations.surfaces.http import service  # noqa: PLC0415 (an extra)
    from hindsight_integrations.surfaces.listening import (  # noqa: PLC0415 (an extra)
        bound,
        check_guarded,
        ending,
        listen,
    )

    where, stands = place(url), beside(working=working, index=index, archive=archive)
    keys = Keys.parse(environ.api_keys())
    judge = _reranker(reranker or environ.reranker())
    check_guarded(host, locked=bool(keys))

    def opened() -> Hindsight:
        return Hindsight.open(where, reranker=judge, migrate=migrate, **stands)

    with (
        ending(),
        bound(host, port) as sockets,
        when_ready(opened, wait, told=_say) as hindsight,
    ):
        hindsight.warm()
        settings = ServiceSettings(deadline_seconds=deadline)
        app = service(hindsight, keys=keys, settings=settings)
        listen(app, host, port, seconds=deadline, sockets=sockets)


def _reranker(url: str | None) -> RerankerPort | None:
    if url is None:
        return None
    from hindsight_integrations.models.remote import RemoteReranker  # noqa: PLC0415 (an extra)

    return RemoteReranker(url, key=environ.reranker_key())


def _say(text: str) -> None:
    typer.echo(text, err=True)
