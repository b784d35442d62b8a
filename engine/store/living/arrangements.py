"""Arrangement: what authors have asked to be done at a moment to come, or when something is so."""

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
    """One intervention that is to come: at the minute `due`, or (None) whenever the `rule` comes to hold: a
    list of clauses, as JSON; once, or `always`.

    `set_at` is the minute at which it was asked for. `entry` is the entry of the log with which it was done
    last (0: not yet), `ended` the minute from which on it waits no more, `answer` why it was refused.
    `looked` is the minute of the last look at the town for its rule.
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
    """Keep several, in their order; returns them with their numbers. What one takes back of another is named
    by the other's place among them, counted from 1, and so are those whose rule is `held` to hold already.
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
    """Return what names the entry of something planned, with its number in place of its place in a list."""
    place = text.removeprefix("#")
    named = text.startswith("#") and place.isdecimal() and 0 < int(place) <= len(numbers)
    return f"@{numbers[int(place) - 1]}" if named else text


def arrangements_of(store: Store, run: int) -> tuple[Arrangement, ...]:
    """Return all that was ever planned for a run, in the order it was asked for."""
    rows = store.select(f"{_SELECT} WHERE run = ? ORDER BY number", (run,))
    with readable(store.path, "what is planned for a run"):
        return tuple(map(_record, rows))


def note_done(store: Store, number: int, entry: int, *, ends: bool) -> None:
    """Note the entry with which something planned was done; it waits no more where it `ends` so."""
    with store.write() as db:
        db.execute("UPDATE arrangement SET entry = ? WHERE number = ?", (entry, number))
        if ends:
            _end(db, number, "done", minute_of(entry), "")


def note_refused(store: Store, number: int, minute: int, answer: str) -> None:
    """Note that something planned could not be done, and why."""
    with store.write() as db:
        _end(db, number, "refused", minute, answer)


def call_off(store: Store, run: int, number: int, minute: int) -> None:
    """Let something planned not be done after all. Raises NotFound where nothing of that number waits."""
    waiting = {one.number for one in arrangements_of(store, run) if one.state == "waiting"}
    if number not in waiting:
        raise NotFound(
            worded(
                "nothing planned with the number {number} waits in this run; `planned` lists what does",
                number=number,
            )
        )
    with store.write(durable=True) as db:
        _end(db, number, "off", minute, "")


def note_look(store: Store, number: int, minute: int, *, turned: bool | None) -> None:
    """Note that a rule was looked at, and whether it has come to hold, or to hold no more (None: neither)."""
    with store.write() as db:
        db.execute("UPDATE arrangement SET looked = ? WHERE number = ?", (minute, number))
        if turned is not None:
            db.execute(
                "INSERT INTO rule_turn (arrangement, minute, holds) VALUES (?, ?, ?)",
                (number, minute, int(turned)),
            )


def held_last(store: Store, number: int) -> bool:
    """Return whether a rule held when it was last looked at."""
    query = "SELECT holds FROM rule_turn WHERE arrangement = ? ORDER BY minute DESC LIMIT 1"
    return bool([1 for (held,) in store.select(query, (number,)) if held])


def hand_on(store: Store, parent: int, fork: int, cut: int) -> None:
    """Give a fork what was planned for its parent by the minute at which they part, as it stood then."""
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
    """Return what was planned for a run by a minute and still to come at it, as it stood then."""
    then = (_as_of(one, cut) for one in arrangements_of(store, run) if one.set_at <= cut)
    return tuple(one for one in then if one.state == "waiting")


def _handed_on(text: str, numbers: Mapping[int, int]) -> str:
    number = text.removeprefix("@")
    known = text.startswith("@") and number.isdecimal() and int(number) in numbers
    return f"@{numbers[int(number)]}" if known else text


def _as_of(one: Arrangement, cut: int) -> Arrangement:
    """Return something planned as it stood at a minute."""
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
