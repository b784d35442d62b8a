"""What answers a prompt: the rehearsal model, and in front of any model the journal."""

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
    """For whom something is asked, when and to do what. What is asked in an interview is off the record."""

    agent: str
    minute: int
    purpose: str
    off_the_record: bool = False


class Embedder(Protocol):
    """What turns texts into unit vectors, of one length for ever. `id` names it in one line of text.

    A text without words has no vector, and nobody is asked for one.
    """

    @property
    def id(self) -> str:
        """Return the embeddings model and where it is."""
        ...

    def asked(self, question: str) -> str:
        """Return the text whose vector finds what answers a question."""
        ...

    def known(self, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the vectors that there are, by text; nobody is asked for those that are missing."""
        ...

    async def vectors(self, texts: Sequence[str], occasion: Occasion) -> Mapping[str, Vector]:
        """Return the vectors of all of the texts, by text; those that were missing are kept before they are
        used. Raises ModelFailed, an outage, when there is one that cannot be had.
        """
        ...


class Model(Protocol):
    """Asked for answers, and for what embeds texts. `id` names the model and its parameters; it is part of
    every journal key.
    """

    @property
    def id(self) -> str:
        """Return the model and whatever changes its answers, in one line of text."""
        ...

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return the id of whatever answers this prompt: several models may share a town."""
        ...

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return a valid answer to the prompt; raises ModelFailed, never a made-up default.

        Where the form has something said aloud, `heard` is told what is said so far whenever there is more
        of it, by a model that answers bit by bit; after a failure it begins anew. None of that is checked:
        the answer is what is returned. What `heard` raises ends the asking.
        """
        ...

    def embedder_at(self, minute: int) -> Embedder | None:
        """Return what memories are found by meaning with at a minute; None where they are by words alone."""
        ...

    async def close(self) -> None:
        """Give back what asking has opened in this event loop; it can be asked again in another."""
        ...
