"""Says in our errors what the Qdrant client raised; it calls nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import grpc
import httpx
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import (
    ApiException,
    ResponseHandlingException,
    UnexpectedResponse,
)

from hindsight_integrations.errors import (
    ConfigurationError,
    Conflict,
    DeadlineExceeded,
    HindsightError,
    Unavailable,
)
from hindsight_integrations.ports import Deadline

Meaning = tuple[type[HindsightError], str]
_KEY: Meaning = (ConfigurationError, "refuses the API key, or this key may not do that")
_MISSING: Meaning = (
    ConfigurationError,
    "is not there: make it and fill it with `hindsight reindex`",
)
_STRANGE: Meaning = (
    ConfigurationError,
    "does not accept what is sent: make the collection anew with `hindsight reindex`",
)
_LARGE: Meaning = (
    ConfigurationError,
    "refuses requests of one megabyte: raise the limit of the server or of what stands before it",
)
_BUSY: Meaning = (Unavailable, "is busy or starting")
_LATE: Meaning = (Unavailable, "did not answer in time")
_GONE: Meaning = (Unavailable, "cannot be reached")
_THERE: Meaning = (Conflict, "was made by somebody else at the same time")
_FOREIGN: Meaning = (
    Unavailable,
    "answers what no Qdrant would: check host, port, https and prefix",
)
#: By the HTTP status; others of 4xx are strange, and of 5xx busy.
_STATUS: Mapping[int, Meaning] = {
    401: _KEY, 403: _KEY, 404: _MISSING, 408: _LATE, 409: _THERE, 413: _LARGE, 429: _BUSY,
    504: _LATE,
}  # fmt: skip
_CODES: Mapping[grpc.StatusCode, Meaning] = {
    grpc.StatusCode.UNAUTHENTICATED: _KEY,
    grpc.StatusCode.PERMISSION_DENIED: _KEY,
    grpc.StatusCode.NOT_FOUND: _MISSING,
    grpc.StatusCode.ALREADY_EXISTS: _THERE,
    grpc.StatusCode.INVALID_ARGUMENT: _STRANGE,
    grpc.StatusCode.FAILED_PRECONDITION: _STRANGE,
    grpc.StatusCode.UNIMPLEMENTED: _STRANGE,
    grpc.StatusCode.DEADLINE_EXCEEDED: _LATE,
    grpc.StatusCode.CANCELLED: _LATE,
    grpc.StatusCode.RESOURCE_EXHAUSTED: _BUSY,
    grpc.StatusCode.UNAVAILABLE: _GONE,
}


@contextmanager
def translating(where: str, deadline: Deadline) -> Iterator[None]:
    """Within the block, errors of the client leave as errors of our tree.

    Without their cause: the client's texts quote what was sent and answered.
    """
    try:
        yield
    except HindsightError:
        raise
    except (
        ApiException,
        QdrantException,
        httpx.HTTPError,
        httpx.InvalidURL,
        grpc.RpcError,
    ) as error:
        raise _made(where, _meaning(error), deadline, _code(error)) from None
    except (ValueError, AssertionError) as error:  # an answer that the client cannot read
        raise _made(where, _FOREIGN, deadline, type(error).__name__) from None
    except RuntimeError as error:  # somebody closed the client
        raise Unavailable(f"{where}: its client was closed") from error


def missing(where: str) -> HindsightError:
    """What is said of a collection that is not there."""
    kind, meaning = _MISSING
    return kind(f"{where} {meaning}")


def _made(where: str, what: Meaning, deadline: Deadline, code: str) -> HindsightError:
    kind, meaning = what
    if kind is Unavailable and deadline.passed:
        return DeadlineExceeded(f"{where} did not answer in time ({code})")
    return kind(f"{where} {meaning} ({code})")


def _meaning(error: Exception) -> Meaning:
    if isinstance(error, UnexpectedResponse):
        status = error.status_code or 0
        return _STATUS.get(status, _STRANGE if 400 <= status < 500 else _BUSY)
    if isinstance(error, grpc.RpcError):
        return _CODES.get(_grpc_code(error), _BUSY)
    source = error.source if isinstance(error, ResponseHandlingException) else error
    if isinstance(source, httpx.TimeoutException):
        return _LATE
    if isinstance(source, httpx.UnsupportedProtocol | httpx.InvalidURL | ValueError):
        return _FOREIGN
    return _BUSY if isinstance(error, QdrantException) else _GONE


def _code(error: Exception) -> str:
    if isinstance(error, UnexpectedResponse):
        return f"HTTP {error.status_code}"
    if isinstance(error, grpc.RpcError):
        return f"gRPC {_grpc_code(error).name}"
    return type(error.source if isinstance(error, ResponseHandlingException) else error).__name__


def _grpc_code(error: grpc.RpcError) -> grpc.StatusCode:
    """Every error that a call raises has a code, though the type does not say so."""
    code = getattr(error, "code", None)
    return code() if callable(code) else grpc.StatusCode.UNKNOWN
