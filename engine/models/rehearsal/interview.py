"""Answers to an interviewer: always from memory, plan and persona, in one's own voice, never invented."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.models.rehearsal.asked import Asked, Reply, asked_of
from engine.models.rehearsal.interview_follow import why, with_whom
from engine.models.rehearsal.interview_memory import about_person, from_memory, unknown_name
from engine.models.rehearsal.interview_plan import about_plan, about_usual_day, and_then, hopes, now_and_next
from engine.models.rehearsal.interview_self import (
    about_home,
    about_likes,
    about_work,
    closest,
    friends,
    gift,
    inspired,
    introduction,
    reaction,
)
from engine.models.rehearsal.mind import Answer
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import sentence, tidy
from engine.prompts.questions import Interview

MOST_CITED = 20

FOLLOW_UPS: tuple[tuple[str, Callable[[Asked], Reply | None]], ...] = (
    ("ask_why", why),
    ("ask_whom", with_whom),
    ("ask_then", and_then),
)
KINDS: tuple[tuple[str, Callable[[Asked], Reply | None]], ...] = (
    ("ask_inspired", inspired),
    ("ask_hopes", hopes),
    ("ask_reacting", reaction),
    ("ask_now", now_and_next),
    ("ask_self", introduction),
    ("ask_work", about_work),
    ("ask_home", about_home),
    ("ask_day", about_usual_day),
    ("ask_gift", gift),
    ("ask_choice", closest),
    ("ask_people", friends),
    ("ask_plan", about_plan),
    ("ask_like", about_likes),
    ("ask_like", about_usual_day),
)


def interview(prompt: Interview, pack: Pack, draw: Random) -> Answer:
    """The answer, and the numbers of the memories it rests on."""
    asked = asked_of(prompt, pack, draw)
    reply = _reply(asked)
    answer = " ".join(sentence(part, 600) for part in reply.parts if tidy(part, 600))
    answer = tidy(answer, 2_000) or asked.say("unknown_thing")
    return {"answer": answer, "because": sorted(set(reply.because))[:MOST_CITED]}


def _reply(asked: Asked) -> Reply:
    """The first kind of question that fits and has an answer; free questions are answered from memory."""
    if asked.prompt.earlier:
        for pattern, answer in FOLLOW_UPS:
            reply = answer(asked) if asked.pack.finds(pattern, asked.question) else None
            if reply:
                return reply
    stranger = unknown_name(asked)
    if stranger and " " not in stranger and not asked.pack.finds("ask_person", asked.question):
        return Reply((asked.say("unknown_thing"),))
    if stranger:
        return Reply((asked.say("unknown_person", asked=stranger),))
    for pattern, answer in KINDS:
        reply = answer(asked) if asked.pack.finds(pattern, asked.question) else None
        if reply:
            return reply
    return about_person(asked) or from_memory(asked) or Reply((asked.say("unknown_thing"),))
