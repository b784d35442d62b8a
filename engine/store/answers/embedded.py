"""Records which embeddings model a run finds its memories with, and from which minute on.

Without a model, memories are found by their words. These rows are not part of the log: they hold for every
recall of a run. A replay and a cassette need them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadInput, worded
from engine.store.file.connection import Store
from engine.store.log.lineage import lineage

Phase = tuple[int, str]  # since which minute, and with which model; empty is by words alone


def phases(store: Store, run: int) -> tuple[Phase, ...]:
    """Return the embeddings models of a run and its ancestors, each with the minute it starts at, oldest
    first.
    """
    found: list[Phase] = []
    low = 0
    for number, cut in reversed(lineage(store, run)):
        found += [phase for phase in _since(_own(store, number), low) if cut is None or phase[0] < cut]
        low = low if cut is None else cut
    return _joined(found)


def phase_at(known: Sequence[Phase], minute: int) -> str:
    """Return the embeddings model in use at a minute, or "" if memories are found by their words."""
    return next((model for since, model in reversed(known) if since <= minute), "")


def settle_phases(store: Store, run: int, wanted: Sequence[Phase]) -> None:
    """Set the embeddings models a run is to find memories with. Raises BadInput if the run has already
    recalled memories with other models: the same town, seed and answers would no longer give the same days.
    """
    low = max((cut or 0 for _, cut in lineage(store, run)), default=0)
    wanted, own = _joined(_since(wanted, low)), _joined(_since(_own(store, run), low))
    if own == wanted:
        return
    if store.select("SELECT 1 FROM recall WHERE run = ? LIMIT 1", (run,)):
        raise BadInput(
            worded(
                "this run has searched memories {so_far} so far, but its model would now search "
                "them {now}; change the profile back, or fork the run to continue with the change",
                so_far=_words(own),
                now=_words(wanted),
            )
        )
    with store.write() as db:
        db.execute("DELETE FROM embedded WHERE run = ?", (run,))
        db.executemany("INSERT INTO embedded VALUES (?, ?, ?)", [(run, *phase) for phase in wanted])


def _own(store: Store, run: int) -> list[Phase]:
    rows = store.select("SELECT since, model FROM embedded WHERE run = ? ORDER BY since", (run,))
    return [(since, model) for since, model in rows]


def _since(known: Sequence[Phase], low: int) -> list[Phase]:
    """Return the phases in force from minute `low` on."""
    return [(low, phase_at(known, low)), *(phase for phase in known if phase[0] > low)]


def _joined(known: Sequence[Phase]) -> tuple[Phase, ...]:
    """Drop the phases that do not change the model."""
    return tuple(phase for at, phase in enumerate(known) if phase[1] != (known[at - 1][1] if at else ""))


def _words(known: Sequence[Phase]) -> str:
    if not known:
        return _words([(0, "")])
    *before, (_, model) = known
    now = worded("with {model!r}", model=model) if model else worded("only by words")
    return worded("{before}, then {now}", before=_words(before), now=now) if before else now
