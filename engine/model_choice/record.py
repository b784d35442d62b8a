"""A recorded run, as a replay uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.models import Vector
from engine.store.answers.embedded import Phase, phase_at, phases
from engine.store.answers.recorded import kept_answer
from engine.store.answers.vectors import kept_vectors
from engine.store.file.connection import Store
from engine.store.log import calls
from engine.store.log.lineage import lineage


class Record:
    """A recorded run."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run

    @cached_property
    def _models(self) -> tuple[str, ...]:
        return calls.models_of(self._store, self._run)

    def models(self) -> Sequence[str]:
        """Return the ids of the models that answered in the run."""
        return self._models

    @cached_property
    def _line(self) -> tuple[int, ...]:
        return tuple(number for number, _ in lineage(self._store, self._run))

    def answer(self, key: str) -> str | None:
        """Return the answer stored under a key, or the one that came with the run."""
        return kept_answer(self._store, self._line, key)

    @cached_property
    def _phases(self) -> tuple[Phase, ...]:
        return phases(self._store, self._run)

    def embedder_at(self, minute: int) -> str:
        """Return the embeddings model the run used at a minute."""
        return phase_at(self._phases, minute)

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the stored vectors, or those that came with the run."""
        return kept_vectors(self._store, self._line, model, texts)

    def prompt_at(self, agent: str, minute: int, purpose: str) -> str:
        """Return the first prompt for an agent and purpose at a minute."""
        return calls.prompt_at(self._store, self._run, agent, minute, purpose)
