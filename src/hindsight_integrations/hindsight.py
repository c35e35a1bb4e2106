"""The front door: opens a memory, hands out users' memories, closes; it decides nothing about memories."""

from __future__ import annotations

import asyncio
import atexit
import os
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from types import TracebackType
from typing import Any, NoReturn, Self

from hindsight_integrations.admin import TenantAdmin
from hindsight_integrations.beside import (
    Indexed,
    archive_named,
    index_beside,
    outside_index,
    working_beside,
)
from hindsight_integrations.engine.archiving import sweep
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.question import Ask, read
from hindsight_integrations.engine.touches import Touches, flush
from hindsight_integrations.errors import (
    ConfigurationError,
    InvalidInput,
    StoreError,
    Unavailable,
)
from hindsight_integrations.given import check_kinds, named_once, scorer_of, zone
from hindsight_integrations.ids import new_id
from hindsight_integrations.items import Ranking
from hindsight_integrations.lanes import Lanes, bounded, twin, until, within
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.likeness import ready
from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.models.checked import CheckedEncoder
from hindsight_integrations.ports import (
    Archive,
    Clock,
    Embedder,
    Extractor,
    Heard,
    ItemEncoder,
    OutsideIndex,
    Reranker,
    Scorer,
    Summarizer,
    VectorIndex,
    WorkingMemory,
    system_clock,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Role, Scope, Turn
from hindsight_integrations.settings import Settings
from hindsight_integrations.user_items import Tidying, UserItems
from hindsight_integrations.user_memory import UserMemory
from hindsight_integrations.validation import choice, identifier
from hindsight_integrations.wiring import (
    Opening,
    Store,
    catalogue,
    close_all,
    close_store,
    open_store,
    place,
    with_many,
)

_open: weakref.WeakSet[Hindsight] = weakref.WeakSet()
_gathering: weakref.WeakSet[Touches] = weakref.WeakSet()
#: Seconds that verbs which still run are given when the interpreter ends.
_PATIENCE = 10.0


class Hindsight:
    """A long-term memory for agents, open on one store. Use it from any thread and any loop.

    Open it once per process and share it; ``with Hindsight.open(url) as hindsight:`` closes
    it. It works after a fork; it cannot be pickled.
    """

    def __init__(
        self, core: Core, lanes: Lanes, store: Store, indexed: Indexed | None = None
    ) -> None:
        self._core = core
        self.lanes = lanes
        #: What operators' tools look into; verbs go through ``for_user`` and ``admin``.
        self.store = store
        self.indexed = indexed
        self._tidying = Tidying(core, lanes)
        #: Holds one token until somebody closes: taking it is atomic, so only one caller does.
        self._unclosed = [True]
        _open.add(self)
        _gathering.add(core.touches)

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        records: str | None = None,
        working: str | Any | None = None,
        index: str | OutsideIndex | None = None,
        archive: str | tuple[Any, str] | None = None,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
        extractor: Extractor | None = None,
        summarizer: Summarizer | None = None,
        scorer: Scorer | Callable[[str], float] | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
        migrate: bool = True,
    ) -> Hindsight:
        """Open the memory at ``url``: ``sqlite:///memory.db``, ``sqlite:///:memory:`` for tests,
        or a server, ``postgresql://user:password@host/database`` (the extra ``postgres``).

        Without an ``embedder`` the bundled one is used; without its package recall goes by
        words alone. ``working`` is a ``redis://`` URL or a redis client, which then keeps the
        sessions' windows and entities; ``index`` a ``qdrant://`` or ``pgvector://`` URL or an
        index object, which then finds by meaning; ``archive`` a URL that fsspec knows
        (``file:///…``, ``s3://…``), or a file system of its and a folder, for :meth:`archive`;
        ``scorer`` rates what a user says from 1 to 10, as an object with ``rate`` or a function of
        the text. ``migrate=False`` never changes the schema. Raises :class:`ConfigurationError`
        for what cannot work, with the remedy.
        """
        where = place(named_once(url, records))
        check_kinds(
            settings=settings,
            embedder=embedder,
            reranker=reranker,
            extractor=extractor,
            summarizer=summarizer,
        )
        settings, clock = settings or Settings(), clock or system_clock
        known = catalogue(settings)
        settings = with_many(settings, known)
        encoder = CheckedEncoder(embedder) if embedder is not None else _bundled()
        model = None if encoder is None else (encoder.model_id, encoder.dimensions)
        outside = None if index is None else outside_index(index)
        cold = _cold(archive, settings)
        store = open_store(where, Opening(settings, clock, model, migrate, outside is None))
        windows = working_beside(store, working, settings.working)
        indexed = index_beside(store, windows, outside, model, settings.index)
        lanes = Lanes(settings.runtime)
        core = Core(
            records=store if indexed is None else indexed.records,
            index=_searched(store, indexed) if encoder is not None else None,
            working=windows,
            embedder=encoder,
            reranker=reranker,
            summarizer=summarizer,
            extractor=extractor or RuleExtractor(known),
            rules=RuleExtractor(known),
            settings=settings,
            clock=store.clock,
            new_id=new_id,
            ask=lanes.ask,
            touches=Touches(settings.runtime.touches),
            catalogue=known,
            archive=None if cold is None else cold(store),
            scorer=scorer_of(scorer),
        )
        return cls(core, lanes, store, indexed)

    @classmethod
    async def aopen(cls, url: str | None = None, **options: Any) -> Hindsight:
        """The same as :meth:`open`, awaited."""
        return await asyncio.to_thread(lambda: cls.open(url, **options))

    @property
    def settings(self) -> Settings:
        return self._core.settings

    def for_user(
        self,
        user: str,
        *,
        tenant: str = "default",
        agent: str | None = None,
        session: str | None = None,
        tz: str = "UTC",
    ) -> UserMemory:
        """One user's memory. ``tenant`` and ``user`` are a wall, ``session`` is where turns go.

        ``tz`` is the user's time zone: 'yesterday' means their yesterday.
        """
        scope = Scope(tenant, user, agent, session)
        self._check_open()
        memory = UserMemory(self._core, self.lanes, scope, zone(tz))
        memory.owner = self
        return memory

    def items(
        self,
        user: str,
        *,
        tenant: str = "default",
        encoder: ItemEncoder | None = None,
        ranking: str = "similarity",
    ) -> UserItems:
        """What an application keeps by key for one user; ``HindsightStore`` stands on it.

        ``encoder`` makes the vectors of items' parts instead of the memory's own.
        """
        self._check_open()
        how = choice(Ranking, ranking, "ranking")
        scope = Scope(tenant, user)
        items = UserItems(
            self._core, self.lanes, scope, self._tidying, encoder=encoder, ranking=how
        )
        items.owner = self
        return items

    def admin(self, *, tenant: str = "default") -> TenantAdmin:
        """Counting and deleting for a whole tenant."""
        self._check_open()
        return TenantAdmin(self._core, self.lanes, identifier(tenant, "tenant"))

    def deadline(self, seconds: float) -> AbstractContextManager[None]:
        """``with hindsight.deadline(2):`` the verbs inside must be done in that time."""
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
            raise InvalidInput(f"a deadline is a positive number of seconds, got {seconds!r}")
        return until(within(seconds))

    @bounded
    def warm(self) -> None:
        """Load the encoder, the rules and the words now (about a second), so that the first verb need not."""
        core = self._core
        if core.embedder is not None:
            core.ask(core.embedder, partial(core.embedder.embed, ["warm"]))
        now = core.clock()
        core.rules.extract(Heard(Turn(role=Role.USER, content="warm 温"), "warm", now, "UTC"))
        read(Ask(query="warm 温", k=1, at=now, tz="UTC", where=Where()), None, now)
        ready()

    @bounded
    def scrub(self) -> bool:
        """Rewrite store and archive without what was erased; True if every place is clean.

        ``forget`` does so by itself while the file is small. For a large one its ``Erasure``
        says ``pending`` for the unused pages, until this is called; it takes as long as
        copying the file.
        """
        clean = self._core.records.scrub(self.lanes.deadline(), whole=True)
        return sweep(self._core, self.lanes.deadline()) and all(clean.values())

    @bounded
    def health(self) -> Mapping[str, Any]:
        """Facts about the stores and the encoder; raises :class:`Unavailable` if the records cannot be read.

        ``ok`` is false if the working memory does not answer: then windows are empty, and
        references to things named before are not resolved; or if the index does not, or refuses
        what it is told: then records are scored without it; or if the archive does not: then
        archived memories are not told. Nothing is lost.
        """
        core = self._core
        encoder, records, index = core.embedder, core.records.health(), self._index()
        working = self._asked(core.working)
        archive = {} if core.archive is None else self._asked(core.archive)
        bad = "error" in {*working, *index, *archive} or index.get("failing")
        return {
            "ok": not bad,
            "records": records,
            "working": working,
            **({"index": index} if index else {}),
            **({"archive": archive} if archive else {}),
            "encoder": None if encoder is None else encoder.model_id,
            "secrets_found": dict(self._core.secrets),
        }

    def _asked(self, place: WorkingMemory | Archive) -> Mapping[str, Any]:
        try:
            return place.health(self.lanes.deadline())
        except (StoreError, ConfigurationError) as error:
            return {"error": type(error).__name__}

    def _index(self) -> Mapping[str, Any]:
        return {} if self.indexed is None else self.indexed.health(self.lanes.deadline())

    def close(self) -> None:
        """Write what has gathered and give everything back; harmless when called again."""
        try:
            self._unclosed.pop()
        except IndexError:
            return
        self.lanes.close()
        flush(self._core)
        try:
            self._tidying.now()
        finally:
            self._core.working.close()
            if self._core.archive is not None:
                self._core.archive.close()
            if self.indexed is not None:
                self.indexed.records.close()
            close_store(self.store)

    ascrub = twin(scrub)
    awarm = twin(warm)
    ahealth = twin(health)

    async def aclose(self) -> None:
        """The same as :meth:`close`, awaited."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"<Hindsight {'open' if self._unclosed else 'closed'}>"

    def __reduce__(self) -> NoReturn:
        raise ConfigurationError(
            "a Hindsight cannot be pickled: it holds open files. Open it in the process that uses it"
        )

    def _check_open(self) -> None:
        if not self._unclosed:
            raise Unavailable("this Hindsight was closed")


# So that its signature is shown: the parameters are those of ``open``.
Hindsight.aopen.__func__.__wrapped__ = Hindsight.open.__func__  # type: ignore[attr-defined]


def _cold(archive: Any, settings: Settings) -> Callable[[Store], Archive] | None:
    if archive is None:
        return None
    return archive_named(archive, settings.archive, settings.runtime.deadline)


def _searched(store: Store, indexed: Indexed | None) -> VectorIndex:
    return store.index if indexed is None else indexed.search


def _bundled() -> Embedder | None:
    """The bundled encoder, or ``None`` where its package is missing: words alone then."""
    try:
        return BundledEncoder()
    except ConfigurationError:
        return None


@atexit.register
def _close_all() -> None:
    """At the end of the process: let verbs that run come to their end, then close."""
    end = time.monotonic() + _PATIENCE
    for hindsight in list(_open):
        hindsight.lanes.close()
    for hindsight in list(_open):
        hindsight.lanes.drain(max(0.0, end - time.monotonic()))
        hindsight.close()
    close_all()


def _after_fork() -> None:
    """What the parent has gathered is the parent's to write."""
    for touches in list(_gathering):
        touches.take()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
