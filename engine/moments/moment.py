"""One moment of a run: where everyone and everything is, the minds of the agents, the log, and interviews."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from engine.clock import DAY, day_of, minute_at, moment_words
from engine.cognition.asking.interview import Answered, interview
from engine.cognition.thinker import Town
from engine.display.html import Card
from engine.display.listed import Displayed, Records
from engine.display.rows import Grid
from engine.errors import worded
from engine.interventions.entries import Done, done
from engine.mind.mind import Plan
from engine.models import Heard
from engine.moments import meant, minds
from engine.moments.agents import Agents
from engine.moments.log import Log
from engine.moments.stepping import STEPS, By, moment_before, next_moment
from engine.records import (
    AgentId,
    Conversation,
    Diary,
    Discovery,
    Intervened,
    Memory,
    MemoryKind,
    Path,
    Presence,
    Recall,
    Relation,
    Retraction,
    is_visitor,
)
from engine.running.awaiting import beside, finish, told_here
from engine.settings import Faculty, Weights
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log import memories, moments
from engine.store.log.memories import Page, memory_page
from engine.store.log.rows import R, fingerprint, read_log
from engine.store.writing import chats
from engine.store.writing.chats import Chat, ChatKind

FOUNDED = 1  # the minute from which on what a town begins with is its past


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment(Displayed):
    """A run at a simulated minute, as `run.at(...)` returns it.

    It does not change when the run goes on.
    """

    store: Store
    row: RunRow
    town: Town
    minute: int

    def __repr__(self) -> str:
        """Return the moment and the id of the run."""
        return f"<Moment {moment_words(self.minute)} of {self.row.id}>"

    def _card_(self) -> Card:
        people = self.people
        rows = tuple(
            (name, people[agent].room, people[agent].doing or ("asleep" if people[agent].asleep else ""))
            for agent, name in self.town.cast.names.items()
            if agent in people
        )
        where = Grid(caption="People", columns=("who", "where", "doing"), rows=rows, total=len(rows))
        facts = [("run", f"{self.row.id} ({self.row.name})"), ("fingerprint", self.fingerprint[:16])]
        title = f"{self.town.scenario.town}, {moment_words(self.minute)}"
        return Card(title=title, facts=facts, grids=(where,) if rows else ())

    @property
    def before(self) -> int:
        """Return the minute before which rows count as seen.

        The first minute shows the founding of the town.
        """
        return max(FOUNDED, self.minute)

    @property
    def fingerprint(self) -> str:
        """Return the hash of the log so far: same town, seed and answers give the same fingerprint."""
        return fingerprint(self.store, self.row.number, self.before)

    @property
    def log(self) -> Log:
        """Return the log so far: events, talks and model calls, row by row."""
        return Log(store=self.store, run=self.row.number, town=self.town, before=self.before)

    # ---- people and places

    @property
    def people(self) -> dict[AgentId, Presence]:
        """Return the place and activity of each agent."""
        here = moments.presences(self.store, self.row.number, self.before)
        return {agent: self.town.world.former.row(row) for agent, row in here.items()}

    @property
    def agents(self) -> Agents:
        """Return the agents of the town by name, with their minds: `agents.nell.memories`."""
        return Agents(self)

    @property
    def things(self) -> dict[Path, str]:
        """Return the state of every object."""
        first = {path: thing.state for path, thing in self.town.world.things.items()}
        changed = self._by_now(moments.thing_states(self.store, self.row.number, self.before).values())
        return first | {row.thing: row.state for row in changed if row.thing in first}

    @property
    def relations(self) -> Records[Relation]:
        """Return the relations of all agents to those they know."""
        return Records.of(Relation, moments.relations(self.store, self.row.number, self.before).values())

    @property
    def visitors(self) -> tuple[AgentId, ...]:
        """Return the visitors that have talked in the town by then, in the order of their first talk."""
        talks = read_log(self.store, self.row.number, Conversation, before=self.before)
        return tuple(dict.fromkeys(one for talk in talks for one in talk.members if is_visitor(one)))

    def known(self, agent: AgentId) -> dict[Path, str]:
        """Return the paths that an agent knows, with the state in which it last saw them."""
        rows = moments.sightings(self.store, self.row.number, self.before, agent=self._agent(agent))
        return {row.path: row.state for row in self._by_now(rows.values()) if row.path}

    def discoveries(self, agent: AgentId | None = None) -> Records[Discovery]:
        """Return the discoveries of places by an agent (or by all), oldest first."""
        who = None if agent is None else self._agent(agent)
        rows = read_log(self.store, self.row.number, Discovery, before=self.before, agent=who)
        return Records.of(Discovery, rows)

    @property
    def interventions(self) -> Records[Done]:
        """Return the interventions of authors so far, oldest first."""
        entries = read_log(self.store, self.row.number, Intervened, before=self.before)
        return Records.of(Done, done(entries, self.town))

    @property
    def retractions(self) -> tuple[Retraction, ...]:
        """Return the rows that retracted memories which are still retracted, oldest first."""
        last: dict[int, Retraction] = {}
        for row in read_log(self.store, self.row.number, Retraction, before=self.before):
            last[row.row] = row
        standing = (row for row in last.values() if row.hidden and row.agent)
        return tuple(sorted(standing, key=lambda row: row.id))

    def _by_now(self, rows: Iterable[R]) -> list[R]:
        """Return rows in the order of the log, with the paths as they are named now."""
        former = self.town.world.former
        return [former.row(row) for row in sorted(rows, key=attrgetter("id"))] if former else list(rows)

    # ---- minds

    def memories(
        self,
        agent: AgentId | None,
        *,
        search: str = "",
        kinds: Sequence[MemoryKind] = (),
        least_importance: int = 1,
        day: int | None = None,
        place: str | None = None,
        about: AgentId | None = None,
        among: Collection[int] | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[Memory]:
        """Return a page of memories, newest first; of all agents if `agent` is None.

        It can be limited to those made on a `day` (counted from 1) or in a `place`, those `about` an agent,
        and those `among` some ids.

        Parameters
        ----------
        agent : str or None
            An id or a name; None for everyone.
        search : str
            Words that the memory contains.
        kinds : sequence of str
            The kinds to return: seed, observation, reflection, plan, talk, whisper.
        least_importance : int
            The least importance, from 1 to 10.
        day : int, optional
            The day on which it was made, counted from 1.
        place : str, optional
            The place where it was made.
        about : str, optional
            An agent that it is about.
        among : collection of int, optional
            The ids to choose from.
        offset : int
            The number of newest memories to skip.
        limit : int
            The most memories to return.

        Returns
        -------
        Page of Memory
            The memories, and their total number.

        Raises
        ------
        NotFound
            If there is no such agent; the message suggests one.

        """
        begins = None if day is None else minute_at(meant.lived_day(day, self.minute), 0)
        return memory_page(
            self.store,
            self.row.number,
            None if agent is None else self._agent(agent),
            before=self.before if begins is None else min(self.before, begins + DAY),
            after=None if begins is None else begins - 1,
            place=None if place is None else meant.place_meant(self.town, place),
            about=None if about is None else self._agent(about),
            among=None if among is None else meant.row_ids(among),
            kinds=meant.each_of(kinds, worded("kind of memory"), meant.KINDS),
            least_importance=meant.whole(least_importance, worded("the importance"), 1, 10),
            query=meant.words(search, worded("the search text")),
            **meant.paging(offset, limit),
        )

    def recall(
        self,
        agent: AgentId,
        query: str,
        *,
        count: int | None = None,
        weights: Weights | None = None,
        decay: float | None = None,
    ) -> tuple[tuple[Memory, Recall], ...]:
        """Return the memories that a query would recall for an agent, each with the parts of its score.

        Nothing is stored. `count`, `weights` and `decay` are from the settings if they are not given.

        Parameters
        ----------
        agent : str
            An id or a name.
        query : str
            The text to search for.
        count : int, optional
            The number of memories; from the settings by default.
        weights : Weights, optional
            The weights of recency, importance and relevance.
        decay : float, optional
            The factor of recency per hour.

        Returns
        -------
        tuple of (Memory, Recall)
            Each memory with the parts of its score.

        Raises
        ------
        NotFound
            If there is no such agent; the message suggests one.
        BadInput
            Before the first day.

        """
        decay = None if decay is None else meant.share(decay, worded("the decay"))
        who, words = self._agent(agent), meant.words(query, worded("a query"))
        count = (
            None
            if count is None
            else meant.whole(count, worded("the number of memories"), 1, meant.MOST_ROWS)
        )
        by = None if weights is None else meant.weights_meant(weights)
        return minds.recalled(minds.thinker_at(self, who), words, count, by, decay)

    def status(self, agent: AgentId) -> dict[str, float]:
        """Return an agent's wellbeing values by name, each from 0 to 100."""
        return dict(minds.thinker_at(self, self._agent(agent)).mind.wellbeing.values(self.minute))

    def recalls(self, agent: AgentId, *, limit: int = 20) -> Records[Recall]:
        """Return an agent's memory look-ups, newest first, with the parts of every score."""
        who, most = self._agent(agent), meant.whole(limit, worded("a limit"), 0, meant.MOST_ROWS)
        found = memories.recalls(self.store, self.row.number, who, before=self.before, limit=most)
        return Records.of(Recall, found)

    def plan(self, agent: AgentId, day: int | None = None) -> Plan:
        """Return an agent's plan for a day of the run at this moment; for today if no day is given."""
        who, of = self._agent(agent), day_of(self.minute)
        if day is not None:
            of = meant.lived_day(day, moments.town_clock(self.store, self.row.number))
        rows = moments.plan_rows(self.store, self.row.number, who, of, self.before)
        return minds.plan_of(map(self.town.world.former.told, rows))

    def diaries(self, agent: AgentId) -> Records[Diary]:
        """Return an agent's diary entries."""
        return Records.of(Diary, self._own(Diary, agent))

    def reflections(self, agent: AgentId) -> Records[Memory]:
        """Return an agent's reflections, oldest first."""
        return Records.of(Memory, self._own(Memory, agent, kind="reflection"))

    def felt(self, agent: AgentId) -> int:
        """Return the importance an agent has felt since its last reflection.

        At `reflect_at`, the next reflection starts.
        """
        last = max((recall.id for recall in self._own(Recall, agent, purpose="reflect")), default=None)
        return minds.felt_in(self._own(Memory, agent, after_id=last))

    def engagements(self, agent: AgentId) -> Records[Memory]:
        """Return the memories of an agent's agreements from now on, soonest first, then of its resolves."""
        # All that can bind; to go through whatever else somebody remembers would take as long as their life.
        store, run = self.store, self.row.number
        plans = tuple(
            read_log(
                store,
                run,
                Memory,
                agent=self._agent(agent),
                before=self.before,
                where={"kind": "plan"},
                unless={"evidence": "[]"},
            )
        )
        seeds = self._own(Memory, agent, kind="seed")
        known = memories.memories_by_id(store, run, [one for plan in plans for one in plan.evidence])
        return Records.of(Memory, minds.engaged([*seeds, *plans], known, self.minute))

    # ---- the moments around it

    def next_moment(self, by: By = "event", agent: AgentId | None = None) -> int | None:
        """Return the next minute with something new to see; None if there is none.

        By `by` that is an event (of `agent`, if given), a talk or a reflection, or the next full hour or
        day.
        """
        how, who = meant.one_of(by, worded("step"), STEPS), None if agent is None else self._agent(agent)
        clock = moments.town_clock(self.store, self.row.number)
        return next_moment(self.store, self.row.number, clock, self.minute, how, agent=who)

    def moment_before(self, by: By = "event", agent: AgentId | None = None) -> int | None:
        """Return the last minute before this one with something new to see, by `by`, or None."""
        how, who = meant.one_of(by, worded("step"), STEPS), None if agent is None else self._agent(agent)
        return moment_before(self.store, self.row.number, self.minute, how, agent=who)

    # ---- asking

    def ask(
        self,
        agent: str,
        question: str,
        *,
        earlier: Sequence[tuple[str, str]] = (),
        without: Collection[Faculty] = (),
        asked_by: str = "",
        heard: Heard | None = None,
    ) -> Answered:
        """Interview an agent off the record: nothing of it enters the log or the mind.

        `without` leaves out what some faculties have contributed to the mind, as the paper's ablations do.
        `asked_by` is who asks: "a stranger", "a reporter", an agent of the town by id or name, or a
        description ("the inspector of taxes"). What the agent keeps secret from them is not told.

        `heard` is called with the text so far while the answer is generated, and at last with the checked
        answer. Only that counts: the text before may differ or start again. An exception it raises ends the
        interview.

        Parameters
        ----------
        agent : str
            An id or a name.
        question : str
            The question.
        earlier : sequence of (str, str)
            Earlier questions with their answers.
        without : collection of Faculty
            Faculties whose results are left out of the mind.
        asked_by : str
            Who asks: "a stranger", "a reporter", an agent, or a description.
        heard : callable, optional
            Called with the text so far.

        Returns
        -------
        Answered
            The answer, the memories recalled for it, and those it cites.

        Raises
        ------
        NotFound
            If there is no such agent; the message suggests one.
        BadInput
            Before the first day.

        """
        return finish(self._asked(agent, question, earlier, without, asked_by, heard))

    async def ask_async(
        self,
        agent: str,
        question: str,
        *,
        earlier: Sequence[tuple[str, str]] = (),
        without: Collection[Faculty] = (),
        asked_by: str = "",
        heard: Heard | None = None,
    ) -> Answered:
        """Do the same as `ask` without blocking the event loop, in which `heard` is called.

        Many agents may be asked at once.
        """
        hear = told_here(heard) if heard is not None else None
        return await beside(self._asked(agent, question, earlier, without, asked_by, hear))

    async def _asked(
        self,
        agent: str,
        question: str,
        earlier: Sequence[tuple[str, str]],
        without: Collection[Faculty],
        asked_by: str,
        heard: Heard | None,
    ) -> Answered:
        meant.question_meant(question)
        who, said, left_out = self._agent(agent), meant.exchanges(earlier), meant.faculties(without)
        by = meant.asker_meant(self.town, asked_by, who)
        thinker = minds.thinker_at(self, who)
        try:
            return await interview(thinker, question, said, left_out, heard, by)
        finally:
            await thinker.town.model.close()

    def start_chat(self, agent: str, *, kind: ChatKind = "interview", title: str = "") -> Chat:
        """Start a stored chat with an agent as it is now, beside the log.

        Parameters
        ----------
        agent : str
            The agent to chat with.
        kind : str
            The kind of chat.
        title : str
            The title of the chat.

        Returns
        -------
        Chat
            The new chat, still empty.

        """
        who, of = self._agent(agent), meant.one_of(kind, worded("kind of chat"), chats.KINDS)
        title = meant.words(title, worded("the title of a chat"))
        return chats.start_chat(self.store, self.row.number, who, self.minute, kind=of, title=title)

    # ---- how

    def _agent(self, said: str) -> AgentId:
        return meant.agent_meant(self.town, said)

    def _own(
        self, kind: type[R], agent: AgentId, /, after_id: int | None = None, **equal: object
    ) -> Iterator[R]:
        """Yield the rows of a kind that belong to an agent, oldest first."""
        return read_log(
            self.store,
            self.row.number,
            kind,
            agent=self._agent(agent),
            before=self.before,
            after_id=after_id,
            where=equal,
        )
