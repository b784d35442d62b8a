"""Answers about whether the agent was at a place, and when it got up."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import day_of, minute_at
from engine.records import Path
from engine.rehearsal.interview.lookup.deeds import recounted
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, lived_at, lived_in, time_asked, today
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.language.text import words_of
from engine.rehearsal.mind import place_in, place_of

_SHORTEST = 2  # letters by which a place is called in a script without spaces
_EARLIER = 120  # minutes by which one may get up before one's hour


def was_at_place(asked: Asked) -> Reply | None:
    """Say whether the agent was at a place that a question names, today if no day is named; or None.

    Whoever has only stood at a door that did not open was not there.
    """
    place = place_named(asked)
    time = time_asked(asked) or today(asked)
    if not place or asked.named or not time.is_past(asked.prompt.now) or not asked.prompt.lived:
        return None
    rows = lived_in(asked, time)
    if time.clock is not None:
        row = lived_at(asked, time.clock)
        rows = [row] if row is not None else []
    there = [row for row in rows if place_of(row.room) == place and not row.outside]
    if not there:
        return Reply((asked.say("not_there", place=asked.me.place(place)),), yes=False)
    done = recounted(there, asked) or Reply(())
    return Reply((asked.say("yes"), *done.parts[:1]), done.because, yes=True)


def place_named(asked: Asked) -> str:
    """Return the place that a question names, among those the agent knows of; empty if none."""
    persona = asked.prompt.persona
    for pattern, room in (("at_home", persona.home), ("at_work", persona.work)):
        if room and asked.finds(pattern):
            return place_of(room)
    paths = tuple(_paths(asked))
    return place_of(place_in(asked.question, paths)) or _called_shortly(paths, asked)


def _called_shortly(paths: tuple[Path, ...], asked: Asked) -> str:
    """Return the place that a question calls by its last word, as `the shop`; empty if none or several."""
    if not asked.pack.grammar.spaced:
        return _called_by_its_end(paths, asked.without_times())
    things = words_of(asked.things(asked.without_times()))
    places = {place_of(path) for path in paths}
    fitting = [place for place in places if words_of(place)[-1:] and words_of(place)[-1] in things[-1:]]
    return fitting[0] if len(fitting) == 1 else ""


def _called_by_its_end(paths: tuple[Path, ...], question: str) -> str:
    """Return the place of which a question has the end of a name, the longest; empty if none or several."""
    ends: dict[int, set[str]] = {}
    for path in paths:
        for name in path.split("/"):
            longest = next((n for n in range(len(name), _SHORTEST - 1, -1) if name[-n:] in question), 0)
            ends.setdefault(longest, set()).add(place_of(path))
    longest = max(ends, default=0)
    return ends[longest].pop() if longest and len(ends[longest]) == 1 else ""


def got_up(asked: Asked) -> Reply | None:
    """Say when the agent got up on the day asked about, or return None if it has not got up yet."""
    time = time_asked(asked) or today(asked)
    day = TimeAsked(minute_at(day_of(time.first), 0), minute_at(day_of(time.first) + 1, 0))
    earliest = day.first + asked.prompt.persona.wake - _EARLIER  # before that, the day before went on
    rows = [row for row in lived_in(asked, day) if row.begins >= earliest]
    if asked.named or not rows or not time.is_past(asked.prompt.now):
        return None
    return Reply((asked.say("got_up", when=asked.ago(rows[0].begins)),), asked.numbers_of(rows[0].memory))


def went_to_bed(asked: Asked) -> Reply | None:
    """Say when the agent's last day that is over ended, or the one asked about; or return None."""
    time = time_asked(asked) or TimeAsked(0, minute_at(day_of(asked.prompt.now), 0))
    rows = [row for row in asked.prompt.lived if day_of(row.begins) <= day_of(max(time.first, time.last - 1))]
    if asked.named or not rows or rows[-1].ends >= asked.prompt.now:
        return None
    return Reply((asked.say("went_to_bed", when=asked.ago(rows[-1].ends)),))


def _paths(asked: Asked) -> Iterator[Path]:
    """Yield the rooms that the agent was in or knows somebody to live or work in."""
    prompt = asked.prompt
    yield from (row.room for row in prompt.lived)
    yield from (item.place for item in prompt.persona.routine)
    yield from (room.path for room in prompt.rooms)
    yield from (path for person in prompt.people for path in (person.home, person.work))
    yield from (path for path in prompt.persona.knows)
