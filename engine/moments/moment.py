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
    """A run at a simulated minute, as `run.at(...)` returns it. A moment does not change if the run
    continues.
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
        """Return the minute before which rows are visible at this moment.

        It is at least 1, so that the rows with which a run starts are always visible.
        """
        return max(FOUNDED, self.minute)

    @property
    def fingerprint(self) -> str:
        """Return the hash of the log up to this moment.

        The same town, seed and answers always give the same fingerprint.
        """
        return fingerprint(self.store, self.row.number, self.before)

    @property
    def log(self) -> Log:
        """Return the log up to this moment: events, conversations, model calls and all other rows."""
        return Log(store=self.store, run=self.row.number, town=self.town, before=self.before)

    # ---- people and places

    @property
    def people(self) -> dict[AgentId, Presence]:
        """Return the place and the activity of each agent, by agent id."""
        here = moments.presences(self.store, self.row.number, self.before)
        return {agent: self.town.world.former.row(row) for agent, row in here.items()}

    @property
    def agents(self) -> Agents:
        """Return the agents of the town, by name: `moment.agents.nell.memories`."""
        return Agents(self)

    @property
    def things(self) -> dict[Path, str]:
        """Return the state of every object, by path."""
        first = {path: thing.state for path, thing in self.town.world.things.items()}
        changed = self._by_now(moments.thing_states(self.store, self.row.number, self.before).values())
        return first | {row.thing: row.state for row in changed if row.thing in first}

    @property
    def relations(self) -> Records[Relation]:
        """Return the relationships of all agents to the people they know."""
        return Records.of(Relation, moments.relations(self.store, self.row.number, self.before).values())

    @property
    def visitors(self) -> tuple[AgentId, ...]:
        """Return the ids of the visitors who have talked with agents, in the order of their first
        conversation.
        """
        talks = read_log(self.store, self.row.number, Conversation, before=self.before)
        return tuple(dict.fromkeys(one for talk in talks for one in talk.members if is_visitor(one)))

    def known(self, agent: AgentId) -> dict[Path, str]:
        """Return the paths of the places, rooms and objects that an agent knows, with the state in which it
        last saw each object.
        """
        rows = moments.sightings(self.store, self.row.number, self.before, agent=self._agent(agent))
        return {row.path: row.state for row in self._by_now(rows.values()) if row.path}

    def discoveries(self, agent: AgentId | None = None) -> Records[Discovery]:
        """Return how an agent, or every agent, learned about places, oldest first."""
        who = None if agent is None else self._agent(agent)
        rows = read_log(self.store, self.row.number, Discovery, before=self.before, agent=who)
        return Records.of(Discovery, rows)

    @property
    def interventions(self) -> Records[Done]:
        """Return the interventions up to this moment, oldest first."""
        entries = read_log(self.store, self.row.number, Intervened, before=self.before)
        return Records.of(Done, done(entries, self.town))

    @property
    def retractions(self) -> tuple[Retraction, ...]:
        """Return the retractions of memories that are still in effect, oldest first."""
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
        """Return a page of memories, newest first (paper, section 4.1).

        Parameters
        ----------
        agent : str or None
            The id or name of an agent. None means all agents.
        search : str
            Words that the memories contain, in any inflection.
        kinds : sequence of str
            The kinds to return: "seed", "observation", "reflection", "plan", "talk", "whisper". By default,
            all kinds.
        least_importance : int
            The minimum importance, from 1 to 10.
        day : int, optional
            The day on which the memories were formed, counted from 1.
        place : str, optional
            The place where the memories were formed.
        about : str, optional
            The id or name of an agent whom the memories are about.
        among : collection of int, optional
            The ids of the memories to choose from.
        offset : int
            The number of newest memories to skip.
        limit : int
            The maximum number of memories to return.

        Returns
        -------
        Page of Memory
            The memories, and the total number of matching memories.

        Raises
        ------
        NotFound
            If there is no such agent, kind or place. The message suggests a similar name.
        BadInput
            If a value is invalid, or if the run has not reached the day.

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
        """Return the memories that an agent would retrieve for a query, with the parts of each score (paper,
        section 4.1).

        The retrieval is not stored, and the run does not change.

        Parameters
        ----------
        agent : str
            The id or name of the agent.
        query : str
            The text for which memories are retrieved.
        count : int, optional
            The number of memories. By default, the setting `retrieve`.
        weights : Weights, optional
            The weights of recency, importance and relevance. By default, the setting `interviewing`.
        decay : float, optional
            The factor by which recency decreases in each simulated hour, above 0 and at most 1. By default,
            the setting `decay`.

        Returns
        -------
        tuple of (Memory, Recall)
            Each memory with the parts of its score.

        Raises
        ------
        NotFound
            If there is no such agent. The message suggests a similar name.
        BadInput
            If the run has not been simulated yet, or if a value is invalid.

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
        """Return the status values of an agent by name, such as energy and mood, each from 0 to 100."""
        return dict(minds.thinker_at(self, self._agent(agent)).mind.wellbeing.values(self.minute))

    def recalls(self, agent: AgentId, *, limit: int = 20) -> Records[Recall]:
        """Return the retrievals of an agent, newest first, with the parts of every score.

        `limit` is the maximum number of retrievals.
        """
        who, most = self._agent(agent), meant.whole(limit, worded("a limit"), 0, meant.MOST_ROWS)
        found = memories.recalls(self.store, self.row.number, who, before=self.before, limit=most)
        return Records.of(Recall, found)

    def plan(self, agent: AgentId, day: int | None = None) -> Plan:
        """Return an agent's plan for a day, counted from 1, as it is at this moment. By default, the plan for
        the current day (paper, section 4.3).
        """
        who, of = self._agent(agent), day_of(self.minute)
        if day is not None:
            of = meant.lived_day(day, moments.town_clock(self.store, self.row.number))
        rows = moments.plan_rows(self.store, self.row.number, who, of, self.before)
        return minds.plan_of(map(self.town.world.former.told, rows))

    def diaries(self, agent: AgentId) -> Records[Diary]:
        """Return the diary entries of an agent, oldest first."""
        return Records.of(Diary, self._own(Diary, agent))

    def reflections(self, agent: AgentId) -> Records[Memory]:
        """Return the conclusions of an agent, oldest first: its memories of kind "reflection" (paper, section
        4.2).
        """
        return Records.of(Memory, self._own(Memory, agent, kind="reflection"))

    def felt(self, agent: AgentId) -> int:
        """Return the total importance of what an agent has observed and heard since its last reflection.

        When the total reaches the setting `reflect_at`, the agent reflects (paper, section 4.2).
        """
        last = max((recall.id for recall in self._own(Recall, agent, purpose="reflect")), default=None)
        return minds.felt_in(self._own(Memory, agent, after_id=last))

    def engagements(self, agent: AgentId) -> Records[Memory]:
        """Return the memories that commit an agent: appointments from this moment on, soonest first, then
        recent intentions without a time.
        """
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
        """Return the next minute with something new, or None if there is none.

        `by` is the kind of step: "event" (by `agent`, if given), "talk", "reflection", "hour" or "day". For
        "hour" and "day", the next minute is the next full hour or midnight.
        """
        how, who = meant.one_of(by, worded("step"), STEPS), None if agent is None else self._agent(agent)
        clock = moments.town_clock(self.store, self.row.number)
        return next_moment(self.store, self.row.number, clock, self.minute, how, agent=who)

    def moment_before(self, by: By = "event", agent: AgentId | None = None) -> int | None:
        """Return the last minute before this moment with something new, or None if there is none.

        `by` and `agent` have the same meaning as in `next_moment`.
        """
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
        """Interview an agent off the record (paper, section 6.2). The log and the mind do not change.

        The agent does not tell secrets that it keeps from the interviewer.

        Parameters
        ----------
        agent : str
            The id or name of the agent.
        question : str
            The question.
        earlier : sequence of (str, str)
            Earlier questions with their answers.
        without : collection of Faculty
            The faculties whose contributions to the mind are left out ("observation", "reflection",
            "planning"), as in the ablations of the paper.
        asked_by : str
            The role of the interviewer: "a stranger", "a reporter", the id or name of an agent, or a
            description of at least two words, such as "the inspector of taxes". By default, nobody in
            particular asks, and the agent also tells secrets.
        heard : callable, optional
            Called with the text so far while the answer is generated, and finally with the checked answer.
            The earlier texts can differ from the checked answer. An exception in `heard` ends the interview.

        Returns
        -------
        Answered
            The answer, with the retrieved memories and those that the answer cites.

        Raises
        ------
        NotFound
            If there is no such agent. The message suggests a similar name.
        BadInput
            If the run has not been simulated yet, or if the question is empty.
        ModelFailed
            If the model gives no usable answer.

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

        You can ask several agents at the same time.
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
        """Create a chat with an agent at this moment. Chats are stored outside the log.

        Parameters
        ----------
        agent : str
            The id or name of the agent.
        kind : str
            The kind of chat: "interview", "whisper" or "visit".
        title : str
            The title of the chat.

        Returns
        -------
        Chat
            The new chat, without messages.

        Raises
        ------
        NotFound
            If there is no such agent or kind of chat.

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
