"""Items' keys as subjects: readable where they can be, each its own, below their namespace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.engine.item_keys import below, namespace_of, subject_of
from hindsight_integrations.records import SubjectKey

LABELS = st.text(min_size=1).filter(lambda label: "\0" not in label and "." not in label)
NAMESPACES = st.lists(LABELS, min_size=1, max_size=4).map(tuple)
KEYS = st.text(min_size=1)


@pytest.mark.parametrize(
    ("namespace", "key", "subject"),
    [
        (("docs",), "prefs", "_store.docs.prefs"),
        (("用户", "记忆"), "城市", "_store.用户.记忆.城市"),
        (("docs",), "Prefs", "_store.docs.x-5072656673"),
        (("docs",), "a.b", "_store.docs.x-612e62"),
        (("x-61",), "k", "_store.x-782d3631.k"),
    ],
)
def test_a_subject(namespace: tuple[str, ...], key: str, subject: str) -> None:
    assert subject_of(namespace, key) == subject


def test_a_long_label_is_a_digest() -> None:
    subject = subject_of(("docs",), "/" + "long" * 50)
    assert subject.startswith("_store.docs.h-")
    assert len(subject) == len("_store.docs.h-") + 32
    assert namespace_of(subject) == ("docs",)
    assert namespace_of(subject_of(("long" * 50,), "k")) is None


@given(NAMESPACES, KEYS)
def test_a_subject_is_a_key_and_leads_back_to_its_namespace(
    namespace: tuple[str, ...], key: str
) -> None:
    subject = subject_of(namespace, key)
    assert SubjectKey(str(subject)[:200].rstrip(".")) == str(subject)[:200].rstrip(".")
    assert namespace_of(subject) in (namespace, None)


@given(NAMESPACES, KEYS, NAMESPACES, KEYS)
def test_different_keys_have_different_subjects(
    one: tuple[str, ...], key: str, other: tuple[str, ...], other_key: str
) -> None:
    same = subject_of(one, key) == subject_of(other, other_key)
    assert same is ((one, key) == (other, other_key))


@given(NAMESPACES, KEYS, st.lists(LABELS, max_size=4).map(tuple))
def test_an_item_is_below_what_its_namespace_begins_with(
    namespace: tuple[str, ...], key: str, prefix: tuple[str, ...]
) -> None:
    begins = namespace[: len(prefix)] == prefix
    assert below(prefix).matches(subject_of(namespace, key)) is begins
