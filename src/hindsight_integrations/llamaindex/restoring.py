"""Finds a memory again that a dump names: the live one, or one made anew of what is served; it opens nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.hindsight import Hindsight


@dataclass(frozen=True)
class Served:
    """Whose memories may be made in a block, out of which ``Hindsight``, and with which options."""

    hindsight: Hindsight
    user: str
    tenant: str
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def owner(self) -> dict[str, Any]:
        """Whose memory it is, as the options of ``from_defaults``."""
        return {"hindsight": self.hindsight, "user": self.user, "tenant": self.tenant}


_served: ContextVar[Served | None] = ContextVar("hindsight_served", default=None)


@contextmanager
def serving(
    hindsight: Hindsight, *, user: str, tenant: str = "default", **options: Any
) -> Iterator[None]:
    """Inside the block, this user's memories can be made where no ``Hindsight`` can be handed over.

    That is: restored from a context's or a pickle's dump of another process, and made by
    ``memory_cls=HindsightMemory``. Any other user's are refused: dumps travel through clients.
    ``options`` are those of ``HindsightMemory.from_defaults`` that a dump cannot hold (blocks
    of others, a tokenizer, a template), or that ``memory_cls`` does not say (``session_id``).
    """
    hindsight.for_user(user, tenant=tenant)  # what is wrong with them shows now
    token = _served.set(Served(hindsight, user, tenant, options))
    try:
        yield
    finally:
        _served.reset(token)


def served() -> Served | None:
    """What the present code is served with, if anything."""
    return _served.get()


def check_served(given: Served, user: str | None, tenant: str) -> None:
    """Refuse a user who is named beside the one who is served, and is another one."""
    if user not in (None, given.user) or tenant not in ("default", given.tenant):
        raise InvalidInput(
            "another user is being served here: name hindsight= as well, or leave user= out"
        )


class Owned(Protocol):
    """Something that belongs to one session of one user."""

    user: str
    tenant: str
    session_id: str


T = TypeVar("T", bound=Owned)


class Living(Generic[T]):
    """Memories of this process by the names that their dumps carry.

    All that are alive are found; the last ``size`` are kept alive, since between two runs a
    context holds nothing but its dump.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: WeakValueDictionary[str, T] = WeakValueDictionary()
        self._kept: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def add(self, name: str, memory: T) -> None:
        with self._lock:
            self._known[name] = memory
            self._kept[name] = memory
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def get(self, name: str, data: Mapping[str, Any]) -> T | None:
        """The memory of this name, if the dump says the same of whose it is."""
        with self._lock:
            found = self._known.get(name)
            if found is not None:
                self._kept[name] = found
                self._kept.move_to_end(name)
        if found is not None:
            check_owner(data, found.user, found.tenant, session=found.session_id)
        return found


def check_owner(data: Mapping[str, Any], user: str, tenant: str, *, session: str | None) -> None:
    """Refuse a dump that names somebody else: it was changed, or is not this user's."""
    same = (data.get("user"), data.get("tenant")) == (user, tenant)
    if not same or session not in (None, data.get("session_id")):
        raise InvalidInput(
            "this dump of a memory belongs to another user or session than it claims"
        )
