"""One user's items, read and written in batches by key; the flows are the engine's. It knows no framework."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import NoReturn

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.item_encoding import own_encoder
from hindsight_integrations.engine.item_keys import subject_of
from hindsight_integrations.engine.item_reads import ItemFinder, got_items, namespaces
from hindsight_integrations.engine.item_values import body_of, item_of
from hindsight_integrations.engine.item_writes import refresh_items, write_items
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.items import (
    Item,
    ItemAnswer,
    ItemAsk,
    ItemGet,
    ItemNamespaces,
    ItemPut,
    ItemSearch,
    Ranking,
)
from hindsight_integrations.lanes import Lanes, bounded, twin, within
from hindsight_integrations.ports import ItemEncoder
from hindsight_integrations.records import Memory, Scope

#: Seconds in which deletions gather, since cleaning rewrites the file; and those it may take.
_GATHERED = 1.0
_CLEANING = 30.0


class Tidying:
    """Cleans the store's files of what was deleted, once for the deletions of a second.

    What is still to be cleaned when the memory closes is cleaned then.
    """

    def __init__(self, core: Core, lanes: Lanes) -> None:
        self._core, self._lanes = core, lanes
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._pid = os.getpid()

    def soon(self) -> None:
        """Clean in a second, unless that is about to happen already."""
        if self._pid != os.getpid():  # a child of a fork: the timer is the parent's
            self._pid, self._lock, self._timer = os.getpid(), threading.Lock(), None
        with self._lock:
            if self._timer is None:
                self._timer = threading.Timer(_GATHERED, self._lanes.later, [self.now])
                self._timer.daemon = True
                self._timer.start()

    def now(self) -> None:
        """Clean what waits to be cleaned. What cannot be cleaned now goes with the next."""
        if self._pid != os.getpid():
            return
        with self._lock:
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
            self._core.records.scrub(within(_CLEANING))


class UserItems:
    """What an application keeps by key for one user. Made by ``Hindsight.items``; cheap, keep or drop it.

    Items are the application's own data: they are neither scanned nor merged, do not fade,
    and are not archived. Recall finds them, and what a key held before is its history.
    """

    owner: object = None  # kept alive, and so closed at the end of the process

    def __init__(
        self,
        core: Core,
        lanes: Lanes,
        scope: Scope,
        tidying: Tidying,
        *,
        encoder: ItemEncoder | None = None,
        ranking: Ranking = Ranking.SIMILARITY,
    ) -> None:
        self._core = core
        self.lanes = lanes
        self.scope = scope
        self._tidying = tidying
        self._encoder = encoder or own_encoder(core)
        self._ranking = ranking

    def __repr__(self) -> str:
        return f"UserItems({self.scope})"

    def __reduce__(self) -> NoReturn:
        raise ConfigurationError(
            "UserItems cannot be pickled: make them with items() in the process that uses them"
        )

    @bounded
    def batch(self, asks: Sequence[ItemAsk], puts: Sequence[ItemPut] = ()) -> list[ItemAnswer]:
        """Answer all ``asks`` from one view of the items, then apply all ``puts``, or none of them."""
        answers = self._answers(asks) if asks else []
        if puts:
            deadline = self.lanes.deadline()
            if write_items(self._core, self.scope, puts, self._encoder, deadline):
                self._tidying.soon()
        return answers

    @bounded
    def history(self, namespace: Sequence[str], key: str) -> list[Item]:
        """What the key held, the present value first; empty once it was deleted."""
        with self._core.records.reading(self.scope, self.lanes.deadline()) as reader:
            chain = reader.chain(subject_of(namespace, key))
        return [item_of(memory) for memory in reversed(chain)]

    abatch = twin(batch)
    ahistory = twin(history)

    def _answers(self, asks: Sequence[ItemAsk]) -> list[ItemAnswer]:
        deadline = self.lanes.deadline()
        finder = ItemFinder(
            self._core,
            self.scope,
            encoder=self._encoder,
            ranking=self._ranking,
            deadline=deadline,
        )
        vectors = finder.query_vectors([ask for ask in asks if isinstance(ask, ItemSearch)])
        read: list[Memory] = []
        with self._core.records.reading(self.scope, deadline) as reader:
            got = got_items(reader, [ask for ask in asks if isinstance(ask, ItemGet)])
            answers: list[ItemAnswer] = []
            for ask in asks:
                if isinstance(ask, ItemNamespaces):
                    answers.append(namespaces(reader, ask.below))
                elif isinstance(ask, ItemSearch):
                    page = finder.search(reader, ask, vectors)
                    answers.append([item for _, item in page])
                    read += [memory for memory, _ in page if ask.refresh]
                else:
                    memory = got.get(subject_of(ask.namespace, ask.key))
                    answers.append(None if memory is None else item_of(memory))
                    read += [memory] if memory is not None and ask.refresh else []
        self._refresh(read)
        return answers

    def _refresh(self, read: Sequence[Memory]) -> None:
        ids = [memory.id for memory in read if body_of(memory)["ttl"] is not None]
        if ids:
            refresh_items(self._core, self.scope, ids, self.lanes.deadline())
