"""Which model a name means."""

from __future__ import annotations

from engine.errors import BadInput
from engine.models import Model

REHEARSAL = "rehearsal"


def choose(name: str) -> Model:
    """The model of a name; BadInput when there is none of that name."""
    if name == REHEARSAL:
        from engine.models.rehearsal import Rehearsal  # one model is enough to load, and only when it thinks

        return Rehearsal()
    raise BadInput(f"there is no model {name!r}; this version has {REHEARSAL!r}")
