"""What an error is in HTTP: a status and a small JSON object, by one table; it knows no route."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hindsight_integrations.errors import (
    ConfigurationError,
    Conflict,
    DeadlineExceeded,
    HindsightError,
    InvalidInput,
    ModelError,
    NotFound,
    ReadOnly,
    SchemaTooNew,
    StoreError,
    Unavailable,
)

#: The status of each kind of error; a kind that is not named has that of the nearest one above it.
STATUS: Mapping[type[HindsightError], int] = {
    InvalidInput: 400,
    ReadOnly: 403,
    NotFound: 404,
    Conflict: 409,
    HindsightError: 500,
    ConfigurationError: 500,
    StoreError: 500,
    SchemaTooNew: 500,
    ModelError: 502,
    Unavailable: 503,
    DeadlineExceeded: 504,
}
#: What the service itself refuses, and what its framework does, by status.
NAMES: Mapping[int, str] = {
    401: "Unauthorized",
    403: "Forbidden",
    404: "NoSuchRoute",
    405: "MethodNotAllowed",
    408: "RequestTimeout",
    413: "BodyTooLarge",
    415: "NotJSON",
    421: "WrongHost",
    500: "InternalError",
}
_HEADERS: Mapping[int, Mapping[str, str]] = {
    401: {"WWW-Authenticate": "Bearer"},
    503: {"Retry-After": "1"},
}


class Refused(HindsightError):
    """A request that the service does not take, whatever the memory would say."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Problem(NamedTuple):
    """An error as it is answered."""

    status: int
    body: dict[str, Any]
    headers: Mapping[str, str]


def problem(error: HindsightError) -> Problem:
    """The answer that stands for an error of our tree."""
    if isinstance(error, Refused):
        return named(error.status, NAMES[error.status], str(error))
    status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
    return named(status, type(error).__name__, str(error))


def named(status: int, type: str, message: str) -> Problem:
    body = {"error": {"type": type, "message": message}}
    return Problem(status, body, _HEADERS.get(status, {}))
