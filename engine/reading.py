"""What can be read of a run: any moment of it, up to the town's clock."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from engine.clock import DAY, day_of, minute_at, moment_words
from engine.cognition.engagements import Engagements
from engine.cognition.mind import FELT, Plan
from engine.cognition.thinker import Town
from engine.errors import BadInput
from engine.ledger import Ledger
from engine.models.profiles import Keys
from engine.records import (
    AgentId,
    Call,
    Conversation,
    Diary,
    Event,
    Line,
    LogEntry,
    Memory,
    MemoryKind,
    Path,
    Presence,
    Recall,
    Relation,
    Scenario,
    Sighting,
    Step,
    ThingState,
    Turn,
)  # fmt: skip
from engine.simulation.loading import living_town, load_mind
from engine.simulation.thinking import model_of
from engine.stamps import MOST_AGENTS
from engine.store import looking, moments, outcomes, spending
from engine.store.connection import Store
from engine.store.log import R, fingerprint, last_turn_minute, read_log
from engine.store.memories import Page, memories_by_id, memory_page
from engine.store.runs import RunRow
from engine.store.spending import AskedRow, Health, Spent, UnderWay

_FAR = 10_000 * DAY


class Reading:
    """A run, read. What it shows ends at the town's clock: nobody appears further than the slowest is."""

    def __init__(self, store: Store, row: RunRow, town: Town | None = None, keys: Keys | None = None) -> None:
        self.store = store
        self.row = row
        self.keys = keys or Keys()
        if town is not None and keys is not None:  # a town that is shared, thinking with keys that are not
            town = replace(town, model=model_of(store, row.number, row.model, keys))
        self.town = town or living_town(store, row, self.keys)

    @property
    def number(self) -> int:
        """The run's key in the store."""
        return self.row.number

    @property
    def scenario(self) -> Scenario:
        """The scenario version this run lives."""
        return self.town.scenario

    def spent(self, day: int | None = None) -> Spent:
        """What this run and the chats about it have taken; on one of its days, where given."""
        return spending.spent(self.store, self.number, day)

    def spent_by(self, by: Literal["day", "agent", "purpose", "model"]) -> dict[str, Spent]:
        """The same by day, agent, purpose or model."""
        return spending.spent_by(self.store, self.number, by)

    def under_way(self) -> UnderWay:
        """What is being asked of servers for this run just now."""
        return spending.under_way(self.store, self.number)

    @property
    def is_founded(self) -> bool:
        """Whether anything has happened yet."""
        return last_turn_minute(self.store, self.number) >= 0

    @property
    def clock(self) -> int:
        """The town's clock: the smallest next turn; 0 before the first day."""
        return moments.town_clock(self.store, self.number) if self.is_founded else 0

    def moment(self, at: int | None) -> int:
        """A minute that can be looked at: the one asked for, or the clock. BadInput when it is yet to
        come.
        """
        clock = self.clock
        if at is None:
            return clock
        if not 0 <= at <= clock:
            raise BadInput(f"{moment_words(at)} has not been lived; this run is at {moment_words(clock)}")
        return at

    def fingerprint(self, at: int | None = None) -> str:
        """The hash over the log up to a moment: same town, same seed, same answers, same fingerprint."""
        return fingerprint(self.store, self.number, self.moment(at))

    def presences(self, at: int | None = None) -> dict[AgentId, Presence]:
        """Where everybody is at a moment."""
        return moments.presences(self.store, self.number, self.moment(at))

    def presence_log(self, day: int, at: int | None = None) -> tuple[Presence, ...]:
        """How everybody moved on a day, in the order it happened, for a replay."""
        begins, ends = minute_at(day, 0), minute_at(day + 1, 0)
        before = min(self.moment(at), ends)
        return tuple(read_log(self.store, self.number, Presence, after=begins - 1, before=before))

    def things(self, at: int | None = None) -> dict[Path, str]:
        """The state of every object at a moment."""
        first = {path: thing.state for path, thing in self.town.world.things.items()}
        changed = moments.thing_states(self.store, self.number, self.moment(at))
        return first | {path: row.state for path, row in changed.items()}

    def relations(self, at: int | None = None) -> tuple[Relation, ...]:
        """How everybody stands to everybody they know at a moment."""
        return tuple(moments.relations(self.store, self.number, self.moment(at)).values())

    def known(self, agent: AgentId, at: int | None = None) -> dict[Path, str]:
        """The part of the world an agent knows, as it last saw it."""
        rows = moments.sightings(self.store, self.number, self.moment(at), agent=agent)
        return {path: row.state for (_, path), row in rows.items()}

    def memories(
        self,
        agent: AgentId | None,
        *,
        search: str = "",
        kinds: Sequence[MemoryKind] = (),
        least_importance: int = 1,
        at: int | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[Memory]:
        """A page of a memory stream, newest first."""
        return memory_page(
            self.store,
            self.number,
            agent,
            before=self.moment(at),
            kinds=kinds,
            least_importance=least_importance,
            query=search,
            offset=offset,
            limit=limit,
        )

    def recall(
        self, agent: AgentId, query: str, *, at: int | None = None, count: int | None = None
    ) -> tuple[tuple[Memory, Recall], ...]:
        """What a query would bring to an agent's mind at a moment, each with the parts of its score; leaves
        no trace. `count` is how many, where the settings are not to say.
        """
        moment = self.moment(at)
        state = load_mind(self.store, self.number, self.town, agent, before=moment)
        ledger = Ledger(moment, MOST_AGENTS, lambda entry: None)
        thinker = state.thinker(agent, ledger, moment)
        thinker.would_recall(query, purpose="interview", weights=self.town.settings.interviewing, count=count)
        logged = [entry for entry in ledger.entries if isinstance(entry, Recall)]
        stream = thinker.mind.stream
        return tuple(
            (stream.get(item.memory), replace(recall, items=(item,)))
            for recall in logged
            for item in recall.items
        )

    def plan(self, agent: AgentId, day: int | None = None, at: int | None = None) -> Plan:
        """An agent's plan for a day, as it stood at a moment."""
        moment = self.moment(at)
        plan = Plan()
        for step in moments.plan_rows(self.store, self.number, agent, day or day_of(moment), moment):
            plan.add(step)
        return plan

    def diaries(self, agent: AgentId, at: int | None = None) -> tuple[Diary, ...]:
        """What an agent made of its days."""
        return tuple(self._own(Diary, agent, at))

    def reflections(self, agent: AgentId, at: int | None = None) -> tuple[Memory, ...]:
        """An agent's insights, oldest first."""
        return tuple(self._own(Memory, agent, at, kind="reflection"))

    def events(
        self,
        *,
        agent: AgentId | None = None,
        concerning: AgentId | None = None,
        room: Path | None = None,
        place: str | None = None,
        after: int | None = None,
        at: int | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[Event]:
        """The feed, newest first: what an agent did (or what concerns it), in a room (or a place)."""
        return looking.events_page(
            self.store,
            self.number,
            before=self.moment(at),
            after=after,
            agent=agent,
            concerning=concerning,
            room=room,
            place=place,
            offset=offset,
            limit=limit,
        )

    def rows(
        self, kind: type[R], /, *, after: int | None = None, at: int | None = None, **equal: object
    ) -> Iterator[R]:
        """The rows of a kind made after a minute and before a moment, oldest first; `equal` gives fields the
        values they must have.
        """
        return read_log(self.store, self.number, kind, after=after, before=self.moment(at), where=equal)

    def felt(self, agent: AgentId, at: int | None = None) -> int:
        """The importance an agent has felt since its last reflection; `reflect_at` of it starts the next."""
        last = max((recall.id for recall in self._own(Recall, agent, at, purpose="reflect")), default=None)
        since = self._own(Memory, agent, at, after_id=last)
        return sum(memory.importance for memory in since if memory.kind in FELT)

    def engagements(self, agent: AgentId, at: int | None = None) -> tuple[Memory, ...]:
        """What an agent has agreed to do from a moment on, soonest first, then what it has resolved upon."""
        moment, seen, engagements = self.moment(at), dict[int, Memory](), Engagements()
        for memory in self._own(Memory, agent, at):
            seen[memory.id] = memory
            engagements.add(memory, (seen[row] for row in memory.evidence if row in seen))
        return engagements.between(moment, moment + _FAR) + engagements.open(moment)

    def conversations(
        self, *, agent: AgentId | None = None, after: int | None = None, at: int | None = None
    ) -> tuple[Conversation, ...]:
        """Who talked with whom, oldest first."""
        return looking.conversations(
            self.store, self.number, before=self.moment(at), after=after, agent=agent
        )

    def lines(self, conversation: int) -> tuple[Line, ...]:
        """What was said in a conversation."""
        return looking.lines_of(self.store, self.number, conversation)

    def recalls(self, agent: AgentId, *, at: int | None = None, limit: int = 20) -> tuple[Recall, ...]:
        """What an agent looked up in its memory, newest first, with the parts of every score."""
        return looking.recalls(self.store, self.number, agent, before=self.moment(at), limit=limit)

    def calls(
        self,
        *,
        agent: AgentId | None = None,
        purpose: str | None = None,
        how: str | None = None,
        at: int | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[looking.CallRow]:
        """Every prompt asked and answered, newest first. `how` it went is `answered`, `repaired`, `failed`,
        `free`, or a kind of failure.
        """
        return looking.call_page(
            self.store,
            self.number,
            agent=agent,
            purpose=purpose,
            how=how,
            before=self.moment(at),
            offset=offset,
            limit=limit,
        )

    def asked(self, calls: Sequence[looking.CallRow]) -> dict[int, AskedRow]:
        """How calls to a server went when they were paid for, by the id of the call."""
        rows = spending.asked_rows(self.store, [call.key for call in calls])
        return {call.id: rows[call.key] for call in calls if call.key in rows}

    def outcomes(self, at: int | None = None) -> dict[str, int]:
        """How many calls went in each way: `answered`, `repaired`, `free`, or a kind of failure."""
        return outcomes.outcomes(self.store, self.number, before=self.moment(at))

    def in_vain(self, *, limit: int = 20) -> Page[AskedRow]:
        """What servers were asked that is in no list of calls, since the day paused for it or it was a chat:
        the latest first.
        """
        return outcomes.in_vain(self.store, self.number, limit=limit)

    def health(self) -> tuple[Health, ...]:
        """How the calls to servers of each day went: how many were repaired, and came to nothing."""
        return spending.health(self.store, self.number)

    def call_filters(self) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
        """The agents and the purposes that the calls can be filtered by."""
        return looking.call_filters(self.store, self.number)

    def call_totals(
        self, *, agent: AgentId | None = None, at: int | None = None
    ) -> tuple[looking.CallTotal, ...]:
        """What the calls of each purpose come to, the most frequent first."""
        return looking.call_totals(self.store, self.number, agent=agent, before=self.moment(at))

    def call_texts(self, call: int) -> looking.CallTexts:
        """A prompt as it was asked, and the raw answer."""
        return looking.call_texts(self.store, self.number, call)

    def by_id(self, ids: Iterable[int]) -> dict[int, Memory]:
        """Memories by their ids."""
        return memories_by_id(self.store, self.number, list(ids))

    def counts(self, at: int | None = None) -> dict[str, int]:
        """How many rows of each kind the log has."""
        return looking.counts(self.store, self.number, self.moment(at))

    def log(self, at: int | None = None) -> Iterable[LogEntry]:
        """The whole log up to a moment, in order, for an export."""
        return self._log(self.moment(at))

    def whole_log(self) -> Iterable[LogEntry]:
        """Every row there is, in order: also of turns beyond the clock, where somebody is ahead of others."""
        return self._log(None)

    def _log(self, before: int | None) -> Iterable[LogEntry]:
        kinds: tuple[type[LogEntry], ...] = (
            Turn, Event, Memory, Recall, Step, Conversation, Line, ThingState, Relation, Sighting, Presence,
            Diary, Call,
        )  # fmt: skip
        streams = [read_log(self.store, self.number, kind, before=before) for kind in kinds]
        return heapq.merge(*streams, key=lambda entry: entry.id)

    def _own(
        self, kind: type[R], agent: AgentId, at: int | None, /, after_id: int | None = None, **equal: object
    ) -> Iterator[R]:
        """The rows of a kind that are an agent's, up to a moment, oldest first."""
        before = self.moment(at)
        return read_log(
            self.store, self.number, kind, agent=agent, before=before, after_id=after_id, where=equal
        )


def next_day_end(clock: int) -> int:
    """Midnight at the end of the day that a clock is in."""
    return day_of(clock) * DAY
