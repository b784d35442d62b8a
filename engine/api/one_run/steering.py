"""Steering a run: whispers and all other interventions, asking, and coming into the town in person."""

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
    """A run as somebody asks its people, and comes in between."""

    def intervene(self, what: Intervention, *, who: str = "", why: str = "") -> Turn | None:
        """Let an intervention take effect: now, or (None) by the runner at its next common moment. The log
        keeps `who` does it (the author, where nobody is named) and `why`.

        Parameters
        ----------
        what : Intervention
            One of the records of `engine.api.interventions`.
        who : str
            Who does it; the author, where nobody is named.
        why : str
            The reason.

        Returns
        -------
        Turn or None
            The author's turn; None when a runner will see to it.

        Raises
        ------
        RunBusy
            When it is for a town at rest, and this one is living.
        NotFound
            When something it names is not there.

        """
        return finish(self._intervened(what, who, why))

    async def intervene_async(self, what: Intervention, *, who: str = "", why: str = "") -> Turn | None:
        """As `intervene`, while the event loop goes on."""
        return await beside(self._intervened(what, who, why))

    async def _intervened(self, what: Intervention, who: str, why: str) -> Turn | None:
        known = self.named(what)
        by = signature(meant.words(who, worded("a name")), meant.words(why, worded("a reason")))
        job = self.job
        if job is not None and job.is_live and known.at_rest:
            raise RunBusy(
                worded(
                    "{verb!r} is for a town at rest, and {id!r} is living; pause it first",
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
        """Interview an agent as the run stands, off the record: `run.at().ask(...)` in short.

        Parameters
        ----------
        agent : str
            An id or a name.
        question : str
            What is asked.
        earlier : sequence of (str, str)
            What was asked and answered before.
        without : collection of Faculty
            Faculties whose traces in the mind are left out, as in the paper's ablations.
        asked_by : str
            As whom one asks: "a stranger", "a reporter", an agent, or somebody described.

        Returns
        -------
        Answered
            The answer, with what was recalled for it and which memories it cites.

        Raises
        ------
        NotFound
            When nobody is called so; the message suggests somebody.
        BadInput
            While nobody has lived here yet.

        """
        return self.at().ask(agent, question, earlier=earlier, without=without, asked_by=asked_by)

    def whisper(self, agent: str, text: str = "", *, intend: str = "") -> Turn | None:
        """Have an agent hear something as its own inner voice: `run.intervene(Whisper(...))` in short.

        Parameters
        ----------
        agent : str
            An id or a name.
        text : str
            What is whispered; `understood` and `foreseen` tell beforehand how it would be taken.
        intend : str
            What it asks, in fields: `{kind: meeting, with: otto, at: day 2 19:00}`, or a list of such. The
            text is then only what is heard, and may be left out.

        Returns
        -------
        Turn or None
            The author's turn in the log; None when a runner will see to it at its next common moment.

        Raises
        ------
        NotFound
            When nobody is called so.
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
        who, minute = (
            meant.agent_meant(self.town, agent),
            self.clock if at is None else meant.minute_meant(at),
        )
        if intend:
            return understood_fields(self.scenario, who, intend, minute)
        return understood_of(self.scenario, who, meant.words(text, worded("a whisper")), minute)

    def foreseen(self, agent: str, text: str = "", *, intend: str = "") -> Foreseen:
        """Return what a whisper heard now would change in somebody's plan, as the rehearsal model has it: a
        text, or what it asks in fields. Nothing is changed by asking, and no other model is asked.

        Parameters
        ----------
        agent : str
            An id or a name.
        text : str
            What would be whispered.
        intend : str
            What it would ask, in fields, as `whisper` takes it.

        Returns
        -------
        Foreseen
            What would be added to the plan, dropped from it and moved, and what would bind them later.

        Raises
        ------
        BadInput
            When there is nothing to whisper, or the fields state no intention.
        NotFound
            When nobody is called so.

        """
        who, stated = meant.agent_meant(self.town, agent), meant.words(intend, worded("an intention"))
        said = meant.words(text, worded("a whisper")) if text or not stated else ""
        return finish(foreseen(self.store, self.number, self.town, who, said, stated))

    def named(self, what: Intervention) -> Intervention:
        """Return an intervention with the names of what there is.

        Raises NotFound for what is not there, and BadInput for what is no text.
        """
        return named(what, self.town)

    # ---- talking in person

    def visit(self, room: str, name: str = "", introduced: str = "") -> Visiting:
        """Begin to talk in person with who is in a room now: as somebody of the town, whose name it is, or as
        a newcomer who is called so, `introduced` by a line about who that is. NotFound, with who is near,
        when nobody there would hear it.

        Parameters
        ----------
        room : str
            Where the visitor comes in, by its name or path.
        name : str
            As whom; somebody of the town, or a newcomer.
        introduced : str
            A line about a newcomer, which everybody there is told.

        Returns
        -------
        Visiting
            In which one says something, listens, and takes leave.

        Raises
        ------
        NotFound
            When nobody there would hear it.

        """
        where, called = meant.room_meant(self.town, room), meant.words(name, worded("a name"))
        line = meant.words(introduced, worded("a line about a visitor"))
        told = one_line(line, worded("a line about a visitor"), LONGEST_ABOUT) if line.strip() else ""
        begun = Visiting(self.store, self.number, self.town)
        begun.begin(where, self._as_whom(called), told)
        return begun

    @property
    def visiting(self) -> Visiting | None:
        """Return the visit that is open; None when nobody visits."""
        found = Visiting(self.store, self.number, self.town)
        return found if found.now is not None else None

    def be(
        self, agent: str, answers: Mapping[str, str] | None = None, until: When | None = None
    ) -> AskedInPerson | None:
        """Live to a moment (default: an hour on) while a person answers what an agent is asked, in place of
        its model, which still answers everybody else. Return the next question for which `answers` has
        nothing; None when the moment is reached.

        `answers` are JSON by the `key` of the question, so that the same answers lead to the same town. A
        question is asked again, in the same words, until it is answered: what was lived before it stands.

        Parameters
        ----------
        agent : str
            For whom the person answers.
        answers : mapping, optional
            The answers so far, as JSON by the `key` of each question.
        until : int or str, optional
            The moment to live to; an hour on, without one.

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
