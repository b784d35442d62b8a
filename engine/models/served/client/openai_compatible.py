"""One request to any server that speaks the OpenAI protocol, with every failure named.

Only `chat/completions` and `embeddings` are used: all such servers have them. This is the only importer of
`openai`, whose own retries are off: requests are repeated in one place, `retry`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import worded
from engine.models.served.answers.dialect import dialect_of, most_of
from engine.models.served.client.bounded import MOST_BYTES, TooMuch, bounded
from engine.models.served.client.failures import Kind, ServerFailed, Took
from engine.models.served.client.secret import Secret

if TYPE_CHECKING:
    import ssl

    import httpx2
    import openai
    from openai.types import CreateEmbeddingResponse
    from openai.types.chat import ChatCompletion, ChatCompletionChunk

Message = Mapping[str, str]

NO_KEY = "none"  # the library wants one, a local server does not
MOST_NUMBERS = 8_192  # in a vector
MOST_TOKENS = 10_000_000  # of one request; whoever counts more has miscounted
CONNECTING = 5.0  # seconds

_BY_STATUS: Mapping[int, Kind] = {
    400: Kind.BAD_REQUEST, 401: Kind.UNAUTHORIZED, 402: Kind.QUOTA, 403: Kind.FORBIDDEN, 404: Kind.NOT_FOUND,
    405: Kind.NOT_FOUND, 408: Kind.TIMEOUT, 409: Kind.OVERLOADED, 413: Kind.TOO_LONG, 422: Kind.BAD_REQUEST,
    429: Kind.RATE_LIMITED,
}  # fmt: skip
_TOO_LONG = ("exceed_context_size", "context_length_exceeded", "maximum context length")
_NO_QUOTA = ("insufficient_quota", "billing", "credit balance")
_HALF = re.compile("[\ud800-\udfff]")
_FORM = ("response_format", "json_schema", "json_object", "grammar")
_CUT_OFF = frozenset({Kind.CUT, Kind.TRUNCATED})
_NO_PARAMETER = frozenset({"unsupported_parameter", "unsupported_value"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """An answer of a server: the text, the model, and the tokens it took."""

    text: str
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0


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
            return self._without_key(_completion(answer))

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
        coming = _Coming()
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
        return most_of(self._request((), most_tokens, None), most_tokens)

    def _without_key(self, said: Completion) -> Completion:
        return replace(said, text=self.secret.hidden(said.text), model=self.secret.hidden(said.model))

    async def make_ready(self) -> None:
        """Load the library, which may take seconds, before the time of a call begins."""
        if self._client is None:
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
        request: dict[str, Any] = {
            "model": self.endpoint.model,
            "messages": list(messages),
            "max_tokens": most_tokens,
            **({"stop": list(stop)} if stop else {}),
            **self.endpoint.parameters,
        }
        return self.dialect.spoken(request) | ({"response_format": form} if form else {})

    def _open(self) -> openai.AsyncOpenAI:
        if self._client is None:
            import httpx2
            from openai import AsyncOpenAI

            own = self._transport or httpx2.AsyncHTTPTransport(verify=_trusted())
            self._client = AsyncOpenAI(
                api_key=self._key or NO_KEY,
                base_url=self.endpoint.base_url,
                max_retries=0,
                timeout=httpx2.Timeout(self.endpoint.timeout, connect=CONNECTING),
                http_client=httpx2.AsyncClient(transport=bounded(own), follow_redirects=False),
            )
        return self._client


@dataclass(slots=True)
class _Coming:
    """The parts of a stream that have come."""

    said: str = ""
    refusal: str = ""
    finish: str | None = None
    model: str | None = None
    usage: object = None
    _half: str = ""

    def take(self, chunk: ChatCompletionChunk) -> str:
        """Return the new text of a chunk; often empty."""
        self.usage, self.model = chunk.usage or self.usage, chunk.model or self.model
        words = ""
        for choice in (chunk.choices or ())[:1]:
            self.finish = choice.finish_reason or self.finish
            self.refusal += getattr(choice.delta, "refusal", None) or ""
            words = self._whole(choice.delta.content or "")
        self.said += words
        return words

    def ended(self) -> Completion:
        """Return the complete answer. Raises ServerFailed if it is none."""
        if self.refusal:
            took = _took(self.usage)
            raise ServerFailed(Kind.REFUSED, self.refusal, said=self.refusal, took=took)
        if not (self.finish or self.model or self.said):
            raise ServerFailed(
                Kind.GARBLED, worded("the response is not a stream, although a stream was requested")
            )
        if self.finish is None:
            raise ServerFailed(Kind.CUT, worded("the stream ended without a finish signal"), said=self.said)
        return _ended(self.said + self._half, self.finish, self.model, self.usage)

    def _whole(self, words: str) -> str:
        """Return a text without half a character at its end, which is kept for the next one.

        A server that counts in UTF-16 may cut a character in two.
        """
        words = (self._half + words).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        self._half = words[-1:] if "\ud800" <= words[-1:] <= "\udbff" else ""
        return words.removesuffix(self._half)


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
        tokens_in=_count(getattr(answer.usage, "prompt_tokens", 0)),
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
            Kind.GARBLED, worded("each vector must have 1 to {most:,} numbers", most=MOST_NUMBERS)
        )
    with np.errstate(over="ignore"):
        lengths = np.sqrt(np.square(vectors).sum(axis=1, keepdims=True))
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ServerFailed(Kind.GARBLED, worded("a vector is all zeros or contains invalid numbers"))
    return np.asarray(vectors / lengths, dtype=np.float32)


def _completion(answer: ChatCompletion) -> Completion:
    if isinstance(answer, str) or not getattr(answer, "choices", None):
        raise ServerFailed(Kind.GARBLED, _first_words(answer))
    choice = answer.choices[0]
    if choice.message is None:
        raise ServerFailed(Kind.GARBLED, worded("a choice has no message"))
    refusal = getattr(choice.message, "refusal", None)
    if refusal:
        took = _took(answer.usage)
        raise ServerFailed(Kind.REFUSED, str(refusal), said=str(refusal), took=took)
    content = choice.message.content
    if content is not None and not isinstance(content, str):
        raise ServerFailed(Kind.GARBLED, worded("{kind} instead of text", kind=type(content).__name__))
    return _ended(content or "", choice.finish_reason, answer.model, answer.usage)


def _ended(text: str, finish: str | None, model: str | None, usage: Any) -> Completion:  # noqa: ANN401 - of any server
    took = _took(usage)
    if finish == "content_filter":
        raise ServerFailed(Kind.FILTERED, said=text, took=took)
    if finish == "length":
        raise ServerFailed(Kind.TRUNCATED, said=text, took=took)
    if not text.strip():
        raise ServerFailed(Kind.EMPTY, took=took)
    if _HALF.search(text):
        raise ServerFailed(Kind.GARBLED, worded("an incomplete character"), took=took)
    return Completion(
        text=text,
        model=str(model or ""),
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        cached=took.cached,
    )


def _took(usage: object) -> Took:
    details = getattr(usage, "prompt_tokens_details", None)
    tokens_in = _count(getattr(usage, "prompt_tokens", 0))
    return Took(
        tokens_in=tokens_in,
        tokens_out=_count(getattr(usage, "completion_tokens", 0)),
        cached=min(tokens_in, _count(getattr(details, "cached_tokens", 0))),
    )


def _count(value: object) -> int:
    """Return a count of tokens told by a server; 0 if it cannot be one."""
    return value if type(value) is int and 0 < value <= MOST_TOKENS else 0


def _load() -> None:
    """Import what a request needs: the library loads most of itself on first use."""
    import openai.resources.chat.completions
    import openai.resources.embeddings  # noqa: F401

    _trusted()


@cache
def _trusted() -> ssl.SSLContext:
    """Return the context of trusted certificates.

    It is read once, as that takes longer than many an answer.
    """
    import httpx2

    return httpx2.create_ssl_context()


@contextmanager
def _named(client: OpenAICompatible, request: dict[str, Any]) -> Iterator[None]:
    """Raise every failure of a request as a ServerFailed that holds neither the key nor the prompt."""
    import httpx2
    import openai

    try:
        yield
    except ServerFailed as failure:
        hidden = client.secret.hidden_so_far if failure.kind in _CUT_OFF else client.secret.hidden
        detail, said = _as_worded(failure.detail, client), hidden(failure.said)
        raise ServerFailed(failure.kind, detail, said=said, wait=failure.wait, took=failure.took) from None
    except (openai.APITimeoutError, httpx2.TimeoutException) as error:
        raise _late(error.__cause__ or error, client) from None
    except openai.APIStatusError as error:
        raise _refused(error, client, request) from None
    except openai.APIConnectionError as error:
        raise _broken(error.__cause__ or error, client) from None
    except openai.APIError as error:
        raise ServerFailed(Kind.CUT, _brief(client.secret.hidden(error.message))) from None
    except (httpx2.HTTPError, OSError) as error:
        raise _broken(error, client) from None
    except (ValueError, TypeError, AttributeError) as error:
        # What the library trips over when a server sends something else than its protocol.
        raise ServerFailed(Kind.GARBLED, _brief(client.secret.hidden(str(error)))) from None


def _as_worded(detail: str, client: OpenAICompatible) -> str:
    """Return a shortened detail, which can still be translated if nothing of it had to be hidden."""
    brief = _brief(client.secret.hidden(detail))
    return detail if brief == detail else brief


def _late(error: BaseException, client: OpenAICompatible) -> ServerFailed:
    import httpx2

    if isinstance(error, httpx2.ConnectTimeout):
        return ServerFailed(Kind.UNREACHABLE, client.endpoint.base_url)
    return ServerFailed(Kind.TIMEOUT)


def _broken(error: BaseException, client: OpenAICompatible) -> ServerFailed:
    import httpx2

    if isinstance(error, TooMuch):
        return ServerFailed(Kind.OVERSIZED, worded("more than {most:,} bytes", most=MOST_BYTES))
    if isinstance(error, (httpx2.ReadError, httpx2.RemoteProtocolError)):
        return ServerFailed(Kind.CUT)
    if isinstance(error, httpx2.DecodingError):
        return ServerFailed(Kind.GARBLED, worded("the response cannot be decompressed"))
    return ServerFailed(Kind.UNREACHABLE, client.endpoint.base_url)


def _refused(error: openai.APIStatusError, client: OpenAICompatible, request: dict[str, Any]) -> ServerFailed:
    """Return the failure for a status; if a status has several meanings, the server's words decide."""
    words = _brief(client.secret.hidden(str(_message(error))))
    refused = error.status_code == 400 and error.code in _NO_PARAMETER
    if refused and client.dialect.learn(str(error.param), request):
        return ServerFailed(Kind.PARAMETER, words, wait=0.0)
    small = f"{error.code or ''} {error.type or ''} {words}".lower()
    wait = _wait(error)
    if any(said in small for said in _NO_QUOTA):
        return ServerFailed(Kind.QUOTA, words)
    if any(said in small for said in _TOO_LONG):
        return ServerFailed(Kind.TOO_LONG, words)
    if error.status_code != 429 and any(said in small for said in _FORM):
        return ServerFailed(Kind.UNSUPPORTED, words)
    kind = _BY_STATUS.get(error.status_code)
    if kind is None:
        kind = Kind.OVERLOADED if error.status_code >= 500 else Kind.BAD_REQUEST
    said = _status_words(error.status_code, words)
    if wait:
        said = worded("{said}, retry after {wait:g} s", said=said, wait=wait)
    return ServerFailed(kind, said, wait=wait)


def _status_words(status: int, words: str) -> str:
    if not words:
        return worded("status {status}", status=status)
    return worded("status {status}: {words}", status=status, words=words)


def _message(error: openai.APIStatusError) -> str:
    body = error.body
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        said = inner.get("message") if isinstance(inner, Mapping) else inner
        return str(said or "")
    return ""


def _wait(error: openai.APIStatusError) -> float | None:
    """Return the seconds that a server asks to wait; None if it gives no number."""
    for header, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        said = error.response.headers.get(header, "")
        try:
            return max(0.0, float(said) * unit)
        except ValueError:
            continue
    return None


def _brief(text: object) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())
    return line if len(line) <= 200 else f"{line[:199]}…"


def _first_words(answer: object) -> str:
    error = getattr(answer, "error", None)
    if isinstance(answer, str):
        return worded("a web page") if "<html" in answer[:2_000].lower() else worded("no completion")
    said = error.get("message") if isinstance(error, Mapping) else error
    return str(said) if said else worded("no choices")
