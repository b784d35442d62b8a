"""Editing: a run goes on in a town that says something otherwise, whether it lives by then or not."""

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
    """An edit that cannot come into a town that lives; `key` is the change that cannot."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


def edited(run: Run, changes: Said, *, after: Sequence[Said] = ()) -> Run:
    """Return a fork of a run in whose town something is otherwise from here on. What a town that lives can be
    told of its files comes as an author's interventions, each an entry of the log.

    Parameters
    ----------
    run : Run
        Which the fork comes of.
    changes : mapping
        What is otherwise, by the keys of `engine.api.writing.changes`.
    after : sequence of mappings
        What it was edited by before, since it has lived.

    Returns
    -------
    Run
        Free from here on.

    Raises
    ------
    BadInput
        When it makes no town, or cannot come into one that lives; it says why, and nothing is changed.
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
    """Return a fork that is begun otherwise. CannotCome where a run that lives cannot be."""
    try:
        return run.fork(changes=changes)
    except BadInput as error:
        raise CannotCome(_first_wrong(run.setup, changes), words_of(error)) from error


def _first_wrong(setup: Setup, changes: Said) -> str:
    """Return the first of some changes with which a run that lives cannot go on."""
    for key, value in changes.items():
        try:
            setup = changed(setup, {key: value}, begun=True)
        except BadInput:
            return key
    return ""


def edits_in(changes: Said) -> Said:
    """Return of some changes those of the files."""
    return {key: value for key, value in changes.items() if is_edit_of_files(key)}


def told_apart(before: Setup, after: Setup) -> tuple[Difference, ...]:
    """Return in what two towns differ, one by one, with what each says."""
    if before.files == after.files:
        return ()
    return differences(sketch(before.files, before.scenario)[0], sketch(after.files, after.scenario)[0])


def _tell(run: Run, before: Setup, edits: Said) -> None:
    """Tell a town that lives what it is otherwise. CannotCome, with nothing told, where it cannot be."""
    after = changed(before, edits)
    try:
        wanted, files = _wanted(run, before, after)
    except BadInput as error:
        raise CannotCome(_first_refused(run, before, edits), words_of(error)) from error
    for what in wanted:
        run.intervene(done_by(what, files), why="an edit")


def _wanted(run: Run, before: Setup, after: Setup) -> tuple[Sequence[Wanted], Files]:
    """Return what a town is to be told so that it is another, with the files of that one in which everybody
    stands alone. BadInput where it cannot be told of something.
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
    """Return the first of some changes with which a town cannot be told of them."""
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
            "“{words}” cannot come into a town that lives: {why}; or edit it before its first day",
            words=words,
            why=why,
        )
    )
