"""The people of a generated town: their homes, their work, their days, and what is between them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.clock import DAY, clock_words
from engine.records import Hours
from engine.scenario.bank import Bank, Job
from engine.scenario.places import is_open
from engine.scenario.schema import PersonaPart, PlacePart

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
    ("friend", "friend", 0.5, "{name} and {other} have been friends since their first school day"),
    ("old friend", "old friend", 0.6, "{name} trusts {other} with everything but money"),
    ("neighbour", "neighbour", 0.3, "{name} borrows sugar from {other} and returns it as cake"),
    ("rival", "rival", -0.4, "{name} has not forgiven {other} for an argument about a garden fence"),
    (
        "chess partner",
        "chess partner",
        0.4,
        "{name} plays chess with {other} and loses on purpose, or says so",
    ),
    ("somebody secretly loved", "acquaintance", 0.7, "{name} is in love with {other} and has told nobody"),
    ("old flame", "old flame", 0.1, "{name} and {other} were a couple one summer long ago"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """A public place of the town, with the work there is in it. `key` is what the bank calls it."""

    name: str
    key: str
    place: PlacePart
    shift: Hours | None
    jobs: Sequence[Job]

    def room(self, name: str = "") -> str:
        """A room of it as a path; the first one when none is named."""
        return f"{self.name}/{name or next(iter(self.place.rooms))}" if self.place.rooms else self.name

    def open_at(self, minute: int) -> bool:
        """Whether one may come now and stay half an hour."""
        return is_open(self.place.open, minute) and is_open(self.place.open, minute + 30)


@dataclass(slots=True, kw_only=True)
class Soul:
    """Somebody on the way to becoming a persona."""

    id: str
    name: str
    age: int
    part: str
    home: str = ""
    bedroom: str = ""
    venue: Venue | None = None
    job: Job | None = None
    bonds: dict[str, tuple[str, float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    now: str = ""

    @property
    def first(self) -> str:
        """The first name."""
        return self.name.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Household:
    """A home and who lives in it."""

    name: str
    members: tuple[Soul, ...]


def households(rng: random.Random, bank: Bank, agents: int) -> list[Household]:
    """Families, couples, flatmates and people alone, until everybody has a home."""
    firsts, families = list(bank.first_names), list(bank.family_names)
    rng.shuffle(firsts)
    rng.shuffle(families)
    first, family = itertools.cycle(firsts), itertools.cycle(families)
    homes: list[Household] = []
    names: set[str] = set()
    left = agents
    while left:
        size = min(left, rng.choices((1, 2, 3, 4), (3, 5, 3, 2))[0])
        souls = _family(rng, size, first, family)
        name = _home_name(rng, bank, souls[0].name.partition(" ")[2], names)
        for soul in souls:
            soul.home = name
            soul.bedroom = "shared bedroom" if _is_couple(soul, souls) else f"{soul.first}'s room"
        homes.append(Household(name, tuple(souls)))
        left -= size
    return homes


def _home_name(rng: random.Random, bank: Bank, family: str, taken: set[str]) -> str:
    kinds = list(bank.homes)
    rng.shuffle(kinds)
    names = [f"{family} {kind}" for kind in kinds] + [f"New {family} {kind}" for kind in kinds]
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return name


def _is_couple(soul: Soul, souls: Sequence[Soul]) -> bool:
    return soul.part == "head" and sum(other.part == "head" for other in souls) == 2


def _family(rng: random.Random, size: int, first: Iterator[str], family: Iterator[str]) -> list[Soul]:
    surname = next(family)
    souls = []
    for age, part in _parts(rng, size):
        surname = next(family) if part == "flatmate" and souls else surname
        given = next(first)
        souls.append(Soul(id=given.casefold(), name=f"{given} {surname}", age=age, part=part))
    for one, other in itertools.permutations(souls, 2):
        one.bonds[other.id] = _KIN[one.part, other.part]
    return souls


def _parts(rng: random.Random, size: int) -> list[tuple[int, str]]:
    """Ages and parts in a household of a size."""
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
    """Pupils to school, the old to rest, everybody else to a job, the most needed jobs first."""
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
    """Colleagues, friends, rivals and secret loves; every bond has two sides."""
    for one, other in itertools.permutations(souls, 2):
        if one.venue is not None and one.venue is other.venue and len(one.bonds) < 8:
            kind = "schoolmate" if one.job is other.job is _PUPIL else "colleague"
            if other.id not in one.bonds and (one.id in other.bonds or len(other.bonds) < 8):
                one.bonds[other.id] = other.bonds[one.id] = (kind, 0.3)
    for soul in souls:
        strangers = [other for other in souls if other is not soul and other.id not in soul.bonds]
        for other in rng.sample(strangers, min(len(strangers), rng.randint(1, 2))):
            kind, back, closeness, note = rng.choice(_TIES)
            if kind == "somebody secretly loved" and min(soul.age, other.age) < _GROWN + 2:
                kind, back, closeness, note = _TIES[0]
            soul.bonds[other.id] = (kind, closeness)
            other.bonds[soul.id] = (back, closeness if back == kind else 0.1)
            soul.notes.append(note.format(name=soul.name, other=other.name))


def persona(
    rng: random.Random, bank: Bank, town: str, soul: Soul, souls: Sequence[Soul], venues: Sequence[Venue]
) -> PersonaPart:
    """The persona of a soul, but for what the facts add to it."""
    want = rng.choice(bank.wants)
    words = {"name": soul.name, "town": town, "place": f"the {rng.choice(venues).name}"}
    wake, sleep = _waking(rng, soul)
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
            "day": {
                "wake": clock_words(wake),
                "sleep": clock_words(sleep),
                "routine": _routine(rng, bank, soul, venues, wake, sleep),
            },
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
    together = f"with {' and '.join(others)}" if others else "alone"
    lines = [_occupation(soul), f"{soul.name} lives in {soul.home} {together}"]
    lines += [line.format(**words) for line in (want, rng.choice(bank.worries), rng.choice(bank.memories))]
    return lines


def _occupation(soul: Soul) -> str:
    if soul.venue is None or soul.job is None:
        return f"{soul.name} is retired and knows everybody's parents"
    article = "an" if soul.job.title[0] in "aeiou" else "a"
    kind = f"{article} {soul.job.title}"
    return f"{soul.name} is {kind} and spends the working day at the {soul.venue.name}"


# ---------------------------------------------------------------- a usual day


def _waking(rng: random.Random, soul: Soul) -> tuple[int, int]:
    shift = soul.venue.shift if soul.venue is not None else None
    wake = (
        min(shift.opens - rng.randrange(60, 95, 5), 8 * 60)
        if shift is not None
        else rng.randrange(390, 465, 15)
    )
    return wake, min(wake + 15 * 60 + rng.randrange(30, 95, 5), DAY + 60)


@dataclass(slots=True)
class _Day:
    """A day being filled, in order, with room between its lines."""

    wake: int
    sleep: int
    lines: list[str] = field(default_factory=list)
    last: int = 0

    def add(self, start: int, does: str, room: str) -> None:
        if max(self.wake, self.last + 25) <= start < self.sleep - 30:
            self.lines.append(f"{clock_words(start)} {does} @ {room}")
            self.last = start


def _routine(
    rng: random.Random, bank: Bank, soul: Soul, venues: Sequence[Venue], wake: int, sleep: int
) -> list[str]:
    day = _Day(wake, sleep)
    kitchen = f"{soul.home}/kitchen"
    day.add(wake + rng.randrange(10, 30, 5), rng.choice(bank.breakfasts), kitchen)
    if soul.venue is not None and soul.job is not None and soul.venue.shift is not None:
        _shift(rng, bank, day, soul.venue, soul.job, venues)
    else:
        _errand(rng, bank, day, rng.randrange(560, 600, 5), venues)
        _errand(rng, bank, day, rng.randrange(650, 690, 5), venues)
        _lunch(rng, bank, day, venues, None)
        _errand(rng, bank, day, rng.randrange(860, 920, 5), venues)
    _errand(rng, bank, day, max(day.last + rng.randrange(60, 110, 5), 15 * 60), venues)
    supper = max(day.last + rng.randrange(60, 95, 5), rng.randrange(18 * 60, 19 * 60 + 15, 15))
    day.add(supper, rng.choice(bank.suppers), kitchen)
    day.add(supper + rng.randrange(60, 95, 5), rng.choice(bank.evenings), f"{soul.home}/{soul.bedroom}")
    return day.lines


def _shift(
    rng: random.Random, bank: Bank, day: _Day, venue: Venue, job: Job, venues: Sequence[Venue]
) -> None:
    room = venue.room(job.room)
    shift = venue.shift or Hours(opens=8 * 60, closes=16 * 60)
    day.add(shift.opens, job.does[0], room)
    if shift.opens < 11 * 60:
        _lunch(rng, bank, day, venues, venue)
    after = max(day.last + rng.randrange(40, 60, 5), shift.opens + 150)
    day.add(after, job.does[1], room)
    _errand(rng, bank, day, max(shift.closes, day.last + 45), venues)


def _lunch(rng: random.Random, bank: Bank, day: _Day, venues: Sequence[Venue], working: Venue | None) -> None:
    """Lunch is where people meet: at the café, the tavern, on the square; not where one works."""
    start = rng.randrange(12 * 60, 13 * 60, 5)
    tables = [venue for venue in venues if venue.key in ("Linden Café", "Lantern Tavern", "square")]
    free = [venue for venue in tables if venue is not working and venue.open_at(start)]
    day.add(start, rng.choice(bank.lunches), rng.choice(free).room())


def _errand(rng: random.Random, bank: Bank, day: _Day, start: int, venues: Sequence[Venue]) -> None:
    by_key = {venue.key: venue for venue in venues}
    open_now = [
        (errand.does, by_key[errand.where])
        for errand in bank.errands
        if errand.where in by_key and by_key[errand.where].open_at(start)
    ]
    does, venue = rng.choice(open_now)
    day.add(start, does, venue.room())
