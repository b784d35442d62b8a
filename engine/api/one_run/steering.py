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
    common_moment,
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

    @property
    def moment_of_interventions(self) -> int:
        """Return the moment at which an intervention would take effect now, if the run is idle."""
        return common_moment(self.store, self.row, self.clock)

    def intervene(self, what: Intervention, *, who: str = "", why: str = "") -> Turn | None:
        """Apply an intervention at the current moment of the run.

        If another process is simulating the run, that process applies the intervention at the next moment
        that all agents have reached. The log records `who` and `why`.

        Parameters
        ----------
        what : Intervention
            An instance of one of the classes in `engine.api.interventions`.
        who : str
            The name of the person who intervenes. By default, the author.
        why : str
            The reason for the intervention.

        Returns
        -------
        Turn or None
            The author's turn in the log, or None if another process will apply the intervention.

        Raises
        ------
        RunBusy
            If the intervention is possible only in an idle run, and the run is being simulated.
        NotFound
            If the intervention names something that does not exist.
        BadInput
            If the intervention is not possible.

        """
        return finish(self._intervened(what, who, why))

    async def intervene_async(self, what: Intervention, *, who: str = "", why: str = "") -> Turn | None:
        """Do the same as `intervene` without blocking the event loop."""
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
        """Interview an agent at the current moment, off the record. This is short for `run.at().ask(...)`.

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
            "planning"), as in the ablations of the paper (section 6.2).
        asked_by : str
            The role of the interviewer: "a stranger", "a reporter", the id or name of an agent, or a
            description of at least two words. By default, nobody in particular asks.

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
        return self.at().ask(agent, question, earlier=earlier, without=without, asked_by=asked_by)

    def whisper(self, agent: str, text: str = "", *, intend: str = "") -> Turn | None:
        """Whisper to an agent, which hears the text as its inner voice. This is short for
        `run.intervene(Whisper(...))`.

        Parameters
        ----------
        agent : str
            The id or name of the agent.
        text : str
            The whisper. `understood` and `foreseen` show its effects beforehand.
        intend : str
            An intention in fields, or a list of intentions, as YAML: `{kind: meeting, with: otto, at: day 2
            19:00}`. The text is then optional, and is only what the agent hears.

        Returns
        -------
        Turn or None
            The author's turn in the log, or None if another process is simulating the run and will apply the
            whisper at the next moment that all agents have reached.

        Raises
        ------
        NotFound
            If there is no such agent.
        BadInput
            If both the text and the intention are empty, or if the fields state no intention.

        """
        return self.intervene(Whisper(agent=agent, text=text, intend=intend))

    # ---- what would come of it

    def understood(
        self, agent: str, text: str = "", *, intend: str = "", at: When | None = None
    ) -> tuple[Sentence, ...]:
        """Show how the rules of the rehearsal model understand a whisper, sentence by sentence. Nothing in
        the run changes.

        Parameters
        ----------
        agent : str
            The id or name of the agent.
        text : str
            The whisper.
        intend : str
            An intention in fields, or a list of intentions, as `whisper` takes them. The text is then not
            interpreted.
        at : int or str, optional
            The moment at which the agent hears the whisper: "day 2 12:00", or minutes since 00:00 of day 1.
            By default, the current moment.

        Returns
        -------
        tuple of Sentence
            For each sentence or stated intention, what it asks the agent to do, as fields and in words. A
            sentence that asks nothing is a thought.

        Raises
        ------
        BadInput
            If the fields state no intention, or if the moment is invalid.
        NotFound
            If there is no such agent.

        """
        who = meant.agent_meant(self.town, agent)
        minute = self.clock if at is None else meant.minute_meant(at)
        if stated := meant.words(intend, worded("an intention")):
            return understood_fields(self.scenario, who, stated, minute)
        return understood_of(self.scenario, who, meant.words(text, worded("a whisper")), minute)

    def foreseen(self, agent: str, text: str = "", *, intend: str = "") -> Foreseen:
        """Predict how a whisper at the current moment would change an agent's plan.

        The rehearsal model makes the prediction, whichever model the run uses. Nothing in the run changes.

        Parameters
        ----------
        agent : str
            The id or name of the agent.
        text : str
            The whisper.
        intend : str
            An intention in fields, or a list of intentions, as `whisper` takes them.

        Returns
        -------
        Foreseen
            The blocks that are added to the plan of the day, dropped from it or moved, and the new
            appointments on later days.

        Raises
        ------
        BadInput
            If the run has not been simulated yet, if the whisper is empty, or if the fields state no
            intention.
        NotFound
            If there is no such agent.

        """
        who, stated = meant.agent_meant(self.town, agent), meant.words(intend, worded("an intention"))
        said = meant.words(text, worded("a whisper")) if text or not stated else ""
        return finish(foreseen(self.store, self.number, self.town, who, said, stated))

    def named(self, what: Intervention) -> Intervention:
        """Resolve the names in an intervention, and return a copy with the ids and paths of the town.

        Raises NotFound for a name that does not exist, and BadInput for a value that is not a text.
        """
        return named(what, self.town)

    # ---- talking in person

    def visit(self, room: str, name: str = "", introduced: str = "") -> Visiting:
        """Start a visit to the agents who are now in a room.

        The agents hear and remember what the visitor says.

        Parameters
        ----------
        room : str
            The room that the visitor enters, by its path or the name of its place.
        name : str
            The name of the visitor. If an agent of the town has this name, the visitor speaks as this agent;
            otherwise, the visitor is a newcomer.
        introduced : str
            One line that introduces the newcomer to everyone in the room.

        Returns
        -------
        Visiting
            The visit, with methods to speak, listen and leave.

        Raises
        ------
        NotFound
            If nobody in the room can hear the visitor. The message names people nearby.
        RunBusy
            If the run is being simulated.

        """
        where, called = meant.room_meant(self.town, room), meant.words(name, worded("a name"))
        line = meant.words(introduced, worded("a line about a visitor"))
        told = one_line(line, worded("a line about a visitor"), LONGEST_ABOUT) if line.strip() else ""
        begun = Visiting(self.store, self.number, self.town)
        begun.begin(where, self._as_whom(called), told)
        return begun

    @property
    def visiting(self) -> Visiting | None:
        """Return the open visit, or None if there is none."""
        found = Visiting(self.store, self.number, self.town)
        return found if found.now is not None else None

    def be(
        self, agent: str, answers: Mapping[str, str] | None = None, until: When | None = None
    ) -> AskedInPerson | None:
        """Simulate the run while a person answers for one agent in place of the model.

        The model of the run still answers for all other agents. If a question has no entry in `answers`, the
        simulation stops and the question is returned. Call this method again with the answer to continue; all
        earlier turns are kept. The same answers always give the same log.

        Parameters
        ----------
        agent : str
            The id or name of the agent for whom the person answers.
        answers : mapping, optional
            The answers so far, as JSON texts by the `key` of each question.
        until : int or str, optional
            The moment to simulate up to: "day 2 12:00", or minutes since 00:00 of day 1. By default, one
            hour after the current moment.

        Returns
        -------
        AskedInPerson or None
            The next question without an answer, or None if the moment is reached.

        Raises
        ------
        NotFound
            If there is no such agent.
        RunBusy
            If the run is being simulated.

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
