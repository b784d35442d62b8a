"""Interview: a question asked off the record. It reads a mind and never writes to it (paper, section 6.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.cognition.asking.asked_by import AskedBy
from engine.cognition.asking.brought_up import brought_up, cited
from engine.cognition.asking.unfounded import unfounded
from engine.cognition.thinker import Thinker
from engine.models import Heard
from engine.prompts.questions import Interview
from engine.records import Call, Recall
from engine.settings import Faculty


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer, the recalls behind it with the parts of every score, which memories it cites, and the call;
    the sentences of it that name what nothing recalled or known speaks of.
    """

    text: str
    recalls: tuple[Recall, ...]
    because: tuple[int, ...]
    call: Call
    unfounded: tuple[str, ...] = ()


async def interview(
    thinker: Thinker,
    question: str,
    earlier: Sequence[tuple[str, str]] = (),
    without: Collection[Faculty] = (),
    heard: Heard | None = None,
    asked_by: AskedBy | None = None,
) -> Answered:
    """Return the agent's answer to a question. The thinker's rows must take effect nowhere.

    `heard` is told the words of the answer so far as they come, and at last the answer as it was checked.

    `without` leaves out what these faculties have put into the mind since the town began, to see what each is
    for (the ablations of section 6.2); what the author wrote stays. `asked_by` is as whom it is asked.
    """
    fields = await brought_up(thinker, question, earlier, without, asked_by)
    answer = await thinker.ask_aloud(thinker.prompt(Interview, earlier=tuple(earlier), **fields), heard)
    if heard is not None:
        heard(answer.answer)
    entries = thinker.rows.entries
    call = next(entry for entry in reversed(entries) if isinstance(entry, Call))
    return Answered(
        text=answer.answer,
        recalls=tuple(entry for entry in entries if isinstance(entry, Recall)),
        because=tuple(memory.id for memory in cited(fields["recalled"], answer.because)),
        call=call,
        unfounded=unfounded(answer.answer, call.prompt, thinker.town.scenario.language),
    )
