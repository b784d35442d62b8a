"""Seals of rows that stand beside the log: drafts, chats, pins, patterns, notebooks and the like.

A digest of every such row is kept in `row_seal`. Triggers that each connection makes for itself keep it up to
date; a trigger in the file would run for whoever opens that. A row that no longer fits its digest was changed
by something other than Townwright. Rows of the log are sealed by the digests of their turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection

# Which tables are sealed, and of those that change all the time, which columns.
_ALL: Sequence[str] = ()
_WHOLE = (
    "scenario", "scenario_version", "scenario_file", "scenario_edit", "typed", "unsent", "emptied",
    "embedded", "profile", "cap", "chat", "chat_message", "pin", "sift", "written_paper", "arrangement",
    "variant",
    "repetition", "notebook_checkpoint", "notebook_output", "notebook_cell", "notebook_prediction",
    "notebook_python", "vector", "recorded_vector",
)  # fmt: skip
SEALED: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(_WHOLE, _ALL),
    "run": ("id", "name", "scenario_version", "created", "hidden", "deleted"),
    "batch": (
        "id", "name", "scenario", "run", "minute", "until", "model", "seeds", "statements", "created",
        "deleted",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A table that is sealed: its key and the columns under the seal."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]

    def key_of(self, row: str) -> str:
        """Return SQL for the key of a row, as text."""
        return _text(row, self.key)

    def seal_of(self, row: str) -> str:
        """Return SQL for the digest of a row."""
        return f"seal_of(CAST({_text(row, self.key)} AS BLOB), CAST({_text(row, self.columns)} AS BLOB))"


def seal_writes(db: Connection) -> bool:
    """Have a connection seal what it writes from now on; False for a file that has no seals yet."""
    tables = list(_sealed(db))
    for table in tables:
        for statement in _triggers(table):
            db.execute(statement)
    return bool(tables)


def seal_all(db: Connection) -> None:
    """Seal all rows as they are; the caller holds the write transaction."""
    for table in _sealed(db):
        db.execute("DELETE FROM row_seal WHERE name = ?", (table.name,))
        db.execute(
            f'INSERT INTO row_seal SELECT ?, {table.key_of("t")}, {table.seal_of("t")} FROM "{table.name}" t',
            (table.name,),
        )


def changed_row(db: Connection) -> str:
    """Return the first row that does not fit its seal, or is gone, in words; empty when there is none."""
    for table in _sealed(db):
        other = db.execute(
            f"""
            SELECT CAST({table.key_of("t")} AS BLOB) FROM "{table.name}" t
                LEFT JOIN row_seal s ON s.name = ? AND s.key = {table.key_of("t")}
            WHERE s.seal IS NOT {table.seal_of("t")} LIMIT 1
            """,
            (table.name,),
        ).fetchone()
        if other is not None:
            return f"the row {_shown(other[0])} of the table {table.name} is not as it was written"
        gone = db.execute(
            f"""
            SELECT CAST(key AS BLOB) FROM row_seal WHERE name = ?
                AND key NOT IN (SELECT {table.key_of("t")} FROM "{table.name}" t) LIMIT 1
            """,
            (table.name,),
        ).fetchone()
        if gone is not None:
            return f"the row {_shown(gone[0])} of the table {table.name} is gone"
    return ""


def _shown(key: bytes) -> str:
    return key.decode("utf-8", "replace")[:80]


def _sealed(db: Connection) -> Iterator[_Sealed]:
    """Yield the tables of a file that are sealed; none in one that has no seals yet."""
    there = {name for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")}
    if "row_seal" not in there:
        return
    for name in SEALED:
        rows = db.execute(f'PRAGMA main.table_info("{name}")').fetchall()
        key = [column for _, (column, place) in sorted((row[5], (row[1], row[5])) for row in rows) if place]
        yield _Sealed(name, tuple(key), tuple(SEALED[name] or (row[1] for row in rows)))


def _triggers(table: _Sealed) -> Iterator[str]:
    """Yield the statements that make the triggers of a table. What is written is deleted first, not replaced:
    in a trigger, the statement that set it off decides what happens on a conflict.
    """
    forget = "DELETE FROM row_seal WHERE name = '{name}' AND key = {key};"
    old = forget.format(name=table.name, key=table.key_of("OLD"))
    new = forget.format(name=table.name, key=table.key_of("NEW"))
    keep = f"INSERT INTO row_seal VALUES ('{table.name}', {table.key_of('NEW')}, {table.seal_of('NEW')});"
    of = ", ".join(f'"{column}"' for column in dict.fromkeys((*table.key, *table.columns)))
    for when, done in (("INSERT", new + keep), (f"UPDATE OF {of}", old + new + keep), ("DELETE", old)):
        verb = when.split()[0].lower()
        yield (
            f"CREATE TEMP TRIGGER IF NOT EXISTS seal_{table.name}_{verb} AFTER {when} "
            f'ON main."{table.name}" BEGIN {done} END'
        )


def _text(row: str, columns: Sequence[str]) -> str:
    """Return SQL for values of a row as one text, in which no two rows are the same."""
    return " || ' ' || ".join(f'quote({row}."{column}")' for column in columns)
