"""Deleted scenarios: out of every list at once, with their versions, drafts and edits, and restored
unchanged. Their texts stay: a scenario is small, and runs that began from it live on.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import NotFound, worded
from engine.store.file.connection import Store
from engine.store.writing.notebooks import rename_town
from engine.store.writing.scenarios import number_of, taken_names


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedScenario:
    """A scenario that can be restored: its former name, the name its runs now show, when it was deleted (wall
    time), and the number of its runs.
    """

    number: int
    name: str
    kept_as: str
    deleted: str
    runs: int


def delete_scenario(store: Store, name: str) -> DeletedScenario:
    """Move a scenario out of every list. Its name becomes free, and its runs live on."""
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
    """Restore a deleted scenario and return its name: the former one, with a number added if it is taken."""
    with store.write(durable=True) as db:
        rows = store.select("SELECT was, name FROM scenario WHERE number = ? AND deleted <> ''", (number,))
        if not rows:
            raise NotFound(
                worded(
                    "there is no deleted scenario number {number!r}; check whether it has been "
                    "restored already",
                    number=number,
                )
            )
        ((was, kept_as),) = rows
        name = _free(store, was)
        rename_town(store, kept_as, name)
        db.execute("UPDATE scenario SET name = ?, was = '', deleted = '' WHERE number = ?", (name, number))
    return name


def deleted_scenarios(store: Store) -> tuple[DeletedScenario, ...]:
    """Return the deleted scenarios, latest first."""
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
    """Return the former name of a deleted scenario, or `name` itself if it is not deleted."""
    rows = store.select("SELECT was FROM scenario WHERE name = ? AND deleted <> ''", (name,))
    return str(rows[0][0]) if rows else name


def _free(store: Store, wanted: str) -> str:
    """Return a name that no scenario has: `wanted`, or that with a number."""
    taken = taken_names(store)
    tried = [wanted, *(f"{wanted} {n}" for n in range(2, len(taken) + 3))]
    return next(one for one in tried if one not in taken)
