"""The contract of the Embedder port, to be subclassed by the tests of every encoder; it knows no encoder."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from hindsight_integrations.ports import Embedder, Vector

#: Texts as they come: both languages, empty, signs only, NUL, a lone surrogate, right to left, long.
TEXTS = (
    "Alice moved to Lisbon in March.",
    "她三月搬到了里斯本。",
    "Please send the invoice by e-mail, never call.",
    "",
    "   \n\t",
    "?!…。",
    "a\x00b",
    "x\ud800y",
    "😀👍🏽❤️",
    "שלום עולם",
    "We spoke about the garden and the weather. " * 200,
    "今天我们谈了花园和天气。" * 200,
)


class EmbedderContract:
    """Subclass it and give the fixture ``embedder``."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError

    def test_it_has_the_port_s_members(self, embedder: Embedder) -> None:
        assert isinstance(embedder, Embedder)
        assert embedder.model_id.strip()
        assert embedder.dimensions > 0

    def test_rows_are_float32_of_length_1(self, embedder: Embedder) -> None:
        rows = embedder.embed(TEXTS)
        assert rows.dtype == np.float32
        assert rows.shape == (len(TEXTS), embedder.dimensions)
        assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        rows = embedder.embed([])
        assert rows.dtype == np.float32
        assert rows.shape == (0, embedder.dimensions)

    def test_a_text_s_row_does_not_depend_on_its_company(self, embedder: Embedder) -> None:
        together = embedder.embed(TEXTS)
        backwards = embedder.embed(TEXTS[::-1])[::-1]
        alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
        assert together == pytest.approx(alone, abs=1e-5)
        assert together == pytest.approx(backwards, abs=1e-5)

    def test_other_texts_point_elsewhere(self, embedder: Embedder) -> None:
        one, same, other = embedder.embed([TEXTS[0], TEXTS[0], TEXTS[2]])
        assert float(one @ same) == pytest.approx(1.0, abs=1e-5)
        assert float(one @ other) < 0.9

    def test_an_answer_belongs_to_its_caller(self, embedder: Embedder) -> None:
        first = embedder.embed(TEXTS[:2])
        kept = first.copy()
        first[:] = 0
        assert embedder.embed(TEXTS[:2]) == pytest.approx(kept, abs=1e-5)

    def test_any_thread_may_ask(self, embedder: Embedder) -> None:
        def ask(texts: Sequence[str]) -> Vector:
            return embedder.embed(texts)

        wanted = embedder.embed(TEXTS)
        with ThreadPoolExecutor(4) as pool:
            for rows in pool.map(ask, [TEXTS] * 8):
                assert rows == pytest.approx(wanted, abs=1e-5)
