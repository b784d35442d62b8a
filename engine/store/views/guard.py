"""The guard: limits a user's SQL to reading views. SQLite asks it about every action."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from engine.errors import worded
from engine.store.views.view import MARK

READ_ONLY = worded("only a SELECT is allowed, and it cannot change anything")

# What depends on nothing but its arguments: nothing of the machine, its clock, its files or chance.
FUNCTIONS = frozenset(
    {
        "abs", "avg", "ceil", "ceiling", "char", "coalesce", "concat", "concat_ws", "count", "cume_dist",
        "degrees", "dense_rank", "exp", "first_value", "floor", "format", "glob", "group_concat", "hex",
        "ifnull", "iif", "instr", "json", "json_array", "json_array_length", "json_each", "json_extract",
        "json_group_array", "json_group_object", "json_object", "json_quote", "json_type", "json_valid",
        "lag", "last_value", "lead", "length", "like", "ln", "log", "log10", "log2", "lower", "ltrim",
        "max", "min", "mod", "nth_value", "ntile", "nullif", "percent_rank", "pi", "pow", "power", "printf",
        "quote", "radians", "rank", "replace", "round", "row_number", "rtrim", "sign", "sqrt", "string_agg",
        "substr", "substring", "subtype", "sum", "total", "trim", "trunc", "typeof", "unhex", "unicode",
        "upper", "likely", "unlikely", "likelihood", "->", "->>",
    }
)  # fmt: skip
TABLE_FUNCTIONS = frozenset({"json_each", "json_tree"})
_SQLITES_OWN = ("sqlite_", "pragma_", "dbstat")


def no_view(name: str) -> str:
    """Return the message that there is no view of a name."""
    return worded("there is no view {name!r}", name=name)


class Guard:
    """Answers SQLite's authorizer for SQL over some views; the `tables` of the file cannot be read. It
    records what it refused and which views were read.
    """

    def __init__(self, views: Collection[str], tables: Collection[str]) -> None:
        self._views = frozenset(views)
        self._tables = frozenset(tables)
        self.read: set[str] = set()
        self.refused = ""
        self.token = ""

    def __call__(
        self, action: int, first: str | None, second: str | None, base: str | None, inside: str | None
    ) -> int:
        """Return SQLite's code to allow or deny an action. `inside` is the view or other named source of a
        FROM on whose behalf it is done.
        """
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION:
            return self._function(second or "")
        if action == sqlite3.SQLITE_READ:
            return self._read(first or "", second or "", base or "", inside or "")
        return self._refuse(READ_ONLY, "")

    def _function(self, name: str) -> int:
        if name.lower() in FUNCTIONS:
            return sqlite3.SQLITE_OK
        return self._refuse(
            worded(
                "the function {name!r} is not available; use only functions whose result depends "
                "on nothing but their arguments",
                name=name,
            ),
            name,
        )

    def _read(self, name: str, column: str, base: str, inside: str) -> int:
        small = name.lower()
        if base in ("temp", "") and (small in self._views or small.endswith(MARK)):
            self.read.add(small.removesuffix(MARK))
            return sqlite3.SQLITE_OK
        if inside.endswith(MARK) or small in TABLE_FUNCTIONS:
            return sqlite3.SQLITE_OK
        # Of what is only counted SQLite names no column, and no file: a name that SQL has given to a part of
        # itself, since it is none of the tables.
        if not column and not base and small not in self._tables and not small.startswith(_SQLITES_OWN):
            return sqlite3.SQLITE_OK
        if small in self._views:
            return self._refuse(worded("write {name!r} alone, without a prefix", name=name), name)
        return self._refuse(no_view(name), name)

    def _refuse(self, words: str, token: str) -> int:
        if not self.refused:
            self.refused, self.token = words, token
        return sqlite3.SQLITE_DENY
