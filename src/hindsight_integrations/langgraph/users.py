"""Finds whose items an operation of a store is about; an operation that names nobody is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from langgraph.runtime import Runtime, get_runtime
from langgraph.store.base import GetOp, ListNamespacesOp, Op, PutOp, SearchOp

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.langgraph.labels import id_of

#: A user's id, the place in the namespace where it stands, or what finds it in the run.
User = str | int | Callable[[Runtime[Any]], str | int | UUID]


class Users:
    """Reads the user of an operation as the store was told to."""

    def __init__(self, user: User) -> None:
        if isinstance(user, str) and not user:
            raise InvalidInput("user must not be empty")
        if isinstance(user, bool) or not (isinstance(user, str | int) or callable(user)):
            raise InvalidInput(
                "user is an id, a place in the namespace (0 is the first label), or a function "
                f"of the runtime; got a {type(user).__name__}"
            )
        if isinstance(user, int) and user < 0:
            raise InvalidInput(f"a place in the namespace counts from 0, got {user}")
        self._user = user

    def of(self, ops: Sequence[Op]) -> list[str]:
        """The user of each operation, in order. Raises :class:`InvalidInput` for want of one."""
        if isinstance(self._user, str):
            return [self._user] * len(ops)
        if isinstance(self._user, int):
            place = self._user
            return [_named(op, place) for op in ops]
        return [_of_run(self._user)] * len(ops)


def _of_run(find: Callable[[Runtime[Any]], Any]) -> str:
    try:
        runtime: Runtime[Any] | None = get_runtime()
    except RuntimeError:
        runtime = None
    if runtime is None:
        raise InvalidInput(
            "the store's user is found in the run of a graph, and none is running here"
        )
    user = find(runtime)
    if isinstance(user, bool) or not isinstance(user, str | int | UUID) or user == "":
        raise InvalidInput(
            f"the store's user is not known: user() answered a {type(user).__name__}, "
            "not a string, a number or a UUID"
        )
    return str(user)


def _named(op: Op, place: int) -> str:
    """The user that the namespace of an operation names at ``place``."""
    paths = [path for path in _paths(op) if len(path) > place]
    if isinstance(op, ListNamespacesOp):
        paths = [path for path in paths if path[place] != "*"]
    if not paths:
        raise InvalidInput(
            f"whose items? The user is label {place} of the namespace, and this one has none: "
            "begin the namespace, or the prefix of a search or a listing, with it"
        )
    return id_of(paths[0][place])


def _paths(op: Op) -> Sequence[Sequence[str]]:
    """What the namespaces of an operation begin with."""
    match op:
        case GetOp() | PutOp():
            return [op.namespace]
        case SearchOp():
            return [op.namespace_prefix]
        case ListNamespacesOp():
            return [c.path for c in op.match_conditions or () if c.match_type == "prefix"]
    raise InvalidInput(f"unknown operation {type(op).__name__}")
