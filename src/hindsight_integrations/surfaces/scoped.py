"""What the commands about one user's memory share: whose, where, in which zone, for reading or for changing; it knows no command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from typing import Annotated, Any

from hindsight_integrations.errors import InvalidInput, MissingExtra
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.surfaces import environ
from hindsight_integrations.surfaces.moments import read_moment, time_zone
from hindsight_integrations.surfaces.places import Found, Place
from hindsight_integrations.surfaces.printing import Misused, for_reading, option
from hindsight_integrations.user_memory import UserMemory

try:
    import typer
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing

User = Annotated[str | None, option("NAME", "Whose memory [HINDSIGHT_USER]")]
Tenant = Annotated[str | None, option("NAME", "In which tenant [HINDSIGHT_TENANT]")]
Session = Annotated[str | None, option("NAME", "The session that speaks or asks")]
Zone = Annotated[str, option("ZONE", "The user's time zone, like Europe/Lisbon", "--tz")]
Working = Annotated[
    str | None, option("URL", "Where windows are, like redis://host:6379/0 [HINDSIGHT_WORKING]")
]
Index = Annotated[
    str | None,
    option("INDEX", "The index beside it, like qdrant://localhost:6333/memory [HINDSIGHT_INDEX]"),
]
Archive = Annotated[
    str | None, option("URL", "Where archived memories' words are [HINDSIGHT_ARCHIVE]")
]
Seconds = Annotated[
    float, typer.Option(min=0.1, metavar="SECONDS", help="The time that each step may take")
]


def place(given: str | None) -> str:
    """The memory's URL, from the option or the environment."""
    where = given or environ.url()
    if where is None:
        raise Misused("say which memory: --url sqlite:///memory.db, or HINDSIGHT_URL")
    return where


def beside(
    *, working: str | None = None, index: str | None = None, archive: str | None = None
) -> dict[str, Any]:
    """What stands beside the memory, from options or the environment, as ``Hindsight.open`` takes it."""
    return {
        "working": working or environ.working(),
        "index": index or environ.index(),
        "archive": archive or environ.archive(),
    }


@contextmanager
def reading(
    url: str | None, user: str | None, tenant: str | None, session: str | None, tz: str
) -> Iterator[UserMemory]:
    """One user's memory, opened for reading only."""
    where, whose = place(url), _whose(user)
    with Hindsight.open(for_reading(where), archive=environ.archive()) as hindsight:
        yield _of(hindsight, whose, tenant, session, tz)


@contextmanager
def writing(
    url: str | None,
    user: str | None,
    tenant: str | None,
    session: str | None = None,
    tz: str = "UTC",
    *,
    new: bool = False,
    **stands: str | None,
) -> Iterator[UserMemory]:
    """One user's memory, to be changed. ``stands`` beside it: working, index, archive.

    Only with ``new`` is it made if it is not there: a mistyped name must not make a new file.
    """
    where, whose = place(url), _whose(user)
    if not new:
        there(where)
    with Hindsight.open(where, **beside(**stands)) as hindsight:
        yield _of(hindsight, whose, tenant, session, tz)


def there(where: str) -> None:
    """Raise :class:`ConfigurationError` if no memory is at this URL."""
    Hindsight.open(for_reading(where)).close()


def zone(name: str) -> tzinfo:
    """The time zone of ``--tz``."""
    try:
        return time_zone(name)
    except InvalidInput as error:
        raise Misused(f"--tz: {error}") from None


def moment(option: str, text: str | None, zone: tzinfo) -> datetime | None:
    """The instant that an option names; without an offset, in the user's zone."""
    try:
        return read_moment(Found(Place(option), text), zone)
    except InvalidInput as error:
        raise Misused(str(error)) from None


def _whose(given: str | None) -> str:
    whose = given or environ.user()
    if whose is None:
        raise Misused("say whose memory: --user NAME, or HINDSIGHT_USER")
    return whose


def _of(
    hindsight: Hindsight, user: str, tenant: str | None, session: str | None, tz: str
) -> UserMemory:
    named = tenant or environ.tenant() or "default"
    return hindsight.for_user(user, tenant=named, session=session, tz=tz)
