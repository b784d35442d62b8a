"""Models that answer prompts: the rehearsal model, and the journal in front of any model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt

A = TypeVar("A", bound=Form)
Vector = NDArray[np.float32]
Heard = Callable[[str], None]
EMBED = "embed"  # the purpose of what is asked to find memories by meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The agent, the minute and the purpose of a question. Interviews are off the record."""

    agent: str
    minute: int
    purpose: str
    off_the_record: bool = False


class Embedder(Protocol):
    """Turns texts into unit vectors of one fixed length. `id` names it in one line of text.

    A text without words has no vector, and none is asked for.
    """

    @property
    def id(self) -> str:
        """Return the name of the embeddings model and its server."""
        ...

    def asked(self, question: str) -> str:
        """Return the text whose vector finds answers to a question."""
        ...

    def known(self, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the known vectors of texts, by text; missing ones are not asked for."""
        ...

    async def vectors(self, texts: Sequence[str], occasion: Occasion) -> Mapping[str, Vector]:
        """Return the vectors of all texts, by text; new ones are stored before they are used.

        Raises ModelFailed, an outage, if one cannot be had.
        """
        ...


class Model(Protocol):
    """Answers prompts, and may embed texts.

    `id` names the model and its parameters; it is part of every journal key.
    """

    @property
    def id(self) -> str:
        """Return the name of the model and all that changes its answers, in one line of text."""
        ...

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return the id of the model that answers this prompt: several models may share a town."""
        ...

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return a valid answer to the prompt. Raises ModelFailed; never returns a made-up default.

        If the form has a spoken text and the model streams, `heard` is called with the text so far each time
        it grows; after a failure it begins anew. None of that is checked: only the returned answer counts.
        An exception of `heard` ends the call.
        """
        ...

    def embedder_at(self, minute: int) -> Embedder | None:
        """Return the embedder used at a minute; None if memories are found by words alone."""
        ...

    async def close(self) -> None:
        """Close what was opened in this event loop; the model can be used again in another."""
        ...
