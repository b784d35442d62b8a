"""Drafts: unsaved text in a scenario's files, and rival texts of other windows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile

from engine.errors import BadInput, worded
from engine.scenario.reading.reader import MOST_BYTES
from engine.store.file.connection import Store
from engine.store.writing import drafts
from engine.store.writing.drafts import NOBODY, Draft as Draft, Standing as Standing, Typed as Typed
from engine.store.writing.edits import note_edit
from engine.store.writing.scenarios import files_of, history_of, latest_version, saved_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The basis of a draft: the version in which its file last changed, and whether the file has changed
    since.
    """

    version: int
    moved_on: bool


@contextmanager
def noting(
    store: Store, name: str, paths: Iterable[str], words: str, writer: str = NOBODY, *, joins: bool = False
) -> Iterator[None]:
    """Record what happens to files in the edit history, in words; with `joins`, typing on one line is merged
    with the typing before it.
    """
    looked_at = tuple(paths)
    with store.write(durable=True):
        before = texts_of(store, name, looked_at)
        yield
        note_edit(store, name, before, texts_of(store, name, looked_at), words, writer, joins=joins)


def texts_of(store: Store, name: str, paths: Iterable[str]) -> dict[str, str | None]:
    """Return the current text of files, drafts before saved text; None for a file that does not exist."""
    return {path: drafts.standing(store, name, path).text for path in paths}


class Drafts:
    """The unsaved texts of a workspace's scenario files."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, name: str) -> dict[str, Draft]:
        """Return the drafts of a scenario by file."""
        return drafts.drafts(self.store, name)

    def files(self, name: str) -> dict[str, str]:
        """Return the files of the newest version, with the drafts in place."""
        files = files_of(self.store, latest_version(self.store, name).number)
        return {**files, **{path: draft.text for path, draft in self.of(name).items()}}

    def keep(self, name: str, path: str, text: str, base: int) -> None:
        """Replace a file's draft; `base` is the number of the version it was begun on.

        A text equal to the saved one is no draft: the draft is dropped.
        """
        with noting(self.store, name, [path], worded("changed {file}", file=path)):
            if saved_text(self.store, name, path) == text:
                drafts.discard_draft(self.store, name, path)
            else:
                drafts.save_draft(self.store, name, path, text, base)

    def discard(self, name: str, path: str | None = None) -> None:
        """Drop the draft of one file, or all drafts of a scenario."""
        paths = [path] if path is not None else list(self.of(name))
        with noting(self.store, name, paths, _discarded(paths)):
            drafts.discard_draft(self.store, name, path)

    def base(self, name: str, path: str, number: int) -> Base:
        """Return the basis of a file's draft, given the number of the version that was newest when it was
        begun.
        """
        kept = history_of(self.store, name, path)
        begun = next((version for version in kept if version.number == number), kept[-1])
        same = takewhile(
            lambda version: version.mark == begun.mark,
            (version for version in kept if version.version <= begun.version),
        )
        return Base(version=min(version.version for version in same), moved_on=begun.mark != kept[0].mark)

    # ---- several windows on one file

    def type_in(self, name: str, typed: Typed) -> Standing:
        """Take in the text a window typed in a file: as its draft, or as a rival of a text the window did not
        see.
        """
        if len(typed.text) > MOST_BYTES:
            raise BadInput(
                worded(
                    "{path!r} is longer than {most_bytes:,} characters; shorten the file",
                    path=typed.path,
                    most_bytes=MOST_BYTES,
                )
            )
        with noting(
            self.store,
            name,
            [typed.path],
            worded("typed in {file}", file=typed.path),
            typed.writer,
            joins=True,
        ):
            return drafts.take_in(self.store, name, typed)

    def standing(self, name: str, path: str) -> Standing:
        """Return the state of a file: its current text, and the texts of other windows."""
        return drafts.standing(self.store, name, path)

    def choose(self, name: str, path: str, writer: str) -> None:
        """Continue with the text of a window, based on the saved text; the previous draft is set aside."""
        with noting(self.store, name, [path], worded("chose a text for {file}", file=path), writer):
            drafts.choose(self.store, name, path, writer)

    def put_aside(self, name: str, path: str, writer: str) -> None:
        """Set the text of a window aside; it is kept until it is thrown away."""
        drafts.put_aside(self.store, name, path, writer)

    def throw_away(self, name: str, path: str, writer: str) -> None:
        """Remove a text that was set aside."""
        drafts.throw_away(self.store, name, path, writer)


def _discarded(paths: Sequence[str]) -> str:
    text = worded("discarded the draft of {file}", file=paths[0] if paths else "")
    for path in paths[1:]:
        text = worded("{before} and {file}", before=text, file=path)
    return text
