"""Interventions as rows: how what an author asks of a run being lived reaches its runner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from engine.errors import BadInput
from engine.interventions.intervene import Happen, Intervention, SetState, Whisper

_VERBS: Mapping[str, type[Intervention]] = {"whisper": Whisper, "set": SetState, "happen": Happen}


def as_command(what: Intervention) -> tuple[str, dict[str, object]]:
    """The verb and the payload of an intervention."""
    verb = next(name for name, kind in _VERBS.items() if isinstance(what, kind))
    return verb, asdict(what)


def asked_for(verb: str, payload: Mapping[str, object]) -> Intervention:
    """The intervention of a verb and its payload; BadInput when they make none."""
    kind = _VERBS.get(verb)
    if kind is None:
        raise BadInput(f"a run cannot be asked to {verb!r}; it can {', '.join(_VERBS)}, pause and stop")
    try:
        return kind(**{name: str(value) for name, value in payload.items()})
    except TypeError as error:
        raise BadInput(f"{verb!r} cannot be done with {sorted(payload)}") from error
