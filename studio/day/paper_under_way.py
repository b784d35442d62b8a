"""A newspaper being written in a thread of its own, so that the page goes on and it can be stopped."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait

from engine.api.run import WrittenPaper
from engine.api.workspace import Run
from engine.errors import TownwrightError, words_of


class PaperUnderWay:
    """The newspaper of a day that is being written. The store keeps a connection for each thread."""

    def __init__(self, run: Run, day: int, model: str) -> None:
        self.day, self.model = day, model
        self._stopped = threading.Event()
        thread = ThreadPoolExecutor(1, thread_name_prefix="paper")
        self._ending: Future[WrittenPaper | str | None] = thread.submit(self._write, run)
        thread.shutdown(wait=False)

    @property
    def is_going_on(self) -> bool:
        """Return whether the model is still writing."""
        return not self._ending.done()

    @property
    def ending(self) -> WrittenPaper | str | None:
        """Return the newspaper once it is written, a reason in words if there is none, or None if it was
        stopped.
        """
        return self._ending.result()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, but at most `seconds`."""
        wait([self._ending], seconds)

    def stop(self) -> None:
        """Stop waiting for it; nothing is kept."""
        self._stopped.set()

    def _write(self, run: Run) -> WrittenPaper | str | None:
        try:
            return run.write_paper(self.day, model=self.model, stop=self._stopped.is_set)
        except TownwrightError as error:
            return words_of(error)  # said where it is shown: nobody reads in this thread
