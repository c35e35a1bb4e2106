"""A LangGraph store over users' memories: reads its operations as items'; what becomes of them is the memory's affair."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)

from hindsight_integrations import items
from hindsight_integrations.engine.item_filters import matcher
from hindsight_integrations.engine.item_keys import subject_of
from hindsight_integrations.errors import InvalidInput, Unavailable
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.langgraph.indexing import ItemIndex
from hindsight_integrations.langgraph.listing import literal_prefix, page_of
from hindsight_integrations.langgraph.sweeping import Sweeper
from hindsight_integrations.langgraph.users import User, Users
from hindsight_integrations.user_items import UserItems

#: As LangGraph's own stores sweep, unless the config says.
_SWEEP_MINUTES = 5.0


class RecalledItem(SearchItem):
    """A found item whose score is recall's; ``why`` holds the score's parts, by name."""

    __slots__ = ("why",)

    def __init__(self, *, why: Mapping[str, float] | None, **fields: Any) -> None:
        super().__init__(**fields)
        self.why = why

    def dict(self) -> dict[str, Any]:
        """The item as JSON-able data, with the parts of its score."""
        why = None if self.why is None else {**self.why}
        return super().dict() | {"why": why}


class HindsightStore(BaseStore):
    """Long-term memory as a LangGraph store: ``builder.compile(store=HindsightStore(hindsight, user=0))``.

    Every item belongs to a user, and no operation reaches another user's. ``user`` says whose:
    a place in the namespace (``0``: its first label, see ``label_of`` for e-mail addresses), a
    function of the run's runtime (``lambda runtime: runtime.context["user_id"]``), or an id.
    An operation without a user raises :class:`InvalidInput`.

    Values are JSON. A put over a key supersedes: ``history`` shows what it held, and
    ``hindsight.for_user(user).recall`` finds it like any memory. A delete is real.

    ``index`` is LangGraph's index config; without ``embed`` the memory's own encoder serves.
    ``ranking="hindsight"`` scores by recall instead of nearness alone. ``ttl`` is LangGraph's
    config, in minutes; what has expired is absent, swept or not.
    """

    supports_ttl = True

    def __init__(
        self,
        hindsight: Hindsight,
        *,
        user: User,
        tenant: str = "default",
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        ranking: str = "similarity",
    ) -> None:
        hindsight.items("anyone", tenant=tenant, ranking=ranking)  # what is wrong shows now
        self._hindsight = hindsight
        self._users = Users(user)
        self._tenant = tenant
        self._ranking = ranking
        self._index = ItemIndex(index)
        self._sweeper = Sweeper()
        self.index_config = None if index is None else index.copy()
        self.embeddings = self._index.embeddings
        self.ttl_config = ttl

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run the operations: all reads see what was before the writes. See ``BaseStore``."""
        listed = list(ops)
        return self._apply(listed, self._users.of(_checked(listed)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same as :meth:`batch`, awaited."""
        listed = list(ops)
        users = self._users.of(_checked(listed))
        return await self._hindsight.lanes.verb(lambda: self._apply(listed, users))

    def history(self, namespace: Sequence[str], key: str) -> list[Item]:
        """What the key held, the present value first; empty for a key that was deleted."""
        op = GetOp(tuple(namespace), key)
        (user,) = self._users.of(_checked([op]))
        return [Item(**_fields(item)) for item in self._items(user).history(namespace, key)]

    @staticmethod
    def subject(namespace: Sequence[str], key: str) -> str:
        """The subject under which memory keeps the item: ``memory.history(store.subject(ns, key))``."""
        return subject_of(namespace, key)

    def setup(self) -> None:
        """Nothing is left to set up: the Hindsight did so when it was opened."""

    def sweep_ttl(self) -> int:
        """Remove the tenant's expired items; answers how many."""
        return self._hindsight.admin(tenant=self._tenant).sweep()

    async def asweep_ttl(self) -> int:
        """The same as :meth:`sweep_ttl`, awaited."""
        return await self._hindsight.admin(tenant=self._tenant).asweep()

    def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> Future[None]:
        """Sweep in the background until :meth:`stop_ttl_sweeper`; needs a ``ttl`` config.

        The future is done when the sweeper has ended, and cancelling it ends it.
        """
        if not self.ttl_config:
            done = Future[None]()
            done.set_result(None)
            return done
        minutes = sweep_interval_minutes or self.ttl_config.get("sweep_interval_minutes")
        method = weakref.WeakMethod(self._sweep)  # the thread keeps no store alive

        def sweep() -> bool:
            present = method()
            return present is not None and present()

        return self._sweeper.start(sweep, 60 * (minutes or _SWEEP_MINUTES))

    def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """Stop the sweeper; whether it ended within ``timeout`` seconds."""
        return self._sweeper.stop(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sweeper.stop(None)

    def __repr__(self) -> str:
        return f"<HindsightStore of tenant {self._tenant}>"

    def _sweep(self) -> bool:
        """One sweep; False once the memory was closed."""
        try:
            admin = self._hindsight.admin(tenant=self._tenant)
        except Unavailable:
            return False
        admin.sweep()
        return True

    def _items(self, user: str) -> UserItems:
        return self._hindsight.items(
            user, tenant=self._tenant, encoder=self._index.encoder, ranking=self._ranking
        )

    def _apply(self, ops: Sequence[Op], users: Sequence[str]) -> list[Result]:
        """Everything is read into our terms before the first user's items are touched."""
        asks: dict[str, list[tuple[int, items.ItemAsk]]] = {user: [] for user in users}
        puts: dict[str, list[items.ItemPut]] = {user: [] for user in users}
        for place, (op, user) in enumerate(zip(ops, users, strict=True)):
            if isinstance(op, PutOp):
                puts[user].append(self._put(op))
            else:
                asks[user].append((place, self._ask(op)))
        results: list[Result] = [None] * len(ops)
        for user, placed in asks.items():
            answers = self._items(user).batch([ask for _, ask in placed], puts[user])
            for (place, _), answer in zip(placed, answers, strict=True):
                results[place] = self._result(ops[place], answer)
        return results

    def _put(self, op: PutOp) -> items.ItemPut:
        texts = () if op.value is None else self._index.texts(op.value, op.index)
        return items.ItemPut(
            namespace=tuple(op.namespace),
            key=op.key,
            value=op.value,
            ttl=op.ttl,
            indexed=op.index is not False,
            texts=texts,
        )

    def _ask(self, op: Op) -> items.ItemAsk:
        match op:
            case GetOp():
                return items.ItemGet(
                    namespace=tuple(op.namespace), key=op.key, refresh=self._refreshes(op)
                )
            case SearchOp():
                return items.ItemSearch(
                    namespace=tuple(op.namespace_prefix),
                    query=op.query,
                    matches=matcher(op.filter),
                    limit=op.limit,
                    offset=op.offset,
                    refresh=self._refreshes(op),
                )
            case ListNamespacesOp():
                items.check_page(op.limit, op.offset)
                return items.ItemNamespaces(below=literal_prefix(op))
        raise InvalidInput(f"unknown operation {type(op).__name__}")

    def _refreshes(self, op: GetOp | SearchOp) -> bool:
        """A read refreshes if it asks to and the config allows; LangGraph's SQLite store agrees."""
        return op.refresh_ttl and bool((self.ttl_config or {}).get("refresh_on_read"))

    def _result(self, op: Op, answer: items.ItemAnswer) -> Result:
        if isinstance(op, ListNamespacesOp):
            return page_of(op, answer or [])  # type: ignore[arg-type]
        if isinstance(answer, list):
            recalled = self._ranking == items.Ranking.HINDSIGHT
            return [_found(item, recalled=recalled) for item in answer]  # type: ignore[arg-type]
        return None if answer is None else Item(**_fields(answer))


def _checked(ops: Sequence[Op]) -> Sequence[Op]:
    """One bad label refuses the whole batch, before anything of it is done."""
    for op in ops:
        validate_op_namespace(op)
    return ops


def _fields(item: items.Item) -> dict[str, Any]:
    return {
        "namespace": item.namespace,
        "key": item.key,
        "value": item.value,
        "created_at": item.created_at,
        "updated_at": item.updated_at,
    }


def _found(item: items.Item, *, recalled: bool) -> SearchItem:
    if recalled:
        return RecalledItem(**_fields(item), score=item.score, why=item.why)
    return SearchItem(**_fields(item), score=item.score)
