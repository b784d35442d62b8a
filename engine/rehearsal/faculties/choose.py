"""The choice at a public event: the agent itself, the side it has taken, the closest person, or a draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from random import Random

from engine.prompts.questions import Choose, Interview
from engine.prompts.questions.choose import MOST_NUMBER
from engine.rehearsal.faculties.aside.interview import reply_to
from engine.rehearsal.interview.question import Asked, Reply, asked_of, is_named
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer, closeness_of
from engine.rehearsal.opinion.leaning import known_as
from engine.rehearsal.opinion.view import chosen

_MOST_OPTIONS = 50
_LONGEST = 200  # letters of an option, which the form of the answer takes
_REASON = 200  # letters


def choose(prompt: Choose, pack: Pack, draw: Random) -> Answer:
    """Return the agent's choice. Without a view of the matter it chooses at random and gives no reason."""
    asked = asked_of(_as_asked(prompt), pack, draw)
    if prompt.bounds:
        least, most = (min(max(0, bound), MOST_NUMBER) for bound in (prompt.bounds[0], prompt.bounds[-1]))
        return {"number": draw.randint(min(least, most), max(least, most))}
    options = [option for option in prompt.options[:_MOST_OPTIONS] if len(option) <= _LONGEST]
    if not options:
        return {"abstains": True}
    own = next((option for option in options if is_named(asked.me.name, option)), "")
    if own:
        return {"choice": own}
    view = chosen(asked, options, reply_to)
    if view.choice:
        return {"choice": view.choice, "reason": _reason(asked, view.reply)}
    return {"choice": _of_the_closest(asked, options) or draw.choice(options)}


def _as_asked(prompt: Choose) -> Interview:
    """Return the choice as an interviewer's question."""
    shared = {field.name for field in fields(Interview)} & {field.name for field in fields(Choose)}
    return Interview(**{name: getattr(prompt, name) for name in shared})


def _of_the_closest(asked: Asked, options: Sequence[str]) -> str:
    """Return the option that names the person the agent is closest to, or "" if it likes none of them."""
    liked: dict[str, float] = {}
    for option in options:
        name = next((name for name in asked.me.everybody if is_named(name, option)), None)
        person = known_as(asked, name) if name is not None else None
        if person is not None:
            liked[option] = closeness_of(person, asked.pack)
    closest = max(liked, key=lambda option: liked[option], default="")
    return closest if closest and liked[closest] > 0 else ""


def _reason(asked: Asked, reply: Reply | None) -> str:
    parts = reply.parts[:1] if reply is not None else ()
    return tidy(asked.pack.joined([asked.me.sentence(part, _REASON) for part in parts]), _REASON)
