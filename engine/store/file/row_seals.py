"""Seals of rows that stand beside the log: drafts, chats, pins, sifts, notebooks and so on.

A digest of every such row is kept in `row_seal`. Triggers that each connection creates for itself keep it up
to date; a trigger stored in the file would run for any program that opens it. A row that no longer matches
its digest was changed by something other than Townwright. Rows of the log are sealed by the digests of their
turns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from engine.errors import worded

# Which tables are sealed, and of those that change all the time, which columns.
_ALL: Sequence[str] = ()
_WHOLE = (
    "scenario", "scenario_version", "scenario_file", "scenario_edit", "typed", "unsent", "emptied",
    "embedded", "profile", "cap", "chat", "chat_message", "pin", "sift", "written_paper", "arrangement",
    "variant",
    "repetition", "notebook_checkpoint", "notebook_output", "notebook_cell", "notebook_prediction",
    "notebook_past", "notebook_duration", "notebook_python", "vector", "recorded_vector",
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
class SealedTable:
    """A sealed table: its key, and the sealed columns with their types."""

    name: str
    key: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]

    def key_of(self, row: str) -> str:
        """Return SQL for the key of a row, as text."""
        return " || ' ' || ".join(f'quote({row}."{column}")' for column in self.key)

    def seal_of(self, row: str) -> str:
        """Return SQL for the digest of a row. Text is passed as bytes, since damaged text may be invalid
        UTF-8.
        """
        values = (
            f'CAST({row}."{column}" AS BLOB)' if kind == "TEXT" else f'{row}."{column}"'
            for column, kind in self.columns
        )
        return f"row_digest({', '.join(values)})"


def row_digest(*values: bytes | int | float | None) -> str:
    """Return the digest of the values of a row, the same on every machine."""
    made = hashlib.sha256()
    for value in values:
        if isinstance(value, bytes):
            made.update(b"b%d " % len(value) + value)
        else:
            made.update(f"{value.hex() if isinstance(value, float) else value};".encode())
    return made.hexdigest()[:16]


def seal_writes(db: Connection) -> bool:
    """Make a connection seal the rows it writes from now on. Returns False if the file has no seals yet."""
    tables = sealed_tables(db)
    for table in tables:
        for statement in _triggers(table):
            db.execute(statement)
    return bool(tables)


def seal_rows(db: Connection, but: Collection[SealedTable]) -> None:
    """Seal all rows as they are, except those of the tables in `but`; the caller holds the write
    transaction.
    """
    for table in sealed_tables(db):
        if table in but:
            continue
        db.execute("DELETE FROM row_seal WHERE name = ?", (table.name,))
        db.execute(
            f'INSERT INTO row_seal SELECT ?, {table.key_of("t")}, {table.seal_of("t")} FROM "{table.name}" t',
            (table.name,),
        )


def changed_row(db: Connection) -> str:
    """Describe the first row that does not match its seal or is gone; "" if there is none."""
    for table in sealed_tables(db):
        other = db.execute(
            f"""
            SELECT CAST({table.key_of("t")} AS BLOB) FROM "{table.name}" t
                LEFT JOIN row_seal s ON s.name = ? AND s.key = {table.key_of("t")}
            WHERE s.seal IS NOT {table.seal_of("t")} LIMIT 1
            """,
            (table.name,),
        ).fetchone()
        if other is not None:
            return worded(
                "row {row} of the table {table} has changed since it was written",
                row=_shown(other[0]),
                table=table.name,
            )
        gone = db.execute(
            f"""
            SELECT CAST(key AS BLOB) FROM row_seal WHERE name = ?
                AND key NOT IN (SELECT {table.key_of("t")} FROM "{table.name}" t) LIMIT 1
            """,
            (table.name,),
        ).fetchone()
        if gone is not None:
            return worded("row {row} of the table {table} is missing", row=_shown(gone[0]), table=table.name)
    return ""


def _shown(key: bytes) -> str:
    return key.decode("utf-8", "replace")[:80]


def sealed_tables(db: Connection) -> Sequence[SealedTable]:
    """Return the sealed tables of a file, or an empty list if the file has no seals yet."""
    there = {name for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")}
    return [_table(db, name) for name in SEALED if name in there] if "row_seal" in there else []


def _table(db: Connection, name: str) -> SealedTable:
    rows = db.execute(f'PRAGMA main.table_info("{name}")').fetchall()
    key = sorted((place, column) for _, column, _, _, _, place in rows if place)
    columns = [(column, kind) for _, column, kind, *_ in rows if not SEALED[name] or column in SEALED[name]]
    return SealedTable(name, tuple(column for _, column in key), tuple(columns))


def _triggers(table: SealedTable) -> Iterator[str]:
    """Yield the statements that create the triggers of a table.

    A written row's old seal is deleted first, not replaced: in a trigger, the statement that set it off
    decides what happens on a conflict.
    """
    forget = "DELETE FROM row_seal WHERE name = '{name}' AND key = {key};"
    old = forget.format(name=table.name, key=table.key_of("OLD"))
    new = forget.format(name=table.name, key=table.key_of("NEW"))
    keep = f"INSERT INTO row_seal VALUES ('{table.name}', {table.key_of('NEW')}, {table.seal_of('NEW')});"
    columns = dict.fromkeys((*table.key, *(column for column, _ in table.columns)))
    of = ", ".join(f'"{column}"' for column in columns)
    for when, done in (("INSERT", new + keep), (f"UPDATE OF {of}", old + new + keep), ("DELETE", old)):
        verb = when.split()[0].lower()
        yield (
            f"CREATE TEMP TRIGGER IF NOT EXISTS seal_{table.name}_{verb} AFTER {when} "
            f'ON main."{table.name}" BEGIN {done} END'
        )
