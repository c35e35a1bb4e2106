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
    def turns(self, *, last: int | None = None, archived: bool = False) -> tuple[Turn, ...]:
        """The transcript's turns in order, or the ``last`` of them; or its archived turns."""
        if last is not None and (type(last) is not int or last < 0):
            raise InvalidInput(f"last must be a whole number of at least 0, got {last!r}")
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
    aclear = twin(clear)
    asessions = twin(sessions)
