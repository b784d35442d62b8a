"""Hub: the talks of an excerpt arranged for a game, by hour and place, with the state of knowledge and
feelings.

In every hour the player chooses one place, or none, and overhears any of the talks there. The people's
knowledge and closeness follow the run, whatever is overheard; the player's knowledge does not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from engine.clock import DAY, clock_words, day_of
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.report import Notes
from engine.export.script.naming import people_slugs, place_slugs, slugs, talk_name
from engine.export.script.talks import Talk, talks
from engine.insight.news.follow import follow
from engine.insight.news.going_round import facts_of
from engine.insight.news.hearsay import Hearsay
from engine.insight.news.spread import News, Spread
from engine.language.scales import BANDS, DEGREES, degree
from engine.records import AgentId, Relation
from engine.row_ids import minute_of

_HOUR = 60
_NEUTRAL = "neutral"  # which is not worth a line


@dataclass(frozen=True, slots=True)
class Assignment:
    """A variable that gets a value: whether somebody knows or has heard something, or how close somebody
    feels, from -100 to 100.
    """

    name: str
    value: bool | int


@dataclass(frozen=True, slots=True)
class Between:
    """A condition: a number is at least `least` and less than `most`."""

    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Aside:
    """A line that is shown if all conditions hold: a variable is true, or a number is between two others."""

    text: str
    conditions: tuple[str | Between, ...]


@dataclass(frozen=True, slots=True)
class Overheard:
    """A talk that can be overheard, with the text of its choice, and the changes made by each of its
    lines.
    """

    name: str
    choice: str
    talk: Talk
    changes: Mapping[int, Sequence[Assignment]]


@dataclass(frozen=True, slots=True)
class Stop:
    """A place in an hour, with the asides shown there, and the talks that can be overheard."""

    name: str
    place: str
    choice: str
    asides: tuple[Aside, ...]
    overheard: tuple[Overheard, ...]


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour with at least one talk: the changes by then, and the places to go to."""

    name: str
    moment: str
    changes: tuple[Assignment, ...]
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Hub:
    """A whole story: its variables with initial values, its hours in order, and the words of the general
    choices.
    """

    people: Mapping[AgentId, str]
    variables: tuple[Assignment, ...]
    hours: tuple[Hour, ...]
    wait: str
    go_on: str


def hub(excerpt: Excerpt, notes: Notes) -> Hub:
    """Arrange the talks of an excerpt by hour and place, and note what is kept."""
    told = list(talks(excerpt, notes))
    people = people_slugs(excerpt.people, notes)
    variables = _Variables(excerpt, people)
    begins = told[0].row.minute // _HOUR * _HOUR if told else excerpt.minute
    first = variables.at(begins)
    notes.add(
        "kept",
        worded("variables for what people know, what was heard and how close people feel"),
        [one.name for one in first],
        len(first),
    )
    phrases = excerpt.run.town.phrases
    hours = tuple(_hours(told, begins, _Stops(excerpt, variables), variables))
    return Hub(people, first, hours, phrases.say("hub_wait"), phrases.say("hub_go_on"))


def condition(aside: Aside, mark: str, both: str, number: Callable[[int], str] = str) -> str:
    """Write the condition of an aside in a tool's syntax: the `mark` before a variable, the operator `both`,
    and the format of a number.
    """
    return both.join(
        f"{mark}{one.name} >= {number(one.least)}{both}{mark}{one.name} < {number(one.most)}"
        if isinstance(one, Between)
        else f"{mark}{one}"
        for one in aside.conditions
    )


def _whole(closeness: float) -> int:
    """Return a closeness from -1 to 1 as a whole number of hundredths, which every tool can read."""
    return round(100 * closeness)


@dataclass(frozen=True, slots=True)
class _Change:
    """The new value of a variable at a minute."""

    minute: int
    became: Assignment


class _Variables:
    """The knowledge and feelings in an excerpt as variables, and when each of them changes."""

    def __init__(self, excerpt: Excerpt, people: Mapping[AgentId, str]) -> None:
        self.people = people
        news = facts_of(excerpt.moment)
        self.facts = slugs((fact.id for fact in news), "fact")
        self._knows = _told_apart(
            (person, self.facts[fact.id]) for person in people.values() for fact in news
        )
        self._ties = _told_apart(itertools.permutations(people.values(), 2))
        heard = Hearsay.of(excerpt.moment)
        self.spreads: tuple[Spread, ...] = tuple(
            follow(excerpt.moment, fact, heard, silences=False) for fact in news
        )
        self._never = [Assignment(self.heard(spread.news), False) for spread in self.spreads]
        self._never += [
            Assignment(self.knows(agent, spread.news), False) for spread in self.spreads for agent in people
        ]
        self._felt: dict[str, None] = {}  # the variables of ties that are ever felt, in order
        learnt = [
            _Change(known.minute, Assignment(self.knows(known.agent, spread.news), True))
            for spread in self.spreads
            for known in spread.knowing
            if known.agent in people
        ]
        self._changes = sorted([*learnt, *self._changes_of_ties(excerpt)], key=attrgetter("minute"))

    def heard(self, news: News) -> str:
        """Return the variable that says whether the player has heard of a fact."""
        return f"heard_{self.facts[news.id]}"

    def knows(self, agent: AgentId, news: News) -> str:
        """Return the variable that says whether an agent knows a fact."""
        return f"knows_{self._knows[self.people[agent], self.facts[news.id]]}"

    def tie(self, agent: AgentId, other: AgentId) -> str:
        """Return the variable that says how close an agent feels to another."""
        return f"tie_{self._ties[self.people[agent], self.people[other]]}"

    def at(self, minute: int) -> tuple[Assignment, ...]:
        """Return every variable with its value at a minute."""
        values = {one.name: one for one in self._never}
        values |= {name: Assignment(name, 0) for name in self._felt}
        values |= {change.became.name: change.became for change in self._changes if change.minute < minute}
        return tuple(values.values())

    def between(self, since: int, until: int) -> tuple[Assignment, ...]:
        """Return the changes of variables between two minutes, each variable once."""
        changes = (change for change in self._changes if since <= change.minute < until)
        return tuple({change.became.name: change.became for change in changes}.values())

    def of_line(self, line: int) -> list[Assignment]:
        """Return the changes made by a line: who learns a fact by it, the player included."""
        made = []
        for spread in self.spreads:
            news = spread.news
            made += [
                Assignment(self.knows(known.agent, news), True)
                for known in spread.knowing
                if known.id == line and known.agent in self.people
            ]
            if line in spread.by_telling:
                made.append(Assignment(self.heard(news), True))
        return made

    def _changes_of_ties(self, excerpt: Excerpt) -> Iterator[_Change]:
        for row in excerpt.moment.log.rows(Relation):
            if row.agent in self.people and row.other in self.people:
                name = self.tie(row.agent, row.other)
                self._felt[name] = None
                yield _Change(minute_of(row.id), Assignment(name, _whole(row.closeness)))


def _told_apart(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a distinct name for each pair; without a number, `maria` with `lopez_party` and `maria_lopez`
    with `party` would get the same one.
    """
    names: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for number, pair in enumerate(dict.fromkeys(pairs), 1):
        name = "_".join(pair)
        names[pair] = f"{name}_{number}" if name in taken else name
        taken.add(names[pair])
    return names


def _hours(told: Iterable[Talk], begins: int, stops: _Stops, variables: _Variables) -> Iterator[Hour]:
    before = begins
    for hour, had in itertools.groupby(told, key=lambda talk: talk.row.minute // _HOUR):
        now = hour * _HOUR
        name = f"day{now // DAY + 1}_{now % DAY // _HOUR:02d}"
        yield Hour(name, stops.moment(now), variables.between(before, now), tuple(stops.of(name, now, had)))
        before = now


class _Stops:
    """Builds the stops of an hour."""

    def __init__(self, excerpt: Excerpt, variables: _Variables) -> None:
        self._names, self._phrases = excerpt.people, excerpt.run.town.phrases
        self._places, self._variables = place_slugs(excerpt.scenario), variables

    def moment(self, minute: int) -> str:
        """Return an hour in words for the player."""
        return self._phrases.say("hub_hour", day=day_of(minute), clock=clock_words(minute))

    def of(self, hour: str, minute: int, told: Iterable[Talk]) -> Iterator[Stop]:
        """Yield the places of an hour that begins at a minute, in the order in which talks began there."""
        here: dict[str, list[Talk]] = {}
        for talk in told:
            here.setdefault(talk.place, []).append(talk)
        for place, had in here.items():
            yield Stop(
                name=f"{hour}_{self._places[place]}",
                place=place,
                choice=self._phrases.say("hub_go", place=self._phrases.place(place)),
                asides=tuple(self._asides(had, {one.name: one.value for one in self._variables.at(minute)})),
                overheard=tuple(map(self._overheard, had)),
            )

    def _overheard(self, talk: Talk) -> Overheard:
        phrases = self._phrases
        who = phrases.list([self._names[agent] for agent in talk.row.members])
        return Overheard(
            name=talk_name(talk.row, self._places),
            choice=phrases.say("hub_listen", names=who, clock=clock_words(talk.row.minute)),
            talk=talk,
            changes={line.id: self._variables.of_line(line.id) for line in talk.lines},
        )

    def _asides(self, had: Sequence[Talk], values: Mapping[str, bool | int]) -> Iterator[Aside]:
        """Yield the asides for a place, given the values at the beginning of its hour: which of the people
        there know or learn a fact, and how close the speakers feel.
        """
        phrases, names, variables = self._phrases, self._names, self._variables
        learnt = {one.name for talk in had for line in talk.lines for one in variables.of_line(line.id)}
        for agent in dict.fromkeys(agent for talk in had for agent in talk.row.members):
            for spread in variables.spreads:
                news = spread.news
                known = variables.knows(agent, news)
                if not (values[known] or known in learnt):
                    continue
                text = phrases.say("hub_knows", name=names[agent], fact=news.text)
                yield Aside(text, (variables.heard(news), variables.knows(agent, news)))
        pairs = (pair for talk in had for pair in itertools.permutations(talk.row.members, 2))
        for agent, other in dict.fromkeys(pairs):
            name = variables.tie(agent, other)
            for step, least, most in BANDS:
                if name in values and degree(values[name] / 100) == step != _NEUTRAL:
                    how = phrases.say(f"feels_{step}")
                    text = phrases.say("hub_feels", name=names[agent], other=names[other], how=how)
                    yield Aside(text, (Between(name, _whole(least), _whole(most) + (step == DEGREES[0])),))
