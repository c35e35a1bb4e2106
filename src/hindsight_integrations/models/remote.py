"""A reranker behind HTTP: text-embeddings-inference, or a service that speaks as Cohere and Jina do; it knows no store.

Query and passages leave the process, to the address that you name and to no other.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from hindsight_integrations.errors import (
    ConfigurationError,
    HindsightError,
    MissingExtra,
    ModelError,
    Unavailable,
)
from hindsight_integrations.models.checks import check_positive, finite_scores, sendable

try:
    import httpx
except ImportError as missing:
    raise MissingExtra("remote", "a reranker over HTTP") from missing

#: How often a connection that could not be made is tried again; what was sent once is not.
_CONNECTS = 2
#: Passages of one request: what text-embeddings-inference takes unless it is told otherwise.
_BATCH = 32
#: Characters of a passage; rerankers read some 512 tokens of it.
_LONGEST = 8_000
_BUSY = frozenset({408, 425, 429, 502, 503, 504})


class RemoteReranker:
    """A reranking service behind the Reranker port.

    ``url`` is the server's address or that of its ``/rerank``. ``api="tei"`` speaks with
    text-embeddings-inference, ``"cohere"`` with Cohere, Jina, vLLM and others of that form,
    which want a ``model``. ``key`` goes into the header ``Authorization``. ``timeout`` is
    the seconds that connecting, sending and each wait for bytes may take. No proxy is taken
    from the environment: name it as ``proxy``.

    It runs on the lane for slow models, may be used by many threads, and works after a
    fork. Raises :class:`ConfigurationError` for an address that cannot be one.
    """

    slow = True

    def __init__(
        self,
        url: str,
        *,
        api: Literal["tei", "cohere"] = "tei",
        model: str | None = None,
        key: str | None = None,
        timeout: float = 5.0,
        batch: int = _BATCH,
        longest: int = _LONGEST,
        proxy: str | None = None,
    ) -> None:
        check_positive(batch=batch, longest=longest)
        if api not in _SCORES:
            raise ConfigurationError(f"api must be one of {', '.join(_SCORES)}; got {api!r}")
        if api == "cohere" and not model:
            raise ConfigurationError("api='cohere' needs model=, which the service is asked for")
        if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not timeout > 0:
            raise ConfigurationError(f"timeout must be a positive number of seconds: {timeout!r}")
        self._url = _endpoint(url)
        self._api, self._model = api, model
        self._batch, self._longest = batch, longest
        self._headers = _headers(key)
        self._timeout, self._proxy = timeout, proxy
        self._client_of = (os.getpid(), self._made())

    @property
    def model_id(self) -> str:
        return f"{self._model or self._api} at {self._url.host}"

    def __repr__(self) -> str:
        return f"RemoteReranker({self.model_id!r})"

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score per passage, higher is better.

        Raises :class:`Unavailable` if the service is away, slow or busy,
        :class:`ConfigurationError` if it refuses the key or the address, and
        :class:`ModelError` if it fails or answers anything but one finite number a passage.
        """
        [asked] = sendable([query], self._longest)
        given = sendable(passages, self._longest)
        batches = [given[n : n + self._batch] for n in range(0, len(given), self._batch)]
        return [score for batch in batches for score in self._scored(asked, batch)]

    def close(self) -> None:
        """Close the connections; the next question opens new ones."""
        _, client = self._client_of
        self._client_of = (os.getpid(), self._made())
        client.close()

    def _scored(self, query: str, passages: list[str]) -> list[float]:
        answer = self._answer(self._body(query, passages))
        listed = answer.get("results") if isinstance(answer, Mapping) else answer
        return _by_place(listed, _SCORES[self._api], len(passages), self.model_id)

    def _body(self, query: str, passages: list[str]) -> Mapping[str, Any]:
        if self._api == "tei":
            return {"query": query, "texts": passages, "truncate": True}
        asked = {"query": query, "documents": passages, "top_n": len(passages)}
        return {"model": self._model, **asked}

    def _answer(self, body: Mapping[str, Any]) -> Any:
        try:
            response = self._client().post(self._url, json=body, headers=self._headers)
        except httpx.TransportError as error:
            # Its text may hold the address alone, but another library's may not.
            raise Unavailable(f"{self.model_id} cannot be asked: {type(error).__name__}") from error
        if response.status_code != 200:
            raise _refused(response.status_code, self.model_id)
        try:
            return response.json()
        except ValueError as error:
            raise ModelError(f"{self.model_id} answered something that is no JSON") from error

    def _client(self) -> httpx.Client:
        """This process's connections: a parent's cannot be shared with its children."""
        pid, client = self._client_of
        if pid != os.getpid():
            client = self._made()
            self._client_of = (os.getpid(), client)
        return client

    def _made(self) -> httpx.Client:
        transport = httpx.HTTPTransport(retries=_CONNECTS, proxy=self._proxy)
        return httpx.Client(transport=transport, timeout=self._timeout, trust_env=False)


#: Under which name each kind of service answers a score.
_SCORES: Mapping[str, str] = {"tei": "score", "cohere": "relevance_score"}


def _endpoint(url: str) -> httpx.URL:
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, TypeError):
        parsed = httpx.URL("")
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ConfigurationError("a reranker's address is like http://host:8080")
    if parsed.userinfo:
        raise ConfigurationError("a reranker's address holds no password: give it as key=")
    path = parsed.path.rstrip("/")
    return parsed.copy_with(path=path if path.endswith("/rerank") else f"{path}/rerank")


def _headers(key: str | None) -> Mapping[str, str]:
    if key is None:
        return {}
    if not isinstance(key, str) or not key or not key.isascii() or not key.isprintable():
        raise ConfigurationError("key must be printable ASCII")
    return {"Authorization": f"Bearer {key}"}


def _refused(status: int, model_id: str) -> HindsightError:
    """The error that a status stands for. What the body says is left: it may repeat a passage."""
    if status in _BUSY:
        return Unavailable(f"{model_id} is busy or away (HTTP {status})")
    if status in (401, 403):
        return ConfigurationError(f"{model_id} refuses the key (HTTP {status}): check key=")
    if status in (404, 405) or 300 <= status < 400:
        return ConfigurationError(
            f"{model_id} does not rerank there (HTTP {status}): check the URL"
        )
    return ModelError(f"{model_id} failed (HTTP {status})")


def _by_place(listed: Any, name: str, count: int, model_id: str) -> list[float]:
    """The scores in the order of the passages; each passage has exactly one."""
    scores: dict[int, Any] = {}
    for item in listed if isinstance(listed, list) else ():
        place = item.get("index") if isinstance(item, Mapping) else None
        if type(place) is not int or not 0 <= place < count or place in scores:
            raise ModelError(f"{model_id} answered a place that is none of the {count} passages'")
        scores[place] = item.get(name)
    if len(scores) != count or not all(type(one) in (int, float) for one in scores.values()):
        raise ModelError(f"{model_id} answered {len(scores)} scores for {count} passages")
    return finite_scores([scores[place] for place in range(count)], count, model_id)
