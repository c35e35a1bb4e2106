"""The keyword route: scores against numbers worked out by hand and against the formula, order, prefixes, terms as data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.ports import RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.testing.builders import make_entry, make_memory, make_scope
from hindsight_integrations.testing.generated import examined, fresh_scope
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    RecordStoreFixtures,
    put,
    reading,
    writing,
)

#: Three records of 3, 2 and 1 terms: N = 3, mean length 2.
_THREE = {"m1": ("tea", "tea", "milk"), "m2": ("tea", "coffee"), "m3": ("water",)}
#: Rarities: of tea, in 2 of 3 records, ln(1 + 1.5/2.5) or 0.4700036; of milk, coffee and water,
#: in 1, ln(1 + 2.5/1.5) or 0.9808293; of an unknown word ln(1 + 3.5/0.5) or 2.0794415.
#: Saturations: m1 has tea twice, giving 2/(2 + 1.2 * (0.25 + 0.75 * 1.5)) or 2/3.65, and milk once,
#: giving 1/2.65; in m2, of length 2, a word gives 1/2.2; in m3, of length 1, it gives
#: 1/(1 + 1.2 * (0.25 + 0.75 * 0.5)) or 1/1.75.
_BY_HAND: tuple[tuple[tuple[str, ...], dict[str, float]], ...] = (
    # one term: the weight cancels, the saturation is left
    (("tea",), {"m1": 0.5479452, "m2": 0.4545455}),
    (("water",), {"m3": 0.5714286}),
    # of the 1.4508329 in all, m1 covers 0.4700036 * 2/3.65 + 0.9808293 / 2.65, m2 0.4700036 / 2.2
    (("tea", "milk"), {"m1": 0.4326208, "m2": 0.1472520}),
    # asking twice asks once; the order of terms says nothing
    (("milk", "tea", "milk"), {"m1": 0.4326208, "m2": 0.1472520}),
    # what nobody has still counts: of 2.5494452 in all, m1 covers 0.4700036 * 2/3.65
    (("tea", "unknown"), {"m1": 0.1010166, "m2": 0.0837978}),
    # a prefix is one term: 'mi*' as milk, 't*' as tea
    (("mi*",), {"m1": 0.3773585}),
    (("t*", "mi*"), {"m1": 0.4326208, "m2": 0.1472520}),
    # c* is coffee and w* is water, each half of the information, so half of 1/1.75 and of 1/2.2
    (("c*", "w*"), {"m3": 0.2857143, "m2": 0.2272727}),
    (("unknown",), {}),
    (("un*",), {}),
    ((), {}),
)
_WORDS = ("tea", "teapot", "te", "milk", "茶", "绿茶", "茶壶", "a_b", "axb", "a%")
_ASKED = (*_WORDS, "te*", "t*", "茶*", "绿*", "a_*", "a%*", "a*", "unknown", "未知*")


def _formula(terms: Sequence[str], records: Sequence[Sequence[str]]) -> list[float]:
    """The promised score of each record, from the definition."""
    counts = [Counter(words) for words in records]
    mean = sum(map(len, records)) / len(records)

    def tf(term: str, words: Counter[str]) -> int:
        if not term.endswith("*"):
            return words[term]
        return sum(count for word, count in words.items() if word.startswith(term[:-1]))

    def idf(term: str) -> float:
        df = sum(1 for words in counts if tf(term, words))
        return math.log(1 + (len(records) - df + 0.5) / (df + 0.5))

    def share(term: str, words: Counter[str]) -> float:
        found = tf(term, words)
        if not found:
            return 0.0
        length = 0.25 + 0.75 * words.total() / mean
        return min(1.0, found * (1.2 + 1) / (found + 1.2 * length) / (1.2 + 1))

    asked = set(terms)
    total = sum(idf(term) for term in asked)
    return [sum(idf(term) * share(term, words) for term in asked) / total for words in counts]


class KeywordTests(RecordStoreFixtures):
    """``keyword``."""

    @pytest.mark.parametrize(
        ("terms", "expected"), _BY_HAND, ids=[" ".join(t) or "nothing" for t, _ in _BY_HAND]
    )
    def test_scores_are_the_share_of_information_covered(
        self, store: RecordStore, terms: tuple[str, ...], expected: dict[str, float]
    ) -> None:
        put(store, *(make_entry(make_memory(name), terms=words) for name, words in _THREE.items()))
        with reading(store, make_scope()) as read:
            hits = read.keyword(terms, ALL, limit=10)
        assert {hit.id: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
        assert [hit.id for hit in hits] == list(expected)

    @examined
    @given(
        records=st.lists(st.lists(st.sampled_from(_WORDS), max_size=8), min_size=1, max_size=8),
        terms=st.lists(st.sampled_from(_ASKED), min_size=1, max_size=5),
    )
    def test_scores_follow_the_formula(
        self, store: RecordStore, records: list[list[str]], terms: list[str]
    ) -> None:
        scope = fresh_scope()
        with writing(store, scope) as write:
            for number, words in enumerate(records):
                write.put(make_entry(make_memory(f"r{number}", scope=scope), terms=words))
        scores = _formula(terms, records)
        expected = {f"r{number}": score for number, score in enumerate(scores) if score > 0}
        with reading(store, scope) as read:
            hits = read.keyword(terms, ALL, limit=20)
        assert {hit.id: hit.score for hit in hits} == pytest.approx(expected, rel=1e-6)
        assert len(hits) == len(expected)
        assert all(a.score >= b.score for a, b in pairwise(hits))
        assert all(0 < hit.score <= 1 for hit in hits)

    def test_equal_scores_come_latest_written_first(self, store: RecordStore) -> None:
        put(store, *(make_entry(make_memory(f"m{n}"), terms=("tea", f"w{n}")) for n in range(5)))
        with reading(store, make_scope()) as read:
            assert [hit.id for hit in read.keyword(["tea"], ALL, limit=3)] == ["m4", "m3", "m2"]

    def test_the_filter_goes_before_the_limit(self, store: RecordStore) -> None:
        weak = make_memory("weak", tags=("red",))
        put(
            store,
            make_entry(weak, terms=("tea", *(f"w{n}" for n in range(50)))),
            *(make_entry(make_memory(f"m{n}"), terms=("tea", "tea")) for n in range(60)),
        )
        with reading(store, make_scope()) as read:
            assert [hit.id for hit in read.keyword(["tea"], Where(tags=("red",)), limit=1)] == [
                "weak"
            ]

    def test_rarity_counts_the_whole_scope_and_no_other(self, store: RecordStore) -> None:
        """All statuses count, whatever the filter; the records of other users never do."""
        put(
            store,
            make_entry(make_memory("m1"), terms=_THREE["m1"]),
            make_entry(make_memory("m2", status="superseded"), terms=_THREE["m2"]),
            make_entry(make_memory("m3", status="archived"), terms=_THREE["m3"]),
        )
        ben = make_scope("ben")
        put(
            store,
            *(make_entry(make_memory(f"b{n}", scope=ben), terms=("milk",) * 9) for n in range(9)),
        )
        with reading(store, make_scope()) as read:
            hits = read.keyword(["tea", "milk"], Where.of(statuses="active"), limit=10)
        assert [hit.id for hit in hits] == ["m1"]
        assert hits[0].score == pytest.approx(0.4326208, abs=1e-6)

    def test_a_record_without_terms_counts_but_is_not_found(self, store: RecordStore) -> None:
        put(
            store,
            make_entry(make_memory("m1"), terms=("tea",)),
            make_entry(make_memory("m2"), terms=()),
        )
        with reading(store, make_scope()) as read:
            hits = read.keyword(["tea", "milk"], ALL, limit=10)
        # N = 2, mean 0.5: tea ln(1 + 1.5/1.5) = 0.6931472, milk ln(1 + 2.5/0.5) = 1.7917595;
        # saturation 1/(1 + 1.2 * (0.25 + 0.75 * 2)) = 1/3.1
        assert [hit.id for hit in hits] == ["m1"]
        assert hits[0].score == pytest.approx(0.6931472 / 3.1 / 2.4849066, abs=1e-6)

    @pytest.mark.parametrize(
        "term",
        ['"', '"a', "'", "';--", "a:b", "NOT", "OR", "near", "(", ")", "-", "pre-edit", "don't",
         "%", "_", "\\", "^", "+", "te?", "[a-z]", "\x00", "", "&", "|", "!", "<->", ":*"],
        ids=ascii,
    )  # fmt: skip
    def test_terms_are_data(self, store: RecordStore, term: str) -> None:
        put(store, make_entry(make_memory("m1"), terms=("tea", "ab", "edit", "pre", "don", "t")))
        with reading(store, make_scope()) as read:
            assert read.keyword([term], ALL, limit=10) == []
            assert [hit.id for hit in read.keyword([term, "tea"], ALL, limit=10)] == ["m1"]

    @pytest.mark.parametrize("term", ["not", "or", "and", "near", "null", "true", "select", "茶"])
    def test_words_of_query_languages_are_words(self, store: RecordStore, term: str) -> None:
        put(
            store,
            make_entry(make_memory("m1"), terms=("coffee", term)),
            make_entry(make_memory("m2"), terms=("coffee",)),
        )
        with reading(store, make_scope()) as read:
            assert [hit.id for hit in read.keyword([term], ALL, limit=10)] == ["m1"]
            assert [
                hit.id for hit in read.keyword([term[0] + "*"], Where(ids=("m1",)), limit=9)
            ] == ["m1"]

    def test_chinese_bigrams_and_prefixes(self, store: RecordStore) -> None:
        put(
            store,
            make_entry(make_memory("m1"), terms=("里斯", "斯本", "本")),
            make_entry(make_memory("m2"), terms=("斯文", "文")),
        )
        with reading(store, make_scope()) as read:
            assert [hit.id for hit in read.keyword(["斯本"], ALL, limit=9)] == ["m1"]
            assert {hit.id for hit in read.keyword(["斯*"], ALL, limit=9)} == {"m1", "m2"}
            assert [hit.id for hit in read.keyword(["里*"], ALL, limit=9)] == ["m1"]
            assert read.keyword(["里"], ALL, limit=9) == []
