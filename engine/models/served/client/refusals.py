"""Refusals: what a server, or the way to it, did in place of an answer, named by kind.

Where a status has several meanings, the server's words decide. What it refuses to take is learned here, so
that the same question can be put in another way.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from engine.errors import worded
from engine.models.served.answers.dialect import Dialect
from engine.models.served.client.bounded import MOST_BYTES, TooMuch
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.server_words import ServerWords

if TYPE_CHECKING:
    import httpx2

_BY_STATUS: Mapping[int, Kind] = {
    400: Kind.BAD_REQUEST, 401: Kind.UNAUTHORIZED, 402: Kind.QUOTA, 403: Kind.FORBIDDEN, 404: Kind.NOT_FOUND,
    405: Kind.NOT_FOUND, 408: Kind.TIMEOUT, 409: Kind.OVERLOADED, 413: Kind.TOO_LONG, 422: Kind.BAD_REQUEST,
    429: Kind.RATE_LIMITED,
}  # fmt: skip
_OF_THE_KEY = frozenset({401, 402, 403, 429})  # these say nothing of the request
_TOO_LONG = (
    "exceed_context_size", "context_length_exceeded", "context length", "context window", "context size",
    "prompt is too long", "input is too long", "reduce the length", "maximum sequence length",
)  # fmt: skip
_NO_QUOTA = ("insufficient_quota", "billing", "credit balance", "insufficient balance", "insufficient credit")
_FILTERED = re.compile(
    r"content_filter|content management policy|responsibleaipolicy|data_inspection_failed|"
    r"\bflagged\b|flagged_input|requires moderation|inappropriate content"
)
_NO_MODEL = re.compile(r"model_not_found|\bmodel\b[^.;]{0,80}(?:not found|(?:does )?not exist)|no such model")
_FORM = ("response_format", "json_schema", "json_object", "grammar", "guided_json", "structured output")
_LOADING = re.compile(r"\bload(?:ing|s)?\b|\bwarming up\b|\bmodel is (?:starting|not ready)\b")
_BAD_OUTPUT = re.compile(
    r"json_validate_failed|(?:fail|unable|could not|cannot|invalid|not valid|malformed)[^.;]{0,60}\bjson\b"
    r"[^.;]{0,60}\b(?:model|generat|output|completion)|"
    r"\b(?:model|generat\w*|output|completion)\b[^.;]{0,60}(?:fail|unable|could not|cannot|invalid|"
    r"not valid|malformed|not match|not conform)[^.;]{0,60}\b(?:json|schema)\b|"
    r"failed to (?:generate|validate) json"
)
_REFUSES = re.compile(
    r"unsupported|not (?:yet |currently )?(?:support|permit|allow|implement|accept|availabl)|"
    r"(?:does|do|is) ?n[o']t (?:support|accept|take|allow)|unrecogni[sz]ed|unknown|unexpected|"
    r"extra (?:field|input|param)|forbidden|(?:invalid|no such|not a valid) (?:param|argument|field)|"
    r"cannot be used|can't be used"
)
_NO_SYSTEM = re.compile(
    r"\bsystem (?:role|message|prompt|instruction)s?\b[^.;]{0,60}(?:not|n't|unsupported|disabled)|"
    r"(?:not|n't|unsupported)[^.;]{0,40}\bsystem (?:role|message|prompt|instruction)s?\b|"
    r"(?:developer|system) instruction is not enabled|roles must alternate|only user(?: role|,| and)|"
    r"unsupported role[^.;]{0,10}system|\brole[^.;]{0,20}'?system'? (?:is )?not"
)
_NO_ENDPOINT = re.compile(
    r"(?:unexpected|unknown|invalid|no such) (?:endpoint|url|path|route|request url)|no route\b"
)
_VERSION = re.compile(r"/v\d|/openai\b|/api\b")


def refused(
    status: int,
    said: ServerWords,
    *,
    dialect: Dialect,
    request: Mapping[str, Any],
    base_url: str,
    wait: float | None = None,
) -> ServerFailed:
    """Return the failure for a status and the words of a server; `dialect` learns from it."""
    small = said.all
    if status != 429 and _FILTERED.search(small):
        return ServerFailed(Kind.FILTERED, said.text)
    if status >= 400 and status not in _OF_THE_KEY:
        failure = _of_request(status, said, small, dialect, request)
        if failure is not None:
            return failure
    if _NO_ENDPOINT.search(small) or (status == 400 and _NO_MODEL.search(small)):
        status = 404
    if any(words in small for words in _NO_QUOTA):
        return ServerFailed(Kind.QUOTA, said.text)
    if status == 503 and _LOADING.search(small):
        return ServerFailed(Kind.LOADING, _status_words(status, said.text), wait=wait)
    kind = _BY_STATUS.get(status, Kind.OVERLOADED if status >= 500 else Kind.BAD_REQUEST)
    return ServerFailed(kind, _in_words(kind, status, said, base_url, wait), wait=wait)


def _in_words(kind: Kind, status: int, said: ServerWords, base_url: str, wait: float | None) -> str:
    words = _status_words(status, said.text)
    if kind is Kind.NOT_FOUND and not _VERSION.search(urlsplit(base_url).path):
        return worded("{said}; most addresses end in /v1, such as {address}/v1", said=words, address=base_url)
    return worded("{said}, retry after {wait:g} s", said=words, wait=wait) if wait else words


def _of_request(
    status: int, said: ServerWords, small: str, dialect: Dialect, request: Mapping[str, Any]
) -> ServerFailed | None:
    """Return the failure if it is about the request or what the model made of it; None for any other."""
    if any(words in small for words in _TOO_LONG):
        return ServerFailed(Kind.TOO_LONG, said.text)
    if said.output or _BAD_OUTPUT.search(small):
        return ServerFailed(Kind.INVALID, said.text, said=said.output)
    name = _parameter(said, small, dialect.refusable(request)) if "messages" in request else ""
    if name:
        dialect.learn(name)
        return ServerFailed(Kind.PARAMETER, said.text, wait=0.0)
    if any(words in small for words in _FORM):
        return ServerFailed(Kind.UNSUPPORTED, said.text)
    if _NO_SYSTEM.search(small) and "messages" in request and dialect.learn_no_system(request):
        return ServerFailed(Kind.PARAMETER, said.text, wait=0.0)
    return None


def _parameter(said: ServerWords, small: str, candidates: tuple[str, ...]) -> str:
    """Return the parameter that a server refuses, of those it can be asked without; empty if there is none.

    A value out of its range is no refusal: whoever has set it is told of it.
    """
    if not _REFUSES.search(small) and not small.startswith(("extra_forbidden", "unsupported_")):
        return ""
    named = [name for name in candidates if name in said.named]
    if said.named:
        return named[0] if named else ""
    worded_so = (name for name in candidates if re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", small))
    return next(worded_so, "")


def lost(error: BaseException, base_url: str, *, proxy: str = "") -> ServerFailed:
    """Return the failure for a connection that could not be made, or was lost."""
    import httpx2

    tls = _tls_fault(error)
    if isinstance(tls, ssl.SSLCertVerificationError):
        return ServerFailed(Kind.UNTRUSTED, tls.verify_message)
    if tls is not None and isinstance(error, httpx2.ConnectError):
        return ServerFailed(
            Kind.UNREACHABLE, worded("{address} does not answer over https; try http", address=base_url)
        )
    if isinstance(error, TooMuch):
        return ServerFailed(Kind.OVERSIZED, worded("more than {most:,} bytes", most=MOST_BYTES))
    if isinstance(error, (httpx2.ReadError, httpx2.RemoteProtocolError)):
        return ServerFailed(Kind.CUT)
    if isinstance(error, httpx2.DecodingError):
        return ServerFailed(Kind.GARBLED, worded("the response cannot be decompressed"))
    if proxy:
        return ServerFailed(
            Kind.UNREACHABLE, worded("{address} through the proxy {proxy}", address=base_url, proxy=proxy)
        )
    return ServerFailed(Kind.UNREACHABLE, base_url)


def late(error: BaseException, base_url: str) -> ServerFailed:
    """Return the failure for an answer, or a connection, that took too long."""
    import httpx2

    if isinstance(error, httpx2.ConnectTimeout):
        return ServerFailed(Kind.UNREACHABLE, base_url)
    return ServerFailed(Kind.TIMEOUT)


def moved(status: int, location: str) -> ServerFailed:
    """Return the failure for an answer that only names another address."""
    where = location.partition("?")[0].removesuffix("/chat/completions")
    return ServerFailed(
        Kind.NOT_FOUND, worded("status {status}, moved to {address}", status=status, address=where)
    )


def wait_of(response: httpx2.Response) -> float | None:
    """Return the seconds that a server asks to wait; None if it gives no number."""
    for header, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        said = response.headers.get(header, "")
        try:
            return max(0.0, float(said) * unit)
        except ValueError:
            continue
    return None


def _tls_fault(error: BaseException | None) -> ssl.SSLError | None:
    """Return the error of an encrypted connection among the causes of a failure, or None."""
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _status_words(status: int, words: str) -> str:
    if not words:
        return worded("status {status}", status=status)
    return worded("status {status}: {words}", status=status, words=words)
