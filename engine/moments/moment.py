"""One moment of a run: who and what is where, what is in anybody's mind, what is in the log; and asking."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.clock import DAY, day_of, minute_at
from engine.cognition.interview import Answered, interview
from engine.cognition.thinker import Thinker, Town
from engine.errors import BadInput
from engine.mind.mind import Plan
from engine.mind.turn_rows import unkept
from engine.models import Heard
from engine.moments import meant, minds
from engine.moments.log import Log
from engine.moments.stepping import STEPS, By, moment_before, next_moment
from engine.records import AgentId, Diary, Discovery, Memory, MemoryKind, Path, Presence, Recall, Relation
from engine.running.awaiting import beside, finish, told_here
from engine.settings import Faculty, Weights
from engine.simulation.loading import load_mind
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log import memories, moments
from engine.store.log.memories import Page, memory_page
from engine.store.log.rows import R, fingerprint, last_turn_minute, read_log
from engine.store.writing import chats
from engine.store.writing.chats import Chat, ChatKind

_FOUNDED = 1  # the minute from which on what a town begins with is its past


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A run at a minute that it has lived, as `run.at(...)` gives it. What is shown of it stays as it is,
    however far the run goes on.
    """

    store: Store
    row: RunRow
    town: Town
    minute: int

    @property
    def before(self) -> int:
        """Return the minute before which all is seen that is seen now. The first minute shows what everybody
        began with.
        """
        return max(_FOUNDED, self.minute)

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
        return moments.presences(self.store, self.row.number, self.before)

    @property
    def things(self) -> dict[Path, str]:
        """Return the state of every object."""
        first = {path: thing.state for path, thing in self.town.world.things.items()}
        changed = moments.thing_states(self.store, self.row.number, self.before)
        return first | {path: row.state for path, row in changed.items()}

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Return how everybody stands to everybody they know."""
        return tuple(moments.relations(self.store, self.row.number, self.before).values())

    def known(self, agent: AgentId) -> dict[Path, str]:
        """Return the part of the world an agent knows, as it last saw it."""
        rows = moments.sightings(self.store, self.row.number, self.before, agent=self._agent(agent))
        return {path: row.state for (_, path), row in rows.items()}

    def discoveries(self, agent: AgentId | None = None) -> tuple[Discovery, ...]:
        """Return how an agent (or everybody) came to know the places they did not know at first, oldest
        first.
        """
        who = None if agent is None else self._agent(agent)
        return tuple(read_log(self.store, self.row.number, Discovery, before=self.before, agent=who))

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
            kinds=meant.each_of(kinds, "kind of memory", meant.KINDS),
            least_importance=meant.whole(least_importance, "an importance", 1, 10),
            query=meant.words(search, "what is searched for"),
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
        """
        decay = None if decay is None else meant.share(decay, "a decay")
        who, words = self._agent(agent), meant.words(query, "a query")
        count = None if count is None else meant.whole(count, "a count of memories", 1, meant.MOST_ROWS)
        by = None if weights is None else meant.weights_meant(weights)
        return minds.recalled(self._thinker(who), words, count, by, decay)

    def recalls(self, agent: AgentId, *, limit: int = 20) -> tuple[Recall, ...]:
        """Return what an agent looked up in its memory, newest first, with the parts of every score."""
        who, most = self._agent(agent), meant.whole(limit, "a limit", 0, meant.MOST_ROWS)
        return memories.recalls(self.store, self.row.number, who, before=self.before, limit=most)

    def plan(self, agent: AgentId, day: int | None = None) -> Plan:
        """Return an agent's plan for a day of the run, as it stands; for today where none is given."""
        who, of = self._agent(agent), day_of(self.minute)
        if day is not None:
            of = meant.lived_day(day, moments.town_clock(self.store, self.row.number))
        return minds.plan_of(moments.plan_rows(self.store, self.row.number, who, of, self.before))

    def diaries(self, agent: AgentId) -> tuple[Diary, ...]:
        """Return what an agent made of its days."""
        return tuple(self._own(Diary, agent))

    def reflections(self, agent: AgentId) -> tuple[Memory, ...]:
        """Return an agent's insights, oldest first."""
        return tuple(self._own(Memory, agent, kind="reflection"))

    def felt(self, agent: AgentId) -> int:
        """Return the importance an agent has felt since its last reflection; `reflect_at` of it starts the
        next.
        """
        last = max((recall.id for recall in self._own(Recall, agent, purpose="reflect")), default=None)
        return minds.felt_in(self._own(Memory, agent, after_id=last))

    def engagements(self, agent: AgentId) -> tuple[Memory, ...]:
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
        return minds.engaged([*seeds, *plans], known, self.minute)

    # ---- the moments around it

    def next_moment(self, by: By = "event", agent: AgentId | None = None) -> int | None:
        """Return the first minute after it at which something more is to be seen: an event (of an agent,
        where given), a talk, a reflection; or the next full hour or day. None when there is none.
        """
        how, who = meant.one_of(by, "step", STEPS), None if agent is None else self._agent(agent)
        clock = moments.town_clock(self.store, self.row.number)
        return next_moment(self.store, self.row.number, clock, self.minute, how, agent=who)

    def moment_before(self, by: By = "event", agent: AgentId | None = None) -> int | None:
        """Return the last minute before it at which something was new to be seen; None when there is none."""
        how, who = meant.one_of(by, "step", STEPS), None if agent is None else self._agent(agent)
        return moment_before(self.store, self.row.number, self.minute, how, agent=who)

    # ---- asking

    def ask(
        self,
        agent: str,
        question: str,
        *,
        earlier: Sequence[tuple[str, str]] = (),
        without: Collection[Faculty] = (),
        heard: Heard | None = None,
    ) -> Answered:
        """Interview an agent, off the record: nothing of it enters the log or the mind. `without` leaves out
        what some faculties have made of the mind, as the paper's ablations do.

        `heard` is told the words so far while they are being said, and at last the checked answer, which
        alone counts: what came before may differ, or begin anew. What it raises ends the asking.
        """
        return finish(self._asked(agent, question, earlier, without, heard))

    async def ask_async(
        self,
        agent: str,
        question: str,
        *,
        earlier: Sequence[tuple[str, str]] = (),
        without: Collection[Faculty] = (),
        heard: Heard | None = None,
    ) -> Answered:
        """As `ask`, while the event loop goes on, in which `heard` is called. Many may be asked at once."""
        hear = told_here(heard) if heard is not None else None
        return await beside(self._asked(agent, question, earlier, without, hear))

    async def _asked(
        self,
        agent: str,
        question: str,
        earlier: Sequence[tuple[str, str]],
        without: Collection[Faculty],
        heard: Heard | None,
    ) -> Answered:
        meant.question_meant(question)
        who, said, left_out = self._agent(agent), meant.exchanges(earlier), meant.faculties(without)
        thinker = self._thinker(who)
        try:
            return await interview(thinker, question, said, left_out, heard)
        finally:
            await thinker.town.model.close()

    def start_chat(self, agent: str, *, kind: ChatKind = "interview", title: str = "") -> Chat:
        """Begin to keep a chat with an agent as it is now, beside the log."""
        who, of = self._agent(agent), meant.one_of(kind, "kind of chat", chats.KINDS)
        title = meant.words(title, "the title of a chat")
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

    def _thinker(self, agent: AgentId) -> Thinker:
        """Return an agent that can think now; what it adds to its rows is kept nowhere.

        BadInput while nobody has lived here yet, so that there is no mind to look into.
        """
        if last_turn_minute(self.store, self.row.number) < 0:
            raise BadInput("nobody has lived here yet; run the first day, then ask")
        state = load_mind(self.store, self.row.number, self.town, agent, before=self.before)
        return state.thinker(agent, unkept(self.minute, self.town.width), self.minute)
