"""The axis of a chart over a run: hours while there is only one day, days after that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.clock import DAY
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.catalogue.tr import tr

_EVERY_HOURS = 4  # between two marks of the axis while there is only one day
_MOST_DAYS = 8  # that have a mark each
LETTERS = 12


@dataclass(frozen=True)
class TimeAxis:
    """The time axis of a run up to a minute."""

    until: int

    @property
    def _one_day(self) -> bool:
        return self.until <= DAY

    def at(self, minute: int) -> float:
        """Return the position of a minute on the axis."""
        return round(minute / 60, 4) if self._one_day else round(minute / DAY + 1, 4)

    def spec(self) -> dict[str, Any]:
        """Build the ECharts specification of the axis."""
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
