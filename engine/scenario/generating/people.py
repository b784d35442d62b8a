"""Builds the people of a generated town: their homes, their work, their days, and their relationships."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.scenario.generating.bank import Bank, Job
from engine.scenario.generating.cast import Soul, Venue
from engine.scenario.generating.days import usual_day
from engine.scenario.reading.schema import PersonaPart

_RETIRED = 66
_GROWN = 19
_PUPIL = Job(title="pupil", emoji="🧑‍🎓", room="classroom", does=["follow the lessons", "do homework"])

_KIN: dict[tuple[str, str], tuple[str, float]] = {
    ("head", "head"): ("partner", 0.8),
    ("head", "teen"): ("son or daughter", 0.8),
    ("teen", "head"): ("parent", 0.5),
    ("teen", "teen"): ("sibling", 0.5),
    ("elder", "head"): ("grown child", 0.7),
    ("head", "elder"): ("parent", 0.6),
    ("elder", "teen"): ("grandchild", 0.8),
    ("teen", "elder"): ("grandparent", 0.6),
    ("sibling", "sibling"): ("sibling", 0.6),
    ("flatmate", "flatmate"): ("flatmate", 0.3),
}
_TIES: tuple[tuple[str, str, float, str], ...] = (
    ("friend", "friend", 0.5, "{name} and {other} are friends and need no reason for it"),
    ("old friend", "old friend", 0.6, "{name} trusts {other} with everything but money"),
    ("neighbour", "neighbour", 0.3, "{name} borrows sugar from {other} and returns it as cake"),
    ("rival", "rival", -0.4, "{name} has not forgiven {other} for an argument about a garden fence"),
    (
        "chess partner",
        "chess partner",
        0.4,
        "{name} plays chess with {other} and loses on purpose",
    ),
    ("somebody secretly loved", "acquaintance", 0.7, "{name} is in love with {other} and has told nobody"),
    ("old flame", "old flame", 0.1, "{name} and {other} were a couple one summer long ago"),
)
_OTHERS = ("New ", "Old ", "Upper ", "Lower ", "Little ", "Great ")  # further homes of one family name
_ROMANCE = ("somebody secretly loved", "old flame")


@dataclass(frozen=True, slots=True)
class Household:
    """A home and its residents."""

    name: str
    members: tuple[Soul, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """Ids, names and names of homes that are already used."""

    ids: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    homes: set[str] = field(default_factory=set)


def households(rng: random.Random, bank: Bank, agents: int, taken: Taken) -> list[Household]:
    """Build families, couples, flatmates and single households, until everybody has a home."""
    firsts, families = list(bank.first_names), list(bank.family_names)
    rng.shuffle(firsts)
    rng.shuffle(families)
    first, family = itertools.cycle(firsts), itertools.cycle(families)
    homes: list[Household] = []
    left = agents
    while left:
        size = min(left, rng.choices((1, 2, 3, 4), (3, 5, 3, 2))[0])
        souls = _family(rng, size, first, family, taken)
        name = _home_name(rng, bank, souls[0].name.partition(" ")[2], taken.homes)
        for soul in souls:
            soul.home = name
            soul.bedroom = "shared bedroom" if _is_couple(soul, souls) else f"{soul.first}'s room"
        homes.append(Household(name, tuple(souls)))
        left -= size
    return homes


def _home_name(rng: random.Random, bank: Bank, family: str, taken: set[str]) -> str:
    kinds = list(bank.homes)
    rng.shuffle(kinds)
    names = [f"{before}{family} {kind}" for before in ("", *_OTHERS) for kind in kinds]
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return name


def _is_couple(soul: Soul, souls: Sequence[Soul]) -> bool:
    return soul.part == "head" and sum(other.part == "head" for other in souls) == 2


def _family(
    rng: random.Random, size: int, first: Iterator[str], family: Iterator[str], taken: Taken
) -> list[Soul]:
    surname = next(family)
    souls: list[Soul] = []
    for age, part in _parts(rng, size):
        surname = next(family) if part == "flatmate" and souls else surname
        name = next(name for given in first if (name := f"{given} {surname}") not in taken.names)
        given = name.partition(" ")[0].casefold()
        agent = given if given not in taken.ids else name.casefold().replace(" ", "-")
        taken.ids.add(agent)
        taken.names.add(name)
        souls.append(Soul(id=agent, name=name, age=age, part=part))
    for one, other in itertools.permutations(souls, 2):
        one.bonds[other.id] = _KIN[one.part, other.part]
    return souls


def _parts(rng: random.Random, size: int) -> list[tuple[int, str]]:
    """Return the ages and roles in a household of a given size."""
    if size == 1:
        return [(rng.randint(_RETIRED, 84) if rng.random() < 0.25 else rng.randint(22, 62), "head")]
    if size == 2 and rng.random() < 0.5:
        part = rng.choice(("sibling", "flatmate"))
        return [(rng.randint(20, 38), part) for _ in range(2)]
    base = rng.randint(38, 56) if size > 2 else rng.randint(24, 74)
    heads = [(base, "head"), (base + rng.randint(-4, 4), "head")]
    young = [(rng.randint(16, _GROWN - 1), "teen") for _ in range(size - 2)]
    if young and rng.random() < 0.4:
        young[-1] = (min(88, base + rng.randint(26, 32)), "elder")
    return heads + young


def put_to_work(rng: random.Random, souls: Sequence[Soul], venues: Sequence[Venue]) -> None:
    """Send children to school, let the old rest, and give all others a job, the most needed jobs first."""
    school = next(venue for venue in venues if venue.key == "Village School")
    workers = []
    for soul in souls:
        if soul.age < _GROWN:
            soul.venue, soul.job = school, _PUPIL
        elif soul.age < _RETIRED:
            workers.append(soul)
    rng.shuffle(workers)
    working = [venue for venue in venues if venue.jobs]
    jobs = (
        (venue, venue.jobs[min(turn, len(venue.jobs) - 1)]) for turn in itertools.count() for venue in working
    )
    for soul, (venue, job) in zip(workers, jobs, strict=False):
        soul.venue, soul.job = venue, job


def befriend(rng: random.Random, souls: Sequence[Soul]) -> None:
    """Create colleagues, friends, rivals and secret loves; every bond has two sides."""
    for one, other in itertools.permutations(souls, 2):
        if one.venue is not None and one.venue is other.venue and len(one.bonds) < 8:
            kind = "schoolmate" if one.job is other.job is _PUPIL else "colleague"
            if other.id not in one.bonds and (one.id in other.bonds or len(other.bonds) < 8):
                one.bonds[other.id] = other.bonds[one.id] = (kind, 0.3)
    for soul in souls:
        strangers = [other for other in souls if other is not soul and other.id not in soul.bonds]
        for other in rng.sample(strangers, min(len(strangers), rng.randint(1, 2))):
            bind(rng, soul, other)


def bind(rng: random.Random, soul: Soul, other: Soul) -> None:
    """Give two people a random bond, and the first one a memory of it."""
    kind, back, closeness, note = rng.choice(_TIES)
    if kind in _ROMANCE and min(soul.age, other.age) < _GROWN + 2:
        kind, back, closeness, note = _TIES[0]
    soul.bonds[other.id] = (kind, closeness)
    other.bonds[soul.id] = (back, closeness if back == kind else 0.1)
    soul.notes.append(note.format(name=soul.name, other=other.name))


def persona(
    rng: random.Random, bank: Bank, town: str, soul: Soul, souls: Sequence[Soul], venues: Sequence[Venue]
) -> PersonaPart:
    """Build the persona of a soul, without the additions of the facts."""
    want = rng.choice(bank.wants)
    words = {"name": soul.name, "town": town, "place": f"the {rng.choice(venues).name}"}
    return PersonaPart.model_validate(
        {
            "name": soul.name,
            "age": soul.age,
            "emoji": soul.job.emoji if soul.job is not None else "🧓",
            "traits": rng.sample(bank.adjectives, 3),
            "home": f"{soul.home}/{soul.bedroom}",
            "work": soul.venue.room(soul.job.room) if soul.venue is not None and soul.job is not None else "",
            "seed": _seed(rng, bank, soul, souls, words, want.seed),
            "currently": want.now.format(**words),
            "day": usual_day(rng, bank, soul, venues),
            "voice": {"register": rng.choice(bank.registers), "says": rng.sample(bank.sayings, 2)},
            "relationships": [
                {"with": other, "as": kind, "closeness": closeness}
                for other, (kind, closeness) in soul.bonds.items()
            ],
            "status": {"energy": rng.randrange(50, 95, 5), "mood": rng.randrange(40, 85, 5)},
            "forgetting": rng.choice((0.0, 0.1, 0.2, 0.3)),
        }
    )


def _seed(
    rng: random.Random, bank: Bank, soul: Soul, souls: Sequence[Soul], words: dict[str, str], want: str
) -> list[str]:
    others = [other.name for other in souls if other.home == soul.home and other is not soul]
    known = [other.name for other in souls if other.id in soul.bonds] or ["an old friend"]
    words = {**words, "other": rng.choice(known)}
    listed = " and ".join([", ".join(others[:-1]), others[-1]]) if len(others) > 1 else "".join(others)
    together = f"with {listed}" if others else "alone"
    lines = [_occupation(soul), f"{soul.name} lives in {soul.home} {together}"]
    lines += [line.format(**words) for line in (want, rng.choice(bank.worries), rng.choice(bank.memories))]
    return lines


def _occupation(soul: Soul) -> str:
    if soul.venue is None or soul.job is None:
        return f"{soul.name} is retired and knows everybody's parents"
    article = "an" if soul.job.title[0] in "aeiou" else "a"
    kind = f"{article} {soul.job.title}"
    return f"{soul.name} is {kind} and spends the working day at the {soul.venue.name}"
