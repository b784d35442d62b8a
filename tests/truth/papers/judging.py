"""Judges the papers of a run: each sentence by the rows of its day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.clock import DAY
from engine.records import AgentId
from engine.row_ids import width_of
from tests.truth.log import Log, Past
from tests.truth.papers import news, people, turns
from tests.truth.papers.asking import CLAIMS, number
from tests.truth.reading import Said
from tests.truth.verdict import Verdict

PREDICATES = (news, people, turns)  # imported for the claims that they enter
HEADLINE = "headline of "
STOPS = (".", "!", "?", "”", "。", "！", "？", "…")


def judged(log: Log, paper) -> Iterator[Verdict]:
    """Yield a verdict on each sentence of a paper; only the texts and the ids of the rows are read."""
    told = {one.sentence.ids[0]: one.sentence.text for one in reversed(paper.turns)}
    first = paper.headline.ids[0] if paper.headline.ids else 0
    yield _headline(log, paper.day, paper.headline.text, first, told.get(first, ""))
    for one in paper.turns:
        yield verdict(log, paper.day, one.sentence.text, one.sentence.ids)
    for agent, sentences in paper.people.items():
        for each in sentences:
            yield verdict(log, paper.day, each.text, each.ids, agent)


def verdict(log: Log, day: int, text: str, ids: tuple[int, ...], agent: AgentId = "") -> Verdict:
    """Return the verdict on a sentence of the paper of a day; `agent` is whose paragraph it is in."""
    past = _end_of(log, day, ids[0] if ids else 0, agent)
    if not text.endswith(STOPS):
        return Verdict(ids[0] if ids else 0, text, "untrue", "a sentence", "it has no end")
    wrong: list[tuple[str, str]] = []
    for said in _readings(log, text, agent):
        why = _pronouns(log, said, agent) or CLAIMS[said.claim](past, said)
        if not why:
            return Verdict(ids[0] if ids else 0, text, "true", said.claim)
        wrong.append((said.claim, why))
    if wrong:
        return Verdict(ids[0] if ids else 0, text, "untrue", *wrong[0])
    why = people.remembered(past, text, ids) if agent else "it matches no claim"
    return Verdict(
        ids[0] if ids else 0, text, "unchecked" if why else "true", "" if why else "remembered", why
    )


def _end_of(log: Log, day: int, row: int, agent: AgentId = "") -> Past:
    """Return the log as it stood at the end of a day."""
    end = min(day * DAY, log.now) - 1
    return Past(log, agent, width_of(row).starts(end + 1), end)


def _readings(log: Log, text: str, agent: AgentId) -> list[Said]:
    return [said for said in log.reader("papers").read(text, agent) if not said.claim.startswith(HEADLINE)]


def _pronouns(log: Log, said: Said, agent: AgentId) -> str:
    """Say that the pronouns are not those of whom the sentence is about."""
    whose = agent or said.one.get("who", "")
    return (
        ""
        if not whose or said.speaks_of(log.names[whose])
        else f"these are no pronouns of {whose}: {said.pronouns}"
    )


def _headline(log: Log, day: int, text: str, row: int, told: str) -> Verdict:
    """Return the verdict on a headline: it stands over a true sentence with the same people and numbers."""
    topics = (text, *(text.split(mark, 1)[1].strip() for mark in (": ", "：") if mark in text))
    found = [
        said for each in topics for said in log.reader("papers").read(each) if said.claim.startswith(HEADLINE)
    ]
    if not found:
        return Verdict(row, text, "unchecked", why="it matches no headline")
    found.sort(key=lambda said: said.claim.endswith("in the town"))  # which any text is
    if found[0].claim.endswith("quiet day"):
        past = _end_of(log, day, row)
        waited = [f"{line.speaker} waited for {who}" for line, who, _ in turns.put_off_in_vain(past)]
        why = told or ", ".join(waited)
        return Verdict(row, text, "untrue" if why else "true", found[0].claim, why)
    if found[0].claim.endswith("in the town") and text not in told:
        return Verdict(row, text, "unchecked", why="it matches no headline")
    below = verdict(log, day, told, (row,))
    if below.verdict != "true":
        return Verdict(
            row, text, below.verdict, found[0].claim, f"its sentence is {below.verdict}: {below.why}"
        )
    named = set(log.reader("papers").people_in(told))
    strangers = (set(found[0].one.values()) | set(found[0].people)) - named
    count = number(found[0].text.get("count", "0"))
    more = re.search(r"and (\d+) more|另外(\d+)个", told)
    guests = len(named) - 1 + (int(more[1] or more[2]) if more else 0)  # and one of those named is the host
    if count == 1:
        return Verdict(row, text, "untrue", found[0].claim, "one guest is to be named")
    if strangers or (count > 0 and count != guests and str(count) not in told):
        return Verdict(row, text, "untrue", found[0].claim, f"its sentence says otherwise: {told}")
    return Verdict(row, text, "true", found[0].claim)
