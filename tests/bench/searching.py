"""What a search of memories takes in a workspace that has lived for long: several runs, in two scripts."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.records import Memory, Turn
from engine.row_ids import row_id
from engine.store.log.rows import append_all

GREEN, LIUWAN = "the-green", "liuwan"
FULLEST = 100_000  # memories of whoever remembers the most
RARE, RARE_ZH, EVERY = "marzipan", "杏仁糖", 5_000
_TURNS, _MINUTES, _TIMES, _PAGE = 300, 30, 5, 50

# What people look for: rare and common words, several, half-typed ones, and what is nowhere.
WORDS = (
    ("no words", ""),
    ("a word in most", "the"),
    ("a common word", "said"),
    ("two common words", "said the"),
    ("three common words", "is at the"),
    ("a word half typed", "t"),
    ("a name", "Halina"),
    ("a common and a rare word", f"the {RARE}"),
    ("a rare word", RARE),
    ("inside a word", "arzipa"),
    ("what nobody said", "zyzzyva"),
)
WORDS_ZH = (
    ("one character", "说"),
    ("two characters", "柳湾"),
    ("three characters", "柳湾镇"),
    ("two words", "柳湾 说"),
    ("a rare word", RARE_ZH),
    ("part of a rare word", RARE_ZH[:2]),
    ("what nobody said", "犀牛"),
)
NARROWED = (
    ("one kind", {"kinds": ["reflection"]}),
    ("what matters", {"least_importance": 3}),
    ("one day", {"day": 3}),
)


@dataclass(frozen=True)
class Asked:
    """One search: what it is, in which town, whether of one mind or of everybody's, and how narrowed."""

    what: str
    town: str
    alone: bool
    search: str
    more: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Took:
    """What a search came to: how much it found, and the median seconds of the first page: of CPU, of wall."""

    asked: Asked
    found: int
    cpu: float
    wall: float


def searching(workspace) -> list[Took]:
    """Measure every search in a workspace of very many memories."""
    runs = {run.scenario: run.id for run in reversed(workspace.runs.all())}
    return [_took(workspace.runs.find(runs[asked.town]), asked) for asked in searches()]


def searches() -> Iterator[Asked]:
    """Yield what is searched for, in the mind of whoever remembers the most and in everybody's."""
    for alone in (True, False):
        for what, search in WORDS:
            yield Asked(what, GREEN, alone, search)
        for what, more in NARROWED:
            yield Asked(f"a word in most, {what}", GREEN, alone, "the", more)
        for what, search in WORDS_ZH:
            yield Asked(what, LIUWAN, alone, search)


@contextmanager
def crowded(memories, folder=None):
    """The folder of a workspace of so many memories; in a folder that is named it is there to stay."""
    with TemporaryDirectory() as passing:
        place = Path(folder or passing) / f"crowded-{memories}"
        if not place.exists():
            with open_workspace(place) as workspace:
                for town, share in ((GREEN, 2), (LIUWAN, 4), (GREEN, 4)):
                    remember(workspace.runs.new(town), memories // share)
        yield place


def remember(run, memories):
    """Live a day, and then have everybody remember so many things like those of that day, the first of them
    the most.
    """
    run.live(DAY, concurrency=8)
    people, asleep = list(run.town.cast.agent_numbers.items()), run.at().people
    like = [one for one in run.at().memories(None, limit=9_999).items if one.kind != "seed"]
    first = min(FULLEST, memories // 2)
    each = {agent: (memories - first) // (len(people) - 1) for agent, _ in people} | {people[0][0]: first}
    told = Told(like, random.Random(run.number), RARE if run.scenario.language == "en" else RARE_ZH)
    for n in range(_TURNS):
        minute = DAY + n * _MINUTES
        append_all(
            run.store,
            run.number,
            [
                (turn_at(minute, agent, order), told.memories(minute, agent, order, each[agent] // _TURNS))
                for agent, order in people
            ],
        )
    agent, order = people[0]
    ends = DAY + _TURNS * _MINUTES
    rows = [
        replace(row, id=row_id(ends, order, n), next=-(-ends // DAY) * DAY + row.next % DAY)
        for n, row in enumerate(asleep.values(), 1)
    ]
    append_all(run.store, run.number, [(turn_at(ends, agent, order), rows)])


def turn_at(minute, agent, order):
    """The turn in which somebody remembers something."""
    return Turn(id=row_id(minute, order, 0), agent=agent, room="", reason="notice")


class Told:
    """Memories like those of a lived day, each with a number of its own, and some with a rare word."""

    def __init__(self, like: Sequence[Memory], draw: random.Random, rare: str) -> None:
        self._like, self._draw, self._rare, self._count = like, draw, rare, 0

    def memories(self, minute, agent, order, count):
        """So many more of somebody's at a minute."""
        return [self._one(row_id(minute, order, n), agent) for n in range(1, count + 1)]

    def _one(self, number, agent):
        self._count += 1
        one = self._draw.choice(self._like)
        rare = f" {self._rare}" if self._count % EVERY == 0 else ""
        text = f"{one.text} {self._count}{rare}"
        return replace(one, id=number, agent=agent, text=text, evidence=(), source=0)


def _took(run, asked):
    moment = run.at()
    who = next(iter(run.town.cast.agent_numbers)) if asked.alone else None
    spent = []
    for _ in range(_TIMES):
        began = time.process_time(), time.perf_counter()
        page = moment.memories(who, search=asked.search, limit=_PAGE, **asked.more)
        spent.append((time.process_time() - began[0], time.perf_counter() - began[1]))
    cpu, wall = map(statistics.median, zip(*spent, strict=True))
    return Took(asked, page.total, cpu, wall)
