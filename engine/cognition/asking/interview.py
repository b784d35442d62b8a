"""Interview: a question off the record. It reads a mind and never writes to it (paper, section 6.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.cognition.asking.asked_by import AskedBy
from engine.cognition.asking.brought_up import brought_up, cited
from engine.cognition.asking.unfounded import unfounded
from engine.cognition.thinker import Thinker
from engine.display.html import Card
from engine.display.listed import Displayed
from engine.display.rows import Grid
from engine.models import Heard
from engine.prompts.questions import Interview
from engine.records import Call, Recall
from engine.settings import Faculty

_SHOWN = 80  # letters of an answer in its `repr`


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answered(Displayed):
    """An answer, with the evidence for it.

    `recalls` are the look-ups with the parts of every score, `because` the ids of the memories it cites, and
    `unfounded` the sentences that name something not in the prompt.
    """

    text: str
    recalls: tuple[Recall, ...]
    because: tuple[int, ...]
    call: Call
    unfounded: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return the answer, shortened, and the number of memories it cites."""
        return f"<Answered {self.text[:_SHOWN]!r}, from {len(self.because)} memories>"

    def _card_(self) -> Card:
        rows = tuple(
            (
                item.memory,
                *(round(part, 2) for part in (item.recency, item.importance, item.relevance, item.score)),
                "yes" if item.memory in self.because else "",
            )
            for recall in self.recalls
            for item in recall.items
        )
        columns = ("memory", "recency", "importance", "relevance", "score", "cited")
        found = Grid(caption="Recalled memories", columns=columns, rows=rows, total=len(rows))
        facts = [("not supported by a memory", sentence) for sentence in self.unfounded]
        return Card(title=self.text, facts=facts, grids=(found,) if rows else ())


async def interview(
    thinker: Thinker,
    question: str,
    earlier: Sequence[tuple[str, str]] = (),
    without: Collection[Faculty] = (),
    heard: Heard | None = None,
    asked_by: AskedBy | None = None,
) -> Answered:
    """Return the agent's answer to a question. The thinker's rows must not be stored.

    `heard` is called with the text so far, and at last with the checked answer. `without` leaves out what
    these faculties have put into the mind since the town began, to show the effect of each (the ablations of
    section 6.2); what the author wrote stays. `asked_by` is who asks.
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
