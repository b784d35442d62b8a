"""A running survey, in a thread of its own, so that it can be watched and stopped."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from engine.api.talk import SurveyAnswer, Surveyed
from engine.api.workspace import Run
from engine.errors import TownwrightError, words_of
from engine.records import AgentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The question, the agents, and the moments of a survey."""

    question: str
    choices: tuple[str, ...] = ()
    number: tuple[int, int] | None = None
    agents: tuple[AgentId, ...] | None = None
    moments: tuple[int, ...]


class UnderWay:
    """A survey that is running. The store keeps a connection for each thread."""

    def __init__(self, run: Run, wanted: Wanted, size: int) -> None:
        self.wanted, self.size, self.answered = wanted, size, 0
        self._stopped = threading.Event()
        thread = ThreadPoolExecutor(1, thread_name_prefix="survey")
        self._ending: Future[Surveyed | str] = thread.submit(self._ask, run)
        thread.shutdown(wait=False)

    @property
    def is_going_on(self) -> bool:
        """Return whether the survey is still running."""
        return not self._ending.done()

    @property
    def ending(self) -> Surveyed | str:
        """Return the results, or in words why there are none, once it has ended."""
        return self._ending.result()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, but at most `seconds`."""
        wait([self._ending], seconds)

    def stop(self) -> None:
        """Ask nobody further; the answers so far are kept."""
        self._stopped.set()

    def _ask(self, run: Run) -> Surveyed | str:
        wanted = self.wanted
        try:
            return run.survey(
                wanted.question,
                choices=wanted.choices,
                number=wanted.number,
                agents=wanted.agents,
                moments=wanted.moments,
                watch=self._note,
                stop=self._stopped.is_set,
            )
        except TownwrightError as error:
            return words_of(error)  # said where it is shown: nobody reads in this thread

    def _note(self, answer: SurveyAnswer) -> None:
        self.answered += 1
