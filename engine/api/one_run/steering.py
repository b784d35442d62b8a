"""Steering a run: whispers and other interventions, interviews, and visits in person."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.api.one_run.living import LivingRun
from engine.api.talk import (
    LONGEST_ABOUT,
    AskedInPerson,
    Visiting,
    be_in_person,
    newcomer,
    one_line,
)
from engine.cognition.asking.interview import Answered
from engine.errors import NotFound, RunBusy, worded
from engine.insight.understood import Sentence, understood_fields, understood_of
from engine.insight.whispering.foreseen import Foreseen, foreseen
from engine.interventions import Intervention, Whisper, as_command
from engine.interventions.intervention import signature
from engine.moments import meant
from engine.moments.arranging import named
from engine.moments.meant import When
from engine.records import AgentId, Turn
from engine.running.awaiting import beside, finish
from engine.running.run_session import (
    RunSession,
    hold,
)
from engine.settings import (
    Faculty,
)
from engine.store.living.commands import give_command
from engine.store.living.runs import run_row

_AN_HOUR = 60  # minutes


class SteeredRun(LivingRun):
    """A run with the methods to ask its agents and to intervene."""

    def intervene(self, what: Intervention, *, who: str = "", why: str = "") -> Turn | None:
        """Apply an intervention now. If a runner simulates the run, the runner applies it at its next common
        moment.

        The log records `who` does it (by default the author) and `why`.

        Parameters
        ----------
        what : Intervention
            One of the classes of `engine.api.interventions`.
        who : str
            The name of the person who does it; by default, the author.
        why : str
            The reason.

        Returns
        -------
        Turn or None
            The author's turn; None if a runner will apply it.

        Raises
        ------
        RunBusy
            When it needs an idle run, and this one is being simulated.
        NotFound
            When it names something that does not exist.

        """
        return finish(self._intervened(what, who, why))

    async def intervene_async(self, what: Intervention, *, who: str = "", why: str = "") -> Turn | None:
        """Like `intervene`, without blocking the event loop."""
        return await beside(self._intervened(what, who, why))

    async def _intervened(self, what: Intervention, who: str, why: str) -> Turn | None:
        known = self.named(what)
        by = signature(meant.words(who, worded("a name")), meant.words(why, worded("a reason")))
        job = self.job
        if job is not None and job.is_live and known.at_rest:
            raise RunBusy(
                worded(
                    "{verb!r} requires a paused run, and {id!r} is running; pause it first",
                    verb=known.verb,
                    id=self.row.id,
                )
            )
        if job is None or not job.is_live:
            try:
                with hold(self.store, self.row):
                    session = RunSession(self.store, run_row(self.store, self.number), self.town)
                    return await session.closing(session.intervene_on(known, by))
            except RunBusy:
                job = self.job
                if job is None or not job.is_live:
                    raise
        give_command(self.store, self.number, *as_command(known, by))
        return None

    # ---- short forms of what is done most, at the moment where it stands

    def ask(
        self,
        agent: str,
        question: str,
        *,
        earlier: Sequence[tuple[str, str]] = (),
        without: Collection[Faculty] = (),
        asked_by: str = "",
    ) -> Answered:
        """Interview an agent at the current moment, off the record: short for `run.at().ask(...)`.

        Parameters
        ----------
        agent : str
            An id or a name.
        question : str
            The question.
        earlier : sequence of (str, str)
            Earlier questions and answers.
        without : collection of Faculty
            Faculties whose traces in the mind are left out, as in the paper's ablations.
        asked_by : str
            The role of the interviewer: "a stranger", "a reporter", an agent, or a description.

        Returns
        -------
        Answered
            The answer, with the memories recalled for it and those it cites.

        Raises
        ------
        NotFound
            When there is no such agent; the message suggests one.
        BadInput
            When the run has not been simulated yet.

        """
        return self.at().ask(agent, question, earlier=earlier, without=without, asked_by=asked_by)

    def whisper(self, agent: str, text: str = "", *, intend: str = "") -> Turn | None:
        """Make an agent hear a text as its own inner voice: short for `run.intervene(Whisper(...))`.

        Parameters
        ----------
        agent : str
            An id or a name.
        text : str
            The whisper; `understood` and `foreseen` tell beforehand how it would be taken.
        intend : str
            The intention, in fields: `{kind: meeting, with: otto, at: day 2 19:00}`, or a list of these.
            The text is then only heard, and may be left out.

        Returns
        -------
        Turn or None
            The author's turn in the log; None if a runner will apply it at its next common moment.

        Raises
        ------
        NotFound
            When there is no such agent.
        BadInput
            When there is nothing to whisper.

        """
        return self.intervene(Whisper(agent=agent, text=text, intend=intend))

    # ---- what would come of it

    def understood(
        self, agent: str, text: str = "", *, intend: str = "", at: When | None = None
    ) -> tuple[Sentence, ...]:
        """Return how an agent takes a whisper, sentence by sentence. Nothing is changed by asking.

        Parameters
        ----------
        agent : str
            An id or a name.
        text : str
            What would be whispered. A sentence that asks nothing stays a thought.
        intend : str
            What it would ask, in fields, as `whisper` takes it; then the text is only heard.
        at : When, optional
            The moment at which it is heard; now without it.

        Returns
        -------
        tuple of Sentence
            What each sentence, or each intention in fields, asks, with the same in words.

        Raises
        ------
        BadInput
            When there is nothing to whisper, or the fields state no intention.
        NotFound
            When nobody is called so.

        """
        who = meant.agent_meant(self.town, agent)
        minute = self.clock if at is None else meant.minute_meant(at)
        if stated := meant.words(intend, worded("an intention")):
            return understood_fields(self.scenario, who, stated, minute)
        return understood_of(self.scenario, who, meant.words(text, worded("a whisper")), minute)

    def foreseen(self, agent: str, text: str = "", *, intend: str = "") -> Foreseen:
        """Predict how a whisper heard now would change an agent's plan, according to the rehearsal model. The
        whisper is a text, or an intention in fields. Asking changes nothing, and no other model is asked.

        Parameters
        ----------
        agent : str
            An id or a name.
        text : str
            The whisper.
        intend : str
            The intention, in fields, as `whisper` takes it.

        Returns
        -------
        Foreseen
            The entries added to the plan, dropped from it and moved, and the later commitments.

        Raises
        ------
        BadInput
            When the whisper is empty, or the fields state no intention.
        NotFound
            When there is no such agent.

        """
        who, stated = meant.agent_meant(self.town, agent), meant.words(intend, worded("an intention"))
        said = meant.words(text, worded("a whisper")) if text or not stated else ""
        return finish(foreseen(self.store, self.number, self.town, who, said, stated))

    def named(self, what: Intervention) -> Intervention:
        """Return an intervention with its names resolved to what exists in the town.

        Raises NotFound for a name that does not exist, and BadInput for a value that is not a text.
        """
        return named(what, self.town)

    # ---- talking in person

    def visit(self, room: str, name: str = "", introduced: str = "") -> Visiting:
        """Begin a visit in person to the people now in a room: as the town's agent of that name, or as a
        newcomer with that name, `introduced` by a line. The message of NotFound names who is near.

        Parameters
        ----------
        room : str
            The room the visitor enters, by its name or path.
        name : str
            The name of the visitor: an agent of the town, or a newcomer.
        introduced : str
            A line about the newcomer, told to everyone in the room.

        Returns
        -------
        Visiting
            The visit, with methods to speak, listen, and leave.

        Raises
        ------
        NotFound
            When nobody is in the room who could hear the visitor.

        """
        where, called = meant.room_meant(self.town, room), meant.words(name, worded("a name"))
        line = meant.words(introduced, worded("a line about a visitor"))
        told = one_line(line, worded("a line about a visitor"), LONGEST_ABOUT) if line.strip() else ""
        begun = Visiting(self.store, self.number, self.town)
        begun.begin(where, self._as_whom(called), told)
        return begun

    @property
    def visiting(self) -> Visiting | None:
        """Return the open visit, or None."""
        found = Visiting(self.store, self.number, self.town)
        return found if found.now is not None else None

    def be(
        self, agent: str, answers: Mapping[str, str] | None = None, until: When | None = None
    ) -> AskedInPerson | None:
        """Simulate up to a moment (by default, for an hour) while a person answers for an agent instead of
        its model, which still answers for all others. Return the next question without an entry in
        `answers`, or None when the moment is reached.

        `answers` are JSON by the `key` of the question, so that the same answers lead to the same town. A
        question is asked again, in the same words, until it is answered; the turns before it are kept.

        Parameters
        ----------
        agent : str
            The agent for whom the person answers.
        answers : mapping, optional
            The answers so far, as JSON by the `key` of each question.
        until : int or str, optional
            The moment to simulate up to; by default, an hour later.

        Returns
        -------
        AskedInPerson or None
            The next question; None when the moment is reached.

        """
        who = meant.agent_meant(self.town, agent)
        given = meant.answers(answers or {})
        goal = self.clock + _AN_HOUR if until is None else self.goal_at(until)
        return be_in_person(self.store, self.number, self.town, who, goal, given)

    def _as_whom(self, name: str) -> AgentId:
        try:
            return self.town.cast.find(name)
        except NotFound:
            return newcomer(self.town, name)
