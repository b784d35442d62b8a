"""The paper of a day, written by rule from the log: headline, turning points, and a paragraph per person.

Every sentence carries the ids of the rows it rests on, so that each can be explained, and none says more
than the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.display.html import Card
from engine.display.listed import Displayed
from engine.display.rows import Grid
from engine.insight.story.of_somebody import of_somebody
from engine.insight.story.sentence import PaperSentence, Teller
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import TurningPoint
from engine.insight.turning.turning_points import turning_points
from engine.moments.moment import Moment
from engine.records import AgentId

MOST_TURNS = 12
_MOST_OF_A_TURN = 3  # turning points of one kind that are told; the rest are on the list of all


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A turning point, and the sentence that tells it."""

    point: TurningPoint
    sentence: PaperSentence


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Paper(Displayed):
    """The paper of a day.

    `turns` are the turning points it tells, the most important first, and `more` is the number of others.
    `people` have a paragraph each, in the order of the scenario; `joint` stands between two sentences of it.
    """

    day: int
    minute: int
    headline: PaperSentence
    turns: tuple[Told, ...]
    more: int
    people: Mapping[AgentId, tuple[PaperSentence, ...]]
    joint: str = " "

    def __repr__(self) -> str:
        """Return the day and the headline."""
        return f"<Paper of day {self.day}: {self.headline.text}>"

    def _card_(self) -> Card:
        told = [("", one.sentence) for one in self.turns]
        told += [(agent, each) for agent, some in self.people.items() for each in some]
        rows = tuple((who, one.text, one.ids[0] if one.ids else None) for who, one in told)
        grid = Grid(
            caption=f"Day {self.day}", columns=("about", "sentence", "row"), rows=rows, total=len(rows)
        )
        return Card(title=self.headline.text, grids=(grid,) if rows else ())

    @property
    def sentences(self) -> tuple[PaperSentence, ...]:
        """Return all its sentences, in order."""
        told = (one.sentence for one in self.turns)
        return (self.headline, *told, *(each for some in self.people.values() for each in some))


def paper(moment: Moment, day: int) -> Paper:
    """Return the paper of a day (counted from 1) as of a moment; cached until the run goes on."""
    asked = ("paper", moment.row.number, moment.before, day)
    return moment.store.unchanged(asked, lambda: _written(moment, day))


def _written(moment: Moment, day: int) -> Paper:
    lived = LivedDay(moment, day)
    points, teller = turning_points(lived), Teller(lived.moment.town)
    told = tuple(Told(point=point, sentence=teller.turn(point)) for point in _worth_telling(points))
    headline = teller.headline(points[0]) if points else teller.quiet()
    already = {one.sentence.ids[0] for one in told}
    quoted = set(_quoted(lived, already))
    paragraphs: dict[AgentId, tuple[PaperSentence, ...]] = {}
    for agent in lived.people:
        paragraphs[agent] = of_somebody(lived, teller, agent, already, quoted)
        quoted.update(_quoted(lived, (row for one in paragraphs[agent] for row in one.ids)))
    return Paper(
        day=day,
        minute=lived.until,
        headline=headline,
        turns=told,
        more=len(points) - len(told),
        people=MappingProxyType(paragraphs),
        joint=teller.words.joint,
    )


def _quoted(day: LivedDay, rows: Iterable[int]) -> Iterator[str]:
    """Yield the keys of the news that the lines among some rows pass on."""
    for row in rows:
        line = day.hearsay.line(row)
        if line is not None and line.tells:
            yield day.hearsay.key(line.tells)


def _worth_telling(points: Sequence[TurningPoint]) -> Sequence[TurningPoint]:
    """Return the most important points, with a limit for each kind."""
    of_a_kind: dict[str, int] = {}
    chosen = []
    for point in points:
        of_a_kind[point.turn] = of_a_kind.get(point.turn, 0) + 1
        if of_a_kind[point.turn] <= _MOST_OF_A_TURN:
            chosen.append(point)
    return chosen[:MOST_TURNS]
