"""Closing: when a conversation ends, and how its members take leave."""

from __future__ import annotations

from engine.clock import DAY
from engine.rehearsal.conversation.hearing import ACCEPTING, DECLINING, hear
from engine.rehearsal.conversation.household import goes_to_bed, is_at_home, is_household, leaves_for
from engine.rehearsal.conversation.practising import part
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.conversation.topics.inviting import Occasion, going_on, is_left_out, occasions
from engine.rehearsal.conversation.topics.the_day import is_leisure, next_step, next_words
from engine.rehearsal.language.practising import taking_part
from engine.rehearsal.mind import is_silent, place_of

LINES_AT_MOST = 11
CUT_SHORT, AT_LEAST = 3, 2  # lines sooner that somebody silent has said enough, though never before so many
EVENING = 20 * 60
SAYS_WHY = 0.6
LEAVES_IT_AT_THAT = 0.6
SOON = 60  # minutes to what one has to go for
HURRIED = 20  # minutes to the next thing planned
_GOING = (
    "close_why", "close_next", "close_bye", "close_bye_evening", "close_bye_many", "close_home_out",
    "close_home_bed",
)  # fmt: skip
_AT_HOME = (
    ("close_home_out", "home_reply_out"), ("close_home_bed", "home_reply_bed"), ("close_home", "home_reply"),
)  # fmt: skip
"""By what one of a household ends a talk at home, and what the others answer."""


def is_time_to_go(talk: Talk) -> bool:
    """Decide to part: the other takes leave, or enough has been said for how close they are."""
    if talk.taking_leave:
        return True
    close = 2 if talk.closeness >= 0.5 else 1 if talk.closeness >= 0.2 else 0
    most = 4 + talk.patience + close - (2 if talk.closeness < 0 else 0)
    if is_silent(talk.speaker.persona, talk.pack):
        most = max(AT_LEAST, most - CUT_SHORT)
    if in_a_hurry(talk):
        most = min(most, 5)
    return len(talk.prompt.lines) >= min(most, LINES_AT_MOST) + max(0, len(talk.prompt.people) - 1)


def in_a_hurry(talk: Talk) -> bool:
    """Check whether the next planned step begins soon."""
    return any(step.start - talk.prompt.now <= HURRIED for step in talk.prompt.ahead[:1])


def is_off(talk: Talk) -> bool:
    """Check whether the speaker goes somewhere else, or to bed, after the talk."""
    return leaves_for(talk) is not None or goes_to_bed(talk)


def farewell(talk: Talk, just_said: str) -> str:
    """Return a farewell to all, or the answer to one. `just_said` is what the line says already."""
    answers = talk.taking_leave and talk.last is not None
    other = talk.address(talk.last.speaker) if answers and talk.last else talk.to_one
    coolly = talk.last is not None and hear(talk.last.text, talk.pack).does(("close_cool",))
    if talk.closeness < 0 or (answers and coolly):
        return talk.say("stay_reply" if answers else "close_cool", other=other)
    if parting := part(talk):
        return parting
    if is_at_home(talk):
        return _at_home(talk, other)
    if is_household(talk):
        if is_off(talk) or _goes(talk):
            return talk.say("close_apart")
        return talk.say("stay_reply" if answers else "close_stay")
    if not is_off(talk) and not _goes(talk):
        return _staying(talk, other)
    why = _agreed(talk) if answers else _why(talk, just_said)
    if answers and why and not talk.many and talk.chance(LEAVES_IT_AT_THAT):
        return why
    return talk.pack.joined([why, _bye(talk, other, answers)])


def _at_home(talk: Talk, other: str) -> str:
    """Return what one of a household ends a talk at home with: a farewell only for going out or to bed."""
    for does, answer in _AT_HOME:
        if talk.taking_leave and talk.last and hear(talk.last.text, talk.pack).does((does,)):
            return talk.say(answer, other=other)
    step = leaves_for(talk)
    if step is not None and (said := next_words(talk, step.activity)):
        return talk.say("close_home_out", next=said, other=other)
    return talk.say("close_home_bed" if goes_to_bed(talk) else "close_home", other=other)


def _goes(talk: Talk) -> bool:
    """Check whether the one who has taken leave goes away."""
    return talk.last is not None and hear(talk.last.text, talk.pack).does(_GOING)


def _staying(talk: Talk, other: str) -> str:
    """Return what ends a talk between people who stay where they are."""
    told = next((each for each in occasions(talk) if _see_each_other_at(each, talk)), None)
    if told is not None and talk.chance(0.3):
        return talk.say("close_occasion", occasion=told.what, other=other)
    if talk.taking_leave:
        meet = talk.last is not None and hear(talk.last.text, talk.pack).does(("close_occasion",))
        return talk.say("close_bye" if meet else "stay_reply", other=other)
    works = place_of(talk.speaker.persona.work) == place_of(talk.prompt.place)
    return talk.say("close_stay_work" if works and talk.chance(SAYS_WHY) else "close_stay", other=other)


def _agreed(talk: Talk) -> str:
    """Return consent to the other's reason for leaving, if they gave one, or an empty string."""
    gave_one = talk.last is not None and hear(talk.last.text, talk.pack).does(("close_why", "close_next"))
    return talk.say("close_agreed") if gave_one and talk.chance(SAYS_WHY) else ""


def _why(talk: Talk, just_said: str) -> str:
    """Return a reason for leaving (the next planned step, or none in particular), or an empty string."""
    step = next_step(talk)
    soon = step is not None and step.start - talk.prompt.now <= SOON
    to_them = step is not None and any(
        talk.speaker.name_of(person.agent).full in step.activity for person in talk.prompt.people
    )
    next_thing = next_words(talk, step.activity) if step is not None and soon and not to_them else ""
    at_it = going_on(talk) is not None or bool(taking_part(talk.prompt.doing, talk.pack)[0])
    idles = step is not None and (is_leisure(step.activity, talk.pack) or at_it)
    if next_thing and not idles and next_thing not in just_said and talk.chance(0.6):
        said = talk.say("close_next", next=next_thing)
        if said:
            return said
    return talk.say("close_why") if talk.chance(SAYS_WHY) else ""


def _see_each_other_at(occasion: Occasion, talk: Talk) -> bool:
    """Check whether both mean to come to an occasion that they spoke of."""
    goes = occasion.host == talk.speaker.name or occasion.memory.kind == "plan" or talk.did(*ACCEPTING)
    spoken_of = occasion.what.lower() in talk.so_far and occasion.is_ahead(talk)
    refused = talk.did(*DECLINING, "coming_unsure") or is_left_out(occasion.what, talk)
    return goes and spoken_of and not refused


def _bye(talk: Talk, other: str, answers: bool) -> str:
    told = next((each for each in occasions(talk) if _see_each_other_at(each, talk)), None)
    if told is not None and talk.chance(0.4):
        return talk.say("close_occasion", occasion=told.what, other=other) or talk.say(
            "close_bye", other=other
        )
    if talk.many and not answers:
        return talk.say("close_bye_many", other=other)
    late = talk.prompt.now % DAY >= EVENING
    frame = "close_bye_evening" if late and talk.chance(0.6) else "close_bye"
    return talk.say(frame, other=other) or talk.say("close_bye", other=other) or f"{other}."
