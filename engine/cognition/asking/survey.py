"""Survey: one question to many agents, off the record, whose answers can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cognition.asking.brought_up import brought_up, cited
from engine.cognition.thinker import Thinker
from engine.prompts.questions import Survey
from engine.prompts.questions.aside.survey import Opinion


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question with the kind of its answer.

    The answer is one of the `options`, a whole number within the `bounds`, or, with neither, free text.
    """

    question: str
    options: tuple[str, ...] = ()
    bounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An agent's answer: a choice or a number if asked for, and the words.

    If it cannot say, there are only words. `because` are the ids of the memories it cites, `recalled` those
    of all recalled memories.
    """

    words: str
    cannot_say: bool = False
    choice: str = ""
    number: int | None = None
    because: tuple[int, ...] = ()
    recalled: tuple[int, ...] = ()


async def survey(thinker: Thinker, asking: Asking) -> Said:
    """Return the agent's answer. The thinker's rows must not be stored."""
    fields = await brought_up(thinker, asking.question)
    prompt = thinker.prompt(
        Survey,
        options=asking.options,
        bounds=asking.bounds,
        choices={"option": asking.options} if asking.options else {},
        **fields,
    )
    answer = await thinker.ask(prompt)
    because = tuple(memory.id for memory in cited(fields["recalled"], answer.because))
    return _said(asking, answer, because, [memory.id for memory in fields["recalled"]])


def _said(asking: Asking, answer: Opinion, because: tuple[int, ...], recalled: Sequence[int]) -> Said:
    silent = answer.cannot_say
    return Said(
        words=answer.reason,
        cannot_say=silent,
        choice="" if silent or not asking.options else answer.choice,
        number=None if silent or not asking.bounds else answer.number,
        because=because,
        recalled=tuple(recalled),
    )
