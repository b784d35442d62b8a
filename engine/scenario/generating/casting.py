"""Casting over chosen axes: proposes people for a town with rare combinations of traits, ages and trades.

Nothing here writes to a town. The same town, wishes and seed give the same people: all draws use the seed.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.clock import clock_words
from engine.errors import BadInput, with_commas, worded
from engine.language.phrases import phrases
from engine.records import AgentId, Persona, Place, Scenario
from engine.scenario.allowed_files import persona_file
from engine.scenario.document.edits import AddPerson
from engine.scenario.newcomer import free_id
from engine.scenario.places import is_open
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import read_scenario
from engine.scenario.write import Inline, dumped

if TYPE_CHECKING:
    from engine.scenario.generating.tongue import Tongue

MOST_PROPOSED = 20
AXES: Mapping[str, tuple[str, str]] = {
    "warmth": ("warm", "cool"),
    "boldness": ("bold", "shy"),
    "speech": ("talkative", "quiet"),
    "order": ("orderly", "careless"),
    "mood": ("cheerful", "gloomy"),
    "candour": ("frank", "secretive"),
    "patience": ("patient", "quick-tempered"),
    "novelty": ("curious", "set in their ways"),
}
"""Axes of character, each with its two poles; the poles are traits that the rehearsal model understands."""

AGES: Mapping[str, tuple[int, int]] = {
    "young": (16, 29), "grown": (30, 49), "older": (50, 69), "old": (70, 88),
}  # fmt: skip
AGE, TRADE = "age", "trade"
"""Two more axes: how old somebody is, and whether and where they work."""

NO_TRADE = "no trade"

Cell = tuple[str, ...]
"""A pole, band or trade of each of the chosen axes, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """The coverage of a cast over the chosen axes: `cells` counts the people for each combination, including
    those without any. People without a value on every axis are in no cell.
    """

    axes: tuple[str, ...]
    cells: Mapping[Cell, int]

    @property
    def missing(self) -> tuple[Cell, ...]:
        """Return the combinations that no person has."""
        return tuple(cell for cell, count in self.cells.items() if not count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A person proposed for a town, not stored yet. `cell` is the combination they were proposed for,
    `problems` those that the check of the town would find in the new file.
    """

    agent: AgentId
    name: str
    cell: Cell
    text: str
    problems: tuple[Problem, ...]

    @property
    def edit(self) -> AddPerson:
        """Return the edit that adds the person to a scenario."""
        return AddPerson(file=persona_file(self.agent), text=self.text, facts=())


def coverage(scenario: Scenario, axes: Sequence[str], also: Sequence[Proposed] = ()) -> Covered:
    """Count the combinations of some axes that the people of a town cover, with the proposed people in
    `also`.
    """
    chosen = _checked(axes)
    cells: Counter[Cell] = Counter()
    for persona in scenario.personas:
        cell = tuple(_value(scenario, persona, axis) for axis in chosen)
        if all(cell):
            cells[cell] += 1
    cells.update(one.cell for one in also)
    every = itertools.product(*(_values(scenario, axis) for axis in chosen))
    return Covered(axes=chosen, cells={cell: cells[cell] for cell in every})


def cast(
    files: Mapping[str, str], scenario: Scenario, count: int, axes: Sequence[str], seed: int
) -> tuple[Proposed, ...]:
    """Propose `count` people for a town, each with the combination of the axes that is rarest so far. Raises
    BadInput if the town's language has no word bank, or the town has no room to live in.
    """
    tongue = words_of(scenario)
    if not any(place.rooms for place in scenario.places):
        raise BadInput(worded("this town has no room to live in; add a place first"))
    if not 1 <= count <= MOST_PROPOSED:
        raise BadInput(
            worded(
                "{count} people cannot be proposed at once; ask for 1 to {most_proposed}",
                count=count,
                most_proposed=MOST_PROPOSED,
            )
        )
    made: list[Proposed] = []
    rng = random.Random(f"{scenario.id} {seed} {' '.join(axes)}")
    casting = _Casting(rng, tongue, scenario, dict(files))
    for _ in range(count):
        cells = coverage(scenario, axes, made).cells
        least = min(cells.values())
        cell = rng.choice([one for one, many in cells.items() if many == least])
        made.append(casting.propose(dict(zip(_checked(axes), cell, strict=True)), cell))
    return tuple(made)


def words_of(scenario: Scenario) -> Tongue:
    """Return the word bank of a town's language. Raises BadInput if there is none."""
    from engine.scenario.generating.tongue import tongue  # loaded when people are made

    return tongue(scenario.language)


def _checked(axes: Sequence[str]) -> tuple[str, ...]:
    known = [*AXES, AGE, TRADE]
    chosen = tuple(dict.fromkeys(axes))
    for axis in chosen:
        if axis not in known:
            raise BadInput(
                worded(
                    "there is no property {axis!r} to vary; use one of: {known}",
                    axis=axis,
                    known=with_commas(known),
                )
            )
    if not 1 <= len(chosen) <= 3:
        raise BadInput(
            worded("people cannot vary by {count} properties at once; choose one to three", count=len(chosen))
        )
    return chosen


def _values(scenario: Scenario, axis: str) -> tuple[str, ...]:
    if axis == AGE:
        return tuple(AGES)
    if axis == TRADE:
        return (*(place.name for place in _workplaces(scenario)), NO_TRADE)
    return tuple(words_of(scenario).axes[axis])


def _value(scenario: Scenario, persona: Persona, axis: str) -> str:
    """Return a persona's pole, age band or trade on an axis; "" if none fits."""
    if axis == AGE:
        return next((name for name, (low, high) in AGES.items() if low <= persona.age <= high), "")
    if axis == TRADE:
        return persona.work.partition("/")[0] if persona.work else NO_TRADE
    said = " ".join(persona.traits).casefold()
    return next((pole for pole in words_of(scenario).axes[axis] if pole in said), "")


def _workplaces(scenario: Scenario) -> list[Place]:
    """Return the places where somebody works already, then those open to all; eight at most."""
    worked = {one.work.partition("/")[0] for one in scenario.personas if one.work}
    public = [
        place for place in scenario.places if place.rooms and (place.name in worked or not place.private)
    ]
    return sorted(public, key=lambda place: place.name not in worked)[:8]


@dataclass(slots=True)
class _Casting:
    """Proposes people one after the other, so that their names and homes differ."""

    rng: random.Random
    bank: Tongue
    scenario: Scenario
    files: dict[str, str]

    def propose(self, wanted: Mapping[str, str], cell: Cell) -> Proposed:
        name = self._name()
        agent = free_id(name, self.files)
        text = dumped(dict(self._said(name, wanted)))
        self.files[persona_file(agent)] = text
        file = persona_file(agent)
        problems = tuple(
            one for one in read_scenario(self.files, self.scenario.id).problems if one.file == file
        )
        return Proposed(agent=agent, name=name, cell=cell, text=text, problems=problems)

    def _name(self) -> str:
        """Return a name of which no part is used in the town, so that talk about it is unambiguous."""
        heads = (text.partition("\n")[0].partition(" ")[2] for text in self.files.values())
        names = [*(one.name for one in self.scenario.personas), *heads]
        taken = {word for name in names for word in name.split()}
        if not self.bank.between:  # a name is one word: its parts are known by what friends say
            short = phrases(self.scenario.language).short_name
            taken |= {word for name in names for word in (short(name), name.removesuffix(short(name)))}
        first = [one for one in self.bank.first_names if one not in taken]
        family = [one for one in self.bank.family_names if one not in taken]
        given = self.rng.choice(first or self.bank.first_names)
        return self.bank.name(self.rng.choice(family or self.bank.family_names), given)

    def _said(self, name: str, wanted: Mapping[str, str]) -> Iterator[tuple[str, object]]:
        """Yield the keys and values of a persona's file, in order."""
        low, high = AGES[wanted.get(AGE, self.rng.choice(("young", "grown", "older")))]
        work = wanted.get(
            TRADE, self.rng.choice([*(one.name for one in _workplaces(self.scenario)), NO_TRADE])
        )
        workplace = next((one for one in _workplaces(self.scenario) if one.name == work), None)
        home = self._home()
        want, other = self.rng.choice(self.bank.wants), self.rng.choice(self.scenario.personas or (None,))
        words = {
            "name": name, "town": self.scenario.town, "other": other.name if other else self.bank.friend,
            "place": workplace.name if workplace else self.scenario.places[0].name,
        }  # fmt: skip
        poles = [wanted[axis] for axis in wanted if axis in AXES]
        more = [
            one for one in self.bank.adjectives if not any(self.bank.clashing(one, pole) for pole in poles)
        ]
        yield from {
            "name": name, "pronouns": "they",
            "age": self.rng.randint(low, high), "emoji": "🧓" if low >= AGES["old"][0] else "🧑",
            "traits": Inline([*poles, *self.rng.sample(more, max(1, 3 - len(poles)))]), "home": home,
        }.items()  # fmt: skip
        if workplace is not None:
            yield "work", workplace.rooms[0].path
        seeds = [want.seed, self.rng.choice(self.bank.worries), self.rng.choice(self.bank.memories)]
        yield "seed", [line.format(**words) for line in seeds]
        yield "currently", want.now.format(**words)
        yield "day", {"wake": "07:00", "sleep": "22:30", "routine": self._routine(home, workplace)}
        yield "voice", {
            "register": self.rng.choice(self.bank.registers), "says": self.rng.sample(self.bank.sayings, 2)
        }  # fmt: skip
        if other is not None:
            tie = self.rng.choice(self.bank.ties)
            yield "relationships", [{"with": other.id, "as": tie, "closeness": 0.3}]

    def _home(self) -> str:
        """Return the home with the fewest residents among private places and those lived in, else among all
        rooms.
        """
        lived = Counter(one.home for one in self.scenario.personas)
        lived.update(
            line.removeprefix("home: ").strip("'\"")
            for text in self.files.values()
            for line in text.splitlines()
            if line.startswith("home: ")
        )
        private = [room.path for place in self.scenario.places if place.private for room in place.rooms]
        rooms = [room.path for place in self.scenario.places for room in place.rooms]
        homes = [one for one in dict.fromkeys([*lived, *private]) if one in rooms] or rooms
        return min(homes, key=lambda room: lived[room])

    def _routine(self, home: str, workplace: Place | None) -> list[str]:
        """Return a usual day at places that are open at those hours; lunch is at a place where people
        meet.
        """
        lines = [(7 * 60 + 30, self.rng.choice(self.bank.breakfasts), home)]
        public = [place for place in self.scenario.places if not place.private and place.rooms]
        hours = (9 * 60 + 30, 12 * 60 + 30, 14 * 60 + 30, 17 * 60)
        doing = (
            self.bank.daily[0],
            self.rng.choice(self.bank.lunches),
            self.bank.daily[1],
            self.bank.daily[2],
        )
        for at, (minute, does) in enumerate(zip(hours, doing, strict=True)):
            where = [place for place in public if is_open(place.open, minute)]
            if workplace is not None and at in (0, 2) and is_open(workplace.open, minute):
                lines.append((minute, self.bank.work, workplace.rooms[0].path))
            elif where:
                lines.append((minute, does, self.rng.choice(where).rooms[0].path))
        lines += [(19 * 60, self.rng.choice(self.bank.suppers), home)]
        lines += [(20 * 60 + 30, self.rng.choice(self.bank.evenings), home)]
        return [f"{clock_words(minute)} {does} @ {room}" for minute, does, room in lines]
