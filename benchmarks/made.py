"""Makes memories and questions to measure with: sentences of a skewed vocabulary and clustered unit vectors; seeded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hindsight_integrations.ports import Vector

DIMENSIONS = 512
_CENTRES = 2000
_OPENINGS = (
    "I told you that", "last time we spoke about", "please remember", "my colleague said",
    "the order for", "we talked about", "I still need", "the meeting on", "my favourite", "the trip to",
)  # fmt: skip


def vocabulary(size: int, rng: np.random.Generator) -> list[str]:
    """Pronounceable made-up words."""
    consonants, vowels = "bcdfghklmnprstvz", "aeiou"
    words: set[str] = set()
    while len(words) < size:
        syllables = rng.integers(2, 4)
        words.add(
            "".join(
                consonants[rng.integers(len(consonants))] + vowels[rng.integers(len(vowels))]
                for _ in range(syllables)
            )
        )
    return sorted(words)


class Texts:
    """Sentences of 8 to 16 words, drawn by Zipf's law from 20,000 words."""

    def __init__(self, seed: int = 7) -> None:
        self._rng = np.random.default_rng(seed)
        self._words = vocabulary(20_000, self._rng)
        weights = 1.0 / np.arange(1, len(self._words) + 1)
        self._weights = weights / weights.sum()

    def sentences(self, count: int) -> list[str]:
        lengths = self._rng.integers(6, 13, count)
        drawn = self._rng.choice(len(self._words), int(lengths.sum()), p=self._weights)
        openings = self._rng.integers(len(_OPENINGS), size=count)
        ends = np.cumsum(lengths)
        return [
            f"{_OPENINGS[o]} {' '.join(self._words[w] for w in drawn[e - n : e])}"
            for o, n, e in zip(openings, lengths, ends, strict=True)
        ]

    def questions(self, sentences: Sequence[str], count: int) -> list[str]:
        """Five words of a sentence, as a question."""
        chosen = self._rng.integers(len(sentences), size=count)
        asked = []
        for place in chosen:
            words = sentences[place].split()
            picked = self._rng.choice(words, min(5, len(words)), replace=False)
            asked.append(f"what about {' '.join(picked)}?")
        return asked


class Prepared:
    """An encoder whose vectors were made beforehand: a look-up, so that encoding costs nothing."""

    model_id = "prepared-512"
    dimensions = DIMENSIONS

    def __init__(self, seed: int = 11) -> None:
        self._rng = np.random.default_rng(seed)
        self._centres = self._rng.standard_normal((_CENTRES, DIMENSIONS)).astype(np.float32)
        self._known: dict[str, Vector] = {}
        self.calls = 0

    def prepare(self, texts: Sequence[str]) -> Vector:
        rows = self._centres[self._rng.integers(_CENTRES, size=len(texts))]
        noise = self._rng.standard_normal((len(texts), DIMENSIONS)).astype(np.float32)
        made: Vector = rows + noise
        made /= np.linalg.norm(made, axis=1, keepdims=True)
        self._known.update(zip(texts, made, strict=True))
        return made

    def forget(self, texts: Sequence[str]) -> None:
        """Let prepared vectors go: a million of them would fill the memory."""
        for text in texts:
            self._known.pop(text, None)

    def embed(self, texts: Sequence[str]) -> Vector:
        self.calls += len(texts)
        if len(texts) == 1:
            return self._known[texts[0]][np.newaxis]
        return np.stack([self._known[text] for text in texts])
