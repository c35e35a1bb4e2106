"""Moves a memory to another place and compares both in the end; it opens no memory and knows no kind of store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from hindsight_integrations.errors import ConfigurationError, StoreError
from hindsight_integrations.ports.moving import Goal, Mark, Origin, Rows, Stage, Taking
from hindsight_integrations.stores.tables import TABLES, Tally
from hindsight_integrations.wiring import place

#: The most users, and about how many records, that are copied in one transaction at the target;
#: a user of more records is copied in one all the same.
_USERS = 5_000
_RECORDS = 50_000

Progress = Callable[[int, int], object]
#: Users, and how many records each has.
Stretch = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Compared:
    """A table on both sides: rows, and SHA-256 over them by user and key.

    The rows count as one JSON list of lists without spaces: columns in the order of
    ``stores.tables``, flags as 0 and 1, bytes in hexadecimal.
    """

    table: str
    source_rows: int
    target_rows: int
    source_sha256: str
    target_sha256: str


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move did.

    ``users`` are those of the source, erased ones too, and ``records`` theirs. ``copied`` users
    were new at the target or had changed; ``compared`` ones were read again on both sides, and
    ``tables`` says what was found: nothing, if there was nothing to do. ``behind`` users were
    written to in the source meanwhile: once nobody writes there, move again.
    """

    users: int
    records: int
    copied: int
    compared: int
    behind: int
    tables: tuple[Compared, ...]


def move(
    source_url: str,
    target_url: str,
    *,
    check: bool = False,
    progress: Progress | None = None,
) -> Moved:
    """Copy the memory at ``source_url`` to ``target_url``, a new file or schema.

    Everything that is the truth goes, with its ids, times, vectors and the secret of its hashes;
    both sides answer alike. The source is only read. Until it is done nobody can open the target.
    Interrupted, it goes on where it was when called again; called again later, it carries over
    what was written and erased in the source meanwhile, user by user. ``check`` compares every
    user again, whatever changed. ``progress(done, total)`` tells of records. Raises
    :class:`ConfigurationError` before anything is written, if the target holds anything else or
    was written to since; :class:`StoreError` if the sides differ in the end.
    """
    source, target = place(source_url).moving(), place(target_url).moving()
    if source.site == target.site:
        raise ConfigurationError("the source and the target of the move are the same place")
    with (
        closing(source.origin()) as origin,
        closing(target.goal(origin.secret)) as goal,
    ):
        return _Move(origin, goal, check, progress or _quiet).run()


def _quiet(done: int, total: int) -> None:
    """Nobody wants to know."""


class _Move:
    """One run of a move."""

    def __init__(self, origin: Origin, goal: Goal, check: bool, progress: Progress) -> None:
        self._origin = origin
        self._goal = goal
        #: Whether all users are compared, or only those that are copied.
        self._all = check or goal.stage is not Stage.DONE
        self._progress = progress
        self._users = self._records = self._copied = self._compared = 0
        self._done = self._total = 0
        #: Whether users were dropped, now or in a run that was ended.
        self._replaced = goal.stage is Stage.BEGUN
        self._tallies = {table: (Tally(), Tally()) for table in TABLES}

    def run(self) -> Moved:
        behind = self._look()
        copying = bool(behind) or self._goal.stage is not Stage.DONE
        with self._origin.snapshot() as rows:
            self._model = rows.model()
        if copying:
            self._goal.begin(self._model)
        if copying or self._all:
            for stretch in self._stretches():
                self._step(stretch, copying)
            behind = self._check_whole(copying) if self._all else self._behind()
        if copying:
            self._goal.finish(replaced=self._replaced)
        return Moved(
            self._users, self._records, self._copied, self._compared, behind, self._tables()
        )

    # -- what is to be done --------------------------------------------------------------

    def _stretches(self) -> Iterator[Stretch]:
        """Users that go together, and how many records each has, in the order of their numbers."""
        after = 0
        while True:
            with self._origin.snapshot() as rows:
                page = rows.users(after, _USERS)
            if not page:
                return
            yield from _cut(page)
            after = page[-1][0]

    def _look(self) -> int:
        """How many users differ; refuses a target that has what the source has not."""
        differing = met = 0
        for stretch in self._stretches():
            other, there = self._differing(stretch)
            records = dict(stretch)
            self._users += len(records)
            self._records += sum(records.values())
            self._total += sum(records[user] for user in (records if self._all else other))
            differing += len(other)
            met += there
        if self._goal.stage is not Stage.NEW:
            with self._goal.snapshot() as rows:
                if rows.count("scopes") != met:
                    raise self._older()
        return differing

    def _differing(self, stretch: Stretch) -> tuple[list[int], int]:
        """Those of the users who are not at the target as they are now, and how many are there at all."""
        users = [user for user, _ in stretch]
        with self._origin.snapshot() as rows:
            known = rows.marks(users)
        there: dict[int, Mark] = {}
        if self._goal.stage is not Stage.NEW:
            with self._goal.snapshot() as rows:
                there = rows.marks(users)
        if any(known[user].version < mark.version for user, mark in there.items()):
            raise self._older()
        return [user for user in users if known[user] != there.get(user)], len(there)

    def _older(self) -> ConfigurationError:
        return ConfigurationError(
            f"{self._origin.where} is older than what was moved to {self._goal.where}: "
            "name the memory that was moved, or a new target"
        )

    # -- doing it ------------------------------------------------------------------------

    def _step(self, stretch: Stretch, copying: bool) -> None:
        """Copy those of these users who differ, and compare, in one state of the source."""
        users = [user for user, _ in stretch]
        with self._origin.snapshot() as source:
            if source.model() != self._model:
                raise StoreError(
                    f"{self._origin.where} was given another encoder meanwhile: move again"
                )
            known, before = source.marks(users), self._done
            if copying:
                with self._goal.taking() as target:
                    there = target.marks(users)
                    new = [user for user in users if known[user] != there.get(user)]
                    self._copy(source, target, new, there)
                    self._compare(source, target, users if self._all else new)
            else:
                with self._goal.snapshot() as rows:
                    there = rows.marks(users)
                    same = [user for user in users if known[user] == there.get(user)]
                    self._compare(source, rows, same)
        if self._all:
            self._tell(before + sum(records for _, records in stretch) - self._done)

    def _copy(
        self, source: Rows, target: Taking, users: list[int], there: Mapping[int, Mark]
    ) -> None:
        if known := [user for user in users if user in there]:
            target.drop(known)
            self._replaced = True
        for table in TABLES if users else ():
            for rows in source.rows(table, users):
                target.add(table, rows)
                self._tell(len(rows) if table == "records" else 0)
        target.settle(users)
        self._copied += len(users)

    def _tell(self, records: int) -> None:
        self._done += records
        if records:
            self._progress(self._done, max(self._done, self._total))

    # -- comparing -----------------------------------------------------------------------

    def _compare(self, source: Rows, target: Rows, users: list[int]) -> None:
        """Read these users' rows again on both sides; raises :class:`StoreError` if they differ."""
        for table, tallies in self._tallies.items() if users else ():
            for side, tally in zip((source, target), tallies, strict=True):
                for rows in side.rows(table, users):
                    tally.add(rows)
            ours, theirs = tallies
            if (ours.rows, ours.sha256) != (theirs.rows, theirs.sha256):
                raise self._wrong(table, ours.rows, theirs.rows)
        self._compared += len(users)

    def _check_whole(self, copying: bool) -> int:
        """See that no side has rows that belong to nobody; answers how many users are behind."""
        with self._origin.snapshot() as source, self._goal.snapshot() as target:
            counts = {table: (source.count(table), target.count(table)) for table in TABLES}
            model = target.model()
        behind = self._behind()  # asked last: what was written in between is no difference
        for table, (ours, theirs) in self._tallies.items():
            lost = not behind and counts[table] != (ours.rows, theirs.rows)
            if lost or (copying and counts[table][1] != theirs.rows):
                raise self._wrong(table, *counts[table])
        if not behind and model != self._model:
            raise StoreError(f"{self._goal.where} names another encoder than the source")
        return behind

    def _behind(self) -> int:
        return sum(len(self._differing(stretch)[0]) for stretch in self._stretches())

    def _wrong(self, table: str, ours: int, theirs: int) -> StoreError:
        return StoreError(
            f"{table} differs after the move: {ours} rows in {self._origin.where}, {theirs} in "
            f"{self._goal.where}"
        )

    def _tables(self) -> tuple[Compared, ...]:
        return tuple(
            Compared(table, ours.rows, theirs.rows, ours.sha256, theirs.sha256)
            for table, (ours, theirs) in self._tallies.items()
            if self._compared
        )


def _cut(page: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """A page in pieces of about so many records."""
    piece: Stretch = []
    held = 0
    for user, records in page:
        if piece and held + records > _RECORDS:
            yield piece
            piece, held = [], 0
        piece.append((user, records))
        held += records
    yield piece
