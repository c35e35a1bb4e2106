"""The session's window and entity stack on Redis; what it loses, the record store still has.

Each session has a sorted set of turns by their sequence, a sorted set of entities by the order
of their mention, and a hash with the times at which these end. A stream would keep turns in
the order of arrival and could not replace one; a window is in the order of the log, and a turn
whose secret was taken out must take the place of the one that holds it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from hindsight_integrations.ports import Deadline, LoggedTurn
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import logged, micros, turn_body
from hindsight_integrations.stores.redis import scripts
from hindsight_integrations.stores.redis.clients import greet, named
from hindsight_integrations.stores.redis.failures import translating

#: Turns and entities that are kept of a session, the latest: more than any window shows.
_KEPT = 200
#: Seconds for which a forgotten turn cannot be pushed again by whoever was slower.
_GONE = 86_400


class _Keys(NamedTuple):
    """The keys of one session: its turns, its entities, when they end."""

    window: str
    stack: str
    about: str


class RedisWorkingMemory:
    """A :class:`~hindsight_integrations.ports.WorkingMemory` on Redis 6.2 or later, no modules needed.

    ``client`` is a ``redis.Redis`` or ``redis.RedisCluster``, made with whatever options;
    ``owned`` says that it is closed with this. Keys hold hashes under the record store's secret (``identity``), never a name.
    """

    def __init__(
        self, client: Any, *, identity: Identity, ttl_seconds: float, owned: bool = False
    ) -> None:
        self._client = client
        self._owned = owned
        self._identity = identity
        self._ttl = timedelta(seconds=ttl_seconds)
        self._name = named(client)
        script = client.register_script
        self._push, self._window = script(scripts.PUSH), script(scripts.WINDOW)
        self._mention, self._stack = script(scripts.MENTION), script(scripts.STACK)
        self._end, self._mark = script(scripts.END), script(scripts.MARK)
        self._drop, self._drop_all = script(scripts.DROP), script(scripts.DROP_ALL)

    def push(
        self, scope: Scope, turns: Sequence[LoggedTurn], *, now: datetime, deadline: Deadline
    ) -> None:
        keys = self._keys(scope)
        members = [part for item in turns for part in (item.sequence, self._member(scope, item))]
        self._run(
            self._push,
            [keys.window, keys.about, self._sessions(scope), self._gone(scope)],
            [*self._times(now), self._session(scope), *members],
            deadline,
        )

    def window(
        self, scope: Scope, *, last: int, now: datetime, deadline: Deadline
    ) -> list[LoggedTurn]:
        keys = self._keys(scope)
        if last < 1:
            return []
        found = self._run(self._window, [keys.window, keys.about], [micros(now), last], deadline)
        return [logged(json.loads(_text(member)[scripts.DIGEST :])) for member in found]

    def mention(
        self,
        scope: Scope,
        entities: Sequence[Mapping[str, str]],
        *,
        now: datetime,
        deadline: Deadline,
    ) -> None:
        keys = self._keys(scope)
        members = [json.dumps([item["kind"], item["text"]]) for item in entities]
        self._run(
            self._mention,
            [keys.stack, keys.about, self._sessions(scope)],
            [*self._times(now), self._session(scope), *members],
            deadline,
        )

    def entities(
        self, scope: Scope, *, now: datetime, deadline: Deadline
    ) -> list[Mapping[str, str]]:
        keys = self._keys(scope)
        found = self._run(self._stack, [keys.stack, keys.about], [micros(now)], deadline)
        pairs = [json.loads(_text(member)) for member in found]
        return [{"kind": kind, "text": text} for kind, text in pairs]

    def end(self, scope: Scope, *, deadline: Deadline) -> None:
        self._run(
            self._end,
            [*self._keys(scope), self._sessions(scope)],
            [self._session(scope)],
            deadline,
        )

    def drop(self, scope: Scope, *, turns: Iterable[str] | None, deadline: Deadline) -> None:
        gone, sessions = self._gone(scope), self._sessions(scope)
        digests = [] if turns is None else [self._digest(scope, turn) for turn in turns]
        # First the mark: whoever pushes such a turn after it, in any session, brings nothing back.
        names = self._run(self._mark, [gone, sessions], [_GONE, *digests], deadline)
        keys = [self._named(scope, _text(name)) for name in names]
        if turns is None:
            every = [key for session in keys for key in session]
            self._run(self._drop_all, [gone, sessions, *every], [_GONE], deadline)
        elif keys:
            both = [key for session in keys for key in (session.window, session.stack)]
            self._run(self._drop, [gone, *both], digests, deadline)

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        deadline.check()
        greet(self._client)
        return {"kind": "redis", "server": self._name}

    def close(self) -> None:
        if self._owned:
            self._client.close()

    def _run(
        self,
        script: Callable[..., Any],
        keys: Sequence[str],
        values: Sequence[Any],
        deadline: Deadline,
    ) -> Any:
        deadline.check()
        with translating(self._name):
            return script(keys=keys, args=values)

    def _times(self, now: datetime) -> tuple[int, int, int, int]:
        """Now and the end in microseconds, the time to live in milliseconds, how many are kept."""
        milliseconds = max(1, self._ttl // timedelta(milliseconds=1))
        return micros(now), micros(now + self._ttl), milliseconds, _KEPT

    def _tag(self, scope: Scope) -> str:
        """What all keys of one user begin with; the braces keep them on one node of a cluster."""
        return f"hindsight:{{{self._identity.scope(scope).hex()}}}"

    def _session(self, scope: Scope) -> str:
        return self._identity.session(scope).hex()

    def _keys(self, scope: Scope) -> _Keys:
        return self._named(scope, self._session(scope))

    def _named(self, scope: Scope, session: str) -> _Keys:
        start = f"{self._tag(scope)}:{session}"
        return _Keys(f"{start}:window", f"{start}:stack", f"{start}:about")

    def _digest(self, scope: Scope, turn: str) -> str:
        return self._identity.turn(scope, turn).hex()

    def _member(self, scope: Scope, item: LoggedTurn) -> str:
        """A turn as text in ASCII, so that any string comes back, after the digest of its id."""
        row = [item.id, item.sequence, turn_body(item.turn), micros(item.at)]
        return self._digest(scope, item.id) + json.dumps(row)

    def _sessions(self, scope: Scope) -> str:
        return f"{self._tag(scope)}:sessions"

    def _gone(self, scope: Scope) -> str:
        return f"{self._tag(scope)}:gone"


def _text(answer: bytes | str) -> str:
    """What was sent; whether a client decodes is its maker's choice."""
    return answer.decode() if isinstance(answer, bytes) else answer
