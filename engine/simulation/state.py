"""The state of a run: every mind and every room, built from the log and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.cognition.thinker import Thinker, Town
from engine.language.lexicon import Lexicon
from engine.mind.mind import Mind
from engine.mind.turn_rows import TurnRows
from engine.records import (
    AgentId,
    Amendment,
    Conversation,
    Event,
    Intervened,
    Joined,
    Line,
    LogEntry,
    Path,
    Place,
    Presence,
    Retraction,
    Sighting,
    Step,
    ThingState,
    Turn,
    is_visitor,
)
from engine.simulation.joining import amendment_of, peopled
from engine.simulation.turns import Turns
from engine.world.room import RoomState, is_walking

_OF_A_PART = (
    Event,
    Sighting,
    Step,
    ThingState,
)  # rows that are of a part of the world


class State:
    """Minds, rooms and next turns.

    `apply` takes the rows of the log one by one; nothing else changes them.
    """

    def __init__(self, town: Town, turns: Turns | None = None) -> None:
        cast = town.cast
        self._lexicon = Lexicon(town.scenario.language)
        self.town = town
        self.minds: dict[AgentId, Mind] = {
            agent: Mind(
                town.as_they_came.get(agent, persona),
                cast.agent_numbers[agent],
                self._lexicon,
                town.phrases,
                town.world.former,
            )
            for agent, persona in cast.personas.items()
        }
        self.rooms: dict[Path, RoomState] = {
            path: RoomState(room, cast.agent_numbers) for path, room in town.world.rooms.items()
        }
        self.turns = turns or Turns(len(self.minds), town.world.walks)
        self.interventions: dict[int, Intervened] = {}
        self._ways: dict[type[LogEntry], Callable[[Any], None]] = {
            Event: self._happen,
            ThingState: self._change,
            Presence: self._move,
            Conversation: self._meet,
            Line: self._say,
            Intervened: self._intervene,
            Joined: self._join,
            Retraction: self._retract,
            Turn: lambda turn: None,
        }
        self.is_outdated = False  # what was last applied is to be read from the log, with all before it
        self.days_kept = 0  # how many of the run's days are kept as what they left in the minds

    def apply_all(self, entries: Iterable[LogEntry]) -> None:
        """Apply many rows, in the order of their ids."""
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: LogEntry) -> None:
        """Apply one row of the log, with paths translated to those of now."""
        former = self.town.world.former
        if former:
            then, entry = entry, former.row(entry)
            if isinstance(then, _OF_A_PART) and _part_of(then) and not _part_of(entry):
                return  # of what is gone
        self._ways.get(type(entry), self._think)(entry)

    def thinker(self, agent: AgentId, turn_rows: TurnRows, now: int) -> Thinker:
        """Return an agent ready to think at a minute, in the room of its next turn."""
        mind = self.minds[agent]
        if mind.presence is None:
            raise LookupError(f"{agent!r} has not been founded; the log of this run is empty")
        return self._thinker(mind, mind.presence.room, turn_rows, now)

    def newborn(self, agent: AgentId, turn_rows: TurnRows) -> Thinker:
        """Return an agent at home before it is founded, knowing only what its persona file says."""
        mind = self.minds[agent]
        return self._thinker(mind, mind.persona.home, turn_rows, 0)

    def _thinker(self, mind: Mind, room: Path, turn_rows: TurnRows, now: int) -> Thinker:
        return Thinker(
            town=self.town,
            mind=mind,
            room=self.rooms[room].before(turn_rows.last),
            rows=turn_rows,
            now=now,
            trouble=self._trouble_at,
            stated=self._fields_whispered,
        )

    @property
    def clock(self) -> int:
        """Return the town's clock: the minute of the earliest next turn."""
        return self.turns.clock

    def _fields_whispered(self, memory: int) -> str:
        """Return the fields that an author gave with a whisper; empty if there are none."""
        entry = self.interventions.get(memory - 1)
        while entry is not None and entry.undoes:  # it is done again, since its undoing was undone
            entry = self.interventions.get(entry.undoes)
        return entry.asked.get("intend", "") if entry is not None and entry.verb == "whisper" else ""

    def _trouble_at(self, place: Place, row_id: int) -> Iterator[ThingState]:
        """Yield the urgent states of objects at a place before a row of the log."""
        for room in place.rooms:
            before = self.rooms[room.path].before(row_id)
            changes = (before.change(thing.path) for thing in room.things if thing.urgent)
            yield from (each for each in changes if each and self.town.world.urgent(each.thing, each.state))

    def _think(self, entry: Any) -> None:  # noqa: ANN401  # any row that says whose it is
        """Apply a row to the mind of its agent."""
        self.minds[entry.agent].apply(entry)

    def _move(self, presence: Presence) -> None:
        mind = self.minds[presence.agent]
        before = mind.presence
        for room in self._concerned(before, presence) & self.rooms.keys():
            self.rooms[room].apply(presence)
        if before is None or before.id <= presence.id:
            mind.apply(presence)
        latest = mind.presence or presence  # after a kill a turn is taken again whose agents may be further
        where = self.town.world.index.get(latest.room, 0)  # what is gone somebody has left by a later row
        self.turns.set(mind.agent_number, latest.next, where)

    def _concerned(self, before: Presence | None, presence: Presence) -> set[Path]:
        """Return the rooms that an agent leaves, and the one it is in (if it walks, the one it came from)."""
        left = {before.room} if before is not None and before.id < presence.id else set()
        return left | {presence.origin if is_walking(presence) else presence.room}

    def _happen(self, event: Event) -> None:
        if event.room in self.rooms:  # else it is gone by now, as is who was seen to leave it
            self.rooms[event.room].apply(event)
        if event.kind == "talk":
            self.turns.engage([mind.agent_number for mind in self._minds_of(event.about)], event.minute)

    def _change(self, state: ThingState) -> None:
        self.rooms[state.thing.rpartition("/")[0]].apply(state)

    def _intervene(self, entry: Intervened) -> None:
        self.interventions[entry.id] = entry
        made = amendment_of(entry, self.interventions)
        if made is not None:
            self._amend(made)
        if entry.urges:
            self.minds[entry.urges].urge(entry.id)

    def _amend(self, made: Amendment) -> None:
        """Amend the town and the personas concerned. If paths change, mark the state as outdated.

        An outdated state must be read anew from the log.
        """
        if all(one.id != made.id for one in self.town.amended):  # else it was read so already
            town = peopled(self.town, self.town.joined, (*self.town.amended, made))
            if town.world.former != self.town.world.former:
                self.is_outdated = True
                return
            self.town = town
            self._rebuild()
        for persona in self.town.became.get(made.id, ()):
            self.minds[persona.id].become(persona)

    def _rebuild(self) -> None:
        """Update rooms and walking times to the present world."""
        world, numbers = self.town.world, self.town.cast.agent_numbers
        for path, room in world.rooms.items():
            if path in self.rooms:
                self.rooms[path].room = room
            else:
                self.rooms[path] = RoomState(room, numbers)
        self.turns.follow(world.walks)

    def _join(self, row: Joined) -> None:
        """Add a newcomer, who gets to know the town by the rows that follow."""
        if row.agent in self.minds:  # the town was read with them already
            return
        self.town = peopled(self.town, (*self.town.joined, row))
        cast = self.town.cast
        persona, number = cast.personas[row.agent], cast.agent_numbers[row.agent]
        former = self.town.world.former
        self.minds[row.agent] = Mind(persona, number, self._lexicon, self.town.phrases, former)
        for room in self.rooms.values():
            room.agent_numbers = cast.agent_numbers
        self.turns.grow()

    def _retract(self, retraction: Retraction) -> None:
        if retraction.agent:
            self._think(retraction)
        elif retraction.room in self.rooms:
            self.rooms[retraction.room].apply(retraction)

    def _meet(self, talk: Conversation) -> None:
        for mind in self._minds_of(talk.members):
            mind.apply(talk)

    def _say(self, line: Line) -> None:
        for mind in self._minds_of([line.speaker]):
            mind.apply(line)
        talking = self._minds_of((line.speaker, *line.hearers))
        self.turns.keep_busy((mind.agent_number for mind in talking), line.said_at + 1)

    def _minds_of(self, people: Iterable[AgentId]) -> list[Mind]:
        """Return the minds of people who talk, except visitors, who have none."""
        return [self.minds[one] for one in people if not is_visitor(one)]


def _part_of(entry: LogEntry) -> Path:
    """Return the path of the part of the world that a row is about; empty for one that is gone."""
    match entry:
        case Event() | Step():
            return entry.room
        case Sighting():
            return entry.path
        case ThingState():
            return entry.thing
        case _:
            return ""
