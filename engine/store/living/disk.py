"""Disk: the space that a run's own rows take in the file."""

from __future__ import annotations

from engine.store.file.connection import Store
from engine.store.log.entries import TABLES

_INDEXED = 1.6  # with its indexes, and pages that are not full, a row takes so many times its values
_STAMP = 16  # bytes: a row's two ids and its kind


def disk_of(store: Store, run: int) -> int:
    """Return roughly how many bytes a run's own rows take, including prompts and answers. A text shared with
    other runs is counted for each; rows shared with a parent only for the parent.
    """
    return store.unchanged(("disk", run), lambda: _disk_of(store, run))


def size_words(count: int) -> str:
    """Return a number of bytes in words: `640 bytes`, `12 KB`, `3.4 MB`."""
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1000:,.0f} KB" if count < 1_000_000 else f"{count / 1_000_000:,.1f} MB"


def _disk_of(store: Store, run: int) -> int:
    size = _STAMP * _sum(store, "SELECT count(*) FROM stamp WHERE run = ?", run)
    for table in TABLES.values():
        values = " + ".join(f'ifnull(length("{column}"), 0)' for column in table.columns)
        size += _sum(store, f"SELECT total({values}) FROM {table.name} WHERE run = ?", run)
    size += _sum(
        store,
        """SELECT total(length(hash) + length(body)) FROM text WHERE hash IN (
               SELECT prompt FROM call WHERE run = ?1 UNION SELECT answer FROM call WHERE run = ?1)""",
        run,
    )
    return round(size * _INDEXED)


def _sum(store: Store, sql: str, run: int) -> int:
    ((total,),) = store.select(sql, (run,))
    return int(total)
