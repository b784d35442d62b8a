"""Finds the place in a SQL text that an error of SQLite refers to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from engine.errors import worded

_NOT_CODE = re.compile(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", re.DOTALL)
_MOST_TRIED = 200
_NEAR = re.compile(r'near "(.*)": syntax error', re.DOTALL)
_NO_SUCH = re.compile(
    r"(?:no such (?:column|table|function)|ambiguous column name|misuse of \w+(?: function)?|"
    r"wrong number of arguments to function|circular reference|duplicate WITH table name):? (\S+)"
)


def place_in_sql(sql: str, message: str, fails: Callable[[str], str]) -> int | None:
    """Return the offset in `sql` of the fault named by an SQLite message, or None if it names none. `fails`
    gives SQLite's message for the beginning of a text.
    """
    near = _NEAR.fullmatch(message)
    if near is not None:
        # The word it names may stand there several times: the first up to which it complains is meant.
        places = list(islice(_places(sql, near[1]), _MOST_TRIED))
        return next((at for at in places if fails(sql[: at + len(near[1])]) == message), _first(places))
    named = _NO_SUCH.search(message)
    return offset_of(sql, named[1].strip("()\"'")) if named else None


def offset_of(sql: str, token: str) -> int | None:
    """Return the first offset of a word in a SQL text, outside strings and comments, or None."""
    whole = _first(list(_places(_blanked(sql), token)))
    return whole if whole is not None or "." not in token else offset_of(sql, token.rpartition(".")[2])


def at_place(sql: str, offset: int, message: str) -> str:
    """Return a message with its place in front: line and column as editors count them."""
    before = sql[:offset]
    return worded(
        "line {line}, column {column}: {message}",
        line=before.count("\n") + 1,
        column=offset - before.rfind("\n"),
        message=message,
    )


def _places(sql: str, token: str) -> Iterator[int]:
    if not token:
        return
    edge = r"(?<!\w)" if token[0].isalnum() else ""
    after = r"(?!\w)" if token[-1].isalnum() else ""
    for found in re.finditer(f"{edge}{re.escape(token)}{after}", sql, re.IGNORECASE):
        yield found.start()


def _blanked(sql: str) -> str:
    return _NOT_CODE.sub(lambda found: " " * len(found[0]), sql)


def _first(places: list[int]) -> int | None:
    return places[0] if places else None
