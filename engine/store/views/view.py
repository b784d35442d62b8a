"""A view: rows of one kind, of one run up to a moment, with stable column names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.row_ids import Width

MARK = "\x1f"
"""What the names of all end with that stands behind a view. Nobody can write it: a text with it is refused,
and SQL has no other way of spelling it. So it says for certain who reads a table: a view, or somebody's SQL,
which may call anything else by the name of a view.
"""

SPAN, GOING_ON = f"span{MARK}", f"going_on{MARK}"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A view: its subject, and its columns by name with a description of each.

    A view of the log is read from `table`, where `where` holds; `reads` gives the SQL of each of its columns.
    In both, `x` is the row, and `{minute}`, `{day}`, `{clock}`, `{before}` and `{settled}` are filled in. A
    view without a table is filled by the code that opens it.
    """

    name: str
    about: str
    columns: Mapping[str, str]
    table: str = ""
    reads: Mapping[str, str] = field(default_factory=dict)
    join: str = ""
    where: str = ""

    def sql(self, before: int, width: Width, *, all_settled: bool) -> str:
        """Build the view's query for the rows made before a minute."""
        gaps = _gaps(before, width, all_settled=all_settled)
        columns = ", ".join(f'{self.reads[name].format_map(gaps)} AS "{name}"' for name in self.columns)
        rows = (
            f'FROM temp."{SPAN}" s CROSS JOIN main.{self.table} x '
            f"ON x.run = s.run AND x.id >= s.low AND x.id < s.high {self.join}"
        )
        return f"SELECT {columns} {rows} WHERE {(self.where or '1').format_map(gaps)}"


def _gaps(before: int, width: Width, *, all_settled: bool) -> Mapping[str, str]:
    """Return the values for the placeholders of a view. Results of a talk that is not over are excluded,
    though the log has them since the talk began.
    """
    minute = f"((x.id - {width.begin}) / {width.minute})"
    later = f'SELECT 1 FROM temp."{GOING_ON}" g WHERE x.id > g.talk AND x.id < g.ends'
    return {
        "minute": minute,
        "day": f"({minute} / 1440 + 1)",
        "clock": f"printf('%02d:%02d', {minute} % 1440 / 60, {minute} % 60)",
        "before": str(before),
        "settled": "1" if all_settled else f"NOT EXISTS ({later})",
    }
