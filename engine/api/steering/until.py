"""Until: lives a run until a condition holds, and leaves it at that very minute."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.api.many.trying import statement_meant
from engine.clock import DAY
from engine.errors import BadInput, worded
from engine.moments import meant
from engine.simulation.day import Pause

if TYPE_CHECKING:
    from engine.api.run import Run, Watch
    from engine.running.run_session import Progress

MOST_DAYS = 7  # that are lived for something that does not come
_LOOKS = 10  # simulated minutes from one look to the next
_REFLECTS = "SELECT 1 FROM reflection WHERE agent = :of AND minute >= :since LIMIT 1"
_HAPPENS = """
    SELECT 1 FROM event WHERE minute >= :since AND instr(lower(text), lower(:of))
    UNION ALL SELECT 1 FROM line WHERE minute >= :since AND instr(lower(text), lower(:of)) LIMIT 1
"""

LivesTo = Callable[["Run", int, "Awaited"], None]
"""Has a run lived to a minute, or until what is awaited is so."""


class Awaited:
    """The condition a run is lived for: `event`, a statement as an expectation has it, a SELECT whose first
    cell is to be true, or words to appear in an event or a line; or an agent's next `reflection`. It counts
    from minute `since` on, by default the minute of the fork.
    """

    def __init__(self, run: Run, *, event: str = "", reflection: str = "", since: int | None = None) -> None:
        self._run = run
        self.since = (run.row.fork_minute or 0) if since is None else since
        self._given: dict[str, object] = {"since": self.since}
        self._looked = -1
        self._sql = self._meant(event, reflection)

    def _meant(self, event: str, reflection: str) -> str:
        if bool(event.strip()) == bool(reflection.strip()):
            raise BadInput(
                worded("set exactly one condition for stopping the run: an event or a person's reflection")
            )
        if reflection:
            self._given["of"] = self._run.agent(reflection)
            return _REFLECTS
        try:
            sql = statement_meant(event, self._run.scenario).sql
        except BadInput:
            self._given["of"] = " ".join(event.split())
            return _HAPPENS
        self._given = {}
        return sql

    def __call__(self) -> bool:
        """Return whether the condition has come to hold; it is checked every ten simulated minutes."""
        here = self._run.clock // _LOOKS
        if here == self._looked:
            return False
        self._looked = here
        return self.is_so

    @property
    def is_so(self) -> bool:
        """Return whether the condition holds at the run's clock."""
        return self._is_so(None)

    @property
    def minute(self) -> int | None:
        """Return the first minute at which the condition holds, or None if it does not hold yet."""
        here = self._run.clock
        if not self.is_so:
            return None
        first = max(1, self.since)  # at 00:00 of day 1 there is nobody yet of whom it is so
        if self._is_so(first):
            return first
        before = self.since
        while here - before > 1:
            half = (before + here) // 2
            before, here = (before, half) if self._is_so(half) else (half, here)
        return here

    def _is_so(self, when: int | None) -> bool:
        rows = self._run.query(self._sql, when, given=self._given or None, most=1).rows
        return bool(rows and rows[0]) and rows[0][0] not in (None, 0, "", "0")


def lived_here(run: Run, goal: int, awaited: Awaited, pause: Pause, watch: Watch | None = None) -> None:
    """Live a run in this process to a minute, or until the condition holds."""

    def seen(progress: Progress) -> None:
        if watch is not None:
            watch(progress)
        if awaited():
            pause.ask()

    run.live(goal, pause=pause, watch=seen)


def live_until(
    run: Run,
    *,
    event: str = "",
    reflection: str = "",
    days: int = MOST_DAYS,
    lives: LivesTo | None = None,
) -> Run:
    """Live a run until a condition holds, and return it at that very minute: this run, or a fork of it if it
    was lived a little further before that was noticed.

    Parameters
    ----------
    run : Run
        The run to live.
    event : str
        A statement ("3 know party", "2 talks"), a SELECT whose first cell is to be true, or words to
        appear in an event or a line.
    reflection : str
        The agent whose next reflection to wait for, in place of an event.
    days : int
        The most days to live; the run then stands at the end of the last of them.
    lives : callable, optional
        The function that lives the run; by default, in this process.

    Returns
    -------
    Run
        The run at the minute at which the condition holds, or at the end of the last day.

    Raises
    ------
    BadInput
        When neither or both of `event` and `reflection` are given.
    NotFound
        When there is no such fact or agent.

    """
    awaited = Awaited(run, event=event, reflection=reflection)
    most = meant.whole(days, "how many days", 1, 9_999)
    goal = (awaited.since // DAY + most) * DAY
    if awaited.minute is None and run.clock < goal:
        if lives is not None:
            lives(run, goal, awaited)
        else:
            lived_here(run, goal, awaited, Pause(asker="program"))
    return standing_at(run, awaited)


def standing_at(run: Run, awaited: Awaited) -> Run:
    """Return a fork of a run at the minute the condition came to hold; the run itself if it does not hold yet
    or has only just come to hold.
    """
    minute = awaited.minute
    return run if minute is None or minute >= run.clock else run.fork(minute)
