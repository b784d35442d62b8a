"""Completions: read what came of a request, whole or piece by piece. Whatever is no complete answer fails."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import worded
from engine.models.served.answers.thinking import is_still_thinking, without_thinking
from engine.models.served.client.failures import Kind, ServerFailed, Took
from engine.models.served.client.server_words import ServerWords, is_page, words_in

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion, ChatCompletionChunk

MOST_TOKENS = 10_000_000  # of one request; whoever counts more has miscounted
_HALF = re.compile("[\ud800-\udfff]")
_FILTERS = ("content_filter", "safety", "prohibited", "recitation", "blocklist")
_LIMITS = frozenset({"length", "max_tokens", "model_length"})
_THOUGHTS = ("reasoning_content", "reasoning")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """An answer of a server: the text, the model, and the tokens it took."""

    text: str
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0


class AnsweredWithError(Exception):
    """An answer with status 200 holds an error in place of a completion."""

    def __init__(self, said: ServerWords) -> None:
        self.said = said
        super().__init__(said.text)


@dataclass(slots=True)
class Coming:
    """The parts of a stream that have come."""

    said: str = ""
    thought: str = ""
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
            refuse_error(choice)
            self.finish = choice.finish_reason or self.finish
            self.refusal += getattr(choice.delta, "refusal", None) or ""
            self.thought += _thought(choice.delta)
            words = self._whole(choice.delta.content or "")
        self.said += words
        return words

    def ended(self) -> Completion:
        """Return the complete answer. Raises ServerFailed if it is none."""
        if self.refusal:
            took = took_of(self.usage)
            raise ServerFailed(Kind.REFUSED, self.refusal, said=self.refusal, took=took)
        if not (self.finish or self.model or self.said):
            raise ServerFailed(
                Kind.GARBLED, worded("the response is not a stream, although a stream was requested")
            )
        if self.finish is None:
            raise ServerFailed(Kind.CUT, worded("the stream ended without a finish signal"), said=self.said)
        text = self.said + self._half
        return _ended(text, self.finish, self.model, self.usage, thought=self.thought)

    def _whole(self, words: str) -> str:
        """Return a text without half a character at its end, which is kept for the next one.

        A server that counts in UTF-16 may cut a character in two.
        """
        words = (self._half + words).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        self._half = words[-1:] if "\ud800" <= words[-1:] <= "\udbff" else ""
        return words.removesuffix(self._half)


def completion_of(answer: ChatCompletion) -> Completion:
    """Return the complete answer in a response. Raises ServerFailed or AnsweredWithError if there is none."""
    if isinstance(answer, str):
        raise ServerFailed(Kind.GARBLED, worded("a web page") if is_page(answer) else worded("no completion"))
    if not getattr(answer, "choices", None):
        refuse_error(answer)
        raise ServerFailed(Kind.GARBLED, worded("no choices"))
    choice = answer.choices[0]
    refuse_error(choice)
    if choice.message is None:
        if (choice.finish_reason or "").lower().startswith(_FILTERS):
            raise ServerFailed(Kind.FILTERED, took=took_of(answer.usage))
        raise ServerFailed(Kind.GARBLED, worded("a choice has no message"))
    refusal = getattr(choice.message, "refusal", None)
    if refusal:
        took = took_of(answer.usage)
        raise ServerFailed(Kind.REFUSED, str(refusal), said=str(refusal), took=took)
    content = _content(choice.message.content)
    thought = _thought(choice.message)
    return _ended(content, choice.finish_reason, answer.model, answer.usage, thought=thought)


def refuse_error(part: object) -> None:
    """Raise AnsweredWithError if a part of a response holds an error."""
    extra = getattr(part, "model_extra", None) or {}
    error = extra.get("error") or extra.get("errors") or extra.get("detail") or extra.get("message")
    is_error = getattr(part, "finish_reason", None) == "error"
    if error or is_error:
        raise AnsweredWithError(words_in({"error": error, "code": extra.get("code")}))


def _content(content: object) -> str:
    """Return the text of a message, or the texts among its parts. Raises ServerFailed for others."""
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list):
        return "".join(_texts(content))
    raise ServerFailed(Kind.GARBLED, worded("{kind} instead of text", kind=type(content).__name__))


def _texts(parts: Iterable[object]) -> Iterable[str]:
    for part in parts:
        kind = part.get("type") if isinstance(part, Mapping) else type(part).__name__
        text = part.get("text") if isinstance(part, Mapping) and kind in ("text", "output_text") else None
        if isinstance(text, str):
            yield text
        elif kind not in ("thinking", "reasoning"):
            raise ServerFailed(Kind.GARBLED, worded("{kind} instead of text", kind=str(kind)))


def _thought(message: object) -> str:
    """Return what a model thought beside its answer, where a server says so."""
    extra = getattr(message, "model_extra", None) or {}
    return next((extra[name] for name in _THOUGHTS if isinstance(extra.get(name), str) and extra[name]), "")


def _ended(
    text: str,
    finish: str | None,
    model: str | None,
    usage: Any,  # noqa: ANN401 - of any server
    *,
    thought: str,
) -> Completion:
    took = took_of(usage)
    finish = (finish or "").lower()
    if finish.startswith(_FILTERS):
        raise ServerFailed(Kind.FILTERED, said=text, took=took)
    if finish in _LIMITS:
        is_silent = not text.strip() and bool(thought or took.tokens_out)
        kind = Kind.THINKING if is_silent or is_still_thinking(text) else Kind.TRUNCATED
        raise ServerFailed(kind, said=text or thought, took=took)
    if not text.strip():
        text = _answer_among(thought)
    if not text:
        raise ServerFailed(
            Kind.EMPTY,
            worded("the model returned only its thinking") if thought else "",
            said=thought,
            took=took,
        )
    if _HALF.search(text):
        raise ServerFailed(Kind.GARBLED, worded("an incomplete character"), took=took)
    return Completion(
        text=text,
        model=str(model or ""),
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        cached=took.cached,
    )


def _answer_among(thought: str) -> str:
    """Return the answer that a server has taken for thinking; empty if it was that.

    A server that holds its model to a form, and expects thinking first, puts the whole form there.
    """
    spoken = without_thinking(thought).strip()
    try:
        return spoken if isinstance(json.loads(spoken), dict) else ""
    except (ValueError, RecursionError):
        return ""


def took_of(usage: object) -> Took:
    """Return the tokens that a server says a request took."""
    details = getattr(usage, "prompt_tokens_details", None)
    tokens_in = count_of(getattr(usage, "prompt_tokens", 0))
    return Took(
        tokens_in=tokens_in,
        tokens_out=count_of(getattr(usage, "completion_tokens", 0)),
        cached=min(tokens_in, count_of(getattr(details, "cached_tokens", 0))),
    )


def count_of(value: object) -> int:
    """Return a count of tokens told by a server; 0 if it cannot be one."""
    return value if type(value) is int and 0 < value <= MOST_TOKENS else 0
