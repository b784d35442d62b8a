"""Embedded: with which embeddings model a run finds its memories, since which minute; without one by words.

It is no part of the log, for it is the same for every recall of a run. A replay and a cassette need it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadInput, worded
from engine.store.file.connection import Store
from engine.store.log.lineage import lineage

Phase = tuple[int, str]  # since which minute, and with which model; empty is by words alone


def phases(store: Store, run: int) -> tuple[Phase, ...]:
    """Return what a run and its past have found memories with, oldest first."""
    found: list[Phase] = []
    low = 0
    for number, cut in reversed(lineage(store, run)):
        found += [phase for phase in _since(_own(store, number), low) if cut is None or phase[0] < cut]
        low = low if cut is None else cut
    return _joined(found)


def phase_at(known: Sequence[Phase], minute: int) -> str:
    """Return the embeddings model at a minute; nothing where memories are found by words alone."""
    return next((model for since, model in reversed(known) if since <= minute), "")


def settle_phases(store: Store, run: int, wanted: Sequence[Phase]) -> None:
    """Note what a run is to find memories with. BadInput when it has found some otherwise already: the same
    town, seed and answers would not make the same days any more.
    """
    low = max((cut or 0 for _, cut in lineage(store, run)), default=0)
    wanted, own = _joined(_since(wanted, low)), _joined(_since(_own(store, run), low))
    if own == wanted:
        return
    if store.select("SELECT 1 FROM recall WHERE run = ? LIMIT 1", (run,)):
        raise BadInput(
            worded(
                "this run has found memories {so_far} so far, and its model would now find them "
                "{now}; change the profile back, or fork the run: a fork may go on "
                "otherwise",
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
    """Return what holds from a minute on."""
    return [(low, phase_at(known, low)), *(phase for phase in known if phase[0] > low)]


def _joined(known: Sequence[Phase]) -> tuple[Phase, ...]:
    """Without what changes nothing."""
    return tuple(phase for at, phase in enumerate(known) if phase[1] != (known[at - 1][1] if at else ""))


def _words(known: Sequence[Phase]) -> str:
    how = [f"with {model!r}" if model else "by words alone" for _, model in known]
    return " and then ".join(how) or "by words alone"
