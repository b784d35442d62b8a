"""A town whose log a test writes itself: talks, memories, ties, intentions, in the order of their minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.api.workspace import Run, Workspace
from engine.clock import parse_moment
from engine.records import (
    Conversation,
    Event,
    Intention,
    Knows,
    Line,
    LogEntry,
    Memory,
    Presence,
    Relation,
    ThingState,
    Turn,
)
from engine.row_ids import row_id
from engine.store.log.rows import append

TOWN = Path(__file__).parent / "planted_town"


@dataclass
class Planted:
    """A run of five people who have done nothing yet but what a test plants."""

    run: Run
    _rows: dict[int, int] = field(default_factory=dict)
    learned: list[int] = field(default_factory=list)  # the memories that the last talk left

    @classmethod
    def in_workspace(cls, workspace: Workspace, name: str = "planted", town: Path = TOWN) -> Planted:
        if town.name not in workspace.scenarios.names():
            workspace.scenarios.add_folder(town)
        run = workspace.runs.new(town.name, name=name)
        run.live("day 1 00:01")
        return cls(run)

    @property
    def people(self) -> Sequence[str]:
        return list(self.run.town.cast.personas)

    def until(self, when: str):
        """Have everybody asleep until a moment, which is then the run's; and return that moment."""
        minute = parse_moment(when)
        rows = [
            Presence(
                id=0, agent=agent, room=self.run.scenario.persona(agent).home, inside=True, asleep=True,
                next=minute, reason="wake",
            )
            for agent in self.people
        ]  # fmt: skip
        for row in rows:
            self.plant(minute - 1, row)
        return self.run.at()

    def plant(self, minute: int, *rows: LogEntry) -> list[int]:
        """Add rows of a minute as one turn of its author-free first agent, and return their ids."""
        number = 1 + self._rows.get(minute, 0)  # a turn of its own: another agent number in that minute
        self._rows[minute] = number
        agent = self.people[(number - 1) % len(self.people)]
        turn = Turn(id=row_id(minute, number), agent=agent, room="Pub", reason="step")
        ids = [row_id(minute, number, n) for n in range(1, len(rows) + 1)]
        placed = [type(row)(**{**_fields(row), "id": one}) for one, row in zip(ids, rows, strict=True)]
        append(self.run.store, self.run.number, turn, placed)
        return ids

    def talk(
        self,
        when: str,
        members: Sequence[str],
        said: Sequence[tuple[str, str] | tuple[str, str, int]],
        *,
        room: str = "Pub",
        summary: str = "",
        learned: Mapping[str, str] | None = None,
    ) -> list[int]:
        """Plant a talk: who says what, and the memory that a line passes on. Return the ids of its lines.
        Everybody remembers every line; `learned` is what somebody takes away of the last.
        """
        minute = parse_moment(when)
        number = 1 + self._rows.get(minute, 0)
        talk, event = row_id(minute, number, 1), row_id(minute, number, 2)
        lines = [row_id(minute, number, 3 + n) for n in range(len(said))]
        rows: list[LogEntry] = [
            Conversation(
                id=talk, room=room, members=tuple(members), until=minute + len(said), summary=summary
            ),
            Event(
                id=event, room=room, kind="talk", text="They talk.", actor=members[0], about=tuple(members)
            ),
        ]
        for n, (speaker, text, *tells) in enumerate(said):
            hearers = tuple(one for one in members if one != speaker)
            rows.append(
                Line(
                    id=lines[n],
                    conversation=talk,
                    speaker=speaker,
                    hearers=hearers,
                    said_at=minute + n,
                    text=text,
                    tells=tells[0] if tells else 0,
                )
            )
        for n, (speaker, text, *_) in enumerate(said):
            name = self.run.town.cast.names[speaker]
            rows += [
                Memory(
                    id=0,
                    agent=agent,
                    kind="talk",
                    text=f"{name} said: “{text}”",
                    importance=1,
                    source=lines[n],
                    about=tuple(members),
                )
                for agent in members
            ]
        for agent, text in (learned or {}).items():
            rows.append(Memory(id=0, agent=agent, kind="talk", text=text, importance=4, source=lines[-1]))
        ids = self.plant(minute, *rows)
        assert ids[: 2 + len(said)] == [talk, event, *lines]
        self.learned = ids[len(ids) - len(learned or {}) :]
        return lines

    def knows(self, at: str, agent: str, fact: str, memory: int, *, line: int = 0, by: str = "") -> None:
        """Plant that a memory of an agent says a fact, by a line that told it, if any."""
        self.plant(parse_moment(at), Knows(id=0, agent=agent, fact=fact, memory=memory, line=line, by=by))

    def heard(self, agent: str, line: int) -> int:
        """Return the id of an agent's memory of a line."""
        rows = self.run.at().log.rows(Memory, where={"agent": agent, "kind": "talk", "source": line})
        return next(iter(rows)).id

    def remember(self, at: str, agent: str, text: str, kind: str = "observation", **more) -> int:
        [one] = self.plant(
            parse_moment(at), Memory(id=0, agent=agent, kind=kind, text=text, importance=5, **more)
        )
        return one

    def happen(self, when: str, text: str, *, room: str = "Pub", actor: str = "", **more) -> int:
        kind = more.pop("kind", "act")
        [one] = self.plant(
            parse_moment(when), Event(id=0, room=room, kind=kind, text=text, actor=actor, **more)
        )
        return one

    def change(self, when: str, thing: str, state: str, *, by: str = "") -> int:
        [one] = self.plant(parse_moment(when), ThingState(id=0, thing=thing, state=state, by=by))
        return one

    def feel(self, when: str, agent: str, other: str, closeness: float, kind: str = "neighbour") -> int:
        [one] = self.plant(
            parse_moment(when), Relation(id=0, agent=agent, other=other, kind=kind, closeness=closeness)
        )
        return one

    def mean(self, at: str, agent: str, kind: str, state: str, deed: str, memory: int, **more) -> int:
        [one] = self.plant(
            parse_moment(at),
            Intention(id=0, agent=agent, kind=kind, state=state, deed=deed, memory=memory, **more),
        )
        return one

    def seed(self, agent: str, words: str) -> int:
        """Return the memory with which somebody began that has these words."""
        found = self.run.at(0).memories(agent, kinds=["seed"], limit=200).items
        return next(memory.id for memory in found if words in memory.text)


def _fields(row: LogEntry) -> dict[str, object]:
    return {name: getattr(row, name) for name in type(row).__dataclass_fields__}
