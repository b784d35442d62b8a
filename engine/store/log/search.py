"""Searching memories by words, in any script, with any text a person may type."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sqlite3 import Connection

from engine.language.unspaced import has_unspaced, pieces

_WORD = re.compile(r"[^\W_]+")
_MOST_TEXT, _MOST_WORDS, _MOST_LETTERS = 2_000, 16, 64
_BEGINNING = 3  # letters: nearly every memory has a word that begins with a given one, or two


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What a row of `memory` must meet, with the values in it; empty where there is nothing to search for.
    `looked_up` says that an index names the rows: to go through all of somebody's would take longer.
    """

    sql: str
    values: Sequence[object]
    looked_up: bool = False


def condition(query: str, scopes: Sequence[str]) -> Condition:
    """Return what a row must meet to match a query within some scopes.

    Words match in any inflection, and from their beginning, unless they have but a letter or two. A script
    that writes no spaces matches anywhere: by three-letter groups, and by plain comparison when there are
    fewer than three.
    """
    words = words_of(query)
    spaced = [word for word in words if not has_unspaced(word)]
    groups = [word for word in words if has_unspaced(word) and len(word) >= 3]
    parts: list[str] = []
    values: list[object] = []
    begun = [f'"{word}"*' if len(word) >= _BEGINNING else f'"{word}"' for word in spaced]
    for table, terms in (("memory_fts", begun), ("memory_trigram", [f'"{group}"' for group in groups])):
        if terms:
            parts.append(f"nr IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)")
            values.append(_match(terms, scopes))
    for word in words:
        if word not in spaced and word not in groups:
            parts.append("instr(text, ?) > 0")
            values.append(word)
    return Condition(sql=" AND ".join(parts), values=values, looked_up=bool(spaced or groups))


def words_of(query: str) -> list[str]:
    """Return the words of a query that are searched for: at most sixteen, of at most 64 letters."""
    clean = query[:_MOST_TEXT].encode(errors="ignore").decode().replace("\x00", " ")
    words = [piece for word in _WORD.findall(clean) for piece in pieces(word)]
    return [word[:_MOST_LETTERS] for word in words[:_MOST_WORDS]]


def has_spaced_words(query: str) -> bool:
    """Return whether a query has words of a script that writes spaces, which are looked up from their
    beginning.
    """
    return any(not has_unspaced(word) for word in words_of(query))


def substring_condition(query: str) -> Condition:
    """Return what a row must meet to hold every word of a query somewhere, also in the middle of a longer
    word.
    """
    words = words_of(query)  # letters and digits, none of which means anything to LIKE
    return Condition(sql=" AND ".join(["text LIKE ?"] * len(words)), values=[f"%{word}%" for word in words])


def or_unindexed(found: Condition, query: str) -> Condition:
    """Return a condition that is met as well by rows that wait to be indexed and hold every word of a query:
    where the file may only be read, they go on waiting.
    """
    rest = substring_condition(query)
    return Condition(
        sql=f"({found.sql} OR (nr > (SELECT nr FROM memory_indexed) AND {rest.sql}))",
        values=[*found.values, *rest.values],
        looked_up=found.looked_up,
    )


@lru_cache(maxsize=4_096)
def scope(run: int, agent: str = "") -> str:
    """Return the index word of one run's memories, or of one agent's in it: digits only, so no stemmer bends
    it.
    """
    digest = hashlib.sha256(f"{run}/{agent}".encode()).digest()
    return f"{int.from_bytes(digest[:6], 'big'):015d}"


def index_memories(db: Connection, *, at_least: int = 1) -> None:
    """Make memories searchable that are not yet, when there are enough of them; inside a write transaction.

    A turn adds a handful, and an index takes hundreds at a time far faster than one by one.
    """
    (indexed,) = db.execute("SELECT nr FROM memory_indexed").fetchone()
    (newest,) = db.execute("SELECT ifnull(max(nr), 0) FROM memory").fetchone()
    if newest - indexed < at_least:
        return
    rows = db.execute("SELECT nr, run, agent, text FROM memory WHERE nr > ?", (indexed,)).fetchall()
    for table, values in _index_rows(rows):
        db.executemany(f"INSERT INTO {table} (rowid, scope, text) VALUES (?, ?, ?)", values)
    db.execute("UPDATE memory_indexed SET nr = ?", (newest,))


def forget_memories(db: Connection, run: int, most: int) -> int:
    """Remove so many memories of a run with what makes them searchable; how many there were. Inside a write
    transaction, and only of a run that nobody has seen yet.
    """
    (indexed,) = db.execute("SELECT nr FROM memory_indexed").fetchone()
    rows = db.execute(
        "SELECT nr, run, agent, text FROM memory WHERE run = ? ORDER BY nr LIMIT ?", (run, most)
    ).fetchall()
    for table, values in _index_rows(row for row in rows if row[0] <= indexed):
        db.executemany(
            f"INSERT INTO {table} ({table}, rowid, scope, text) VALUES ('delete', ?, ?, ?)", values
        )
    db.executemany("DELETE FROM memory WHERE nr = ?", [row[:1] for row in rows])
    db.execute("UPDATE memory_indexed SET nr = min(nr, (SELECT ifnull(max(nr), 0) FROM memory))")
    return len(rows)


def _index_rows(
    memories: Iterable[tuple[int, int, str, str]],
) -> tuple[tuple[str, list[tuple[int, str, str]]], ...]:
    """Return what each index holds of memories."""
    values = [(nr, f"{scope(run)} {scope(run, agent)}", text) for nr, run, agent, text in memories]
    return ("memory_fts", values), ("memory_trigram", [row for row in values if has_unspaced(row[2])])


def _match(terms: Sequence[str], scopes: Sequence[str]) -> str:
    where = " OR ".join(f'"{one}"' for one in scopes)
    return f"(scope : ({where})) AND (text : ({' AND '.join(terms)}))"
