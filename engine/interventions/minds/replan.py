"""Plan: change a block of an agent's day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.clock import clock_words, minute_at, parse_clock
from engine.errors import BadInput, NotFound, worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.interventions.minds.reconsider import Reconsider
from engine.records import AgentId, Intervened, Path, Step

if TYPE_CHECKING:
    from engine.cognition.thinker import Thinker, Town
    from engine.interventions.hand import Hand

_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan(Intervention):
    """Change a block of an agent's day, in place of what was planned for these hours."""

    verb: ClassVar[str] = "plan"
    title: ClassVar[str] = worded("Change a plan")
    icon: ClassVar[str] = ":material/edit_calendar:"
    button: ClassVar[str] = worded("Change plan")
    summary: ClassVar[str] = worded("Change what a person does, and where, between two times today.")
    at_rest: ClassVar[bool] = True
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="begins",
            kind="moment",
            label=worded("From"),
            metavar="FROM",
            help="the start, a time today",
            example="14:00",
        ),
        Asked(
            name="ends",
            kind="moment",
            label=worded("To"),
            metavar="TO",
            help="the end, a time today",
            example="15:30",
        ),
        Asked(
            name="room",
            kind="room",
            label=worded("Where"),
            metavar="ROOM",
            help='"place/room", an unambiguous ending of this path, or a place',
        ),
        Asked(
            name="activity",
            kind="text",
            label=worded("What"),
            metavar="TEXT",
            help="the activity, in quotes",
            example=worded("mend the nets"),
        ),
    )

    agent: AgentId
    begins: str
    ends: str
    room: Path
    activity: str

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the blocks planned for these hours before, by their hours."""
        plan = hand.mind(self.agent).plan
        start, end = self._hours(hand.thinker(self.agent))
        there = [block for block in plan.current("block") if block.start < end and block.end > start]
        return {
            f"{clock_words(block.start)} to {clock_words(block.end)}": f"{block.activity} ({block.room})"
            for block in there
        }

    def writes_over(self, other: Intervention) -> bool:
        """Return whether another change of the same agent's plan overlaps with it."""
        if not isinstance(other, Replan) or other.agent != self.agent:
            return False
        mine, theirs = (tuple(map(parse_clock, (one.begins, one.ends))) for one in (self, other))
        return mine[0] < theirs[1] and theirs[0] < mine[1]

    def take_effect(self, hand: Hand) -> Path:
        """Put the block into the plan, over what was there.

        Raises BadInput if the hours are over or not of this day, or if there is no plan yet.
        """
        thinker = hand.thinker(self.agent)
        if self.room not in hand.state.rooms:
            raise NotFound(worded("there is no room {room!r}; write rooms as place/room", room=self.room))
        start, end = self._hours(thinker)
        activity = said(self.activity, worded("what they do"), _LONGEST)
        self._lay(hand, start, end, activity, self.room)
        here = thinker.mind.presence
        hand.wake([here] if here is not None and not here.asleep else [])
        return self.room

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Have the rest of these hours planned anew. Raises BadInput if they are over."""
        thinker = hand.thinker(self.agent)
        plan, now = thinker.mind.plan, hand.minute
        mine = {row.id for row in plan.current("block")} & set(hand.first_rows(entry))
        left = [block for block in plan.current("block") if block.id in mine and block.end > now]
        if not left:
            raise BadInput(
                worded(
                    "the changed part of the plan of {name} is over, so the change cannot be undone; "
                    "fork the run at an earlier moment",
                    name=thinker.persona.name,
                )
            )
        for block in left:
            self._lay(hand, max(now, block.start), block.end, "", "", because=thinker.say("to_reconsider"))
        return Reconsider(agent=self.agent).take_effect(hand)

    def outcome(self, town: Town) -> str:
        """Return a sentence on what the agent does then."""
        name = town.cast.names[self.agent]
        return f"{name} is in {self.room} from {self.begins} to {self.ends}: {self.activity}"

    def _hours(self, thinker: Thinker) -> tuple[int, int]:
        """Return the start and the end, in minutes since 00:00 of day 1."""
        plan, name, now = thinker.mind.plan, thinker.persona.name, thinker.now
        if not plan.made or now >= plan.bedtime:
            raise BadInput(
                worded("{name} has no plan for the day yet; run the town until they wake up", name=name)
            )
        start, end = (minute_at(plan.day, parse_clock(text)) for text in (self.begins, self.ends))
        if not now <= start < end <= plan.bedtime:
            raise BadInput(
                worded(
                    "{begins} to {ends} is not between now ({now}) and the bedtime of {name} "
                    "({bedtime}); choose other times",
                    begins=self.begins,
                    ends=self.ends,
                    now=clock_words(now),
                    name=name,
                    bedtime=clock_words(plan.bedtime),
                )
            )
        return start, end

    def _lay(self, hand: Hand, start: int, end: int, activity: str, room: Path, *, because: str = "") -> None:
        row = hand.next_id()
        hand.add(
            Step(
                id=row,
                agent=self.agent,
                level="block",
                start=start,
                end=end,
                activity=activity,
                room=room,
                thing_state=because,
            )
        )
