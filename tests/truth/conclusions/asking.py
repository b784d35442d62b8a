"""The table of claims, and what several of them ask of the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from engine.records import AgentId, Conversation, Memory
from tests.truth.log import Past
from tests.truth.reading import Said

Predicate = Callable[[Past, Said], str]
"""Says why a claim is not true; nothing, if it is."""

CLAIMS: dict[str, Predicate] = {}


def claim(name: str) -> Callable[[Predicate], Predicate]:
    """Enter a predicate under the name that its patterns have."""

    def enter(predicate: Predicate) -> Predicate:
        CLAIMS[name] = predicate
        return predicate

    return enter


def first_wrong(*reasons: str) -> str:
    """Return the first reason there is."""
    return next(filter(None, reasons), "")


# ---------------------------------------------------------------- places and people


def places_in(past: Past, text: str) -> set[str]:
    """Return the places that a list names."""
    found, rest = set(), text
    for place in sorted(past.log.places, key=len, reverse=True):
        if place in rest:
            found.add(place)
            rest = rest.replace(place, "")
    return found


def not_those(what: str, named: Iterable[str], are: Iterable[str]) -> str:
    """Say that those who are named, or what is, are not exactly those that there are."""
    too_many, too_few = set(named) - set(are), set(are) - set(named)
    wrong = [f"not {', '.join(sorted(too_many))}"] if too_many else []
    wrong += [f"also {', '.join(sorted(too_few))}"] if too_few else []
    return f"{what}: {'; '.join(wrong)}" if wrong else ""


# ---------------------------------------------------------------- what was put to somebody, and the answer

YES = re.compile(r"said yes\.|is for it\.|promised it for|答应了。|一口应下。|赞成。|说等到第二天")
NO = re.compile(r"refused\.|is against it\.|没答应。|推掉了。|反对。")
UNSURE = re.compile(r"is not sure about it\.|还没拿定主意。")
FORGAVE = re.compile(r"and .* forgave\.|不计较了")
DID_NOT_FORGIVE = re.compile(r"could not forgive that yet|气还没消")


def answers(past: Past, asker: AgentId, asked: AgentId, what: str, shape: re.Pattern[str]) -> list[Memory]:
    """Return the agent's notes of talks in which one put something to another and was answered like this."""
    one, other = past.log.names[asker].full, past.log.names[asked].full
    return [
        row for row in past.memories("talk")
        if row.text.startswith(one) and other in row.text and shape.search(row.text)
        and (not what or past.log.within(what, row.text)) and _said_so(past, row, asker, asked)
    ]  # fmt: skip


def _said_so(past: Past, row: Memory, asker: AgentId, asked: AgentId) -> bool:
    """Return whether there was a talk of the two in which each said something, when a note was made."""
    talks = [talk for talk in past.log.rows[Conversation] if talk.minute == row.minute]
    return any({asker, asked} <= {line.speaker for line in past.log.lines[talk.id]} for talk in talks)


def latest_answers(past: Past, what: str) -> tuple[set[AgentId], set[AgentId]]:
    """Return who said yes last when the agent put something to them, and who said no."""
    yes, no = set(), set()
    for who in past.log.names:
        found = [(row.id, True) for row in answers(past, past.me, who, what, YES)]
        found += [(row.id, False) for row in answers(past, past.me, who, what, NO)]
        open_since = [row.id for row in answers(past, past.me, who, what, UNSURE) if found]
        if found and who != past.me and max(open_since, default=0) < max(found)[0]:
            (yes if max(found)[1] else no).add(who)
    return yes, no
