"""A preview: what the rules of the rehearsal model take sentences to ask, before anything is lived."""

from __future__ import annotations

from typing import Protocol

from engine.intentions.understood import ReadSentence
from engine.records import Persona


class Preview(Protocol):
    """What is read in the sentences of a town, for whoever checks or shows them."""

    def read(self, me: Persona, text: str, now: int, *, told: bool = False) -> tuple[ReadSentence, ...]:
        """Return what each sentence of a text asks, as somebody takes it at a minute; what is `told` to them
        may be an order.
        """

    def names_strangers(self, text: str) -> bool:
        """Return whether a text may name somebody whom nobody here is."""

    def names_places_elsewhere(self, text: str) -> bool:
        """Return whether a text may name a place that there is not."""
