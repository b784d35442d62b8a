"""Obliging: answers to requests, questions and gestures, and responses to those answers.

A question is answered, a request is granted or refused with a reason, and an apology is accepted or not yet.
This depends on how close the two are, what the speaker is like, and what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from engine.clock import DAY
from engine.language.times.told_time import next_minute, told_time
from engine.records import Memory, Name
from engine.rehearsal.aims import is_ones_own_business, keeps_from
from engine.rehearsal.conversation.closing import in_a_hurry
from engine.rehearsal.conversation.hearing import REQUESTING
from engine.rehearsal.conversation.talk import Reply, Talk
from engine.rehearsal.conversation.topics.the_day import next_step, next_words
from engine.rehearsal.conversation.turning import turned
from engine.rehearsal.recollect import is_second_hand, overlap
from engine.rehearsal.understand import content_words

Answer = Callable[[Talk], Reply | None]
GIVING, GRUDGING, MOOD = 0.2, 0.25, 0.15
GRANTS, REFUSES = 0.15, -0.05
SUPPORTS, OPPOSES, TEMPER = 0.25, -0.05, 0.3
CONFIDES = 0.5
NAMES_IT, TIME = 0.2, 0.15  # what speaks for forgiving: that they say what for, and that it is some time ago
HEALS = DAY
LATER = 60  # minutes ahead, for which being in a hurry now is no reason
FITS = 0.7  # the share of a question's words that a memory has to touch to answer it


# ---------------------------------------------------------------- questions


def _asked(frame: str, talk: Talk) -> Reply | None:
    """Answer a question: with what the speaker knows, or that it does not know or would rather not say."""
    what = turned(talk.asked(frame).get("what", ""), talk)
    if not what:
        return None
    of = "_of" if frame == "ask_of" else ""
    number, memory = _knowledge(what, talk)
    if talk.closeness < 0 or (memory is not None and _is_kept(memory, talk)):
        return Reply(talk.say(f"not_said{of}", what=what), holds=True)
    if memory is not None:
        says = talk.understand(memory)
        core = talk.speaker.inside(talk.speaker.own(says.text if says.source else memory.text, talk.hearer))
        return Reply(talk.say("tell_what_i_know", core=core), holds=True, tells=number)
    frame = "not_said" if _is_of_me(what, talk) else "not_known"
    return Reply(talk.say(f"{frame}{of}", what=what), holds=True)


def _knowledge(what: str, talk: Talk) -> tuple[int, Memory | None]:
    """Return the memory that answers a question best, of those that are the speaker's own, with its number.

    Return 0 and None if no memory answers it.
    """
    topics = content_words(what, talk.pack)
    best: tuple[float, int, Memory | None] = (max(1.0, FITS * len(topics)), 0, None)
    for number, memory in talk.numbered():
        fits = float(overlap(topics, memory.text, talk.pack))
        if fits >= best[0] and (best[2] is None or fits > best[0]) and _is_own(memory, talk):
            best = (fits, number, memory)
    return best[1], best[2]


def _is_own(memory: Memory, talk: Talk) -> bool:
    says = talk.understand(memory)
    heard = says.source == talk.one or (memory.kind == "talk" and talk.one in says.people)
    told = memory.kind in ("seed", "talk", "reflection") and memory.importance > 1
    told = told and not is_ones_own_business(talk.prompt.aims, memory)
    return told and not heard and not is_second_hand(memory, talk.pack)


def _is_kept(memory: Memory, talk: Talk) -> bool:
    """Check whether a memory is to be kept from those who are here."""
    people = [person.agent for person in talk.prompt.people]
    guarded = talk.understand(memory).private and talk.closeness < CONFIDES
    return guarded or keeps_from(talk.prompt.aims, people, memory.text, talk.speaker)


def _is_of_me(what: str, talk: Talk) -> bool:
    first = talk.pack.grammar.first
    mine = (first.subject, first.object, first.possessive)
    if not talk.pack.grammar.spaced:
        return any(word in what for word in mine)
    return any(re.search(rf"\b{word}\b", what) for word in mine)


# ---------------------------------------------------------------- requests


def _requested(frame: str, talk: Talk) -> Reply | None:
    """Answer a request: grant it, put it off, or refuse it with a reason; None if nothing is asked for."""
    asked = talk.asked(frame).get("what", "")
    what = turned(asked, talk)
    if not what:
        return None
    deed = frame in ("ask_deed", "ask_help")
    reason = "refuse_none" if frame == "ask_anybody" and not _has(what, talk) else ""
    reason = reason or _against(what, talk, deed)
    if reason:
        who = _who_has(what, talk) if reason == "refuse_none" else None
        why = talk.say("refuse_none_but", other=who.called) if who is not None else talk.pack.word(reason)
        return Reply(talk.say("refuse_it", what=what, reason=why), holds=True)
    busy_now = (deed and in_a_hurry(talk)) or _goodwill(talk) < GRANTS
    if busy_now and not (deed and _is_for_later(asked, talk)):
        step = next_step(talk)
        busy = talk.say("busy_with", next=next_words(talk, step.activity)) if step is not None else ""
        return Reply(talk.say("put_off", what=what, reason=talk.speaker.inside(busy)), holds=True)
    return Reply(talk.say("grant_deed" if deed else "grant_thing", what=what), holds=True)


def _is_for_later(asked: str, talk: Talk) -> bool:
    """Recognise a request for something at an hour that is still some way off."""
    prompt, line = talk.prompt, talk.answers
    if line is None:
        return False
    when = next_minute(told_time(asked, talk.pack.language, line.minute, prompt.starts), prompt.now)
    return when is not None and when > prompt.now + LATER


def _against(what: str, talk: Talk, deed: bool) -> str:
    """Return the word for the reason why the speaker refuses, or an empty string if it does not."""
    if talk.closeness < REFUSES:
        return "refuse_cool"
    if not deed and _needs(what, talk):
        return "refuse_needed"
    if _goodwill(talk) < REFUSES:
        return "refuse_time" if deed else "refuse_short"
    return ""


def _has(what: str, talk: Talk) -> bool:
    """Look for a thing in the speaker's story, work and routine."""
    me, topics = talk.speaker.persona, content_words(what, talk.pack)
    own = [*me.seed[:40], me.work or "", *(item.activity for item in me.routine[:24])]
    return any(2 * overlap(topics, text, talk.pack) >= max(1, len(topics)) for text in own)


def _who_has(what: str, talk: Talk) -> Name | None:
    """Return somebody else who is known to have a thing, if the speaker may say so, or None."""
    topics = content_words(what, talk.pack)
    for memory in talk.prompt.recalled:
        says = talk.understand(memory)
        owns = memory.kind in ("seed", "talk") and not talk.pack.finds("lacks", says.text)
        owns = owns and overlap(topics, says.text, talk.pack) >= max(1, len(topics))
        if owns and says.who not in (None, talk.speaker.name, talk.one) and not _is_kept(memory, talk):
            return says.who
    return None


def _needs(what: str, talk: Talk) -> bool:
    """Check whether the speaker lacks the thing itself."""
    topics = content_words(what, talk.pack)
    mine = (memory.text for memory in talk.prompt.recalled if memory.kind == "seed")
    return any(
        overlap(topics, text, talk.pack) >= max(1, len(topics))
        and talk.pack.finds("lacks", text)
        and talk.understand(text).who == talk.speaker.name
        for text in mine
    )


def _goodwill(talk: Talk) -> float:
    """Return the speaker's goodwill towards the other: closeness, adjusted by the speaker's traits."""
    traits = " ".join(trait[:80] for trait in talk.speaker.persona.traits[:12])
    giving, grudging = (talk.pack.words[name].count(traits) for name in ("giving", "grudging"))
    return talk.closeness + GIVING * giving - GRUDGING * grudging


# ---------------------------------------------------------------- what one did to the other


def _sorry(talk: Talk) -> Reply | None:
    what = talk.asked("say_sorry").get("what", "")
    return Reply(talk.say("forgive_deed" if _forgives(what, talk) else "forgive_not_yet"), holds=True)


def to_owning_up(talk: Talk) -> Reply | None:
    """Return the reply to somebody who owns up to something, or None for any other news."""
    if talk.heard.lead != "tell_straight" or not talk.pack.finds("guilt", talk.heard.told):
        return None
    forgives = _forgives(talk.heard.told, talk)
    return Reply(talk.say("own_up_forgiven" if forgives else "own_up_not_yet"), holds=True)


def _forgives(what: str, talk: Talk) -> bool:
    """Decide whether the speaker forgives.

    This depends on its goodwill, on whether the other names what they did, and on how long ago the speaker
    learnt of it. It bears no grudge for what it does not know of.
    """
    amends = NAMES_IT if content_words(what, talk.pack) else 0.0
    _, memory = _knowledge(turned(what, talk), talk)
    healed = memory is None or talk.prompt.now - memory.minute >= HEALS or memory.kind == "seed"
    amends += TIME if healed else 0.0
    return _goodwill(talk) + amends + talk.draw.uniform(-MOOD, MOOD) >= GRANTS


def _blamed(talk: Talk) -> Reply | None:
    what = turned(talk.asked("blames").get("what", ""), talk)
    owns = talk.closeness >= 0 and talk.chance(0.7)
    return Reply(talk.say("own_it" if owns else "deny_it", what=what), holds=True) if what else None


def _given(frame: str, answer: str, talk: Talk) -> Reply | None:
    what = turned(talk.asked(frame).get("what", ""), talk)
    return Reply(talk.say(answer, what=what), holds=True) if what else None


def _helped(talk: Talk) -> Reply | None:
    return _given("offers_hand", "take_hand_not" if talk.closeness < 0 else "take_hand", talk)


def _left(talk: Talk) -> Reply | None:
    return Reply(talk.say("wish_well_cool" if talk.closeness < 0 else "wish_well"), holds=True)


# ---------------------------------------------------------------- a public aim


def _courted(frame: str, talk: Talk) -> Reply | None:
    """Decide whether the speaker supports what the other asks of everybody.

    Nobody speaks against what somebody wants for themselves.
    """
    what = turned(talk.asked(frame).get("what", ""), talk)
    if not what:
        return None
    if frame == "ask_support" and _stands_for(what, talk):
        return Reply(talk.say("support_rival", what=what), holds=True)
    stance = _goodwill(talk) + talk.draw.uniform(-TEMPER, TEMPER)
    opposes = stance < OPPOSES and frame == "ask_support"
    answer = "yes" if stance >= SUPPORTS else "no" if opposes else "unsure"
    return Reply(talk.say(f"support_{answer}", what=what), holds=True)


def _stands_for(what: str, talk: Talk) -> bool:
    """Check whether the speaker stands for the same thing, by what it knows and its own story."""
    topics = content_words(what, talk.pack)
    known = [*(memory.text for memory in talk.prompt.recalled), *talk.speaker.persona.seed[:40]]
    least = max(1.0, FITS * len(topics))
    return any(
        overlap(topics, text, talk.pack) >= least and talk.speaker.name in talk.understand(text).sides
        for text in known
    )


def _said(frame: str) -> Answer:
    return lambda talk: Reply(talk.say(frame))


def _holds(frame: str) -> Answer:
    return lambda talk: Reply(talk.say(frame), holds=True)


TO_WHAT_WAS_PUT: tuple[tuple[str, Answer], ...] = (
    *((frame, partial(_asked, frame)) for frame in ("ask_this", "ask_of")),
    *((frame, partial(_requested, frame)) for frame in REQUESTING),
    *((frame, partial(_courted, frame)) for frame in ("ask_support", "ask_backing")),
    ("say_sorry", _sorry),
    ("say_sorry_plain", _sorry),
    ("say_thanks", _holds("welcome")),
    ("say_thanks_plain", _holds("welcome")),
    ("congratulate", _holds("thank_wish")),
    ("congratulate_plain", _holds("thank_wish")),
    ("say_goodbye", _left),
    ("pays", partial(_given, "pays", "take_payment")),
    ("pays_plain", _holds("take_payment_plain")),
    ("brings", partial(_given, "brings", "take_gift")),
    ("brings_plain", _holds("take_gift_plain")),
    ("offers_hand", _helped),
    ("offers_hand_plain", _holds("take_hand_plain")),
    ("blames", _blamed),
    *((frame, _said("thank_granted")) for frame in ("grant_thing", "grant_deed")),
    ("put_off", _said("thank_later")),
    ("refuse_it", _said("take_refusal")),
    ("tell_what_i_know", _said("thank_told")),
    *((frame, _said("take_silence")) for frame in ("not_known", "not_said", "not_known_of", "not_said_of")),
    *((frame, _said("take_pardon")) for frame in ("forgive_deed", "own_up_forgiven")),
    *((frame, _said("take_no_pardon")) for frame in ("forgive_not_yet", "own_up_not_yet")),
    ("support_yes", _said("take_yes")),
    ("support_unsure", _said("take_unsure")),
    *((frame, _said("take_no")) for frame in ("support_no", "support_rival")),
)
"""What is said to each of the acts that oblige, and to the answers to them."""
