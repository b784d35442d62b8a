"""Turning points of news: secrets that came out, news that reached those concerned, and wide spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.insight.news.spread import Knowing, News, Spread
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import TurningPoint, TurnKind
from engine.practices.conduct import KEPT_FROM
from engine.records import AgentId, Intention, Knows, Memory

_REACHED, _SPREAD = 70, 46
_WEIGHTS: Mapping[TurnKind, int] = {"secret_reached": 95, "secret_told": 76, "secret_shared": 50}
_TO_THE_FACE = 30  # and twice as much as it matters to who says it
_WEIGHTY = 5  # of an importance, from which on it counts that it is said to somebody's face
_MOST_TELLERS = 3  # that are named, of all who told news that spread
_MOST_FOLLOWED = 40  # of what goes round, the most widely told: each is followed


@dataclass(frozen=True, slots=True)
class _Secret:
    """A secret: the intention to keep it, and the sentence of its memory."""

    intention: Intention
    text: str


def word_got_round(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the turning points of the news that spread on the day."""
    secrets = _secrets(day)
    for news in day.news[:_MOST_FOLLOWED]:
        spread = day.spread(news)
        came = [one for one in spread.knowing if day.begins <= one.minute < day.until and one.by]
        if not came:
            continue
        known_by = day.hearsay.known.get(news.id, ())
        keepers = [one for one in secrets if _keeps(one, news, spread, known_by)]
        if keepers:
            yield from _came_out(spread, came, keepers)
        else:
            yield from _reached(day, news, spread, came)
        if news.kind == "fact":
            yield from _spread(day, spread, came)


def _secrets(day: LivedDay) -> Sequence[_Secret]:
    """Return the secrets that agents keep, by their latest rows, without those given up."""
    kinds = sorted(KEPT_FROM)
    last = {row.first: row for kind in kinds for row in day.log.rows(Intention, where={"kind": kind})}
    kept = [row for row in last.values() if row.is_open]
    texts = day.by_id(sorted({row.memory for row in kept}))
    return tuple(_Secret(row, texts[row.memory].text) for row in kept if row.memory in texts)


def _keeps(secret: _Secret, news: News, spread: Spread, known_by: Sequence[Knows]) -> bool:
    """Return whether a piece of news is what an agent keeps secret and was not told by others.

    `known_by` are the rows by which it is known, if it is a fact.
    """
    row, knows = secret.intention, spread.by_agent.get(secret.intention.agent)
    if knows is None or knows.by:
        return False
    if news.kind == "told":
        return row.kind == "secret" and secret.text in news.roots
    return secret.text in news.roots or any(known.memory == row.memory for known in known_by)


def _came_out(spread: Spread, came: Sequence[Knowing], secrets: Sequence[_Secret]) -> Iterator[TurningPoint]:
    """Yield the hearers to whom a secret came out, with the line that says most of it.

    Hearers of one line are told of together, except those from whom it was kept.
    """
    kept_from = {other for one in secrets for other in one.intention.others}
    keeper = secrets[0].intention.agent
    found: dict[tuple[int, AgentId], list[Knowing]] = {}
    for one in came:
        if one.agent == keeper:
            continue
        reached = one.agent in kept_from or "*" in kept_from
        if not (reached or any(each.intention.kind == "secret" for each in secrets)):
            continue  # who is only not to be asked to a party is no secret from the others
        found.setdefault((_most_said(spread, one)[0], one.agent if reached else ""), []).append(one)
    for (line, reached_whom), who in found.items():
        others = tuple(one.agent for one in who)
        # Who keeps a thing from some may tell it to others: it is shared, and has not come out.
        turn: TurnKind = "secret_reached" if reached_whom else "secret_shared" if kept_from else "secret_told"
        yield TurningPoint(
            turn=turn,
            minute=who[0].minute,
            weight=_WEIGHTS[turn],
            ids=(line, secrets[0].intention.memory),
            who=(who[0].by, *others, keeper),
            values={
                "who": (who[0].by,),
                "other": others,
                "keeper": (keeper,),
                "news": _most_said(spread, who[0])[1],
                "topic": spread.news.topic,
            },
        )


def _most_said(spread: Spread, one: Knowing) -> tuple[int, str]:
    """Return the id and words of the line that really told an agent the news, not only mentioned it."""
    for telling in spread.tellings:
        if telling.tells and telling.speaker == one.by and one.agent in telling.hearers:
            return telling.id, telling.words
    return one.id, one.words


def _reached(day: LivedDay, news: News, spread: Spread, came: Sequence[Knowing]) -> Iterator[TurningPoint]:
    """Yield the agents whom the news is about and who learned it from others."""
    about = day.moment.town.cast.mentioned(news.text)
    holders = {one.agent for one in spread.sources}
    for one in came:
        if one.agent not in about or one.agent in holders or _is_no_news(day, news, spread):
            continue
        to_the_face = one.by in holders and news.kind != "fact"
        if not to_the_face or (_matters(day, news) >= _WEIGHTY and not _is_of_an_occasion(day, news)):
            yield TurningPoint(
                turn="to_the_face" if to_the_face else "news_reached",
                minute=one.minute,
                weight=_TO_THE_FACE + 2 * _matters(day, news) if to_the_face else _REACHED + _of_fact(news),
                ids=(one.id,),
                who=(one.agent, one.by),
                values={"who": (one.agent,), "by": (one.by,), "news": one.words, "topic": news.topic},
            )


def _of_fact(news: News) -> int:
    return 8 if news.kind == "fact" else 0


def _matters(day: LivedDay, news: News) -> int:
    """Return the greatest importance of the memories that tellings go back to."""
    return max((memory.importance for memory in _goes_back_to(day, news)), default=1)


def _goes_back_to(day: LivedDay, news: News) -> Iterator[Memory]:
    memories = day.hearsay.memories.values()
    return (memory for memory in memories if day.hearsay.key(memory.id) in news.roots)


def _is_of_an_occasion(day: LivedDay, news: News) -> bool:
    """Return whether the news is a thought about an occasion that both were at.

    An example is "I came home from your chess evening in a better mood".
    """
    thought = [memory for memory in _goes_back_to(day, news) if memory.kind == "reflection"]
    evidence = day.by_id(sorted({row for memory in thought for row in memory.evidence}))
    return any(row.when is not None for row in evidence.values())


def _is_no_news(day: LivedDay, news: News, spread: Spread) -> bool:
    """Return whether the news is only something seen, which they did themselves, or a request to them."""
    if any(key[:1] == "e" and key[1:].isdecimal() for key in news.roots):
        return True
    began = {one.id for one in spread.sources}
    return news.kind == "told" and not began.isdisjoint(day.brought_up)


def _spread(day: LivedDay, spread: Spread, came: Sequence[Knowing]) -> Iterator[TurningPoint]:
    if len(came) < 2:
        return
    tellers = Counter(one.by for one in came)
    named = dict(tellers.most_common(_MOST_TELLERS))
    yield TurningPoint(
        turn="news_spread",
        minute=came[-1].minute,
        weight=min(68, _SPREAD + 2 * len(came)),
        ids=tuple(one.id for one in came),
        who=tuple(tellers),
        values={
            "news": spread.news.text,
            "who": tuple(named),
            "from_others": str(len(came) - sum(named.values())),
            "count": str(len(came)),
            "know": str(sum(one.minute < day.until for one in spread.knowing)),
            "of": str(len(spread.others)),
            "topic": spread.news.topic,
        },
    )
