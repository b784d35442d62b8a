"""The prompt fields that several questions or all questions have.

A field that only one question has is described in the file of that question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.clock import clock_words, day_of, moment_words
from engine.errors import worded
from engine.language.phrases import phrases
from engine.prompts.forms import tag
from engine.prompts.known import Acquaintance, Aim, KnownRoom
from engine.prompts.marked import cited
from engine.prompts.prompt import Prompt
from engine.prompts.shown import InWords, Shown, few, near, numbered, weightiest
from engine.prompts.words import (
    NOTHING,
    aims,
    date_words,
    flat,
    identity,
    language_words,
    lines,
    listed,
    memories,
    partners,
    paths,
    people,
    places,
    resolve,
    sayings,
    status,
    tagged,
    usual_day,
    weekday,
)
from engine.records import AgentId, Line, Memory


def rooms_as(words: Callable[[Sequence[KnownRoom]], str]) -> InWords:
    """Return a function that puts a field of rooms in words, preferring the nearest."""
    return lambda prompt, name: words(near(prompt, name))


def people_as(words: Callable[[Sequence[Acquaintance], str], str]) -> InWords:
    """Return a function that puts a field of people in words of the town's language."""
    return lambda prompt, name: words(few(prompt, name), prompt.language)


def looked_over(prompt: Prompt[Any], name: str) -> str:
    """Return memories in words, preferring the most important; no answer cites them."""
    return listed(weightiest(prompt, name))


def _cited(prompt: Prompt[Any], name: str) -> str:
    return _tagged(prompt, name, numbered(prompt, name))


def _cited_once(prompt: Prompt[Any], name: str) -> str:
    """Return memories in words, without those that are shown among the recalled ones."""
    besides = {row.id for row in numbered(prompt, "recalled").values()}
    return _tagged(prompt, name, numbered(prompt, name, besides))


def _tagged(prompt: Prompt[Any], name: str, rows: Mapping[int, Memory]) -> str:
    """Return memories in words, with tags if the answer cites them or it matters who was told them."""
    if name not in cited(prompt.form) and not (name == "recalled" and hasattr(prompt, "told")):
        return listed(rows.values())
    return memories({tag(name, number): row for number, row in rows.items()})


def _said(prompt: Prompt[Any], name: str) -> str:
    rows: Sequence[Line] = getattr(prompt, name)
    tags = [tag(name, number) for number in range(1, len(rows) + 1)] if name in cited(prompt.form) else None
    return lines(rows, _names(prompt, {row.speaker for row in rows}), tags)


def _meant(prompt: Prompt[Any], name: str) -> str:
    rows: Sequence[Aim] = few(prompt, name)
    people = {agent for row in rows for agent in (*row.absent, *row.left, *row.intention.others)}
    return aims(rows, _names(prompt, people), {person.agent for person in _people(prompt)})


def _texts(prompt: Prompt[Any], name: str) -> str:
    texts: Sequence[str] = getattr(prompt, name)
    return tagged({tag(name, number): text for number, text in enumerate(texts, 1)})


def _names(prompt: Prompt[Any], agents: Iterable[AgentId]) -> dict[AgentId, str]:
    here = {person.agent: person.name for person in _people(prompt)}
    known = {agent: prompt.names[agent] for agent in agents if agent in prompt.names}
    called = {agent: name.called or name.full for agent, name in known.items()}
    return {**here, prompt.persona.id: prompt.persona.name, **called}


def _people(prompt: Prompt[Any]) -> Sequence[Acquaintance]:
    people_here: Sequence[Acquaintance] = getattr(prompt, "people", ())
    return people_here


def _told(prompt: Prompt[Any], name: str) -> str:
    """Return the tags of the recalled memories that someone present was told already."""
    told: frozenset[tuple[int, AgentId]] = getattr(prompt, name)
    if not told:
        return NOTHING
    tags = [
        tag("recalled", number)
        for number, row in numbered(prompt, "recalled").items()
        if any((row.id, person.agent) in told for person in _people(prompt))
    ]
    return ", ".join(tags) or NOTHING


RECALLED = Shown(worded("the memories that come to mind, with tags if the answer cites them"), _cited)
ENGAGEMENTS = Shown(worded("what they agreed on or decided to do"), _cited)
OTHER_ENGAGEMENTS = Shown(
    worded("agreements and decisions that are not among the memories that come to mind"), _cited_once
)
TOLD = Shown(worded("the tags of the memories that someone present has already been told"), _told)
AIMS = Shown(
    worded("what they intend to do, keep secret or never do, and where to find the people involved"),
    _meant,
    most=6,
)
WANTED = Shown(worded("what they want to get or find out from anyone who can help, with tags"), _texts)
ENTRIES = Shown(worded("what happened that day, in chronological order, with tags"), _texts)
LINES = Shown(worded("the conversation so far"), _said)

PLACES = Shown(
    worded("the places they know, with walking distance, opening hours and rooms"), rooms_as(places)
)
PLACE = Shown(worded("the room they are in"))
SEEKING = Shown(worded("the place they have to find today"))
DOING = Shown(worded("what they are doing"))

PEOPLE = Shown(
    worded("the people they know: relationship, closeness, current activity, last conversation"),
    people_as(people),
)
PARTNERS = Shown(
    worded("the people present: relationship, closeness, last conversation"), people_as(partners)
)


OF_ALL: Mapping[str, Shown] = {
    "identity": Shown(
        worded("the person who is thinking: age, traits, home, work, way of speaking"),
        lambda prompt, _: identity(prompt.persona),
    ),
    "name": Shown(
        worded("the full name of the person who is thinking"), lambda prompt, _: flat(prompt.persona.name)
    ),
    "town": Shown(worded("the name of the town"), lambda prompt, _: flat(prompt.town)),
    "language": Shown(
        worded("the language in which the town thinks and speaks"),
        lambda prompt, _: language_words(prompt.language),
    ),
}
"""What every prompt begins with; it stays the same from call to call."""

_EXAMPLES: Mapping[str, Shown] = {
    "example_doing": Shown(worded("an example of an activity"), lambda prompt, _: _example(prompt, "doing")),
    "example_line": Shown(
        worded("an example of a line in a conversation"), lambda prompt, _: _example(prompt, "line")
    ),
    "example_learned": Shown(
        worded("an example sentence about something learned"),
        lambda prompt, _: _example(prompt, "learned"),
    ),
    "example_resolve": Shown(
        worded("the beginning of an example sentence about an intention"),
        lambda prompt, _: resolve(prompt.persona, prompt.language),
    ),
}
"""Examples in the language of the town, so that nobody is led to answer in English."""


def _example(prompt: Prompt[Any], kind: str) -> str:
    return phrases(prompt.language).say(f"example_{kind}", name=flat(prompt.persona.name))


STABLE = frozenset({*OF_ALL, *_EXAMPLES})
"""What stays the same for a person from call to call."""

EVERYWHERE: Mapping[str, Shown] = {
    **OF_ALL,
    **_EXAMPLES,
    "now": Shown(worded("the day and time"), lambda prompt, _: moment_words(prompt.now)),
    "sayings": Shown(
        worded("how they talk: some of their sayings, word for word"),
        lambda prompt, _: sayings(prompt.persona),
    ),
    "weekday": Shown(
        worded("the day of the week"),
        lambda prompt, _: weekday(prompt.starts, day_of(prompt.now), prompt.language),
    ),
    "date": Shown(worded("the date"), lambda prompt, _: date_words(prompt.starts, day_of(prompt.now))),
    "wake": Shown(worded("when they usually get up"), lambda prompt, _: clock_words(prompt.persona.wake)),
    "sleep": Shown(
        worded("when they usually go to bed"), lambda prompt, _: clock_words(prompt.persona.sleep)
    ),
    "routine": Shown(
        worded("their usual day, from the persona's file"), lambda prompt, _: usual_day(prompt.persona)
    ),
    "status": Shown(
        worded("how they feel, in words"),
        lambda prompt, _: status(prompt.feels.values or prompt.persona.status, prompt.language),
    ),
    "places": Shown(
        worded("the rooms that an answer can name"), lambda prompt, _: paths(prompt.choices.get("place", ()))
    ),
    "persons": Shown(
        worded("the people that an answer can name"),
        lambda prompt, _: paths(prompt.choices.get("person", ())),
    ),
    "things": Shown(
        worded("the objects that an answer can name"),
        lambda prompt, _: paths(prompt.choices.get("thing", ())),
    ),
}
"""What the wording of every question may use besides its own fields."""
