"""Books: what a served model needs to know of what was answered and spent before, and writes down at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.models import Occasion, Vector
from engine.prompts.prompt import Prompt


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
    seconds: float


class Books(Protocol):
    """The journal and the purse of a run, or of a chat about it."""

    def answer(self, key: str) -> str | None:
        """Return the answer kept under a key; empty when there was no usable one; None when never asked."""
        ...

    def keep(self, occasion: Occasion, asked: Asked, answer: str) -> None:
        """Keep an answer (or, empty, that there is none) before anybody uses it, with what it took."""
        ...

    def note(self, occasion: Occasion, asked: Asked) -> None:
        """Note a call without an answer to keep: it came to nothing, and asking again is left open."""
        ...

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the vectors that an embeddings model is known to make of texts, by text."""
        ...

    def keep_vectors(self, model: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors before anybody uses them. BadInput when they do not go with those there are."""
        ...

    def note_sought(self, texts: Sequence[str]) -> None:
        """Note what was looked for off the record, so that it can be looked for again elsewhere."""
        ...

    def reserve(self, occasion: Occasion, request: Request) -> int:
        """Set aside what a request may take; ModelFailed when a cap would be passed. The number of it."""
        ...

    def settle(
        self, occasion: Occasion, reservation: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Replace what was set aside by what was spent."""
        ...


def occasion_of(prompt: Prompt[Any]) -> Occasion:
    """For whom a prompt is asked, when and to do what."""
    return Occasion(
        agent=prompt.persona.id,
        minute=prompt.now,
        purpose=prompt.name,
        off_the_record=prompt.off_the_record,
    )
