"""The prompt fields that several questions or all questions have.

A field that only one question has is described in the file of that question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.clock import clock_words
from engine.errors import worded
from engine.language.phrases import phrases
from engine.language.times.said_days import SaidDays
from engine.prompts.aims import aims_in_words
from engine.prompts.forms import tag
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.marked import cited
from engine.prompts.prompt import Prompt
from engine.prompts.shown import (
    InWords,
    Shown,
    few,
    near,
    numbered,
    shown_fields,
    weightiest,
)
from engine.prompts.words import (
    NOTHING,
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
    plain,
    resolve,
    sayings,
    status,
    tagged,
    usual_day,
    weekday,
)
from engine.records import AgentId, Line


def rooms_as(words: Callable[[Sequence[KnownRoom]], str]) -> InWords:
    """Return a function that puts a field of rooms in words, preferring the nearest."""
    return lambda prompt, name: words(near(prompt, name))


def noted(prompt: Prompt[Any], name: str) -> str:
    """Return a text of the person's own in words that name days as the question does."""
    return plain(prompt.days.text(getattr(prompt, name)))


def dated(words: Callable[[Any, SaidDays], str]) -> InWords:
    """Return a function that puts a field in words that name days as the question does."""
    return lambda prompt, name: words(few(prompt, name), prompt.days)


def looked_over(prompt: Prompt[Any], name: str) -> str:
    """Return memories in words, preferring the most important; no answer cites them."""
    return listed(weightiest(prompt, name), prompt.days)


def _cited(prompt: Prompt[Any], name: str) -> str:
    """Return memories in words, with tags if the answer cites them or it matters who was told them."""
    rows = numbered(prompt, name)
    if not _is_tagged(prompt, name):
        return listed(rows.values(), prompt.days)
    return memories({tag(name, number): row for number, row in rows.items()}, prompt.days)


def _is_tagged(prompt: Prompt[Any], name: str) -> bool:
    return name in cited(prompt.form) or (name == "recalled" and hasattr(prompt, "told"))


def _said(prompt: Prompt[Any], name: str) -> str:
    rows: Sequence[Line] = getattr(prompt, name)
    tags = [tag(name, number) for number in range(1, len(rows) + 1)] if name in cited(prompt.form) else None
    return lines(rows, _names(prompt, {row.speaker for row in rows}), tags)


def _meant(prompt: Prompt[Any], name: str) -> str:
    rows = numbered(prompt, "recalled").items() if _is_tagged(prompt, "recalled") else ()
    tags = {row.id: tag("recalled", number) for number, row in rows}
    return aims_in_words(prompt, tags)


def _texts(prompt: Prompt[Any], name: str) -> str:
    texts: Sequence[str] = getattr(prompt, name)
    return tagged({tag(name, number): text for number, text in enumerate(texts, 1)})


def _names(prompt: Prompt[Any], agents: Iterable[AgentId]) -> dict[AgentId, str]:
    """Return the names of speakers: the person asked is "You"."""
    here = {person.agent: person.name for person in _people(prompt)}
    known = {agent: prompt.names[agent].full for agent in agents if agent in prompt.names}
    return {**known, **here, prompt.persona.id: YOU}


def _people(prompt: Prompt[Any]) -> Sequence[Acquaintance]:
    people_here: Sequence[Acquaintance] = getattr(prompt, "people", ())
    return people_here


def _doing(prompt: Prompt[Any], name: str) -> str:
    """Return what somebody does; nothing for a talk that is over, which they are no longer doing."""
    doing: str = getattr(prompt, name)
    return NOTHING if phrases(prompt.language).read("talks", doing) else plain(doing)


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


YOU = "You"
"""How the lines of the person asked begin."""

RECALLED = Shown(worded("the memories that come to mind, with tags if the answer cites them"), _cited)
ENGAGEMENTS = Shown(worded("what they agreed on or decided to do"), _cited)
OTHER_ENGAGEMENTS = Shown(
    worded("agreements and decisions that are not among the memories that come to mind"), _cited
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
    worded("the places they know, with walking distance, opening hours and rooms"),
    lambda prompt, name: places(near(prompt, name), prompt.days),
)
PLACE = Shown(worded("the room they are in"))
SEEKING = Shown(worded("the place they have to find today"))
DOING = Shown(worded("what they are doing"), _doing)

PEOPLE = Shown(
    worded("the people they know: relationship, closeness, current activity, last conversation"),
    dated(people),
)
PARTNERS = Shown(worded("the people present: relationship, closeness, last conversation"), dated(partners))


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


STABLE = frozenset({*OF_ALL, *_EXAMPLES, "sayings"})
"""What stays the same for a person from call to call."""

EVERYWHERE: Mapping[str, Shown] = {
    **OF_ALL,
    **_EXAMPLES,
    "now": Shown(
        worded("the time, after the number of the day where the answer names days by numbers"),
        lambda prompt, _: prompt.days.moment(prompt.now),
    ),
    "sayings": Shown(
        worded("how they talk: some of their sayings, word for word"),
        lambda prompt, _: sayings(prompt.persona),
    ),
    "weekday": Shown(
        worded("the day of the week"),
        lambda prompt, _: weekday(prompt.starts, prompt.on_day, prompt.language),
    ),
    "date": Shown(worded("the date"), lambda prompt, _: date_words(prompt.starts, prompt.on_day)),
    "tomorrow": Shown(worded("the number of the next day"), lambda prompt, _: str(prompt.on_day + 1)),
    "wake": Shown(worded("when they usually get up"), lambda prompt, _: clock_words(prompt.persona.wake)),
    "sleep": Shown(
        worded("when they usually go to bed"), lambda prompt, _: clock_words(prompt.persona.sleep)
    ),
    "routine": Shown(
        worded("their usual day, from the persona's file, unless the rest of a day is planned again"),
        lambda prompt, _: NOTHING if getattr(prompt, "earlier", ()) else usual_day(prompt.persona),
    ),
    "status": Shown(
        worded("how they feel, in words"),
        lambda prompt, _: status(prompt.feels.values or prompt.persona.status, prompt.language),
    ),
    "places": Shown(
        worded("the rooms that an answer can name"), lambda prompt, _: paths(prompt.offered.get("place", ()))
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


def placeholders(question: type[Prompt[Any]]) -> Mapping[str, Shown]:
    """Return the placeholders of a question: its own fields, and those that every question has."""
    return {**shown_fields(question), **EVERYWHERE}


def in_words(prompt: Prompt[Any], wanted: Iterable[str]) -> dict[str, str]:
    """Return the wanted placeholders of a prompt, each in words."""
    known = placeholders(type(prompt))
    return {name: known[name].words(prompt, name) for name in wanted}
