"""Generates a believable town of any size from a seed: homes, work, relationships, and news."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.errors import BadInput, worded
from engine.records import Scenario
from engine.scenario.allowed_files import MOST_PEOPLE, persona_file
from engine.scenario.build import build
from engine.scenario.generating.bank import Bank, Rumour, read_bank
from engine.scenario.generating.cast import Soul, Venue
from engine.scenario.generating.people import (
    Household,
    Taken,
    befriend,
    bind,
    households,
    persona,
    put_to_work,
)
from engine.scenario.reading.schema import FactPart, MapPart, PersonaPart, PlacePart, TownPart, WorldPart

_PEOPLE_PER_WORKPLACE = 3
_MOST_IN_A_QUARTER = 45  # more have no workplaces left that differ; they get a quarter of their own
_A_QUARTER = 30
_KNOWS_NEXT_DOOR = 0.3  # how many are bound to somebody of the next quarter

# Minutes between neighbouring plots: a town wide enough for its far ends to live at the same time.
WIDTH = 2.5
_ACROSS, _DOWN = 30.0, 20.0  # minutes from quarter to quarter, unless the map is too small for that
_WIDEST = 100.0  # the largest map there is


def generate(name: str, agents: int, seed: int) -> Scenario:
    """Generate a town of `agents` people; the same name, number and seed give the same town."""
    if not 1 <= agents <= MOST_PEOPLE:
        raise BadInput(
            worded(
                "a generated town can have 1 to {most_people:,} people, not {agents}",
                most_people=MOST_PEOPLE,
                agents=agents,
            )
        )
    rng, bank = random.Random(seed), read_bank()
    town = " ".join(word.capitalize() for word in name.replace("_", " ").replace("-", " ").split()) or name
    quarters = _quarters(rng, bank, agents)
    world = _world(rng, bank, quarters)
    facts = [fact for quarter in quarters for fact in _facts(rng, bank, town, quarter)]
    people = {
        soul.id: _person(rng, bank, town, soul, quarter, quarters)
        for quarter in quarters
        for soul in quarter.souls
    }
    ordered = {agent: people[agent] for agent in sorted(people, key=persona_file)}
    about = rng.choice(bank.town_abouts).format(town=town)
    souls = [soul for quarter in quarters for soul in quarter.souls]
    return build(name, _town(town, about, seed, facts), world, _with_notes(ordered, souls))


@dataclass(frozen=True, slots=True)
class _Quarter:
    """A part of a town with places, homes and people of its own. A small town has only one."""

    number: int
    venues: Sequence[Venue]
    homes: Sequence[Household]
    souls: Sequence[Soul]


def _quarters(rng: random.Random, bank: Bank, agents: int) -> list[_Quarter]:
    many = 1 if agents <= _MOST_IN_A_QUARTER else math.ceil(agents / _A_QUARTER)
    taken = Taken()
    quarters: list[_Quarter] = []
    for number in range(many):
        size = agents * (number + 1) // many - agents * number // many
        venues = _venues(rng, bank, size, bank.quarters[number - 1] if number else "")
        homes = households(rng, bank, size, taken)
        souls = [soul for home in homes for soul in home.members]
        put_to_work(rng, souls, venues)
        befriend(rng, souls)
        quarters.append(_Quarter(number, venues, homes, souls))
    for one, other in pairwise(quarters):
        for soul in one.souls:
            if rng.random() < _KNOWS_NEXT_DOOR:
                bind(rng, soul, rng.choice(other.souls))
    return quarters


def _person(
    rng: random.Random, bank: Bank, town: str, soul: Soul, quarter: _Quarter, quarters: Sequence[_Quarter]
) -> PersonaPart:
    """Build the persona of a soul. In a town of many quarters, everybody knows their own quarter and the next
    one.
    """
    part = persona(rng, bank, town, soul, quarter.souls, quarter.venues)
    if len(quarters) == 1:
        return part
    near = quarters[quarter.number : quarter.number + 2]
    return part.model_copy(update={"knows": [venue.name for each in near for venue in each.venues]})


def _town(town: str, about: str, seed: int, facts: list[FactPart]) -> TownPart:
    return TownPart.model_validate({"town": town, "summary": about, "seed": seed % 2**53, "facts": facts})


def _venues(rng: random.Random, bank: Bank, agents: int, quarter: str) -> list[Venue]:
    """Return the public places, the most needed first; those of a named quarter carry its name."""
    called = f"{quarter} " if quarter else ""
    count = min(len(bank.workplaces), max(3, math.ceil(agents / _PEOPLE_PER_WORKPLACE) + 1))
    venues = [
        Venue(
            name=called + rng.choice(work.names),
            key=work.names[0],
            place=work.place(),
            shift=work.shift,
            jobs=work.jobs,
        )
        for work in bank.workplaces[:count]
    ]
    for key, spot in (("square", bank.squares), ("park", bank.parks)):
        name = called + rng.choice(spot.names)
        venues.append(Venue(name=name, key=key, place=spot.place(), shift=None, jobs=[]))
    return venues


def _world(rng: random.Random, bank: Bank, quarters: Sequence[_Quarter]) -> WorldPart:
    """Build the world: quarters side by side, in each the public places in the middle and homes around them,
    none within two steps of another.
    """
    columns = math.ceil(math.sqrt(len(quarters)))
    scale = min(1.0, _WIDEST / (columns * _ACROSS))
    places: dict[str, PlacePart] = {}
    for quarter in quarters:
        down, across = divmod(quarter.number, columns)
        across = across if down % 2 == 0 else columns - 1 - across  # the next quarter is next to this one
        places |= _places(rng, bank, quarter, (across * _ACROSS, down * _DOWN), scale)
    return WorldPart.model_construct(root=places)


def _places(
    rng: random.Random, bank: Bank, quarter: _Quarter, corner: tuple[float, float], scale: float
) -> dict[str, PlacePart]:
    venues, homes = list(quarter.venues), quarter.homes
    points = [
        MapPart(x=round(scale * (point.x + corner[0]), 1), y=round(scale * (point.y + corner[1]), 1))
        for point in _points(rng, len(venues) + len(homes))
    ]
    rng.shuffle(venues)
    places = {
        venue.name: venue.place.model_copy(update={"map": point})
        for venue, point in zip(venues, points, strict=False)
    }
    for home, point in zip(homes, points[len(venues) :], strict=True):
        places[home.name] = _home(rng, bank, home, point)
    return places


def _points(rng: random.Random, count: int) -> list[MapPart]:
    columns = max(3, math.ceil(math.sqrt(count * 1.5)))
    rows = math.ceil(count / columns)
    across, down = WIDTH * max(11.0, columns * 1.1) / columns, WIDTH * max(7.0, rows * 1.1) / rows
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    middle = ((columns - 1) / 2, (rows - 1) / 2)
    cells.sort(key=lambda cell: (math.dist(cell, middle), cell))
    return [
        MapPart(
            x=round((column + 0.5 + rng.uniform(-0.25, 0.25)) * across, 1),
            y=round((row + 0.5 + rng.uniform(-0.25, 0.25)) * down, 1),
        )
        for column, row in cells[:count]
    ]


def _home(rng: random.Random, bank: Bank, home: Household, point: MapPart) -> PlacePart:
    stove = {"state": "off", "states": ["off", "on", "burning"], "urgent": {"burning": "turn the stove off"}}
    rooms: dict[str, object] = {
        "kitchen": {"stove": stove, "kitchen table": {}},
        "bathroom": {"capacity": 1, "mirror": {}},
    }
    for soul in home.members:
        rooms.setdefault(soul.bedroom, {"bed": {"state": "made", "states": ["made", "unmade"]}})
    emoji = {"House": "🏠", "Cottage": "🏡", "Flat": "🏢"}[home.name.rpartition(" ")[2]]
    about = rng.choice(bank.home_abouts)
    return PlacePart.model_validate({"about": about, "emoji": emoji, "map": point, "rooms": rooms})


# ---------------------------------------------------------------- what is going round


def _facts(rng: random.Random, bank: Bank, town: str, quarter: _Quarter) -> list[FactPart]:
    """Build the facts: a party, a candidacy and a rumour, as far as there are people for them."""
    souls, venues = quarter.souls, quarter.venues
    host = next((soul for soul in souls if soul.venue is venues[0]), souls[0])
    facts = [_party(rng, bank, host, venues[0])]
    others = [soul for soul in souls if soul is not host and soul.age >= 20]
    if len(souls) >= 3 and others and quarter.number == 0:
        facts.append(_candidacy(rng, town, rng.choice(others), souls, venues))
    if len(souls) >= 5:
        teller = rng.choice([soul for soul in souls if soul is not host])
        facts.append(_rumour(rng.choice(bank.rumours), town, teller, rng.choice(venues)))
    return [fact.model_copy(update={"id": _numbered(fact.id, quarter)}) for fact in facts]


def _numbered(fact: str, quarter: _Quarter) -> str:
    return f"{fact}-{quarter.number + 1}" if quarter.number else fact


def _party(rng: random.Random, bank: Bank, host: Soul, where: Venue) -> FactPart:
    party = rng.choice(bank.parties)
    host.notes.append(
        f"{host.name} wants to invite everybody to the {party.theme} in person and has told nobody yet"
    )
    host.now = f"{host.name} is preparing a {party.theme} at the {where.name} and inviting everyone."
    text = (
        f"{host.name} is giving a {party.theme} at the {where.name} on day 2 at 17:00, "
        "and everyone is invited."
    )
    return FactPart(id=party.id, text=text, known_by=[host.id], key_words=party.words)


def _candidacy(
    rng: random.Random, town: str, candidate: Soul, souls: Sequence[Soul], venues: Sequence[Venue]
) -> FactPart:
    hall = next((venue for venue in venues if venue.key == "Town Hall"), venues[0])
    close = sorted(candidate.bonds.items(), key=lambda bond: (-bond[1][1], bond[0]))
    friend = close[0][0] if close else rng.choice([soul.id for soul in souls if soul is not candidate])
    candidate.notes.append(f"{candidate.name} is standing for the town council and needs every vote")
    candidate.now = f"{candidate.name} is standing for the town council and talking to everyone about it."
    text = (
        f"{candidate.name} is standing for the town council, and {town} votes at the {hall.name} "
        "on day 3 at 12:00."
    )
    words = ["town council", "vote", "candidate"]
    return FactPart(id="council-vote", text=text, known_by=[candidate.id, friend], key_words=words)


def _rumour(rumour: Rumour, town: str, teller: Soul, near: Venue) -> FactPart:
    text = rumour.text.format(name=teller.name, town=town, place=f"the {near.name}")
    return FactPart(id=rumour.id, text=text, known_by=[teller.id], key_words=rumour.words)


def _with_notes(people: Mapping[str, PersonaPart], souls: Sequence[Soul]) -> dict[str, PersonaPart]:
    """Return the people with the memories and doings that belong to the facts."""
    notes = {soul.id: soul for soul in souls}
    return {
        agent: part.model_copy(
            update={
                "seed": [*part.seed, *notes[agent].notes],
                "currently": notes[agent].now or part.currently,
            }
        )
        for agent, part in people.items()
    }
