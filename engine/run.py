"""One run as people use it: live it, read any moment of it, ask, whisper, fork, and have everything explained."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.clock import DAY, day_of, moment_words
from engine.cognition.interview import Answered, interview
from engine.cognition.mind import Plan
from engine.cognition.thinker import Town
from engine.errors import BadInput, NotFound, RunBusy
from engine.ledger import Ledger
from engine.models.choice import choose
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
)
from engine.scenario import load
from engine.simulation.commands import as_command
from engine.simulation.day import Pause
from engine.simulation.intervene import Intervention
from engine.simulation.living import Living, Watch, hold
from engine.simulation.loading import load_mind, town_of
from engine.simulation.runner import start_runner
from engine.stamps import MOST_AGENTS
from engine.store import looking, memories, moments
from engine.store.commands import give_command
from engine.store.connection import Store
from engine.store.jobs import Job, job_of
from engine.store.log import fingerprint, last_turn_minute, read_log
from engine.store.runs import RunRow, fork_run, rename_run, run_row, set_until
from engine.store.scenarios import files_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The reasons behind one row: what was recalled, asked and answered just before it, and what it rests on."""

    row: LogEntry
    turn: Turn | None
    recalls: tuple[Recall, ...]
    recalled: tuple[Memory, ...]
    call: Call | None
    evidence: tuple[Memory, ...]
    source: LogEntry | None
    cited_by: tuple[Memory, ...]


class Run:
    """A run of a workspace. What it reads ends at the town's clock: nobody is shown as further than the slowest."""

    def __init__(self, store: Store, row: RunRow) -> None:
        self.store = store
        self.row = row
        self.town = living_town(store, row)

    @property
    def number(self) -> int:
        """The run's key in the store."""
        return self.row.number

    @property
    def scenario(self) -> Scenario:
        """The scenario version this run lives."""
        return self.town.scenario

    # ---- its moments

    @property
    def is_founded(self) -> bool:
        """Whether anything has happened yet."""
        return last_turn_minute(self.store, self.number) >= 0

    @property
    def clock(self) -> int:
        """The town's clock: the smallest next turn; 0 before the first day."""
        return moments.town_clock(self.store, self.number) if self.is_founded else 0

    def moment(self, at: int | None) -> int:
        """A minute that can be looked at: the one asked for, or the clock. BadInput when it is yet to come."""
        clock = self.clock
        if at is None:
            return clock
        if not 0 <= at <= clock:
            raise BadInput(f"{moment_words(at)} has not been lived; this run is at {moment_words(clock)}")
        return at

    def fingerprint(self, at: int | None = None) -> str:
        """The hash over the log up to a moment: same town, same seed, same answers, same fingerprint."""
        return fingerprint(self.store, self.number, self.moment(at))

    # ---- living it

    def live(
        self, until: int, *, concurrency: int = 1, pause: Pause | None = None, watch: Watch | None = None
    ) -> int:
        """Live in this process to a minute; the common moment reached. RunBusy when somebody else is at it."""
        with hold(self.store, self.row):
            self.row = set_until(self.store, self.number, until)
            living = Living(self.store, self.row, self.town)
            return living.live(
                until, concurrency=concurrency, pause=pause, watch=watch or (lambda progress: None)
            )

    def start(self, until: int) -> int:
        """Have a runner process live it to a minute; the process's number."""
        return start_runner(self.store, self.row, until)

    def stop(self) -> None:
        """Ask the runner to stop at the next common moment."""
        give_command(self.store, self.number, "stop")

    @property
    def job(self) -> Job | None:
        """How the living of it stands; None when no runner was ever asked."""
        return job_of(self.store, self.number)

    def intervene(self, what: Intervention) -> Turn | None:
        """Let an intervention take effect: now, or (None) by the runner at its next common moment."""
        job = self.job
        if job is None or not job.is_live:
            try:
                with hold(self.store, self.row):
                    return Living(self.store, run_row(self.store, self.number), self.town).intervene(what)
            except RunBusy:
                job = self.job
                if job is None or not job.is_live:
                    raise
        give_command(self.store, self.number, *as_command(what))
        return None

    def fork(self, at: int | None = None, name: str = "") -> Run:
        """A run that shares this one's past up to a moment and is free from there on; nothing is copied."""
        row = fork_run(self.store, self.number, self.moment(at), name=name or None)
        return Run(self.store, row)

    def rename(self, name: str) -> None:
        """Call the run something else."""
        self.row = rename_run(self.store, self.number, name)

    # ---- talking

    def ask(
        self,
        agent: AgentId,
        question: str,
        *,
        at: int | None = None,
        earlier: Sequence[tuple[str, str]] = (),
    ) -> Answered:
        """Interview an agent at a moment, off the record: nothing of it enters the log or the mind."""
        if not question.strip():
            raise BadInput("an interview needs a question")
        if not self.is_founded:
            raise BadInput("nobody has lived here yet; run the first day, then ask")
        moment = self.moment(at)
        state = load_mind(self.store, self.number, self.town, agent, before=moment)
        ledger = Ledger(moment, MOST_AGENTS, lambda entry: None)
        return asyncio.run(interview(state.thinker(agent, ledger, moment), question, earlier))

    # ---- reading it

    def presences(self, at: int | None = None) -> dict[AgentId, Presence]:
        """Where everybody is at a moment."""
        return moments.presences(self.store, self.number, self.moment(at))

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
        rows = moments.sightings(self.store, self.number, agent, self.moment(at))
        return {path: row.state for path, row in rows.items()}

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
    ) -> memories.Page[Memory]:
        """A page of a memory stream, newest first."""
        return memories.memory_page(
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

    def recall(self, agent: AgentId, query: str, *, at: int | None = None) -> tuple[tuple[Memory, Recall], ...]:
        """What a query would bring to an agent's mind at a moment, each with the parts of its score; leaves no trace."""
        moment = self.moment(at)
        state = load_mind(self.store, self.number, self.town, agent, before=moment)
        ledger = Ledger(moment, MOST_AGENTS, lambda entry: None)
        thinker = state.thinker(agent, ledger, moment)
        thinker.recall([query], purpose="interview", weights=self.town.settings.interviewing)
        logged = [entry for entry in ledger.entries if isinstance(entry, Recall)]
        stream = thinker.mind.stream
        return tuple(
            (stream.get(item.memory), replace(recall, items=(item,))) for recall in logged for item in recall.items
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
        return tuple(read_log(self.store, self.number, Diary, agent=agent, before=self.moment(at)))

    def reflections(self, agent: AgentId, at: int | None = None) -> tuple[Memory, ...]:
        """An agent's insights, oldest first."""
        rows = read_log(
            self.store,
            self.number,
            Memory,
            agent=agent,
            before=self.moment(at),
            where={"kind": "reflection"},
        )
        return tuple(rows)

    def events(
        self,
        *,
        agent: AgentId | None = None,
        room: Path | None = None,
        after: int | None = None,
        at: int | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> memories.Page[Event]:
        """The feed, newest first."""
        return looking.events_page(
            self.store,
            self.number,
            before=self.moment(at),
            after=after,
            agent=agent,
            room=room,
            offset=offset,
            limit=limit,
        )

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
        at: int | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> memories.Page[looking.CallRow]:
        """Every prompt asked and answered, newest first."""
        return looking.call_page(
            self.store,
            self.number,
            agent=agent,
            purpose=purpose,
            before=self.moment(at),
            offset=offset,
            limit=limit,
        )

    def call_texts(self, call: int) -> looking.CallTexts:
        """A prompt as it was asked, and the raw answer."""
        return looking.call_texts(self.store, self.number, call)

    def by_id(self, ids: Iterable[int]) -> dict[int, Memory]:
        """Memories by their ids."""
        return memories.memories_by_id(self.store, self.number, list(ids))

    def counts(self, at: int | None = None) -> dict[str, int]:
        """How many rows of each kind the log has."""
        return looking.counts(self.store, self.number, self.moment(at))

    def log(self, at: int | None = None) -> Iterable[LogEntry]:
        """The whole log up to a moment, in order, for an export."""
        import heapq

        moment = self.moment(at)
        kinds: tuple[type[LogEntry], ...] = (
            Turn, Event, Memory, Recall, Step, Conversation, Line, ThingState, Relation, Sighting, Presence, Diary, Call,
        )  # fmt: skip
        streams = [read_log(self.store, self.number, kind, before=moment) for kind in kinds]
        return heapq.merge(*streams, key=lambda entry: entry.id)

    # ---- explaining it

    def why(self, row_id: int) -> Why:
        """Everything behind a row; NotFound when this run has no row of that id."""
        row = looking.find_row(self.store, self.number, row_id)
        if row is None:
            raise NotFound(f"run {self.row.id!r} has no row {row_id}; ids are shown by `memories` and in the studio")
        turn = looking.turn_of(self.store, self.number, row_id)
        made = looking.rows_of_turn(self.store, self.number, turn.id) if turn else ()
        agent = _whose(row)
        calls = [entry for entry in made if isinstance(entry, Call) and entry.agent == agent and entry.id <= row_id]
        since = calls[-2].id if len(calls) > 1 else 0
        recalls = tuple(
            entry
            for entry in made
            if isinstance(entry, Recall) and entry.agent == agent and since < entry.id <= row_id
        )
        wanted = dict.fromkeys(item.memory for recall in recalls for item in recall.items)
        memory = row if isinstance(row, Memory) else None
        return Why(
            row=row,
            turn=turn,
            recalls=recalls,
            recalled=tuple(self.by_id(wanted).values()),
            call=calls[-1] if calls else None,
            evidence=tuple(self.by_id(memory.evidence).values()) if memory else (),
            source=looking.find_row(self.store, self.number, memory.source) if memory and memory.source else None,
            cited_by=memories.citing(self.store, self.number, row_id) if memory else (),
        )


def living_town(store: Store, row: RunRow) -> Town:
    """What every thought of a run shares: its scenario version, settings and model."""
    scenario = load(files_of(store, row.scenario_version), row.scenario)
    return town_of(scenario, choose(row.model), seed=row.seed, settings=dict(row.settings))


def next_day_end(clock: int) -> int:
    """Midnight at the end of the day that a clock is in."""
    return day_of(clock) * DAY


def _whose(row: LogEntry) -> AgentId:
    """The agent a row belongs to: whose it is, who acted, or who spoke."""
    for name in ("agent", "actor", "speaker", "by"):
        who = getattr(row, name, None)
        if isinstance(who, str) and who:
            return who
    return ""
