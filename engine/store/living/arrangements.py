"""Arrangements: interventions that authors planned for a later minute, or for when a rule holds."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Literal

from engine.errors import NotFound, worded
from engine.row_ids import minute_of
from engine.store.file.checks import readable
from engine.store.file.connection import Store

ArrangementState = Literal["waiting", "done", "refused", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """One planned intervention: at the minute `due`, or (None) when the `rule`, a list of clauses as JSON,
    comes to hold; once, or `always`.

    `set_at` is the minute at which it was planned. `entry` is the log entry of the last time it was done (0:
    not yet), `ended` the minute from which on it no longer waits, `answer` why it was refused. `looked` is
    the minute at which its rule was last checked.
    """

    number: int
    run: int
    verb: str
    asked: Mapping[str, str]
    who: str = "author"
    why: str = ""
    due: int | None = None
    rule: str = ""
    always: bool = False
    set_at: int = 0
    state: ArrangementState = "waiting"
    entry: int = 0
    ended: int = -1
    looked: int = -1
    answer: str = ""


_COLUMNS = tuple(Arrangement.__slots__)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM arrangement"


def arrange_all(
    store: Store, run: int, arrangements: Sequence[Arrangement], held: Collection[int] = ()
) -> tuple[Arrangement, ...]:
    """Store several arrangements in order, and return them with their numbers. An arrangement that refers to
    another names it by its place in the list, counted from 1. `held` has the places of those whose rule holds
    already.
    """
    with store.write(durable=True) as db:
        numbers: list[int] = []
        for place, one in enumerate(arrangements, 1):
            asked = {name: _renamed(text, numbers) for name, text in one.asked.items()}
            numbers.append(_insert(db, one, run, asked))
            if place in held:
                db.execute("INSERT INTO rule_turn VALUES (?, ?, 1)", (numbers[-1], one.set_at))
    return tuple(one for one in arrangements_of(store, run) if one.number in set(numbers))


def _renamed(text: str, numbers: Sequence[int]) -> str:
    """Replace a reference by place in a list (`#2`) by the number of the arrangement (`@17`)."""
    place = text.removeprefix("#")
    named = text.startswith("#") and place.isdecimal() and 0 < int(place) <= len(numbers)
    return f"@{numbers[int(place) - 1]}" if named else text


def arrangements_of(store: Store, run: int) -> tuple[Arrangement, ...]:
    """Return every arrangement ever made for a run, in the order they were made."""
    rows = store.select(f"{_SELECT} WHERE run = ? ORDER BY number", (run,))
    with readable(store.path, worded("the planned interventions of a run")):
        return tuple(map(_record, rows))


def note_done(store: Store, number: int, entry: int, *, ends: bool) -> None:
    """Record the log entry with which an arrangement was done. With `ends`, it no longer waits."""
    with store.write() as db:
        db.execute("UPDATE arrangement SET entry = ? WHERE number = ?", (entry, number))
        if ends:
            _end(db, number, "done", minute_of(entry), "")


def note_refused(store: Store, number: int, minute: int, answer: str) -> None:
    """Record that an arrangement could not be done, and why."""
    with store.write() as db:
        _end(db, number, "refused", minute, answer)


def call_off(store: Store, run: int, number: int, minute: int) -> None:
    """Cancel an arrangement. Raises NotFound if no waiting arrangement has that number."""
    waiting = {one.number for one in arrangements_of(store, run) if one.state == "waiting"}
    if number not in waiting:
        raise NotFound(
            worded(
                "there is no planned intervention number {number} in this run; `planned` lists all planned "
                "interventions",
                number=number,
            )
        )
    with store.write(durable=True) as db:
        _end(db, number, "off", minute, "")


def note_look(store: Store, number: int, minute: int, *, turned: bool | None) -> None:
    """Record that a rule was checked, and whether it came to hold, ceased to hold, or (None) neither."""
    with store.write() as db:
        db.execute("UPDATE arrangement SET looked = ? WHERE number = ?", (minute, number))
        if turned is not None:
            db.execute(
                "INSERT INTO rule_turn (arrangement, minute, holds) VALUES (?, ?, ?)",
                (number, minute, int(turned)),
            )


def held_last(store: Store, number: int) -> bool:
    """Return whether a rule held when it was last checked."""
    query = "SELECT holds FROM rule_turn WHERE arrangement = ? ORDER BY minute DESC LIMIT 1"
    return bool([1 for (held,) in store.select(query, (number,)) if held])


def hand_on(store: Store, parent: int, fork: int, cut: int) -> None:
    """Copy to a fork the arrangements its parent had at the fork minute, in their state at that minute."""
    numbers: dict[int, int] = {}
    with store.write() as db:
        for one in arrangements_of(store, parent):
            if one.set_at > cut:
                continue
            asked = {name: _handed_on(text, numbers) for name, text in one.asked.items()}
            number = numbers[one.number] = _insert(db, _as_of(one, cut), fork, asked)
            db.execute(
                "INSERT INTO rule_turn (arrangement, minute, holds) "
                "SELECT ?, minute, holds FROM rule_turn WHERE arrangement = ? AND minute <= ?",
                (number, one.number, cut),
            )


def waiting_at(store: Store, run: int, cut: int) -> tuple[Arrangement, ...]:
    """Return the arrangements of a run that were waiting at minute `cut`, in their state at that minute."""
    then = (_as_of(one, cut) for one in arrangements_of(store, run) if one.set_at <= cut)
    return tuple(one for one in then if one.state == "waiting")


def _handed_on(text: str, numbers: Mapping[int, int]) -> str:
    number = text.removeprefix("@")
    known = text.startswith("@") and number.isdecimal() and int(number) in numbers
    return f"@{numbers[int(number)]}" if known else text


def _as_of(one: Arrangement, cut: int) -> Arrangement:
    """Return an arrangement in its state at minute `cut`."""
    values = {name: getattr(one, name) for name in _COLUMNS}
    if one.ended > cut:
        values |= {"state": "waiting", "ended": -1, "answer": ""}
    if one.entry and minute_of(one.entry) > cut:
        values["entry"] = 0
    return Arrangement(**{**values, "looked": min(one.looked, cut)})


def _insert(db: Connection, one: Arrangement, run: int, asked: Mapping[str, str]) -> int:
    values = {name: getattr(one, name) for name in _COLUMNS if name != "number"}
    text = json.dumps(dict(asked), ensure_ascii=False, sort_keys=True)
    values |= {"run": run, "asked": text, "always": int(one.always)}
    marks = ", ".join("?" * len(values))
    cursor = db.execute(
        f"INSERT INTO arrangement ({', '.join(values)}) VALUES ({marks})", list(values.values())
    )
    return cursor.lastrowid or 0


def _end(db: Connection, number: int, state: ArrangementState, minute: int, answer: str) -> None:
    db.execute(
        "UPDATE arrangement SET state = ?, ended = ?, answer = ? WHERE number = ?",
        (state, minute, answer, number),
    )


def _record(row: Sequence[Any]) -> Arrangement:
    values = dict(zip(_COLUMNS, row, strict=True))
    return Arrangement(
        **{**values, "asked": dict(json.loads(values["asked"])), "always": bool(values["always"])}
    )
