"""What was typed in a field of the studio and not sent yet."""

from __future__ import annotations

from engine.errors import BadInput, worded
from engine.store.file.connection import Store
from engine.store.writing import unsent
from engine.store.writing.unsent import Unsent

LONGEST_FIELD = 20_000
_LONGEST_NAME = 200


class UnsentFields:
    """What the fields of the studio say before it is sent: a question, a whisper, an event."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, field: str) -> Unsent:
        """Return what was typed in a field and not sent yet."""
        return unsent.unsent(self.store, field)

    def keep(self, field: str, text: str, writer: str, seq: int) -> None:
        """Keep what a field says; `seq` counts what its `writer`, a window, has sent."""
        if len(field) > _LONGEST_NAME or len(text) > LONGEST_FIELD:
            raise BadInput(
                worded(
                    "the field {field!r} holds more than {longest_field:,} characters",
                    field=field[:60],
                    longest_field=LONGEST_FIELD,
                )
            )
        unsent.keep_unsent(self.store, field, text, writer, seq)

    def forget(self, field: str) -> None:
        """Forget what was typed in a field: it was sent."""
        unsent.forget_unsent(self.store, field)
