"""Delivering: what the speaker has to say to somebody here: a message, a question, a request."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.clock import DAY, clock_words, day_of
from engine.language.phrases import phrases
from engine.practices.conduct import AHEAD, HELD, TO_MANY
from engine.records import AgentId, Intention, Name
from engine.rehearsal.aims import is_for, keeps_from, to_say
from engine.rehearsal.conversation.hearing import CAMPAIGNING, REQUESTING, hear
from engine.rehearsal.conversation.talk import Offer, Talk
from engine.rehearsal.conversation.topics.inviting import asks_to_come, is_guest
from engine.rehearsal.conversation.topics.telling import here
from engine.rehearsal.conversation.turning import lowered
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.language.third_person import in_third_person
from engine.rehearsal.recollect import overlap
from engine.rehearsal.understand import content_words

_MOST = 230
_SOON = 30  # minutes before a meeting within which nobody asks for it
_EARLY = 20  # minutes before its hour at which what is agreed on has begun for those who are there


def deliver(talk: Talk) -> Offer | None:
    """Offer what is due to be said to somebody here, in the speaker's own words, or return None."""
    people = [person.agent for person in talk.prompt.people]
    campaigned = talk.did(*CAMPAIGNING)  # whoever did: one of them seeks support in a talk
    aims = [
        aim for aim in talk.prompt.aims
        if not _is_kept_from_somebody_here(aim.intention, talk)
        and not (campaigned and aim.intention.kind in TO_MANY)
        and not _is_asked_for_here(aim.intention, talk)
        and is_for(aim, talk.closeness, talk.pack)
    ]  # fmt: skip
    aim = to_say(aims, people, talk.prompt.now)
    hands_over = aim is None
    aim = aim or next((each for each in aims if _is_handed_over(each.intention, people, talk)), None)
    if aim is None:
        return None
    one = aim.intention
    number, memory = next((each for each in talk.numbered() if each[1].id == one.memory), (0, None))
    if memory is None:
        return None
    if memory.kind == "plan" and memory.evidence:  # an inner voice was heeded
        one = _of_whom_it_is_told(one, talk)
    way = _help if hands_over else _invited if one.kind in HELD else _WAYS.get(one.kind, _as_it_stands)
    text = way(one, talk)
    thought = "thought_invite" if one.kind in AHEAD else "thought_tell"
    return Offer(text, thought, number, holds=True) if text else None


def _is_handed_over(one: Intention, people: Sequence[AgentId], talk: Talk) -> bool:
    """Check whether the speaker has met somebody at the hour when it is to give or pay them something."""
    hour = one.when is not None and one.when - _EARLY <= talk.prompt.now
    met = hour and one.kind in AHEAD - HELD and not {*one.others}.isdisjoint(people)
    gives = any(talk.pack.patterns[name].search(one.deed) for name in ("deed_pays", "deed_brings"))
    return met and gives and not talk.did("pays", "pays_plain", "brings", "brings_plain")


def _is_kept_from_somebody_here(one: Intention, talk: Talk) -> bool:
    """Return whether somebody here who would also hear it must not learn what the speaker has to say."""
    said, people = one.content or one.what, [person.agent for person in talk.prompt.people]
    named = [aim for aim in talk.prompt.aims if aim.intention.others]
    return bool(said) and keeps_from(named, people, said, talk.speaker)


def _is_asked_for_here(one: Intention, talk: Talk) -> bool:
    """Check whether the speaker has asked for the same in this talk already, for whatever reason."""
    wanted = bare(one.content or one.what).lower()
    words = content_words(wanted, talk.pack)
    asked = [line.text for line in talk.mine if hear(line.text, talk.pack).does(REQUESTING)]
    return one.kind == "request" and any(
        wanted in text.lower() or 0 < len(words) <= 2 * len(words & content_words(text, talk.pack))
        for text in asked if wanted
    )  # fmt: skip


def _of_whom_it_is_told(one: Intention, talk: Talk) -> Intention:
    """Return an intention from an inner voice, with the hearer's name in place of the pronoun for them.

    The voice calls the speaker `you`, so in `tell Ada that her goat is loose` the goat is Ada's, unless
    somebody else with the same pronoun is named.
    """
    hearer = talk.hearer
    if one.kind not in ("message", "question") or hearer is None or hearer.pronouns == "they":
        return one
    same = (name for name in talk.speaker.everybody if name.pronouns == hearer.pronouns and name != hearer)
    if any(name.full in one.content or name.called in one.content for name in same):
        return one
    return replace(one, content=_by_name(one.content, hearer, talk.pack))


def _message(one: Intention, talk: Talk) -> str:
    for frame in _GESTURES:
        if found := _gesture(frame, one, talk):
            return _with_or_without(frame, found, one.content or one.what, talk)
    if not one.content and talk.pack.finds("asks_what", one.what):
        return _answer(one, talk)
    said = in_own_words(_with_owners(one.content or one.what, talk), talk)
    return _announced(said, talk) if said else _as_it_stands(one, talk)


def _with_owners(said: str, talk: Talk) -> str:
    """Return a message with the hearer's name in place of a possessive that could be the speaker's as well.

    In "tell Tom that his boat is loose" it is Tom's boat, whoever tells him.
    """
    me, hearer, pack = talk.speaker.name, talk.hearer, talk.pack
    if hearer is None or hearer.pronouns != me.pronouns or me.pronouns == "they" or pack.finds("to_me", said):
        return said
    if any(name.called in said for name in talk.speaker.everybody if name.pronouns == me.pronouns):
        return said
    return _owned_by_name(said, hearer, pack)


def _answer(one: Intention, talk: Talk) -> str:
    """Return the answer that the speaker was given to its question, or the line that it learnt nothing."""
    wanted = content_words(one.what, talk.pack)
    told = [
        memory for memory in talk.prompt.recalled
        if memory.kind == "talk" and memory.id > one.memory
        and talk.understand(memory).source not in (None, talk.speaker.name)
        and 2 * overlap(wanted, memory.text, talk.pack) >= len(wanted)
    ]  # fmt: skip
    if told:
        return _announced(talk.speaker.recount(max(told, key=lambda memory: memory.id)), talk)
    return talk.say("none_the_wiser", what=lowered(bare(one.what), talk))


def _gesture(frame: str, one: Intention, talk: Talk) -> re.Match[str] | None:
    """Find the gesture in a deed, such as an apology, or return None if the deed only speaks of one."""
    found = talk.pack.patterns[_GESTURES[frame]].search(one.deed)
    content = one.deed.find(one.content) if one.content else -1
    return found if found and (content < 0 or found.start() < content) else None


def _with_or_without(frame: str, found: re.Match[str], content: str, talk: Talk) -> str:
    """Return the phrase for a gesture, with what it is for if that is known."""
    regretted = talk.pack.patterns["regrets"].sub("", found.groupdict().get("what") or content)
    what = in_own_words(regretted, talk)
    if what and content_words(what, talk.pack) and (said := talk.say(frame, what=lowered(what, talk))):
        return said
    return talk.say(_PLAIN.get(frame, frame))


def _announced(said: str, talk: Talk, frame: str = "tell_straight") -> str:
    """Return a statement after a lead that asks for the hearer's attention."""
    return talk.after(talk.say(frame) or talk.say("tell"), said)


def _question(one: Intention, talk: Talk) -> str:
    what = one.content or one.what
    said = in_own_words(what, talk)
    frame = "ask_this" if talk.pack.finds("asks_what", what) else "ask_of"
    return talk.say(frame, what=lowered(said, talk)) if said else _as_it_stands(one, talk)


def _request(one: Intention, talk: Talk) -> str:
    wanted = one.content or one.what
    owned = talk.pack.patterns["owns_thing"].match(wanted) if not one.others else None
    plain = talk.pack.patterns["aside"].sub("", owned["what"] if owned else wanted)
    said = talk.pack.patterns["unspecific"].sub("", in_own_words(plain, talk, of_them=bool(one.others)))
    if not said:
        return _as_it_stands(one, talk)
    if supports := _support(said, talk):
        return talk.say("ask_deed", what=supports)
    before = one.deed.partition(one.content)[0].strip() if one.content else ""
    is_thing = owned is not None or not one.content or talk.pack.finds("asks_thing", before)
    lent = talk.pack.finds("deed_loan", one.deed)
    if not is_thing:
        return talk.say("ask_deed", what=lowered(_at_its_hour(said, one, talk), talk))
    if talk.pack.finds("helpers", said):
        return talk.say("ask_help", what=lowered(said, talk))
    frame = "ask_anybody" if not one.others else "ask_loan" if lent else "ask_thing"
    return talk.say(frame, what=lowered(said, talk))


def _support(said: str, talk: Talk) -> str:
    """Return the deed for `support for becoming warden` (`support me for warden`), or an empty string."""
    found = talk.pack.patterns["for_support"].fullmatch(said)
    if found is None:
        return ""
    frame = "support_me_for" if found["office"] else "support_it"
    return talk.say(frame, what=lowered(found["office"] or found["what"], talk))


def _at_its_hour(said: str, one: Intention, talk: Talk) -> str:
    """Return a requested deed with its time as people say it today, rather than as it was written."""
    calendar = talk.pack.calendar
    plain = bare(calendar.without(calendar.dated(said, talk.prompt.now, talk.prompt.starts)))
    if one.until is None or one.until % DAY == 0 or not plain or plain == bare(said):
        return said
    when = calendar.moment(one.until, talk.prompt.now, talk.prompt.starts)
    return f"{plain} {when}" if talk.pack.grammar.spaced else f"{when}{plain}"


def _help(one: Intention, talk: Talk) -> str:
    """Return the line that goes with paying, bringing or doing something for somebody."""
    for frame, pattern in (("pays", "deed_pays"), ("brings", "deed_brings"), ("offers_hand", "deed_helps")):
        if found := talk.pack.patterns[pattern].search(one.deed):
            return _with_or_without(frame, found, one.what or one.content, talk) or _as_it_stands(one, talk)
    return _as_it_stands(one, talk)


def _public_aim(one: Intention, talk: Talk) -> str:
    """Return the line that asks anybody for their support or their vote."""
    aside = talk.pack.patterns["aside"]
    what, deed = aside.sub("", one.what), aside.sub("", one.deed)
    if what and talk.pack.finds("deed_candidate", one.deed):
        office = _office(what, talk.pack)
        if _is_rival(talk):
            return talk.say("challenge", what=lowered(in_own_words(office, talk), talk))
        return talk.say("ask_support", what=lowered(in_own_words(office, talk), talk))
    if what and one.what not in one.deed:  # to collect, or to win people over: for what, is what counts
        said = in_own_words(what, talk)
        return talk.pack.joined([_announced(said, talk), talk.say("opinion_tail")])
    return talk.say("ask_backing", what=lowered(in_own_words(deed, talk), talk))


def _is_rival(talk: Talk) -> bool:
    """Check whether the speaker knows that the hearer wants what it wants itself."""
    both = {talk.speaker.name, talk.one}
    known = any(both <= set(talk.understand(memory).sides) for memory in talk.prompt.recalled)
    return not talk.many and (known or talk.has_asked_for_votes(talk.one))


def _office(what: str, pack: Pack) -> str:
    """Return what a candidate wants to be: `become treasurer` wants the office of `treasurer`."""
    deed = pack.patterns["deed_candidate"].match(what)
    office = what[deed.end() :].strip() if deed is not None else what
    return pack.patterns["unspecific"].sub("", office) or what


def _asked_to_meet(one: Intention, talk: Talk) -> str:
    """Ask the other to meet, with the place and time if they are known."""
    prompt, calendar = talk.prompt, talk.pack.calendar
    if one.when is not None and one.when - prompt.now <= _SOON:
        return ""  # there is nothing to arrange any more
    when = calendar.moment(one.when, prompt.now, prompt.starts) if one.when is not None else ""
    plan = next((memory for memory in prompt.recalled if memory.id == one.memory), None)
    planned = phrases(talk.pack.language).read("meets", plan.text) if plan is not None else None
    place = planned["place"] if planned else talk.speaker.place(one.place) if one.place else ""
    frame = _MEETS[bool(place), bool(when)]
    said = _announced(here(talk.say(frame, place=place, when=when), talk), talk, "tell_wish")
    return talk.pack.joined([said, _what_for(one, talk), talk.say("meet_tail")])


def _what_for(one: Intention, talk: Talk) -> str:
    """Return a sentence on the topic of the meeting, if it was given as a topic, or an empty string."""
    if not talk.pack.finds("is_topic", one.content):
        return ""
    topic = in_own_words(one.content, talk)
    return talk.say("meet_about", topic=lowered(topic, talk)) if topic else ""


def _invited(one: Intention, talk: Talk) -> str:
    """Invite the others to an occasion, with its time and place, or return "" if not all are guests."""
    plan = next((memory for memory in talk.prompt.recalled if memory.id == one.memory), None)
    if plan is None:
        return ""
    sentences = phrases(talk.pack.language)
    holds = sentences.read("holds", plan.text)
    if not is_guest(talk, holds["what"] if holds is not None else one.what):
        return ""
    text = plan.text if holds is not None else _occasion_in_words(one, talk)
    said = _as_ones_own(here(talk.speaker.own(text, talk.hearer), talk), one.what, talk)
    said = _announced(said, talk, "tell")
    return talk.pack.joined([said, talk.say(asks_to_come(one.place, talk))])


def _as_ones_own(said: str, occasion: str, talk: Talk) -> str:
    """Return an invitation to `my supper`, for one to `the supper`."""
    the = phrases(talk.pack.language).the(occasion)
    mine = f"{talk.pack.grammar.first.possessive} {occasion}"
    return said.replace(the, mine, 1) if occasion and the != occasion else said


def _occasion_in_words(one: Intention, talk: Talk) -> str:
    """Build the sentence for an occasion whose plan is in a language in which the engine has no sentences."""
    if one.when is None:
        return ""
    return phrases(talk.pack.language).say(
        "holds",
        name=talk.speaker.name.full,
        what=one.what,
        place=talk.speaker.place(one.place or talk.speaker.persona.home),
        day=day_of(one.when),
        clock=clock_words(one.when),
    )


def _as_it_stands(one: Intention, talk: Talk) -> str:
    """Return a line for an intention of which only the deed is known."""
    return talk.say("about_to", what=lowered(in_own_words(one.deed, talk), talk))


def in_own_words(said: str, talk: Talk, *, of_them: bool = True) -> str:
    """Return the words of an inner voice or an author as the speaker says them to the hearer.

    Unless they may be `of_them`, their pronouns mean the speaker wherever they can.
    """
    me, everybody = talk.speaker.name, talk.speaker.everybody
    plain = talk.pack.patterns["fillers"].sub("", said)
    plain = talk.pack.patterns["for_oneself"].sub(lambda _: me.full, plain)
    of_me = in_third_person(_named(plain, talk, of_them), me, me, everybody, talk.pack.grammar)
    return talk.speaker.own(bare(tidy(of_me, _MOST)), talk.hearer)


def _named(said: str, talk: Talk, of_them: bool) -> str:
    """Return an author's words with names in place of pronouns for the speaker and the hearer.

    A pronoun is replaced only if it can mean just one of them: the hearer, if a voice speaks to the speaker.
    """
    me, hearer = talk.speaker.name, talk.hearer
    to_me = talk.pack.finds("to_me", said)
    for name in (me, hearer):
        if name is None or (to_me and name is me):
            continue
        if name.pronouns == "they" and (name is not me or talk.pack.finds("several", said)):
            continue
        other = hearer if name is me else me
        if not of_them and name is hearer:
            continue
        if of_them and not to_me and other is not None and other.pronouns == name.pronouns:
            continue
        said = _by_name(said, name, talk.pack)
    return said


def _by_name(said: str, name: Name, pack: Pack) -> str:
    """Return a text with a person's name in place of their pronouns."""
    said = _owned_by_name(said, name, pack)
    return pack.patterns[f"named_{name.pronouns}"].sub(lambda _: name.full, said)


def _owned_by_name(said: str, name: Name, pack: Pack) -> str:
    """Return a text with a person's name in place of their possessive pronoun."""
    whose = pack.grammar.possessive_of.format(name=name.full)

    def put(found: re.Match[str]) -> str:
        does = pack.grammar.is_let(said[: found.start()], said[found.end() :])
        return found[0] if does else whose

    return pack.patterns[f"owned_{name.pronouns}"].sub(put, said)


_MEETS = {
    (True, True): "meets",
    (False, True): "meets_when",
    (True, False): "meets_at",
    (False, False): "meets_soon",
}
"""How a meeting is asked for: by whether its place and its time are known."""
_GESTURES = {
    "say_sorry": "deed_sorry",
    "say_thanks": "deed_thanks",
    "congratulate": "deed_congratulate",
    "say_goodbye": "deed_goodbye",
    "blames": "deed_blames",
    "pays": "deed_pays",
}
_PLAIN = {
    "say_sorry": "say_sorry_plain",
    "say_thanks": "say_thanks_plain",
    "congratulate": "congratulate_plain",
    "offers_hand": "offers_hand_plain",
    "pays": "pays_plain",
    "brings": "brings_plain",
}
_WAYS: Mapping[str, Callable[[Intention, Talk], str]] = {
    "message": _message,
    "help": _help,
    "question": _question,
    "request": _request,
    "meeting": _asked_to_meet,
    "aim": _public_aim,
}
