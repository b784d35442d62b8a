"""Forking: create a run that shares another's past up to a minute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.interventions.entries import standing
from engine.interventions.locks.lock_line import LockLine
from engine.records import Intervened
from engine.store.file.connection import Store
from engine.store.living.arrangements import Arrangement, arrange_all, hand_on
from engine.store.living.runs import RunRow, fork_run
from engine.store.log import inspect
from engine.store.log.rows import append, read_log


def fork_off(
    store: Store,
    parent: int,
    minute: int,
    *,
    name: str | None = None,
    model: str | None = None,
    scenario_version: int | None = None,
    seed: int | None = None,
    settings: Mapping[str, object] | None = None,
) -> RunRow:
    """Return a new run with the past of another before a minute; defaults are those of the parent.

    Only the author's turns at that very minute, and what is planned, are copied.
    """
    with store.write(durable=True):
        row = fork_run(
            store,
            parent,
            minute,
            name=name,
            model=model,
            scenario_version=scenario_version,
            seed=seed,
            settings=settings,
        )
        for turn in inspect.author_turns(store, parent, minute):
            made = inspect.rows_of_turn(store, parent, turn.id)
            append(store, row.number, turn, [each for each in made if each.id != turn.id])
        hand_on(store, parent, row.number, minute)
        arrange_all(store, row.number, list(_said_again(store, parent, row.number, minute)))
    return row


def _said_again(store: Store, parent: int, fork: int, cut: int) -> Iterator[Arrangement]:
    """Yield the lines locked in the parent that the fork has still to live, as planned interventions."""
    for entry, what in standing(read_log(store, parent, Intervened)):
        if isinstance(what, LockLine) and (what.again_at or -1) >= cut:
            again = what.again()
            yield Arrangement(
                number=0,
                run=fork,
                verb=again.verb,
                asked=again.values(),
                who=entry.who,
                why=entry.why,
                due=what.again_at,
                set_at=cut,
            )
