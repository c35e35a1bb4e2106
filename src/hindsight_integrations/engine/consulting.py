"""Asks the models that judge and extract, and checks what they answer; it knows none of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hindsight_integrations.engine.core import Core
from hindsight_integrations.errors import HindsightError, ModelError

T = TypeVar("T")


def consult(core: Core, model: Any, call: Callable[[], Any], checked: Callable[[Any], T]) -> T:
    """What ``model`` answers to ``call``, as ``checked`` makes it.

    A model is somebody else's code: not only asking it may raise anything, looking at its
    answer may as well. The message names the kind of error alone: its text may hold content.
    """
    try:
        return checked(core.ask(model, call))
    except HindsightError:
        raise
    except Exception as error:
        raise ModelError(f"{type(model).__name__} failed: {type(error).__name__}") from error
