"""The sentence-transformers adapters, over objects with the library's call signatures."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from hindsight_integrations.errors import ConfigurationError, MissingExtra, ModelError
from hindsight_integrations.models.sentence_transformers import (
    CrossEncoderReranker,
    SentenceTransformersEncoder,
)
from hindsight_integrations.ports import Embedder, Reranker
from hindsight_integrations.testing.embedder import EmbedderContract


class LetterModel:
    """Counts pairs of bytes; its ``encode`` takes what SentenceTransformer's takes."""

    def __init__(self, dimensions: int = 97) -> None:
        self.dimensions = dimensions
        self.asked: list[str] = []

    def encode(  # noqa: PLR0917 - the library's signature
        self,
        sentences: str | list[str],
        prompt_name: str | None = None,
        prompt: str | None = None,
        batch_size: int = 32,
        show_progress_bar: bool | None = None,
        output_value: Literal["sentence_embedding", "token_embeddings"] = "sentence_embedding",
        precision: Literal["float32", "int8"] = "float32",
        convert_to_numpy: bool = True,
        convert_to_tensor: bool = False,
        device: str | None = None,
        normalize_embeddings: bool = False,
    ) -> NDArray[np.float32]:
        assert isinstance(sentences, list)
        assert convert_to_numpy
        assert show_progress_bar is False
        self.asked += sentences
        rows = np.ones((len(sentences), self.dimensions), np.float32)
        for row, sentence in zip(rows, sentences, strict=True):
            read = sentence.encode()  # fails on lone surrogates, as tokenizers do
            for first, second in pairwise(read):
                row[(31 * first + second) % self.dimensions] += 9
        if normalize_embeddings:
            rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


class OverlapModel:
    """Scores a pair by common letters; its ``predict`` takes what CrossEncoder's takes."""

    def __init__(self, answer: Callable[[list[float]], Any] = np.array) -> None:
        self.answer = answer

    def predict(  # noqa: PLR0917 - the library's signature
        self,
        sentences: list[tuple[str, str]],
        batch_size: int = 32,
        show_progress_bar: bool | None = None,
        activation_fn: Callable[[Any], Any] | None = None,
        apply_softmax: bool | None = False,
        convert_to_numpy: bool = True,
        convert_to_tensor: bool = False,
    ) -> Any:
        assert sentences
        assert show_progress_bar is False
        for query, passage in sentences:
            (query + passage).encode()
        return self.answer([float(len(set(query) & set(text))) for query, text in sentences])


class TestSentenceTransformersEncoder(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return SentenceTransformersEncoder(LetterModel(), model_id="letters")


def test_id_and_dimensions() -> None:
    encoder = SentenceTransformersEncoder(LetterModel(5), model_id="letters")
    assert encoder.model_id == "letters"
    assert encoder.dimensions == 5


def test_a_prefix_is_read_and_marks_the_id() -> None:
    model = LetterModel()
    encoder = SentenceTransformersEncoder(model, model_id="letters", prefix="query: ")
    encoder.embed(["她住在哪里"])
    assert model.asked[-1] == "query: 她住在哪里"
    assert encoder.model_id == "letters [query: ]"


def test_a_ready_made_model_needs_a_name() -> None:
    with pytest.raises(ConfigurationError, match="model_id"):
        SentenceTransformersEncoder(LetterModel())
    with pytest.raises(ConfigurationError, match="model_id"):
        CrossEncoderReranker(OverlapModel())


def test_a_failing_model_is_an_error() -> None:
    class Failing(LetterModel):
        def encode(self, sentences: str | list[str], *args: Any, **options: Any) -> Any:
            if sentences == ["a"]:
                return np.ones((1, 97), np.float32)
            raise RuntimeError("out of memory")

    with pytest.raises(ModelError, match="letters failed with RuntimeError"):
        SentenceTransformersEncoder(Failing(), model_id="letters").embed(["b"])


def test_a_model_that_changes_its_dimensions_is_an_error() -> None:
    model = LetterModel()
    encoder = SentenceTransformersEncoder(model, model_id="letters")
    model.dimensions = 6
    with pytest.raises(ModelError, match="shape"):
        encoder.embed(["b"])


def test_the_reranker_scores_each_passage_in_order() -> None:
    reranker = CrossEncoderReranker(OverlapModel(), model_id="overlap")
    assert isinstance(reranker, Reranker)
    assert reranker.model_id == "overlap"
    assert reranker.score("abc", ["xyz", "abx", "cab"]) == [0.0, 2.0, 3.0]
    assert reranker.score("住哪", ["住里", "\ud800"]) == [1.0, 0.0]
    assert reranker.score("abc", []) == []


@pytest.mark.parametrize(
    "answer",
    [
        lambda scores: np.array(scores)[:, None],  # a model with several labels
        lambda scores: np.array(scores)[:1],
        lambda scores: np.array(scores) * np.nan,
    ],
)
def test_wrong_scores_are_an_error(answer: Callable[[list[float]], Any]) -> None:
    with pytest.raises(ModelError, match="overlap"):
        CrossEncoderReranker(OverlapModel(answer), model_id="overlap").score("abc", ["a", "b"])


def test_a_named_model_without_the_library_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    for build in (SentenceTransformersEncoder, CrossEncoderReranker):
        with pytest.raises(MissingExtra, match="sentence-transformers") as caught:
            build("some/model")
        assert caught.value.extra == "sentence-transformers"


def test_the_real_library_takes_the_arguments_that_are_given() -> None:
    library = pytest.importorskip("sentence_transformers")
    ours: tuple[Callable[..., Any], ...] = (LetterModel.encode, OverlapModel.predict)
    theirs = (library.SentenceTransformer.encode, library.CrossEncoder.predict)
    given = {"batch_size", "show_progress_bar", "convert_to_numpy", "normalize_embeddings"}
    for mine, real in zip(ours, theirs, strict=True):
        used = given & inspect.signature(mine).parameters.keys()
        assert used <= inspect.signature(real).parameters.keys()
