"""The times that a text names, in English and Chinese, as windows in UTC; it looks nothing up and reads no clock.

What is read and how doubtful words are decided is written in docs/times.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.numerals import NUMBER_WORDS
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.spans import Span
from hindsight_integrations.language.time_grammar import Now
from hindsight_integrations.language.time_marks import Prefer, Time, widened
from hindsight_integrations.language.time_pieces import Piece, english
from hindsight_integrations.language.time_pieces_zh import FOLDS
from hindsight_integrations.language.time_rules_en import ENGLISH
from hindsight_integrations.language.time_rules_zh import CHINESE
from hindsight_integrations.language.time_scan import pieces
from hindsight_integrations.records import Window
from hindsight_integrations.validation import utc

#: A text is read up to here.
MAX_READ = 2_000


@dataclass(frozen=True, slots=True)
class TimeMention:
    """A time that a text names.

    ``window`` is what the words say, ``reach`` what the speaker may have meant besides ("two
    months ago": that day, and its month). ``grain`` is the unit that the words are exact to,
    ``text[start:end]`` the words. A ``vague`` window is no more than a hint.
    """

    window: Window
    reach: Window
    grain: str
    vague: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TimeCue:
    """A window and the words that named it.

    ``clear`` says that the window can filter; a vague one ("recently") should only order.
    """

    window: Window
    clear: bool
    span: str


def find_times(
    text: str, at: datetime, tz: str, prefer: Prefer = "past"
) -> tuple[TimeMention, ...]:
    """The times that ``text`` names when it is said at ``at`` by someone in ``tz``, in order.

    Days are those of ``tz`` (an IANA name), windows are in UTC. A day or month that is named
    without its year or week is the nearest one on the side of ``prefer``. Raises
    :class:`InvalidInput` for a naive ``at`` and for an unknown zone.
    """
    zone = zone_of(tz)
    try:
        local = utc(at, "at").astimezone(zone)
    except OverflowError:
        return ()  # in that zone the moment lies beyond the calendar
    now, read = Now(local.replace(tzinfo=None), prefer), text[:MAX_READ]
    found = (_mention(piece, now, zone) for piece in _times(read, now))
    return tuple(mention for mention in found if mention is not None)


def find_window(text: str, at: datetime, tz: str) -> TimeCue | None:
    """The window that a question names, the past one if both could be meant; else ``None``.

    Of several, the clearest. A window that has not begun by ``at`` is none: nothing in it is
    remembered. See :func:`find_times`.
    """
    begun = [
        mention
        for mention in find_times(text, at, tz)
        if (mention.reach.start is None or mention.reach.start <= at)
        and not compiled(_HABIT).search(text[mention.start : mention.end])
    ]
    if not begun:
        return None
    best = min(begun, key=lambda mention: (mention.vague, mention.start))
    return TimeCue(best.reach, not best.vague, text[best.start : best.end].strip())


#: "What do I drink in the mornings?" names no morning.
_HABIT = r"(?i)\b(?:mornings|afternoons|evenings|nights)\b"


def zone_of(tz: str) -> tzinfo:
    """The time zone of this IANA name; :class:`InvalidInput` if there is none."""
    if tz == "UTC":
        return UTC  # needs no time zone data on the machine
    try:
        return ZoneInfo(tz)
    except (KeyError, ValueError, OSError, TypeError):
        raise InvalidInput(
            f"{tz!r} is no time zone known here; use a name like 'Asia/Shanghai' "
            "(where the system has no time zones: pip install tzdata)"
        ) from None


def _times(text: str, now: Now) -> list[Piece]:
    folded = simplified(text).translate(FOLDS)
    if not _may_name_one(folded.lower()):
        return []
    found = pieces(folded)
    if _TELLING.isdisjoint([piece.kind for piece in found]):
        return []
    if compiled("[\u4e00-\u9fff]").search(folded):
        found = CHINESE.reduce(found, now)
    found = ENGLISH.reduce(found, now)
    alone = sum(piece.kind != "stop" for piece in found) == 1
    if alone and compiled(r"\W*\d+号\W*").fullmatch(folded):
        return []  # number 12 as well as the 12th, and nothing beside it tells which
    return [p for p in found if p.kind == "time" and (p.value.sure or alone)]


def _may_name_one(lower: str) -> bool:
    """Whether it is worth cutting into pieces: most texts hold no word that any time begins with."""
    if compiled(r"[0-9\u3007\u4e00-\u9fff]").search(lower):
        return True
    return not _telling_words().isdisjoint(compiled("[a-z]+").findall(lower))


@cache
def _telling_words() -> frozenset[str]:
    """A word of each phrase that makes a ``_TELLING`` piece, its longest; and the words of numbers.

    "am" and "pm" tell nothing without a number.
    """
    phrases = (words for rows in english().values() for words, kind, _ in rows if kind in _ALONE)
    letters = (compiled("[a-z]+").findall(" ".join(words)) for words in phrases)
    return frozenset(max(words, key=len) for words in letters) | NUMBER_WORDS


#: Without any piece of these kinds a text names no time.
_TELLING = frozenset(
    {
        "time", "month", "weekday", "weekdays", "unit", "half", "part", "clock", "ampm", "oclock",
        "season", "decade", "vague", "year", "zyear", "zmonth", "zday", "zhour", "zquarter", "zedge",
        "ofday", "weekof", "same", "sooner", "before", "qian", "hou", "ordinal", "open",
    }
)  # fmt: skip


_ALONE = _TELLING - {"ampm"}


def _mention(piece: Piece, now: Now, zone: tzinfo) -> TimeMention | None:
    time: Time = piece.value
    try:
        span = now.span(time)
        wide = widened(time, span)
        return TimeMention(
            _window(span, zone), _window(wide, zone), time.grain, time.vague, piece.start, piece.end
        )
    except (ValueError, OverflowError):
        return None  # no date of the calendar (30 February), or beyond it


def _window(span: Span, zone: tzinfo) -> Window:
    start, end = (
        None if moment is None else moment.replace(tzinfo=zone).astimezone(UTC) for moment in span
    )
    return Window(start, end)
