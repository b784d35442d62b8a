"""Blame: finds out whether an unexpected error is caused by a damaged workspace."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from engine.errors import TownwrightError, WorkspaceDamaged, worded
from engine.store.file.checks import check_file, damaged, plain_errors
from engine.store.file.connection import Store, add_functions
from engine.store.file.schema import migrate
from engine.store.verifying.verifying import differences

Schema = set[tuple[str, str, str]]
_TABLES = "SELECT type, name, ifnull(sql, '') FROM sqlite_master WHERE name NOT LIKE '%sqlite_%'"


def damage_behind(store: Store, error: BaseException | None) -> WorkspaceDamaged | None:
    """Check the workspace after an unexpected error. Return the damage found, or None if all is as written.

    TownwrightErrors and OSErrors already name their cause, so they are not checked.
    """
    if not isinstance(error, Exception) or isinstance(error, TownwrightError | OSError):
        return None
    try:
        _look_through(store)
    except WorkspaceDamaged as found:
        return found
    except TownwrightError:  # it cannot be read just now: nobody can tell
        return None
    return None


def _look_through(store: Store) -> None:
    with plain_errors(store.path):
        check_file(store.db, store.path)
    if _schema(store) != _schema_as_made():
        raise damaged(store.path, worded("its tables have been changed"))
    for difference in differences(store):
        raise damaged(store.path, difference.words)


def _schema(store: Store) -> Schema:
    return set(store.select(_TABLES))


def _schema_as_made() -> Schema:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrate(add_functions(made))
        return set(made.execute(_TABLES))
