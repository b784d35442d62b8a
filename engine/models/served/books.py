"""Books: what a served model needs to know of what was answered and spent before, and writes down at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from engine.prompts.questions import Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One call as it was paid for: what was said, what it took, and what went wrong if anything did."""

    key: str
    profile: str
    model: str = ""
    said: str = ""
    attempts: int = 1
    repairs: int = 0
    failure: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    seconds: float = 0.0
    micros: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What one request may take at most; `micros` are None where no price is known."""

    tokens: int
    micros: int | None


class Books(Protocol):
    """The journal and the purse of a run, or of a chat about it."""

    def answer(self, key: str) -> str | None:
        """The answer kept under a key; empty when there was no usable one; None when never asked."""
        ...

    def keep(self, prompt: Prompt[Any], asked: Asked, answer: str) -> None:
        """Keep an answer (or, empty, that there is none) before anybody uses it, with what it took."""
        ...

    def note(self, prompt: Prompt[Any], asked: Asked) -> None:
        """Note a call that came to nothing, so that asking again is left open."""
        ...

    def reserve(self, prompt: Prompt[Any], request: Request) -> int:
        """Set aside what a request may take; ModelFailed when a cap would be passed. The number of it."""
        ...

    def settle(
        self, prompt: Prompt[Any], reservation: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Replace what was set aside by what was spent."""
        ...
