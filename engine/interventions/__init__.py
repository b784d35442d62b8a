"""An author's hand in the town: what can be done, one intervention a file.

A new one is a file with its record, and its name in `INTERVENTIONS`: the API, the runner, the command line
and the studio's forms go by what the record says of itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadInput
from engine.interventions.happen import Happen
from engine.interventions.intervention import Intervention
from engine.interventions.set_state import SetState
from engine.interventions.whisper import Whisper

__all__ = ["INTERVENTIONS", "Happen", "Intervention", "SetState", "Whisper", "as_command", "asked_for"]

INTERVENTIONS: Mapping[str, type[Intervention]] = {kind.verb: kind for kind in (Whisper, SetState, Happen)}
"""Every intervention by its verb, in the order in which they are offered."""


def as_command(what: Intervention) -> tuple[str, dict[str, str]]:
    """Return the verb and the payload by which an intervention reaches the runner of a run."""
    return what.verb, what.values()


def asked_for(verb: str, payload: Mapping[str, object]) -> Intervention:
    """Return the intervention of a verb and its payload. Raises BadInput when they make none."""
    kind = INTERVENTIONS.get(verb)
    if kind is None:
        raise BadInput(
            f"a run cannot be asked to {verb!r}; it can {', '.join(INTERVENTIONS)}, pause and stop"
        )
    try:
        return kind(**{name: str(value) for name, value in payload.items()})
    except TypeError as error:
        raise BadInput(f"{verb!r} cannot be done with {sorted(payload)}") from error
