"""What somebody means to do, keep secret and never do, as a prompt shows it: in the author's words where they
are about the person, since what rules or models read in a sentence is not certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.clock import clock_words
from engine.language.lexicon import lexicon_of
from engine.practices.conduct import AHEAD, MARKS, ONCE, PLACED, is_due
from engine.prompts.known import Acquaintance, Aim
from engine.prompts.prompt import Prompt, once
from engine.prompts.shown import is_step_of_a_plan, most_shown, numbered
from engine.prompts.words import bulleted, flat, listed_names
from engine.records import EVERYBODY, AgentId, Memory, Names

_FEELING, _SECRET, _ATTEND = "feeling", "secret", "attend"
_PASSES = AHEAD | ONCE | {_ATTEND}  # what has an hour of its own, and is over after it
_MOST_NAMES = 3
_OVERLAP = 0.6  # of the words of a secret, that make a text as secret as it is
_GLIMPSED = 60  # minutes for which what somebody was doing is worth a word
_OVER = 30  # minutes after its hour that something may still be done


def aims_in_words(prompt: Prompt[Any], tags: Mapping[int, str]) -> str:
    """Return the intentions that bear on a question, one per line: first what concerns those who are here.

    `tags` are those of the memories that the question shows, by id.
    """
    here = _here(prompt)
    return bulleted(_line(prompt, aim, here, tags) for aim in shown_aims(prompt))


@once
def shown_aims(prompt: Prompt[Any]) -> Sequence[Aim]:
    """Return the intentions that a question shows, in order.

    Feelings are none of them, nor is what is over. Where nobody is spoken to, neither are secrets. Of several
    that one sentence says, the first is shown. What is kept from somebody here stands in no other of them.
    """
    here = _here(prompt)
    aims = [aim for aim in getattr(prompt, "aims", ()) if _is_shown(prompt, aim, here)]
    unsaid = [aim for aim in aims if _victims(aim, here)]
    memories = {aim.intention.memory for aim in unsaid}
    secrets = _secrets(prompt, unsaid)
    rest = [
        aim for aim in aims
        if aim not in unsaid
        and aim.intention.memory not in memories
        and not (secrets and _is_as_secret(prompt, _text(prompt, aim), secrets))
    ]  # fmt: skip
    texts: dict[str, Aim] = {}
    for aim in sorted((*unsaid, *rest), key=lambda aim: _order(prompt, aim, here)):
        texts.setdefault(_text(prompt, aim), aim)
    return list(texts.values())[: most_shown(prompt, "aims")]


def _is_shown(prompt: Prompt[Any], aim: Aim, here: Mapping[AgentId, str]) -> bool:
    meant = aim.intention
    passes = meant.kind in _PASSES and meant.until is None and not aim.absent
    is_over = passes and meant.when is not None and meant.when + _OVER < prompt.now
    is_idle = meant.kind == _SECRET and not here
    return meant.kind != _FEELING and not is_over and not is_idle


@once
def to_bring_up(prompt: Prompt[Any]) -> frozenset[int]:
    """Return the ids of the memories that the person means to tell, or ask, somebody who is here."""
    here = _here(prompt)
    return frozenset(aim.intention.memory for aim in shown_aims(prompt) if _listeners(prompt, aim, here))


@once
def told_by_aims(prompt: Prompt[Any]) -> frozenset[int]:
    """Return the ids of the memories that the shown intentions say already, or that must stay unsaid.

    A memory is as secret as an intention to keep something from somebody here if it says much the same.
    """
    here, shown = _here(prompt), shown_aims(prompt)
    own = {aim.intention.memory for aim in shown if aim.text} - to_bring_up(prompt)
    unsaid = [aim for aim in shown if _victims(aim, here)]
    secrets = _secrets(prompt, unsaid)
    rows: Sequence[Memory] = (*getattr(prompt, "recalled", ()), *getattr(prompt, "engagements", ()))
    as_secret = {row.id for row in rows if secrets and _is_as_secret(prompt, row.text, secrets)}
    return frozenset(own | {aim.intention.memory for aim in unsaid} | as_secret)


def unshown_in_company(prompt: Prompt[Any], name: str) -> Collection[int]:
    """Return the ids of memories of a field that need not, or must not, be shown where people talk."""
    if name not in ("recalled", "engagements"):
        return ()
    told = told_by_aims(prompt)
    return told if name == "recalled" else told | {row.id for row in numbered(prompt, "recalled").values()}


def rank_in_company(prompt: Prompt[Any], memory: Memory) -> int:
    """Return how early a memory is shown where people talk: 0 for what is to be brought up with those here.

    Lines of talks, which have a summary, old glimpses and steps of plans come last: 2.
    """
    if memory.id in to_bring_up(prompt):
        return 0
    is_old = memory.minute < prompt.now - _GLIMPSED
    is_glimpse = memory.kind == "observation" and memory.importance <= 1 and is_old
    is_line = memory.kind == "talk" and memory.importance <= 1
    return 2 if is_line or is_glimpse or is_step_of_a_plan(memory) else 1


def people_to_speak_to(prompt: Prompt[Any]) -> Iterator[Acquaintance]:
    """Yield the people who are here, first those to whom something is to be said."""
    here = _here(prompt)
    due = {name for aim in shown_aims(prompt) for name in _listeners(prompt, aim, here)}
    people: Sequence[Acquaintance] = getattr(prompt, "people", ())
    yield from sorted(people, key=lambda person: person.name not in due)


def _secrets(prompt: Prompt[Any], unsaid: Sequence[Aim]) -> list[frozenset[str]]:
    """Return the words of what is to be kept secret, names apart, each as index terms."""
    lexicon = lexicon_of(prompt.language)
    contents = (aim.intention.content or aim.intention.deed for aim in unsaid)
    names = _terms_of_names(prompt.names, prompt.language) if unsaid else frozenset()
    return [frozenset(lexicon.asked(content)) - names for content in contents]


@lru_cache(maxsize=64)
def _terms_of_names(names: Names, language: str) -> frozenset[str]:
    lexicon = lexicon_of(language)
    return frozenset(term for name in names.values() for term in lexicon.terms(f"{name.full} {name.called}"))


def _is_as_secret(prompt: Prompt[Any], text: str, secrets: Sequence[frozenset[str]]) -> bool:
    """Check whether a text has most of the words of a secret."""
    terms = lexicon_of(prompt.language).terms(text).keys()
    return any(words and len(words & terms) >= _OVERLAP * len(words) for words in secrets)


@once
def _here(prompt: Prompt[Any]) -> Mapping[AgentId, str]:
    people: Sequence[Acquaintance] = getattr(prompt, "people", ())
    return {person.agent: person.name for person in people}


def _listeners(prompt: Prompt[Any], aim: Aim, here: Mapping[AgentId, str]) -> list[str]:
    """Return the names of those here to whom something is to be said, if its hour has come."""
    if not is_due(aim.intention, prompt.now):
        return []
    return [here[agent] for agent in aim.left if agent in here]


def _victims(aim: Aim, here: Mapping[AgentId, str]) -> list[str]:
    """Return the names of those here from whom something is kept."""
    if aim.intention.kind != _SECRET:
        return []
    others = aim.intention.others
    return [name for agent, name in here.items() if agent in others or EVERYBODY in others]


def _order(prompt: Prompt[Any], aim: Aim, here: Mapping[AgentId, str]) -> int:
    """Return 0 for what must not be said here, 1 for what is to be, 2 for other secrets, 3 for all else."""
    if _victims(aim, here):
        return 0
    if _listeners(prompt, aim, here):
        return 1
    return 2 if aim.intention.kind == _SECRET else 3


def _line(prompt: Prompt[Any], aim: Aim, here: Mapping[AgentId, str], tags: Mapping[int, str]) -> str:
    listeners, victims = _listeners(prompt, aim, here), _victims(aim, here)
    text = _text(prompt, aim)
    if victims:
        return f"not to be said to {listed_names(victims)}, who {_is_here(victims)}: {text}"
    if listeners:
        memory = tags.get(aim.intention.memory)
        what = f"what [{memory}] says" if memory else text
        return f"bring up with {listed_names(listeners)}, who {_is_here(listeners)}: {what}"
    if aim.intention.kind == _SECRET:
        return f"a secret{_kept_from(prompt, aim.intention.others)}: {text}"
    return f"{text}{_still_to_see(prompt, aim)}{_missing(prompt, aim)}"


def _is_here(names: Collection[str]) -> str:
    return "is here" if len(names) == 1 else "are here"


def _text(prompt: Prompt[Any], aim: Aim) -> str:
    """Return an intention in the words of its memory, or as a deed with its place; with its time."""
    meant = aim.intention
    when = f" ({prompt.days.moment(meant.when)})" if meant.when is not None else ""
    by = f" (by {prompt.days.moment(meant.until)})" if meant.until is not None and not when else ""
    if aim.text:
        is_timed = any(
            clock_words(minute) in aim.text for minute in (meant.when, meant.until) if minute is not None
        )
        return flat(prompt.days.text(aim.text)).rstrip(".。") + ("" if is_timed else f"{when}{by}")
    there = f", at {flat(meant.place)}" if meant.place and meant.kind in PLACED else ""
    mark = "" if meant.kind == _SECRET else MARKS.get(meant.kind, "")
    return f"{mark}{flat(prompt.days.text(meant.deed))}{there}{when}{by}"


def _kept_from(prompt: Prompt[Any], others: Sequence[AgentId]) -> str:
    """Return from whom a secret is kept, naming a few: those, or the ones who may know."""
    if not others:
        return ""
    may_know = [agent for agent in prompt.names if agent != prompt.persona.id and agent not in others]
    if not may_know:
        return ", kept from everybody"  # but for a visitor, who is here
    if len(others) <= _MOST_NAMES:
        return f", kept from {_names(prompt, others)}"
    return f", kept from all but {_names(prompt, may_know)}" if len(may_know) <= _MOST_NAMES else ""


def _names(prompt: Prompt[Any], agents: Sequence[AgentId]) -> str:
    return listed_names(prompt.names[agent].full if agent in prompt.names else agent for agent in agents)


def _still_to_see(prompt: Prompt[Any], aim: Aim) -> str:
    """Return where somebody may be who is to be seen, for a plan of the day."""
    sought = ((agent, paths[0]) for agent, paths in zip(aim.left, aim.found, strict=False) if paths)
    first = next(sought, None)
    if first is None or hasattr(prompt, "people"):
        return ""
    return f"; {_names(prompt, [first[0]])} may be at {flat(first[1])}"


def _missing(prompt: Prompt[Any], aim: Aim) -> str:
    """Return the guests who are missing at what is going on here."""
    return f"; it is going on here; asked, and not here: {_names(prompt, aim.absent)}" if aim.absent else ""
