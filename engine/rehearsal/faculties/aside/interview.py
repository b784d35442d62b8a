"""Answers to an interviewer: always from memory, plan and persona, in one's own voice, never invented."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.language.care import asks_who_speaks
from engine.prompts.questions import Interview
from engine.rehearsal.interview.accounting import (
    changed_mind,
    helper,
    promised,
    said_of,
    why_fond,
    why_talked,
)
from engine.rehearsal.interview.acquainted import (
    about_person,
    about_stranger,
    acquaintances,
    dislike,
    gets_on,
    is_doing,
    last_seen,
    seen,
)
from engine.rehearsal.interview.bearing import (
    about_matter,
    names_what_is_unknown,
    saw,
    unknown_of_them,
)
from engine.rehearsal.interview.everyday import (
    day_lived,
    eaten,
    greeting,
    happened,
    regret,
    secret,
    thanks,
    wellbeing,
    wish,
    worry,
)
from engine.rehearsal.interview.following import when_was_it, where_was_it, who_said_so, why, with_whom
from engine.rehearsal.interview.hearer import put_to
from engine.rehearsal.interview.planning import (
    about_plan,
    and_then,
    day_ahead,
    hopes,
    now_and_next,
    was_where,
    went,
)
from engine.rehearsal.interview.question import Asked, Reply, asked_of
from engine.rehearsal.interview.reacting import reaction
from engine.rehearsal.interview.reflecting import closest, concluded, gift, inspired, one_of
from engine.rehearsal.interview.remembering import (
    about_absence,
    about_candidates,
    about_event,
    about_guests,
    about_news,
    about_talk,
    from_memory,
    heard_of,
    talked_with,
)
from engine.rehearsal.interview.self_knowledge import (
    about_home,
    about_likes,
    about_usual_day,
    about_work,
    introduction,
    not_a_person,
)
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer
from engine.rehearsal.opinion.towards import should_be
from engine.rehearsal.strangers import stranger_asked_about

MOST_CITED = 20
Way = Callable[[Asked], Reply | None]

FOLLOW_UPS: tuple[tuple[str, Way], ...] = (
    ("ask_why", why),
    ("ask_whom", with_whom),
    ("ask_then", and_then),
    ("ask_when", when_was_it),
    ("ask_where", where_was_it),
    ("ask_source", who_said_so),
)
KINDS: tuple[tuple[str, Way], ...] = (
    ("ask_hello", greeting),
    ("ask_thanks", thanks),
    ("ask_why_talked", why_talked),
    ("ask_why_fond", why_fond),
    ("ask_promises", promised),
    ("ask_helper", helper),
    ("ask_said_of", said_of),
    ("ask_changed_mind", changed_mind),
    ("ask_last_seen", last_seen),
    ("ask_seen", seen),
    ("ask_is_doing", is_doing),
    ("ask_known_how", about_person),
    ("ask_absent", about_absence),
    ("ask_heard_of", heard_of),
    ("ask_one_of", one_of),
    ("ask_went", went),
    ("ask_was", was_where),
    ("ask_guests", about_guests),
    ("ask_said", about_talk),
    ("ask_secret", secret),
    ("ask_dislike", dislike),
    ("ask_regret", regret),
    ("ask_worry", worry),
    ("ask_inspired", inspired),
    ("ask_day_ahead", day_ahead),
    ("ask_hopes", hopes),
    ("ask_happened", happened),
    ("ask_saw", saw),
    ("ask_news", about_news),
    ("ask_gift", gift),
    ("ask_compliment", gift),
    ("ask_book", gift),
    ("ask_get_on", gets_on),
    ("ask_choice", closest),
    ("ask_reacting", reaction),
    ("ask_met", talked_with),
    ("ask_feel", wellbeing),
    ("ask_eaten", eaten),
    ("ask_lived", day_lived),
    ("ask_wish", wish),
    ("ask_now", now_and_next),
    ("ask_learnt", concluded),
    ("ask_self", introduction),
    ("ask_work", about_work),
    ("ask_home", about_home),
    ("ask_day", about_usual_day),
    ("ask_people", acquaintances),
    ("ask_should_be", should_be),
    ("ask_candidate", about_candidates),
    ("ask_source", who_said_so),
    ("asks_matter", about_matter),
    ("ask_whether", about_event),
    ("ask_plan", about_plan),
    ("ask_like", about_likes),
    ("ask_like", about_usual_day),
)


def interview(prompt: Interview, pack: Pack, draw: Random) -> Answer:
    """Return the answer, and the numbers of the memories it rests on."""
    asked = asked_of(prompt, pack, draw)
    reply = not_a_person(asked) if asks_who_speaks(asked.question) else reply_to(asked)
    put = put_to(reply.parts, asked.me, prompt.asker, knows=reply.knows)
    parts = [asked.me.sentence(part, 600) for part in put if tidy(part, 600)]
    answer = tidy(pack.joined(parts), 2_000) or asked.say("unknown_thing")
    return {"answer": answer, "because": sorted(set(reply.because))[:MOST_CITED]}


def reply_to(asked: Asked) -> Reply:
    """Return the first kind of question that fits and has an answer; free questions are answered from
    memory.
    """
    if asked.prompt.earlier:
        for pattern, answer in FOLLOW_UPS:
            reply = answer(asked) if asked.finds(pattern) else None
            if reply:
                return reply
    outsider = asked.prompt.asker is None or not asked.prompt.asker.agent
    if outsider and asked.finds("asks_of_asker"):
        return Reply((asked.say("not_you"),), knows=False)
    if (stranger := about_unknown(asked)) is not None:
        return stranger
    for pattern, answer in KINDS:
        reply = answer(asked) if asked.finds(pattern) else None
        if reply:
            return reply
    return _otherwise(asked) or Reply((asked.say(_at_a_loss(asked)),), knows=False)


def _otherwise(asked: Asked) -> Reply | None:
    """Return the answer to a question of no particular kind: of somebody, or what comes to mind."""
    known = unknown_of_them(asked) or about_person(asked) or about_stranger(asked)
    return known or (None if names_what_is_unknown(asked) else from_memory(asked))


def about_unknown(asked: Asked) -> Reply | None:
    """Return that one has never heard a name in the question."""
    stranger = stranger_asked_about(asked.question, asked.me)
    spaced = asked.pack.grammar.spaced
    a_thing = any(
        stranger in found["thing"] for found in asked.pack.patterns["named_thing"].finditer(asked.question)
    )
    if stranger and spaced and " " not in stranger and (a_thing or not asked.finds("ask_person")):
        return Reply((asked.say("unknown_thing"),), knows=False)
    return Reply((asked.say("unknown_person", asked=stranger),), knows=False) if stranger else None


def _at_a_loss(asked: Asked) -> str:
    """About oneself one has not thought of it; of anything else one has not heard."""
    return "unknown_self" if asked.finds("ask_you") and not asked.finds("ask_person") else "unknown_thing"
