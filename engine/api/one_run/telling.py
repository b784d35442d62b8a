"""Telling a run: its story at a moment, and the newspapers that models write about its days."""

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
    """A run with the methods to tell its story."""

    def story(self, when: When | None = None) -> Story:
        """Return the story of the run up to a moment: town papers, the spread of news, threads, reflections
        and relationships.

        `when` is the moment: "day 2 12:00", or minutes since 00:00 of day 1. By default, the current moment.
        """
        return Story(self.at(when))

    def threads(
        self, agent: AgentId | None = None, *, state: ThreadState | None = None, kind: str | None = None
    ) -> Records[Thread]:
        """Return the threads at the current moment: the state of every intention, every event of the town,
        and every request that was not understood.

        For another moment, use `run.story(when).threads(...)`.

        Parameters
        ----------
        agent : str, optional
            An agent by id or name. By default, all agents.
        state : str, optional
            A state, such as `failed`, `late` or `done`. By default, all states.
        kind : str, optional
            A kind of intention or event, such as `occasion`, `meeting`, `message` or `vote`. By default, all
            kinds.

        Returns
        -------
        Records of Thread
            The threads, sorted by state and then by the time at which they began. Failed and late threads
            come first.

        Raises
        ------
        NotFound
            If there is no such agent, state or kind.

        """
        return self.story().threads(agent, state=state, kind=kind)

    @property
    def paper_writer(self) -> str:
        """Return the name of the model that would write a town paper: the model of the run for the purpose
        `write_paper`.
        """
        return answers(self.row.model, REPORTER, WritePaper.name)

    def paper_cost(self, day: int | None = None, *, model: str = "") -> QuestionCost | None:
        """Return the maximum cost of a town paper written by a model. The model is not called.

        Parameters
        ----------
        day : int, optional
            A finished day, counted from 1. By default, the last finished day.
        model : str
            The name of a model profile. By default, the value of `paper_writer`.

        Returns
        -------
        QuestionCost or None
            The maximum number of tokens, and the maximum amount of money in millionths of a currency unit if
            the profile has prices. None if no server would be called, which is free.

        Raises
        ------
        BadInput
            If the day is not finished, if the paper would have nothing to report, or if there is no such
            model.

        """
        (name, _), number = self._writer(model), self._over(day)
        if name not in profiles(self.store):
            return None
        return question_cost(profile_of(self.store, name), self._desk(number).asked)

    def write_paper(
        self, day: int | None = None, *, model: str = "", stop: Callable[[], bool] | None = None
    ) -> WrittenPaper | None:
        """Have a model write the town paper of a finished day, and keep the sentences that the log supports.

        The new paper replaces the rule-based paper on the pages, unless no sentence is left. Another call
        replaces it with another edition. The paper changes neither the log nor any memory.

        Parameters
        ----------
        day : int, optional
            A finished day, counted from 1. By default, the last finished day.
        model : str
            The name of a model profile. By default, the value of `paper_writer`.
        stop : callable, optional
            Called regularly. The method gives up if it returns true.

        Returns
        -------
        WrittenPaper or None
            The accepted sentences, and the rejected ones with the reasons. None if `stop` returned true; in
            this case, nothing is stored.

        Raises
        ------
        BadInput
            If the day is not finished, if the paper would have nothing to report, or if there is no such
            model.
        ModelFailed
            If the model gives no usable answer, or if a spending cap is reached. The previous paper is kept.

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
        """Choose which town paper of a day is shown: the one that a model wrote, or the rule-based one. Both
        are kept.

        Parameters
        ----------
        day : int
            The day, counted from 1.
        by_rule : bool
            Whether to show the rule-based paper.

        Raises
        ------
        BadInput
            If the day is not finished, if no model has written a paper of it, or if no sentence of that paper
            is left.

        """
        number, rule = self._over(day), meant.yes_or_no(by_rule, "by_rule")
        kept = self._kept(number)
        if kept is None or not (rule or kept.sentences):
            raise BadInput(
                worded(
                    "there is no model-written town paper to show for day {day}; have a model write one "
                    "first",
                    day=number,
                )
            )
        keep_paper(self.store, replace(kept, run=self.number, shown=not rule))

    def _writer(self, model: str) -> tuple[str, Model]:
        """Return the name of the model that writes, and the model."""
        said = meant.words(model, "a model") or self.paper_writer
        return said, model_of(self.store, self.number, said, self.keys)

    def _desk(self, day: int | None, edition: int = 1) -> Desk:
        number = self._over(day)
        found = desk(self.at(number * DAY), number, edition)
        if not found.shown:
            raise BadInput(
                worded(
                    "nothing happened on day {day} that the town paper can report; choose another day",
                    day=number,
                )
            )
        return found

    def _kept(self, day: int) -> KeptPaper | None:
        return kept_paper(self.store, self.number, day)

    def _over(self, day: int | None) -> int:
        """Return the number of a day that is over. Raises BadInput if it is not over."""
        last = self.clock // DAY
        if last < 1:
            raise BadInput(
                worded(
                    "the town paper needs a finished day, and no day of this run is over yet; continue "
                    "the run"
                )
            )
        number = last if day is None else meant.whole(day, "a day", 1, 10_000)
        if number > last:
            raise BadInput(
                worded(
                    "day {day} is not over yet; choose a day up to day {last}, or continue the run",
                    day=number,
                    last=last,
                )
            )
        return number
