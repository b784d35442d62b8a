"""Books: the record of answers and costs that a served model reads, and writes at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.models import Occasion, Vector
from engine.prompts.prompt import Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One call as it was paid for: the answer, its cost, and the failure if there was one."""

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
    """The most that one request may take; `micros` is None if no price is known."""

    tokens: int
    micros: int | None
    seconds: float


class Books(Protocol):
    """The journal and the purse of a run, or of a chat about it."""

    def answer(self, key: str) -> str | None:
        """Return the answer stored under a key; empty if there was no usable one; None if never asked."""
        ...

    def ids(self) -> Sequence[str]:
        """Return the ids of all models that have answered."""
        ...

    def keep(self, occasion: Occasion, asked: Asked, answer: str) -> None:
        """Store an answer (or, if empty, that there is none) with its cost, before it is used."""
        ...

    def note(self, occasion: Occasion, asked: Asked) -> None:
        """Store a call that failed without an answer, which may be asked again."""
        ...

    def has_paused(self, kind: str) -> bool:
        """Check whether the run has paused for unusable answers with this kind of failure."""
        ...

    def forget_left_out(self, keys: Sequence[str]) -> None:
        """Forget under these keys that there was no usable answer, where no run has lived on without it."""
        ...

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the known vectors of texts by an embeddings model, by text."""
        ...

    def keep_vectors(self, model: str, vectors: Mapping[str, Vector]) -> None:
        """Store vectors before they are used. Raises BadInput if they do not fit the existing ones."""
        ...

    def note_sought(self, texts: Sequence[str]) -> None:
        """Store what was searched for off the record, so that it can be searched for again elsewhere."""
        ...

    def reserve(self, occasion: Occasion, request: Request) -> int:
        """Reserve what a request may take, and return the number of the reservation.

        Raises ModelFailed if a cap would be passed.
        """
        ...

    def settle(
        self, occasion: Occasion, reservation: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Replace a reservation by what was spent."""
        ...


def occasion_of(prompt: Prompt[Any]) -> Occasion:
    """Return the agent, minute and purpose of a prompt."""
    return Occasion(
        agent=prompt.persona.id,
        minute=prompt.now,
        purpose=prompt.name,
        off_the_record=prompt.off_the_record,
    )
