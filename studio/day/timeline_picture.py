"""The picture of a day's timeline: stays, plans, talks and reflections, and the rows they stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.api.interventions import Done
from engine.api.run import Planned, Stay
from engine.api.workspace import Run
from engine.clock import clock_words, minute_at
from engine.records import Conversation, Memory
from studio import session
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour, is_dark
from studio.basics.rooms import place_words
from studio.basics.text import shorten, width_in_letters
from studio.catalogue.lists import with_and, with_commas
from studio.catalogue.tr import tr
from studio.day.plan_lane import PlanLane
from studio.stage.transcript import read_talk

_LEFT = 84
_RIGHT = 24  # half of the last hour stands beside its line
ROW, TOP, BOTTOM = 34, 26, 60
_LABELLED = 35  # minutes, from which on the place is written into a stay, or its sign
_A_LETTER = 12  # minutes that a letter of it takes
_PALETTE = ("#56B4E9", "#E69F00", "#2FC79A", "#E39CC4", "#F0E442", "#D98A4B", "#A9C6E8", "#C9C0B4",
            "#9BD5B8", "#F2C879", "#B9A7DB", "#DCE3A1")  # fmt: skip


_NARROW = 700  # pixels, in which a whole day is too small to be read
_SLIDER = {
    "type": "slider",
    "filterMode": "none",
    "height": 18,
    "bottom": 10,
    "showDetail": False,
    "showDataShadow": False,
}


class Timeline:
    """The picture, with what each of its parts stands for."""

    def __init__(
        self,
        run: Run,
        day: int,
        stays: Sequence[Stay],
        talks: Sequence[Conversation],
        insights: Sequence[Memory],
        plans: Sequence[Planned] = (),
        done: Sequence[Done] = (),
    ) -> None:
        self.run, self.town, self.begins = run, run.town, minute_at(day, 0)
        self.people = list(self.town.cast.personas)
        self.edge, self.night = colour("backgroundColor"), colour("borderColor")  # once, not for each bar
        self.letters = scaled(11)
        self.talks, self.insights, self.done = talks, insights, done
        self.rows = {agent: [one for one in stays if one.agent == agent] for agent in self.people}
        self.places = _colours(stays)
        self._stays: list[list[Stay | None]] = []
        self.lane = PlanLane(run, plans, self.begins)

    def spec(self) -> dict[str, Any]:
        """Build the ECharts specification: the first series are stays, in order, then plans, talks, and
        reflections.
        """
        text = {"color": colour("textColor"), "fontSize": scaled(12)}
        names = {agent: name.called for agent, name in self.town.cast.known_as.items()}
        return {
            "animation": False,
            "grid": {"left": scaled(_LEFT), "right": _RIGHT, "top": TOP, "bottom": BOTTOM},
            "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
            "dataZoom": [{"type": "inside", "filterMode": "none"}, _SLIDER],
            "media": [
                {"query": {"maxWidth": _NARROW}, "option": {**_zoomed(10, 16), "grid": {"left": 60}}},
                {"option": {**_zoomed(0, 24), "grid": {"left": scaled(_LEFT)}}},
            ],
            "xAxis": {
                "type": "value",
                "min": 0,
                "max": 24,
                "interval": 2,
                "axisLabel": {"show": False},
                "splitLine": {"show": False},
            },
            "yAxis": {
                "type": "category",
                "data": [shorten(names[agent], 12) for agent in self.people],
                "inverse": True,
                "axisLabel": text,
                "axisTick": {"show": False},
            },
            "series": [
                *self._stay_series(),
                *self.lane.series(),
                *self._talk_series(),
                self._insight_series(),
                self._done_series(),
                _hours(text),
            ],
        }

    def go_to(self, series: int, item: int) -> None:
        """Go to the moment of a stay or a part of a plan, open a talk, or explain a reflection or an author's
        intervention.
        """
        planned = series - len(self._stays)
        talk = planned - len(self.lane.columns)
        if planned < 0:
            _go_to_begin(self._stays[series][item] if item < len(self._stays[series]) else None)
        elif talk < 0:
            _go_to_begin(self.lane.part(planned, item))
        elif talk < len(self.talks):
            read_talk(self.run, self.talks[talk].id)
        elif talk == len(self.talks):
            session.explain(self.insights[item].id)
        elif item < len(self.done):
            session.explain(self.done[item].entry.id)

    def _stay_series(self) -> list[dict[str, Any]]:
        """Build a series of everybody's first stay, one of the second, and so on: each begins where the one
        before ends. For somebody who joins on this day, the hours before come first.
        """
        most = max(map(len, self.rows.values()), default=0)
        self._stays = [[row[n] if n < len(row) else None for row in self.rows.values()] for n in range(most)]
        before = [self._hour(row[0].start) if row else 0.0 for row in self.rows.values()]
        columns = [[self._bar(one) if one else _empty(0) for one in column] for column in self._stays]
        if any(before):
            self._stays = [[None] * len(before), *self._stays]
            columns = [[_empty(hours) for hours in before], *columns]
        return [
            {
                "type": "bar",
                "stack": "day",
                "barWidth": scaled(ROW - 12),
                "selectedMode": "single",
                "select": {"itemStyle": {"borderWidth": 0}},
                "labelLayout": {"hideOverlap": True},
                "data": column,
            }
            for column in columns
        ]

    def _bar(self, stay: Stay) -> dict[str, Any]:
        minutes = stay.end - stay.start
        bar: dict[str, Any] = {
            "value": round(minutes / 60, 4),
            "name": self._stay_words(stay),
            "itemStyle": self._ground(stay),
        }
        if minutes >= _LABELLED and not stay.asleep and not stay.on_the_way:
            fits = (
                width_in_letters(stay.place) <= minutes // _A_LETTER
            )  # else its sign stands for it: no name is cut
            label = {
                "show": True,
                "formatter": stay.place if fits else self.sign(stay.place),
                "fontSize": self.letters,
            }
            bar["label"] = {**label, "color": "#17181C", "position": "inside"}
        return bar

    def sign(self, place: str) -> str:
        """Return the emoji of a place, which marks it where its name has no room."""
        there = self.town.world.places.get(place)
        return there.emoji if there is not None else ""

    def _stay_words(self, stay: Stay) -> str:
        said = {
            "name": self.town.cast.names[stay.agent],
            "start": clock_words(stay.start),
            "end": clock_words(stay.end),
            "where": where_words(stay),
        }
        doing = resting_words(stay) or with_commas(stay.doing[:4])
        if not doing:
            return tr("{name}, {start} to {end}: {where}", **said)
        return tr("{name}, {start} to {end}: {where}, {doing}", **said, doing=doing)

    def _ground(self, stay: Stay) -> dict[str, Any]:
        if stay.on_the_way:
            return {"color": "transparent"}
        if stay.asleep:
            return {"color": self.night, "opacity": 0.55}
        ground = self.places.get(stay.place, self.night)
        return {"color": ground, "borderColor": self.edge, "borderWidth": 1}

    def _talk_series(self) -> list[dict[str, Any]]:
        ink = "#ECE7DF" if is_dark() else "#2B2A33"
        return [
            {
                "type": "line",
                "symbol": "circle",
                "symbolSize": 6,
                "selectedMode": "single",
                "itemStyle": {"color": ink},
                "lineStyle": {"color": ink, "width": 1},
                "z": 5,
                "data": [
                    {"value": [self._hour(talk.minute), row], "name": self._talk_words(talk)}
                    for row in sorted(self.people.index(one) for one in talk.members if one in self.people)
                ],
            }
            for talk in self.talks
        ]

    def _talk_words(self, talk: Conversation) -> str:
        return tr(
            "{names} talk, {clock}, {place}",
            names=with_and(self.town.cast.names[one] for one in talk.members),
            clock=clock_words(talk.minute),
            place=place_words(talk.room),
        )

    def _insight_series(self) -> dict[str, Any]:
        return {
            "type": "scatter",
            "symbol": "diamond",
            "symbolSize": 11,
            "selectedMode": "single",
            "itemStyle": {"color": colour("primaryColor"), "borderColor": colour("backgroundColor")},
            "z": 6,
            "data": [
                {
                    "value": [self._hour(memory.minute), self.people.index(memory.agent)],
                    "name": shorten(
                        tr(
                            "{name} concludes: {text}",
                            name=self.town.cast.names[memory.agent],
                            text=memory.text,
                        ),
                        160,
                    ),
                }
                for memory in self.insights
            ],
        }

    def _done_series(self) -> dict[str, Any]:
        """Build the series of authors' interventions, in the row of the person affected, else in the
        first.
        """
        return {
            "type": "scatter",
            "symbol": "triangle",
            "symbolRotate": 180,
            "symbolSize": 12,
            "symbolOffset": [0, -scaled(ROW) // 3],
            "selectedMode": "single",
            "itemStyle": {"color": colour("textColor"), "borderColor": colour("backgroundColor")},
            "z": 7,
            "data": [
                {
                    "value": [self._hour(one.entry.minute), self._row_of(one)],
                    "name": shorten(
                        tr(
                            "{clock}, {who}: {what}",
                            clock=clock_words(one.entry.minute),
                            who=one.entry.who,
                            what=one.words,
                        ),
                        200,
                    ),
                    "itemStyle": {"opacity": 1 if one.stands else 0.4},
                }
                for one in self.done
            ],
        }

    def _row_of(self, one: Done) -> int:
        agent = one.entry.asked.get("agent", "")
        return self.people.index(agent) if agent in self.people else 0

    def _hour(self, minute: int) -> float:
        return round((minute - self.begins) / 60, 4)


def _empty(hours: float) -> dict[str, Any]:
    """Return a bar of hours in which nothing is shown."""
    return {"value": hours, "name": "", "itemStyle": {"color": "transparent"}, "tooltip": {"show": False}}


def _zoomed(start: int, end: int) -> dict[str, Any]:
    """Return the setting for the hours shown at first."""
    return {"dataZoom": [{"startValue": start, "endValue": end}] * 2}


def _hours(text: Mapping[str, Any]) -> dict[str, Any]:
    """Build the hour labels below the picture as mark lines: the axis of a zoomed chart would label any
    fraction.
    """
    line = {"color": colour("borderColor"), "type": "solid", "width": 1}
    marks = [
        {"xAxis": hour, "label": {**text, "formatter": f"{hour}:00", "position": "start"}}
        for hour in range(0, 25, 2)
    ]
    mark_line = {"silent": True, "symbol": "none", "z": 1, "lineStyle": line, "data": marks}
    return {"type": "line", "data": [], "silent": True, "z": 1, "markLine": mark_line}


def _go_to_begin(part: Stay | Planned | None) -> None:
    """Go to the moment at which a stay or plan begins; a future one has none yet."""
    if part is not None and (isinstance(part, Stay) or part.fate != "ahead"):
        session.choose_moment(part.start)
        st.rerun()


def resting_words(stay: Stay) -> str:
    """Return in words how a stay is spent inactive (asleep, on the way), or ""."""
    return tr("asleep") if stay.asleep else tr("on the way") if stay.on_the_way else ""


def where_words(stay: Stay) -> str:
    """Return the place of a stay, with its rooms if it has any."""
    rooms = [room.partition("/")[2] for room in stay.rooms if "/" in room]
    return tr("{place} ({rooms})", place=stay.place, rooms=with_commas(rooms)) if rooms else stay.place


def _colours(stays: Sequence[Stay]) -> Mapping[str, str]:
    """Return a colour for each place, most lived-in first; there are more places than colours."""
    lived: Counter[str] = Counter()
    for stay in stays:
        lived[stay.place] += 0 if stay.asleep else stay.end - stay.start
    awake = [place for place, minutes in lived.most_common() if minutes]
    return {place: _PALETTE[n % len(_PALETTE)] for n, place in enumerate(awake)}
