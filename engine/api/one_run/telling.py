"""Telling a run: the story of it at a moment, and the papers that models write of its days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.clock import DAY
from engine.display.listed import Records
from engine.errors import BadInput, worded
from engine.insight.story.story import Story
from engine.insight.threads.thread import Thread, ThreadState
from engine.insight.written.question import REPORTER
from engine.insight.written.written_paper import Desk, WrittenPaper, answered, desk
from engine.model_choice.choice import model_of, profile_of
from engine.models import Model
from engine.models.question_cost import QuestionCost, question_cost
from engine.models.routed import answers
from engine.moments import meant
from engine.moments.meant import When
from engine.moments.whole_run import WholeRun
from engine.prompts.questions import WritePaper
from engine.records import AgentId
from engine.running.awaiting import finish
from engine.store.answers.profiles import profiles
from engine.store.writing.papers import KeptPaper, keep_paper, kept_paper


class ToldRun(WholeRun):
    """A run as it is told."""

    def story(self, when: When | None = None) -> Story:
        """Return what can be told of it at a moment: the paper of a day, who knows what from whom, how people
        came to conclude what they did and to stand to each other.
        """
        return Story(self.at(when))

    def threads(
        self, agent: AgentId | None = None, *, state: ThreadState | None = None, kind: str | None = None
    ) -> Records[Thread]:
        """Return what became of everything that was asked for, and of the events of the town, as the run
        stands; of another moment, `run.story(when).threads(...)` does.

        Parameters
        ----------
        agent : str, optional
            Whose alone.
        state : str, optional
            Only what stands so: `failed`, `late`, `done`, …
        kind : str, optional
            Only of this kind of intention or event: `occasion`, `meeting`, `message`, `vote`, …

        Returns
        -------
        Records of Thread
            What went wrong first; of one state in the order in which they began.

        Raises
        ------
        NotFound
            When nobody is called so, or there is no such state or kind.

        """
        return self.story().threads(agent, state=state, kind=kind)

    @property
    def paper_writer(self) -> str:
        """Return who would write its papers: what its own model says for the purpose `write_paper`."""
        return answers(self.row.model, REPORTER, WritePaper.name)

    def paper_cost(self, day: int | None = None, *, model: str = "") -> QuestionCost | None:
        """Return what it may take at most to have a model write the paper of a day; nothing is asked. None
        where nothing is to be paid, since no server is asked.

        Parameters
        ----------
        day : int, optional
            A day that is over, counted from 1; the last one, without it.
        model : str
            A profile; the run's own model, without it.

        Returns
        -------
        QuestionCost or None
            Tokens, and money where the profile has prices.

        Raises
        ------
        BadInput
            When the day is not over, or there is no such model.

        """
        (name, _), number = self._writer(model), self._over(day)
        if name not in profiles(self.store):
            return None
        return question_cost(profile_of(self.store, name), self._desk(number).asked)

    def write_paper(
        self, day: int | None = None, *, model: str = "", stop: Callable[[], bool] | None = None
    ) -> WrittenPaper | None:
        """Have a model write the paper of a day that is over, and keep what the log bears of it: from then on
        it is the one that is shown, unless nothing is left of it. Written before, it is written otherwise.
        The town learns nothing of it. None when `stop` said so first; nothing is kept then.

        Parameters
        ----------
        day : int, optional
            A day that is over, counted from 1; the last one, without it.
        model : str
            A profile; the run's own model, without it.
        stop : callable, optional
            Asked now and then whether to wait no longer.

        Returns
        -------
        WrittenPaper or None
            What stands, and what was left out, with why.

        Raises
        ------
        BadInput
            When the day is not over, or there is no such model.
        ModelFailed
            When the model has no usable answer, or a cap is reached; the paper by rule stays.

        """
        if self.store.read_only:
            self.store.refuse_writing()
        name, thinks = self._writer(model)
        found = self._desk(day)
        before = self._kept(found.day)
        if before is not None:
            found = self._desk(found.day, before.edition + 1)
        answer = finish(answered(thinks, found.asked, stop))
        if answer is None:
            return None
        headed, stands, left = found.edited(answer)
        keep_paper(
            self.store,
            KeptPaper(
                run=self.number,
                day=found.day,
                profile=name,
                model=thinks.id_for(found.asked),
                made=self.store.stamp_now(),
                edition=before.edition + 1 if before is not None else 1,
                shown=bool(stands),
                headed=headed,
                sentences=stands,
                left_out=left,
            ),
        )
        return self.story().written(found.day)

    def show_paper(self, day: int, *, by_rule: bool = False) -> None:
        """Show the paper that a model wrote of a day, or again the one by rule; the other one is kept.
        BadInput when there is none.

        Parameters
        ----------
        day : int
            The day, counted from 1.
        by_rule : bool
            Whether the one by rule.

        Raises
        ------
        BadInput
            When no model has written one, or nothing is left of it.

        """
        number, rule = self._over(day), meant.yes_or_no(by_rule, "by_rule")
        kept = self._kept(number)
        if kept is None or not (rule or kept.sentences):
            raise BadInput(
                worded("no model has written a paper of day {day} that could be shown", day=number)
            )
        keep_paper(self.store, replace(kept, run=self.number, shown=not rule))

    def _writer(self, model: str) -> tuple[str, Model]:
        """Return who writes, by name, and the model."""
        said = meant.words(model, "a model") or self.paper_writer
        return said, model_of(self.store, self.number, said, self.keys)

    def _desk(self, day: int | None, edition: int = 1) -> Desk:
        number = self._over(day)
        found = desk(self.at(number * DAY), number, edition)
        if not found.shown:
            raise BadInput(worded("nothing happened on day {day} that could be told of", day=number))
        return found

    def _kept(self, day: int) -> KeptPaper | None:
        return kept_paper(self.store, self.number, day)

    def _over(self, day: int | None) -> int:
        """Return a day that is over; BadInput when it is not."""
        last = self.clock // DAY
        if last < 1:
            raise BadInput(
                worded("no day of this run is over; a paper is written of a day that is, so let it live on")
            )
        number = last if day is None else meant.whole(day, "a day", 1, 10_000)
        if number > last:
            raise BadInput(
                worded("day {day} is not over yet; day {last} is the last that is", day=number, last=last)
            )
        return number
