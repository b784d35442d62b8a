"""Answers to an interviewer, in the agent's own voice: from memory, plan and persona, never invented."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from engine.language.care import asks_who_speaks
from engine.prompts.questions import Interview
from engine.rehearsal.interview import (
    accounting,
    acquainted,
    bearing,
    everyday,
    following,
    planning,
    reflecting,
    remembering,
    self_knowledge,
)
from engine.rehearsal.interview.lookup import (
    abodes,
    absence,
    around,
    dealings,
    deeds,
    happening,
    held,
    meetings,
    occasions,
    telling,
    whereabouts,
)
from engine.rehearsal.interview.question import Asked, Reply, asked_of
from engine.rehearsal.interview.reacting import reaction
from engine.rehearsal.interview.saying.assured import assured, is_of_early_days, of_early_days, what_fits
from engine.rehearsal.interview.saying.hearer import put_to
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer
from engine.rehearsal.opinion.towards import should_be
from engine.rehearsal.opinion.view import felt_or_meant
from engine.rehearsal.strangers import stranger_asked_about
from engine.rehearsal.understand import content_words

MOST_CITED = 20
Way = Callable[[Asked], Reply | None]

FOLLOW_UPS: tuple[tuple[str, Way], ...] = (
    ("ask_why", following.why),
    ("ask_whom", following.with_whom),
    ("ask_then", planning.and_then),
    ("ask_when", following.when_was_it),
    ("ask_where", following.where_was_it),
)
DEALINGS: tuple[tuple[str, Way], ...] = (
    ("ask_source", following.who_said_so),
    ("asks_whether_told_me", telling.what_they_told),
    ("asks_whom_told", telling.whom_told),
    ("asks_whether_told", telling.whether_told),
    ("asks_who_knows", telling.who_knows),
    ("asks_request", dealings.about_request),
    ("asks_supporters", dealings.supporters),
    ("gave_word", dealings.who_gave_word),
    ("asks_support", dealings.their_stance),
    ("asks_stance", dealings.stance),
    ("asks_whether", dealings.whether_done),
)
"""What passed between the agent and others is looked up in what was told and agreed."""
LOOK_UPS: tuple[tuple[str, Way], ...] = (
    ("ask_absent", absence.about_absence),
    ("asks_around", around.around_occasion),
    ("asks_stayed_away", occasions.who_stayed_away),
    ("asks_when", occasions.came_and_left),
    ("asks_how_long", occasions.came_and_left),
    ("asks_occasion", occasions.about_occasion),
    ("asks_company", meetings.company),
    ("asks_been", whereabouts.was_at_place),
    ("asks_got_up", whereabouts.got_up),
    ("asks_to_bed", whereabouts.went_to_bed),
    ("asks_hour", planning.hour),
    ("asks_own_age", self_knowledge.age),
    ("asks_side", remembering.side),
    ("asks_last", meetings.last_talk),
    ("asks_abode", abodes.where_they_live),
    ("asks_job", abodes.what_they_do),
    ("asks_home_with", abodes.lives_with),
    ("asks_happening", happening.happens_on),
    ("ask_eaten", deeds.eaten),
    ("ask_met", remembering.talked_with),
    ("ask_seen", meetings.met_person),
    ("asks_coming", meetings.came_by),
    ("asks_coming", occasions.came_to_unknown),
    ("asks_next", planning.about_plan),
    ("asks_where", deeds.where_it_was_done),
    ("asks_whereabouts", meetings.last_seen),
)
"""What is looked up in the agent's past and in what is to come, before it is remembered by words."""


def _yes_or_no(asked: Asked) -> Reply | None:
    """Answer with yes or no, and why, if that follows from what the agent feels or means; or return None."""
    of_oneself = asked.finds("asks_oneself") and not bearing.asks_of_others(asked)
    leaning = felt_or_meant(asked) if of_oneself else None
    if leaning is None or not leaning.reply.parts:
        return None
    verdict, reply = leaning.verdict, leaning.reply
    lead = () if verdict is None else (asked.say("yes" if verdict else "no"),)
    return Reply((*lead, *reply.parts), reply.because, yes=verdict)


KINDS: tuple[tuple[str, Way], ...] = (
    ("ask_hello", everyday.greeting),
    ("ask_thanks", everyday.thanks),
    *DEALINGS,
    *LOOK_UPS,
    ("ask_why_talked", accounting.why_talked),
    ("ask_why_fond", accounting.why_fond),
    ("ask_promises", accounting.promised),
    ("ask_helper", accounting.helper),
    ("ask_said_of", accounting.said_of),
    ("ask_changed_mind", accounting.changed_mind),
    ("asks_should", planning.hopes),
    ("ask_should_be", should_be),
    ("ask_is_doing", acquainted.is_doing),
    ("ask_known_how", acquainted.about_person),
    ("asks_about", held.heard_of),
    ("ask_heard_of", held.heard_of),
    ("ask_one_of", reflecting.one_of),
    ("asks_their_standing", acquainted.stands_to_me),
    ("asks_standing", acquainted.standing),
    ("asks_their_age", bearing.not_told),
    ("asks_acquainted", acquainted.about_person),
    ("ask_went", planning.went),
    ("ask_was", deeds.what_was_done),
    ("ask_guests", remembering.about_guests),
    ("ask_said", remembering.about_talk),
    ("ask_secret", everyday.secret),
    ("ask_dislike", acquainted.dislike),
    ("ask_regret", everyday.regret),
    ("ask_worry", everyday.worry),
    ("ask_inspired", reflecting.inspired),
    ("ask_day_ahead", planning.day_ahead),
    ("ask_hopes", planning.hopes),
    ("ask_happened", everyday.happened),
    ("ask_saw", bearing.saw),
    ("ask_news", remembering.about_news),
    ("ask_gift", reflecting.gift),
    ("ask_compliment", reflecting.gift),
    ("ask_book", reflecting.gift),
    ("ask_get_on", acquainted.gets_on),
    ("ask_choice", reflecting.closest),
    ("ask_reacting", reaction),
    ("ask_feel", everyday.wellbeing),
    ("asks_deed", deeds.what_was_done),
    ("asks_deed", planning.deed_ahead),
    ("ask_lived", everyday.day_written),
    ("ask_lived", deeds.what_was_done),
    ("ask_wish", everyday.wish),
    ("ask_now", planning.right_now),
    ("ask_learnt", reflecting.concluded),
    ("ask_self", self_knowledge.introduction),
    ("ask_work", self_knowledge.about_work),
    ("ask_home", self_knowledge.about_home),
    ("ask_day", self_knowledge.about_usual_day),
    ("ask_people", acquainted.acquaintances),
    ("ask_candidate", remembering.about_candidates),
    ("asks_whether", _yes_or_no),
    ("asks_own_past", happening.never_happened),
    ("asks_own_past", deeds.as_it_was_done),
    ("asks_matter", bearing.about_matter),
    ("ask_whether", remembering.about_event),
    ("asks_matter", held.whose_subject),
    ("ask_plan", planning.about_plan),
    ("ask_like", self_knowledge.about_likes),
    ("ask_like", self_knowledge.about_usual_day),
)
_OF_STORIES = tuple(kind for kind in KINDS if kind not in LOOK_UPS and kind[1] is not deeds.what_was_done)
"""What is answered of a time before the first day, of which nothing can be looked up."""
FROM_WORDS = (bearing.about_matter, remembering.about_event, held.whose_subject)
"""What answers from the memories that have words of the question in them."""


def interview(prompt: Interview, pack: Pack, draw: Random) -> Answer:
    """Return the answer and the numbers of the memories that it rests on."""
    asked = asked_of(prompt, pack, draw)
    reply = self_knowledge.not_a_person(asked) if asks_who_speaks(asked.question) else _reply_to_all(asked)
    put = put_to(reply.parts, asked.me, prompt.asker, knows=reply.knows)
    parts = [asked.me.sentence(part, 600) for part in put if tidy(part, 600)]
    answer = tidy(pack.joined(parts), 2_000) or asked.say("unknown_thing")
    return {"answer": answer, "because": sorted(set(reply.because))[:MOST_CITED]}


def _reply_to_all(asked: Asked) -> Reply:
    """Return the replies to all questions that one sentence joins, as one reply."""
    first, *later = asked.parts()
    together = replace(first, question=first.whole) if first.whole and not later else None
    reply = (_first_of(DEALINGS, together) if together is not None else None) or reply_to(first)
    for part in later:
        earlier = (*asked.prompt.earlier, (first.question, asked.pack.joined(list(reply.parts))))
        spoken = replace(part.prompt, earlier=earlier)
        more = _follow_up(replace(part, prompt=spoken, behind=reply.because))
        asks_more = content_words(part.question, part.pack) or not part.pack.grammar.spaced
        if more is None and asks_more and not part.finds("asks_who"):
            more = Reply((asked.say("rest_unknown"),), knows=False)
        more = more or Reply(())
        new = tuple(sentence for sentence in more.parts if sentence not in reply.parts)
        because = (*reply.because, *more.because)
        reply = Reply((*reply.parts, *new), because, yes=reply.yes, knows=reply.knows)
    return reply


def _first_of(kinds: Iterable[tuple[str, Way]], asked: Asked) -> Reply | None:
    """Return the reply of the first kind of question that fits, if it accounts for all of it; or None."""
    replies = ((pattern, answer(asked)) for pattern, answer in kinds if asked.finds(pattern))
    return next((assured(reply, pattern, asked) for pattern, reply in replies if reply), None)


def _follow_up(part: Asked) -> Reply | None:
    """Return the reply to a later part of a question, or None if the agent has none to it."""
    if is_of_early_days(part):  # the first reply told what is known of that time
        return Reply(())
    of_what = ("asks_of_what", remembering.about_talk)
    reply = _first_of((of_what, *DEALINGS, *LOOK_UPS, *FOLLOW_UPS), part)
    if reply is None and part.finds("asks_whether"):  # what only touches on it is no answer
        kinds = (kind for kind in KINDS if kind[1] not in FROM_WORDS)
        return _first_of(kinds, part) or Reply((part.say("neither_yes_nor_no"),), knows=False)
    return reply or (_first_of(KINDS, part) if part.topics or part.named else None)


def reply_to(asked: Asked) -> Reply:
    """Return the reply of the first kind of question that fits; other questions are answered from memory."""
    if asked.prompt.earlier and (follow_up := _first_of(FOLLOW_UPS, asked)) is not None:
        return follow_up
    outsider = asked.prompt.asker is None or not asked.prompt.asker.agent
    if outsider and asked.finds("asks_of_asker"):
        return Reply((asked.say("not_you"),), knows=False)
    if (stranger := about_unknown(asked)) is not None:
        return stranger
    early = is_of_early_days(asked)
    known = (of_early_days(asked) if early else None) or _first_of(_OF_STORIES if early else KINDS, asked)
    known = known or _otherwise(asked) or what_fits(asked)
    return known or Reply((asked.say(_at_a_loss(asked)),), knows=False)


def _otherwise(asked: Asked) -> Reply | None:
    """Answer a question of no particular kind: about somebody, or from what comes to mind, or return None."""
    known = bearing.unknown_of_them(asked)
    if known is None and asked.named and asked.finds("asks_whether"):
        return what_fits(asked) or Reply((asked.say("neither_yes_nor_no"),), knows=False)
    known = known or acquainted.what_they_are_like(asked) or acquainted.about_stranger(asked)
    return known or (None if bearing.names_what_is_unknown(asked) else remembering.from_memory(asked))


def about_unknown(asked: Asked) -> Reply | None:
    """Say that the agent has never heard a name in the question, or return None."""
    stranger = stranger_asked_about(asked.question, asked.me)
    if any(asked.called(person) in stranger for person in asked.named):  # "Was Bram" is Bram
        return None
    if stranger and any(stranger in text for text in asked.held_back):
        return Reply((asked.say("rather_not"),), knows=False)
    spaced = asked.pack.grammar.spaced
    a_thing = any(
        stranger in found["thing"] for found in asked.pack.patterns["named_thing"].finditer(asked.question)
    )
    if stranger and asked.finds("asks_been") and not asked.finds("asks_meeting"):
        return Reply((asked.say("never_did_whether"),), yes=False, knows=False)
    of_person = asked.finds("ask_person") or bearing.does_something(stranger, asked)
    if stranger and spaced and " " not in stranger and (a_thing or not of_person):
        return Reply((asked.say("unknown_thing"),), knows=False)
    return Reply((asked.say("unknown_person", asked=stranger),), knows=False) if stranger else None


def _at_a_loss(asked: Asked) -> str:
    """Return the frame for having no answer: to a yes-or-no question, about the agent itself, or else."""
    if asked.finds("asks_past") and asked.finds("asks_oneself") and not asked.finds("ask_person"):
        return "never_did"
    if asked.finds("asks_whether"):
        unsure = asked.finds("asks_oneself") or occasions.occasion_named(asked) is not None
        return "neither_yes_nor_no" if unsure else "not_that_i_know"
    of_oneself = asked.finds("asks_oneself") and not asked.finds("ask_person")
    return "unknown_self" if of_oneself else "unknown_thing"
