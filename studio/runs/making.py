"""Making: an export file being written, beside the page, so that it can be watched and stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.errors import TownwrightError, worded, words_of

if TYPE_CHECKING:
    from engine.api.exports import Report


_STOPPED = worded("The export was stopped, and nothing was saved.")


class Pieces(Iterator[bytes], Protocol):
    """The bytes of a file, piece by piece, with the report of the export."""

    @property
    def report(self) -> Report:
        """Return the report so far: items kept, dropped, renamed, changed and escaped."""


@dataclass(frozen=True, slots=True)
class Made:
    """A finished file: its bytes, and its report."""

    content: bytes
    report: Report


class Making:
    """A file being written in a thread of its own, with its final name.

    The pieces are opened in that thread too: the store keeps a connection for each thread.
    """

    def __init__(self, open_pieces: Callable[[], Pieces], file_name: str) -> None:
        self.file_name = file_name
        self.written = 0
        self._stopped = threading.Event()
        thread = ThreadPoolExecutor(1, thread_name_prefix="export")
        self._ending: Future[Made | str] = thread.submit(self._write, open_pieces)
        thread.shutdown(wait=False)

    @property
    def is_going_on(self) -> bool:
        """Return whether it is still being written."""
        return not self._ending.done()

    @property
    def ending(self) -> Made | str:
        """Return the file, or in words why there is none, once it has ended; raises any other error. The
        words are English, since no window reads them in that thread.
        """
        return self._ending.result()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, but at most `seconds`."""
        wait([self._ending], seconds)

    def stop(self) -> None:
        """Stop writing; what was written is dropped."""
        self._stopped.set()

    def _write(self, open_pieces: Callable[[], Pieces]) -> Made | str:
        try:
            pieces, kept = open_pieces(), []
            for piece in pieces:
                if self._stopped.is_set():
                    return _STOPPED
                kept.append(piece)
                self.written += len(piece)
            return Made(b"".join(kept), pieces.report)
        except TownwrightError as error:
            return words_of(error)
