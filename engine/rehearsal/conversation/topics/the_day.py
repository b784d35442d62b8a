"""The day: what the speaker is doing, what comes next, and when, in words for others."""

from __future__ import annotations

from engine.records import Step
from engine.rehearsal.aims import keeps_from
from engine.rehearsal.conversation.talk import Reply, Talk
from engine.rehearsal.conversation.topics.inviting import going_on, is_left_out
from engine.rehearsal.language.doing import doing as going_on_with, to_do
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.practising import taking_part
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.mind import lowest
from engine.rehearsal.understand import owner

TIRED = 40.0
ASKS_BACK = 0.5
SHOWS = 0.8  # how often one says that one is tired or low as one is not on ordinary days
QUARTER = 15
_MOST_SAID = 60  # characters of an activity that is put into a sentence


def about_day(talk: Talk) -> Reply:
    """Say how the speaker is."""
    speaker, prompt = talk.speaker, talk.prompt
    feels = prompt.feels
    shows = (feels.low or feels.spent) and talk.chance(SHOWS)
    if shows or (lowest(speaker.persona, talk.pack) < TIRED and talk.chance(0.4)):
        said = talk.say("day_answer_sad" if shows and not feels.spent else "day_answer_low")
        if said:
            return Reply(said)
    said = _at_an_occasion(talk) or talk.say("day_answer_plain")
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


def is_leisure(deed: str, pack: Pack) -> bool:
    """Return whether a deed is rest or a pastime that anybody has, and no meal."""
    pastimes = pack.words["anybodys_doing"]
    return pack.activity(deed).kind in pastimes and not pack.has("meals", deed)


def about_plans(talk: Talk) -> Reply:
    """Say what the speaker is going to do, and when it is bound to be somewhere."""
    step = next_step(talk)
    words = next_words(talk, step.activity) if step is not None else ""
    if step is None or not words:
        return Reply(talk.say("no_plans"))
    bound = talk.pack.phrases.read("attend", step.activity)  # nobody names an hour for what is no engagement
    at = next_at(talk, step) if bound else ""
    return Reply(talk.say("answer_plans", next=words, at=at))


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
    """Return a planned activity as it goes on after `I have to`, or "" for one that cannot stand there."""
    found = talk.pack.phrases.read("attend", activity)
    if found:
        host = owner(found["whose"], talk.pack)
        name = talk.speaker.everybody.by_full.get(host)
        whose = talk.speaker.whose(name, talk.hearer) if name else found["whose"]
        return talk.pack.say(talk.draw, "go_to", whose=whose, occasion=found["occasion"])
    words = to_do(bare(tidy(activity, 90)), talk.pack.grammar)
    return talk.speaker.mine(words, talk.hearer) if words else ""


def next_at(talk: Talk, step: Step) -> str:
    """Return the time of a step to the nearest quarter of an hour, as people say it."""
    calendar = talk.pack.calendar
    return calendar.spoken_clock.format(time=calendar.clock(round(step.start / QUARTER) * QUARTER))
