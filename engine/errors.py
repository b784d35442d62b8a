"""The few errors of our own. Each message names the thing and says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.scenario.problems import Problem


class TownwrightError(Exception):
    """The base of every error that a person may be shown as it stands. `details` are lines to read below the
    message, where there is more to see than to say.
    """

    details = ""


class NotFound(TownwrightError):
    """A run, agent, place, memory or scenario of that name does not exist."""


class BadInput(TownwrightError):
    """What the user gave cannot be used; the message says what would be."""


class ScenarioProblems(TownwrightError):
    """A scenario with errors was asked to live. Carries every problem found, not only the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class WorkspaceDamaged(TownwrightError):
    """The workspace file is foreign, newer than this program, or damaged; nothing is written to it."""


class RunBusy(TownwrightError):
    """Another process is living this run; the message says which, and since when."""


class ModelFailed(TownwrightError):
    """A model gave no usable answer. The turn that asked leaves nothing behind.

    An outage is a fault of the server, the account or the settings, which the next question would meet too.
    `faults` are those of an answer that does not fit, for whoever asks for a better one.
    """

    def __init__(self, message: str, *, outage: bool = True, faults: str = "") -> None:
        self.outage = outage
        self.faults = faults
        super().__init__(message)


class DayPaused(TownwrightError):
    """A day stopped at a safe moment because it could not go on; the message says why and what to do."""

    def __init__(self, message: str, *, details: str = "") -> None:
        self.details = details
        super().__init__(message)


class NotWritten(TownwrightError):
    """The workspace file could not be read or written just now (disk full, read-only); it is unchanged."""
