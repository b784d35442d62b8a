"""What answers a prompt: the rehearsal model, and in front of any model the journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.prompts.forms import Form
from engine.prompts.questions import Prompt

A = TypeVar("A", bound=Form)
Vectors = NDArray[np.float32]
Heard = Callable[[str], None]


class Model(Protocol):
    """Two verbs. `id` names the model and its parameters; it is part of every journal key."""

    @property
    def id(self) -> str:
        """The model and whatever changes its answers, in one line of text."""
        ...

    def id_for(self, prompt: Prompt[Any]) -> str:
        """The id of whatever answers this prompt: several models may share a town."""
        ...

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """A valid answer to the prompt; raises ModelFailed, never a made-up default.

        Where the form has something said aloud, `heard` is told what is said so far whenever there is more
        of it, by a model that answers bit by bit; after a failure it begins anew. None of that is checked:
        the answer is what is returned. What `heard` raises ends the asking.
        """
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors | None:
        """Unit vectors, one row a text; None when the model has no embeddings."""
        ...

    async def close(self) -> None:
        """Give back what asking has opened in this event loop; it can be asked again in another."""
        ...
