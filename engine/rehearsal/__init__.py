"""The rehearsal model: a mind made of rules over structured memory. Deterministic, instant, offline.

It is not a language model and never pretends to be one. The rule that answers a question is the file of its
name in `faculties`; what several of them share lies in the folders beside: `language` (packs, persons, days),
`conversation`, `interview`, `reflection`. What is said comes from the languages of
`engine/language/packs`, which are data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from engine.prompts.checked import checked
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt

if TYPE_CHECKING:
    from engine.models import Heard
    from engine.rehearsal.language.pack import Pack

A = TypeVar("A", bound=Form)


class Rehearsal:
    """The built-in model. The same prompt always gets the same answer."""

    id = "rehearsal-2"

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return its own id: one mind answers everything."""
        return self.id

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the answer of the faculty the prompt asks for. It comes at once: nothing of it is told
        before.
        """
        # Imported here, since a town is looked at far more often than it thinks.
        from engine.rehearsal.rules import answered

        return checked(prompt, answered(prompt, self._packs))

    def embedder_at(self, minute: int) -> None:
        """No embeddings: memories are found by words alone."""
        return None

    async def close(self) -> None:
        """It holds nothing open."""

    @property
    def _packs(self) -> Mapping[str, Pack]:
        from engine.rehearsal.language.pack import bundled_packs  # as above

        return bundled_packs()
