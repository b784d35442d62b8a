"""Opens the days of a save as a run of this workspace, which can be viewed and continued.

Nothing is invented: each row of its log is in the save, in turns with the reason `imported`. What the
original did not keep (prompts, recalls, plans) is missing. The run is made in a separate file, so that days
can be lived meanwhile, and is brought in as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from engine.cognition.rest import wakes_at
from engine.errors import BadInput, worded
from engine.mind.turn_rows import TurnRows
from engine.model_choice.choice import REHEARSAL
from engine.models.profiles import Keys
from engine.records import AgentId, Conversation, Event, EventKind, Line, Memory, Path, Presence, Step, Turn
from engine.running.awaiting import finish
from engine.scenario import load as load_scenario
from engine.scenario.smallville.lived import Lines, Lived, Moved, Remembered
from engine.simulation.founding import found
from engine.simulation.loading import town_of_run
from engine.simulation.state import State
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.living.runs import RunRow, create_run, run_row, set_until
from engine.store.log.incoming import bring_in, place_apart, show
from engine.store.log.rows import append
from engine.store.writing.scenarios import save_version

IMPORTED = "imported"
_ASLEEP = ("sleep", "asleep")


def open_save(
    store: Store, name: str, files: Mapping[str, str], lived: Lived, keep: Callable[[], int]
) -> RunRow:
    """Create a run from the days of a save, of the scenario version that `keep` stores and returns the number
    of. Either both are created or, if the days are inconsistent (BadInput), neither.
    """
    scenario = load_scenario(files, name)
    with place_apart(store) as place, open_store(place.folder / FILE, now=store.now) as apart:
        with apart.write():
            row = create_run(
                apart,
                name=name,
                scenario_version=save_version(apart, name, files),
                seed=scenario.seed,
                model=REHEARSAL,
                settings={},
            )
            _keep(apart, row, lived)
            set_until(apart, row.number, lived.minute)
        number = bring_in(store, apart, row.number, place)
        with store.write(durable=True):
            show(store, number, run_row(apart, row.number), keep())
    return run_row(store, number)


def _keep(store: Store, row: RunRow, lived: Lived) -> None:
    state = State(town_of_run(store, row, Keys()))
    try:
        for turn, rows in chain(finish(found(state)), _Days(state, lived).turns()):
            append(store, row.number, turn, rows.entries, journal=False)
    except (ValueError, LookupError) as error:
        raise BadInput(
            worded(
                "the days of this save are inconsistent, so nothing was imported: {error}; choose "
                "another save",
                error=str(error)[:300],
            )
        ) from error


class _Days:
    """The lived days, turn by turn: an agent's activities and memories at each minute."""

    def __init__(self, state: State, lived: Lived) -> None:
        self._state = state
        self._lived = lived
        self._ids: dict[tuple[AgentId, int], Memory] = {}
        self._talks: dict[tuple[int, Lines], int] = {}
        self._opens = {(minute, lines): who[0].agent for (minute, lines), who in lived.talks.items()}
        self._at = {agent: mind.persona.home for agent, mind in state.minds.items()}
        self._memories: dict[tuple[int, AgentId], list[Remembered]] = defaultdict(list)
        self._moves: dict[tuple[int, AgentId], Moved] = {}
        for one in lived.remembered:
            self._memories[max(1, one.minute), one.agent].append(one)
        for move in lived.moved:
            self._moves[max(1, move.minute), move.agent] = move
        self._end = max(lived.minute, 1 + max((minute for minute, _ in self._keys()), default=0))
        self._next = self._next_changes()

    def turns(self) -> Iterator[tuple[Turn, TurnRows]]:
        """Yield every turn, in the order of the log."""
        numbers = {agent: mind.agent_number for agent, mind in self._state.minds.items()}
        keys = sorted(self._keys(), key=lambda key: (key[0], numbers[key[1]]))
        for minute, agent in keys:
            yield self._turn(minute, agent)
        for agent in sorted(numbers, key=numbers.__getitem__):
            yield self._last(agent)

    def _keys(self) -> set[tuple[int, AgentId]]:
        return set(self._memories) | set(self._moves)

    def _next_changes(self) -> Mapping[tuple[int, AgentId], int]:
        """Return the minute of the next change after each change, by its minute and agent."""
        following: dict[AgentId, int] = {}
        found: dict[tuple[int, AgentId], int] = {}
        for minute, agent in sorted(self._moves, reverse=True):
            found[minute, agent] = following.get(agent, self._end)
            following[agent] = minute
        return found

    def _rows(self, minute: int, agent: AgentId) -> TurnRows:
        state = self._state
        return TurnRows(minute, state.minds[agent].agent_number, state.apply, width=state.town.width)

    def _turn(self, minute: int, agent: AgentId) -> tuple[Turn, TurnRows]:
        rows = self._rows(minute, agent)
        move = self._moves.get((minute, agent))
        if move is not None:
            self._move(rows, move)
        for one in self._memories.get((minute, agent), ()):
            self._remember(rows, one)
        return Turn(id=rows.turn, agent=agent, room=self._at[agent], reason=IMPORTED), rows

    # ---- what is seen

    def _move(self, rows: TurnRows, move: Moved) -> None:
        agent, before = move.agent, self._at[move.agent]
        room = move.room or before
        if room != before:
            self._see(
                rows, before, "leave", agent, self._say("leaves", agent, before, goal=self._words(room))
            )
            self._see(rows, room, "arrive", agent, self._say("arrives", agent, room))
            self._at[agent] = room
        thing = move.thing if move.thing.startswith(f"{room}/") else ""
        if move.doing:
            named = self._state.town.phrases.the(thing.rpartition("/")[2]) if thing else ""
            frame = "does_at" if thing else "does"
            text = self._say(frame, agent, room, activity=self._said(move), thing=named)
            self._see(rows, room, "act", agent, text, thing)
        asleep = _sleeps(move.doing)
        rows.add(
            Presence(
                id=rows.next_id(),
                agent=agent,
                room=room,
                inside=True,
                asleep=asleep,
                next=self._next[rows.minute, agent],
                reason="wake" if asleep else "step",
                doing=move.doing,
                emoji=move.emoji,
                seen=rows.next_id(),
            )
        )

    def _said(self, move: Moved) -> str:
        """Return an activity as it continues after "is"; the original often includes the agent's name."""
        name = self._state.minds[move.agent].persona.name
        return move.doing.removeprefix(f"{name} is ").removeprefix(f"{name} ")

    def _say(self, frame: str, agent: AgentId, room: Path, **values: str) -> str:
        name = self._state.minds[agent].persona.name
        return self._state.town.phrases.say(frame, name=name, room=self._words(room), **values)

    def _words(self, room: Path) -> str:
        return self._state.town.phrases.room(self._state.town.world.rooms[room])

    def _see(
        self, rows: TurnRows, room: Path, kind: EventKind, agent: AgentId, text: str, thing: Path = ""
    ) -> None:
        rows.add(Event(id=rows.next_id(), room=room, kind=kind, actor=agent, text=text, thing=thing))

    # ---- what is remembered

    def _remember(self, rows: TurnRows, one: Remembered) -> None:
        room = self._at[one.agent]
        source = self._talk(rows, one) if one.lines else self._plan(rows, one) if one.kind == "plan" else 0
        kept = [self._ids[one.agent, node] for node in one.evidence if (one.agent, node) in self._ids]
        memory = Memory(
            id=rows.next_id(),
            agent=one.agent,
            kind=one.kind,
            text=one.text,
            importance=one.importance,
            evidence=tuple(each.id for each in kept),
            source=source,
            about=tuple(who for who in self._state.town.cast.mentioned(one.text) if who != one.agent),
            place=room,
            depth=1 + max((each.depth for each in kept), default=0) if one.kind == "reflection" else 0,
        )
        rows.add(memory)
        self._ids[one.agent, one.node] = memory

    def _plan(self, rows: TurnRows, one: Remembered) -> int:
        """Add the step for a remembered plan, and return its id. A save keeps only the words of a plan, so
        the step lasts for the minute in which it was made.
        """
        step = Step(
            id=rows.next_id(),
            agent=one.agent,
            level="step",
            start=rows.minute,
            end=rows.minute + 1,
            activity=one.text,
        )
        rows.add(step)
        return step.id

    def _talk(self, rows: TurnRows, one: Remembered) -> int:
        """Return the id of the talk an agent remembers, or 0; its rows belong to the agent who opened it."""
        key = (one.minute, one.lines)
        if key in self._talks:
            return self._talks[key]
        members = tuple(dict.fromkeys((*(who for who, _ in one.lines), one.agent)))
        if len(members) < 2:
            return 0
        names = self._state.town.cast.names
        room = self._at[one.agent]
        phrases = self._state.town.phrases
        said = phrases.say(
            "talks", names=phrases.list([names[who] for who in members]), room=self._words(room)
        )
        rows.add(Event(id=rows.next_id(), room=room, kind="talk", actor=one.agent, about=members, text=said))
        talk = rows.next_id()
        for number, (speaker, text) in enumerate(one.lines):
            rows.add(
                Line(
                    id=rows.next_id(),
                    conversation=talk,
                    speaker=speaker,
                    hearers=tuple(who for who in members if who != speaker),
                    said_at=rows.minute + number,
                    text=text,
                )
            )
        rows.add(
            Conversation(
                id=talk,
                room=room,
                members=members,
                until=rows.minute + len(one.lines),
                summary=one.text,
            )
        )
        self._talks[key] = talk
        return talk

    # ---- and on

    def _last(self, agent: AgentId) -> tuple[Turn, TurnRows]:
        """Return the turn after which an agent is ready to be lived on."""
        rows = self._rows(self._end, agent)
        presence = self._state.minds[agent].presence
        if presence is None:
            raise BadInput(
                worded(
                    "this save does not say where {agent!r} is at the end; choose another save", agent=agent
                )
            )
        persona = self._state.minds[agent].persona
        asleep = presence.asleep
        rows.add(
            replace(
                presence,
                id=rows.next_id(),
                next=wakes_at(persona.wake, self._end) if asleep else self._end + 1,
                reason="wake" if asleep else "step",
                seen=rows.next_id(),
            )
        )
        return Turn(id=rows.turn, agent=agent, room=presence.room, reason=IMPORTED), rows


def _sleeps(doing: str) -> bool:
    return doing.casefold().startswith(_ASLEEP)
