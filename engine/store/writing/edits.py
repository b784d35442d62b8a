"""Edits to the files of scenarios, in order, each as its splices, for undo and redo.

A splice records the text it replaced, so that it can be undone unless another text stands there now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from engine.errors import BadInput, worded
from engine.store.file.connection import Store
from engine.store.kept_words import kept_words, words_to_keep
from engine.store.writing.scenarios import number_of

Texts = Mapping[str, str | None]
"""Files with what they say; None for one that is not there."""

_MOST_KEPT = 1_000  # edits of one scenario; a day of writing is some hundred
_JOINED_WITHIN = 10  # seconds; after a longer pause, typing is an edit of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Splice:
    """One replaced piece of text: at which offset of a file, the old text and the new. `made` and `gone` mean
    that the whole file was created or removed.
    """

    path: str
    start: int
    removed: str
    inserted: str
    made: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """One edit of a scenario: in words, its writer, and whether it is undone."""

    id: int
    words: str
    writer: str
    made: str
    splices: tuple[Splice, ...]
    undone: bool


def note_edit(
    store: Store, name: str, before: Texts, after: Texts, words: str, writer: str, *, joins: bool = False
) -> None:
    """Record the changes to files, if any. Undone edits can no longer be redone after that. With `joins`, the
    edit is merged with the one before if it continues that typing within a line and some seconds.
    """
    splices = tuple(_splices(before, after))
    if not splices:
        return
    with store.write(durable=True) as db:
        number = number_of(db, name)
        db.execute("DELETE FROM scenario_edit WHERE scenario = ? AND undone = 1", (number,))
        last = next_to_undo(store, name)
        follows = (
            last is not None and joins and _seconds_since(last.made, store.stamp_now()) <= _JOINED_WITHIN
        )
        if last is not None and follows and (longer := _typed_on(last, splices, words, writer)) is not None:
            splices = (longer,)
            db.execute("DELETE FROM scenario_edit WHERE scenario = ? AND id = ?", (number, last.id))
        body = json.dumps([asdict(splice) for splice in splices], ensure_ascii=False)
        db.execute(
            """INSERT INTO scenario_edit (scenario, id, words, writer, made, splices, undone)
               SELECT ?, ifnull(max(id), 0) + 1, ?, ?, ?, ?, 0 FROM scenario_edit WHERE scenario = ?""",
            (number, words_to_keep(words), writer, store.stamp_now(), body, number),
        )
        db.execute(
            "DELETE FROM scenario_edit WHERE scenario = ? AND id <= "
            "(SELECT max(id) FROM scenario_edit WHERE scenario = ?) - ?",
            (number, number, _MOST_KEPT),
        )


def edits(store: Store, name: str, limit: int = 50) -> tuple[Edited, ...]:
    """Return the edits of a scenario, newest first. Undone edits come first."""
    rows = store.select(
        """SELECT e.id, e.words, e.writer, e.made, e.splices, e.undone
           FROM scenario_edit e JOIN scenario s ON s.number = e.scenario
           WHERE s.name = ? ORDER BY e.id DESC LIMIT ?""",
        (name, limit),
    )
    return tuple(_record(row) for row in rows)


def next_to_undo(store: Store, name: str) -> Edited | None:
    """Return the latest edit that is not undone, or None."""
    return _one(store, name, "undone = 0 ORDER BY e.id DESC")


def next_to_redo(store: Store, name: str) -> Edited | None:
    """Return the edit that was undone last, or None."""
    return _one(store, name, "undone = 1 ORDER BY e.id")


def mark_undone(store: Store, name: str, edit: int, *, undone: bool) -> None:
    """Record that an edit is undone, or redone."""
    with store.write(durable=True) as db:
        db.execute(
            "UPDATE scenario_edit SET undone = ? WHERE scenario = ? AND id = ?",
            (int(undone), number_of(db, name), edit),
        )


def taken_back(texts: Texts, edit: Edited, *, again: bool = False) -> dict[str, str | None]:
    """Return the files of an edit as they were before it or, with `again`, after it.

    Raises BadInput if the text it wrote is no longer there, for example after another program saved a
    version.
    """
    new: dict[str, str | None] = {}
    for splice in edit.splices:
        there, other = (splice.removed, splice.inserted) if again else (splice.inserted, splice.removed)
        comes, goes = (splice.made, splice.gone) if again else (splice.gone, splice.made)
        text = texts.get(splice.path)
        if (text is None) != comes or (text or "")[splice.start : splice.start + len(there)] != there:
            raise BadInput(
                worded(
                    "{path} has changed since this edit ({words}), so the edit cannot be undone or "
                    "redone; change the text by hand, or restore a version",
                    path=splice.path,
                    words=edit.words,
                )
            )
        whole = text or ""
        new[splice.path] = (
            None if goes else whole[: splice.start] + other + whole[splice.start + len(there) :]
        )
    return new


def _seconds_since(stamp: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(stamp)).total_seconds()


def _typed_on(last: Edited, splices: tuple[Splice, ...], words: str, writer: str) -> Splice | None:
    """Merge two splices if the second continues typing after the first within a line; else return None."""
    if (last.words, last.writer) != (words, writer) or len(last.splices) != 1 or len(splices) != 1:
        return None
    old, new = last.splices[0], splices[0]
    follows = new.path == old.path and new.start == old.start + len(old.inserted)
    if not follows or new.removed or new.made or new.gone or old.gone or "\n" in old.inserted:
        return None
    return replace(old, inserted=old.inserted + new.inserted)


def _splices(before: Texts, after: Texts) -> Iterator[Splice]:
    for path in sorted({*before, *after}):
        old, new = before.get(path), after.get(path)
        if old == new:
            continue
        one, other = old or "", new or ""
        start = _shared(one, other)
        same = _shared(one[start:][::-1], other[start:][::-1])
        yield Splice(
            path=path,
            start=start,
            removed=one[start : len(one) - same],
            inserted=other[start : len(other) - same],
            made=old is None,
            gone=new is None,
        )


def _shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _one(store: Store, name: str, where: str) -> Edited | None:
    rows: Sequence[tuple[int, str, str, str, str, int]] = store.select(
        f"""SELECT e.id, e.words, e.writer, e.made, e.splices, e.undone
            FROM scenario_edit e JOIN scenario s ON s.number = e.scenario
            WHERE s.name = ? AND {where} LIMIT 1""",
        (name,),
    )
    return _record(rows[0]) if rows else None


def _record(row: tuple[int, str, str, str, str, int]) -> Edited:
    number, words, writer, made, splices, undone = row
    return Edited(
        id=number,
        words=kept_words(words),
        writer=writer,
        made=made,
        splices=tuple(Splice(**splice) for splice in json.loads(splices)),
        undone=bool(undone),
    )
