"""What somebody means to do, keep secret and never do, as a prompt shows it: in the author's words where they
are about the person, since what rules or models read in a sentence is not certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.language.lexicon import lexicon_of
from engine.practices.conduct import BROUGHT_UP, MARKS, PLACED
from engine.prompts.known import Acquaintance, Aim
from engine.prompts.prompt import Prompt
from engine.prompts.shown import is_step_of_a_plan, numbered
from engine.prompts.words import bulleted, flat, listed_names
from engine.records import EVERYBODY, AgentId, Memory

_FEELING, _HABIT, _SECRET = "feeling", "habit", "secret"
_MOST_NAMES = 3
_OVERLAP = 0.6  # of the words of a secret, that make a memory as secret as it is
_GLIMPSED = 60  # minutes for which what somebody was doing is worth a word
_OVER = 30  # minutes after its hour that something may still be done


def aims_in_words(prompt: Prompt[Any], tags: Mapping[int, str], most: int | None) -> str:
    """Return the intentions that bear on a question, one per line: first what concerns those who are here.

    `tags` are those of the memories that the question shows, by id.
    """
    here = _here(prompt)
    rows = sorted(shown_aims(prompt), key=lambda aim: _order(aim, here))
    lines: dict[str, str] = {}  # by what they say: a sentence may ask for several things
    for aim in rows:
        lines.setdefault(_text(prompt, aim), _line(prompt, aim, here, tags))
    return bulleted(list(lines.values())[:most])


def shown_aims(prompt: Prompt[Any]) -> Iterator[Aim]:
    """Yield the intentions that a question shows.

    Feelings are none of them, nor is what is over. Where nobody is spoken to, neither are secrets.
    """
    aims: Sequence[Aim] = getattr(prompt, "aims", ())
    for aim in aims:
        meant = aim.intention
        over = meant.when is not None and meant.when + _OVER < prompt.now and meant.kind != _HABIT
        is_over = over and not aim.absent and meant.until is None
        is_idle = meant.kind == _SECRET and not hasattr(prompt, "people")
        if meant.kind != _FEELING and not is_over and not is_idle:
            yield aim


def to_bring_up(prompt: Prompt[Any]) -> frozenset[int]:
    """Return the ids of the memories that the person means to tell, or ask, somebody who is here."""
    here = _here(prompt)
    aims: Sequence[Aim] = getattr(prompt, "aims", ())
    return frozenset(aim.intention.memory for aim in aims if _listeners(aim, here))


def told_by_aims(prompt: Prompt[Any]) -> frozenset[int]:
    """Return the ids of the memories that the shown intentions say already, or that must stay unsaid.

    A memory is as secret as an intention to keep something from somebody here if it says much the same.
    """
    here, bring_up = _here(prompt), to_bring_up(prompt)
    shown = {aim.intention.memory for aim in shown_aims(prompt) if _is_own(prompt, aim)} - bring_up
    secrets = [aim for aim in shown_aims(prompt) if _victims(aim, here)]
    return frozenset(shown | {aim.intention.memory for aim in secrets} | set(_as_secret(prompt, secrets)))


def unshown_in_company(prompt: Prompt[Any], name: str) -> Collection[int]:
    """Return the ids of memories of a field that need not, or must not, be shown where people talk."""
    if name not in ("recalled", "engagements"):
        return ()
    said = told_by_aims(prompt)
    return said if name == "recalled" else said | {row.id for row in numbered(prompt, "recalled").values()}


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


def _as_secret(prompt: Prompt[Any], secrets: Sequence[Aim]) -> Iterator[int]:
    if not secrets:
        return
    lexicon = lexicon_of(prompt.language)
    names = {term for name in prompt.names.values() for term in lexicon.terms(f"{name.full} {name.called}")}
    kept = [set(lexicon.asked(aim.intention.content or aim.intention.deed)) - names for aim in secrets]
    rows: Sequence[Memory] = (*getattr(prompt, "recalled", ()), *getattr(prompt, "engagements", ()))
    for row in rows:
        terms = lexicon.terms(row.text).keys()
        if any(words and len(words & terms) >= _OVERLAP * len(words) for words in kept):
            yield row.id


def _here(prompt: Prompt[Any]) -> dict[AgentId, str]:
    people: Sequence[Acquaintance] = getattr(prompt, "people", ())
    return {person.agent: person.name for person in people}


def _listeners(aim: Aim, here: Mapping[AgentId, str]) -> list[str]:
    """Return the names of those here to whom something is still to be said."""
    if aim.intention.kind not in BROUGHT_UP:
        return []
    return [here[agent] for agent in aim.left if agent in here]


def _victims(aim: Aim, here: Mapping[AgentId, str]) -> list[str]:
    """Return the names of those here from whom something is kept."""
    if aim.intention.kind != _SECRET:
        return []
    others = aim.intention.others
    return [name for agent, name in here.items() if agent in others or EVERYBODY in others]


def _order(aim: Aim, here: Mapping[AgentId, str]) -> int:
    """Return 0 for what concerns those who are here, 1 for other secrets, 2 for all else."""
    if _listeners(aim, here) or _victims(aim, here):
        return 0
    return 1 if aim.intention.kind == _SECRET else 2


def _line(prompt: Prompt[Any], aim: Aim, here: Mapping[AgentId, str], tags: Mapping[int, str]) -> str:
    listeners, victims = _listeners(aim, here), _victims(aim, here)
    text = _text(prompt, aim)
    if listeners:
        said = tags.get(aim.intention.memory) or text
        return f"bring up with {listed_names(listeners)}, who {_is_here(listeners)}: {said}"
    if victims:
        return f"not to be said to {listed_names(victims)}, who {_is_here(victims)}: {text}"
    if aim.intention.kind == _SECRET:
        return f"a secret{_kept_from(prompt, aim.intention.others)}: {text}"
    return f"{text}{_still_to_see(prompt, aim, here)}{_missing(prompt, aim)}"


def _is_here(names: Collection[str]) -> str:
    return "is here" if len(names) == 1 else "are here"


def _text(prompt: Prompt[Any], aim: Aim) -> str:
    """Return an intention in the words of its memory, or as a deed with its place and time."""
    if _is_own(prompt, aim):
        return flat(prompt.days.text(aim.text)).rstrip(".。")
    meant = aim.intention
    when = f" ({prompt.days.moment(meant.when)})" if meant.when is not None else ""
    by = f" (by {prompt.days.moment(meant.until)})" if meant.until is not None and not when else ""
    there = f", at {flat(meant.place)}" if meant.place and meant.kind in PLACED else ""
    mark = "" if meant.kind == _SECRET else MARKS.get(meant.kind, "")
    return f"{mark}{flat(prompt.days.text(meant.deed))}{there}{when}{by}"


def _is_own(prompt: Prompt[Any], aim: Aim) -> bool:
    """Return whether the memory of an intention is about the person, by name."""
    return any(name in aim.text for name in prompt.own_names)


def _kept_from(prompt: Prompt[Any], others: Sequence[AgentId]) -> str:
    """Return from whom a secret is kept, naming a few: those, or the ones who may know."""
    if EVERYBODY in others:
        return ", kept from everybody"
    residents = [agent for agent in prompt.names if agent != prompt.persona.id]
    may_know = [agent for agent in residents if agent not in others]
    if 0 < len(others) <= _MOST_NAMES:
        return f", kept from {_names(prompt, others)}"
    return f", kept from all but {_names(prompt, may_know)}" if len(may_know) <= _MOST_NAMES else ""


def _names(prompt: Prompt[Any], agents: Sequence[AgentId]) -> str:
    return listed_names(prompt.names[agent].full if agent in prompt.names else agent for agent in agents)


def _still_to_see(prompt: Prompt[Any], aim: Aim, here: Mapping[AgentId, str]) -> str:
    """Return where somebody may be who is to be seen today, for a plan of the day."""
    sought = ((agent, paths[0]) for agent, paths in zip(aim.left, aim.found, strict=False) if paths)
    first = next(sought, None)
    if first is None or here or hasattr(prompt, "people"):
        return ""
    return f"; {_names(prompt, [first[0]])} may be at {flat(first[1])}"


def _missing(prompt: Prompt[Any], aim: Aim) -> str:
    """Return the guests who are missing at what is going on here."""
    return f"; it is going on here; asked, and not here: {_names(prompt, aim.absent)}" if aim.absent else ""
