"""Opening: greetings, by the relation of the two, the hour, and when they last talked."""

from __future__ import annotations

from engine.clock import DAY, day_of
from engine.prompts.known import Acquaintance
from engine.rehearsal.conversation.hearing import hear_line
from engine.rehearsal.conversation.household import is_household
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.conversation.topics.inviting import going_on, missed

GREETS_LATE, GREETS_GUESTS = 0.4, 0.5
CLOSE = 0.5
AGAIN = 90  # minutes after a talk within which the next one begins without a greeting
MORNING, EVENING = range(4, 11), range(18, 28)


def greet(talk: Talk) -> str:
    """Return a greeting, or an empty string.

    Whoever begins greets all, and the others greet whoever began; those who join in later may skip it. An
    agent that has introduced itself gets the speaker's name instead.
    """
    lines = talk.prompt.lines
    told = hear_line(lines[0], talk.pack) if lines else None
    answers_news = told is not None and bool(told.news) and not told.invites
    if is_household(talk):
        return "" if answers_news else _of_household(talk)
    person = talk.person(talk.agent)
    if talk.heard.does(("greet_stranger",)) and person is not None and are_strangers(person):
        return talk.say("meet_back", other=talk.address(talk.agent), me=talk.speaker.name.full)
    met = person is not None and person.last_talk is not None
    met = met and person is not None and day_of(person.last_talk or 0) == day_of(talk.prompt.now)
    at_it = met and going_on(talk) is not None
    if any(line.speaker != talk.agent and hear_line(line, talk.pack).brings_up for line in lines[1:]):
        return ""  # the talk is under way
    if answers_news or _talked_just_now(person, talk):
        return ""  # news is answered, not greeted
    greets = GREETS_LATE if len(lines) >= 2 else GREETS_GUESTS if at_it else 1.0
    if not talk.chance(greets):
        return ""
    if lines and person is not None and person.lives_with:
        return talk.say("greet_home")
    first = lines[0].speaker if lines else talk.agent
    return talk.say(_frame(talk), other=talk.address(first), me=talk.speaker.name.full)


def _talked_just_now(person: Acquaintance | None, talk: Talk) -> bool:
    """Check whether the speaker has talked with a person so lately that they need no greeting."""
    last = person.last_talk if person is not None else None
    return last is not None and talk.prompt.now - last < AGAIN


def call(talk: Talk) -> str:
    """Return a word to those whom the speaker begins to talk to, whether or not it has greeted them today."""
    frame = "greet_home" if is_household(talk) else "greet_many" if talk.many else "greet_day"
    return talk.say(frame, other=talk.other)


def is_occasion_for_small_talk(talk: Talk) -> bool:
    """Return whether the speaker begins a talk with these people though there is nothing to tell.

    It does so at a gathering and with somebody it has yet to get to know, once a day, but neither with its
    household nor with those it does not get on with.
    """
    today = day_of(talk.prompt.now)
    met = any(
        person.last_talk is not None and day_of(person.last_talk) == today for person in talk.prompt.people
    )
    fits = going_on(talk) is not None or any(map(are_strangers, talk.prompt.people))
    return fits and not met and not is_household(talk) and talk.closeness >= 0


def _of_household(talk: Talk) -> str:
    """Return what one of a household says on first talking to another today; else an empty string."""
    person = talk.person(talk.agent)
    talked = person.last_talk if person is not None else None
    if talked is not None and day_of(talked) == day_of(talk.prompt.now):
        return ""
    hour = talk.prompt.now % DAY // 60
    if hour in MORNING:
        return talk.say("greet_home_morning")
    return talk.say("greet_home")


def _frame(talk: Talk) -> str:
    person = talk.person(talk.agent)
    if talk.many and not talk.prompt.lines:
        return "greet_many"
    if talk.closeness < 0 or (not talk.prompt.lines and missed(talk) is not None):
        return "greet_cool"
    if person is not None and are_strangers(person) and not talk.prompt.lines:
        return "greet_stranger"
    talked = person.last_talk if person is not None else None
    if talked is not None and day_of(talked) == day_of(talk.prompt.now):
        return "greet_again"
    if talk.closeness >= CLOSE and talk.chance(0.4):
        return "greet_friend"
    hour = talk.prompt.now % DAY // 60
    if hour in MORNING:
        return "greet_morning"
    return "greet_evening" if hour in EVENING or hour < 4 else "greet_day"


def are_strangers(person: Acquaintance) -> bool:
    """Return whether the two have yet to introduce themselves: they never met, not even by sight."""
    known = person.about_daily or person.by_sight or person.lives_with
    return not person.kind and person.last_talk is None and not known
