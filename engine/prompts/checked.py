"""Check answers, whichever model gave them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar, cast

from pydantic import ValidationError

from engine.errors import ModelFailed, one_by_one, worded
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt

A = TypeVar("A", bound=Form)


def kept(prompt: Prompt[A], answer: str) -> A:
    """Return the answer stored as JSON, checked as by `checked`."""
    try:
        data = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise _unusable(prompt, worded("the stored answer is not valid JSON")) from error
    return checked(prompt, data)


def checked(prompt: Prompt[A], data: Mapping[str, object]) -> A:
    """Return the answer as its form.

    Raises ModelFailed, naming the faults, if it does not fit form or prompt.
    """
    try:
        answer = cast(A, prompt.form.model_validate(data, context=prompt.choices))
    except ValidationError as error:
        faults = one_by_one(
            worded(
                "{field}: {fault}",
                field=".".join(map(str, fault["loc"])) or worded("the answer"),
                fault=fault["msg"],
            )
            for fault in error.errors()[:6]
        )
        raise _unusable(prompt, faults) from error
    fault = prompt.fault(answer)
    if fault:
        raise _unusable(prompt, fault)
    return answer


def _unusable(prompt: Prompt[A], faults: str) -> ModelFailed:
    return ModelFailed(
        worded(
            "the answer to {name!r} for {id!r} cannot be used ({faults}); ask again, or choose a "
            "model that follows the answer format",
            name=prompt.name,
            id=prompt.persona.id,
            faults=faults,
        ),
        outage=False,
        faults=faults,
    )
