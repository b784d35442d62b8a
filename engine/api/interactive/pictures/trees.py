"""Trees: the plan of a day with its outcome, and reflections above the memories they rest on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.api.interactive.pictures.picture import (
    INK,
    MARK,
    RULE,
    SOFT,
    WIDE,
    Cell,
    Picture,
    lines_of,
    svg,
    words,
)
from engine.clock import clock_words, moment_words
from engine.errors import BadInput, worded
from engine.insight.story.plan_kept import Planned
from engine.insight.story.plan_steps import PlannedStep
from engine.records import Memory

_SIGNS: Mapping[str, str] = MappingProxyType(
    {"kept": "✓", "done": "✓", "begun": "◐", "moved": "→", "changed": "≠", "dropped": "×", "left": "×"}
)
_BECAME: Mapping[str, str] = MappingProxyType(
    {"begun": "started, not finished", "left": "not done", "ahead": "still to come"}
)
_LINE, _INDENT, _SIGN = 17, 22, 18
MOST_EVIDENCE, _MOST_CONCLUSIONS, _DEEPEST = 6, 12, 3


def plan_picture(name: str, day: int, parts: Sequence[Planned], steps: Sequence[PlannedStep]) -> Picture:
    """Draw an agent's plan of a day: its parts, the steps under each, and their outcome."""
    if not parts:
        raise BadInput(
            worded(
                "{name} has no plan for day {day}; choose a day that has been simulated, or continue the run",
                name=name,
                day=day,
            )
        )
    drawn, rows, y = list[str](), list[tuple[Cell, ...]](), 0.0
    for part in parts:
        instead = part.instead.doing if part.instead is not None else ""
        drawn += _planned(0, y, part.start, part.activity, part.fate, instead)
        rows.append(_plan_row("part", part.start, part.end, part.activity, part.fate, instead))
        y += 2 * _LINE if instead else _LINE
        first = y
        for step in (one for one in steps if part.start <= one.start < part.end):
            drawn += _planned(_INDENT, y, step.start, step.activity, step.fate, step.instead)
            drawn.append(_branch(8, first - 4, y + _LINE / 2, _INDENT - 4))
            rows.append(_plan_row("step", step.start, step.end, step.activity, step.fate, step.instead))
            y += 2 * _LINE if step.instead else _LINE
        y += 6
    title = f"Plan of {name} for day {day} and its outcome"
    columns = ("level", "from", "to", "planned", "outcome", "instead")
    return Picture(title=title, svg=svg(drawn, y, title), columns=columns, rows=tuple(rows))


def _planned(x: float, y: float, start: int, activity: str, fate: str, instead: str) -> list[str]:
    sign = _SIGNS.get(fate, "○")
    ink = INK if fate in ("kept", "done") else SOFT if fate == "ahead" else MARK
    parts = [
        words(sign, x, y + 13, fill=ink, more='font-weight="600"'),
        words(clock_words(start), x + _SIGN, y + 13, fill=SOFT),
        words(activity, x + _SIGN + 40, y + 13, most=WIDE - x - _SIGN - 48),
    ]
    if instead:
        said = f"{_BECAME.get(fate, fate)}: {instead}"
        parts.append(words(said, x + _SIGN + 40, y + 13 + _LINE, most=WIDE - x - _SIGN - 48, fill=SOFT))
    return parts


def _plan_row(level: str, start: int, end: int, activity: str, fate: str, instead: str) -> tuple[Cell, ...]:
    return level, clock_words(start), clock_words(end), activity, _BECAME.get(fate, fate), instead


def reflections_picture(name: str, insights: Sequence[Memory], known: Mapping[int, Memory]) -> Picture:
    """Draw an agent's reflections above the memories they rest on; `known` has those memories by id."""
    if not insights:
        raise BadInput(
            worded("{name} has no conclusions yet; continue the run, or choose someone else", name=name)
        )
    own = {one.id: one for one in insights}
    cited = {each for one in insights for each in one.evidence if each in own}
    tops = sorted((one for one in insights if one.id not in cited), key=lambda one: -one.id)
    drawn, y = list[str](), 0.0
    for top in tops[:_MOST_CONCLUSIONS]:
        inner, y = _conclusion(top, {**known, **own}, 0, y)
        drawn += inner
        y += 8
    if len(tops) > _MOST_CONCLUSIONS:
        drawn.append(words(f"and {len(tops) - _MOST_CONCLUSIONS} more", 0, y + 12, fill=SOFT))
        y += _LINE
    title = f"Conclusions of {name} and what they are based on"
    rows = tuple(_evidence_rows(insights, {**known, **own}))
    columns = ("concluded", "conclusion", "based on", "kind")
    return Picture(title=title, svg=svg(drawn, y, title), columns=columns, rows=rows)


def wanted(insights: Sequence[Memory], known: Collection[int]) -> set[int]:
    """Return the ids of the memories cited by some reflections that are not in `known`."""
    return {each for one in insights for each in one.evidence} - set(known)


def _conclusion(one: Memory, known: Mapping[int, Memory], depth: int, y: float) -> tuple[list[str], float]:
    x = depth * _INDENT
    is_conclusion = one.kind == "reflection"
    sign, ink = ("◆", MARK) if is_conclusion else ("●", RULE)
    drawn = [words(sign, x, y + 13, fill=ink)]
    when = moment_words(one.minute)
    for line in lines_of(f"{one.text} ({when})", WIDE - x - _SIGN - 8, 2):
        weight = 'font-weight="600"' if is_conclusion else ""
        drawn.append(words(line, x + _SIGN, y + 13, more=weight))
        y += _LINE
    if not is_conclusion or depth >= _DEEPEST:
        return drawn, y
    # What is cited is older than what cites it, so that this ends.
    cited = [known[each] for each in one.evidence if each in known and each < one.id]
    best = sorted(cited, key=lambda each: (each.kind != "reflection", -each.importance, each.id))
    first = y
    for each in best[:MOST_EVIDENCE]:
        drawn.append(_branch(x + 5, first - 2, y + _LINE / 2 + 1, _INDENT - 7))
        inner, y = _conclusion(each, known, depth + 1, y)
        drawn += inner
    if len(best) > MOST_EVIDENCE:
        drawn.append(words(f"and {len(best) - MOST_EVIDENCE} more", x + _INDENT, y + 12, fill=SOFT))
        y += _LINE
    return drawn, y


def _branch(x: float, top: float, y: float, long: float) -> str:
    return f'<path d="M{x:g} {top:g}V{y:g}h{long - 2:g}" fill="none" stroke="{RULE}"/>'


def _evidence_rows(insights: Sequence[Memory], known: Mapping[int, Memory]) -> Iterator[tuple[Cell, ...]]:
    for one in insights:
        for each in one.evidence or (0,):
            memory = known.get(each)
            said = (memory.text, memory.kind) if memory is not None else ("", "")
            yield moment_words(one.minute), one.text, *said
