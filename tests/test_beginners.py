"""What people write in plain words on their first evening: how much of it is read as they meant it."""

from __future__ import annotations

from functools import cache

import pytest
import yaml

from engine.clock import DAY, day_of
from engine.records import EVERYBODY
from engine.rehearsal.reading.reader import Readers
from engine.world.tree import World
from tests.bench.stories.story import BEGINNERS, town

NINE = 9 * 60
NEAR = 60  # minutes by which an hour may be put otherwise: "after supper"
AS_GOOD = {
    "errand": {"errand", "deed", "visit", "help", "meeting"},
    "help": {"help", "meeting", "errand", "deed", "message", "request"},
    "request": {"request", "help", "meeting", "question", "message"},
    "message": {"message", "request"},
    "occasion": {"occasion", "meeting"},
    "meeting": {"meeting", "occasion", "visit", "help"},
    "feeling": {"feeling", "prohibition"},
    "prohibition": {"prohibition", "secret"},
    "secret": {"secret", "prohibition"},
    "question": {"question", "request"},
}
PLACED = ("occasion", "meeting", "errand", "move", "prohibition")


@cache
def readers(name):
    written = town(name, BEGINNERS)
    return written, Readers(written, World(written))


def is_read_as_meant(row):
    """Tell whether a sentence is read: what it asks, of whom, where and when; a thought asks nothing."""
    written, each = readers(row["town"])
    me, now = written.persona(row["who"]), NINE if row["told"] else 0
    asks = [one for reading in each.read(me, row["text"], now, told=row["told"]) for one in reading.asks]
    if row["kind"] == "thought":
        return not asks
    kinds = AS_GOOD.get(row["kind"], {row["kind"]})
    fits = [one for one in asks if one.who == row["who"] and one.kind in kinds]
    return bool(fits) and _names_whom(row, fits) and _says_when(row, fits) and _says_where(row, fits)


def _names_whom(row, fits):
    wanted = {who for who in row.get("with", ()) if who != "everybody"}
    named = {other for one in fits for other in one.others}
    return row["kind"] == "aim" or wanted <= named or EVERYBODY in named


def _says_when(row, fits):
    if not row.get("when") or row["kind"] == "habit":
        return True
    _, day, *clock = row["when"].split()
    return any(one.when is not None and _is_on(one.when, int(day), clock) for one in fits)


def _is_on(when, day, clock):
    if day not in _days_of(when):
        return False
    if not clock or when.start is None:
        return not clock
    hours, minutes = map(int, clock[0].split(":"))
    return abs(when.start % DAY - hours * 60 - minutes) <= NEAR


def _days_of(when):
    """Return the day of a moment; what is to be done by the end of a day is of that day, too."""
    if when.day is not None:
        return {when.day}
    return set() if when.start is None else {day_of(when.start), day_of(when.start - 1)}


def _says_where(row, fits):
    if not row.get("place") or row["kind"] not in PLACED:
        return True
    return any(one.place.split("/")[0] == row["place"].split("/")[0] for one in fits)


@pytest.mark.nightly
@pytest.mark.parametrize(("language", "share"), [("en", 0.8), ("zh", 0.8)])
def test_plain_sentences_are_read_as_they_were_meant(language, share):
    rows = yaml.safe_load((BEGINNERS / "sentences" / f"{language}.yaml").read_text("utf-8"))
    read = [row for row in rows if is_read_as_meant(row)]
    assert len(read) >= share * len(rows), [row["text"] for row in rows if row not in read][:20]
