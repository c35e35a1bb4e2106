"""Prints how many statements in other words are merged with what is known, and how many that only look alike.

    python benchmarks/likeness.py

All were written by hand (``benchmarks/data/likeness_*.tsv``). "Tuned on" and "held out" are the odd and the even lines of 400 pairs,
"fresh" 60 more; all of them have been read since, and the tables ``language/likeness_*.toml`` were widened by the kinds of rewording
that failed in them. "Practice" are 840 pairs, written to find further kinds and tuned on. "Blind" are 240 pairs that were written before
their author had read the rules or any other pair; what failed was read after their first measuring, and its kinds were mended. "Last" are
160 pairs, written after all that, and read in their turn. "Next" are 240 pairs by authors who knew neither the rules nor any other
pair; this half of them was read after its first measuring (merged .57 English, .48 Chinese; look-alikes .083, .150). "Fields" are 900 pairs, written to find kinds in further fields of life and tuned on. "Unseen" is the other half of "next", which nobody who
wrote a rule has read. ``docs/figures.md`` holds each first measuring.
Cosine alone is printed beside: the bound that merges as many, and what else it merges.
The cost is that of remembering keyless statements of one user, with and without the comparison.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from hindsight_integrations import Hindsight
from hindsight_integrations.engine.restating import bounds
from hindsight_integrations.language.likeness import alike
from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.ports import Vector
from hindsight_integrations.settings import LikenessSettings, Settings

DATA = Path(__file__).parent / "data"
BOUNDS = bounds(LikenessSettings())
ENCODER = BundledEncoder()


def pairs(kind: str, language: str) -> list[tuple[str, str]]:
    lines = (DATA / f"likeness_{kind}_{language}.tsv").read_text("utf-8").splitlines()
    return [(one, other) for one, other in (line.split("\t")[-2:] for line in lines)]


def of_half(kind: str, language: str, half: int) -> list[tuple[str, str]]:
    return pairs(kind, language)[half::2]


def sets(language: str) -> Iterator[tuple[str, list[tuple[str, str]], list[tuple[str, str]]]]:
    """The name of each set, its pairs in other words, its look-alikes."""
    for half, name in enumerate(("tuned on", "held out")):
        yield name, of_half("same", language, half), of_half("other", language, half)
    for name in ("fresh", "practice", "blind", "last", "next", "fields", "unseen"):
        yield name, pairs(f"{name}_same", language), pairs(f"{name}_other", language)


def cosine(one: str, other: str) -> float:
    rows = ENCODER.embed([one, other])
    return float(rows[0] @ rows[1])


def merged(rows: list[tuple[str, str]]) -> int:
    return sum(alike(a, b, cosine(a, b), BOUNDS, cosine).same for a, b in rows)


def by_cosine(same: list[tuple[str, str]], other: list[tuple[str, str]], many: int) -> float:
    """The share of ``other`` that a bound merges which merges ``many`` of ``same``."""
    bound = sorted((cosine(a, b) for a, b in same), reverse=True)[max(many, 1) - 1]
    return sum(cosine(a, b) >= bound for a, b in other) / len(other)


def figures() -> None:
    for language in ("en", "zh"):
        for name, same, other in sets(language):
            found, wrong = merged(same), merged(other)
            print(
                f"{language} {name}: in other words {found / len(same):.2f} (≥ 0.90)"
                f"  look-alikes {wrong / len(other):.2f} (≤ 0.01)"
                f"  as many by cosine alone: look-alikes {by_cosine(same, other, found):.2f}"
            )


def told() -> list[str]:
    return [text for language in ("en", "zh") for pair in pairs("same", language) for text in pair]


def cost() -> None:
    """Each statement is remembered by two users in turn, one without the comparison."""
    texts = told()
    off = Settings(likeness=LikenessSettings(batch=0))
    spent = {"compared": 0.0, "word by word": 0.0}
    vectors = dict(zip(texts, ENCODER.embed(texts), strict=True))
    known = _Known(vectors)
    with (
        Hindsight.open("sqlite:///:memory:", embedder=known) as on,
        Hindsight.open("sqlite:///:memory:", embedder=known, settings=off) as without,
    ):
        users = {"compared": on.for_user("u"), "word by word": without.for_user("u")}
        for text in texts:
            for name, user in users.items():
                start = time.perf_counter()
                user.remember(text)
                spent[name] += time.perf_counter() - start
    each = {name: 1000 * total / len(texts) for name, total in spent.items()}
    ratio = each["compared"] / each["word by word"]
    print(
        f"remember, vectors given: {each['compared']:.2f} ms compared, {each['word by word']:.2f} ms word by word: {ratio:.2f} ×"
    )


class _Known:
    """The bundled encoder with the statements' vectors given, so that only the rest is timed."""

    model_id, dimensions = ENCODER.model_id, ENCODER.dimensions

    def __init__(self, vectors: dict[str, Vector]) -> None:
        self._vectors = vectors

    def embed(self, texts: Sequence[str]) -> Vector:
        if all(text in self._vectors for text in texts):
            return np.stack([self._vectors[text] for text in texts])
        return ENCODER.embed(texts)


if __name__ == "__main__":
    figures()
    cost()
