"""Searches memories by words, in any script, for any text a person may type.

An index stores each memory's words and, in another column, the marks that narrow a list: run and agent, kind,
importance. So it can count the matches by itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sqlite3 import Connection

from engine.language.unspaced import has_unspaced, pieces
from engine.store.searching.words import count_words

_WORD = re.compile(r"[^\W_]+")
_MOST_TEXT, _MOST_WORDS, _MOST_LETTERS = 2_000, 16, 64
_MOST_IMPORTANT = 10
_AT_ONCE = 20_000  # memories that are indexed in one transaction, and held in memory for it
_TO_INDEX = "SELECT nr, run, agent, kind, importance, text FROM memory"
_ToIndex = tuple[int, int, str, str, int, str]
_BEGINNING = 3  # letters: nearly every memory has a word that begins with a given one, or two


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """The condition that a row of `memory` must meet, with its values; empty if there is nothing to search
    for.

    `looked_up` says that an index names the rows, which is faster than reading all memories of an agent. If
    one index alone can answer, `index` is its name and `match` the query for it. `narrowed` is the query for
    all rows with the marks, if the search is limited to kinds or to an importance.
    """

    sql: str
    values: Sequence[object]
    looked_up: bool = False
    index: str = ""
    match: str = ""
    narrowed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marks that narrow a search: the scopes, one of which a row must be in (empty: any), the kinds, one
    of which it must have (empty: any), and the least importance.
    """

    scopes: Sequence[str] = ()
    kinds: Sequence[str] = ()
    least_importance: int = 1

    @property
    def sql(self) -> str:
        """Return the index query for the marks, to be followed by the words."""
        return "".join(f"{marks} AND " for marks in self._asked)

    @property
    def narrowed(self) -> str:
        """Return the index query for the marks alone, or "" if they are only scopes."""
        return " AND ".join(self._asked) if self.kinds or self.least_importance > 1 else ""

    @property
    def _asked(self) -> list[str]:
        asked = [self.scopes, [_kind(kind) for kind in self.kinds]]
        if self.least_importance > 1:
            asked.append([_matters(min(self.least_importance, _MOST_IMPORTANT + 1))])
        return [f"(scope : ({_any_of(marks)}))" for marks in asked if marks]


def condition(query: str, marks: Marks) -> Condition:
    """Build the condition that a row matches a query and carries some marks.

    Words match in any inflection, and as prefixes from three letters on. Words of a script without spaces
    match anywhere: by three-letter groups, or by plain comparison if they are shorter.
    """
    words = words_of(query)
    spaced = [word for word in words if not has_unspaced(word)]
    groups = [word for word in words if has_unspaced(word) and len(word) >= 3]
    parts: list[str] = []
    values: list[object] = []
    begun = [f'"{word}"*' if len(word) >= _BEGINNING else f'"{word}"' for word in spaced]
    asked = {"memory_fts": begun, "memory_trigram": [f'"{group}"' for group in groups]}
    for table, terms in asked.items():
        if terms:
            parts.append(f"nr IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)")
            values.append(f"{marks.sql}(text : ({' AND '.join(terms)}))")
    for word in words:
        if word not in spaced and word not in groups:
            parts.append("instr(text, ?) > 0")
            values.append(word)
    alone = [table for table, terms in asked.items() if terms] if len(parts) == 1 else []
    return Condition(
        sql=" AND ".join(parts),
        values=values,
        looked_up=bool(spaced or groups),
        index=alone[0] if alone else "",
        match=str(values[0]) if alone else "",
        narrowed=marks.narrowed if alone else "",
    )


def words_of(query: str) -> list[str]:
    """Return the words of a query to search for: at most sixteen, of at most 64 letters each."""
    clean = query[:_MOST_TEXT].encode(errors="ignore").decode().replace("\x00", " ")
    words = [piece for word in _WORD.findall(clean) for piece in pieces(word)]
    return [word[:_MOST_LETTERS] for word in words[:_MOST_WORDS]]


def has_spaced_words(query: str) -> bool:
    """Return whether a query has words of a script with spaces, which are matched as prefixes."""
    return any(not has_unspaced(word) for word in words_of(query))


def substring_condition(query: str) -> Condition:
    """Build the condition that a row contains every word of a query, also inside longer words."""
    words = words_of(query)  # letters and digits, none of which means anything to LIKE
    return Condition(sql=" AND ".join(["text LIKE ?"] * len(words)), values=[f"%{word}%" for word in words])


def inside_condition(query: str, marks: Marks, longer: Sequence[Sequence[str]]) -> Condition:
    """Build the condition that a row contains every word of a query, using an index: it also requires, for
    each word, one of the `longer` words that contain it.
    """
    there = substring_condition(query)
    terms = " AND ".join(f"({_any_of(words)})" for words in longer)
    return Condition(
        sql=f"nr IN (SELECT rowid FROM memory_fts WHERE memory_fts MATCH ?) AND {there.sql}",
        values=[f"{marks.sql}(text : ({terms}))", *there.values],
        looked_up=True,
    )


def or_unindexed(found: Condition, query: str) -> Condition:
    """Extend a condition to rows that are not indexed yet and contain every word of a query. It is for
    read-only files, where these rows stay unindexed.
    """
    rest = substring_condition(query)
    return Condition(
        sql=f"({found.sql} OR (nr > (SELECT nr FROM memory_indexed) AND {rest.sql}))",
        values=[*found.values, *rest.values],
        looked_up=found.looked_up,
    )


@lru_cache(maxsize=4_096)
def scope(run: int, agent: str = "") -> str:
    """Return the index word for one run's memories, or for one agent's in it. It has only digits, so that no
    stemmer changes it.
    """
    return _mark(f"{run}/{agent}")


@lru_cache(maxsize=64)
def _kind(kind: str) -> str:
    return _mark(f"kind/{kind}")


@lru_cache(maxsize=64)
def _matters(least: int) -> str:
    return _mark(f"importance/{least}")


@lru_cache(maxsize=64)
def _mattering(importance: int) -> str:
    """Return the index words for an importance: one for each level up to it."""
    return " ".join(_matters(least) for least in range(2, importance + 1))


def _mark(of: str) -> str:
    return f"{int.from_bytes(hashlib.sha256(of.encode()).digest()[:6], 'big'):015d}"


def index_memories(db: Connection, *, at_least: int = 1) -> bool:
    """Index the next memories, 20,000 at most, if at least `at_least` are waiting; inside a write
    transaction. Return whether more are waiting.

    A turn adds a handful, and indexing hundreds at a time is far faster than one by one. If a whole file
    waits, because an update indexes differently, each transaction keeps other writers waiting for half a
    second only.
    """
    (indexed,) = db.execute("SELECT nr FROM memory_indexed").fetchone()
    (newest,) = db.execute("SELECT ifnull(max(nr), 0) FROM memory").fetchone()
    if newest - indexed < at_least:
        return False
    rows = db.execute(f"{_TO_INDEX} WHERE nr > ? ORDER BY nr LIMIT ?", (indexed, _AT_ONCE)).fetchall()
    for table, values in _index_rows(rows):
        db.executemany(f"INSERT INTO {table} (rowid, scope, text) VALUES (?, ?, ?)", values)
    count_words(db, (row[-1] for row in rows))
    reached = rows[-1][0]
    db.execute("UPDATE memory_indexed SET nr = ?", (reached,))
    return bool(reached < newest)


def forget_memories(db: Connection, run: int, most: int) -> int:
    """Remove at most `most` memories of a run and their index entries; return their number. Only for a run
    that nobody sees, inside a write transaction.
    """
    (indexed,) = db.execute("SELECT nr FROM memory_indexed").fetchone()
    rows = db.execute(f"{_TO_INDEX} WHERE run = ? ORDER BY nr LIMIT ?", (run, most)).fetchall()
    known = [row for row in rows if row[0] <= indexed]
    for table, values in _index_rows(known):
        db.executemany(
            f"INSERT INTO {table} ({table}, rowid, scope, text) VALUES ('delete', ?, ?, ?)", values
        )
    count_words(db, (row[-1] for row in known), gone=True)
    db.executemany("DELETE FROM memory WHERE nr = ?", [row[:1] for row in rows])
    db.execute("UPDATE memory_indexed SET nr = min(nr, (SELECT ifnull(max(nr), 0) FROM memory))")
    return len(rows)


def _index_rows(
    memories: Iterable[_ToIndex],
) -> tuple[tuple[str, list[tuple[int, str, str]]], ...]:
    """Return the rows that each index stores for some memories."""
    values = [
        (nr, f"{scope(run)} {scope(run, agent)} {_kind(kind)} {_mattering(importance)}", text)
        for nr, run, agent, kind, importance, text in memories
    ]
    return ("memory_fts", values), ("memory_trigram", [row for row in values if has_unspaced(row[2])])


def _any_of(words: Sequence[str]) -> str:
    return " OR ".join(f'"{word}"' for word in words)
