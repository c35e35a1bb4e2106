"""What every model's answer must be before it is used; it knows no model."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import ArrayLike

from hindsight_integrations.errors import ConfigurationError, HindsightError, ModelError
from hindsight_integrations.ports import Vector

#: How far a squared length of float32 numbers may be from 1 and still be 1.
_UNIT = 1e-6
_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """``text`` with lone surrogates as U+FFFD, since tokenizers take UTF-8 and fail on them."""
    return _SURROGATE.sub("\ufffd", text)


def sendable(texts: Sequence[str], longest: int) -> list[str]:
    """Texts as providers take them: cut to ``longest`` characters, none of them empty."""
    given = [encodable(text[:longest]) for text in texts]
    return [text if text.strip() else "-" for text in given]


def check_positive(**options: int | None) -> None:
    """Refuse options that are no whole number of at least 1; ``None`` is left to a default."""
    for name, value in options.items():
        if value is not None and (type(value) is not int or value < 1):
            raise ConfigurationError(f"{name} must be a whole number of at least 1, got {value!r}")


def scores_by_place(kept: Sequence[tuple[int, float | None]], count: int) -> list[float]:
    """One score for each of ``count`` passages, from the places that were kept, best first.

    If any has no score, the order alone counts. What was left out comes last.
    """
    own = [float(score) for _, score in kept if score is not None]
    scores = own if len(own) == len(kept) else [1.0 - place / count for place in range(len(kept))]
    answer = [min([0.0, *(score - 1.0 for score in scores if score < 0)])] * count
    for (place, _), score in zip(kept, scores, strict=True):
        answer[place] = score
    return answer


def unit_rows(answer: ArrayLike, count: int, dimensions: int, model_id: str) -> Vector:
    """``answer`` as float32 of shape (count, dimensions) with rows of length 1.

    Raises :class:`ModelError` for another shape, for NaN or infinity, and for a row of zeros,
    which points nowhere.
    """
    if _are_unit(answer, (count, dimensions)):
        return np.array(answer)
    rows = _numbers(answer, model_id)
    if rows.shape != (count, dimensions):
        raise ModelError(f"{model_id} answered shape {rows.shape}, not {(count, dimensions)}")
    # In double precision, so that neither huge nor tiny rows lose their length.
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    if not math.isfinite(lengths.sum()):
        raise ModelError(f"{model_id} answered values that are not finite")
    if not lengths.all():
        raise ModelError(f"{model_id} answered a row of zeros")
    unit: Vector = (rows / lengths).astype(np.float32)
    return unit


def _are_unit(answer: ArrayLike, shape: tuple[int, int]) -> bool:
    """Whether they are rows of length 1 already, as most encoders give them; then nothing is to be done."""
    if not isinstance(answer, np.ndarray) or (answer.shape, answer.dtype) != (shape, np.float32):
        return False
    lengths = np.einsum("ij,ij->i", answer, answer)
    return bool((abs(lengths - 1.0) < _UNIT).all())


def finite_scores(answer: ArrayLike, count: int, model_id: str) -> list[float]:
    """``answer`` as ``count`` finite numbers; :class:`ModelError` otherwise."""
    scores = _numbers(answer, model_id)
    if scores.shape != (count,):
        raise ModelError(f"{model_id} answered shape {scores.shape}, not {(count,)}: one each")
    if not np.isfinite(scores).all():
        raise ModelError(f"{model_id} answered scores that are not finite")
    return [float(score) for score in scores]


def _numbers(answer: ArrayLike, model_id: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    try:
        return np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"{model_id} answered something that is no array of numbers") from error


@contextmanager
def failures_of(model_id: str) -> Iterator[None]:
    """Turns whatever a model raises into :class:`ModelError`, with the first error as its cause.

    The message names the kind of the first error only: its text may hold what was read.
    """
    try:
        yield
    except HindsightError:
        raise
    except Exception as error:
        raise ModelError(f"{model_id} failed with {type(error).__name__}") from error
