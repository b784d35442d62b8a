"""Claims about company: whom the agent talked with, how often and where, whom it saw, and who was beside."""

from __future__ import annotations

from engine.clock import DAY, day_of
from engine.records import Conversation, Memory
from tests.truth.conclusions.asking import (
    claim,
    counted,
    day_in,
    first_wrong,
    hour_of,
    in_order,
    not_those,
    on,
    on_day,
    places_in,
    seen_doing,
    seen_talking,
    times_of,
)
from tests.truth.log import Past, place_of
from tests.truth.reading import Said

APART = 60  # minutes from which on two sightings are two


def _more_than_others(past: Past, other: str, day: str) -> str:
    """Say that the agent talked as often with somebody else that day."""
    talks = {who: len(on(past, past.talks(who), day)) for who in past.log.names if who != past.me}
    most = [who for who in talks if who != other and talks[who] >= talks[other]]
    return f"as often with {', '.join(most)}" if most else ""


@claim("talked with somebody most")
def talked_most(past: Past, said: Said) -> str:
    """So many talks with them that day, in these places, and fewer with everybody else."""
    other, day = said.one["other"], said.text["day"]
    return first_wrong(
        counted(past, said, on(past, past.talks(other), day)), _more_than_others(past, other, day)
    )


@claim("spoke with neither")
def spoke_with_neither(past: Past, said: Said) -> str:
    """No talk with the one on the one day, and none with the other on the other."""
    for who, day in (("a", "before"), ("b", "day")):
        if on(past, past.talks(said.one[who]), said.text[day]):
            return f"it talked with {said.one[who]}"
    return ""


@claim("talked most with one and then another")
def most_with_two(past: Past, said: Said) -> str:
    """More talks with the one than with anybody else on the one day, and with the other on the other."""
    return first_wrong(
        in_order(said),
        _more_than_others(past, said.one["a"], said.text["before"]),
        _more_than_others(past, said.one["b"], said.text["day"]),
    )


@claim("talked with somebody most again")
def talked_most_again(past: Past, said: Said) -> str:
    """More talks with them than with anybody else on each of the two days."""
    other = said.one["other"]
    days = said.text["before"], said.text["day"]
    return first_wrong(in_order(said), *(_more_than_others(past, other, day) for day in days))


@claim("somebody was always beside")
def always_beside(past: Past, said: Said) -> str:
    """In each talk with the other that day the third was in the room, whether it took part or not."""
    talks = on(past, past.talks(said.one["other"]), said.text["day"])
    third = said.one["third"]
    alone = [talk for talk in talks if not past.in_room(third, talk.room, talk.minute, talk.until)]
    return first_wrong(
        counted(past, said, talks), f"{third} was not there at {alone[0].minute}" if alone else ""
    )


@claim("talks with somebody in one place only")
def one_place(past: Past, said: Said) -> str:
    """All talks with them so far were there, so many, the first on the day named."""
    talks = past.talks(said.one["other"])
    elsewhere = {place_of(talk.room) for talk in talks} - places_in(past, said.text["place"])
    return first_wrong(
        f"also at {', '.join(sorted(elsewhere))}" if elsewhere else "",
        "" if len(talks) == times_of(said.text["times"]) else f"they talked {len(talks)} time(s)",
        "" if talks and on_day(talks[0].minute, said.text["since"]) else "not since that day",
    )


def _apart(rows: list[Memory]) -> list[Memory]:
    """Return the rows without those that were made within an hour of the one before."""
    found: list[Memory] = []
    for row in rows:
        if not found or row.minute - found[-1].minute >= APART:
            found.append(row)
    return found


@claim("saw two people talking together")
def saw_talking(past: Past, said: Said) -> str:
    """The agent was there when the two talked, so often (all together, or an hour apart), in these places."""
    rows = seen_talking(past, said.one["a"], said.one["b"])
    of_two = [row for row in rows if len(row.about) == len(("a", "b"))]
    right = {len(some) for every in (rows, of_two) for some in (every, _apart(every))}
    return first_wrong(
        "" if times_of(said.text["times"]) in right else f"it saw {len(rows)} of their talks",
        *(
            f"not at {place}"
            for place in places_in(past, said.text["places"]) - {place_of(row.place) for row in rows}
        ),
    )


@claim("saw somebody at the same on two days")
def same_on_two_days(past: Past, said: Said) -> str:
    """The agent saw them do it in that place on each of the two days."""
    for day in (said.text["before"], said.text["day"]):
        if not seen_doing(past, said.one["other"], said.text["doing"], day, said.text["place"]):
            return f"not seen {day}"
    return in_order(said)


@claim("only saw somebody")
def only_saw(past: Past, said: Said) -> str:
    """The agent saw them in just these places, at least so often, and had no talk with them that day."""
    other, day = said.one["other"], said.text["day"]
    if on(past, past.talks(other), day):
        return "they talked"
    rows = [row for row in past.memories("observation") if on_day(row.minute, day) and other in row.about]
    seen = [row for row in rows if row.place]
    return first_wrong(
        "" if len(seen) >= times_of(said.text["times"]) else f"seen {len(seen)} time(s)",
        not_those("places", places_in(past, said.text["places"]), {place_of(row.place) for row in seen}),
    )


@claim("talked with nobody before somebody")
def first_word(past: Past, said: Said) -> str:
    """The first talk of the day was with them, there, and not before the hour named."""
    day = day_in(said.text["day"])
    talks = [
        talk for talk in past.log.rows[Conversation]
        if past.me in talk.members and day_of(talk.minute) == day and talk.minute <= past.minute
    ]  # fmt: skip
    if not talks or said.one["other"] not in talks[0].members:
        return "the first talk was not with them"
    late = any(talks[0].minute % DAY >= minute for minute in hour_of(said.text["hour"]))
    there = place_of(talks[0].room) in places_in(past, said.text["place"])
    return first_wrong("" if late else f"it was at minute {talks[0].minute}", "" if there else talks[0].room)


@claim("had the longest talk with somebody")
def longest_talk(past: Past, said: Said) -> str:
    """A talk with them alone, that day and there, had more lines than any other talk of the agent's."""
    talks = on(
        past, [talk for who in past.log.names if who != past.me for talk in past.talks(who)], said.text["day"]
    )
    most = max((len(past.log.lines[talk.id]) for talk in talks), default=0)
    longest = {talk for talk in talks if len(past.log.lines[talk.id]) == most}
    if len(longest) != 1:
        return f"{len(longest)} talks were as long"
    talk = longest.pop()
    if set(talk.members) != {past.me, said.one["other"]}:
        return f"it was with {', '.join(talk.members)}"
    return "" if place_of(talk.room) in places_in(past, said.text["place"]) else f"it was at {talk.room}"


@claim("has not seen somebody")
def not_seen(past: Past, said: Said) -> str:
    """The agent neither saw them nor talked with them that day, and did last when and where is said."""
    other = said.one["other"]
    rows = [row for row in past.memories("observation") if other in row.about]
    met = [(row.minute, row.place) for row in rows if row.place]
    met += [(talk.minute, talk.room) for talk in past.talks(other)]
    today = [place for minute, place in met if on_day(minute, said.text["day"])]
    if today:
        return f"it did, at {today[0]}"
    if not met:
        return "it has never seen them"
    minute, place = max(met)
    right = on_day(minute, said.text["before"]) and place_of(place) in places_in(past, said.text["place"])
    return first_wrong(in_order(said), "" if right else f"the last time was at minute {minute}, at {place}")


@claim("talked with somebody at last")
def talked_at_last(past: Past, said: Said) -> str:
    """No talk with them on the one day, and one on the other, in that place."""
    talks = past.talks(said.one["other"])
    if on(past, talks, said.text["before"]):
        return "they had talked before"
    places = {place_of(talk.room) for talk in on(past, talks, said.text["day"])}
    there = places & places_in(past, said.text["place"])
    return first_wrong(in_order(said), "" if there else "no talk there that day")
