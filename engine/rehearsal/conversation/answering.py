"""Answering: the reply to the line before, by what that line did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.records import Memory
from engine.rehearsal.aims import is_ones_own_business, keeps_from
from engine.rehearsal.conversation.hearing import (
    ACCEPTING,
    ASKED_TO_COME,
    DECLINING,
    GREETINGS,
    QUESTIONS,
    hear,
)
from engine.rehearsal.conversation.practising import to_practice
from engine.rehearsal.conversation.talk import Reply, Talk
from engine.rehearsal.conversation.topics.details import has_details, tell_details, tell_source
from engine.rehearsal.conversation.topics.gossip import answer_about, answer_seen
from engine.rehearsal.conversation.topics.inviting import (
    answer_coming,
    answer_invitation,
    excuse,
    is_left_out,
    occasions,
)
from engine.rehearsal.conversation.topics.messages.ready import ready_answer
from engine.rehearsal.conversation.topics.obliging import TO_WHAT_WAS_PUT, to_owning_up
from engine.rehearsal.conversation.topics.opinion import LIKED, reaction, side, to_opinion
from engine.rehearsal.conversation.topics.the_day import about_day, about_plans
from engine.rehearsal.conversation.topics.the_way import tell_way
from engine.rehearsal.language.text import capital
from engine.rehearsal.recollect import is_resolve, is_second_hand, recollect
from engine.rehearsal.strangers import stranger_spoken_of
from engine.rehearsal.understand import Proposition, alike, content_words

TAKES_NOTE = 0.75  # how often one says a word to an answer before going on
_TO_VIEWS = {
    "worry": "comfort", "boast": "boast_reply", "past": "past_reply",
    "counting_on": "counting_reply", "thinking": "thinking_reply",
}  # fmt: skip


_HOW = ("ask_day", "ask_one", "answer_back")
_LOW = (("day_answer_low", "takes_note_tired"), ("day_answer_sad", "takes_note_low"))
_OF_NO_WEIGHT = (*_HOW, "ask_plans", "ask_plans_late", "ask_seen", "ask_about", "ask_coming")


def respond(talk: Talk) -> Reply:
    """Return the reply to the line that calls for one, or an empty reply if none does."""
    if talk.answers is None:
        return Reply()
    if (ready := ready_answer(talk)) is not None:
        return ready
    for does, answer in _ANSWERS:
        if talk.heard.does((does,)) or (does == "news" and talk.heard.news):
            reply = answer(talk)
            if reply is not None:
                return reply
    return to_practice(talk) or _to_anything_else(talk)


def _to_anything_else(talk: Talk) -> Reply:
    """Return the reply to a view, to a question of no particular kind, or to nothing in particular."""
    if talk.heard.told:
        return _to_view(talk)
    if talk.taking_leave:
        return Reply()
    nobody = _of_nobody(talk) if talk.heard.asks else ""
    if nobody:
        return Reply(nobody)
    if talk.heard.asks and not _calls_for_no_answer(talk):
        return _from_memory(talk) or Reply(talk.say("no_answer"))
    return Reply(_takes_note(talk))


def _calls_for_no_answer(talk: Talk) -> bool:
    """Recognise a question that answers what the speaker brought up, or is a way to greet."""
    replies = bool(talk.mine) and hear(talk.mine[-1].text, talk.pack).brings_up
    return replies or any(_names_people_only(talk.asked(frame), talk) for frame in GREETINGS)


def _names_people_only(gaps: Mapping[str, str], talk: Talk) -> bool:
    """Check that the gaps of a greeting hold nothing but names, so that it is one."""
    said = " ".join(gaps.values())
    return bool(gaps) and not content_words(said, talk.pack) - talk.speaker.everybody.words


def _takes_note(talk: Talk) -> str:
    """Return a word to the answer to a question of the speaker's own, or an empty string."""
    asked = hear(talk.mine[-1].text, talk.pack) if talk.mine else None
    if talk.many or asked is None or not asked.does(_OF_NO_WEIGHT) or not talk.chance(TAKES_NOTE):
        return ""
    for low, answer in _LOW:
        if talk.heard.does((low,)):
            return talk.say(answer)
    return talk.say("takes_note_how" if asked.does(_HOW) else "takes_note")


# ---------------------------------------------------------------- one answer an act


def _to_news(talk: Talk) -> Reply | None:
    says = talk.said
    owned_up = to_owning_up(talk)
    if owned_up is not None:
        return owned_up
    old = _old_news(says, talk)
    if old:
        return Reply(old)
    if says.who == talk.speaker.name and talk.heard.lead != "tell_straight":
        return Reply(talk.say("of_me"))
    if _concerns_one(says, talk):
        return Reply(talk.say("confessed_cool" if talk.closeness < 0 else "confessed"), holds=True)
    said = reaction(says, talk)
    if talk.heard.does(("opinion_tail",)) or says.sides:
        return Reply(said)
    question = _asks_more(says, talk)
    return Reply(talk.pack.joined([said, question]), holds=bool(question))


def _concerns_one(says: Proposition, talk: Talk) -> bool:
    """Check whether the other has come to tell something about themselves."""
    straight = talk.heard.lead == "tell_straight" and says.who == talk.one
    return straight and not says.occasion and not says.sides


def _old_news(says: Proposition, talk: Talk) -> str:
    """Return a reply to news that the speaker knew already, or an empty string if it is new."""
    known = _known(says, talk)
    if known is None:
        return ""
    told = known.source is not None and known.source not in (talk.one, talk.speaker.name)
    source = known.source.called if told and known.source else ""
    return talk.say("already", source=source)


def _asks_more(says: Proposition, talk: Talk) -> str:
    """Return a question about a missing detail, if the speaker cares, or an empty string."""
    if talk.closeness < 0 or not talk.chance(0.5):
        return ""
    dated = (each.what for each in occasions(talk) if each.when)
    known = bool(says.occasion) and says.occasion in dated
    if (says.occasion or says.sides) and not known and not has_details(talk.heard.told, talk.pack):
        return talk.say("ask_when")
    own = says.who is None or talk.one in says.people or _names_its_source(talk)
    return talk.say("ask_who_said") if not own and talk.chance(0.25) else ""


def _names_its_source(talk: Talk) -> bool:
    """Look in the line to answer for the source of its news."""
    told = capital(talk.heard.told)
    return any(talk.pack.phrases.read(frame, told) for frame in ("by_hearsay", "by_rumour"))


def _to_opinion_asked(talk: Talk) -> Reply | None:
    if not talk.heard.told:
        return None
    said = _old_news(talk.said, talk) if talk.heard.news and not talk.said.sides else ""
    said = said or reaction(talk.said, talk)
    return Reply(said) if said else None


def _to_view(talk: Talk) -> Reply:
    """Return the reply to what somebody thinks, remembers, fears or is proud of."""
    if talk.heard.lead == "opinion":
        return Reply(to_opinion(talk))
    if talk.heard.lead == "past" and talk.closeness < 0:
        return Reply(talk.say("past_cool"))
    return Reply(talk.say(_TO_VIEWS[talk.heard.lead]))


def _to_invitation(talk: Talk) -> Reply | None:
    if not talk.heard.told:
        return None
    said = answer_invitation(talk)
    return Reply(said, holds=talk.heard.does(ASKED_TO_COME)) if said else _to_news(talk)


def _to_yes(talk: Talk) -> Reply | None:
    """Return the reply to somebody who accepts an invitation, or None."""
    if talk.heard.does(("accept_ask",)):
        return Reply(talk.say("bring_reply"))
    invited = any(hear(line.text, talk.pack).does(("invite_tail",)) for line in talk.mine)
    glad = talk.say("glad_coming") if invited else talk.say("glad_meeting") if _asked_to_meet(talk) else ""
    return Reply(glad) if glad else None


def _asked_to_meet(talk: Talk) -> bool:
    """Check whether the speaker has asked the other to meet, not to an occasion with guests."""
    return any(hear(line.text, talk.pack).does(("meet_tail",)) for line in talk.mine)


def _to_no(talk: Talk) -> Reply | None:
    """Return the reply to somebody who declines, and to what they ask besides, or None."""
    if not talk.mine:
        return None
    sorry = talk.say("sorry_not_then" if _asked_to_meet(talk) else "sorry_not")
    asked = _asked_besides(talk)
    if asked is None:
        return Reply(sorry)
    return replace(asked, text=talk.pack.joined([sorry, asked.text]))


def _asked_besides(talk: Talk) -> Reply | None:
    """Return the reply to a question at the end of the line, whatever else the line does, or None."""
    ways = ((does, answer) for does, answer in _ANSWERS if does in QUESTIONS and talk.heard.does((does,)))
    return next((reply for _, answer in ways if (reply := answer(talk)) is not None), None)


def _about_when(talk: Talk) -> Reply | None:
    said, tells = tell_details(talk)
    return Reply(said, tells=tells)


def _about_sides(talk: Talk) -> Reply | None:
    """Say which of two people the speaker would rather see win, or return None."""
    asked = talk.asked("ask_side")
    one, other = talk.somebody(asked.get("a", "")), talk.somebody(asked.get("b", ""))
    return Reply(side(one, other, talk)) if one and other else None


def _to_reproach(talk: Talk) -> Reply | None:
    return Reply(excuse(talk), holds=True)


def _to_excuse(talk: Talk) -> Reply | None:
    forgiven = talk.closeness >= LIKED or talk.chance(0.4)
    return Reply(talk.say("forgive" if forgiven else "forgive_not"))


def _said(frame: str) -> Callable[[Talk], Reply | None]:
    return lambda talk: Reply(talk.say(frame))


def _found(text: Callable[[Talk], str]) -> Callable[[Talk], Reply | None]:
    """Build an answering function from one that returns a text: it gives None if the text is empty."""
    return lambda talk: Reply(said) if (said := text(talk)) else None


def _of_nobody(talk: Talk) -> str:
    """Say that the speaker has never heard of the person in the question, or return an empty string."""
    asked = stranger_spoken_of(talk.answers.text if talk.answers else "", talk.speaker)
    return talk.say("nobody_called", asked=asked) if asked else ""


def _from_memory(talk: Talk) -> Reply | None:
    """Return a memory that fits a question of no particular kind, in the speaker's words, or None."""
    topics = content_words(talk.answers.text if talk.answers else "", talk.pack)
    own = [memory for memory in talk.prompt.recalled if _is_for_them(memory, talk)]
    found = recollect(own, topics, talk.pack, most=1)
    if not found:
        return None
    number = next((number for number, memory in talk.numbered() if memory is found[0].memory), 0)
    said = talk.speaker.sentence(talk.speaker.own(found[0].memory.text, talk.hearer))
    return Reply(said, tells=number)


def _is_for_them(memory: Memory, talk: Talk) -> bool:
    """Decide whether a memory may come up in answer to a question.

    Whispers, reflections, resolutions, second-hand knowledge and plans for an hour may not. Nor may anything
    that the hearers were told before, that is about the other, or that is to be kept from them.
    """
    passed_on = is_resolve(memory, talk.pack) or is_second_hand(memory, talk.pack)
    bound = memory.when is not None  # what is to be done at an hour is brought up as that, or is over
    if memory.kind in ("whisper", "reflection") or passed_on or bound:
        return False  # a thought is brought up as one, and answers no question
    people = [person.agent for person in talk.prompt.people]
    if any((memory.id, agent) in talk.prompt.told for agent in people):
        return False
    says = talk.understand(memory)
    if says.who == talk.one:
        return False  # what they mean or are, they know better
    if says.occasion and is_left_out(says.occasion, talk):
        return False
    kept = says.private or keeps_from(talk.prompt.aims, people, memory.text, talk.speaker)
    return not kept and not is_ones_own_business(talk.prompt.aims, memory)


def _known(says: Proposition, talk: Talk) -> Proposition | None:
    """Return the speaker's own version of a piece of news, known before the conversation began, or None."""
    before = talk.prompt.lines[0].minute if talk.prompt.lines else talk.prompt.now
    for memory in talk.prompt.recalled:
        if memory.minute < before and memory.importance > 1 and memory.kind != "reflection":
            other = talk.understand(memory)
            if alike(says.words - talk.speaker.everybody.words, other.words):
                return other
    return None


_ANSWERS: tuple[tuple[str, Callable[[Talk], Reply | None]], ...] = (
    *TO_WHAT_WAS_PUT,
    ("reproach", _to_reproach),
    ("excuse", _to_excuse),
    ("excuse_plain", _to_excuse),
    ("invite_tail", _to_invitation),
    ("invite_home", _to_invitation),
    ("meet_tail", _to_invitation),
    ("heard_tail", _to_invitation),
    ("ask_way", tell_way),
    ("tell_way", _said("thank_way")),
    ("ask_when", _about_when),
    ("ask_where", _about_when),
    ("ask_who_said", _found(tell_source)),
    ("opinion_tail", _to_opinion_asked),
    ("challenge", _said("challenge_reply")),
    ("news", _to_news),
    ("ask_coming", _found(answer_coming)),
    *((frame, _to_yes) for frame in ACCEPTING),
    *((frame, _to_no) for frame in DECLINING),
    ("thank_coming", _said("welcome")),
    ("looking_forward", _said("looking_reply")),
    ("thank_news", _said("welcome")),
    *((frame, _said("confessed_reply")) for frame in ("confessed", "confessed_cool")),
    ("ask_seen", _found(answer_seen)),
    ("ask_about", _found(answer_about)),
    ("ask_side", _about_sides),
    ("ask_plans", about_plans),
    ("ask_plans_late", about_plans),
    ("ask_day", about_day),
    ("ask_one", about_day),
    ("ask_on", about_day),
    ("answer_back", about_day),
)
