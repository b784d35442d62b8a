"""Data frames: rows for pandas, which is loaded only on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import loaded
from engine.display.rows import Cells, Grid
from engine.errors import NotInstalled, worded

if TYPE_CHECKING:  # as slow to load as all of the engine
    from pandas import DataFrame

_WIDEST = 2**63


def frame_of(grid: Grid) -> DataFrame:
    """Return rows as a data frame with one row each, in order.

    Whole numbers become pandas' `int64`, or its `Int64` if some are missing; other numbers `float64`,
    booleans `bool`. Other values stay as they are in the records, in object columns: pandas' own string type
    rejects some texts that people write.
    """
    try:
        pandas = loaded("pandas")
    except ImportError as error:
        raise NotInstalled(
            worded(
                "a data frame needs pandas, which is not installed; run `pip install pandas`, or "
                "use `to_dicts()`, which needs no other library"
            )
        ) from error
    columns = {
        place: pandas.Series(_column(grid.rows, place), dtype=_kind_of(_column(grid.rows, place)))
        for place in range(len(grid.columns))
    }
    index = pandas.RangeIndex(len(grid.rows))
    found = pandas.DataFrame(columns, index=index, columns=range(len(grid.columns)))
    found.columns = pandas.Index(grid.columns, dtype=object)  # a query may give two columns one name
    return found


def _column(rows: Sequence[Cells], place: int) -> list[object]:
    return [row[place] for row in rows]


def _kind_of(values: Sequence[object]) -> str:
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return "bool"
    if kinds and kinds <= {int, type(None)} and kinds != {type(None)} and _fits(values):
        return "Int64" if type(None) in kinds else "int64"
    return "float64" if kinds == {float} else "object"


def _fits(values: Sequence[object]) -> bool:
    return all(-_WIDEST <= value < _WIDEST for value in values if isinstance(value, int))
