"""The process apart. It reads from standard input which views to open, which queries to run, and when to
close, a line of JSON each, and writes the results to standard output. `apart.py` starts it.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing, suppress
from typing import Any

from engine.errors import BadInput
from engine.store.kept_words import words_to_keep
from engine.store.views.answering import Answering, Rows
from engine.store.views.opening import Opening, open_views

_HEAP = 160_000_000  # bytes that SQLite may have
_MOST_MEMORY = 1_000_000_000  # bytes of addresses, of which the program and its libraries have most
_MOST_WRITTEN = 500_000_000  # bytes of one file, as SQLite makes them to sort
_RESERVE = 5  # seconds of computing beyond those that a query has, should nobody be left to end it


def main() -> int:
    """Open views and answer queries until the input ends; return the exit status."""
    _limit("RLIMIT_AS", _MOST_MEMORY)
    _limit("RLIMIT_FSIZE", _MOST_WRITTEN)
    while opening := _heard().get("open"):
        _answer_all(Opening(**opening))
    return 0


def _answer_all(opening: Opening) -> None:
    """Answer queries on views until told to close them."""
    with closing(sqlite3.connect(opening.uri, uri=True, isolation_level=None)) as db:
        open_views(db, opening)
        db.execute(f"PRAGMA hard_heap_limit = {_HEAP}")
        views = Answering(db, opening.views, opening.filled, _rows_of)
        _say({"ready": True})
        while asked := _heard().get("ask"):
            _say(_answer(views, asked))


def _answer(views: Answering, asked: dict[str, Any]) -> dict[str, Any]:
    _limit_time(asked["seconds"])
    try:
        found = views.ask(
            asked["sql"], asked["given"], most=asked["most"], seconds=asked["seconds"], stop=lambda: False
        )
    except BadInput as error:
        return {"error": words_to_keep(error.args[0])}
    return {"found": [found.columns, found.rows, found.more]}


def _rows_of(view: str) -> Rows:
    _say({"wants": view})
    rows: Rows = _heard()["rows"]
    return rows


def _heard() -> dict[str, Any]:
    line = sys.stdin.readline()
    heard: dict[str, Any] = json.loads(line) if line else {}
    return heard


def _say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _limit(what: str, most: int) -> None:
    """Set a system limit, where the system has one."""
    try:
        import resource
    except ImportError:  # Windows: SQLite's own bound has to do
        return
    _lower(getattr(resource, what), most)


def _lower(limit: int, most: int) -> None:
    """Lower the soft limit of a resource, as far as the hard limit allows. If the system refuses, the other
    limits have to do.
    """
    import resource

    hard = resource.getrlimit(limit)[1]
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(limit, (allowed, hard))


def _limit_time(seconds: float) -> None:
    """Limit the CPU time, where the system can, so that a query ends even if its parent is gone."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + seconds) + _RESERVE)
