"""The axis of a chart over a run: hours in its first day, days with hours in its first week, then days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.clock import DAY
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.catalogue.tr import tr

_EVERY_HOURS = 4  # between two marks of the axis while there is only one day
_OVER_HALF_A_DAY = 13  # the hours from which ECharts marks whole days only
_MOST_DAYS = 8  # that have a mark each
_MINUTE = 60_000  # milliseconds, in which ECharts counts time
LETTERS = 12


@dataclass(frozen=True)
class TimeAxis:
    """The time axis of a run up to a minute. On a `narrow` one, a third of a page wide, marks of hours would
    hide those of days.
    """

    until: int
    narrow: bool = False

    @property
    def _one_day(self) -> bool:
        return self.until <= DAY

    @property
    def _has_hours(self) -> bool:
        """Return whether the days are few enough for their hours to be read."""
        return not self._one_day and self.until <= DAY * _MOST_DAYS

    def at(self, minute: int) -> float:
        """Return the position of a minute on the axis."""
        if self._has_hours:
            return minute * _MINUTE
        return round(minute / 60, 4) if self._one_day else round(minute / DAY + 1, 4)

    def spec(self) -> dict[str, Any]:
        """Build the ECharts specification of the axis; the chart has `useUTC` on."""
        return self._of_hours() if self._has_hours else self._of_numbers()

    def _of_hours(self) -> dict[str, Any]:
        """Build an axis of time: ECharts takes the first of January 1970 for day 1."""
        day, line = (
            tr("day {value}").replace("{value}", "{d}"),
            {"lineStyle": {"color": colour("borderColor")}},
        )
        return {
            "type": "time",
            "min": 0,
            "max": self.at(self.until),
            "minInterval": self.at(60 * (_OVER_HALF_A_DAY if self.narrow else _EVERY_HOURS)),
            "axisLabel": {
                "color": colour("grayTextColor"),
                "fontSize": scaled(LETTERS),
                "formatter": {"year": day, "month": day, "day": day, "hour": "{HH}:{mm}"},
                "hideOverlap": True,
            },
            "axisLine": line,
            "splitLine": {"show": True, **line},
        }

    def _of_numbers(self) -> dict[str, Any]:
        first = self.at(0)
        line = {"lineStyle": {"color": colour("borderColor")}}
        return {
            "type": "value",
            "min": first,
            "max": max(self.at(self.until), first + 0.01),
            "interval": _EVERY_HOURS if self._one_day else -(-self.until // (DAY * _MOST_DAYS)),
            "axisLabel": {
                "color": colour("grayTextColor"),
                "fontSize": scaled(LETTERS),
                "formatter": "{value}:00" if self._one_day else tr("day {value}"),
                "showMaxLabel": False,
                "hideOverlap": True,
            },
            "axisLine": line,
            "splitLine": {"show": not self._one_day, **line},
        }
