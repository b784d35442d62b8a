"""Carry out interventions, each logged as a turn of the author."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.clock import clock_words
from engine.cognition.facts import facts_stated
from engine.cognition.intending.understand import Reading, understand
from engine.cognition.thinker import Thinker, Town
from engine.errors import BadInput, NotFound, with_commas, worded
from engine.interventions import INTERVENTIONS, Intervention, asked_for, coming_and_going
from engine.interventions.intervention import Signature
from engine.mind.mind import Mind
from engine.mind.turn_rows import TurnRows
from engine.prompts.known import Told
from engine.records import (
    AgentId,
    Intervened,
    Knows,
    LogEntry,
    Memory,
    Path,
    Persona,
    Presence,
    Retraction,
    Turn,
)
from engine.row_ids import AUTHOR, width_for
from engine.scenario.allowed_files import MOST_PEOPLE
from engine.scenario.newcomer import newcomer_read
from engine.simulation.state import State
from engine.simulation.turn import wake_all


@dataclass(frozen=True, slots=True)
class Taking:
    """Texts that an agent takes in once the rest of an intervention is done, and how it does."""

    agent: AgentId
    texts: tuple[Told, ...]
    take: Callable[[Thinker, Reading], None]


class StillTalking(BadInput):
    """An agent is in a talk until a minute (`until`), and nothing can be done to it before."""

    def __init__(self, name: str, until: int) -> None:
        self.until = until
        super().__init__(
            worded(
                "{names} is in a conversation until {next}; run the town until then",
                names=name,
                next=clock_words(until),
            )
        )


@dataclass(frozen=True, slots=True)
class Hand:
    """The means of an intervention: read the town, add rows, and bring agents' next turns forward.

    Texts for agents are collected in `takings`, since a model is asked what they ask of them.
    """

    state: State
    rows: TurnRows
    takings: list[Taking] = field(default_factory=list)

    @property
    def town(self) -> Town:
        """Return the town that all thoughts of the run share."""
        return self.state.town

    @property
    def minute(self) -> int:
        """Return the minute of the intervention."""
        return self.rows.minute

    def next_id(self) -> int:
        """Return the id of the next row."""
        return self.rows.next_id()

    def add(self, row: LogEntry) -> None:
        """Add a row, which takes effect at once."""
        self.rows.add(row)

    def remember(self, memory: Memory) -> None:
        """Add a memory in an author's words, and the facts of the town that it states."""
        self.add(memory)
        lexicon = self.mind(memory.agent).stream.lexicon
        for fact in facts_stated(self.town, lexicon, memory.text):
            self.add(Knows(id=self.next_id(), agent=memory.agent, fact=fact, memory=memory.id))

    def present(self, room: Path) -> tuple[Presence, ...]:
        """Return the presences of the agents in a room now."""
        return self.state.rooms[room].before(self.rows.last).present()

    def wake(self, presences: Iterable[Presence], *, asleep: bool = False, after: int = 0) -> None:
        """Bring the next turns of agents forward to now, or `after` minutes later; sleepers only if
        `asleep`.
        """
        wake_all(self.state, self.rows, presences, asleep=asleep, after=after)

    def entry(self, row: int) -> Intervened:
        """Return an author's entry by its id. Raises NotFound if there is none."""
        found = self.state.interventions.get(row)
        if found is None:
            raise NotFound(
                worded(
                    "there is no intervention with the id {row}; `interventions` lists all interventions",
                    row=row,
                )
            )
        return self._by_now(found)

    def first_rows(self, entry: Intervened) -> tuple[int, ...]:
        """Return the ids of the first rows that came of an entry, including those when it was done again."""
        entries = tuple(self.state.interventions.values())
        undone = {one.id for one in entries if one.undoes == entry.id}
        again = (row for one in entries if one.undoes in undone for row in self.first_rows(one))
        return (entry.id + 1, *again)

    def last_done(self, entry: Intervened) -> int:
        """Return the id of the entry by which something was done, or done again last."""
        return max(self.first_rows(entry)) - 1

    def written_over(self, entry: Intervened, since: int) -> Intervened | None:
        """Return the author's entry after row `since` that replaced the value of an entry, or None."""
        what = self.done_by(entry)
        others = (one for one in self.state.interventions.values() if one.verb in INTERVENTIONS)
        return next(
            (
                one
                for one in others
                if one.id != entry.id
                and what.writes_over(self.done_by(one))
                and not self.undone_by(one)
                and self.last_done(one) > since
            ),
            None,
        )

    def done_by(self, entry: Intervened) -> Intervention:
        """Return the intervention of an entry, with paths as they are now."""
        return asked_for(entry.verb, self._by_now(entry).asked)

    def _by_now(self, entry: Intervened) -> Intervened:
        """Return an entry with the present paths of rooms and objects; removed ones keep their path."""
        former = self.town.world.former
        if not former or entry.verb not in INTERVENTIONS:
            return entry
        paths = {"room", "thing"}
        paths |= {one.name for one in INTERVENTIONS[entry.verb].asks if one.kind in ("room", "thing")}

        def now(said: Mapping[str, str]) -> dict[str, str]:
            return {
                name: (former.now(text, entry.id) or text) if name in paths else text
                for name, text in said.items()
            }

        return replace(entry, asked=now(entry.asked), before=now(entry.before))

    def undone_by(self, entry: Intervened) -> Intervened | None:
        """Return the entry in effect that has taken another back; None if the other is in effect."""
        entries = self.state.interventions.values()
        return next((one for one in entries if one.undoes == entry.id and not self.undone_by(one)), None)

    def mind(self, agent: AgentId) -> Mind:
        """Return an agent's mind. Raises NotFound if there is no such agent."""
        if agent not in self.state.minds:
            raise NotFound(
                worded(
                    "nobody has the id {agent!r}; use one of: {minds}",
                    agent=agent,
                    minds=with_commas(self.state.minds),
                )
            )
        return self.state.minds[agent]

    def thinker(self, agent: AgentId) -> Thinker:
        """Return an agent as it would think now.

        Raises StillTalking while it is in a talk, since its next turn is settled then, and NotFound if there
        is no such agent.
        """
        presence = self.mind(agent).presence
        if presence is not None and presence.reason == "talked" and presence.next > self.minute:
            raise StillTalking(self.town.cast.names[agent], presence.next)
        return self.state.thinker(agent, self.rows, self.minute)

    def have_taken_in(
        self, agent: AgentId, texts: Sequence[Told], take: Callable[[Thinker, Reading], None]
    ) -> None:
        """Let an agent take in texts, and what they ask of it, once all else is done."""
        self.takings.append(Taking(agent, tuple(texts), take))

    async def take_in(self) -> int:
        """Let agents take in their texts, in order; return the number of model calls."""
        calls = 0
        for taking in self.takings:
            thinker = self.state.thinker(taking.agent, self.rows, self.minute)
            reading = await understand(thinker, taking.texts)
            taking.take(thinker, reading)
            reading.log(thinker)
            calls += thinker.calls
        return calls

    def leave(self, agent: AgentId, phrase: str, goal: Path = "") -> None:
        """Log that an agent is seen to leave its room, in the words of a phrase."""
        coming_and_going.leave(self, agent, phrase, goal)

    def come_in(self, agent: AgentId, room: Path) -> None:
        """Log that an agent enters a room, seen by those there, and stays a while."""
        coming_and_going.come_in(self, agent, room)

    def newcomer(self, text: str, agent: AgentId = "") -> Persona:
        """Return the persona of a file as a newcomer's, with an id if one is given.

        Raises BadInput if the file is invalid, or if the town has as many people as its log can have.
        """
        people = len(self.state.minds) + 1
        if people > MOST_PEOPLE or width_for(people) is not self.town.width:
            raise BadInput(
                worded(
                    "this run has {people} people, the most that it supports, so nobody can be added; "
                    "add the person to the scenario, and start a new run",
                    people=people - 1,
                )
            )
        return newcomer_read(text, self.town.scenario, agent)

    def welcome(self, text: str, room: Path = "", agent: AgentId = "") -> Path:
        """Let a new agent come in at a room, or at home; return the room."""
        return coming_and_going.settle(self, self.newcomer(text, agent), text, room)

    def memory(self, row: str) -> Memory:
        """Return a memory by its id. Raises NotFound if no agent has it."""
        for mind in self.state.minds.values():
            if row.isdecimal() and int(row) in mind.stream:
                return mind.stream.get(int(row))
        raise NotFound(
            worded("there is no memory with the id {row!r:.60}; `memories` lists the ids", row=row)
        )

    def retract_all(self, mind: Mind, rows: Iterable[int]) -> None:
        """Retract the memories of some rows.

        Raises BadInput if all of them have been edited or retracted since.
        """
        shown = [row for row in rows if mind.stream.shows(row)]
        if not shown:
            raise BadInput(
                worded(
                    "the memories that {name} has from this intervention were edited or retracted "
                    "later; undo those changes first",
                    name=mind.persona.name,
                )
            )
        for row in shown:
            self.retract(mind.stream.get(row))

    def retract(self, memory: Memory, *, hidden: bool = True) -> None:
        """Retract a memory or, with `hidden` false, restore it."""
        if self.state.minds[memory.agent].stream.shows(memory.id) == hidden:
            self.add(Retraction(id=self.next_id(), row=memory.id, agent=memory.agent, hidden=hidden))


async def intervene(
    state: State, what: Intervention, by: Signature | None = None, *, at: int, first: int = 0
) -> tuple[Turn, TurnRows]:
    """Carry out an intervention at a moment that all agents have reached, and return its turn and rows.

    `at` is in minutes since 00:00 of day 1; `first` is the first free row of the author at that minute. The
    rows come after an entry that says who did it and why.

    Raises BadInput or NotFound, before anything has changed, if a name or value is invalid. Raises
    ModelFailed if a model gives no answer; then the state must be loaded anew from the log.
    """
    if at > state.clock:
        raise ValueError(f"minute {at} is not a moment between turns; the next turn is at {state.clock}")
    rows = TurnRows(at, AUTHOR, state.apply, first=first, width=state.town.width)
    hand, by = Hand(state, rows), by or Signature()
    entry, before = hand.next_id(), what.before(hand)  # it stands before what comes of it
    room = what.take_effect(hand)
    calls = await hand.take_in()
    hand.add(
        Intervened(
            id=entry,
            verb=what.verb,
            asked=what.values(),
            who=by.who,
            why=by.why,
            before=before,
            undoes=what.undoes,
            urges=what.urges,
        )
    )
    return Turn(id=rows.turn, agent="", room=room, reason="author", calls=calls), rows
