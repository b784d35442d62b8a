"""What a town that lived with a language model has cost, what was left out, and all that was said in it."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.api.workspace import Run
from engine.clock import DAY, moment_words
from engine.models.served.client.failures import RULES, Kind
from engine.records import Conversation, Diary, Line, Memory, Step
from engine.store.answers.spending import ASKED, AskedRow, asked_of
from engine.store.log.rows import read_log


@dataclass(frozen=True)
class Reading:
    """What was thought of a text: the `fault` if nothing was kept of it, `part` if only a part was."""

    purpose: str
    agent: str
    minute: int
    is_last: bool
    part: str
    fault: str
    said: str


def print_figures(run: Run, readings: Sequence[Reading]) -> None:
    """Print the calls of a run: how many were left out and why, whether asking again helped, and the cost."""
    rows = _asked(run)
    last = list({row.key: row for row in rows}.values())
    left_out = [row for row in last if row.kind and not RULES[Kind(row.kind)].outage]
    _print("\ncalls", f"{len(last)}")
    _print("left out", f"{len(left_out)}", _share(len(left_out), len(last)))
    _print_left_out(last, left_out)
    _print_second_tries(readings)
    _print_cost(run, rows)


def _asked(run: Run) -> list[AskedRow]:
    """Return what the run has asked of the server, in order."""
    found = run.store.select(
        f"SELECT {ASKED} WHERE asked.run = ? AND purpose <> 'embed' ORDER BY number", (run.number,)
    )
    return [asked_of(run.store, values) for values in found]


def _print_left_out(last: Sequence[AskedRow], left_out: Sequence[AskedRow]) -> None:
    """Print the share of calls that were left out, by purpose and reason."""
    calls = Counter(row.purpose for row in last)
    by_reason: dict[tuple[str, str], list[AskedRow]] = defaultdict(list)
    for row in left_out:
        by_reason[row.purpose, row.kind].append(row)
    for purpose, count in calls.most_common():
        _print(f"  {purpose}", f"{count}")
        for (of, kind), faulty in sorted(by_reason.items()):
            if of == purpose:
                _print(f"    {kind}", f"{len(faulty)}", _share(len(faulty), len(last)))
                for fault in sorted({row.fault.partition("; choose")[0] for row in faulty}):
                    print(f"      {fault:.300}")


def _print_second_tries(readings: Sequence[Reading]) -> None:
    """Print how many first answers were not good, and what came of asking again."""
    first = [one for one in readings if not one.is_last]
    again = [one for one in readings if one.is_last]
    bad = sum(bool(one.fault) for one in first)
    _print("\nfirst answers", f"{len(first)}")
    _print("  not good", f"{bad}", _share(bad, len(first)))
    kinds = (
        ("asked again, or read for what is good in it", again),
        ("  good as a whole", [one for one in again if not one.fault and not one.part]),
        ("  good in part", [one for one in again if one.part]),
        ("  not good", [one for one in again if one.fault]),
    )
    for words, of in kinds:
        _print(words, f"{len(of)}", _share(len(of), len(again)))
    faults = Counter(
        (one.purpose, (one.fault or one.part)[:160]) for one in readings if one.fault or one.part
    )
    for (purpose, fault), count in faults.most_common(40):
        print(f"  {count:>4} x {purpose}: {fault}")


def _print_cost(run: Run, rows: Sequence[AskedRow]) -> None:
    """Print the tokens, and the seconds that a call took."""
    agent_days = len(run.scenario.personas) * min(run.clock, run.row.until or DAY) / DAY
    tokens_in, tokens_out = sum(row.tokens_in for row in rows), sum(row.tokens_out for row in rows)
    cached = sum(row.cached for row in rows)
    seconds = sorted(row.seconds for row in rows) or [0.0]
    _print("\nagent-days", f"{agent_days:.2f}")
    _print("calls a head and day", _a_day(len(rows), agent_days, digits=1))
    _print("tokens in, out a head and day", _a_day(tokens_in, agent_days), _a_day(tokens_out, agent_days))
    _print("tokens of prompts from the cache", f"{cached:,}", _share(cached, tokens_in))
    spread = (statistics.fmean(seconds), statistics.median(seconds), seconds[-1])
    _print("seconds a call: mean, median, longest", *(f"{took:.1f}" for took in spread))
    by_purpose: dict[str, list[AskedRow]] = defaultdict(list)
    for row in rows:
        by_purpose[row.purpose].append(row)
    _print("  means by purpose", "calls", "in", "cached", "out", "seconds")
    for purpose, of in sorted(by_purpose.items(), key=lambda item: -sum(row.seconds for row in item[1])):
        means = (statistics.fmean(getattr(row, name) for row in of) for name in _MEANS)
        _print(f"  {purpose}", f"{len(of)}", *(f"{mean:,.0f}" for mean in means))


_MEANS = ("tokens_in", "cached", "tokens_out", "seconds")


def _print(words: str, *figures: str) -> None:
    print(f"{words:<44}" + "".join(f"{figure:>9}" for figure in figures))


def _a_day(amount: int, agent_days: float, *, digits: int = 0) -> str:
    """Return an amount for each day of an agent; a dash if nobody has lived yet."""
    return f"{amount / agent_days:,.{digits}f}" if agent_days else "-"


def _share(part: int, of: int) -> str:
    return f"{part / of:.0%}" if of else "-"


def print_words(run: Run) -> None:
    """Print every line and its thought, the plans, the conclusions and the diaries."""
    names = run.town.cast.names
    print("\nLINES (with the thought behind each)")
    rooms = {row.id: row.room for row in read_log(run.store, run.number, Conversation)}
    talk = 0
    for line in read_log(run.store, run.number, Line):
        if line.conversation != talk:
            talk = line.conversation
            print(f"\n  {moment_words(line.said_at)}, {rooms.get(talk, '')}")
        thought = f"   ({line.thought})" if line.thought else ""
        print(f"    {names[line.speaker]}: {line.text}{thought}")
    print("\nPLANS")
    for step in read_log(run.store, run.number, Step):
        if step.level != "step" and step.activity:
            when = f"{moment_words(step.start)} to {moment_words(step.end)}"
            print(f"  {names[step.agent]}, {when}, {step.room}: {step.activity}")
    print("\nMEMORIES THAT ARE THOUGHTS")
    for memory in read_log(run.store, run.number, Memory):
        if memory.kind in ("reflection", "plan", "talk"):
            print(f"  {moment_words(memory.minute)} {names[memory.agent]}, {memory.kind}: {memory.text}")
    print("\nDIARIES")
    for diary in read_log(run.store, run.number, Diary):
        print(f"  day {diary.day}, {names[diary.agent]}: {diary.text}")
