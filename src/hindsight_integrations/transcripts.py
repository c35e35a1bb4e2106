"""The messages of one session as a framework shows them; what is learnt from them is the engine's affair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from hindsight_integrations.answers import Observation
from hindsight_integrations.engine import transcripts
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.messages import turns_of
from hindsight_integrations.engine.observe import observe
from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.lanes import Lanes, bounded, twin
from hindsight_integrations.records import Scope, Turn
from hindsight_integrations.validation import whole


class Transcript:
    """The messages of one session, in order. Made by ``UserMemory.transcript()``; cheap.

    The log holds every turn for good; the transcript says which of them are shown, so it can
    be cut, rearranged and cleared while what was learnt stays. What is *forgotten* leaves
    the log, and with it every transcript. Turns that are appended are observed: logged,
    indexed and read for claims. Every verb has an async twin.
    """

    def __init__(self, core: Core, lanes: Lanes, scope: Scope, tz: str) -> None:
        if scope.session is None:
            raise InvalidInput("a transcript belongs to a session: for_user(user, session=…)")
        self._core = core
        self.lanes = lanes
        self.scope = scope
        self.tz = tz

    def __repr__(self) -> str:
        return f"Transcript({self.scope})"

    def __reduce__(self) -> NoReturn:
        raise ConfigurationError("a Transcript cannot be pickled: ask its memory for it again")

    @bounded
    def turns(self, *, last: int | None = None, archived: bool | None = False) -> tuple[Turn, ...]:
        """The transcript's turns in order, or the ``last`` of them; or its archived turns.

        ``archived=None`` is all of it: the archived turns and then the others.
        """
        last = None if last is None else whole(last, "last")
        logged = transcripts.shown(
            self._core, self.scope, self.lanes.deadline(), archived=archived, last=last
        )
        return tuple(item.turn for item in logged)

    @bounded
    def append(self, turns: Iterable[Any]) -> Observation:
        """Observe ``turns`` and show them at the end, in one transaction.

        They take the shapes that ``observe`` takes. One with an id that is shown already
        stays where it is; one that was forgotten is not shown again.
        """
        read = turns_of(turns, None)
        if not read:
            return Observation((), ())
        return observe(self._core, self.scope, read, self.tz, self.lanes.deadline(), shown=True)

    @bounded
    def replace(
        self, turns: Iterable[Any], *, archived: Iterable[Any] | None = None
    ) -> Observation:
        """Show exactly ``turns``, in this order; what was not said before is observed first.

        ``archived`` does the same for the archived turns; left out, they stay.
        """
        kept = None if archived is None else turns_of(archived, None)
        return transcripts.arrange(
            self._core,
            self.scope,
            turns_of(turns, None),
            archived=kept,
            tz=self.tz,
            deadline=self.lanes.deadline(),
        )

    @bounded
    def archive(
        self, turns: Iterable[Any] | None = None, *, first: int | None = None
    ) -> tuple[Turn, ...]:
        """Move these turns, or the ``first`` so many, to the archived ones; answers those moved.

        What is not shown (any more) is passed over, so of two who archive the same turns at
        once, one gets them.
        """
        moved = transcripts.archive(
            self._core, self.scope, _pick(self._core, turns, first=first), self.lanes.deadline()
        )
        return tuple(item.turn for item in moved)

    @bounded
    def remove(
        self,
        turns: Iterable[Any] | None = None,
        *,
        first: int | None = None,
        at: int | None = None,
        archived: bool = False,
    ) -> tuple[Turn, ...]:
        """Show these turns no longer, or the ``first`` so many, or the one ``at`` a place; answers them.

        A place counts from 0, or from the end if it is negative (-1 is the last one). The log
        and what was learnt stay. ``archived`` takes them from the archived turns.
        """
        gone = transcripts.remove(
            self._core,
            self.scope,
            _pick(self._core, turns, first=first, at=at),
            self.lanes.deadline(),
            archived=archived,
        )
        return tuple(item.turn for item in gone)

    def clear(self) -> None:
        """Show nothing. The log and what was learnt stay; ``forget(session=…)`` erases them."""
        self.replace((), archived=())

    @bounded
    def sessions(self) -> tuple[str, ...]:
        """The user's sessions that have a transcript, in order of their names."""
        with self._core.records.reading(self.scope, self.lanes.deadline()) as reader:
            return tuple(name for name in reader.transcripts() if name is not None)

    aturns = twin(turns)
    aappend = twin(append)
    areplace = twin(replace)
    aarchive = twin(archive)
    aremove = twin(remove)
    aclear = twin(clear)
    asessions = twin(sessions)


def _pick(
    core: Core,
    turns: Iterable[Any] | None,
    *,
    first: int | None = None,
    at: int | None = None,
) -> transcripts.Pick:
    """What the caller names, named in just one way."""
    if [turns is None, first is None, at is None].count(False) != 1:
        raise InvalidInput("name the turns in one way: a list of them, first=… or at=…")
    if first is not None:
        end = whole(first, "first")
        return lambda listed: listed[:end]
    if turns is not None:
        return transcripts.alike(core, turns_of(turns, None))
    if type(at) is not int:
        raise InvalidInput(f"at must be a whole number, got {at!r}")
    place = at
    return lambda listed: [listed[place]] if -len(listed) <= place < len(listed) else []
