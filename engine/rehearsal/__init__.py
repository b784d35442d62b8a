"""The rehearsal model: answers by rules over structured memory. Deterministic, instant, offline.

It is not a language model and never pretends to be one. The rule that answers a question is in the file of
its name in `faculties`. What several rules share is in the folders beside it: `language` (packs, persons,
days), `conversation`, `interview`, `reflection`. Its phrases come from the languages of
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
        """Return the model's own id: the same model answers every prompt."""
        return self.id

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the answer of the faculty that the prompt asks for.

        It comes at once, with no parts sent before it.
        """
        # Imported here, since a town is looked at far more often than it thinks.
        from engine.rehearsal.rules import answered

        return checked(prompt, answered(prompt, self._packs))

    def embedder_at(self, minute: int) -> None:
        """Return None: there are no embeddings, and memories are found by words alone."""
        return None

    async def close(self) -> None:
        """Do nothing: the model holds no resources."""

    @property
    def _packs(self) -> Mapping[str, Pack]:
        from engine.rehearsal.language.pack import bundled_packs  # as above

        return bundled_packs()
