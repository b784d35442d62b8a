"""Interventions of an author in a town, one per file.

A new one is a file with its class, and its name in `INTERVENTIONS`: the API, the runner, the command line
and the studio's forms use what the class says of itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadInput, with_commas, worded
from engine.interventions.intervention import Intervention, Signature, signature
from engine.interventions.locks.lock_block import LockBlock
from engine.interventions.locks.lock_line import LockLine
from engine.interventions.locks.lock_tie import LockTie
from engine.interventions.minds.commit import Commit
from engine.interventions.minds.feel import Feel
from engine.interventions.minds.forget import Forget
from engine.interventions.minds.reconsider import Reconsider
from engine.interventions.minds.reflect_now import ReflectNow
from engine.interventions.minds.remember import Remember
from engine.interventions.minds.replan import Replan
from engine.interventions.minds.reword import Reword
from engine.interventions.minds.tie import Tie
from engine.interventions.minds.whisper import Whisper
from engine.interventions.town.add import Add
from engine.interventions.town.amend import Amend
from engine.interventions.town.happen import Happen
from engine.interventions.town.move import Move
from engine.interventions.town.say import Say
from engine.interventions.town.send_away import SendAway
from engine.interventions.town.set_state import SetState
from engine.interventions.undo import Undo

__all__ = [
    "INTERVENTIONS",
    "Add",
    "Amend",
    "Commit",
    "Feel",
    "Forget",
    "Happen",
    "Intervention",
    "LockBlock",
    "LockLine",
    "LockTie",
    "Move",
    "Reconsider",
    "ReflectNow",
    "Remember",
    "Replan",
    "Reword",
    "Say",
    "SendAway",
    "SetState",
    "Tie",
    "Undo",
    "Whisper",
    "as_command",
    "asked_for",
    "commanded",
]

_OF_THE_TOWN: tuple[type[Intervention], ...] = (SetState, Happen, Say, Move, SendAway, Add, Amend)
_OF_MINDS: tuple[type[Intervention], ...] = (
    Whisper, Commit, Replan, Reconsider, ReflectNow, Remember, Reword, Forget, Tie, Feel,
    LockBlock, LockTie, LockLine,
)  # fmt: skip

_EVERY: tuple[type[Intervention], ...] = (*_OF_THE_TOWN, *_OF_MINDS, Undo)

INTERVENTIONS: Mapping[str, type[Intervention]] = {kind.verb: kind for kind in _EVERY}
"""Every intervention by its verb, in the order in which they are offered."""


def as_command(what: Intervention, by: Signature | None = None) -> tuple[str, dict[str, object]]:
    """Return the verb and the payload with which an intervention is sent to the runner of a run."""
    by = by or Signature()
    return what.verb, {"asked": what.values(), "who": by.who, "why": by.why}


def commanded(verb: str, payload: Mapping[str, object]) -> tuple[Intervention, Signature]:
    """Return the intervention of a command, and its signature. Raises BadInput if they are invalid."""
    _kind(verb)
    asked = payload.get("asked")
    who, why = payload.get("who", ""), payload.get("why", "")
    if not (isinstance(asked, Mapping) and isinstance(who, str) and isinstance(why, str)):
        raise BadInput(
            worded(
                "the request for {verb!r} comes from another version of Townwright and cannot be read; "
                "make the change again",
                verb=verb,
            )
        )
    return asked_for(verb, asked), signature(who, why)


def asked_for(verb: str, asked: Mapping[str, object]) -> Intervention:
    """Return the intervention of a verb with the values of its fields.

    Raises BadInput if one of them is missing, unknown or invalid.
    """
    kind = _kind(verb)
    fields = with_commas(field.name for field in kind.asks)
    for name in sorted(asked.keys() - {field.name for field in kind.asks}):
        raise BadInput(
            worded(
                "{verb!r} has no field {name!r}; its fields are: {fields}",
                verb=verb,
                name=name,
                fields=fields,
            )
        )
    for field in kind.asks:
        if not field.optional and field.name not in asked:
            raise BadInput(
                worded(
                    "{verb!r} is missing the field {name!r}; its fields are: {fields}",
                    verb=verb,
                    name=field.name,
                    fields=fields,
                )
            )
    return kind(**{name: str(value) for name, value in asked.items()})


def _kind(verb: str) -> type[Intervention]:
    kind = INTERVENTIONS.get(verb)
    if kind is None:
        raise BadInput(
            worded(
                "there is no command {verb!r} for a run; use one of: {interventions}, pause, stop",
                verb=verb,
                interventions=with_commas(INTERVENTIONS),
            )
        )
    return kind
