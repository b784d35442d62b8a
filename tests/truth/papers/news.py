"""Claims of news: who told whom, to whose face, what was to be kept quiet, and how many know by now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.records import AgentId, Intention, Knows, Line, Memory
from tests.truth.conclusions.told import is_secret
from tests.truth.log import Past
from tests.truth.papers.asking import claim, number, quoted
from tests.truth.reading import Said

Known = tuple[AgentId, int, AgentId]
"""Who knows something, since which minute (-1: from the start), and from whom (empty: from nobody)."""


def who_knows(past: Past, news: str) -> dict[AgentId, tuple[int, AgentId]]:
    """Return since when each person knows a piece of news, and from whom.

    They know it from the start, by a seed; by a line that tells it; since they were at the occasion; or from
    themselves, as their own doing. A line tells it, if it passes on its first clause, of the same person.
    """
    named = past.log.named(news)
    lead = named[0] if named else ""
    known: dict[AgentId, tuple[int, AgentId]] = {}
    found = [
        one
        for ways in (_from_the_start, _from_lines, _from_what_is_logged, _from_being_there)
        for one in ways(past, news, lead)
    ]
    for agent, since, source in sorted(found, key=lambda one: one[1]):
        known.setdefault(agent, (since, source))
    if lead:
        known.setdefault(lead, (-1, lead))
    return known


def _is_it(past: Past, news: str, lead: AgentId, text: str) -> bool:
    """Return whether a text says what the news says, of the person that it is of."""
    clause = re.split(r", | and |，|；", news)[0]
    says = past.log.same(news, text) or past.log.words.within(clause, text)
    return says and (not lead or lead in past.log.named(text))


def _from_the_start(past: Past, news: str, lead: AgentId) -> Iterator[Known]:
    for fact in past.log.facts:
        if _is_it(past, news, lead, fact.text):
            with_events = [one.known_by for one in past.log.town_events if fact.id in one.facts]
            yield from ((agent, -1, "") for known in (fact.known_by, *with_events) for agent in known)
    for row in past.log.rows[Memory]:
        if row.kind == "seed" and row.minute <= past.minute and _is_it(past, news, lead, row.text):
            yield row.agent, -1, ""


def _from_lines(past: Past, news: str, lead: AgentId) -> Iterator[Known]:
    for line in past.log.rows[Line]:
        told = past.log.memory.get(line.tells)
        if told and line.minute <= past.minute and _is_it(past, news, lead, told.text):
            yield from ((hearer, line.minute, line.speaker) for hearer in line.hearers)


def _from_what_is_logged(past: Past, news: str, lead: AgentId) -> Iterator[Known]:
    """Yield who knows a fact by a line that only speaks of it, as the log has it."""
    facts = {fact.id for fact in past.log.facts if _is_it(past, news, lead, fact.text)}
    for row in past.log.rows[Knows]:
        if row.fact in facts and row.minute <= past.minute and row.line:
            yield row.agent, row.minute, row.by


def _from_being_there(past: Past, news: str, lead: AgentId) -> Iterator[Known]:
    for one in past.log.occasions:
        if one.host == lead and past.log.words.within(one.what, news):
            yield from ((who, one.begins, "") for who in past.log.names if past.attended(who, one))


@claim("somebody said it to the face")
def to_the_face(past: Past, said: Said) -> str:
    """The one said these words to the other, and they are of the other."""
    by, who, news = said.one["by"], said.one["who"], said.text["news"]
    lines = quoted(past, by, who, news)
    if not lines:
        return "they did not say so"
    of_them = any(who in past.log.memory[line.tells].about for line in lines if line.tells in past.log.memory)
    addressed = re.search(r"\byou('re|r|rs|'ve|'d|'ll)?\b|你|您", news)
    return "" if of_them or addressed else "it is not of the one who heard it"


@claim("somebody brought news")
def brought_news(past: Past, said: Said) -> str:
    """The one told the other, who had not known it."""
    lines = quoted(past, said.one["by"], said.one["who"], said.text["news"])
    if not lines:
        return "they did not say so"
    known = who_knows(past, past.log.memory[lines[0].tells].text if lines[0].tells else said.text["news"])
    since, source = known.get(said.one["who"], (lines[0].minute, ""))
    return (
        ""
        if since >= lines[0].minute
        else f"they had known it since minute {since} from {source or 'the start'}"
    )


def _is_invitation(past: Past, who: AgentId, other: AgentId, lines: list[Line]) -> bool:
    """Return whether lines are of an occasion that one gives, for the other among others."""
    given = [row for row in past.theirs(Intention, who) if row.kind == "occasion" and other in row.others]
    return any(past.log.words.touches(f"{row.deed} {row.what}", line.text) for row in given for line in lines)


@claim("a secret was told")
def secret_told(past: Past, said: Said) -> str:
    """The one said these words to each of the others, no guests, and a seed says that it is kept quiet."""
    who, others = said.one["who"], said.people or (said.one["other"],)
    lines = [line for other in others for line in quoted(past, who, other, said.text["news"])]
    if not all(quoted(past, who, other, said.text["news"]) for other in others):
        return "they did not say so"
    if all(_is_invitation(past, who, other, lines) for other in others):
        return "they were invited by it"
    keeper = said.one.get("keeper", who)
    seeds = [
        row.text
        for row in Past(past.log, keeper, past.row, past.minute).memories("seed")
        if is_secret(row.text)
    ]
    told = [past.log.memory[line.tells].text for line in lines if line.tells in past.log.memory]
    held = any(past.log.words.touches(seed, text) for seed in seeds for text in (*told, said.text["news"]))
    return "" if held else "it is no secret of theirs"


@claim("a secret was shared")
def secret_shared(past: Past, said: Said) -> str:
    """The one said these words to each of the others, and the keeper keeps a thing from others than them."""
    who, others = said.one["who"], said.people or (said.one["other"],)
    if not all(quoted(past, who, other, said.text["news"]) for other in others):
        return "they did not say so"
    rows = [row for row in past.theirs(Intention, said.one.get("keeper", who)) if row.kind == "secret"]
    kept = [row for row in rows if row.others and "*" not in row.others]
    return "" if any(not set(others) & set(row.others) for row in kept) else "it is not kept from others only"


@claim("a secret reached whom it was kept from")
def secret_reached(past: Past, said: Said) -> str:
    """As above; and the other had not known it."""
    wrong = secret_told(past, said)
    if wrong:
        return wrong
    line = quoted(past, said.one["who"], said.one["other"], said.text["news"])[0]
    since, _ = who_knows(past, said.text["news"]).get(said.one["other"], (line.minute, ""))
    return "" if since >= line.minute else "they had known it before"


@claim("news spread")
def news_spread(past: Past, said: Said) -> str:
    """So many know it by now, so many heard it this day by a line, and most from those named."""
    known = who_knows(past, said.text["news"])
    fresh = [source for since, source in known.values() if source and since >= past.day_begins()]
    if len(fresh) != number(said.text["count"]):
        return f"{len(fresh)} heard it this day"
    theirs = sum(
        source == agent for agent, (_, source) in known.items()
    )  # who is it of may be counted or not
    if "know" in said.text and int(said.text["know"]) not in (len(known), len(known) - theirs):
        return f"{len(known)} know it"
    if "of" in said.text and int(said.text["of"]) != len(past.log.names):
        return f"there are {len(past.log.names)} people"
    silent = [who for who in said.people if who not in fresh]
    if silent:
        return f"nobody heard it first from {', '.join(silent)}"
    least = min(fresh.count(who) for who in said.people)
    more = {source for source in fresh if source not in said.people and fresh.count(source) > least}
    return f"more heard it from {', '.join(sorted(more))}" if more else ""


@claim("news spread from some alone")
def news_from_some(past: Past, said: Said) -> str:
    """As above; and nobody heard it from anybody else."""
    wrong = news_spread(past, said)
    others = _fresh(past, said) - set(said.people)
    return wrong or (f"some heard it from {', '.join(sorted(others))}" if others else "")


def _fresh(past: Past, said: Said) -> set[AgentId]:
    """Return from whom people heard the news first this day."""
    known = who_knows(past, said.text["news"])
    return {source for since, source in known.values() if source and since >= past.day_begins()}


@claim("news reached everybody from some alone")
def everybody_from_some(past: Past, said: Said) -> str:
    """As above; and everybody knows."""
    return news_everywhere(past, said) or news_from_some(past, said)


@claim("news reached everybody")
def news_everywhere(past: Past, said: Said) -> str:
    """As above; and everybody knows."""
    known = who_knows(past, said.text["news"])
    lacking = set(past.log.names) - set(known)
    return f"{', '.join(sorted(lacking))} does not know" if lacking else news_spread(past, said)


@claim("a message was brought")
def message_brought(past: Past, said: Said) -> str:
    """They said these words to each of them."""
    deaf = [who for who in said.people if not quoted(past, said.one["who"], who, said.text["news"])]
    return f"not to {', '.join(deaf)}" if deaf else ""


@claim("a message was not brought")
def message_not_brought(past: Past, said: Said) -> str:
    """No line of theirs tells them so."""
    told = [who for who in said.people if past.told(said.one["who"], who, said.text["news"])]
    return f"{', '.join(told)} was told" if told else ""
