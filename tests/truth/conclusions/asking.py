"""The table of claims, and what several of them ask of the log."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.records import AgentId, Diary, Intention, Line, Memory
from engine.row_ids import minute_of
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


# ---------------------------------------------------------------- what is quoted

_SECRET = re.compile(
    r"secret|without telling|tell(s|ing)? (nobody|no one)|told (nobody|no one|only)|nobody knows"
    r"|to say nothing|(never|not) (told|said|explained|admitted)|does not tell|hides|hidden"
    r"|谁也没|瞒着|偷偷|悄悄|没(有)?告诉|不说|没跟.*(说|讲)|从没|从来没"
)
_WEIGHS = re.compile(
    r"\b(thinks?|trusts?|admires?|respects?|envies|misses|wants?|would like|hopes?|owes?|loves?|worr(y|ies)|promised|believes?|wonders?|ashamed|afraid"
    r"|sorry|longs|dreams|suspects?|blames?|regrets?|means? to|has to (ask|tell))\b"
    r"|觉得|信|佩服|羡慕|想|欠|打算|指望|喜欢|盼|怕|担心|答应|后悔|认定|惦|爱"
)


def is_secret(text: str) -> bool:
    """Return whether a sentence of an author's says that it is kept from others."""
    return bool(_SECRET.search(text))


def weighs(text: str) -> bool:
    """Return whether a sentence is one that somebody might have to say: a view, a wish, a debt, a secret."""
    return is_secret(text) or bool(_WEIGHS.search(text))


def own_sentence(past: Past, what: str) -> Memory | None:
    """Return the author's sentence that a text recites, if the agent holds one."""
    return next((row for row in past.memories("seed") if past.log.same(what, row.text)), None)


def recites(past: Past, *texts: str) -> str:
    """Say which author's sentence is recited; a conclusion that recites one concludes nothing."""
    for text in texts:
        row = own_sentence(past, text)
        if row:
            kind = "a secret" if is_secret(row.text) else "a seed"
            return f"recites {kind}: {row.text}"
    return ""


def lived(past: Past, what: str) -> str:
    """Say that nothing the agent lived or heard bears out a quotation."""
    if recites(past, what):
        return recites(past, what)
    rows = past.memories("talk", "observation", "plan")
    says_so = any(past.log.words.within(what, row.text) for row in rows)
    return "" if says_so else f"nothing the agent lived says so: {what}"


# ---------------------------------------------------------------- what is thought


def mentions(past: Past, text: str, other: AgentId) -> bool:
    """Return whether a text names somebody."""
    name = past.log.names[other]
    return (
        name.full in text or re.search(rf"(?<![A-Za-z]){re.escape(name.called)}(?![a-z])", text) is not None
    )


def thoughts(past: Past, since: int = 0) -> list[str]:
    """Return what the agent has thought, oldest first.

    Its thoughts are those behind its lines, its conclusions and its diary, and of whom it asked or spoke
    while they were not there.
    """
    found = [(row.id, row.text) for row in (*past.memories("reflection"), *past.mine(Diary))]
    for line in past.mine(Line):
        absent = [agent for agent in past.log.names if agent not in (past.me, *line.hearers)]
        of = [past.log.names[agent].full for agent in absent if mentions(past, line.text, agent)]
        found += [(line.id, line.thought), (line.id, " ".join(of))]
    return [text for row, text in sorted(found) if text and minute_of(row) >= since]


def named_in(past: Past, texts: list[str]) -> dict[AgentId, int]:
    """Return how many of the texts name each of the others."""
    others = (agent for agent in past.log.names if agent != past.me)
    return {agent: sum(mentions(past, text, agent) for text in texts) for agent in others}


# ---------------------------------------------------------------- who competes, and who is for whom


def rivals(past: Past, who: AgentId) -> set[AgentId]:
    """Return who stands for the same as somebody: the other options of a vote, or an aim of the same name."""
    found: set[AgentId] = set()
    for event in past.log.town_events:
        people = {agent for agent, name in past.log.names.items() if name.full in event.options}
        found |= people - {who} if who in people else set()
    aims = {
        agent: {row.what for row in past.theirs(Intention, agent) if row.kind == "aim" and row.what}
        for agent in past.log.names
    }
    return found | {agent for agent in aims if agent != who and aims[agent] & aims[who]}


def stands(past: Past, who: AgentId) -> bool:
    """Return whether somebody stands for something, so that one can be for or against them."""
    name = past.log.names[who].full
    in_vote = any(name in event.options for event in past.log.town_events)
    said = re.compile(rf"{re.escape(name)}(?: is standing for|要?竞选)")
    return in_vote or any(said.search(row.text) for row in past.memories("talk", "seed"))


def declared(past: Past, who: AgentId) -> int:
    """Return 1 if the agent has said that it is for somebody's cause, -1 if against it, 0 if neither."""
    me, name = past.log.names[past.me].full, past.log.names[who].full
    for row in reversed(past.memories("talk")):
        if re.match(rf"{re.escape(name)}(?: is standing for|要?竞选)", row.text):
            if re.search(rf"{re.escape(me)} is for it|{re.escape(me)}(?:赞成|支持)", row.text):
                return 1
            if re.search(rf"{re.escape(me)} is against it|{re.escape(me)}(?:反对|不赞成|不支持)", row.text):
                return -1
    return 0
