"""The memory service over HTTP: admits, reads bodies, calls the front door, answers JSON; it decides nothing about memories."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NoReturn

from hindsight_integrations import __version__
from hindsight_integrations.errors import HindsightError, InvalidInput, MissingExtra, Unavailable
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.settings import ServiceSettings
from hindsight_integrations.surfaces import fields
from hindsight_integrations.surfaces.jsonable import jsonable
from hindsight_integrations.surfaces.keys import Caller, Keys
from hindsight_integrations.surfaces.openapi import document
from hindsight_integrations.surfaces.operations import OPERATIONS, Operation, Render
from hindsight_integrations.surfaces.refusals import NAMES, Problem, Refused, named, problem

try:
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import Response
    from starlette.routing import Route
except ImportError as missing:
    raise MissingExtra("http", "the memory service") from missing

#: Under which names a service without keys may be called: a page on the web that resolves its
#: own name to this machine is not among them.
_HERE = frozenset({"localhost", "127.0.0.1", "[::1]"})


def service(
    hindsight: Hindsight, *, keys: Keys | None = None, settings: ServiceSettings | None = None
) -> Starlette:
    """The memory service as an ASGI application over an open memory, which stays yours to close.

    Without ``keys`` everybody who reaches it may do everything, under a loopback name only.
    """
    served = _Service(hindsight, keys or Keys(), settings or ServiceSettings())
    routes = [
        Route("/health", served.health, methods=["GET"]),
        Route("/health/full", served.facts, methods=["GET"]),
        Route("/openapi.json", served.describe, methods=["GET"]),
        *(
            Route(operation.path, partial(served.operate, operation), methods=["POST"])
            for operation in OPERATIONS
        ),
    ]
    handlers: Mapping[Any, Callable[..., Awaitable[Response]]] = {
        HindsightError: _ours,
        HTTPException: _framework,
        Exception: _broken,
    }
    return Starlette(routes=routes, exception_handlers=handlers)


class _Service:
    """The endpoints over one open memory."""

    def __init__(self, hindsight: Hindsight, keys: Keys, settings: ServiceSettings) -> None:
        self._hindsight = hindsight
        self._keys = keys
        self._settings = settings

    async def operate(self, operation: Operation, request: Request) -> Response:
        """One verb: who asks, what was asked, the answer, each within the same time."""
        caller = self._admit(request)
        with self._hindsight.deadline(self._settings.deadline_seconds):
            given = fields.read(operation.fields, await self._body(request))
            rendered = await self._ask(operation, caller, given)
            return _answer(await run_in_threadpool(rendered))

    async def _ask(self, operation: Operation, caller: Caller, given: dict[str, Any]) -> Render:
        tenant = caller.tenant_of(given.pop("tenant", None))
        if tenant is None:
            raise InvalidInput("tenant is missing")
        whose = {name: given.pop(name) for name in ("session", "agent", "tz") if name in given}
        memory = self._hindsight.for_user(given.pop("user"), tenant=tenant, **whose)
        return await operation.call(memory, given)

    async def health(self, request: Request) -> Response:
        """Whether the records answer; ``ok`` is false too if something beside them does not."""
        self._local(request)
        try:
            facts = await self._facts()
        except Unavailable:
            return _answer({"ok": False}, 503)
        return _answer({"ok": facts["ok"]})

    async def facts(self, request: Request) -> Response:
        """What an operator wants to know of the stores; it counts over all tenants."""
        if self._admit(request).tenant is not None:
            raise Refused(403, "this key is bound to a tenant, and these facts are about all")
        return _answer(jsonable(await self._facts()))

    async def describe(self, request: Request) -> Response:
        self._local(request)
        return _answer(document(__version__, locked=bool(self._keys)))

    async def _facts(self) -> Mapping[str, Any]:
        with self._hindsight.deadline(self._settings.health_seconds):
            return await self._hindsight.ahealth()

    def _admit(self, request: Request) -> Caller:
        self._local(request)
        return self._keys.caller(request.headers.get("authorization"))

    def _local(self, request: Request) -> None:
        if not self._keys and _without_port(request.headers.get("host", "")) not in _HERE:
            raise Refused(421, "without API keys this service answers to localhost alone")

    async def _body(self, request: Request) -> Any:
        """The JSON of a request, whose size and time are bounded."""
        # A page of another origin cannot send this type without being asked first.
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise Refused(415, "the body must be JSON, as Content-Type: application/json")
        try:
            async with asyncio.timeout(self._settings.deadline_seconds):
                return _parsed(await self._read(request))
        except TimeoutError:
            raise Refused(408, "the body did not arrive in time") from None
        except ClientDisconnect:  # nobody hears this, and nothing is wrong with the service
            raise Refused(408, "the caller went away before the end of the body") from None

    async def _read(self, request: Request) -> bytes:
        most, parts, size = self._settings.body_bytes, list[bytes](), 0
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise Refused(413, f"the body is longer than {most:,} bytes")
            parts.append(part)
        return b"".join(parts)


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body.decode(), parse_constant=_no_number)
    except RecursionError:
        raise InvalidInput("the body is nested too deeply") from None
    except ValueError:  # also for bytes that are no UTF-8, and numbers of thousands of digits
        raise InvalidInput("the body is not JSON in UTF-8") from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # A lone surrogate can only come from the request itself, which is repeated in a trace.
    body = text.encode(errors="replace")
    return Response(body, status, headers, "application/json")


def _refusal(told: Problem) -> Response:
    return _answer(told.body, told.status, told.headers)


async def _ours(_: Request, error: Exception) -> Response:
    assert isinstance(error, HindsightError)
    return _refusal(problem(error))


async def _framework(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    name = NAMES.get(error.status_code, "Refused")
    told = named(error.status_code, name, error.detail)
    return _refusal(told._replace(headers=error.headers or {}))


async def _broken(_: Request, error: Exception) -> Response:
    """An error that is nobody's fault but ours; the server logs it, the caller learns its kind."""
    return _refusal(named(500, NAMES[500], f"{type(error).__name__}; the service's log says more"))
