"""Answers of models are taken only when they keep the contract."""

from __future__ import annotations

import numpy as np
import pytest

from hindsight_integrations.errors import ModelError, Unavailable
from hindsight_integrations.models.checks import encodable, failures_of, finite_scores, unit_rows


def test_rows_get_length_1() -> None:
    rows = unit_rows([[3.0, 4.0], [0.0, -2.0], [1e-30, 0.0], [0.0, 1e30]], 4, 2, "m")
    assert rows.dtype == np.float32
    assert rows.tolist() == pytest.approx(np.array([[0.6, 0.8], [0, -1], [1, 0], [0, 1]]))


def test_rows_that_have_length_1_stay_as_they_are_and_are_the_stores_own() -> None:
    given = np.array([[0.6, 0.8], [0.0, -1.0]], np.float32)
    rows = unit_rows(given, 2, 2, "m")
    given[:] = 0.5  # an encoder may write its next answer into the same place
    assert rows.tolist() == np.array([[0.6, 0.8], [0.0, -1.0]], np.float32).tolist()


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf")])
def test_one_wrong_number_among_unit_rows_is_an_error(wrong: float) -> None:
    with pytest.raises(ModelError, match="finite"):
        unit_rows(np.array([[0.6, 0.8], [wrong, 0.0]], np.float32), 2, 2, "m")


def test_no_rows() -> None:
    assert unit_rows(np.zeros((0, 3)), 0, 3, "m").shape == (0, 3)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ([[1.0, 2.0]], "shape"),
        ([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], "shape"),
        ([1.0, 2.0], "shape"),
        ([], "shape"),
        ([[1.0, 2.0], [3.0]], "no array"),
        ([["a", "b"], ["c", "d"]], "no array"),
        (None, "shape"),
        ([[1.0, 2.0], [float("nan"), 0.0]], "finite"),
        ([[1.0, 2.0], [float("inf"), 0.0]], "finite"),
        ([[1.0, 2.0], [0.0, 0.0]], "zeros"),
    ],
)
def test_a_wrong_answer_is_an_error(answer: list[list[float]], complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        unit_rows(answer, 2, 2, "m")


def test_scores() -> None:
    assert finite_scores(np.array([1.5, -2.0], dtype=np.float32), 2, "m") == [1.5, -2.0]
    assert finite_scores([], 0, "m") == []


@pytest.mark.parametrize("answer", [[1.0], [[1.0], [2.0]], [1.0, float("nan")], "x"])
def test_wrong_scores_are_an_error(answer: list[float]) -> None:
    with pytest.raises(ModelError):
        finite_scores(answer, 2, "m")


def test_a_model_s_error_becomes_ours_without_its_text() -> None:
    with pytest.raises(ModelError) as caught, failures_of("some-model"):
        raise KeyError("secret words")
    assert str(caught.value) == "some-model failed with KeyError"
    assert isinstance(caught.value.__cause__, KeyError)


def test_our_own_errors_pass() -> None:
    with pytest.raises(Unavailable), failures_of("m"):
        raise Unavailable("later")


def test_what_is_not_an_error_passes() -> None:
    with pytest.raises(KeyboardInterrupt), failures_of("m"):
        raise KeyboardInterrupt


def test_lone_surrogates_are_replaced() -> None:
    assert encodable("a\ud800b\udfff😀") == "a\ufffdb\ufffd😀"
