"""One moment of a run: who and what is where, what is in anybody's mind, what is in the log; and asking."""

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
    """A run at a minute that it has lived, as `run.at(...)` gives it. What is shown of it stays as it is,
    however far the run goes on.
    """

    store: Store
    row: RunRow
    town: Town
    minute: int

    def __repr__(self) -> str:
        """Return which run it is of, and when."""
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
        """Return the minute before which all is seen that is seen now. The first minute shows what everybody
        began with.
        """
        return max(FOUNDED, self.minute)

    @property
    def fingerprint(self) -> str:
        """Return the hash over the log so far: same town, same seed, same answers, same fingerprint."""
        return fingerprint(self.store, self.row.number, self.before)

    @property
    def log(self) -> Log:
        """Return what was done, said and asked so far, row by row."""
        return Log(store=self.store, run=self.row.number, town=self.town, before=self.before)

    # ---- people and places

    @property
    def people(self) -> dict[AgentId, Presence]:
        """Return where everybody is, and what they are doing."""
        here = moments.presences(self.store, self.row.number, self.before)
        return {agent: self.town.world.former.row(row) for agent, row in here.items()}

    @property
    def agents(self) -> Agents:
        """Return everybody by their names, with what is in their minds: `agents.nell.memories`."""
        return Agents(self)

    @property
    def things(self) -> dict[Path, str]:
        """Return the state of every object."""
        first = {path: thing.state for path, thing in self.town.world.things.items()}
        changed = self._by_now(moments.thing_states(self.store, self.row.number, self.before).values())
        return first | {row.thing: row.state for row in changed if row.thing in first}

    @property
    def relations(self) -> Records[Relation]:
        """Return how everybody stands to everybody they know."""
        return Records.of(Relation, moments.relations(self.store, self.row.number, self.before).values())

    @property
    def visitors(self) -> tuple[AgentId, ...]:
        """Return who has visited the town by then and is in no cast, in the order in which they came."""
        talks = read_log(self.store, self.row.number, Conversation, before=self.before)
        return tuple(dict.fromkeys(one for talk in talks for one in talk.members if is_visitor(one)))

    def known(self, agent: AgentId) -> dict[Path, str]:
        """Return the part of the world an agent knows, as it last saw it."""
        rows = moments.sightings(self.store, self.row.number, self.before, agent=self._agent(agent))
        return {row.path: row.state for row in self._by_now(rows.values()) if row.path}

    def discoveries(self, agent: AgentId | None = None) -> Records[Discovery]:
        """Return how an agent (or everybody) came to know the places they did not know at first, oldest
        first.
        """
        who = None if agent is None else self._agent(agent)
        rows = read_log(self.store, self.row.number, Discovery, before=self.before, agent=who)
        return Records.of(Discovery, rows)

    @property
    def interventions(self) -> Records[Done]:
        """Return what authors did so far, oldest first."""
        entries = read_log(self.store, self.row.number, Intervened, before=self.before)
        return Records.of(Done, done(entries, self.town))

    @property
    def retractions(self) -> tuple[Retraction, ...]:
        """Return by which rows memories of anybody's count no more, oldest first."""
        last: dict[int, Retraction] = {}
        for row in read_log(self.store, self.row.number, Retraction, before=self.before):
            last[row.row] = row
        standing = (row for row in last.values() if row.hidden and row.agent)
        return tuple(sorted(standing, key=lambda row: row.id))

    def _by_now(self, rows: Iterable[R]) -> list[R]:
        """Return rows of the log in their order, with the paths of this moment."""
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
        """Return a page of a memory stream, newest first; of everybody where the agent is None. Where they
        are given, only what was made on a `day` (counted from 1), was in a `place`, concerns somebody
        (`about`), is `among` some ids.

        Parameters
        ----------
        agent : str or None
            An id or a name; None for everybody.
        search : str
            Words that stand in it.
        kinds : sequence of str
            Of which kinds: seed, observation, reflection, plan, talk, whisper.
        least_importance : int
            From 1 to 10.
        day : int, optional
            On which day it was made, counted from 1.
        place : str, optional
            Where it was made.
        about : str, optional
            Whom it concerns.
        among : collection of int, optional
            Among which ids.
        offset : int
            How many of the newest are left out.
        limit : int
            How many there are at most.

        Returns
        -------
        Page of Memory
            Some of them, and how many there are in all.

        Raises
        ------
        NotFound
            When nobody is called so; the message suggests somebody.

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
            least_importance=meant.whole(least_importance, worded("an importance"), 1, 10),
            query=meant.words(search, worded("what is searched for")),
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
        """Return what a query would bring to an agent's mind, each with the parts of its score; leaves no
        trace. `count` is how many, `weights` how much each part counts, `decay` what is left of recency after
        an hour, where the settings are not to say.

        Parameters
        ----------
        agent : str
            An id or a name.
        query : str
            What is thought of.
        count : int, optional
            How many memories; as the settings say, without it.
        weights : Weights, optional
            How much recency, importance and relevance count.
        decay : float, optional
            What is left of recency after an hour.

        Returns
        -------
        tuple of (Memory, Recall)
            Each memory with the parts of its score.

        Raises
        ------
        NotFound
            When nobody is called so; the message suggests somebody.
        BadInput
            While nobody has lived here yet.

        """
        decay = None if decay is None else meant.share(decay, worded("a decay"))
        who, words = self._agent(agent), meant.words(query, worded("a query"))
        count = (
            None if count is None else meant.whole(count, worded("a count of memories"), 1, meant.MOST_ROWS)
        )
        by = None if weights is None else meant.weights_meant(weights)
        return minds.recalled(minds.thinker_at(self, who), words, count, by, decay)

    def status(self, agent: AgentId) -> dict[str, float]:
        """Return how an agent is, by the names of its values, from 0 to 100."""
        return dict(minds.thinker_at(self, self._agent(agent)).mind.wellbeing.values(self.minute))

    def recalls(self, agent: AgentId, *, limit: int = 20) -> Records[Recall]:
        """Return what an agent looked up in its memory, newest first, with the parts of every score."""
        who, most = self._agent(agent), meant.whole(limit, worded("a limit"), 0, meant.MOST_ROWS)
        found = memories.recalls(self.store, self.row.number, who, before=self.before, limit=most)
        return Records.of(Recall, found)

    def plan(self, agent: AgentId, day: int | None = None) -> Plan:
        """Return an agent's plan for a day of the run, as it stands; for today where none is given."""
        who, of = self._agent(agent), day_of(self.minute)
        if day is not None:
            of = meant.lived_day(day, moments.town_clock(self.store, self.row.number))
        rows = moments.plan_rows(self.store, self.row.number, who, of, self.before)
        return minds.plan_of(map(self.town.world.former.told, rows))

    def diaries(self, agent: AgentId) -> Records[Diary]:
        """Return what an agent made of its days."""
        return Records.of(Diary, self._own(Diary, agent))

    def reflections(self, agent: AgentId) -> Records[Memory]:
        """Return an agent's insights, oldest first."""
        return Records.of(Memory, self._own(Memory, agent, kind="reflection"))

    def felt(self, agent: AgentId) -> int:
        """Return the importance an agent has felt since its last reflection; `reflect_at` of it starts the
        next.
        """
        last = max((recall.id for recall in self._own(Recall, agent, purpose="reflect")), default=None)
        return minds.felt_in(self._own(Memory, agent, after_id=last))

    def engagements(self, agent: AgentId) -> Records[Memory]:
        """Return what an agent has agreed to do from now on, soonest first, and then what it has resolved."""
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
        """Return the first minute after it at which something more is to be seen: an event (of an agent,
        where given), a talk, a reflection; or the next full hour or day. None when there is none.
        """
        how, who = meant.one_of(by, worded("step"), STEPS), None if agent is None else self._agent(agent)
        clock = moments.town_clock(self.store, self.row.number)
        return next_moment(self.store, self.row.number, clock, self.minute, how, agent=who)

    def moment_before(self, by: By = "event", agent: AgentId | None = None) -> int | None:
        """Return the last minute before it at which something was new to be seen; None when there is none."""
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
        """Interview an agent, off the record: nothing of it enters the log or the mind. `without` leaves out
        what some faculties have made of the mind, as the paper's ablations do. `asked_by` is as whom one
        asks: "a stranger", "a reporter", an agent of the town by id or name, or somebody described ("the
        inspector of taxes"). What is not for them is kept from them.

        `heard` is told the words so far while they are being said, and at last the checked answer, which
        alone counts: what came before may differ, or begin anew. What it raises ends the asking.

        Parameters
        ----------
        agent : str
            An id or a name.
        question : str
            What is asked.
        earlier : sequence of (str, str)
            What was asked and answered before.
        without : collection of Faculty
            Faculties whose traces in the mind are left out.
        asked_by : str
            As whom one asks: "a stranger", "a reporter", an agent, or somebody described.
        heard : callable, optional
            Told the words so far.

        Returns
        -------
        Answered
            The answer, what was recalled for it, and which memories it cites.

        Raises
        ------
        NotFound
            When nobody is called so; the message suggests somebody.
        BadInput
            While nobody has lived here yet.

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
        """As `ask`, while the event loop goes on, in which `heard` is called. Many may be asked at once."""
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
        """Begin to keep a chat with an agent as it is now, beside the log.

        Parameters
        ----------
        agent : str
            With whom.
        kind : str
            What sort of chat it is.
        title : str
            What it is called.

        Returns
        -------
        Chat
            Nothing is said in it yet.

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
        """Yield the rows of a kind that are an agent's, oldest first."""
        return read_log(
            self.store,
            self.row.number,
            kind,
            agent=self._agent(agent),
            before=self.before,
            after_id=after_id,
            where=equal,
        )
