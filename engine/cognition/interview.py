"""Interview: a question asked off the record. It reads a mind and never writes to it (paper, section 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cognition.thinker import Thinker
from engine.prompts.questions import Interview, KnownRoom
from engine.records import Call, Memory, MemoryKind, Recall

_PLAN_SHOWN = 12
_SETTLED: tuple[MemoryKind, ...] = ("seed", "reflection")  # what one is, and has concluded
_SETTLED_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer, the recalls behind it with the parts of every score, which memories it cites, and the
    call.
    """

    text: str
    recalls: tuple[Recall, ...]
    because: tuple[int, ...]
    call: Call


async def interview(thinker: Thinker, question: str, earlier: Sequence[tuple[str, str]] = ()) -> Answered:
    """The agent's answer to a question. The thinker's ledger must be one that takes effect nowhere."""
    mind, town = thinker.mind, thinker.town
    recalled = _bring_up(thinker, question, earlier)
    people = tuple(dict.fromkeys([*town.cast.mentioned(question), *mind.relations]))
    answer = await thinker.ask(
        thinker.prompt(
            Interview,
            question=question,
            earlier=tuple(earlier),
            doing=mind.presence.doing if mind.presence else "",
            place=thinker.room.path,
            plan=mind.plan.current("block")[:_PLAN_SHOWN],
            people=tuple(thinker.acquaintance(other) for other in people if other in mind.relations),
            recalled=recalled,
            engagements=thinker.engagements_ahead(),
            rooms=_own_rooms(thinker),
            diary=mind.diary.text if mind.diary else "",
        )
    )
    entries = thinker.ledger.entries
    return Answered(
        text=answer.answer,
        recalls=tuple(entry for entry in entries if isinstance(entry, Recall)),
        because=tuple(recalled[n - 1].id for n in answer.because if n <= len(recalled)),
        call=next(entry for entry in entries if isinstance(entry, Call)),
    )


def _bring_up(thinker: Thinker, question: str, earlier: Sequence[tuple[str, str]]) -> tuple[Memory, ...]:
    """What the question brings to mind, and besides what one's own story and conclusions have to say to it,
    which the many lines of a talk would crowd out.
    """
    weights = thinker.town.settings.interviewing
    queries = [question, *([earlier[-1][0]] if earlier else [])]
    recalled = thinker.recall(queries, purpose="interview", weights=weights)
    settled = thinker.recall(
        [question], purpose="interview", weights=weights, count=_SETTLED_SHOWN, kinds=_SETTLED
    )
    known = {memory.id for memory in recalled}
    return recalled + tuple(memory for memory in settled if memory.id not in known)


def _own_rooms(thinker: Thinker) -> tuple[KnownRoom, ...]:
    """The rooms of the agent's home and work, as it last saw them."""
    world = thinker.town.world
    places = [world.place_of[path] for path in (thinker.persona.home, thinker.persona.work) if path]
    return thinker.known_rooms(room.path for place in places for room in place.rooms)
