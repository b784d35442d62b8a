"""One run as people use it: live it, read any moment of it, ask, whisper, fork, and have all explained."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.clock import day_of, minute_at
from engine.cognition.interview import Answered, Faculty, interview
from engine.errors import BadInput, NotFound, RunBusy
from engine.ledger import Ledger
from engine.models import Heard
from engine.reading import Reading
from engine.records import AgentId, Call, LogEntry, Memory, Recall, Turn
from engine.simulation.commands import as_command
from engine.simulation.day import Pause
from engine.simulation.halting import Asker, Halt, ask_to_halt, last_halt
from engine.simulation.intervene import Intervention
from engine.simulation.job import begun_job, do_job
from engine.simulation.living import Living, Watch, hold, unwatched
from engine.simulation.loading import load_mind
from engine.simulation.runner import start_runner
from engine.simulation.thinking import settled
from engine.stamps import MOST_AGENTS
from engine.store import chats, looking, memories
from engine.store.chats import Chat, ChatKind, Message, Speaker
from engine.store.commands import give_command
from engine.store.jobs import Job, job_of
from engine.store.log import append, read_log
from engine.store.runs import fork_run, rename_run, run_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The reasons behind one row: what was recalled, asked and answered just before it, and what it rests
    on.
    """

    row: LogEntry
    turn: Turn | None
    recalls: tuple[Recall, ...]
    recalled: tuple[Memory, ...]
    call: Call | None
    evidence: tuple[Memory, ...]
    source: LogEntry | None
    cited_by: tuple[Memory, ...]


class Run(Reading):
    """A run of a workspace: what `Reading` shows, and what changes or questions it."""

    # ---- living it

    def live(
        self, until: int, *, concurrency: int = 1, pause: Pause | None = None, watch: Watch | None = None
    ) -> int:
        """Live in this process to a minute, in sight of everybody; the common moment reached, which is
        earlier when somebody asks for that. RunBusy when somebody else is at it.
        """
        with begun_job(self.store, self.row, until) as self.row:
            return do_job(
                self.store,
                self.row,
                self.town,
                concurrency=concurrency,
                pause=pause,
                watch=watch or unwatched,
            )

    def start(self, until: int) -> int:
        """Have a runner process live it to a minute; the process's number."""
        return start_runner(self.store, self.row, until, self.keys)

    def stop(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to stop at the next common moment, and think no more of where it was to go."""
        ask_to_halt(self.store, self.number, "stop", asker, window)

    def pause(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to stand still at the next common moment; `goal` is where it goes on to."""
        ask_to_halt(self.store, self.number, "pause", asker, window)

    @property
    def halt(self) -> Halt | None:
        """The latest stop or pause asked of the job, with who asked for it; None when nobody did."""
        job = self.job
        if job is None:
            return None
        return last_halt(self.store, self.number, job.started, obeyed=not job.is_live)

    @property
    def goal(self) -> int | None:
        """The minute the run was asked to live to and has not reached; None when there is no such, or it
        was stopped on the way.
        """
        job = self.job
        if job is None or job.until is None or job.is_live or self.clock >= job.until:
            return None
        halt = last_halt(self.store, self.number, job.started)
        stopped = halt is not None and halt.verb == "stop"
        return None if stopped and job.state == "done" else job.until

    @property
    def is_mid_day(self) -> bool:
        """Whether somebody has woken to the day that the clock is in."""
        clock = self.clock
        woken = read_log(
            self.store,
            self.number,
            Turn,
            after=minute_at(day_of(clock), 0) - 1,
            before=clock,
            where={"reason": "wake"},
            limit=1,
        )
        return next(woken, None) is not None

    @property
    def busy(self) -> str:
        """Who is living the run just now, in words; empty when nobody is."""
        try:
            with hold(self.store, self.row):
                return ""
        except RunBusy as error:
            return str(error)

    @property
    def job(self) -> Job | None:
        """How the living of it stands; None when nobody ever let it live."""
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

    def fork(self, at: int | None = None, name: str = "", model: str = "") -> Run:
        """A run that shares this one's past up to a moment and is free from there on; nothing is copied but
        what the author did at that very minute, which is seen at it.

        It thinks with the same model, or with another from there on.
        """
        moment, thinks = self.moment(at), settled(self.store, model) if model else None
        with self.store.write(durable=True):
            row = fork_run(self.store, self.number, moment, name=name or None, model=thinks)
            for turn in looking.author_turns(self.store, self.number, moment):
                made = looking.rows_of_turn(self.store, self.number, turn.id)
                append(self.store, row.number, turn, [each for each in made if each.id != turn.id])
        return Run(self.store, row, keys=self.keys)

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
        without: Collection[Faculty] = (),
        heard: Heard | None = None,
    ) -> Answered:
        """Interview an agent at a moment, off the record: nothing of it enters the log or the mind. `without`
        leaves out what some faculties have made of the mind, as the paper's ablations do.

        `heard` is told the words so far while they are being said, and at last the checked answer, which
        alone counts: what came before may differ, or begin anew. What it raises ends the asking.
        """
        if not question.strip():
            raise BadInput("an interview needs a question")
        if not self.is_founded:
            raise BadInput("nobody has lived here yet; run the first day, then ask")
        moment = self.moment(at)
        state = load_mind(self.store, self.number, self.town, agent, before=moment)
        ledger = Ledger(moment, MOST_AGENTS, lambda entry: None)
        thinker = state.thinker(agent, ledger, moment)

        async def asked() -> Answered:
            try:
                return await interview(thinker, question, earlier, without, heard)
            finally:
                await thinker.town.model.close()

        return asyncio.run(asked())

    # ---- chats kept beside the log

    def chats(self, agent: AgentId | None = None) -> tuple[Chat, ...]:
        """The chats had in the studio, newest first; with one agent where given."""
        return chats.chats_of(self.store, self.number, agent)

    def start_chat(
        self, agent: AgentId, *, at: int | None = None, kind: ChatKind = "interview", title: str = ""
    ) -> Chat:
        """Begin to keep a chat with an agent at a moment."""
        self.scenario.persona(agent)
        return chats.start_chat(self.store, self.number, agent, self.moment(at), kind=kind, title=title)

    def chat_messages(self, chat: int) -> tuple[Message, ...]:
        """What was said in a chat, in order."""
        return chats.messages_of(self.store, chat)

    def add_message(self, chat: int, speaker: Speaker, text: str, *, recalled: Sequence[int] = ()) -> None:
        """Keep what was said in a chat, and the memories an answer rests on."""
        chats.add_message(self.store, chat, speaker, text, recalled=recalled)

    def delete_chat(self, chat: int) -> None:
        """Delete a chat and what was said in it; the log knows nothing of it anyway."""
        chats.delete_chat(self.store, chat)

    # ---- explaining it

    def why(self, row_id: int) -> Why:
        """Everything behind a row; NotFound when this run has no row of that id."""
        row = looking.find_row(self.store, self.number, row_id)
        if row is None:
            raise NotFound(f"run {self.row.id!r} has no row {row_id}; `memories` and the studio show ids")
        turn = looking.turn_of(self.store, self.number, row_id)
        made = looking.rows_of_turn(self.store, self.number, turn.id) if turn else ()
        agent = _whose(row)
        mine = [entry for entry in made if entry.id <= row_id and _whose(entry) == agent]
        calls = [entry for entry in mine if isinstance(entry, Call)]
        since = calls[-2].id if len(calls) > 1 else 0
        recalls = tuple(entry for entry in mine if isinstance(entry, Recall) and entry.id > since)
        wanted = dict.fromkeys(item.memory for recall in recalls for item in recall.items)
        memory = row if isinstance(row, Memory) else None
        return Why(
            row=row,
            turn=turn,
            recalls=recalls,
            recalled=tuple(self.by_id(wanted).values()),
            call=calls[-1] if calls else None,
            evidence=tuple(self.by_id(memory.evidence).values()) if memory else (),
            source=looking.find_row(self.store, self.number, memory.source)
            if memory and memory.source
            else None,
            cited_by=memories.citing(self.store, self.number, row_id) if memory else (),
        )


def _whose(row: LogEntry) -> AgentId:
    """The agent a row belongs to: whose it is, who acted, or who spoke."""
    for name in ("agent", "actor", "speaker", "by"):
        who = getattr(row, name, None)
        if isinstance(who, str) and who:
            return who
    return ""
