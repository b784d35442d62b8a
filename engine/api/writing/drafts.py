"""What authors type in a scenario's files and have not saved yet, and texts of other windows beside it."""

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
    """What a draft was begun on: the version in which its file last changed, and whether it has since."""

    version: int
    moved_on: bool


@contextmanager
def noting(
    store: Store, name: str, paths: Iterable[str], words: str, writer: str = NOBODY, *, joins: bool = False
) -> Iterator[None]:
    """Note what becomes of files in the list of what was done to a scenario, in words; what is typed on a
    line `joins` what was typed before it.
    """
    looked_at = tuple(paths)
    with store.write(durable=True):
        before = texts_of(store, name, looked_at)
        yield
        note_edit(store, name, before, texts_of(store, name, looked_at), words, writer, joins=joins)


def texts_of(store: Store, name: str, paths: Iterable[str]) -> dict[str, str | None]:
    """Return what files say as they stand, drafts in place of what is saved; None for one that is not
    there.
    """
    return {path: drafts.standing(store, name, path).text for path in paths}


class Drafts:
    """What was typed in the files of a workspace's scenarios and not saved yet."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, name: str) -> dict[str, Draft]:
        """Return what was typed in a scenario and not saved yet, by file."""
        return drafts.drafts(self.store, name)

    def files(self, name: str) -> dict[str, str]:
        """Return the files of the newest version with the drafts in place of what they change."""
        files = files_of(self.store, latest_version(self.store, name).number)
        return {**files, **{path: draft.text for path, draft in self.of(name).items()}}

    def keep(self, name: str, path: str, text: str, base: int) -> None:
        """Put a text in place of a file's draft; `base` is the number of the version it was begun on.

        A text that says what the newest version says is no draft: it is forgotten.
        """
        with noting(self.store, name, [path], worded("changed {file}", file=path)):
            if saved_text(self.store, name, path) == text:
                drafts.discard_draft(self.store, name, path)
            else:
                drafts.save_draft(self.store, name, path, text, base)

    def discard(self, name: str, path: str | None = None) -> None:
        """Go back to what was saved, in one file or in all."""
        paths = [path] if path is not None else list(self.of(name))
        with noting(self.store, name, paths, _discarded(paths)):
            drafts.discard_draft(self.store, name, path)

    def base(self, name: str, path: str, number: int) -> Base:
        """Return what a draft of a file was begun on, by the number of the version that was the newest
        then.
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
        """Take in what a window typed in a file: its draft, or beside a text it did not see."""
        if len(typed.text) > MOST_BYTES:
            raise BadInput(
                worded(
                    "{path!r} is longer than {most_bytes:,} characters; write less in one file",
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
        """Return what a file says, and what other windows typed in it."""
        return drafts.standing(self.store, name, path)

    def choose(self, name: str, path: str, writer: str) -> None:
        """Go on with the text of a window, begun anew on what is saved; the draft that was is set aside."""
        with noting(self.store, name, [path], worded("chose a text of {file}", file=path), writer):
            drafts.choose(self.store, name, path, writer)

    def put_aside(self, name: str, path: str, writer: str) -> None:
        """Set the text of a window aside; it stays until it is thrown away."""
        drafts.put_aside(self.store, name, path, writer)

    def throw_away(self, name: str, path: str, writer: str) -> None:
        """Forget a text that was set aside."""
        drafts.throw_away(self.store, name, path, writer)


def _discarded(paths: Sequence[str]) -> str:
    text = worded("discarded the draft of {file}", file=paths[0] if paths else "")
    for path in paths[1:]:
        text = worded("{before} and {file}", before=text, file=path)
    return text
