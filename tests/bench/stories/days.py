"""What the days of a story left in its log, laid out by the minute and by who said what to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.api.run import Thread
from engine.api.workspace import Run
from engine.records import (
    AgentId,
    Diary,
    Intention,
    Line,
    Memory,
    Path,
    Presence,
    Relation,
    Scenario,
    Step,
    ThingState,
)
from engine.store.log.rows import read_log


@dataclass(frozen=True, kw_only=True)
class Days:
    """The log of a story: `until` is where it ends, `written` what its deed says in the author's words."""

    scenario: Scenario
    until: int
    written: tuple[str, ...] = ()
    presences: tuple[Presence, ...] = ()
    lines: tuple[Line, ...] = ()
    memories: tuple[Memory, ...] = ()
    relations: tuple[Relation, ...] = ()
    steps: tuple[Step, ...] = ()
    states: tuple[ThingState, ...] = ()
    diaries: tuple[Diary, ...] = ()
    intentions: tuple[Intention, ...] = ()
    events: tuple[Thread, ...] = ()

    @property
    def language(self) -> str:
        """Return the language of the town."""
        return self.scenario.language

    @cached_property
    def stays(self) -> dict[AgentId, list[Stay]]:
        """Return from when to when everybody was where, doing what."""
        rows: dict[AgentId, list[Presence]] = defaultdict(list)
        for row in self.presences:
            rows[row.agent].append(row)
        return {agent: list(_stays(of_one, self.until)) for agent, of_one in rows.items()}

    @cached_property
    def rooms(self) -> dict[AgentId, list[Path]]:
        """Return everybody's room minute by minute; none while under way or asleep."""
        found = {}
        for agent, stays in self.stays.items():
            found[agent] = [""] * self.until
            for stay in stays:
                if stay.inside and not stay.asleep:
                    found[agent][stay.start : stay.end] = [stay.room] * (stay.end - stay.start)
        return found

    def room(self, agent: AgentId, minute: int) -> Path:
        """Return the room somebody was awake in; none where there was none."""
        rooms = self.rooms.get(agent, [])
        return rooms[minute] if minute < len(rooms) else ""

    @cached_property
    def by_id(self) -> dict[int, Memory]:
        """Return every memory by its id."""
        return {memory.id: memory for memory in self.memories}

    @cached_property
    def standing(self) -> tuple[Intention, ...]:
        """Return how everything that was meant stands in the end."""
        return tuple({row.first: row for row in self.intentions}.values())

    @cached_property
    def talks(self) -> dict[int, list[Line]]:
        """Return the lines of each conversation."""
        found: dict[int, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[line.conversation].append(line)
        return found


@dataclass(frozen=True)
class Stay:
    """Where somebody was from one minute to another, and what they did."""

    start: int
    end: int
    room: Path
    doing: str
    inside: bool
    asleep: bool


def days_of(run: Run, until: int, written: tuple[str, ...]) -> Days:
    """Return what a run left in its log."""
    store, number = run.store, run.number
    return Days(
        scenario=run.scenario,
        until=until,
        written=written,
        presences=tuple(read_log(store, number, Presence)),
        lines=tuple(read_log(store, number, Line)),
        memories=tuple(read_log(store, number, Memory)),
        relations=tuple(read_log(store, number, Relation)),
        steps=tuple(read_log(store, number, Step)),
        states=tuple(read_log(store, number, ThingState)),
        diaries=tuple(read_log(store, number, Diary)),
        intentions=tuple(read_log(store, number, Intention)),
        events=tuple(thread for thread in run.threads() if not thread.agent),
    )


def is_in(room: Path, where: Path) -> bool:
    """Tell whether a room is the one meant, or lies in the place meant; anywhere when none is."""
    return bool(room) and (not where or room == where or room.startswith(f"{where}/"))


def _stays(rows: list[Presence], until: int) -> Iterator[Stay]:
    ends = [*(row.minute for row in rows[1:]), until]
    for row, end in zip(rows, ends, strict=True):
        if row.minute < min(end, until):
            yield Stay(row.minute, min(end, until), row.room, row.doing, row.inside, row.asleep)
