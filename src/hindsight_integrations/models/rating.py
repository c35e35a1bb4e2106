"""A function of a text behind the Scorer port; it knows no model and no rule."""

from __future__ import annotations

from collections.abc import Callable


class RatingFunction:
    """Rates by calling ``function``; ``slow`` is the function's own, if it says so."""

    def __init__(self, function: Callable[[str], float]) -> None:
        self._function = function
        self.slow = bool(getattr(function, "slow", False))

    def rate(self, text: str) -> float:
        """What the function answers."""
        return self._function(text)
