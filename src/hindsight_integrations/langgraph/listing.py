"""Which namespaces a listing of LangGraph's asks for; pure, it reads no store."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from langgraph.store.base import ListNamespacesOp, MatchCondition

from hindsight_integrations.errors import InvalidInput

_ANY = "*"
Namespace = tuple[str, ...]


def literal_prefix(op: ListNamespacesOp) -> Namespace:
    """The longest beginning that every namespace asked for has."""
    begins: Namespace = ()
    for condition in op.match_conditions or ():
        if condition.match_type == "prefix":
            literal = tuple(takewhile(lambda label: label != _ANY, condition.path))
            begins = max(begins, literal, key=len)
    return begins


def page_of(op: ListNamespacesOp, namespaces: Sequence[Namespace]) -> list[Namespace]:
    """The page of those that match: cut to ``max_depth``, each once, sorted."""
    if op.max_depth is not None and op.max_depth < 1:
        raise InvalidInput(f"max_depth must be at least 1, got {op.max_depth}")
    conditions = op.match_conditions or ()
    matching = [one for one in namespaces if all(_matches(one, c) for c in conditions)]
    cut = sorted({namespace[: op.max_depth] for namespace in matching})
    return cut[op.offset : op.offset + op.limit]


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    """Label by label, case by case; ``*`` stands for exactly one label."""
    path = tuple(condition.path)
    if len(path) > len(namespace):
        return False
    if condition.match_type == "prefix":
        part = namespace[: len(path)]
    elif condition.match_type == "suffix":
        part = namespace[len(namespace) - len(path) :]
    else:
        raise InvalidInput(f"a listing matches by prefix or suffix, not {condition.match_type!r}")
    return all(wanted in (_ANY, label) for wanted, label in zip(path, part, strict=True))
