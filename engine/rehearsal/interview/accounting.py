"""Answers that account for something.

They say why the agent spoke to somebody, what it has promised, who would help it, what others say of
somebody, and of whom it has changed its mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.clock import day_of, minute_at
from engine.records import Memory
from engine.rehearsal.interview.lookup.dealings import Dealing, dealings
from engine.rehearsal.interview.lookup.time_asked import time_asked
from engine.rehearsal.interview.planning import hopes
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.remembering import about_talk, says_of_what
from engine.rehearsal.mind import ahead
from engine.rehearsal.opinion.reasons import about_closeness
from engine.rehearsal.recollect import GRANTED, PUT_OFF, REQUESTS, STANCES, Found, is_second_hand
from engine.rehearsal.reflection.thought import read_insight

_OF_SOMEBODY = (
    "insight_side", "insight_missed", "insight_came_round", "insight_went_back", "deep_good", "deep_bad",
    "deep_turns", "deep_neither",
)  # fmt: skip
_MOST = 2


def why_talked(asked: Asked) -> Reply | None:
    """Say what the agent had to ask or tell a person, or that they just met; None if no one is named."""
    if asked.person is None:
        return None
    me, other = asked.me.name, asked.me.name_of(asked.person.agent)

    def told(memory: Memory) -> bool:
        gaps = asked.pack.phrases.read("summary_told", memory.text)
        return gaps is not None and gaps["teller"] == me.full and other.full in gaps["hearer"]

    for dealing in _of_the_day((*REQUESTS, *STANCES, "kept_forgiven"), asked):
        if (dealing.asker, dealing.who) == (me, other):
            return Reply((asked.say("why_asked", core=asked.own(dealing.memory.text)),), (dealing.number,))
    for match in _latest(told, asked)[:1]:
        core = asked.own(asked.says(match.memory).text)
        return Reply((asked.say("why_told", core=core),), (match.number,))
    of_what = about_talk(asked) or Reply(())
    if asked.person.last_talk is None:
        return of_what
    met = asked.say("why_met", other=asked.called(asked.person))
    cited = [memory for number, memory in asked.numbered() if number in of_what.because]
    idle = not all(says_of_what(memory, asked) for memory in cited)
    return Reply((met,) if idle else (met, *of_what.parts), of_what.because)


def promised(asked: Asked) -> Reply | None:
    """Say what the agent has promised, to a person if the question names one."""
    me = asked.me.name
    to = asked.me.name_of(asked.person.agent) if asked.person is not None else None

    def gave_word(memory: Memory) -> bool:
        says = asked.says(memory)
        if to is not None and to not in (says.host, *says.people):
            return False
        comes = memory.kind == "plan" and says.occasion and says.who == me and says.host not in (None, me)
        if comes:  # what is over binds nobody
            return to is not None or (memory.when or asked.prompt.now) >= asked.prompt.now
        return memory.kind == "seed" and says.who == me and asked.pack.finds("gave_word", memory.text)

    any_day = replace(asked, question=asked.without_times(), whole="")
    granted = [
        dealing
        for dealing in _of_the_day((*GRANTED, *PUT_OFF), any_day)
        if dealing.who == me and to in (None, dealing.asker)
    ]
    put_off = {dealing.memory.id for dealing in granted if dealing.frame in PUT_OFF}
    given = [*(dealing.match for dealing in granted), *_latest(gave_word, any_day)]
    told = _of_the_time(sorted(given, key=lambda promise: -promise.memory.id), put_off, asked)[:_MOST]
    if not told and to is None and ahead(asked.prompt.engagements, asked.prompt.now):
        return hopes(asked)  # whoever is expected somewhere does not deny it
    if not told:
        frame = "no_promise" if to is None else "asked_nothing"
        return Reply((asked.say(frame),), yes=False, knows=False)
    parts = [*asked.quoted("my_word", told[:1]), *asked.quoted("also", told[1:])]
    return Reply(tuple(parts), numbers(told), yes=True)


def _of_the_time(given: list[Found], put_off: set[int], asked: Asked) -> list[Found]:
    """Return the promises for a time to come that a question names, or given at a time that is over.

    If there are none, they are those still to be kept, or else all. Those in `put_off` are for the next day.
    """
    time, now = time_asked(asked), asked.prompt.now

    def fits(memory: Memory) -> bool:
        due = minute_at(day_of(memory.minute) + 1, 0) if memory.id in put_off else memory.when
        minute = memory.minute if time is not None and time.is_past(now) else due
        return time is not None and minute is not None and time.first <= minute < time.last

    open_still = [promise for promise in given if (promise.memory.when or now) >= now]
    return [promise for promise in given if fits(promise.memory)] or open_still or given


def helper(asked: Asked) -> Reply:
    """Say who would help the agent and why: somebody who did so when asked, else the closest person."""
    for dealing in _of_the_day(GRANTED, asked):
        if dealing.asker == asked.me.name:
            why = asked.quoted("why", [dealing.match])
            return Reply((asked.say("helps", other=dealing.who.full), *why), (dealing.number,))
    best = asked.closest()
    return about_closeness(best, "fond_choice", asked) if best else Reply((asked.say("no_one"),))


def said_of(asked: Asked) -> Reply | None:
    """Say what others have told the agent about a person, or return None if no one is named."""
    if asked.person is None:
        return None
    name = asked.me.name_of(asked.person.agent)

    def is_hearsay(memory: Memory) -> bool:
        says = asked.says(memory)
        return says.who == name and says.source not in (None, name, asked.me.name)

    matches = _latest(is_hearsay, asked)[:_MOST]
    if not matches:
        return Reply((asked.say("nothing_said_of", other=name.called),), knows=False)
    parts = [*asked.quoted("remember", matches[:1]), *asked.quoted("also", matches[1:])]
    return Reply(tuple(parts), numbers(matches))


def changed_mind(asked: Asked) -> Reply:
    """Say what the agent has concluded about somebody lately, or that nothing has changed."""

    def of_somebody(memory: Memory) -> bool:
        others = set(memory.about) - {asked.prompt.persona.id}
        wanted = {asked.person.agent} if asked.person else others
        thought = memory.kind == "reflection" and bool(others & wanted)
        return thought and read_insight(memory.text, asked.pack, _OF_SOMEBODY) is not None

    matches = _latest(of_somebody, asked)[:1]
    if not matches:
        return Reply((asked.say("same_mind"),), yes=False, knows=False)
    return Reply(tuple(asked.quoted("come_to_think", matches)), numbers(matches), yes=True)


def why_fond(asked: Asked) -> Reply | None:
    """Say why the agent likes or trusts a person, or does not get on with them; None if no one is named."""
    if asked.person is None:
        return None
    return about_closeness(asked.person, "fond" if asked.person.closeness > 0 else "cool", asked)


def _of_the_day(frames: Iterable[str], asked: Asked) -> list[Dealing]:
    """Return the dealings that ended in one of some ways, the latest first; of the day named, if any."""
    day = asked.when.day
    latest = dealings(asked, frames)
    return [dealing for dealing in latest if day in (None, day_of(dealing.memory.minute))]


def _latest(fits: Callable[[Memory], bool], asked: Asked) -> list[Found]:
    """Return the memories that fit, no text twice, the latest first; of the day named, if there is one."""
    day = asked.when.day
    matches: dict[str, Found] = {}
    for number, memory in asked.known():
        of_it = day is None or day_of(memory.minute) == day or memory.kind == "reflection"
        if of_it and not is_second_hand(memory, asked.pack) and fits(memory):
            matches[memory.text] = Found(number, memory, memory.importance)
    return sorted(matches.values(), key=lambda match: -match.memory.id)
