"""Preview what a whisper would change in a plan, rehearsed by rules in a copy that is thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.clock import day_of
from engine.cognition.thinker import Town
from engine.errors import BadInput, worded
from engine.interventions import Whisper
from engine.interventions.hand import intervene
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Memory, Step
from engine.rehearsal import Rehearsal
from engine.row_ids import AUTHOR
from engine.simulation.loading import load
from engine.simulation.state import State
from engine.simulation.turn import take_turn, wake_all
from engine.store.file.connection import Store
from engine.store.log.rows import last_turn_minute, next_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """An agent's plan of a day after a whisper, compared with that without it.

    It has the blocks `added`, those `dropped`, those at another hour (`moved`, at their new hour), and the
    appointments on a `later` day.
    """

    day: int
    added: tuple[Step, ...]
    dropped: tuple[Step, ...]
    moved: tuple[Step, ...]
    later: tuple[Memory, ...]

    @property
    def is_nothing(self) -> bool:
        """Return whether no change can be foreseen."""
        return not (self.added or self.dropped or self.moved or self.later)


async def foreseen(
    store: Store, run: int, town: Town, agent: AgentId, text: str, intend: str = ""
) -> Foreseen:
    """Return the changes that a whisper would make if it were heard now. Nothing of it is stored.

    The rules of the rehearsal model answer, whatever model the run uses, so that it costs nothing. A
    sleeping agent hears it on waking, and plans that day with it. Raises BadInput before the first day.
    """
    if last_turn_minute(store, run) < 0:
        raise BadInput(worded("this run has not started yet; run the first day, then whisper"))
    alone = replace(town, model=Rehearsal())
    without, heard = load(store, run, alone), load(store, run, alone)
    at = heard.clock
    first = next_row(store, run, at, AUTHOR)
    presence = without.minds[agent].presence
    asleep = presence is not None and presence.asleep
    # Whoever thinks at another minute may change plans for that alone: both think at the same.
    woken = TurnRows(at, AUTHOR, without.apply, first=first, width=town.width)
    wake_all(without, woken, [presence] if presence else [])
    await take_turn(without, agent)
    known = len(heard.minds[agent].stream)
    await intervene(heard, Whisper(agent=agent, text=text, intend=intend), at=at, first=first)
    await take_turn(heard, agent)
    day = heard.minds[agent].plan.day or day_of(at)
    before, after = (_ahead(state, agent, at) for state in (without, heard))
    return Foreseen(
        day=day,
        added=tuple(_not_in(after, before, anew=asleep)),
        dropped=tuple(_not_in(before, after, anew=asleep)),
        moved=tuple(block for block in after if _is_moved(block, before)),
        later=tuple(_later(heard.minds[agent].stream.memories[known:], day)),
    )


def _ahead(state: State, agent: AgentId, at: int) -> list[Step]:
    plan = state.minds[agent].plan
    blocks = plan.current("block") if plan.day >= day_of(at) else ()
    return [block for block in blocks if block.end > at and block.activity]


def _not_in(blocks: Iterable[Step], others: Sequence[Step], *, anew: bool) -> Iterable[Step]:
    """Yield the blocks that are not among others.

    If both plans are made `anew`, blocks at the same hour in the same room are the same, whatever their
    words.
    """
    known = {(other.activity, other.room) for other in others}
    hours = {(other.start, other.room) for other in others} if anew else set()
    kept = (block for block in blocks if (block.activity, block.room) not in known)
    return (block for block in kept if (block.start, block.room) not in hours)


def _is_moved(block: Step, before: Sequence[Step]) -> bool:
    same = [other for other in before if (other.activity, other.room) == (block.activity, block.room)]
    return bool(same) and all(other.start != block.start for other in same)


def _later(memories: Iterable[Memory], day: int) -> Iterable[Memory]:
    return (one for one in memories if one.when is not None and day_of(one.when) > day)
