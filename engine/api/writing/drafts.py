"""What authors type in a scenario's files and have not saved yet, and texts of other windows beside it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from engine.errors import BadInput
from engine.scenario.reading.reader import MOST_BYTES
from engine.store.file.connection import Store
from engine.store.writing import drafts
from engine.store.writing.drafts import Draft as Draft, Standing as Standing, Typed as Typed
from engine.store.writing.scenarios import files_of, history_of, latest_version, saved_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What a draft was begun on: the version in which its file last changed, and whether it has since."""

    version: int
    moved_on: bool


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
        with self.store.write(durable=True):
            if saved_text(self.store, name, path) == text:
                self.discard(name, path)
            else:
                drafts.save_draft(self.store, name, path, text, base)

    def discard(self, name: str, path: str | None = None) -> None:
        """Go back to what was saved, in one file or in all."""
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
            raise BadInput(f"{typed.path!r} is longer than {MOST_BYTES:,} characters; write less in one file")
        return drafts.take_in(self.store, name, typed)

    def standing(self, name: str, path: str) -> Standing:
        """Return what a file says, and what other windows typed in it."""
        return drafts.standing(self.store, name, path)

    def choose(self, name: str, path: str, writer: str) -> None:
        """Go on with the text of a window, begun anew on what is saved; the draft that was is set aside."""
        drafts.choose(self.store, name, path, writer)

    def put_aside(self, name: str, path: str, writer: str) -> None:
        """Set the text of a window aside; it stays until it is thrown away."""
        drafts.put_aside(self.store, name, path, writer)

    def throw_away(self, name: str, path: str, writer: str) -> None:
        """Forget a text that was set aside."""
        drafts.throw_away(self.store, name, path, writer)
