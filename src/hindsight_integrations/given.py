"""What callers hand over at the door is looked at here; it opens nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.models.rating import RatingFunction
from hindsight_integrations.ports import Embedder, Extractor, Reranker, Scorer, Summarizer
from hindsight_integrations.settings import Settings
from hindsight_integrations.validation import identifier

_KINDS: Mapping[str, type] = {
    "settings": Settings,
    "embedder": Embedder,
    "reranker": Reranker,
    "extractor": Extractor,
    "summarizer": Summarizer,
}


def named_once(url: str | None, records: str | None) -> str:
    """Where the memory lives: under either name, but under one."""
    if (url is None) == (records is None):
        raise ConfigurationError(
            'say where the memory lives, once: Hindsight.open("sqlite:///memory.db")'
        )
    return records if url is None else url  # type: ignore[return-value]


def check_kinds(**given: object) -> None:
    """Refuse, at the door, what could only fail later and far from here."""
    for name, value in given.items():
        if value is not None and not isinstance(value, _KINDS[name]):
            raise ConfigurationError(
                f"{name} must be a {_KINDS[name].__name__} object, got a {type(value).__name__}"
            )


def scorer_of(given: Scorer | Callable[[str], float] | None) -> Scorer | None:
    """A scorer from one, or from a function that rates a text."""
    if given is None or isinstance(given, Scorer):
        return given
    if not callable(given):
        raise ConfigurationError(
            f"scorer must have rate(text) or be a function of the text, got a {type(given).__name__}"
        )
    return RatingFunction(given)


def zone(tz: str) -> str:
    """The name of a time zone that is known here."""
    try:
        ZoneInfo(identifier(tz, "tz"))
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(f"tz {tz!r} is no time zone known here, like 'Europe/Lisbon'") from error
    return tz
