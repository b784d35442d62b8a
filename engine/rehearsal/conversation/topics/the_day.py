"""The day: what the speaker is doing, what comes next, and when, in words for others."""

from __future__ import annotations

import re

from engine.records import Step
from engine.rehearsal.aims import keeps_from
from engine.rehearsal.conversation.talk import Reply, Talk
from engine.rehearsal.conversation.topics.inviting import going_on, is_left_out
from engine.rehearsal.language.doing import doing as going_on_with
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.practising import taking_part
from engine.rehearsal.language.text import bare, tidy, words_of
from engine.rehearsal.mind import lowest
from engine.rehearsal.understand import mentioned, owner

TIRED = 40.0
ASKS_BACK = 0.5
SHOWS = 0.8  # how often one says that one is tired or low as one is not on ordinary days
QUARTER = 15
_MOST_SAID = 60  # characters of an activity that is put into a sentence
_LISTED = re.compile("[,，、;；]")


def about_day(talk: Talk) -> Reply:
    """Say how the speaker's day is going: what it is doing, or how it feels."""
    speaker, prompt = talk.speaker, talk.prompt
    feels = prompt.feels
    shows = (feels.low or feels.spent) and talk.chance(SHOWS)
    if shows or (lowest(speaker.persona, talk.pack) < TIRED and talk.chance(0.4)):
        said = talk.say("day_answer_sad" if shows and not feels.spent else "day_answer_low")
        if said:
            return Reply(said)
    said = _at_an_occasion(talk) or _at_what(talk)
    said = said or talk.say("day_answer_plain")
    asked_back = talk.heard.does(("ask_day",)) and not talk.many and talk.chance(ASKS_BACK)
    back = talk.say("answer_back") if asked_back and not talk.did("answer_back") else ""
    return Reply(talk.pack.joined([said, back]), holds=bool(back))


def _at_an_occasion(talk: Talk) -> str:
    """Say how it is at an occasion, where what the speaker is doing is plain to all; else return ""."""
    here = going_on(talk)
    role, _ = taking_part(talk.prompt.doing, talk.pack)
    if here is None and not role:
        return ""
    gives = role == "host" if here is None else here.host == talk.speaker.name
    return talk.say("day_answer_host" if gives else "day_answer_guest")


def _at_what(talk: Talk) -> str:
    """Say what the speaker is doing, unless all do that, eat, or see a gesture, or it was said; else ""."""
    now, pack = bare(tidy(talk.prompt.doing, 120)), talk.pack
    alike = any(bare(person.doing) == now for person in talk.prompt.people)
    to_tell = not alike and now not in pack.by_the_way and not is_anybodys(now, pack)
    doing = doing_words(talk, now) if to_tell else ""
    return talk.say("day_answer", doing=doing) if doing and doing.lower() not in talk.so_far else ""


def is_anybodys(deed: str, pack: Pack) -> bool:
    """Return whether a deed says nothing of who does it, such as eating or getting up."""
    return bool(pack.has("meals", deed)) or is_leisure(deed, pack)


def is_leisure(deed: str, pack: Pack) -> bool:
    """Return whether a deed is rest or a pastime that anybody has, and no meal."""
    return pack.activity(deed).kind in pack.words["anybodys_doing"] and not pack.has("meals", deed)


def about_plans(talk: Talk) -> Reply:
    """Say what the speaker is going to do, and when it is bound to be somewhere."""
    step = next_step(talk)
    if step is None:
        return Reply(talk.say("no_plans"))
    bound = talk.pack.phrases.read("attend", step.activity)  # nobody names an hour for what is no engagement
    at = next_at(talk, step) if bound else ""
    return Reply(talk.say("answer_plans", next=next_words(talk, step.activity), at=at))


def doing_words(talk: Talk, doing: str) -> str:
    """Return an activity as it is said inside a sentence, or an empty string for a talk or a search."""
    current = first_deed(bare(tidy(doing, 120)))
    talking = talk.pack.finds("waiting", current)
    if not current or talking or len(current) > _MOST_SAID or _names_somebody_here(current, talk):
        return ""
    if _is_a_search(current, talk):
        return ""
    small = current[:1].lower() + current[1:]
    said = talk.speaker.mine(small, talk.hearer)
    return said if said == talk.speaker.mine(small) else ""  # what is done with the hearer they know


def _is_a_search(current: str, talk: Talk) -> bool:
    """Return whether an activity is looking for somebody."""
    grammar = talk.pack.grammar
    leads = (each.text.partition("{other}")[0].strip() for each in talk.pack.phrases.of("look_for"))
    return any(lead and current.startswith((lead, going_on_with(lead, grammar))) for lead in leads)


def first_deed(activity: str) -> str:
    """Return the first of the deeds that an activity lists: a plan lists more than people say.

    A single word before the first comma is no deed by itself: `peel, chop and boil`.
    """
    first = _LISTED.split(activity, maxsplit=1)[0].strip()
    return first if len(words_of(first)) > 1 else activity


def _names_somebody_here(current: str, talk: Talk) -> bool:
    """Return whether an activity names one of those present, who see what it is."""
    named = mentioned(current, talk.speaker.everybody)
    return any(talk.speaker.name_of(person.agent) in named for person in talk.prompt.people)


def next_step(talk: Talk) -> Step | None:
    """Return the next planned step that can be spoken of here, or None.

    Left out are occasions to which somebody here is not asked, searches for people, and what is kept from
    them.
    """
    people = [person.agent for person in talk.prompt.people]
    for step in talk.prompt.ahead:
        _, occasion = taking_part(step.activity, talk.pack)
        hidden = bool(occasion) and _is_not_for_them(occasion, talk)
        kept = hidden or keeps_from(talk.prompt.aims, people, step.activity, talk.speaker)
        sought = talk.pack.phrases.read("look_for", step.activity)  # is nothing that one plans by the clock
        at_it = going_on_with(bare(step.activity), talk.pack.grammar) == bare(talk.prompt.doing)
        if step.activity.strip() and not kept and not sought and not at_it:
            return step
    return None


def _is_not_for_them(occasion: str, talk: Talk) -> bool:
    """Return whether an occasion is not spoken of as to come: somebody here is left out, or all are at it."""
    here = going_on(talk)
    return is_left_out(occasion, talk) or (here is not None and here.what == occasion)


def next_words(talk: Talk, activity: str) -> str:
    """Return a planned activity as it goes on after `I have to`."""
    found = talk.pack.phrases.read("attend", activity)
    if found:
        host = owner(found["whose"], talk.pack)
        name = talk.speaker.everybody.by_full.get(host)
        whose = talk.speaker.whose(name, talk.hearer) if name else found["whose"]
        return talk.pack.say(talk.draw, "go_to", whose=whose, occasion=found["occasion"])
    words = first_deed(bare(tidy(activity, 90)))
    return talk.speaker.mine(words[:1].lower() + words[1:], talk.hearer) if words else ""


def next_at(talk: Talk, step: Step) -> str:
    """Return the time of a step to the nearest quarter of an hour, as people say it."""
    calendar = talk.pack.calendar
    return calendar.spoken_clock.format(time=calendar.clock(round(step.start / QUARTER) * QUARTER))
