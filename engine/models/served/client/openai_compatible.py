"""One request to any server that speaks the OpenAI protocol, with every failure named.

Only `chat/completions` and `embeddings` are used: all such servers have them. This is the only importer of
`openai`, whose own retries are off: requests are repeated in one place, `retry`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import worded
from engine.models.served.answers.dialect import dialect_of, most_of
from engine.models.served.client.bounded import bounded
from engine.models.served.client.completions import (
    AnsweredWithError,
    Coming,
    Completion,
    completion_of,
    count_of,
)
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.refusals import late, lost, moved, refused, wait_of
from engine.models.served.client.secret import Secret
from engine.models.served.client.server_words import ServerWords, body_of, words_in
from engine.models.served.client.way import load_certificates, proxy_of, transport_to, without_password

if TYPE_CHECKING:
    import httpx2
    import openai
    from openai.types import CreateEmbeddingResponse

Message = Mapping[str, str]

NO_KEY = "none"  # the library wants one, a local server does not
MOST_NUMBERS = 8_192  # in a vector
CONNECTING = 5.0  # seconds

_CUT_OFF = frozenset({Kind.CUT, Kind.TRUNCATED, Kind.THINKING, Kind.ROOM})


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """The embeddings of some texts: a unit vector for each, one row per text, and the tokens taken."""

    vectors: NDArray[np.float32]
    model: str = ""
    tokens_in: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The address of a model, and the parameters of every request to it."""

    base_url: str
    model: str
    parameters: Mapping[str, object]
    timeout: float  # seconds in which nothing comes; the deadline of a call is a wall of its own


class OpenAICompatible:
    """A client for one model of one server. It belongs to the event loop in which it is first used."""

    def __init__(
        self, endpoint: Endpoint, key: str = "", *, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        self.endpoint = endpoint
        self.dialect = dialect_of(endpoint.base_url, endpoint.model)
        self.secret = Secret(key)
        self._key = key
        self._transport = transport
        self._client: openai.AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.endpoint.model!r} at {self.endpoint.base_url!r})"

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        most_tokens: int,
        form: Mapping[str, object] | None = None,
        stop: Sequence[str] = (),
    ) -> Completion:
        """Return one answer, which ends at one of the `stop` texts.

        Raises ServerFailed for anything that is no complete answer.
        """
        request = self._request(messages, most_tokens, form, stop)
        with _named(self, request):
            answer = await self._open().chat.completions.create(**request)
            return self._without_key(completion_of(answer))

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        most_tokens: int,
        form: Mapping[str, object] | None = None,
        stop: Sequence[str] = (),
    ) -> AsyncGenerator[str | Completion, None]:
        """Yield an answer piece by piece, and at its end as a whole. Raises ServerFailed if it breaks off.

        The pieces may contain the key, even cut in two: they must go through `secret` before anyone sees
        them. The whole has gone through it.
        """
        request = self._request(messages, most_tokens, form, stop)
        coming = Coming()
        with _named(self, request):
            async with await self._open().chat.completions.create(
                **request, stream=True, stream_options={"include_usage": True}
            ) as stream:
                async for chunk in stream:
                    words = coming.take(chunk)
                    if words:
                        yield words
            whole = self._without_key(coming.ended())
        yield whole

    async def embed(self, texts: Sequence[str], model: str) -> Embedded:
        """Return a unit vector for each text. Raises ServerFailed for anything else."""
        request: dict[str, Any] = {"model": model, "input": list(texts)}
        with _named(self, request):
            answer = await self._open().embeddings.create(**request)
            made = _embedded(answer, len(texts))
            return replace(made, model=self.secret.hidden(made.model))

    def room(self, most_tokens: int) -> int:
        """Return the most tokens that a request for an answer may take, including those for thinking."""
        return most_of(self._request((), most_tokens, None)["extra_body"], most_tokens)

    def _without_key(self, said: Completion) -> Completion:
        return replace(said, text=self.secret.hidden(said.text), model=self.secret.hidden(said.model))

    async def make_ready(self) -> None:
        """Load the library, which may take seconds, before the time of a call begins."""
        if self._client is None:
            with _named(self, {}):
                await asyncio.to_thread(_load)
                self._open()

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    def _request(
        self,
        messages: Sequence[Message],
        most_tokens: int,
        form: Mapping[str, object] | None,
        stop: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Return a request; its parameters go into the body, whether the library knows them or not."""
        body = self.dialect.spoken(
            {
                "model": self.endpoint.model,
                "messages": list(messages),
                "max_tokens": most_tokens + self.dialect.room,
                **({"stop": list(stop)} if stop else {}),
                **self.endpoint.parameters,
            }
        ) | ({"response_format": form} if form else {})
        return {
            **{name: body.pop(name) for name in ("model", "messages")},
            "extra_body": body,
        }

    def _open(self) -> openai.AsyncOpenAI:
        if self._client is None:
            import httpx2
            from openai import AsyncOpenAI

            own = self._transport or transport_to(self.endpoint.base_url)
            self._client = AsyncOpenAI(
                api_key=self._key or NO_KEY,
                base_url=self.endpoint.base_url,
                max_retries=0,
                timeout=httpx2.Timeout(self.endpoint.timeout, connect=CONNECTING),
                http_client=httpx2.AsyncClient(transport=bounded(own), follow_redirects=False),
            )
        return self._client


def _embedded(answer: CreateEmbeddingResponse, count: int) -> Embedded:
    rows = sorted(answer.data or (), key=lambda row: row.index)
    if [row.index for row in rows] != list(range(count)):
        raise ServerFailed(
            Kind.GARBLED,
            worded("{rows} vectors do not match {count} texts", rows=len(rows), count=count),
        )
    return Embedded(
        vectors=_unit([row.embedding for row in rows]),
        model=str(answer.model or ""),
        tokens_in=count_of(getattr(answer.usage, "prompt_tokens", 0)),
    )


def _unit(rows: Sequence[object]) -> NDArray[np.float32]:
    """Return rows of numbers scaled to length 1. Raises ServerFailed for rows without a direction."""
    try:
        vectors = np.array(rows, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        raise ServerFailed(
            Kind.GARBLED, worded("the vectors are not lists of numbers of equal length")
        ) from None
    if vectors.ndim != 2 or not 1 <= vectors.shape[1] <= MOST_NUMBERS:
        raise ServerFailed(
            Kind.GARBLED, worded("the vectors must have 1 to {most:,} dimensions", most=MOST_NUMBERS)
        )
    with np.errstate(over="ignore"):
        lengths = np.sqrt(np.square(vectors).sum(axis=1, keepdims=True))
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ServerFailed(Kind.GARBLED, worded("a vector is all zeros or contains invalid numbers"))
    return np.asarray(vectors / lengths, dtype=np.float32)


def _load() -> None:
    """Import what a request needs: the library loads most of itself on first use."""
    import openai.resources.chat.completions
    import openai.resources.embeddings  # noqa: F401

    load_certificates()


@contextmanager
def _named(client: OpenAICompatible, request: dict[str, Any]) -> Iterator[None]:
    """Raise every failure of a request as a ServerFailed that holds neither the key nor the prompt."""
    import httpx2
    import openai

    try:
        yield
    except ServerFailed as failure:
        raise _without_key(_with_room(failure, client, request), client) from None
    except AnsweredWithError as error:
        raise _refused(error.said.status or 500, error.said, client, request) from None
    except openai.APIError as error:
        raise _of_library(error, client, request) from None
    except httpx2.TimeoutException as error:
        raise late(error, client.endpoint.base_url) from None
    except (httpx2.HTTPError, OSError) as error:
        raise _lost(error, client) from None
    except (ValueError, TypeError, AttributeError) as error:
        # What the library trips over when a server sends something else than its protocol.
        raise ServerFailed(Kind.GARBLED, _brief(client.secret.hidden(str(error)))) from None


def _of_library(error: openai.APIError, client: OpenAICompatible, request: dict[str, Any]) -> ServerFailed:
    """Return the failure behind an error of the library."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return late(error.__cause__ or error, client.endpoint.base_url)
    if isinstance(error, openai.APIConnectionError):
        return _lost(error.__cause__ or error, client)
    if isinstance(error, openai.APIStatusError):
        if error.status_code < 400:
            return moved(error.status_code, client.secret.hidden(error.response.headers.get("location", "")))
        said, wait = words_in(body_of(error.response.text)), wait_of(error.response)
        return _refused(error.status_code, said, client, request, wait)
    said = words_in(error.body)  # sent in a stream
    if said.status is None:
        return ServerFailed(Kind.CUT, _brief(client.secret.hidden(said.text or error.message)))
    return _refused(said.status, said, client, request)


def _without_key(failure: ServerFailed, client: OpenAICompatible) -> ServerFailed:
    hidden = client.secret.hidden_so_far if failure.kind in _CUT_OFF else client.secret.hidden
    brief = _brief(client.secret.hidden(failure.detail))
    # A detail of which nothing has to be hidden or cut can still be translated.
    detail = failure.detail if brief == failure.detail else brief
    return ServerFailed(failure.kind, detail, said=hidden(failure.said), wait=failure.wait, took=failure.took)


def _with_room(failure: ServerFailed, client: OpenAICompatible, request: dict[str, Any]) -> ServerFailed:
    """Return the failure of a model that only thought as one that more room may mend, if it can get more."""
    if failure.kind is not Kind.THINKING:
        return failure
    body = {**request, **request.get("extra_body", {})}
    if not client.dialect.make_room(body, client.endpoint.parameters):
        return failure
    return ServerFailed(Kind.ROOM, failure.detail, said=failure.said, wait=0.0, took=failure.took)


def _refused(
    status: int,
    said: ServerWords,
    client: OpenAICompatible,
    request: dict[str, Any],
    wait: float | None = None,
) -> ServerFailed:
    hidden = client.secret.hidden
    failure = refused(
        status,
        replace(said, text=_brief(hidden(said.text))),
        dialect=client.dialect,
        request={**request, **request.get("extra_body", {})},
        base_url=client.endpoint.base_url,
        wait=wait,
    )
    failure.said = hidden(failure.said)
    return failure


def _lost(error: BaseException, client: OpenAICompatible) -> ServerFailed:
    base_url = client.endpoint.base_url
    return lost(error, base_url, proxy=without_password(proxy_of(base_url)))


def _brief(text: object) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())
    return line if len(line) <= 200 else f"{line[:199]}…"
