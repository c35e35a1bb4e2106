"""Every error this package raises, in one tree; it knows nothing of what raised it.

Messages name what is wrong and what to do about it. They carry ids and names,
never the content of a memory and never a password.
"""

from __future__ import annotations


class HindsightError(Exception):
    """The root: ``except HindsightError`` catches everything this package raises."""


class InvalidInput(HindsightError, ValueError):
    """The caller passed something that cannot be accepted; nothing was written."""


class NotFound(HindsightError, LookupError):
    """No memory of this id exists in the caller's scope (or it was forgotten)."""


class ConfigurationError(HindsightError):
    """The way the package was set up cannot work: a URL, a model, a setting."""


class MissingExtra(ConfigurationError, ImportError):
    """An optional dependency is not installed.

    ``extra`` is the name to install: ``pip install 'hindsight-integrations[extra]'``.
    """

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(
            f"{what} needs the extra {extra!r}: pip install 'hindsight-integrations[{extra}]'"
        )
        self.extra = extra


class StoreError(HindsightError):
    """A store failed in a way that trying again will not mend by itself."""


class Conflict(StoreError):
    """Another writer changed the same subject first; deciding again will succeed."""


class Unavailable(StoreError):
    """A store cannot be reached, is busy or full; the same call may succeed later."""


class DeadlineExceeded(Unavailable, TimeoutError):
    """The verb's time ran out before it was done; its transaction was rolled back."""


class SchemaTooNew(StoreError):
    """The data was written by a newer version than this one may read or write."""


class ReadOnly(StoreError):
    """A write was asked of a store that was opened for reading."""


class ModelError(HindsightError):
    """A model (encoder, reranker, extractor) failed or answered out of its contract."""
