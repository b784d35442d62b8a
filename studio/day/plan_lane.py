"""The plan lane in the timeline of a day: the intended activities under the actual ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from engine.api.run import Fate, Planned
from engine.api.workspace import Run
from engine.clock import clock_words
from engine.records import AgentId
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import Role, colour
from studio.basics.rooms import place_words
from studio.basics.text import shorten, width_in_letters
from studio.catalogue.headings import headed
from studio.catalogue.lists import sentences, with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.why.plan_fate import SIGNS, fate_words, instead_words

LANE = 13
_COLONS = ": ："  # with which begins what came instead, in any language
_LABELLED, _A_LETTER = 45, 10  # minutes: of a part that has room for words, and of a letter in it
_INK: Mapping[Fate, Role] = MappingProxyType(
    {
        "kept": "primaryColor",
        "moved": "yellowColor",
        "changed": "redColor",
        "dropped": "redColor",
        "ahead": "grayTextColor",
    }
)
_GROUND: Mapping[Fate, float] = MappingProxyType(
    {"kept": 0.28, "moved": 0.28, "changed": 0.28, "dropped": 0, "ahead": 0}
)
_FEW = 8
_FATES: Mapping[Fate, str] = MappingProxyType(
    {
        "kept": marked("kept"),
        "moved": marked("moved later"),
        "changed": marked("changed"),
        "dropped": marked("dropped"),
        "ahead": marked("still to come"),
    }
)
_SO_MANY: Mapping[Fate, str] = MappingProxyType(
    {
        "moved": marked("{n} moved"),
        "changed": marked("{n} changed"),
        "dropped": marked("{n} dropped"),
    }
)


class PlanLane:
    """Everybody's plans as stacked bars, with the part of the plan each bar stands for."""

    def __init__(self, run: Run, plans: Sequence[Planned], begins: int) -> None:
        self.names = run.town.cast.names
        self.inks = {fate: colour(role) for fate, role in _INK.items()}  # once, not for each of 300 bars
        self.paper, self.text, self.letters = colour("backgroundColor"), colour("textColor"), scaled(10)
        rows = [_filled(_of(plans, agent), begins) for agent in self.names]
        self.columns = list(zip_longest(*rows))

    def series(self) -> list[dict[str, Any]]:
        """Build the ECharts series of the bars: everybody's first part as a series, and so on."""
        return [
            {
                "type": "bar",
                "stack": "plan",
                "barWidth": scaled(LANE),
                "selectedMode": "single",
                "select": {"itemStyle": {"borderWidth": 1}},
                "labelLayout": {"hideOverlap": True},
                "data": [_gap(0) if part is None else self._bar(*part) for part in column],
            }
            for column in self.columns
        ]

    def part(self, series: int, item: int) -> Planned | None:
        """Return the part of a plan that a bar stands for, or None for a gap."""
        found = self.columns[series][item] if item < len(self.columns[series]) else None
        return found[1] if found is not None else None

    def _bar(self, minutes: int, part: Planned | None) -> dict[str, Any]:
        if part is None:
            return _gap(minutes)
        ink = self.inks[part.fate]
        bar: dict[str, Any] = {
            "value": round(minutes / 60, 4),
            "name": part_words(self.names, part),
            "itemStyle": {
                "color": f"{ink}{round(255 * _GROUND[part.fate]):02X}",
                "borderColor": self.paper if part.fate == "kept" else ink,
                "borderWidth": 1,
                "borderType": "dashed" if part.fate == "dropped" else "solid",
            },
        }
        said = f"{SIGNS[part.fate]} {part.activity if minutes >= _LABELLED else ''}".strip()
        if said:
            room = minutes // _A_LETTER * len(said) // width_in_letters(said)
            bar["label"] = {
                "show": True,
                "formatter": shorten(said, max(1, room)),
                "fontSize": self.letters,
                "color": self.text,
                "position": "inside",
            }
        return bar


def _of(plans: Sequence[Planned], agent: AgentId) -> Iterator[Planned]:
    return (part for part in plans if part.agent == agent)


def _filled(parts: Iterator[Planned], begins: int) -> list[tuple[int, Planned | None]]:
    """Return a person's parts with the gaps between them, each with its minutes: the bars are stacked."""
    filled: list[tuple[int, Planned | None]] = []
    now = begins
    for part in parts:
        if part.start > now:
            filled.append((part.start - now, None))
        if part.end > max(now, part.start):
            filled.append((part.end - max(now, part.start), part))
        now = max(now, part.end)
    return filled


def _gap(minutes: int) -> dict[str, Any]:
    return {"value": round(minutes / 60, 4), "name": "", "itemStyle": {"color": "transparent"}}


def part_words(names: Mapping[AgentId, str], part: Planned) -> str:
    """Return a part of a plan and its outcome, in one line."""
    return tr(
        "{name}'s plan, {start} to {end}: {activity}, {place}. {became}",
        name=names[part.agent],
        start=clock_words(part.start),
        end=clock_words(part.end),
        activity=shorten(part.activity, 80),
        place=place_words(part.room),
        became=fate_words(part),
    )


def plans_words(run: Run, plans: Sequence[Planned]) -> str:
    """Describe the share of their plans that people kept: everybody by name if they are few, else those who
    kept least.
    """
    names = {agent: name.called for agent, name in run.town.cast.known_as.items()}
    told = [(agent, *_minutes(plans, agent)) for agent in run.town.cast.personas]
    told = [one for one in told if one[2]]
    if not told:
        return tr("No part of a plan has been due yet.")
    said = [
        tr(
            "{name} kept to the plan for {kept} of {passed} hours",
            name=names[agent],
            kept=_hours(kept),
            passed=_hours(passed),
        )
        for agent, kept, passed in told
    ]
    parts = _parts_words(plans)
    if len(told) <= _FEW:
        return sentences(tr("Morning plan: {kept}.", kept=tr("; ").join(said)), parts)
    least = sorted(range(len(told)), key=lambda n: told[n][1] / told[n][2])[:3]
    everybody = tr(
        "People kept to their morning plans for {kept} of {passed} hours. Least: {fewest}.",
        kept=_hours(sum(one[1] for one in told)),
        passed=_hours(sum(one[2] for one in told)),
        fewest=tr("; ").join(said[n] for n in least),
    )
    return sentences(everybody, parts)


def _parts_words(plans: Sequence[Planned]) -> str:
    """Return the numbers of changed parts of the plans, in words."""
    others = Counter(part.fate for part in plans)
    rest = with_commas(tr(words, n=others[fate]) for fate, words in _SO_MANY.items() if others[fate])
    return (
        tr("Parts of the plans: {rest}.", rest=rest) if rest else tr("No part was moved, changed or dropped.")
    )


def _minutes(plans: Sequence[Planned], agent: AgentId) -> tuple[int, int]:
    mine = list(_of(plans, agent))
    return sum(part.kept for part in mine), sum(part.passed for part in mine)


def _hours(minutes: int) -> str:
    return f"{minutes / 60:.1f}".removesuffix(".0")


def plan_rows(run: Run, plans: Sequence[Planned]) -> list[dict[str, object]]:
    """Return the plans and their outcomes as a table."""
    names = run.town.cast.names
    became = {fate: tr(words) for fate, words in _FATES.items()}
    return headed(
        {
            marked("who"): names[part.agent],
            marked("from"): clock_words(part.start),
            marked("to"): clock_words(part.end),
            marked("planned"): part.activity,
            marked("where"): place_words(part.room),
            marked("outcome"): became[part.fate],
            marked("minutes kept"): tr("{kept} of {passed}", kept=part.kept, passed=part.passed),
            marked("replacement"): instead_words(part).lstrip(_COLONS),
            "id": str(part.id),
            marked("id of the replacement"): str(part.instead.id) if part.instead else "",
        }
        for part in plans
    )
