"""Answers about whom the agent met and talked to, when and where."""

from __future__ import annotations

from dataclasses import replace

from engine.clock import day_of
from engine.prompts.known import Acquaintance, Lived
from engine.records import AgentId
from engine.rehearsal.interview.bearing import matter_of
from engine.rehearsal.interview.lookup.deeds import at_table, doing_so
from engine.rehearsal.interview.lookup.occasions import occasion_named
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, lived_in, stay_around, time_asked, today
from engine.rehearsal.interview.lookup.whereabouts import place_named
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.mind import place_of
from engine.rehearsal.recollect import Found
from engine.rehearsal.understand import content_words

_MOST = 8


def last_talk(asked: Asked) -> Reply | None:
    """Say when and where the agent last met a person, or to whom it talked last; or return None."""
    person = asked.person
    if not asked.finds("asks_meeting"):
        return None
    if person is None:
        return _last_of_all(asked) if asked.finds("asks_who") else None
    if asked.finds("asks_talk"):
        return Reply(last_words(person, asked) or (asked.say("not_talked"),), knows=_talked(person))
    return last_seen(asked)


def last_seen(asked: Asked) -> Reply | None:
    """Say when and where the agent last saw a person, and what they were doing; None if no one is named."""
    person = asked.person
    if person is None:
        return None
    rows = [row for row in asked.prompt.lived if person.agent in (*row.talked, *row.saw)]
    other = asked.called(person)
    if not rows:
        never = last_words(person, asked) or (asked.say("seen_never", other=other),)
        return Reply(never, knows=_talked(person))
    when, place = asked.ago(rows[-1].begins), asked.me.place(rows[-1].room)
    last = asked.say("last_seen_at", other=other, when=when, place=place)
    matches = _at_what(person, rows[-1], asked)
    return Reply((last, *_then_at(matches, asked)), numbers(matches))


def _at_what(person: Acquaintance, row: Lived, asked: Asked) -> list[Found]:
    """Return the memory of what a person was doing when the agent saw them, as a list of at most one."""
    matches = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind == "observation" and memory.about == (person.agent,)
        and row.begins <= memory.minute <= row.ends and not asked.pack.finds("said", memory.text)
    ]  # fmt: skip
    return matches[-1:]


def _last_of_all(asked: Asked) -> Reply:
    """Say to whom the agent talked last, and when and where."""
    rows = [row for row in asked.prompt.lived if row.talked]
    if not rows:
        return Reply((asked.say("met_nobody_then"),), knows=False)
    names = asked.pack.listed([asked.me.name_of(agent).called for agent in rows[-1].talked])
    when, place = asked.ago(rows[-1].begins), asked.me.place(rows[-1].room)
    return Reply((asked.say("talked_last", people=names, when=when, place=place),))


def last_words(person: Acquaintance, asked: Asked) -> tuple[str, ...]:
    """Return a sentence on when and where the agent last talked to a person, or none if it never did."""
    if not _talked(person):
        return ()
    when = asked.ago(person.last_talk or 0)
    if not person.last_place:
        return (asked.say("last_talk", when=when),)
    return (asked.say("last_talk_at", when=when, place=asked.me.place(person.last_place)),)


def met_person(asked: Asked) -> Reply | None:
    """Say whether the agent met a person at the time asked about, today if none is named; or return None."""
    person = asked.person
    if person is None or asked.finds("ask_said"):  # what was said is another question
        return None
    time = time_asked(asked) or today(asked)
    rows = _at_place([row for row in lived_in(asked, time) if row.begins >= time.first], asked)
    talked = [row for row in rows if person.agent in row.talked]
    saw = [row for row in rows if person.agent in (*row.talked, *row.saw)]
    other = asked.called(person)
    if not saw:
        frame = "seen_not" if _is_today(time, asked) else "seen_not_then"
        return Reply((asked.say(frame, other=other), *last_words(person, asked)), yes=False)
    row = (talked or saw)[-1]
    when, place = asked.ago(row.begins), asked.me.place(row.room)
    if asked.finds("asks_talk") and not talked:
        sentence = asked.say("not_talked_seen", other=other, when=when, place=place)
        return Reply((sentence,), yes=False)
    frame = "seen_talked" if talked else "seen_only"
    matches = [] if asked.finds("asks_talk") else _at_what(person, row, asked)
    sentence = asked.say(frame, other=other, when=when, place=place)
    return Reply((sentence, *_then_at(matches, asked)), numbers(matches), yes=True)


def came_by(asked: Asked) -> Reply | None:
    """Say whether the agent saw a person come by at the time asked about, or where else; or return None.

    What is no place of the town is an occasion, and another question.
    """
    if asked.person is None or not asked.finds("asks_past") or occasion_named(asked) is not None:
        return None
    if matter_of(asked).things - content_words(place_named(asked), asked.pack) or not asked.prompt.lived:
        return None
    time = time_asked(asked) or today(asked)
    rows = [row for row in lived_in(asked, time) if asked.person.agent in (*row.talked, *row.saw)]
    elsewhere = rows and not _at_place(rows, asked)
    return replace(last_seen(asked) or Reply(()), yes=None) if elsewhere else met_person(asked)


def _then_at(matches: list[Found], asked: Asked) -> list[str]:
    """Return what a person was doing then, in the past tense, as a list of at most one sentence."""
    told = (asked.own(asked.me.in_the_past(match.memory.text)) for match in matches)
    return [asked.say("also", core=core) for core in told]


def met_whom(asked: Asked) -> Reply:
    """Say with whom the agent talked, or whom it saw, at the time asked about, today if none is named."""
    time = time_asked(asked) or today(asked)
    occasion, begun = occasion_named(asked), time_asked(asked) is None
    met_there = occasion.met(asked) if occasion is not None and begun else []
    rows = met_there or _at_place(lived_in(asked, time), asked)
    talked = _in_order(rows, time, talked=True)
    met = talked if asked.finds("asks_talk") else talked + [
        agent for agent in _in_order(rows, time, talked=False) if agent not in talked
    ]  # fmt: skip
    names = [asked.me.name_of(agent).called for agent in met[-_MOST:]]
    if not names:
        frame = "met_nobody" if asked.finds("asks_talk") else "seen_nobody"
        whole_day = _is_today(time, asked) and rows == lived_in(asked, time)
        frame = frame if whole_day else f"{frame}_then"
        return Reply((asked.say(frame),), knows=False)
    frame = "met" if asked.finds("asks_talk") else "saw_people"
    yes = True if asked.finds("asks_whether") else None
    return Reply((asked.say(frame, people=asked.pack.listed(names)),), yes=yes)


def company(asked: Asked) -> Reply | None:
    """Say who was with the agent at the time or meal asked about, or that it was alone; or return None."""
    time = time_asked(asked) or today(asked)
    if asked.named or not time.is_past(asked.prompt.now) or not asked.prompt.lived or time.last <= 0:
        return None
    meal = asked.pack.has("meals", asked.whole or asked.question)
    rows = at_table(asked, time) if meal else lived_in(asked, time)
    rows = doing_so(asked) or rows
    rows = _at_place(rows, asked)
    if time.clock is not None:
        rows = stay_around(asked, time.clock)
    met = list(dict.fromkeys(agent for row in rows for agent in (*row.talked, *row.saw)))[:_MOST]
    if not met:
        return Reply((asked.say("was_alone"),), knows=False)
    names = [asked.me.name_of(agent).called for agent in met]
    return Reply((asked.say("were_with_me", people=asked.pack.listed(names)),))


def _at_place(rows: list[Lived], asked: Asked) -> list[Lived]:
    """Return the stretches at the place that a question names, or all if it names none."""
    place = place_named(replace(asked, question=asked.whole or asked.question))
    if not place and asked.prompt.earlier and asked.finds("goes_on_about_it"):  # where it was just told of
        if of_it := doing_so(asked):
            return of_it
        place = place_named(replace(asked, question=asked.prompt.earlier[-1][1]))
    return [row for row in rows if not place or place_of(row.room) == place]


def _in_order(rows: list[Lived], time: TimeAsked, *, talked: bool) -> list[AgentId]:
    """Return whom the agent talked to, or saw, in stretches that begin within a time, in order."""
    begun = [row for row in rows if time.first <= row.begins < time.last]
    return list(dict.fromkeys(agent for row in begun for agent in (row.talked if talked else row.saw)))


def _is_today(time: TimeAsked, asked: Asked) -> bool:
    return not time.part and day_of(time.first) == day_of(asked.prompt.now)


def _talked(person: Acquaintance) -> bool:
    return person.last_talk is not None and day_of(person.last_talk) >= 1
