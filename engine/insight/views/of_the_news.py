"""Views of news: pieces of news, who knows them, who told them, who was not told, who is mentioned."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import clock_words, day_of
from engine.errors import worded
from engine.insight.news.follow import follow
from engine.insight.news.going_round import going_round
from engine.insight.news.hearsay import Hearsay
from engine.insight.news.spread import Spread
from engine.moments.moment import Moment
from engine.records import Memory
from engine.store.views.asking import Cell, Filled
from engine.store.views.view import View

MOST_FOLLOWED = 40
"""Of what goes round, the facts of the scenario first and then what was most widely told."""

_WHEN = {
    "minute": worded("the time, in minutes since 00:00 of day 1"),
    "day": worded("the day, counted from 1"),
    "clock": worded("the time of day, such as 08:10"),
}
_ROW = worded("the id of the row that shows it: a line, an event or a memory")
_NEWS = View(
    name="news",
    about=worded(
        "the facts of the scenario and the news that people pass on most widely, at most {most} in total",
        most=MOST_FOLLOWED,
    ),
    columns={
        "news": worded("its id, as on the News page"),
        "kind": worded("fact (from the scenario) or told (passed on by people)"),
        "text": worded("what it says"),
        "told": worded("how many people heard it in a line that tells it; NULL for facts"),
        "known": worded("how many people know it or part of it"),
    },
)
_KNOWING = View(
    name="knowing",
    about=worded("who knows a piece of news, since when and how"),
    columns={
        "row": _ROW,
        **_WHEN,
        "news": worded("the id of the news"),
        "agent": worded("who knows it"),
        "how": worded("scenario, whisper, seen, told, talk or thought"),
        "by": worded("who told them, if anyone"),
        "words": worded("the wording in which they know it"),
        "n": worded("their position among those who know, starting at 1"),
        "partly": worded("1 if they have heard only part of it"),
    },
)
_TELLING = View(
    name="telling",
    about=worded("each line that carries a piece of news"),
    columns={
        "row": worded("the row of the line"),
        **_WHEN,
        "news": worded("the id of the news"),
        "speaker": worded("who said it"),
        "room": worded("where, as place/room"),
        "words": worded("the part of the line that says it"),
        "tells": worded("the memory that it passes on; NULL if the line only mentions the news"),
        "new_to": worded("how many people heard it for the first time in this line"),
        "was": worded("the original form of the details it changes; NULL if it changes none"),
        "became": worded("the same details as told in the line"),
    },
)
_SILENCE = View(
    name="silence",
    about=worded("who knew a piece of news and talked with someone who did not, but did not mention it"),
    columns={
        "row": worded("the row of their last conversation"),
        **_WHEN,
        "news": worded("the id of the news"),
        "agent": worded("the person who knew"),
        "other": worded("the person who did not know"),
        "talks": worded("how many conversations they had"),
    },
)
_MENTION = View(
    name="mention",
    about=worded("who is named in a line, one row per person"),
    columns={
        "row": worded("the row of the line"),
        **_WHEN,
        "talk": worded("the row of the conversation"),
        "speaker": worded("who said it"),
        "agent": worded("who is named"),
        "present": worded("1 if they heard the line or said it themselves"),
        "viewed": worded("1 if the line says what its speaker thinks of them"),
    },
)


def news_filled(moment: Moment) -> tuple[Filled, ...]:
    """Return the views of the news in a run, each with the function that fills it."""
    return (
        Filled(_NEWS, lambda: _news(moment)),
        Filled(_KNOWING, lambda: _knowing(moment)),
        Filled(_TELLING, lambda: _tellings(moment)),
        Filled(_SILENCE, lambda: _silences(moment)),
        Filled(_MENTION, lambda: _mentions(moment)),
    )


def _spreads(moment: Moment) -> Iterator[Spread]:
    said = Hearsay.of(moment)
    for one in going_round(moment, said)[:MOST_FOLLOWED]:
        yield follow(moment, one, said)


def _when(minute: int) -> tuple[Cell, ...]:
    return minute, day_of(minute), clock_words(minute)


def _news(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for one in _spreads(moment):
        told = None if one.news.kind == "fact" else one.news.told
        yield one.news.id, one.news.kind, one.news.text, told, len(one.knowing)


def _knowing(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for spread in _spreads(moment):
        for n, one in enumerate(spread.knowing, 1):
            how = (spread.news.id, one.agent, one.how, one.by or None, one.words, n, int(one.partly))
            yield one.id, *_when(one.minute), *how


def _tellings(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for spread in _spreads(moment):
        for one in spread.tellings:
            bent = [each for each in one.distortions if each.now]
            was, became = "; ".join(each.was for each in bent), "; ".join(each.now for each in bent)
            said = (spread.news.id, one.speaker, one.room, one.words, one.tells or None, len(one.new_to))
            yield one.id, *_when(one.minute), *said, was or None, became or None


def _silences(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for spread in _spreads(moment):
        for one in spread.silences:
            yield one.id, *_when(one.minute), spread.news.id, one.knew, one.other, one.talks


def _mentions(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    said = Hearsay.of(moment)
    for line in said.lines:
        told = said.memories.get(line.tells)
        view = told is not None and told.agent == line.speaker and _is_view(told, said)
        for agent in moment.town.cast.mentioned(line.text):
            present = int(agent == line.speaker or agent in line.hearers)
            viewed = int(view and told is not None and agent in told.about)
            yield line.id, *_when(line.said_at), line.conversation, line.speaker, agent, present, viewed


def _is_view(told: Memory, said: Hearsay) -> bool:
    return told.kind == "reflection" or said.statements.is_view(told.text)
