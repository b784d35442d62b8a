"""Deleted scenarios: out of every list at once, with their versions, drafts and edits, and back as they were.
Their texts stay: a scenario is small, and runs that began from it live on.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import NotFound, worded
from engine.store.file.connection import Store
from engine.store.writing.notebooks import rename_town
from engine.store.writing.scenarios import number_of, taken_names


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedScenario:
    """A scenario that can be brought back: the name it had, what its runs say it is called now, when it was
    deleted (in wall time), and how many runs began from it.
    """

    number: int
    name: str
    kept_as: str
    deleted: str
    runs: int


def delete_scenario(store: Store, name: str) -> DeletedScenario:
    """Take a scenario out of every list; its name is free for another, and its runs live on."""
    with store.write(durable=True) as db:
        number = number_of(db, name)
        kept_as = _free(store, f"{name} (deleted)")
        db.execute(
            "UPDATE scenario SET was = name, name = ?, deleted = ? WHERE number = ?",
            (kept_as, store.stamp_now(), number),
        )
        rename_town(store, name, kept_as)
    return next(one for one in deleted_scenarios(store) if one.number == number)


def restore_scenario(store: Store, number: int) -> str:
    """Bring a deleted scenario back and return its name: the one it had, with a number behind it where
    another has that now.
    """
    with store.write(durable=True) as db:
        rows = store.select("SELECT was, name FROM scenario WHERE number = ? AND deleted <> ''", (number,))
        if not rows:
            raise NotFound(worded("no scenario of the number {number!r} was deleted", number=number))
        ((was, kept_as),) = rows
        name = _free(store, was)
        rename_town(store, kept_as, name)
        db.execute("UPDATE scenario SET name = ?, was = '', deleted = '' WHERE number = ?", (name, number))
    return name


def deleted_scenarios(store: Store) -> tuple[DeletedScenario, ...]:
    """Return the scenarios that were deleted, the one deleted last first."""
    rows = store.select(
        """SELECT s.number, s.was, s.name, s.deleted,
               (SELECT count(*) FROM run r JOIN scenario_version v ON v.number = r.scenario_version
                WHERE v.scenario = s.number AND r.deleted = '')
           FROM scenario s WHERE s.deleted <> '' ORDER BY s.deleted DESC, s.number DESC"""
    )
    return tuple(
        DeletedScenario(number=number, name=was, kept_as=name, deleted=stamp, runs=runs)
        for number, was, name, stamp, runs in rows
    )


def name_when_there(store: Store, name: str) -> str:
    """Return what a scenario is called where nobody has deleted it: the name it had, if it is deleted."""
    rows = store.select("SELECT was FROM scenario WHERE name = ? AND deleted <> ''", (name,))
    return str(rows[0][0]) if rows else name


def _free(store: Store, wanted: str) -> str:
    """Return a name that no scenario has: the one wanted, or that with a number."""
    taken = taken_names(store)
    tried = [wanted, *(f"{wanted} {n}" for n in range(2, len(taken) + 3))]
    return next(one for one in tried if one not in taken)
