"""Lock a block of today's plan, whatever is planned anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from engine.clock import clock_words, minute_at, parse_clock
from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.records import AgentId, Intervened, Path, Step
from engine.row_ids import is_by_author

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class LockBlock(Intervention):
    """Keep a block of today's plan, whatever is planned anew. It counts as the author's from then on."""

    verb: ClassVar[str] = "lock"
    title: ClassVar[str] = worded("Lock a plan block")
    icon: ClassVar[str] = ":material/lock_clock:"
    button: ClassVar[str] = worded("Lock")
    summary: ClassVar[str] = worded("Lock a block of a person's plan for today, so that replanning keeps it.")
    at_rest: ClassVar[bool] = True
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="when",
            kind="moment",
            label=worded("Time within the block"),
            metavar="TIME",
            help="a time today within the block",
            example="14:00",
        ),
    )

    agent: AgentId
    when: str

    def take_effect(self, hand: Hand) -> Path:
        """Add the block to the plan as the author's.

        Raises BadInput if there is none, or it is locked already.
        """
        mind, now = hand.mind(self.agent), hand.minute
        plan, name = mind.plan, mind.persona.name
        if not plan.made or now >= plan.bedtime:
            raise BadInput(
                worded("{name} has no plan for the day yet; run the town until they wake up", name=name)
            )
        block = plan.at("block", minute_at(plan.day, parse_clock(self.when)))
        if block is None or block.end <= now or not block.activity:
            raise BadInput(
                worded(
                    "{name} has no plan block at {when}, or it has already ended; choose a time "
                    "within a block that has not ended yet",
                    name=name,
                    when=self.when,
                )
            )
        if is_by_author(block.id):
            raise BadInput(
                worded(
                    "the block of {name} at {when} is already set by an author; "
                    "undo that intervention to change it",
                    name=name,
                    when=self.when,
                )
            )
        hand.add(replace(block, id=hand.next_id(), start=max(now, block.start)))
        return block.room

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Release the rest of the block for planning. Raises BadInput if the block is over."""
        mind, now = hand.mind(self.agent), hand.minute
        mine = set(hand.first_rows(entry))
        left = [one for one in mind.plan.current("block") if one.id in mine and one.end > now]
        if not left:
            raise BadInput(
                worded(
                    "the locked block of {name} is over, so the lock cannot be undone; fork the run at "
                    "an earlier moment",
                    name=mind.persona.name,
                )
            )
        for block in left:
            hand.add(
                Step(
                    id=hand.next_id(),
                    agent=self.agent,
                    level="block",
                    start=max(now, block.start),
                    end=block.end,
                    activity="",
                )
            )
        return left[0].room

    def outcome(self, town: Town) -> str:
        """Return a sentence on whose block is locked."""
        when = clock_words(parse_clock(self.when))
        return f"{town.cast.names[self.agent]}'s plan for {when} is locked"
