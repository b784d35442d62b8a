"""The books of a served model in the workspace: its journal and its purse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.clock import day_of
from engine.errors import ModelFailed, worded, words_of
from engine.model_choice.purse import Purse, StorePurse
from engine.models import EMBED, Occasion, Vector
from engine.models.served.books import Asked, Request
from engine.store.answers import spending
from engine.store.answers.journal import forget_left_out
from engine.store.answers.outcomes import has_paused
from engine.store.answers.recorded import kept_answer
from engine.store.answers.vectors import keep_vectors, kept_vectors, note_sought
from engine.store.file.connection import Store
from engine.store.log.calls import all_models
from engine.store.log.lineage import lineage


class StoreBooks:
    """The journal and the purse of the workspace, as used by one run (or a chat about it)."""

    def __init__(self, store: Store, run: int, purse: Purse | None = None) -> None:
        self._store = store
        self._run = run
        self._purse = purse or StorePurse(store, run)

    @cached_property
    def _line(self) -> tuple[int, ...]:
        return tuple(number for number, _ in lineage(self._store, self._run)) if self._run else ()

    def answer(self, key: str) -> str | None:
        """Return the answer stored under a key, or the one that came with the run or an ancestor."""
        return kept_answer(self._store, self._line, key)

    def ids(self) -> Sequence[str]:
        """Return the ids of all models that have answered in any run."""
        return all_models(self._store)

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the stored vectors, or those that came with the run or an ancestor."""
        return kept_vectors(self._store, self._line, model, texts)

    def keep_vectors(self, model: str, vectors: Mapping[str, Vector]) -> None:
        """Store vectors for all runs. Raises BadInput if their length differs from the stored ones."""
        keep_vectors(self._store, model, vectors)

    def note_sought(self, texts: Sequence[str]) -> None:
        """Record the search texts of an interview, if the workspace can be written."""
        if self._run and not self._store.read_only:
            note_sought(self._store, self._run, texts)

    def keep(self, occasion: Occasion, asked: Asked, answer: str) -> None:
        """Record a call with its cost, and store its answer."""
        spending.keep_asked(self._store, self._row(occasion, asked), answer=answer)

    def note(self, occasion: Occasion, asked: Asked) -> None:
        """Record a call without an answer to store."""
        spending.keep_asked(self._store, self._row(occasion, asked), answer=None)

    def has_paused(self, kind: str) -> bool:
        """Check whether the run has paused for unusable answers with this kind of failure."""
        return has_paused(self._store, self._run, kind)

    def forget_left_out(self, keys: Sequence[str]) -> None:
        """Forget under these keys that there was no usable answer, where no call of any run is without it."""
        forget_left_out(self._store, keys)

    def reserve(self, occasion: Occasion, request: Request) -> int:
        """Reserve the maximum cost of a request. Raises ModelFailed at a cap, so that the day pauses before
        it.
        """
        tokens, micros = request.tokens, request.micros
        try:
            return self._purse.reserve(
                day_of(occasion.minute),
                tokens=tokens,
                micros=micros,
                source=_source(occasion),
                seconds=request.seconds,
                unpriced=worded("price for embeddings") if occasion.purpose == EMBED else worded("prices"),
            )
        except spending.CapReached as reached:
            raise ModelFailed(words_of(reached)) from reached

    def settle(
        self, occasion: Occasion, reservation: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Record the amount spent."""
        self._purse.settle(
            reservation,
            day_of(occasion.minute),
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            micros=micros,
        )

    def _row(self, occasion: Occasion, asked: Asked) -> spending.AskedRow:
        values = {name: getattr(asked, name) for name in Asked.__slots__}
        return spending.AskedRow(
            run=self._run,
            source=_source(occasion),
            agent=occasion.agent,
            minute=occasion.minute,
            purpose=occasion.purpose,
            **values,
        )


def _source(occasion: Occasion) -> str:
    return "chat" if occasion.off_the_record else "run"
