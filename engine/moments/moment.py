"""What can be read of a run: any moment of it, up to the town's clock."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal, TypedDict, get_args

from engine.clock import DAY, day_of, minute_at
from engine.cognition.retrieve import would_retrieve
from engine.cognition.thinker import Town
from engine.errors import BadInput, NotFound
from engine.mind.engagements import Engagements
from engine.mind.mind import FELT, Plan
from engine.mind.turn_rows import TurnRows
from engine.model_choice.choice import model_of
from engine.models import EMBED
from engine.models.profiles import Keys
from engine.models.served.client.failures import Kind
from engine.moments import meant
from engine.moments.meant import When
from engine.prompts.meanings import PURPOSES
from engine.records import (
    AgentId,
    Call,
    Conversation,
    Diary,
    Discovery,
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
from engine.row_ids import MOST_AGENTS
from engine.simulation.loading import living_town, load_mind
from engine.store.answers import outcomes, spending
from engine.store.answers.spending import AskedRow, Health, Spent, UnderWay
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log import looking, moments
from engine.store.log.memories import Page, memories_by_id, memory_page
from engine.store.log.rows import R, fingerprint, last_turn_minute, read_log

_FAR = 10_000 * DAY
_ALL: Mapping[str, object] = MappingProxyType({})
_Part = Literal["day", "agent", "purpose", "model"]
_PARTS: tuple[_Part, ...] = get_args(_Part)
_PURPOSES = (*(name for name in PURPOSES if name != "common"), EMBED)
_WAYS = (*outcomes.WAYS, *(kind.value for kind in Kind))
_FOUNDED = 1  # the minute from which on what a town begins with is its past


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
        """Return the run's key in the store."""
        return self.row.number

    @property
    def scenario(self) -> Scenario:
        """Return the scenario version this run lives."""
        return self.town.scenario

    def spent(self, day: int | None = None) -> Spent:
        """Return what this run and the chats about it have taken; on one of its days, where given."""
        lived = None if day is None else meant.lived_day(day, self.clock)
        return spending.spent(self.store, self.number, lived)

    def spent_by(self, by: _Part) -> dict[str, Spent]:
        """Return the same by day, agent, purpose or model."""
        return spending.spent_by(self.store, self.number, meant.one_of(by, "part of what was spent", _PARTS))

    def under_way(self) -> UnderWay:
        """Return what is being asked of servers for this run just now."""
        return spending.under_way(self.store, self.number)

    @property
    def is_founded(self) -> bool:
        """Return whether anything has happened yet."""
        return last_turn_minute(self.store, self.number) >= 0

    def check_founded(self) -> None:
        """BadInput while nobody has lived here yet, so that there is no mind to look into."""
        if not self.is_founded:
            raise BadInput("nobody has lived here yet; run the first day, then ask")

    @property
    def clock(self) -> int:
        """Return where the run stands, wherever that is said: the town's clock, which is the smallest next
        turn; 0 before the first day. When everybody sleeps that is later than the minute the run was lived
        to.
        """
        return moments.town_clock(self.store, self.number) if self.is_founded else 0

    def moment(self, at: When | None) -> int:
        """Return a minute that can be looked at: the one asked for ("day 2 12:00", or its minute since 00:00
        of day 1), or the clock. BadInput when it is yet to come.
        """
        clock = self.clock
        return clock if at is None else meant.lived_minute(at, clock)

    def agent(self, said: str) -> AgentId:
        """Return the id of the agent that is meant by an id or a name; NotFound suggests one."""
        return meant.agent_meant(self.town.cast, self.scenario, said)

    def thing(self, said: str) -> Path:
        """Return the path of the object that is meant by its path, or by as much of its end as is clear."""
        return meant.thing_meant(self.town.world, self.scenario, said)

    def _before(self, at: When | None) -> int:
        """Return the minute before which all is seen that is seen at a moment. The first minute shows what
        everybody began with.
        """
        return max(_FOUNDED, self.moment(at))

    def fingerprint(self, at: When | None = None) -> str:
        """Return the hash over the log up to a moment: same town, same seed, same answers, same
        fingerprint.
        """
        return fingerprint(self.store, self.number, self._before(at))

    def presences(self, at: When | None = None) -> dict[AgentId, Presence]:
        """Return where everybody is at a moment."""
        return moments.presences(self.store, self.number, self._before(at))

    def presence_log(self, day: int, at: When | None = None) -> tuple[Presence, ...]:
        """Return how everybody moved on a day, in the order it happened, for a replay."""
        begins = minute_at(meant.lived_day(day, self.clock), 0)
        before = min(self._before(at), begins + DAY)
        return tuple(read_log(self.store, self.number, Presence, after=begins - 1, before=before))

    def things(self, at: When | None = None) -> dict[Path, str]:
        """Return the state of every object at a moment."""
        first = {path: thing.state for path, thing in self.town.world.things.items()}
        changed = moments.thing_states(self.store, self.number, self._before(at))
        return first | {path: row.state for path, row in changed.items()}

    def relations(self, at: When | None = None) -> tuple[Relation, ...]:
        """Return how everybody stands to everybody they know at a moment."""
        return tuple(moments.relations(self.store, self.number, self._before(at)).values())

    def known(self, agent: AgentId, at: When | None = None) -> dict[Path, str]:
        """Return the part of the world an agent knows, as it last saw it."""
        rows = moments.sightings(self.store, self.number, self._before(at), agent=self.agent(agent))
        return {path: row.state for (_, path), row in rows.items()}

    def discoveries(self, agent: AgentId | None = None, at: When | None = None) -> tuple[Discovery, ...]:
        """Return how an agent (or everybody) came to know the places they did not know at first, oldest
        first.
        """
        before, who = self._before(at), self._whose(agent)
        return tuple(read_log(self.store, self.number, Discovery, before=before, agent=who))

    def memories(
        self,
        agent: AgentId | None,
        *,
        search: str = "",
        kinds: Sequence[MemoryKind] = (),
        least_importance: int = 1,
        at: When | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[Memory]:
        """Return a page of a memory stream, newest first; of everybody where the agent is None."""
        return memory_page(
            self.store,
            self.number,
            self._whose(agent),
            before=self._before(at),
            kinds=meant.each_of(kinds, "kind of memory", meant.KINDS),
            least_importance=meant.whole(least_importance, "an importance", 1, 10),
            query=meant.words(search, "what is searched for"),
            **_paging(offset, limit),
        )

    def recall(
        self, agent: AgentId, query: str, *, at: When | None = None, count: int | None = None
    ) -> tuple[tuple[Memory, Recall], ...]:
        """Return what a query would bring to an agent's mind at a moment, each with the parts of its score;
        leaves no trace. `count` is how many, where the settings are not to say.
        """
        moment, who = self.moment(at), self.agent(agent)
        self.check_founded()
        words = meant.words(query, "a query")
        count = None if count is None else meant.whole(count, "a count of memories", 1, meant.MOST_ROWS)
        state = load_mind(self.store, self.number, self.town, who, before=self._before(at))
        turn_rows = TurnRows(moment, MOST_AGENTS, lambda entry: None)
        thinker = state.thinker(who, turn_rows, moment)
        would_retrieve(
            thinker, words, purpose="interview", weights=self.town.settings.interviewing, count=count
        )
        logged = [entry for entry in turn_rows.entries if isinstance(entry, Recall)]
        stream = thinker.mind.stream
        return tuple(
            (stream.get(item.memory), replace(recall, items=(item,)))
            for recall in logged
            for item in recall.items
        )

    def plan(self, agent: AgentId, day: int | None = None, at: When | None = None) -> Plan:
        """Return an agent's plan for a day, as it stood at a moment."""
        moment, who = self.moment(at), self.agent(agent)
        of = day_of(moment) if day is None else meant.lived_day(day, self.clock)
        plan = Plan()
        for step in moments.plan_rows(self.store, self.number, who, of, self._before(at)):
            plan.add(step)
        return plan

    def diaries(self, agent: AgentId, at: When | None = None) -> tuple[Diary, ...]:
        """Return what an agent made of its days."""
        return tuple(self._own(Diary, agent, at))

    def reflections(self, agent: AgentId, at: When | None = None) -> tuple[Memory, ...]:
        """Return an agent's insights, oldest first."""
        return tuple(self._own(Memory, agent, at, kind="reflection"))

    def events(
        self,
        *,
        agent: AgentId | None = None,
        concerning: AgentId | None = None,
        room: Path | None = None,
        place: str | None = None,
        after: When | None = None,
        at: When | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[Event]:
        """Return the feed, newest first: what an agent did (or what concerns it), in a room (or a place)."""
        world = self.town.world
        return looking.events_page(
            self.store,
            self.number,
            before=self._before(at),
            after=_after(after),
            agent=self._whose(agent),
            concerning=self._whose(concerning),
            room=None if room is None else meant.known_path(world.rooms, self.scenario, room, "room"),
            place=None if place is None else meant.known_path(world.places, self.scenario, place, "place"),
            **_paging(offset, limit),
        )

    def rows(
        self,
        of: type[R],
        *,
        after: When | None = None,
        at: When | None = None,
        where: Mapping[str, object] = _ALL,
    ) -> Iterator[R]:
        """Yield the rows of a kind of record that were made after a minute and before a moment, oldest first;
        `where` gives fields the values they must have.
        """
        equal = meant.fields_meant(of, where)
        before = self._before(at)
        return read_log(self.store, self.number, of, after=_after(after), before=before, where=equal)

    def felt(self, agent: AgentId, at: When | None = None) -> int:
        """Return the importance an agent has felt since its last reflection; `reflect_at` of it starts the
        next.
        """
        last = max((recall.id for recall in self._own(Recall, agent, at, purpose="reflect")), default=None)
        since = self._own(Memory, agent, at, after_id=last)
        return sum(memory.importance for memory in since if memory.kind in FELT)

    def engagements(self, agent: AgentId, at: When | None = None) -> tuple[Memory, ...]:
        """Return what an agent has agreed to do from a moment on, soonest first, then what it has resolved
        upon.
        """
        moment, seen, engagements = self.moment(at), dict[int, Memory](), Engagements()
        for memory in self._own(Memory, agent, at):
            seen[memory.id] = memory
            engagements.add(memory, (seen[row] for row in memory.evidence if row in seen))
        return engagements.between(moment, moment + _FAR) + engagements.open(moment)

    def conversations(
        self, *, agent: AgentId | None = None, after: When | None = None, at: When | None = None
    ) -> tuple[Conversation, ...]:
        """Return who talked with whom, oldest first."""
        return looking.conversations(
            self.store, self.number, before=self._before(at), after=_after(after), agent=self._whose(agent)
        )

    def lines(self, conversation: int) -> tuple[Line, ...]:
        """Return what was said in a conversation; NotFound when the run has none of that id."""
        said = looking.lines_of(self.store, self.number, meant.row_id(conversation))
        if not said and not isinstance(looking.find_row(self.store, self.number, conversation), Conversation):
            raise NotFound(
                f"run {self.row.id!r} has no conversation {conversation}; `conversations` shows ids"
            )
        return said

    def recalls(self, agent: AgentId, *, at: When | None = None, limit: int = 20) -> tuple[Recall, ...]:
        """Return what an agent looked up in its memory, newest first, with the parts of every score."""
        who, before = self.agent(agent), self._before(at)
        most = meant.whole(limit, "a limit", 0, meant.MOST_ROWS)
        return looking.recalls(self.store, self.number, who, before=before, limit=most)

    def calls(
        self,
        *,
        agent: AgentId | None = None,
        purpose: str | None = None,
        how: str | None = None,
        at: When | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[looking.CallRow]:
        """Return every prompt asked and answered, newest first. `how` it went is `answered`, `repaired`,
        `failed`, `free`, or a kind of failure.
        """
        return looking.call_page(
            self.store,
            self.number,
            agent=self._whose(agent),
            purpose=None if purpose is None else meant.one_of(purpose, "purpose of a call", _PURPOSES),
            how=None if how is None else meant.one_of(how, "way for a call to go", _WAYS),
            before=self._before(at),
            **_paging(offset, limit),
        )

    def asked(self, calls: Sequence[looking.CallRow]) -> dict[int, AskedRow]:
        """Return how calls to a server went when they were paid for, by the id of the call."""
        rows = spending.asked_rows(self.store, [call.key for call in calls])
        return {call.id: rows[call.key] for call in calls if call.key in rows}

    def outcomes(self, at: When | None = None) -> dict[str, int]:
        """Return how many calls went in each way: `answered`, `repaired`, `free`, or a kind of failure."""
        return outcomes.outcomes(self.store, self.number, before=self._before(at))

    def in_vain(self, *, limit: int = 20) -> Page[AskedRow]:
        """Return what servers were asked that is in no list of calls, since the day paused for it or it was a
        chat: the latest first.
        """
        most = meant.whole(limit, "a limit", 0, meant.MOST_ROWS)
        return outcomes.in_vain(self.store, self.number, limit=most)

    def health(self) -> tuple[Health, ...]:
        """Return how the calls to servers of each day went: how many were repaired, and came to nothing."""
        return spending.health(self.store, self.number)

    def call_filters(self) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
        """Return the agents and the purposes that the calls can be filtered by."""
        return looking.call_filters(self.store, self.number)

    def call_totals(
        self, *, agent: AgentId | None = None, at: When | None = None
    ) -> tuple[looking.CallTotal, ...]:
        """Return what the calls of each purpose come to, the most frequent first."""
        return looking.call_totals(self.store, self.number, agent=self._whose(agent), before=self._before(at))

    def call_texts(self, call: int) -> looking.CallTexts:
        """Return a prompt as it was asked, and the raw answer."""
        return looking.call_texts(self.store, self.number, meant.row_id(call))

    def by_id(self, ids: Iterable[int]) -> dict[int, Memory]:
        """Return memories by their ids."""
        return memories_by_id(self.store, self.number, [meant.row_id(one) for one in ids])

    def counts(self, at: When | None = None) -> dict[str, int]:
        """Return how many rows of each kind the log has."""
        return looking.counts(self.store, self.number, self._before(at))

    def log(self, at: When | None = None) -> Iterable[LogEntry]:
        """Return the whole log up to a moment, in order, for an export."""
        return self._log(self._before(at))

    def whole_log(self) -> Iterable[LogEntry]:
        """Return every row there is, in order: also of turns beyond the clock, where somebody is ahead of
        others.
        """
        return self._log(None)

    def _log(self, before: int | None) -> Iterable[LogEntry]:
        kinds: tuple[type[LogEntry], ...] = (
            Turn, Event, Memory, Recall, Step, Conversation, Line, ThingState, Relation, Sighting,
            Discovery, Presence, Diary, Call,
        )  # fmt: skip
        streams = [read_log(self.store, self.number, kind, before=before) for kind in kinds]
        return heapq.merge(*streams, key=lambda entry: entry.id)

    def _own(
        self, kind: type[R], agent: AgentId, at: When | None, /, after_id: int | None = None, **equal: object
    ) -> Iterator[R]:
        """Return the rows of a kind that are an agent's, up to a moment, oldest first."""
        before, who = self._before(at), self.agent(agent)
        return read_log(
            self.store, self.number, kind, agent=who, before=before, after_id=after_id, where=equal
        )

    def _whose(self, agent: str | None) -> AgentId | None:
        return None if agent is None else self.agent(agent)


class _Paging(TypedDict):
    offset: int
    limit: int


def _paging(offset: int, limit: int) -> _Paging:
    return _Paging(
        offset=meant.whole(offset, "an offset", 0, meant.MOST_ROWS),
        limit=meant.whole(limit, "a limit", 0, meant.MOST_ROWS),
    )


def _after(said: When | None) -> int | None:
    """Return the minute after which something is wanted; -1 stands for before the first one."""
    return said if said is None or said == -1 else meant.minute_meant(said)
