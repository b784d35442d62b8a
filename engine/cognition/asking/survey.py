"""Survey: a question that is put to many alike, off the record, so that the answers can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cognition.asking.brought_up import brought_up, cited
from engine.cognition.thinker import Thinker
from engine.prompts.questions import Survey
from engine.prompts.questions.aside.survey import Opinion


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question with the kind of its answer: one of the `options`, a whole number between two `bounds`, or,
    with neither, plain words.
    """

    question: str
    options: tuple[str, ...] = ()
    bounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What somebody answered: a choice or a number where one was asked for, the words; nothing but words of
    who cannot say. `because` are the ids of the memories it cites, `recalled` of all that came to mind.
    """

    words: str
    cannot_say: bool = False
    choice: str = ""
    number: int | None = None
    because: tuple[int, ...] = ()
    recalled: tuple[int, ...] = ()


async def survey(thinker: Thinker, asking: Asking) -> Said:
    """Return the agent's answer. The thinker's rows must take effect nowhere."""
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
