"""Answers to a survey: a choice, a number or plain words, from memory, ties, plans and habits; or none."""

from __future__ import annotations

from dataclasses import fields
from random import Random

from engine.language.care import asks_who_speaks
from engine.prompts.questions import Interview, Survey
from engine.prompts.questions.aside.interview import AskedAside
from engine.rehearsal.faculties.aside.interview import MOST_CITED, about_unknown, reply_to
from engine.rehearsal.interview.question import Asked, Reply, asked_of
from engine.rehearsal.interview.self_knowledge import not_a_person
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer
from engine.rehearsal.opinion.view import View, chosen, numbered

_MOST_OPTIONS = 50


def survey(prompt: Survey, pack: Pack, draw: Random) -> Answer:
    """Return the answer. It is that the agent cannot say if nothing that it knows is relevant."""
    asked = asked_of(_in_plain_words(prompt), pack, draw)
    if asks_who_speaks(asked.question):
        return _answer(asked, not_a_person(asked), cannot_say=True)
    if prompt.options:
        view = _of_somebody_unknown(asked) or chosen(asked, prompt.options[:_MOST_OPTIONS], reply_to)
    elif prompt.bounds:
        view = _of_somebody_unknown(asked) or numbered(asked, prompt.bounds[0], prompt.bounds[-1])
    else:
        reply = reply_to(asked)
        return _answer(asked, reply, cannot_say=not reply.knows)
    answer = _answer(asked, view.reply, cannot_say=not view.choice and view.number is None)
    return {**answer, "choice": view.choice, "number": view.number or 0}


def _in_plain_words(prompt: Survey) -> Interview:
    """Return the survey's question as an interviewer's question."""
    return Interview(**{each.name: getattr(prompt, each.name) for each in fields(AskedAside)})


def _of_somebody_unknown(asked: Asked) -> View | None:
    """Return the view that the agent cannot speak of an unknown name, or None.

    A question about whether it knows or has heard of somebody can be answered, and gives None.
    """
    if asked.finds("op_acquainted") or asked.finds("op_heard"):
        return None
    reply = about_unknown(asked)
    return View(reply) if reply is not None else None


def _answer(asked: Asked, reply: Reply | None, *, cannot_say: bool) -> Answer:
    found = reply if reply is not None and reply.parts else Reply((asked.say("cannot_say"),))
    parts = [asked.me.sentence(part, 300) for part in found.parts if tidy(part, 300)]
    return {
        "cannot_say": cannot_say,
        "choice": "",
        "number": 0,
        "reason": tidy(asked.pack.joined(parts), 1_000) or asked.say("cannot_say"),
        "because": sorted(set(found.because))[:MOST_CITED],
    }
