"""Ways of saying when: a corpus of sentences as authors write them, in `tests/times/*.yaml`.

A file is named by its language; `-held`, `-fresh`, `-later` and `-strange` were written or set aside before
the rules had seen them, and have been read by them since.

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

import pytest
import yaml

from engine.clock import DAY, clock_words, parse_moment
from engine.language.times.read_times import read_times
from engine.language.times.time_reading import TimeReading
from engine.language.times.told_time import due_at, next_minute, told_time
from engine.records import Fact
from tests.towns import founded, small_town

CORPUS = Path(__file__).parent / "times"
FILES = sorted(file.stem for file in CORPUS.glob("*.yaml"))
LEAST_RIGHT = 0.98
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


def in_words(reading: TimeReading) -> str:
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
    if reading.exact == "clock" and reading.clocks:
        over = reading.clocks[0] // DAY
        days = f"day {reading.days[0] + over}"
        return f"{about}{lead}{days}{_clocks(reading, over)}"
    return f"{about}{lead}{days}{_clocks(reading, 0)}"


def _every(reading: TimeReading) -> str:
    if reading.weekdays:
        return " ".join(WEEKDAYS[day] for day in sorted(reading.weekdays))
    if reading.step == DAY:
        return "day"
    return f"{reading.step // DAY} days" if reading.step % DAY == 0 else f"{reading.step} min"


def _clocks(reading: TimeReading, over: int) -> str:
    if reading.clocks is None:
        return ""
    if reading.exact != "clock":
        return f" {reading.part}"
    first, last = reading.clocks
    return f" {clock_words(first)}" + (f"-{clock_words(last)}" if last != first else "")


def misread(file: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the sentences of a file that are not read as they are meant, with what was read."""
    found = []
    for saying in sayings(file):
        read = read_times(saying.text, saying.language, saying.now, STARTS)
        words = tuple(map(in_words, read))
        beside = any(
            end <= each.start or each.end <= start
            for each, (start, end) in zip(read, saying.spans, strict=False)
        )
        if words != saying.means or beside:
            found.append((saying.text, words))
    return found


@pytest.mark.parametrize("file", FILES)
def test_ways_of_saying_when_are_read_as_they_are_meant(file: str) -> None:
    wrong = misread(file)
    assert len(wrong) <= (1 - LEAST_RIGHT) * len(list(sayings(file))), wrong
    assert [each for each in wrong if set(each[1]) != {"unread"}] == []


def test_the_corpus_is_large_and_holds_what_is_no_time_and_what_nobody_can_read() -> None:
    all_of = {
        language: [s for file in FILES if file.startswith(language) for s in sayings(file)]
        for language in ("en", "zh")
    }
    everything = [*all_of["en"], *all_of["zh"]]
    assert len(all_of["en"]) >= 260
    assert len(all_of["zh"]) >= 240
    assert sum(not saying.means for saying in everything) >= 60
    assert sum("unread" in saying.means for saying in everything) >= 40


def read(text: str, now: str = "day 1 08:00", language: str = "en") -> list[str]:
    return [in_words(each) for each in read_times(text, language, parse_moment(now), STARTS)]


def test_a_saying_is_found_with_the_words_that_lead_to_it() -> None:
    text = "Be back at the mill by half past five tomorrow, Tom."
    found = read_times(text, "en", 480, STARTS)[0]
    assert text[found.start : found.end] == "by half past five tomorrow"


@pytest.mark.parametrize(
    ("now", "meant"),
    [
        ("day 1 08:00", "day 1 09:00"),
        ("day 1 10:00", "day 1 21:00"),
        ("day 1 22:00", "day 2 09:00"),
    ],
)
def test_a_bare_hour_is_the_next_one_while_people_are_awake(now: str, meant: str) -> None:
    assert read("Come at nine.", now) == [meant]


def test_a_part_of_the_day_decides_the_hour_whatever_time_it_is() -> None:
    for now in ("day 1 00:00", "day 1 08:00", "day 1 20:59"):
        assert read("Meet me tonight at nine.", now) == ["day 1 21:00"]
        assert read("今晚九点见。", now, "zh") == ["day 1 21:00"]


def test_a_deadline_is_over_when_its_day_begins_or_ends() -> None:
    before, by = (read_times(f"Pay {word} Friday.", "en", 480, STARTS)[0] for word in ("before", "by"))
    assert (before.last, by.last) == (4 * DAY, 5 * DAY)


def test_without_a_date_of_day_1_a_weekday_is_not_understood() -> None:
    assert [each.kind for each in read_times("Come on Friday.", "en", 480)] == ["unread"]
    assert [in_words(each) for each in read_times("Come on day 3.", "en", 480)] == ["day 3"]


def test_the_time_of_a_text_is_the_clock_of_the_day_it_names() -> None:
    told = told_time("Isabel gives a party on day 2 at the Harbour Café at 17:00.", "en", 0, STARTS)
    assert told is not None
    assert (told.first, told.says_day) == (DAY + 17 * 60, True)


@pytest.mark.parametrize(
    ("text", "language", "due"),
    [
        ("Mara holds a meeting in the pub on day 2 at seven in the evening.", "en", "day 2 19:00"),
        ("Mara holds a meeting in the pub on Wednesday at half past seven.", "en", "day 3 19:30"),
        ("Mara gives a feast the day after tomorrow at dusk.", "en", "day 3 19:00"),
        ("林月后天傍晚六点半在祠堂请客。", "zh", "day 3 18:30"),
    ],
)
def test_what_an_author_wrote_is_due_when_it_says(text: str, language: str, due: str) -> None:
    assert due_at(text, language, STARTS) == parse_moment(due)


def test_a_seed_that_says_when_in_words_is_an_engagement() -> None:
    said = "Ada Moss is giving a party at the Café tomorrow at five in the afternoon."
    party = Fact(id="party", text=said, known_by=("ada",), key_words=("party",))
    mind = founded(scenario=small_town(facts=(party,))).minds["ada"]
    assert [memory.when for memory in mind.stream.memories if memory.text == said] == [DAY + 17 * 60]


@pytest.mark.parametrize(
    ("said", "now", "minute"),
    [
        ("Talk to Tomas this evening.", "day 1 08:00", "day 1 18:00"),
        ("Talk to Tomas this evening.", "day 1 19:00", "day 1 19:15"),
        ("Talk to Tomas tonight at nine.", "day 1 08:00", "day 1 21:00"),
        ("Say nothing until Friday at noon.", "day 1 08:00", None),
        ("Talk to Tomas tomorrow.", "day 1 08:00", None),
        ("Talk to Tomas soon.", "day 1 08:00", None),
    ],
)
def test_one_acts_on_a_time_when_it_comes(said: str, now: str, minute: str | None) -> None:
    told = told_time(said, "en", parse_moment(now), STARTS)
    assert next_minute(told, parse_moment(now)) == (parse_moment(minute) if minute else None)


@pytest.mark.parametrize(
    "text",
    [
        "Mara opens the shop at nine.",
        "Mara swims every morning at six.",
        "Mara plays cards on Saturday night.",
        "Mara told Ruth yesterday at noon.",
        "Mara has to answer by day 3.",
    ],
)
def test_habits_the_past_and_days_without_an_hour_bind_nobody(text: str) -> None:
    assert due_at(text, "en", STARTS) is None
