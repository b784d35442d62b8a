"""A run as it stands: every mind and every room, built from the log and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cognition.thinker import Thinker, Town
from engine.language.lexicon import Lexicon
from engine.mind.mind import Mind
from engine.mind.turn_rows import TurnRows
from engine.records import (
    AgentId,
    Conversation,
    Event,
    Line,
    LogEntry,
    Path,
    Place,
    Presence,
    ThingState,
    Turn,
)
from engine.simulation.sayings import Sayings
from engine.simulation.turns import Turns
from engine.world.room import RoomState, is_walking


class State:
    """Minds, rooms and next turns. `apply` takes the rows of the log one by one; nothing else changes it."""

    def __init__(self, town: Town, turns: Turns | None = None) -> None:
        cast = town.cast
        lexicon = Lexicon(town.scenario.language)
        self.town = town
        self.minds: dict[AgentId, Mind] = {
            agent: Mind(persona, cast.agent_numbers[agent], lexicon)
            for agent, persona in cast.personas.items()
        }
        self.rooms: dict[Path, RoomState] = {
            path: RoomState(room, cast.agent_numbers) for path, room in town.world.rooms.items()
        }
        self.turns = turns or Turns(len(self.minds), town.world.walks)
        self.sayings = Sayings(int(town.world.walks.max()))
        self.days_kept = 0  # how many of the run's days are kept as what they left in the minds

    def apply_all(self, entries: Iterable[LogEntry]) -> None:
        """Take in many rows, in the order of their ids."""
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: LogEntry) -> None:
        """Take in one row of the log."""
        match entry:
            case Event():
                self._happen(entry)
            case ThingState():
                self.rooms[entry.thing.rpartition("/")[0]].apply(entry)
            case Presence():
                self._move(entry)
            case Conversation():
                for member in entry.members:
                    self.minds[member].apply(entry)
            case Line():
                self._say(entry)
            case Turn():
                pass
            case _:
                self.minds[entry.agent].apply(entry)

    def thinker(self, agent: AgentId, turn_rows: TurnRows, now: int) -> Thinker:
        """Return an agent ready to think at a minute, in the room of its next turn."""
        mind = self.minds[agent]
        if mind.presence is None:
            raise LookupError(f"{agent!r} has not been founded; the log of this run is empty")
        room = self.rooms[mind.presence.room].before(turn_rows.last)
        return Thinker(
            town=self.town,
            mind=mind,
            room=room,
            rows=turn_rows,
            now=now,
            trouble=self._trouble_at,
            sayings=self.sayings.lately,
        )

    @property
    def clock(self) -> int:
        """Return the town's clock: the smallest next turn."""
        return self.turns.clock

    def _trouble_at(self, place: Place, row_id: int) -> Iterator[ThingState]:
        """Yield what cried for somebody at a place before a row of the log."""
        for room in place.rooms:
            before = self.rooms[room.path].before(row_id)
            changes = (before.change(thing.path) for thing in room.things if thing.urgent)
            yield from (each for each in changes if each and self.town.world.urgent(each.thing, each.state))

    def _move(self, presence: Presence) -> None:
        mind = self.minds[presence.agent]
        before = mind.presence
        for room in self._concerned(before, presence):
            self.rooms[room].apply(presence)
        if before is None or before.id <= presence.id:
            mind.apply(presence)
        latest = mind.presence or presence  # after a kill a turn is taken again whose agents may be further
        self.turns.set(mind.agent_number, latest.next, self.town.world.index[latest.room])

    def _concerned(self, before: Presence | None, presence: Presence) -> set[Path]:
        """Return the rooms that somebody leaves, and the one they are in; who walks is in none."""
        left = {before.room} if before is not None and before.id < presence.id else set()
        return left | {presence.origin if is_walking(presence) else presence.room}

    def _happen(self, event: Event) -> None:
        self.rooms[event.room].apply(event)
        if event.kind == "talk":
            self.turns.engage([self.minds[member].agent_number for member in event.about], event.minute)

    def _say(self, line: Line) -> None:
        self.minds[line.speaker].apply(line)
        self.sayings.add(line)
        self.turns.keep_busy(
            (self.minds[one].agent_number for one in (line.speaker, *line.hearers)), line.said_at + 1
        )
