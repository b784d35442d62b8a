"""The timeline of a day: people by time, coloured and labelled by place, with the talks that join them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.api.run import Stay
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, minute_at
from engine.records import Conversation, Memory
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour, is_dark
from studio.basics.rooms import place_words
from studio.basics.table import table_twin
from studio.basics.text import shorten
from studio.stage.transcript import read_talk

_LEFT = 84
ROW, TOP, BOTTOM = 34, 26, 60
_LABELLED = 55  # minutes, from which on the place is written into a stay
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


def day_timeline(run: Run, day: int) -> None:
    """Draw the timeline; a click goes to the moment of a stay, or opens a talk."""
    stays = run.story(session.minute()).timeline(day)
    log, begins = run.at(session.minute()).log, minute_at(day, 0)
    ends = begins + DAY
    talks = [talk for talk in log.conversations(after=begins - 1) if talk.minute < ends]
    insights = [
        memory
        for memory in log.rows(Memory, after=begins - 1, where={"kind": "reflection"})
        if memory.minute < ends
    ]
    people = list(run.town.cast.personas)
    drawn = Timeline(run, day, stays, talks, insights)
    clicked = chart_click(
        drawn.spec(),
        called="timeline",
        key=f"timeline-{run.number}-{day}",
        height=scaled(ROW) * len(people) + TOP + BOTTOM,
        alt=timeline_alt(run, stays, talks, insights),
    )
    if clicked is not None:
        drawn.go_to(clicked.series, clicked.item)
    st.caption(
        "A row for each person, a colour for each place; grey is sleep, a gap is the way between two places. "
        "● joins those who talk: click one to read it. ◆ is a conclusion. Click a stay to go to its moment. "
        "Scroll or pinch to zoom."
    )
    table_twin(lambda: timeline_rows(run, stays), key="timeline")


def _zoomed(start: int, end: int) -> dict[str, Any]:
    """Return which hours of the day are shown at first."""
    return {"dataZoom": [{"startValue": start, "endValue": end}] * 2}


def _hours(text: Mapping[str, Any]) -> dict[str, Any]:
    """Return the hours below the picture: lines of its own, for an axis that is zoomed marks any fraction."""
    line = {"color": colour("borderColor"), "type": "solid", "width": 1}
    marks = [
        {"xAxis": hour, "label": {**text, "formatter": f"{hour}:00", "position": "start"}}
        for hour in range(0, 25, 2)
    ]
    mark_line = {"silent": True, "symbol": "none", "z": 1, "lineStyle": line, "data": marks}
    return {"type": "line", "data": [], "silent": True, "z": 1, "markLine": mark_line}


class Timeline:
    """The picture, and what each of its parts stands for."""

    def __init__(
        self,
        run: Run,
        day: int,
        stays: Sequence[Stay],
        talks: Sequence[Conversation],
        insights: Sequence[Memory],
    ) -> None:
        self.run, self.begins = run, minute_at(day, 0)
        self.people = list(run.town.cast.personas)
        self.talks, self.insights = talks, insights
        self.rows = {agent: [one for one in stays if one.agent == agent] for agent in self.people}
        self.places = _colours(stays)
        self._stays: list[list[Stay | None]] = []

    def spec(self) -> dict[str, Any]:
        """Return the picture as ECharts wants it: the first series are stays, one behind the other, then come
        the talks, then the conclusions.
        """
        text = {"color": colour("textColor"), "fontSize": scaled(12)}
        names = {agent: name.called for agent, name in self.run.town.cast.known_as.items()}
        return {
            "animation": False,
            "grid": {"left": scaled(_LEFT), "right": 12, "top": TOP, "bottom": BOTTOM},
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
            "series": [*self._stay_series(), *self._talk_series(), self._insight_series(), _hours(text)],
        }

    def go_to(self, series: int, item: int) -> None:
        """Go to the moment of a stay, open a talk, or explain a conclusion."""
        if series < len(self._stays):
            stay = self._stays[series][item] if item < len(self._stays[series]) else None
            if stay is not None:
                session.choose_moment(stay.start)
                st.rerun()
        elif series < len(self._stays) + len(self.talks):
            read_talk(self.run, self.talks[series - len(self._stays)].id)
        elif item < len(self.insights):
            session.explain(self.insights[item].id)

    def _stay_series(self) -> list[dict[str, Any]]:
        """Return everybody's first stay as a series, everybody's second, and so on: each begins where the one
        before ends.
        """
        most = max(map(len, self.rows.values()), default=0)
        self._stays = [[row[n] if n < len(row) else None for row in self.rows.values()] for n in range(most)]
        return [
            {
                "type": "bar",
                "stack": "day",
                "barWidth": scaled(ROW - 12),
                "selectedMode": "single",
                "select": {"itemStyle": {"borderWidth": 0}},
                "data": [self._bar(stay) if stay else {"value": 0, "name": ""} for stay in column],
            }
            for column in self._stays
        ]

    def _bar(self, stay: Stay) -> dict[str, Any]:
        minutes = stay.end - stay.start
        times = f"{clock_words(stay.start)} to {clock_words(stay.end)}"
        name = self.run.town.cast.names[stay.agent]
        doing = "asleep" if stay.asleep else "on the way" if stay.on_the_way else ", ".join(stay.doing[:4])
        bar: dict[str, Any] = {
            "value": round(minutes / 60, 4),
            "name": f"{name}, {times}: {where_words(stay)}{f', {doing}' if doing else ''}",
            "itemStyle": self._ground(stay),
        }
        if minutes >= _LABELLED and not stay.asleep and not stay.on_the_way:
            label = {
                "show": True,
                "formatter": shorten(stay.place, max(3, minutes // 12)),
                "fontSize": scaled(11),
            }
            bar["label"] = {**label, "color": "#17181C", "position": "inside", "overflow": "truncate"}
        return bar

    def _ground(self, stay: Stay) -> dict[str, Any]:
        if stay.on_the_way:
            return {"color": "transparent"}
        if stay.asleep:
            return {"color": colour("borderColor"), "opacity": 0.55}
        return {"color": self.places[stay.place], "borderColor": colour("backgroundColor"), "borderWidth": 1}

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
        who = self.run.town.phrases.list([self.run.town.cast.names[one] for one in talk.members])
        return f"{who} talk, {clock_words(talk.minute)}, {place_words(talk.room)}"

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
                        f"{self.run.town.cast.names[memory.agent]} concludes: {memory.text}", 160
                    ),
                }
                for memory in self.insights
            ],
        }

    def _hour(self, minute: int) -> float:
        return round((minute - self.begins) / 60, 4)


def where_words(stay: Stay) -> str:
    """Return the place of a stay, with its rooms where it has any."""
    rooms = [room.partition("/")[2] for room in stay.rooms if "/" in room]
    return f"{stay.place} ({', '.join(rooms)})" if rooms else stay.place


def _colours(stays: Sequence[Stay]) -> Mapping[str, str]:
    """Return a colour for each place, the most lived-in ones first; there are more places than colours."""
    lived: Counter[str] = Counter()
    for stay in stays:
        lived[stay.place] += 0 if stay.asleep else stay.end - stay.start
    return {place: _PALETTE[n % len(_PALETTE)] for n, (place, _) in enumerate(lived.most_common())}


def timeline_alt(
    run: Run, stays: Sequence[Stay], talks: Sequence[Conversation], insights: Sequence[Memory]
) -> str:
    """Return what is to be seen, for those who do not see it."""
    hours: Counter[str] = Counter()
    for stay in stays:
        hours[stay.place] += 0 if stay.asleep or stay.on_the_way else stay.end - stay.start
    busiest = ", ".join(f"{place} ({minutes // 60} hours)" for place, minutes in hours.most_common(3))
    return (
        f"Timeline of {len(run.town.cast.personas)} people: {len(talks)} talks, {len(insights)} conclusions. "
        f"Most time was spent at {busiest or 'no place yet'}."
    )


def timeline_rows(run: Run, stays: Sequence[Stay]) -> list[dict[str, object]]:
    """Return the timeline as a table."""
    names = run.town.cast.names
    return [
        {
            "who": names[stay.agent],
            "from": clock_words(stay.start),
            "to": clock_words(stay.end) if stay.end % DAY or stay.end == stay.start else "24:00",
            "where": where_words(stay),
            "doing": "asleep" if stay.asleep else "on the way" if stay.on_the_way else "; ".join(stay.doing),
            "id": str(stay.id),
        }
        for stay in stays
    ]
