"""Unsent text in a field of the studio."""

from __future__ import annotations

from engine.errors import BadInput, worded
from engine.store.file.connection import Store
from engine.store.writing import unsent
from engine.store.writing.unsent import Unsent

LONGEST_FIELD = 20_000
_LONGEST_NAME = 200


class UnsentFields:
    """The unsent texts of the studio's fields: a question, a whisper, an event."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, field: str) -> Unsent:
        """Return the unsent text of a field."""
        return unsent.unsent(self.store, field)

    def keep(self, field: str, text: str, writer: str, seq: int) -> None:
        """Store the text of a field; `seq` counts the messages of its `writer`, a window."""
        if len(field) > _LONGEST_NAME or len(text) > LONGEST_FIELD:
            raise BadInput(
                worded(
                    "the field {field!r} contains more than {longest_field:,} characters; shorten it",
                    field=field[:60],
                    longest_field=LONGEST_FIELD,
                )
            )
        unsent.keep_unsent(self.store, field, text, writer, seq)

    def forget(self, field: str, sent: str = "") -> None:
        """Remove the unsent text of a field after it was sent. With the text that was `sent`, a message with
        the same text that comes late is dropped.
        """
        unsent.forget_unsent(self.store, field, sent)
