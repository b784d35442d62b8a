"""Unsent text in fields of the studio, kept under the field's name until it is sent."""

from __future__ import annotations

from dataclasses import dataclass

from engine.store.file.connection import Store

_FIELDS_KEPT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsent:
    """The text of a field so far, and the writer and sequence number of the latest message."""

    text: str
    writer: str
    seq: int


def keep_unsent(store: Store, field: str, text: str, writer: str, seq: int) -> None:
    """Store the text of a field; a message older than the writer's newest is dropped, and so is one with the
    text that was sent last.
    """
    with store.write(durable=True) as db:
        row = db.execute("SELECT writer, seq, sent FROM unsent WHERE field = ?", (field,)).fetchone()
        if row is not None and ((row[0] == writer and seq <= row[1]) or row[2] == text != ""):
            return
        db.execute(
            "INSERT OR REPLACE INTO unsent (field, text, writer, seq, saved) VALUES (?, ?, ?, ?, ?)",
            (field, text, writer, seq, store.stamp_now()),
        )
        # What was sent makes room before what still waits.
        db.execute(
            """
            DELETE FROM unsent WHERE field NOT IN (
                SELECT field FROM unsent ORDER BY text = '', saved DESC, field LIMIT ?)
            """,
            (_FIELDS_KEPT,),
        )


def unsent(store: Store, field: str) -> Unsent:
    """Return the unsent text of a field, or an empty text."""
    rows = store.select("SELECT text, writer, seq FROM unsent WHERE field = ?", (field,))
    text, writer, seq = rows[0] if rows else ("", "", 0)
    return Unsent(text=text, writer=writer, seq=seq)


def forget_unsent(store: Store, field: str, sent: str = "") -> None:
    """Remove the unsent text of a field after it was sent; a late message with the text `sent` is dropped."""
    with store.write(durable=True) as db:
        db.execute(
            """
            INSERT INTO unsent (field, text, writer, seq, saved, sent) VALUES (?, '', '', 0, ?, ?)
            ON CONFLICT (field) DO UPDATE SET text = '', sent = excluded.sent
            """,
            (field, store.stamp_now(), sent),
        )
