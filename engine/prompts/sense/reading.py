"""Read an answer of a language model: mend it, check it, and hold it to the records and to sense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.prompts.checked import checked
from engine.prompts.forms import Form
from engine.prompts.sense.evidence import borne_out
from engine.prompts.sense.faults import Fault, faults
from engine.prompts.sense.leaving_out import left_out, without
from engine.prompts.sense.mending import mended
from engine.prompts.sense.spoken_of import SpokenOf


@dataclass(frozen=True, slots=True)
class Reading:
    """What can be used of an answer (None: nothing), and what was wrong with it."""

    answer: Form | None
    faults: tuple[Fault, ...] = ()


def read(about: SpokenOf, data: Mapping[str, Any], *, last: bool = False) -> Reading:
    """Return the sensible answer in the fields that a model filled in.

    Parts with light faults are left out; of the `last` answer, all parts that can be. Raises ModelFailed if
    it does not fit form or prompt.
    """
    answer = borne_out(about, checked(about.prompt, mended(about, data)))
    at_fault = faults(about, answer)
    light = [fault for fault in at_fault if fault.light]
    if light and (lightened := without(about, answer, light)) is not None:
        answer, at_fault = lightened, faults(about, lightened)
    if not at_fault:
        return Reading(answer)
    return Reading(left_out(about, answer, at_fault) if last else None, at_fault)
