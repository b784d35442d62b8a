"""Ways of saying when: a corpus of sentences as authors write them, in `tests/times/*.yaml`.

Each sentence has its times in brackets, and beside it what they mean: `day 2 19:00`, `by day 5`, `until …`,
`about …`, `day 1 17:00-18:00`, `day 3 dusk`, `every Mon Thu 10:00`, `lasts 90 min`, `unread` for what nobody
could put on a clock, `none` for what only looks like a time. Day 1 is a Monday, 1 June 2026.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from engine.clock import DAY, clock_words, parse_moment
from engine.language.times.reading import Reading

CORPUS = Path(__file__).parent / "times"
STARTS = datetime.date(2026, 6, 1)
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence with what it says of time, and where in it."""

    language: str
    text: str
    now: int
    means: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


def sayings(file: str) -> Iterator[Saying]:
    language = file.split("-")[0]
    for group in yaml.safe_load((CORPUS / f"{file}.yaml").read_text(encoding="utf-8")):
        now = parse_moment(group["now"])
        for marked, means in group["says"].items():
            text = re.sub(r"[\[\]]", "", marked)
            spans = tuple(
                (found.start() - 2 * at, found.end() - 2 * at - 2)
                for at, found in enumerate(re.finditer(r"\[[^\]]*\]", marked))
            )
            told = () if means == "none" else tuple(part.strip() for part in means.split(";"))
            yield Saying(language, text, now, told, spans)


def in_words(reading: Reading) -> str:
    """Return a reading as the corpus writes it."""
    if reading.kind == "unread":
        return "unread"
    if reading.kind == "lasts":
        return f"lasts {reading.lasts} min"
    if reading.kind == "every":
        return f"every {_every(reading)}{_clocks(reading, 0)}"
    assert reading.days is not None
    days = f"day {reading.days[0]}" + (f"-{reading.days[1]}" if reading.days[1] != reading.days[0] else "")
    lead = "" if reading.kind in ("moment", "window") else f"{reading.kind} "
    about = "about " if reading.about else ""
    if reading.names_clock and reading.clocks:
        over = reading.clocks[0] // DAY
        days = f"day {reading.days[0] + over}"
        return f"{about}{lead}{days}{_clocks(reading, over)}"
    return f"{about}{lead}{days}{_clocks(reading, 0)}"


def _every(reading: Reading) -> str:
    if reading.weekdays:
        return " ".join(WEEKDAYS[day] for day in sorted(reading.weekdays))
    if reading.step == DAY:
        return "day"
    return f"{reading.step // DAY} days" if reading.step % DAY == 0 else f"{reading.step} min"


def _clocks(reading: Reading, over: int) -> str:
    if reading.clocks is None:
        return ""
    if not reading.names_clock:
        return f" {reading.part}"
    first, last = reading.clocks
    return f" {clock_words(first)}" + (f"-{clock_words(last)}" if last != first else "")
