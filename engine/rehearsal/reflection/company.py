"""Company: whom one talked with most, where, with whom beside, and whom one only saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.clock import DAY, day_of
from engine.records import AgentId
from engine.rehearsal.mind import place_of
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Meeting, Sighting
from engine.rehearsal.reflection.thought import Thought, read_insight

OFTEN, TWICE = 3, 2
_TWO = 2  # people who talk by themselves
APART = 60  # minutes between two sightings that count as two
BESIDE = 15  # minutes around the beginning of a talk in which somebody seen there was beside
CLOSE = 0.4
KNOWN = 0.3
NOON = DAY // 2


def about_whom_one_met(it: Lived) -> Iterator[Thought]:
    """Yield whom the agent talked with most on a day that can be looked back on."""
    for day in it.days_over():
        first, talks = met_most_on(day, it)
        if len(talks) >= OFTEN or len({place_of(each.place) for each in talks}) >= TWICE:
            yield it.think(
                "insight_met_most", [each.note for each in talks], 5, it.full(first), other=it.full(first),
                times=it.times(len(talks)), day=it.on(day), places=it.places(each.place for each in talks),
            )  # fmt: skip


def met_most_on(day: int, it: Lived) -> tuple[AgentId, list[Meeting]]:
    """Return with whom the agent talked most on a day, of two or more, and these talks; "" if with nobody."""
    of_day = _by_person([each for each in it.meetings if each.day == day])
    ranked = sorted(of_day, key=lambda agent: (-len(of_day[agent]), agent))
    if len(ranked) < TWICE or len(of_day[ranked[0]]) == len(of_day[ranked[1]]):
        return "", []
    return ranked[0], of_day[ranked[0]]


def about_who_was_beside(it: Lived) -> Iterator[Thought]:
    """Yield who was there each time that the agent talked with somebody."""
    for day in it.days_over():
        for agent, talks in _by_person([each for each in it.meetings if each.day == day]).items():
            apart = len({place_of(each.place) for each in talks}) >= TWICE
            beside = [_beside(talk, agent, it) for talk in talks] if apart else []
            always = set.intersection(*(set(each) for each in beside)) if beside else set()
            for third in sorted(always)[:1]:
                rows = [each[third].row for each in beside]
                yield it.think(
                    "insight_beside", [*(talk.note for talk in talks), *rows], 5, it.full(agent),
                    other=it.full(agent), third=it.full(third), times=it.times(len(talks)), day=it.on(day),
                    places=it.places(each.place for each in talks),
                )  # fmt: skip


def _beside(talk: Meeting, agent: AgentId, it: Lived) -> dict[AgentId, Sighting]:
    """Return those who were in the room of a talk before and after its beginning, besides its members."""
    there = [
        seen for seen in it.sightings
        if seen.place == talk.place and abs(seen.minute - talk.minute) <= BESIDE
        and seen.agent != agent and seen.agent not in talk.others
    ]  # fmt: skip
    before = {seen.agent for seen in there if seen.minute <= talk.minute}
    after = [seen for seen in there if seen.began >= talk.minute]
    return {seen.agent: seen for seen in after if seen.agent in before}


def about_where_one_meets(it: Lived) -> Iterator[Thought]:
    """Yield the one place where all talks with somebody were, on more than one day."""
    everywhere = {place_of(each.place) for each in it.meetings}
    for agent, talks in _by_person(it.meetings).items() if len(everywhere) > 1 else ():
        places = {place_of(each.place) for each in talks}
        if len(talks) >= OFTEN and len(places) == 1 and talks[0].day < talks[-1].day:
            since = it.me.pack.calendar.day.format(day=talks[0].day)
            yield it.think(
                "insight_always_at", [each.note for each in talks], 4, it.full(agent), other=it.full(agent),
                times=it.times(len(talks)), since=since, place=it.me.place(talks[0].place),
            )  # fmt: skip


def about_whom_one_only_saw(it: Lived) -> Iterator[Thought]:
    """Yield who of those that matter was seen twice on a day, without a word."""
    for day in it.days_over():
        met = {agent for each in it.meetings if each.day == day for agent in each.others}
        seen: dict[AgentId, list[Sighting]] = defaultdict(list)
        for each in it.sightings:
            if each.day == day and each.agent not in met and _is_apart(each, seen[each.agent]):
                seen[each.agent].append(each)
        for agent in sorted(seen, key=lambda agent: (-abs(it.closeness(agent)), agent)):
            found = seen[agent]
            if len({place_of(each.place) for each in found}) >= TWICE and abs(it.closeness(agent)) >= CLOSE:
                yield it.think(
                    "insight_only_saw", [each.row for each in found], 5, it.full(agent),
                    other=it.full(agent), times=it.times(len(found)), day=it.on(day),
                    places=it.places(each.place for each in found),
                )  # fmt: skip


def _is_apart(seen: Sighting, before: list[Sighting]) -> bool:
    """Return whether a sighting counts as one more: it is the first, at another place, or an hour later."""
    last = before[-1] if before else None
    return last is None or seen.minute - last.minute >= APART or place_of(seen.place) != place_of(last.place)


def about_the_longest_talk(it: Lived) -> Iterator[Thought]:
    """Yield with whom the longest talk of a day was, by the lines of it, if there were three or more."""
    for day in it.days_over():
        talks = [each for each in it.meetings if each.day == day]
        ranked = sorted(talks, key=lambda each: -each.lines)
        if len(talks) >= OFTEN and ranked[0].lines > ranked[1].lines and len(ranked[0].others) == 1:
            (other,) = ranked[0].others
            yield it.think(
                "insight_longest", ranked[0].rows, 4, it.full(other), other=it.full(other), day=it.on(day),
                place=it.me.place(ranked[0].place),
            )  # fmt: skip


def about_whom_one_has_not_seen(it: Lived) -> Iterator[Thought]:
    """Yield that somebody dear has not been seen all day, late on it, and where they were last."""
    today = day_of(it.prompt.now)
    if today not in it.days_over():
        return
    for agent in dict.fromkeys(each.agent for each in it.sightings):
        rows = [
            each for each in it.rows if agent in each[1].about and each[1].kind in ("observation", "talk")
        ]
        seen = [each for each in it.sightings if each.agent == agent and each.day < today]
        met = any(agent in each.others and each.day == today for each in it.meetings)
        away = not met and all(day_of(each[1].minute) < today for each in rows)
        if away and seen and len(rows) > 1 and it.closeness(agent) >= CLOSE:
            last = seen[-1]
            yield it.think(
                "insight_not_seen", [last.row, *rows[-1:], *rows[:1]], 5, it.full(agent),
                other=it.full(agent), day=it.on(today), place=it.me.place(last.place), before=it.on(last.day),
            )  # fmt: skip


def about_the_first_word(it: Lived) -> Iterator[Thought]:
    """Yield with whom the first talk of a day was, if the day had no other before noon."""
    for day in it.days_over():
        talks = [each for each in it.meetings if each.day == day]
        if len(talks) >= TWICE and talks[0].minute % DAY >= NOON and len(talks[0].others) == 1:
            (first,) = talks[0].others
            clock = it.me.pack.calendar.clock(talks[0].minute // 15 * 15)
            yield it.think(
                "insight_first_word", [talks[0].note, talks[1].note], 4, it.full(first), other=it.full(first),
                day=it.on(day), clock=clock, place=it.me.place(talks[0].place),
            )  # fmt: skip


def about_who_is_seen_together(it: Lived) -> Iterator[Thought]:
    """Yield which two people were seen talking together at more than one place, or again at another hour."""
    together: dict[tuple[AgentId, AgentId], list[Sighting]] = defaultdict(list)
    talks: dict[int, list[Sighting]] = defaultdict(list)
    for each in it.sightings:
        if not each.deed:
            talks[each.row[0]].append(each)
    for found in talks.values():
        if len(found) == _TWO:
            one, other = sorted(each.agent for each in found)
            last = together[one, other][-1].minute if together[one, other] else -DAY
            if found[0].minute - last >= APART:
                together[one, other].append(found[0])
    for (one, other), found in together.items():
        if len(found) >= TWICE:
            yield it.think(
                "insight_together", [each.row for each in found], 5, it.full(one), a=it.full(one),
                b=it.full(other), times=it.times(len(found)),
                places=it.places(each.place for each in found),
            )  # fmt: skip


def about_who_is_at_it_again(it: Lived) -> Iterator[Thought]:
    """Yield who was seen doing the same at the same place on both days."""
    first: dict[tuple[AgentId, str, str], Sighting] = {}
    for each in it.sightings:
        if not it.is_telling(each.deed):
            continue
        before = first.setdefault((each.agent, each.deed, place_of(each.place)), each)
        if before.day < each.day and abs(it.closeness(each.agent)) >= KNOWN:
            yield it.think(
                "insight_both_days", [before.row, each.row], 4, it.full(each.agent),
                other=it.full(each.agent), doing=each.deed, place=it.me.place(each.place),
                before=it.on(before.day), day=it.on(each.day),
            )  # fmt: skip


def about_what_has_changed(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has talked again most with the same person, or at last with one it only saw."""
    frames = ("insight_only_saw", "insight_met_most")
    met = {thought.about: thought for thought in about_whom_one_met(it)}
    numbered = dict(it.rows)
    for row in it.of_kind("reflection"):
        read = read_insight(row[1].text, it.me.pack, frames)
        other = read[1]["other"] if read else ""
        since = [
            each for each in it.meetings
            if each.minute > row[1].minute and other in map(it.full, each.others)
        ]  # fmt: skip
        before = it.day_of_evidence(row)
        if since and 0 < before < since[0].day and read and read[0] == "insight_only_saw":
            yield it.think(
                "deep_at_last", [row, since[0].note], 6, other, other=other, before=it.on(before),
                day=it.on(since[0].day), place=it.me.place(since[0].place),
            )  # fmt: skip
        again = met.get(other) if read and read[0] == "insight_met_most" else None
        if again and before:
            rows = [(number, numbered[number]) for number in again.because]
            day = day_of(rows[0][1].minute)
            if before < day and it.full(met_most_on(before, it)[0]) == other:
                yield it.think(
                    "deep_met_again", [row, *rows], 6, other, other=other, before=it.on(before),
                    day=it.on(day),
                )  # fmt: skip


def _by_person(meetings: tuple[Meeting, ...] | list[Meeting]) -> dict[AgentId, list[Meeting]]:
    found: dict[AgentId, list[Meeting]] = defaultdict(list)
    for each in meetings:
        for agent in sorted(each.others):
            found[agent].append(each)
    return found
