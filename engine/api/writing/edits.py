"""Edits of a scenario's files, by a form, a tree or a text: recorded in order, for undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from engine.api.writing.drafts import Drafts, noting, texts_of
from engine.errors import BadInput, with_commas, worded
from engine.language.names.suggesting import shown
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import (
    Add as Add,
    AddFile as AddFile,
    AddPerson as AddPerson,
    Edit as Edit,
    FileEdit,
    Mend as Mend,
    Move as Move,
    MovePart as MovePart,
    PutOnMap as PutOnMap,
    Remove as Remove,
    RemoveFile as RemoveFile,
    RemoveFragment as RemoveFragment,
    RenameFragment as RenameFragment,
    RenameKey as RenameKey,
    RenamePerson as RenamePerson,
    RenamePlace as RenamePlace,
    SetField as SetField,
    StateExactly as StateExactly,
)
from engine.scenario.document.meant import meant_now
from engine.scenario.document.parts.laying import (
    free_point as free_point,
    laid_out as laid_out,
    unplaced as unplaced,
)
from engine.scenario.document.parts.moving import goals as goals, second as second
from engine.scenario.document.parts.referring import (
    Reference as Reference,
    in_words as in_words,
    referring,
)
from engine.scenario.document.sharing import including as including
from engine.scenario.document.spots import line_of as line_of
from engine.scenario.document.values import Said as Said, said_in
from engine.scenario.reading.checked import read_scenario
from engine.scenario.reading.nodes import Path as _Path
from engine.store.file.connection import Store
from engine.store.writing import drafts, edits
from engine.store.writing.drafts import NOBODY
from engine.store.writing.edits import Edited as Edited
from engine.store.writing.scenarios import latest_version, saved_text

FieldPath = _Path
"""The way to a field of a file: keys, and numbers of items, counted from 0."""

_MOST_NAMED = 4  # of what was done, in the note of a version
_MOST_LOOKED_AT = 300  # edits, for what a version brings; the store keeps more, to be undone

SaveFile = Callable[[str, str, str | None, str], object]


class Edits:
    """The edits of a workspace's scenarios. Forms write into the drafts of the files, and all changes are in
    one history, for every window, page and start of the studio.
    """

    def __init__(self, store: Store, drafted: Drafts, save_file: SaveFile) -> None:
        self.store = store
        self._drafts = drafted
        self._save_file = save_file

    def make(
        self, name: str, edit: Edit, *, writer: str = NOBODY, seen: Mapping[str, Said] | None = None
    ) -> bool:
        """Make an edit in a scenario as it stands; return whether anything changed. All changes are drafts
        until saved, even a new person; only the removal of a file makes a version at once. `seen` is the
        file's content when the edit was chosen; with it, the edited entry is found again if it has moved. A
        fix is applied only while the scenario still has the problem and offers that fix.

        Raises BadInput or NotFound, and changes nothing, if the edit is impossible.
        """
        with self.store.write(durable=True):
            files = self._drafts.files(name)
            if seen is not None and isinstance(edit, FileEdit) and edit.file in files:
                edit = meant_now(edit, seen, said_in(files[edit.file], edit.file))
            if isinstance(edit, Mend):
                _check_offered(files, name, edit)
            changed = apply(files, edit)
            words = edit.words
            with noting(self.store, name, changed, words, writer):
                self._write(name, files, changed, words)
        return bool(changed)

    def referring(self, name: str, path: FieldPath) -> Sequence[Reference]:
        """Return the references to a part of a scenario's world as it stands, which would break if it were
        removed.
        """
        return referring(self._drafts.files(name), path)

    def undo(self, name: str) -> str:
        """Undo the last edit; return it in words. Raises BadInput if there is nothing to undo, or a file has
        been changed differently since.
        """
        return self._turn(name, edits.next_to_undo(self.store, name), again=False)

    def redo(self, name: str) -> str:
        """Redo the edit that was undone last; return it in words."""
        return self._turn(name, edits.next_to_redo(self.store, name), again=True)

    def next_to_undo(self, name: str) -> Edited | None:
        """Return the edit that `undo` would undo, or None."""
        return edits.next_to_undo(self.store, name)

    def next_to_redo(self, name: str) -> Edited | None:
        """Return the edit that `redo` would redo, or None."""
        return edits.next_to_redo(self.store, name)

    def all(self, name: str, limit: int = 50) -> tuple[Edited, ...]:
        """Return the edits of a scenario, newest first."""
        return edits.edits(self.store, name, limit)

    def unsaved(self, name: str, paths: Iterable[str]) -> str:
        """Describe the edits of some files since they were saved, oldest first."""
        recent, done, otherwise = self.all(name, _MOST_LOOKED_AT), dict[int, str](), list[str]()
        for path in paths:
            found = self._back_to_saved(name, path, recent)
            done |= found or {}
            otherwise += [] if found is not None else [worded("changed {file}", file=path)]
        kinds = list(dict.fromkeys((*(done[number] for number in sorted(done)), *otherwise)))
        return _together(kinds)

    def _back_to_saved(self, name: str, path: str, recent: Sequence[Edited]) -> dict[int, str] | None:
        """Return the edits, by number, that lead from the saved text of a file to its current text; None if
        undoing them does not lead back. The text decides, not the time: an edit that is part of a version
        does not belong to the next one.
        """
        now: Mapping[str, str | None]
        now, saved = texts_of(self.store, name, [path]), saved_text(self.store, name, path)
        done: dict[int, str] = {}
        for edit in recent:
            own = tuple(splice for splice in edit.splices if splice.path == path)
            if now[path] == saved:
                return done
            if own and not edit.undone:
                try:
                    now = edits.taken_back(now, replace(edit, splices=own))
                except BadInput:
                    return None
                done[edit.id] = edit.words
        return done if now[path] == saved else None

    def _turn(self, name: str, edit: Edited | None, *, again: bool) -> str:
        if edit is None:
            raise BadInput(
                worded("there is nothing to redo in {name}", name=shown(name))
                if again
                else worded("there is nothing to undo in {name}", name=shown(name))
            )
        with self.store.write(durable=True):
            paths = [splice.path for splice in edit.splices]
            now = texts_of(self.store, name, paths)
            new = edits.taken_back(now, edit, again=again)
            done = edit.words
            text = worded("redone: {what}", what=done) if again else worded("undone: {what}", what=done)
            self._write(name, now, new, text)
            edits.mark_undone(self.store, name, edit.id, undone=not again)
        return edit.words

    def _write(
        self,
        name: str,
        before: Mapping[str, str | None],
        after: Mapping[str, str | None],
        words: str,
    ) -> None:
        """Write texts into drafts. A saved file that is removed is saved as a version at once, and so is a
        file that is added along with it: an agent that gets another id is then missing from no version.
        """
        gone = any(
            text is None and saved_text(self.store, name, path) is not None for path, text in after.items()
        )
        for path, text in after.items():
            saved, draft = saved_text(self.store, name, path), drafts.standing(self.store, name, path).draft
            comes = text is not None and before.get(path) is None
            if (text is None and saved is not None) or (comes and gone):
                self._save_file(name, path, text, words)
            elif text is None or text == saved:
                drafts.discard_draft(self.store, name, path)
            else:
                base = draft.base_version if draft else latest_version(self.store, name).number
                drafts.save_draft(self.store, name, path, text, base)


def _together(done: Sequence[str]) -> str:
    """Join descriptions in one sentence, which names the first few."""
    text = with_commas(done[:_MOST_NAMED])
    if len(done) > _MOST_NAMED:
        return worded("{before}, and {count} more", before=text, count=len(done) - _MOST_NAMED)
    return text


def _check_offered(files: Mapping[str, str], name: str, mend: Mend) -> None:
    """Raise BadInput if a fix is no longer offered: it would be applied to whatever stands there now."""
    if all(problem.fix != mend for problem in read_scenario(files, name).problems):
        raise BadInput(
            worded(
                "the fix {does} no longer applies, because the text has changed; look at the current "
                "problems, and try again",
                does=shown(mend.does),
            )
        )
