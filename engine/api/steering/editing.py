"""Editing: continues a run in a changed town, whether or not the run has been lived yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.api.scenarios import Difference, sketch
from engine.api.steering.applying import done_by, hindrance
from engine.api.writing.changes import Said, Setup, changed, is_edit_of_files
from engine.errors import BadInput, worded, words_of
from engine.scenario.allowed_files import MOST_PEOPLE
from engine.scenario.document.sharing import all_written_out
from engine.scenario.meaning.applying import Wanted, applicable
from engine.scenario.meaning.differences import differences

if TYPE_CHECKING:
    from engine.api.run import Run

Files = Mapping[str, str]


class CannotCome(BadInput):
    """An edit that cannot be made in a lived town; `key` is the change at fault."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


def edited(run: Run, changes: Said, *, after: Sequence[Said] = ()) -> Run:
    """Fork a run with edits to its town from here on. In a run that has been lived, changes to the files are
    made by interventions of the author, each an entry of the log.

    Parameters
    ----------
    run : Run
        The run to fork.
    changes : mapping
        The changes, by the keys of `engine.api.writing.changes`.
    after : sequence of mappings
        Earlier edits of the run, made since it was first lived.

    Returns
    -------
    Run
        The fork.

    Raises
    ------
    BadInput
        When the edit makes no valid town, or cannot be made in a lived one; nothing is changed.
    NotFound
        When a path names nothing.

    """
    if not run.is_founded:
        return run.fork(changes=changes)
    edits = edits_in(changes)
    fork = _forked(run, {key: value for key, value in changes.items() if key not in edits})
    if edits:
        before = fork.setup
        for one in after:
            before = changed(before, edits_in(one))
        _tell(fork, before, edits)
    return fork


def _forked(run: Run, changes: Said) -> Run:
    """Fork a run with changes to its beginning. Raises CannotCome if a lived run cannot have them."""
    try:
        return run.fork(changes=changes)
    except BadInput as error:
        raise CannotCome(_first_wrong(run.setup, changes), words_of(error)) from error


def _first_wrong(setup: Setup, changes: Said) -> str:
    """Return the first of some changes that a lived run cannot take over."""
    for key, value in changes.items():
        try:
            setup = changed(setup, {key: value}, begun=True)
        except BadInput:
            return key
    return ""


def edits_in(changes: Said) -> Said:
    """Return those of some changes that edit files."""
    return {key: value for key, value in changes.items() if is_edit_of_files(key)}


def told_apart(before: Setup, after: Setup) -> tuple[Difference, ...]:
    """Return the differences between two towns."""
    if before.files == after.files:
        return ()
    return differences(sketch(before.files, before.scenario)[0], sketch(after.files, after.scenario)[0])


def _tell(run: Run, before: Setup, edits: Said) -> None:
    """Make edits in a lived town. Raises CannotCome, with nothing done, if one is impossible."""
    after = changed(before, edits)
    try:
        wanted, files = _wanted(run, before, after)
    except BadInput as error:
        raise CannotCome(_first_refused(run, before, edits), words_of(error)) from error
    for what in wanted:
        run.intervene(done_by(what, files), why="an edit")


def _wanted(run: Run, before: Setup, after: Setup) -> tuple[Sequence[Wanted], Files]:
    """Return the changes that turn one town into another, with the files in which every agent is written out.
    Raises BadInput if one is impossible.
    """
    lived, later = (sketch(one.files, one.scenario)[0] for one in (before, after))
    files = all_written_out(after.files, later)
    wanted, refused = applicable(lived, later, files, (), min(MOST_PEOPLE, run.town.width.most_agents))
    for one in refused:
        _refuse(one.words, one.why)
    for what in wanted:
        if why := hindrance(run, what, files):
            _refuse(what.words[0], why)
    return wanted, files


def _first_refused(run: Run, before: Setup, edits: Said) -> str:
    """Return the first of some edits that a town cannot take."""
    now = before
    for key, value in edits.items():
        now = changed(now, {key: value})
        try:
            _wanted(run, before, now)
        except BadInput:
            return key
    return next(iter(edits))


def _refuse(words: str, why: str) -> None:
    raise BadInput(
        worded(
            "“{words}” cannot be applied to a run that has started: {why}; or make the change "
            "before its first day",
            words=words,
            why=why,
        )
    )
