"""Unsaved text in the files of scenarios: one draft per file, and rival texts from other windows.

Every window is a writer and numbers its messages, so that an old one never replaces a newer one. A text
becomes the file's draft if it was typed on the file's current text. Any other text is kept beside it as a
rival, until an author has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from types import MappingProxyType
from typing import Literal

from engine.errors import NotFound, worded
from engine.scenario.allowed_files import check_scenario_files, is_scenario_file
from engine.store.file.connection import Store
from engine.store.texts import text_hash
from engine.store.writing.scenarios import latest_version, number_of, saved_text

State = Literal["draft", "rival", "aside", "done"]

NOBODY = ""  # writes what no window typed: the default of a prompt, a draft of the Python API
_DONE_KEPT = 50  # rows a file that only say how far a writer was heard


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A window's text of a file: the text so far, its sequence number, and the mark of the text it is based
    on.
    """

    path: str
    text: str
    writer: str
    seq: int
    on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An author's unsaved text of one file, begun from a version (its number, 0: none)."""

    scenario: str
    path: str
    text: str
    base_version: int
    saved: str
    writer: str = NOBODY
    seq: int = 0
    state: State = "draft"
    revision: int = 0
    mark: str = ""  # of the newest text that the writer sent, which a row that is done with still knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The state of a file: its current text (its draft, else the saved text), and other typed texts.

    `text` is None for a file that does not exist. Every change raises `revision`.
    """

    text: str | None
    saved: str | None
    revision: int
    by_writer: Mapping[str, Draft]

    @property
    def mark(self) -> str:
        """Return the mark of the file's current text; new typing refers to it."""
        return "" if self.text is None else text_hash(self.text)

    @property
    def draft(self) -> Draft | None:
        """Return the file's draft, or None."""
        return next((row for row in self.by_writer.values() if row.state == "draft"), None)

    def of(self, state: State) -> tuple[Draft, ...]:
        """Return the typed texts in a state, newest first."""
        rows = [row for row in self.by_writer.values() if row.state == state]
        return tuple(sorted(rows, key=lambda row: -row.revision))

    def is_of(self, writer: str) -> bool:
        """Return whether a writer's own text is still there, as the draft or as a rival."""
        row = self.by_writer.get(writer)
        return row is not None and row.state in ("draft", "rival")

    def heard(self, writer: str) -> int:
        """Return the highest sequence number received from a writer, or 0."""
        row = self.by_writer.get(writer)
        return 0 if row is None else row.seq


def standing(store: Store, name: str, path: str) -> Standing:
    """Return the current state of a scenario's file."""
    rows = store.select(f"{_SELECT} WHERE s.name = ? AND t.path = ? ORDER BY t.writer", (name, path))
    by_writer = {draft.writer: draft for draft in map(_record, rows)}
    saved = saved_text(store, name, path)
    draft = next((row for row in by_writer.values() if row.state == "draft"), None)
    return Standing(
        text=draft.text if draft else saved,
        saved=saved,
        revision=max((row.revision for row in by_writer.values()), default=0),
        by_writer=MappingProxyType(by_writer),
    )


def take_in(store: Store, name: str, typed: Typed) -> Standing:
    """Store a window's text, as the draft or as a rival; a message older than one already stored is dropped.
    Raises BadInput if a scenario cannot have such a file.
    """
    check_scenario_files([typed.path], worded("a draft of {name!r}", name=name))
    with store.write(durable=True) as db:
        now, newest = standing(store, name, typed.path), latest_version(store, name).number
        mine = now.by_writer.get(typed.writer)
        if mine is not None and typed.seq <= mine.seq:
            return now
        begun = now.draft.base_version if now.draft else newest
        number = number_of(db, name)
        state = _becomes(now, mine, typed)
        if state != "rival" and now.draft is not None:
            _finish(db, number, typed.path, now.draft, now.revision + 1)
        text = "" if state == "done" else typed.text
        _put(
            db, number, typed.path, typed.writer, typed.seq,
            now.revision + 1, state, text, begun if state == "draft" else newest, store.stamp_now(),
            text_hash(typed.text),
        )  # fmt: skip
        return standing(store, name, typed.path)


def _becomes(now: Standing, mine: Draft | None, typed: Typed) -> State:
    if mine is not None and mine.state in ("draft", "rival"):
        joins = mine.state == "draft"
    else:
        joins = now.text is None or typed.on == now.mark or (mine is not None and mine.mark == now.mark)
    if joins:
        return "done" if typed.text == now.saved else "draft"
    return "rival" if typed.text != now.text else "draft" if now.draft else "done"


def save_draft(store: Store, name: str, path: str, text: str, base_version: int = 0) -> None:
    """Replace a file's draft, whoever typed it. Raises BadInput if a scenario cannot have such a file."""
    check_scenario_files([path], worded("a draft of {name!r}", name=name))
    with store.write(durable=True) as db:
        number, now = number_of(db, name), standing(store, name, path)
        if now.draft is not None:
            _finish(db, number, path, now.draft, now.revision + 1)
        _put(
            db, number, path, NOBODY, 0,
            now.revision + 1, "draft", text, base_version, store.stamp_now(), text_hash(text),
        )  # fmt: skip


def begin_draft_on(store: Store, name: str, path: str, version: int) -> None:
    """Record the version (its number) on which a file's draft was begun."""
    with store.write(durable=True) as db:
        db.execute(
            "UPDATE typed SET base_version = ? WHERE scenario = ? AND path = ? AND state = 'draft'",
            (version, number_of(db, name), path),
        )


def drafts(store: Store, name: str) -> dict[str, Draft]:
    """Return the drafts of a scenario, by path."""
    rows = store.select(f"{_SELECT} WHERE s.name = ? AND t.state = 'draft' ORDER BY t.path", (name,))
    return {draft.path: draft for draft in map(_record, rows) if is_scenario_file(draft.path)}


def discard_draft(store: Store, name: str, path: str | None = None) -> None:
    """Drop the draft of one file, or of all files of a scenario."""
    with store.write(durable=True) as db:
        number = number_of(db, name)
        for draft in drafts(store, name).values():
            if path in (None, draft.path):
                now = standing(store, name, draft.path)
                _finish(db, number, draft.path, draft, now.revision + 1)


def choose(store: Store, name: str, path: str, writer: str) -> None:
    """Make a writer's text the file's draft; the previous draft is set aside."""
    with store.write(durable=True) as db:
        number, now = number_of(db, name), standing(store, name, path)
        chosen = _row_of(now, writer, name, path)
        if now.draft is not None and now.draft.writer != writer:
            _set_aside(db, number, path, now.draft, now.revision + 1)
        if chosen.text == now.saved:
            _finish(db, number, path, chosen, now.revision + 2)
        else:
            newest = latest_version(store, name).number
            _put(
                db, number, path, writer, chosen.seq,
                now.revision + 2, "draft", chosen.text, newest, chosen.saved, chosen.mark,
            )  # fmt: skip


def put_aside(store: Store, name: str, path: str, writer: str) -> None:
    """Set a writer's text aside: it is kept, but no longer offered as a rival."""
    with store.write(durable=True) as db:
        now = standing(store, name, path)
        _set_aside(db, number_of(db, name), path, _row_of(now, writer, name, path), now.revision + 1)


def throw_away(store: Store, name: str, path: str, writer: str) -> None:
    """Drop a writer's text."""
    with store.write(durable=True) as db:
        now = standing(store, name, path)
        _finish(db, number_of(db, name), path, _row_of(now, writer, name, path), now.revision + 1)


_SELECT = """
    SELECT s.name, t.path, t.text, t.base_version, t.saved, t.writer, t.seq, t.state, t.revision, t.mark
    FROM typed t JOIN scenario s ON s.number = t.scenario
"""


def _row_of(now: Standing, writer: str, name: str, path: str) -> Draft:
    row = now.by_writer.get(writer)
    if row is None or row.state == "done":
        raise NotFound(
            worded(
                "the other text of {path!r} in {name!r} is gone, because the conflict was resolved in "
                "another window; open the file again",
                path=path,
                name=name,
            )
        )
    return row


def _finish(db: Connection, number: int, path: str, row: Draft, revision: int) -> None:
    """Drop the writer's text but keep its sequence number, so that late messages are recognised as old."""
    _put(db, number, path, row.writer, row.seq, revision, "done", "", row.base_version, row.saved, row.mark)
    db.execute(
        """
        DELETE FROM typed WHERE scenario = ? AND path = ? AND state = 'done' AND revision NOT IN (
            SELECT revision FROM typed WHERE scenario = ? AND path = ? AND state = 'done'
            ORDER BY revision DESC LIMIT ?)
        """,
        (number, path, number, path, _DONE_KEPT),
    )


def _set_aside(db: Connection, number: int, path: str, row: Draft, revision: int) -> None:
    _finish(db, number, path, row, revision)
    if row.text:
        _put(
            db, number, path, f"{row.writer}~{revision}", 0,
            revision, "aside", row.text, row.base_version, row.saved, row.mark,
        )  # fmt: skip


def _put(db: Connection, *values: object) -> None:
    db.execute(
        """
        INSERT OR REPLACE INTO typed
            (scenario, path, writer, seq, revision, state, text, base_version, saved, mark)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        values,
    )


def _record(row: tuple[str, str, str, int, str, str, int, State, int, str]) -> Draft:
    scenario, path, text, base, saved, writer, seq, state, revision, mark = row
    return Draft(
        scenario=scenario, path=path, text=text, base_version=base, saved=saved,
        writer=writer, seq=seq, state=state, revision=revision, mark=mark,
    )  # fmt: skip
