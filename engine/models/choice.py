"""Which model a name means."""

from __future__ import annotations

from engine.errors import BadInput
from engine.models import Model
from engine.models.rehearsal import Rehearsal

REHEARSAL = "rehearsal"


def choose(name: str) -> Model:
    """The model of a name; BadInput when there is none of that name."""
    if name == REHEARSAL:
        return Rehearsal()
    raise BadInput(f"there is no model {name!r}; this version has {REHEARSAL!r}")
