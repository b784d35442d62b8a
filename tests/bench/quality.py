"""Whether a town is worth watching: the figures of two lived days, one table a town.

The scores of an interview answer: 1 when it says something of its own that is true; 1 more when that is of the
life lived since the town began, not only of what the author wrote; 1 more when it draws on several memories.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

from engine.clock import DAY, day_of, minute_at
from engine.records import AgentId, Memory, Relation, ThingState
from engine.simulation.intervene import SetState
from engine.store.log import read_log
from engine.town import Run, Workspace, open_workspace
from tests.bench.asking import Asked, ask_everybody
from tests.bench.knowing import is_grounded, knowers, shares
from tests.bench.lived import DAYS, Lived, live, median, mentions

TOWNS = ("willow-bay", "three-neighbours", "the-green", "liuwan")
ABLATIONS = ((), ("reflection",), ("reflection", "planning"), ("reflection", "planning", "observation"))
EARLY, LATE = 15, 90  # how much earlier or later one may come to an appointment
LONGEST_WAIT = 60


@dataclass(frozen=True)
class Figure:
    """One line of the table: what it is, its value for each seed, what is wanted, and what must hold."""

    what: str
    values: tuple[str, ...]
    wanted: str = ""
    holds: bool = True


@dataclass(frozen=True)
class Measure:
    """How one figure is taken from a lived town, how it is printed, and between what it must lie."""

    what: str
    take: Callable[[Lived], float]
    shown: str = "{:.1f}"
    wanted: str = ""
    least: float = float("-inf")
    most: float = float("inf")

    def figure(self, lived: Sequence[Lived]) -> Figure:
        """The figure over all seeds."""
        taken = [self.take(each) for each in lived]
        holds = all(self.least <= value <= self.most for value in taken)
        return Figure(self.what, tuple(self.shown.format(value) for value in taken), self.wanted, holds)


# ---------------------------------------------------------------- days


def kept_appointments(lived: Lived) -> float:
    """The share of appointments at which whoever had them was where they had them; 1 of none."""
    due = list(_appointments(lived))
    kept = [lived.was_in(agent, place, when - EARLY, when + LATE) for agent, place, when in due]
    return sum(kept) / len(kept) if kept else 1.0


def _appointments(lived: Lived) -> Iterator[tuple[AgentId, str, int]]:
    let_go = {row for memory in lived.memories if memory.kind == "plan" for row in memory.evidence}
    for memory in lived.memories:
        binds = memory.kind == "seed" or (memory.kind == "plan" and memory.evidence)
        if memory.when is None or not binds or memory.when + LATE > DAYS * DAY or memory.id in let_go:
            continue
        if memory.place and memory.about[:1] == (memory.agent,):
            yield memory.agent, memory.place.partition("/")[0], memory.when


def came(lived: Lived) -> float:
    """The share of those who knew of an occasion, were asked to it and were free, who came; 1 of none."""
    coming = [came for _, came in _guests(lived)]
    return sum(coming) / len(coming) if coming else 1.0


def explained_absence(lived: Lived) -> float:
    """The share of those who stayed away who can say why; 1 when nobody did."""
    from tests.bench.asking import say_why_absent

    absent = [agent for agent, came in _guests(lived) if not came]
    return sum(say_why_absent(lived, agent) for agent in absent) / len(absent) if absent else 1.0


def _guests(lived: Lived) -> Iterator[tuple[AgentId, bool]]:
    for fact in lived.scenario.facts:
        told = next((memory for memory in lived.memories if memory.text == fact.text and memory.when), None)
        if told is None or told.when is None or told.when + LATE > DAYS * DAY or not told.place:
            continue
        place, left_out = told.place.partition("/")[0], set(told.about[1:])
        for agent, memory in knowers(lived, fact, DAYS).items():
            in_time = memory.minute < told.when and agent not in left_out
            if in_time and agent != told.about[0] and not _bound_elsewhere(agent, told, lived):
                yield agent, lived.was_in(agent, place, told.when - EARLY, told.when + LATE)


def _bound_elsewhere(agent: AgentId, occasion: Memory, lived: Lived) -> bool:
    when, place = occasion.when or 0, occasion.place.partition("/")[0]
    return any(
        who == agent and abs(at - when) < LONGEST_WAIT and where != place
        for who, where, at in _appointments(lived)
    )


def places(lived: Lived) -> float:
    """How many rooms somebody is in, a day."""
    seen = {(stay.agent, day_of(stay.minute), stay.room) for stay in lived.presences if stay.inside}
    return len(seen) / lived.agent_days


def activities(lived: Lived) -> float:
    """How many different things somebody does, a day."""
    done = {(step.agent, day_of(step.start), step.activity) for step in lived.steps if step.level == "step"}
    return len(done) / lived.agent_days


def sleep(lived: Lived) -> float:
    """How many hours somebody sleeps, a day."""
    return sum(lived.asleep(agent) for agent in lived.agents) / 60 / lived.agent_days


# ---------------------------------------------------------------- talk


def talks(lived: Lived) -> float:
    """How many conversations somebody takes part in, a day."""
    return sum(len(talk.members) for talk in lived.conversations) / lived.agent_days


def lines_a_talk(lived: Lived) -> float:
    """The median length of a conversation."""
    return median([len(lines) for lines in lived.lines_of.values()])


def ended(lived: Lived) -> float:
    """The share of conversations that somebody ended."""
    return sum(bool(talk.ended_by) for talk in lived.conversations) / max(1, len(lived.conversations))


def repeated_within(lived: Lived) -> float:
    """How many lines repeat one of the same conversation."""
    return sum(len(lines) - len({_plain(line.text) for line in lines}) for lines in lived.lines_of.values())


def repeated_in_a_day(lived: Lived) -> float:
    """The largest share of a day's lines that were said before on that day, by whomever."""
    worst = 0.0
    for day in range(1, DAYS + 1):
        said = [_plain(line.text) for line in lived.lines if day_of(line.minute) == day]
        worst = max(worst, (len(said) - len(set(said))) / max(1, len(said)))
    return worst


def distinct_pairs(lived: Lived) -> float:
    """Distinct-2: the share of all pairs of words (or characters) that are different ones."""
    pairs: Counter[tuple[str, str]] = Counter()
    for line in lived.lines:
        words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", line.text.lower())
        pairs.update(pairwise(words if lived.scenario.language == "en" else "".join(words)))
    return len(pairs) / max(1, pairs.total())


def density(lived: Lived, at_start: bool = False) -> float:
    """The share of all pairs who know each other (paper, section 7.1)."""
    known = {(row.agent, row.other) for row in lived.relations if not at_start or row.minute == 0}
    pairs = list(combinations(lived.agents, 2))
    return sum((a, b) in known and (b, a) in known for a, b in pairs) / max(1, len(pairs))


def density_at_start(lived: Lived) -> float:
    """As it was when the town began."""
    return density(lived, at_start=True)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


# ---------------------------------------------------------------- thought


def reflections(lived: Lived) -> float:
    """How many conclusions somebody comes to, a day."""
    return len(_reflections(lived)) / lived.agent_days


def least_evidence(lived: Lived) -> float:
    """The fewest memories any conclusion rests on."""
    return min((len(memory.evidence) for memory in _reflections(lived)), default=0)


def deep_thinkers(lived: Lived) -> float:
    """The share of people who have drawn a conclusion from conclusions."""
    deep = {memory.agent for memory in _reflections(lived) if memory.depth >= 2}
    return len(deep) / len(lived.agents)


def same_reflections(lived: Lived) -> float:
    """How many conclusions somebody has come to before."""
    said = Counter((memory.agent, _plain(memory.text)) for memory in _reflections(lived))
    return said.total() - len(said)


def _reflections(lived: Lived) -> list[Memory]:
    return [memory for memory in lived.memories if memory.kind == "reflection"]


def latin_words(lived: Lived) -> float:
    """Latin letters in a town that does not write them."""
    if lived.scenario.language == "en":
        return 0.0
    texts = [line.text + line.thought for line in lived.lines] + [step.activity for step in lived.steps]
    texts += [memory.text for memory in lived.memories] + [diary.text for diary in lived.diaries]
    texts += [asked.answer.text for asked in interviews(lived)]
    return sum(1 for text in texts if re.search("[A-Za-z]", text))


# ---------------------------------------------------------------- interviews

_ASKED: dict[tuple[int, tuple[str, ...]], list[Asked]] = {}


def interviews(lived: Lived, without: tuple[str, ...] = ()) -> list[Asked]:
    """All answers of a town, asked once."""
    key = (id(lived), without)
    if key not in _ASKED:
        _ASKED[key] = ask_everybody(lived, without)
    return _ASKED[key]


def inventions(lived: Lived) -> float:
    """Answers in which something is made up."""
    return sum(bool(asked.invented) for asked in interviews(lived))


def specific(lived: Lived) -> float:
    """The share of answers that say something of their own."""
    return sum(asked.is_specific for asked in interviews(lived)) / max(1, len(interviews(lived)))


def score(lived: Lived, without: tuple[str, ...] = ()) -> float:
    """The mean score of all answers, from 0 to 3."""
    asked = interviews(lived, without)
    return sum(each.score for each in asked) / max(1, len(asked))


# ---------------------------------------------------------------- what is urgent


@dataclass(frozen=True)
class Emergency:
    """What came of something urgent: minutes until it was dealt with, who remembers, who spoke of it."""

    minutes: int
    remembered: int
    spoken_of: int


def emergency(run: Run) -> Emergency | None:
    """Something in a room with somebody awake in it begins to burn on the second day; None where nothing can."""
    chosen = _flammable(run)
    if chosen is None:
        return None
    thing, state, minute = chosen
    fork = run.fork(minute)
    fork.intervene(SetState(thing=thing, state=state))
    fork.live(minute + 8 * 60)
    store, number = fork.store, fork.number
    after = [
        row for row in read_log(store, number, ThingState) if row.thing == thing and row.minute >= minute
    ]
    out = next((row.minute for row in after if row.state != state and row.by), minute + 8 * 60)
    said = fork.town.phrases.say("state", room="", thing="", state=state).strip(" :：.") or state
    memories = [row for row in read_log(store, number, Memory) if row.minute >= minute and state in row.text]
    heard = [row for row in memories if row.kind == "talk"]
    return Emergency(out - minute, len({row.agent for row in memories}), len(heard) if said else 0)


def _flammable(run: Run) -> tuple[str, str, int] | None:
    """A thing with an urgent state, that state, and a minute of day 2 when somebody works beside it."""
    things = {
        room.path: (thing.path, next(iter(thing.urgent)))
        for place in run.scenario.places for room in place.rooms for thing in room.things if thing.urgent
    }  # fmt: skip
    from engine.records import Presence

    rows = list(read_log(run.store, run.number, Presence))
    for row in rows:
        day_two = minute_at(2, 9 * 60) <= row.minute <= minute_at(2, 12 * 60)
        if day_two and row.inside and not row.asleep and row.room in things and row.next - row.minute >= 20:
            return *things[row.room], row.minute + 5
    return None


# ---------------------------------------------------------------- the table

MEASURES = (
    Measure("appointments kept", kept_appointments, "{:.0%}", "", 0.5),
    Measure("asked, free, and came", came, "{:.0%}", ">= 50 %", 0.4),
    Measure("stayed away and can say why", explained_absence, "{:.0%}", "100 %", 0.99),
    Measure("rooms per agent-day", places, "{:.1f}", "", 2.0),
    Measure("activities per agent-day", activities, "{:.1f}", "", 6.0),
    Measure("hours asleep per agent-day", sleep, "{:.1f}", "", 5.0, 11.0),
    Measure("conversations per agent-day", talks, "{:.1f}", "", 1.0, 14.0),
    Measure("lines per conversation, median", lines_a_talk, "{:.0f}", "4 to 10", 4, 10),
    Measure("ended by somebody", ended, "{:.0%}", ">= 95 %", 0.95),
    Measure("lines repeated in their conversation", repeated_within, "{:.0f}", "0", most=0),
    Measure("lines of a day said before", repeated_in_a_day, "{:.1%}", "<= 3 %", most=0.04),
    Measure("distinct-2", distinct_pairs, "{:.2f}", "", 0.02),
    Measure("density at the start", density_at_start, "{:.2f}", ""),
    Measure("density at the end", density, "{:.2f}", ""),
    Measure("reflections per agent-day", reflections, "{:.1f}", "2 to 4", 1.5, 5.0),
    Measure("least evidence of any", least_evidence, "{:.0f}", ">= 2", 2),
    Measure("think about what they thought", deep_thinkers, "{:.0%}", "", 0.1),
    Measure("reflections come to twice", same_reflections, "{:.0f}", "0", most=0),
    Measure("texts with Latin letters", latin_words, "{:.0f}", "0", most=0),
    Measure("answers with something made up", inventions, "{:.0f}", "0", most=0),
    Measure("answers with something specific", specific, "{:.0%}", ">= 90 %", 0.85),
)


def figures_of(lived: Sequence[Lived]) -> list[Figure]:
    """Every figure of a town lived with several seeds."""
    rows = [*_facts(lived), *(measure.figure(lived) for measure in MEASURES), *_large_town(lived)]
    return [*rows, _ablations(lived), *_emergencies(lived)]


def _facts(lived: Sequence[Lived]) -> Iterator[Figure]:
    for fact in lived[0].scenario.facts:
        rows = [shares(each, fact) for each in lived]
        spreads = len(fact.known_by) == 1
        holds = not spreads or all(0.25 <= row[-1] <= 0.97 for row in rows)
        known = tuple(" ".join(f"{share * 100:.0f}" for share in row) for row in rows)
        yield Figure(f"know {fact.id!r}, % at start, day 1, 2", known, "40 to 90 %" if spreads else "", holds)
    grounded = [
        sum(
            is_grounded(each, fact, agent)
            for fact in each.scenario.facts
            for agent in knowers(each, fact, DAYS)
        )
        / max(1, sum(len(knowers(each, fact, DAYS)) for fact in each.scenario.facts))
        for each in lived
    ]
    yield Figure(
        "of them by a line or an event", tuple(f"{share:.0%}" for share in grounded), "100 %",
        all(share == 1 for share in grounded),
    )  # fmt: skip


def _large_town(lived: Sequence[Lived]) -> Iterator[Figure]:
    if len(lived[0].agents) < 25:
        return
    begins, ends = [density_at_start(each) for each in lived], [density(each) for each in lived]
    grows = tuple(f"{one:.2f} to {other:.2f}" for one, other in zip(begins, ends, strict=True))
    holds = all(one < 0.3 for one in begins) and all(other > 0.5 for other in ends)
    yield Figure("density of a town of 25", grows, "< 0.3 to > 0.5", holds)


def _ablations(lived: Sequence[Lived]) -> Figure:
    rows = [[score(each, without) for without in ABLATIONS] for each in lived]
    falls = all(one > other for row in rows for one, other in pairwise(row))
    shown = tuple(" ".join(f"{value:.2f}" for value in row) for row in rows)
    return Figure("answers: all, no reflection, no plan, nothing", shown, "falls", falls)


def _emergencies(lived: Sequence[Lived]) -> Iterator[Figure]:
    found = [emergency(each.run) for each in lived]
    if any(found):
        minutes = tuple(str(each.minutes) if each else "-" for each in found)
        told = tuple(f"{each.remembered} {each.spoken_of}" if each else "-" for each in found)
        handled = all(each is None or each.minutes <= 10 for each in found)
        yield Figure("minutes until what is urgent is handled", minutes, "<= 10", handled)
        spoken = all(each is None or (each.remembered and each.spoken_of) for each in found)
        yield Figure("who remember it, memories of talk about it", told, "some", spoken)


def quality(towns: Sequence[str], seeds: Sequence[int]) -> bool:
    """Print one table a town; whether all that must hold does."""
    return all([_table(town, seeds) for town in towns])


def _table(town: str, seeds: Sequence[int]) -> bool:
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        began = time.perf_counter()
        lived = [live(workspace.new_run(town, seed=seed)) for seed in seeds]
        took = time.perf_counter() - began
        rows = figures_of(lived)
    _ASKED.clear()
    width = max(len(value) for row in rows for value in row.values)
    print(f"\n{town}: {len(lived[0].agents)} people, {DAYS} days, seeds {', '.join(map(str, seeds))} "
          f"({took / len(seeds):.1f} s each)")  # fmt: skip
    for row in rows:
        values = "  ".join(f"{value:>{width}}" for value in row.values)
        print(
            f"  {'' if row.holds else '! '}{row.what:<{46 if row.holds else 44}} {values}   {row.wanted}",
            flush=True,
        )
    return all(row.holds for row in rows)
