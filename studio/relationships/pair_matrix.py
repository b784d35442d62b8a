"""The matrix of a town: who stands how to whom, in numbers on coloured ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from engine.records import Persona
from studio.basics.charts.colours import colour
from studio.basics.text import signed
from studio.relationships.relationship_stats import Tie, unlike_labels

if TYPE_CHECKING:
    import pandas as pd
    from pandas.io.formats.style import Styler


def matrix(people: Sequence[Persona], ties: Sequence[Tie]) -> pd.DataFrame:
    """Return who stands how (rows) to whom (columns); empty where one does not know the other."""
    import pandas as pd

    names = unlike_labels([persona.name for persona in people])
    order = {persona.id: n for n, persona in enumerate(people)}
    cells = np.full((len(people), len(people)), np.nan)
    for tie in ties:
        one, other = order[tie.one], order[tie.other]
        cells[one, other] = np.nan if tie.there is None else tie.there
        cells[other, one] = np.nan if tie.back is None else tie.back
    return pd.DataFrame(cells, index=pd.Index(names, name="who, to whom"), columns=names)


def matrix_rows(cells: pd.DataFrame) -> list[dict[str, object]]:
    """Return the matrix as rows of a table: whoever feels, and a column for each they feel for."""
    return [
        {
            "who, to whom": name,
            **{other: "" if isnan(value) else round(value, 3) for other, value in row.items()},
        }
        for name, row in zip(cells.index, cells.to_dict("records"), strict=True)
    ]


def shown_matrix(cells: pd.DataFrame) -> Styler:
    """Return the matrix as signed numbers on a ground that is the deeper, the stronger the feeling."""
    import pandas as pd

    warm, strained = colour("primaryColor"), colour("redColor")

    def each(say: Callable[[float], str]) -> pd.DataFrame:
        said = [[say(value) for value in row] for row in cells.to_numpy().tolist()]
        # As objects: pandas' own kind of text is made, and changed by Streamlit, several times as slowly.
        return pd.DataFrame(said, index=cells.index, columns=cells.columns, dtype=object)

    grounds = each(lambda value: tint(value, warm, strained))
    shown = each(lambda value: "" if isnan(value) else signed(value, 2)).style
    # Named, or pandas draws lots for a name, and a matrix that has not changed would be sent again.
    return shown.set_uuid("feelings").apply(lambda _: grounds, axis=None)


def tint(value: float, warm: str, strained: str) -> str:
    """Return the background of a cell: the stronger, the deeper; sign and number stand in it anyway."""
    if not abs(value) >= 0.05:  # NaN as well
        return ""
    return f"background-color: {warm if value > 0 else strained}{round(20 + 90 * min(abs(value), 1.0)):02X}"
