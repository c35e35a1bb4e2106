"""One user's records as columns in memory: what filters and scores need, without the words; it runs no SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.outlines import FOREVER, STATUSES, TIERS, TYPES, Outlines
from hindsight_integrations.queries import Where
from hindsight_integrations.records import MemoryType, Status, Tier
from hindsight_integrations.stores.mapping import micros

Mask = NDArray[np.bool_]
Places = NDArray[np.intp]
#: Statuses, types and tiers, each of which may be open.
_Wishes = tuple[tuple[Status, ...] | None, tuple[MemoryType, ...] | None, tuple[Tier, ...] | None]

#: What a row holds, in the order in which ``Columns.take`` expects it: instants as
#: microseconds, kinds by name, flags as anything true or false. ``speaker`` is that of an
#: utterance: its payload's name, else its role as ``<role>``, else "".
ROW = (
    "sequence", "id", "status", "type", "tier", "happened", "confirmed_at", "valid_from",
    "valid_to", "created_at", "retired_at", "expires_at", "confidence", "importance",
    "access_count", "pinned", "doubted", "unhelpful", "length", "status_reason", "said", "speaker",
)  # fmt: skip
_KINDS = tuple(
    {member.value: place for place, member in enumerate(kind)} for kind in (STATUSES, TYPES, TIERS)
)
_GONE = 255
_UTTERANCE = TYPES.index(MemoryType.UTTERANCE)
#: Rows of the numeric blocks, by name.
_TIMES = ("happened", "confirmed", "valid_from", "valid_to", "created", "retired", "expires")
#: The times that may be open: when it ended, was retired, expires.
_OPEN_ENDED = frozenset({3, 5, 6})
_NUMBERS = ("confidence", "importance")
_COUNTS = ("accesses", "pinned", "doubted", "unhelpful", "length")


class Columns:
    """The records of one scope, one place each, in the order in which they were written.

    ``version`` is the scope's version they show. Access counts may lag: they are no change.
    """

    def __init__(self) -> None:
        self.version = -1
        self.count = 0
        self.ids: list[str] = []
        self.places: dict[str, int] = {}
        self._reasons: dict[int, str] = {}
        self.said: list[bytes] = []
        self._speakers: dict[int, str] = {}
        self.sequences: NDArray[np.int64] = np.empty(0, np.int64)
        self._kinds: NDArray[np.uint8] = np.empty((3, 0), np.uint8)
        self._times: NDArray[np.int64] = np.empty((len(_TIMES), 0), np.int64)
        self._numbers: NDArray[np.float64] = np.empty((len(_NUMBERS), 0), np.float64)
        self._counts: NDArray[np.int64] = np.empty((len(_COUNTS), 0), np.int64)
        self._remembered: tuple[Where, int, int, Mask] | None = None
        self._sorted: tuple[_Wishes, Mask] | None = None
        self._expiring = False

    @property
    def size(self) -> int:
        """Bytes held, about: the arrays, and 300 a row for ids, digests and look-ups."""
        arrays = (self.sequences, self._kinds, self._times, self._numbers, self._counts)
        return sum(array.nbytes for array in arrays) + 300 * self.count

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of terms of each record."""
        return self._counts[4, : self.count]

    @property
    def happened(self) -> NDArray[np.int64]:
        """When each record happened, in microseconds since 1970."""
        return self._times[0, : self.count]

    def reserve(self, rows: int) -> None:
        """Make room for ``rows`` records."""
        if rows <= len(self.sequences):
            return
        room = rows if not self.count else max(rows, self.count + self.count // 4 + 8)
        self.sequences = grown(self.sequences, room)
        self._kinds = grown(self._kinds, room)
        self._times = grown(self._times, room)
        self._numbers = grown(self._numbers, room)
        self._counts = grown(self._counts, room)

    def take(self, rows: Sequence[Sequence[Any]]) -> Places:
        """Add new records and renew known ones, from rows that begin with ``ROW``; their places."""
        columns = list(zip(*rows, strict=True))
        sequences = np.array(columns[0], np.int64)
        if not self.count or sequences[0] > self.sequences[self.count - 1]:
            return self._append(sequences, columns)
        places = self._places_for(sequences, columns[1])
        self._fill(places, columns)
        self._sorted = None
        listed = places.tolist()
        for place, said in zip(listed, columns[20], strict=True):
            self.said[place] = said
        self._unnote(listed)
        self._note(listed, columns)
        return places

    def _append(self, sequences: NDArray[np.int64], columns: Sequence[Sequence[Any]]) -> Places:
        """Records that are all later than those that are here, as when a user is first read."""
        start, end = self.count, self.count + len(sequences)
        self.reserve(end)
        self.sequences[start:end] = sequences
        self._fill(slice(start, end), columns)
        self.ids += columns[1]
        self.places.update(zip(columns[1], range(start, end), strict=True))
        self.said += columns[20]
        self._note(range(start, end), columns)
        self.count = end
        return np.arange(start, end)

    def _note(self, places: Sequence[int], columns: Sequence[Sequence[Any]]) -> None:
        """Keep what few records have: a reason, a speaker."""
        for kept, values in ((self._reasons, columns[19]), (self._speakers, columns[21])):
            told = zip(places, values, strict=True)  # a payload's name may be a number
            kept.update({n: str(value) for n, value in told if value not in (None, "")})

    def _unnote(self, places: Iterable[int]) -> None:
        for place in places:
            self._reasons.pop(place, None)
            self._speakers.pop(place, None)

    def _fill(self, places: Places | slice, columns: Sequence[Sequence[Any]]) -> None:
        """Set the numeric blocks at ``places`` from columns of ``ROW``."""
        for row, names in enumerate(columns[2:5]):
            self._kinds[row, places] = [_KINDS[row][name] for name in names]
        for row, column in enumerate(columns[5:12]):
            open_ended = row in _OPEN_ENDED and any(value is None for value in column)
            self._times[row, places] = (
                [FOREVER if value is None else value for value in column] if open_ended else column
            )
        self._numbers[:, places] = columns[12:14]
        self._counts[:, places] = columns[14:19]
        self._expiring = self._expiring or any(value is not None for value in columns[11])

    def drop(self, sequences: Iterable[int]) -> Places:
        """Blank erased records: no filter matches them, no id leads to them."""
        places = np.flatnonzero(np.isin(self.sequences[: self.count], list(sequences)))
        self._kinds[0, places] = _GONE
        self._sorted = None
        for place in places.tolist():
            self.places.pop(self.ids[place], None)
            self.ids[place], self.said[place] = "", b""
        self._unnote(places.tolist())
        return places

    def touch(self, counts: Mapping[str, int]) -> None:
        """Add to access counts."""
        for id, count in counts.items():
            place = self.places.get(id)
            if place is not None:
                self._counts[0, place] += count

    def named(self, places: Places) -> list[str]:
        """The ids of the records at ``places``."""
        return list(map(self.ids.__getitem__, places.tolist()))

    def places_of(self, ids: Sequence[str]) -> Places:
        """The places of those ids that are here."""
        found = [place for place in map(self.places.get, ids) if place is not None]
        return np.array(found, np.intp)

    def places_at(self, sequences: NDArray[np.int64]) -> Places:
        """The places of these sequences, which are all here."""
        known = self.sequences[: self.count]
        if len(known) and known[-1] - known[0] == len(known) - 1:  # without a gap
            places: Places = sequences - known[0]
            return places
        return np.searchsorted(known, sequences)

    def living(self, places: Places, now: datetime) -> Places:
        """Those of ``places`` whose records have not expired."""
        return places[self._times[6, places] > micros(now)] if self._expiring else places

    def outlines(self, places: Places, now: datetime) -> Outlines:
        """What judging takes of the records at ``places`` that have not expired."""
        places = self.living(places, now)
        listed = places.tolist()
        kinds, times, (confidence, importance), counts = (
            block.take(places, axis=1)
            for block in (self._kinds, self._times, self._numbers, self._counts)
        )
        pinned, doubted, unhelpful = counts[1:4].astype(np.bool_)
        return Outlines(
            ids=tuple(map(self.ids.__getitem__, listed)),
            sequences=self.sequences[places],
            types=kinds[1],
            tiers=kinds[2],
            statuses=kinds[0],
            happened=times[0],
            confirmed=times[1],
            valid_from=times[2],
            valid_to=times[3],
            confidence=confidence,
            importance=importance,
            accesses=counts[0],
            pinned=pinned,
            doubted=doubted,
            unhelpful=unhelpful,
            reasons=tuple(map(self._reasons.get, listed)),
            said=tuple(map(self.said.__getitem__, listed)),
            speakers=tuple(map(self._speakers.get, listed, repeat(""))),
        )

    def beside(self, places: Places, mask: Mask, reach: int) -> Places:
        """Of the masked utterances in order, those up to ``reach`` before and after each of ``places``."""
        said: Places = (mask & (self._kinds[1, : self.count] == _UTTERANCE)).nonzero()[0]
        if not len(said):
            return said
        before = np.searchsorted(said, places)
        after = np.searchsorted(said, places, side="right")
        steps = np.arange(reach)
        near = np.concatenate(
            [np.subtract.outer(before, steps + 1).ravel(), np.add.outer(after, steps).ravel()]
        )
        chosen = np.zeros(self.count, np.bool_)
        chosen[said[near[(near >= 0) & (near < len(said))]]] = True
        chosen[places] = False
        return np.flatnonzero(chosen)

    def mask(self, where: Where, allowed: NDArray[np.int64] | None, now: datetime) -> Mask:
        """Which records match. ``allowed`` are the sequences that pass what has no column here.

        The last mask is kept: the routes of one recall ask for the same.
        """
        known = self._remembered
        if known is not None and known[:3] == (where, self.version, self.count):
            return known[3]
        mask = self._matching(where, allowed, now)
        if not self._expiring:
            self._remembered = (where, self.version, self.count, mask)
        return mask

    def _matching(self, where: Where, allowed: NDArray[np.int64] | None, now: datetime) -> Mask:
        mask = self._of_kinds((where.statuses, where.types, where.tiers)).copy()
        times = self._times[:, : self.count]
        if self._expiring:
            mask &= times[6] > micros(now)
        _within(mask, times[0], where)
        if where.valid_at is not None:
            _between(mask, times[2], times[3], micros(where.valid_at))
        if where.known_at is not None:
            _between(mask, times[4], times[5], micros(where.known_at))
        if allowed is not None:
            mask &= np.isin(self.sequences[: self.count], allowed)
        return mask

    def _of_kinds(self, wishes: _Wishes) -> Mask:
        """Which records have a wished status, type and tier.

        The last answer is kept until a record changes; for records that are added it is lengthened.
        """
        known = None if self._sorted is None or self._sorted[0] != wishes else self._sorted[1]
        start = 0 if known is None else len(known)
        if known is None or start < self.count:
            more = _wished(self._kinds[:, start : self.count], wishes)
            known = more if known is None else np.concatenate((known, more))
            self._sorted = (wishes, known)
        return known

    def _places_for(self, sequences: NDArray[np.int64], ids: Sequence[str]) -> Places:
        """Where rows of these sequences stand; new ones are put at the end."""
        known = self.sequences[: self.count]
        places = np.searchsorted(known, sequences)
        fresh = places >= self.count
        here = places[~fresh]
        fresh[~fresh] = known[here] != sequences[~fresh]
        added = int(fresh.sum())
        self.reserve(self.count + added)
        places[fresh] = np.arange(self.count, self.count + added)
        self.sequences[places[fresh]] = sequences[fresh]
        for place in np.flatnonzero(fresh).tolist():
            self.places[ids[place]] = self.count
            self.ids.append(ids[place])
            self.said.append(b"")
            self.count += 1
        return places


#: The parts of a filter that the columns cannot tell.
_WITHOUT_COLUMN = ("ids", "subjects", "tags", "session", "agent", "event_type", "source_turns")


def without_columns(where: Where) -> Where | None:
    """What only the database can tell of ``where``; ``None`` if it asks nothing of it."""
    rest = {name: getattr(where, name) for name in _WITHOUT_COLUMN}
    return Where(**rest) if any(value is not None for value in rest.values()) else None


def _wished(kinds: NDArray[np.uint8], wishes: _Wishes) -> Mask:
    mask: Mask = kinds[0] != _GONE
    for row, (column, values) in enumerate(zip(kinds, wishes, strict=True)):
        if values is not None:
            wanted = np.zeros(256, bool)
            wanted[[_KINDS[row][value] for value in values]] = True
            mask &= wanted[column]
    return mask


def _within(mask: Mask, happened: NDArray[np.int64], where: Where) -> None:
    if where.within is not None and where.within.start is not None:
        mask &= happened >= micros(where.within.start)
    if where.within is not None and where.within.end is not None:
        mask &= happened < micros(where.within.end)


def _between(mask: Mask, starts: NDArray[np.int64], ends: NDArray[np.int64], moment: int) -> None:
    mask &= starts <= moment
    mask &= ends > moment


def grown(array: NDArray[Any], room: int) -> NDArray[Any]:
    """A copy with room for more along the last axis."""
    larger = np.zeros((*array.shape[:-1], room), array.dtype)
    larger[..., : array.shape[-1]] = array
    return larger
