"""Creates the tables of new workspace files in one go, which takes 40 % of the time of all migrations.

The statements are read from a file that was migrated. A file that has tables already is migrated as ever.
"""

from __future__ import annotations

import sqlite3
from functools import cache

from engine.store.file.connection import add_functions
from engine.store.file.schema import migrate


@cache
def statements():
    """Return the statements that create the tables of a migrated file and the rows they begin with, each with
    its values.
    """
    db = add_functions(sqlite3.connect(":memory:", isolation_level=None))
    migrate(db)
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    created = [row for row in rows if not row[1].startswith("sqlite_")]
    virtual = [name for _, name, sql in created if sql.startswith("CREATE VIRTUAL TABLE")]
    # A virtual table creates its own tables, whose names begin with its name.
    created = [row for row in created if not row[1].startswith(tuple(f"{name}_" for name in virtual))]
    filled = [
        (f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(row))})', tuple(row))
        for kind, name, _ in created
        if kind == "table" and name not in virtual
        for row in db.execute(f'SELECT * FROM "{name}"')
    ]
    db.close()
    tables = [(sql, ()) for kind, _, sql in created if kind != "trigger"]
    triggers = [(sql, ()) for kind, _, sql in created if kind == "trigger"]  # not to be set off by those rows
    return [(f"PRAGMA application_id = {application_id}", ()), *tables, *filled, *triggers]


def create_tables(db):
    """Create all tables in a file that has none, or else bring it up to date."""
    if db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        migrate(db)
        return
    for statement, values in statements():
        db.execute(statement, values)
