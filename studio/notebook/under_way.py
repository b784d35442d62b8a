"""Cells under way: run in a thread of their own, while a runner process lives their days, so that they can be
watched and stopped from every window.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.many.batch import BatchProgress
from engine.clock import moment_words
from engine.errors import TownwrightError, worded, words_of
from engine.notebook.running.session import Session
from studio.basics.text import escape_md
from studio.catalogue import moments
from studio.catalogue.tr import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.api.run import Pause, Watch
    from engine.api.workspace import Run, Workspace
    from engine.notebook.parts import Cell
    from engine.notebook.running.making import Stretch

_STOPPED = worded("Stopped; what has been simulated is kept. Run it again to continue from there.")
_A_LOOK = 0.2  # seconds between two looks at how far a runner has come
_PACED = 2  # seconds of a stretch that is lived no faster than at a pace


class Working:
    """Cells of a notebook that are being run. `cell` is the one that is under way, `done` how many are."""

    def __init__(self, opened: Callable[[Working], Session], cells: Sequence[str]) -> None:
        self.cell, self.done, self.size = "", 0, len(cells)
        self.begun = self.now = self.goal = 0
        self.runs = BatchProgress(0, 0, 0)
        self._cells = tuple(cells)
        self._session: Session | None = None
        self._stopped = threading.Event()
        self._heard = threading.Event()
        thread = ThreadPoolExecutor(1, thread_name_prefix="notebook")
        self._ending: Future[str] = thread.submit(self._work, opened)
        thread.shutdown(wait=False)

    @property
    def is_going_on(self) -> bool:
        """Return whether a cell is still being run."""
        return not self._ending.done()

    @property
    def ending(self) -> str:
        """Return why it ended before it was done, once it has ended; nothing where it came to its end. It is
        said in English, since no window looks at the thread that says it.
        """
        return self._ending.result()

    @property
    def words(self) -> str:
        """Return how far it has come."""
        if self.runs.of:
            return tr(
                "{done} of {n} cells; {cell}: {runs} of {of} runs",
                done=self.done,
                n=self.size,
                runs=self.runs.done,
                of=self.runs.of,
                cell=escape_md(self.cell),
            )
        if not self.goal:
            return tr("{done} of {n} cells", done=self.done, n=self.size)
        return tr(
            "{done} of {n} cells; at {now}, running until {goal}",
            done=self.done,
            n=self.size,
            now=moments.moment_words(self.now),
            goal=moments.moment_words(self.goal),
        )

    @property
    def share(self) -> float:
        """Return how far it has come, from 0 to 1."""
        lived = (self.now - self.begun) / max(1, self.goal - self.begun) if self.goal else 0.0
        lived = self.runs.done / self.runs.of if self.runs.of else lived
        return min(1.0, (self.done + min(1.0, max(0.0, lived))) / max(1, self.size))

    @property
    def stops(self) -> bool:
        """Return whether it was told to stop."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ask it to end when the turns in progress end; the days that were lived are kept."""
        self._stopped.set()
        if self._session is not None:
            self._session.stop()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, but no longer than so."""
        wait([self._ending], seconds)

    def live(self, run: Run, stretch: Stretch, pause: Pause, watch: Watch | None) -> None:
        """Have runner processes live a run over a stretch, and wait until it is there or was stopped."""
        self.begun, self.goal, goal = run.clock, stretch.goal, stretch.goal
        while run.clock < goal and not (self._stopped.is_set() or stretch.is_over):
            before = run.clock
            self._live_to(run, min(goal, before + stretch.pace * _PACED) if stretch.pace else goal, stretch)
            if run.clock == before:
                break
            self._heard.wait(_PACED if stretch.pace and run.clock < goal else 0)
        self.now = self.goal = 0
        job = run.job
        if self._stopped.is_set():
            pause.ask()
        elif run.clock < goal and not stretch.is_over:
            why = job.error if job is not None else ""
            where = moment_words(run.clock)
            raise TownwrightError(
                why
                or worded(
                    "the runner process stopped at {moment}; run the cell again to continue from there",
                    moment=where,
                )
            )

    def _live_to(self, run: Run, goal: int, stretch: Stretch) -> None:
        """Have a runner process live a run to a minute, or until what is awaited is so."""
        asked = False
        if not _is_live(run):
            run.start(goal)
        while _is_live(run):
            self.now = run.clock
            over = self._stopped.is_set() or (stretch.awaited is not None and stretch.awaited())
            if over and not asked:
                run.stop()
                asked = True
            self._heard.wait(_A_LOOK)

    def _work(self, opened: Callable[[Working], Session]) -> str:
        try:
            session = opened(self)
            self._session = session
            for cell in self._cells:
                if self._stopped.is_set():
                    session.stop()
                    return _STOPPED
                session.run(cell, watch=self._note)
                self.done += 1
                if session.pause.asked:
                    return _STOPPED
        except TownwrightError as error:
            return words_of(error)
        finally:
            self.cell = ""
        return ""

    def _note(self, cell: Cell, done: bool) -> None:
        self.cell = "" if done else cell.id
        self.runs = BatchProgress(0, 0, 0)

    def count(self, runs: BatchProgress) -> None:
        """Note how many runs of a repeated cell are finished."""
        self.runs = runs


def _is_live(run: Run) -> bool:
    job = run.job
    return job is not None and job.is_live


def working_on(workspace: Workspace, notebook: str) -> Working | None:
    """Return what is, or was last, under way of a notebook, whichever window began it."""
    return _under_way().get((str(workspace.store.path), notebook))


def begin(
    workspace: Workspace, notebook: str, opened: Callable[[Working], Session], cells: Sequence[str]
) -> Working:
    """Begin to run some cells of a notebook; what is under way of it already goes on alone."""
    before = working_on(workspace, notebook)
    if before is not None and before.is_going_on:
        return before
    begun = _under_way()[str(workspace.store.path), notebook] = Working(opened, cells)
    return begun


@st.cache_resource(show_spinner=False)
def _under_way() -> dict[tuple[str, str], Working]:
    return {}
