"""The table twin that stands under every picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from studio.components.fold import fold
from studio.components.text import escape_md

Rows = Sequence[Mapping[str, object]]
MOST_PLAIN = 100


def table_twin(rows: Rows | Callable[[], Rows], *, key: str, label: str = "Show as table") -> None:
    """The same as the picture above, in words and numbers; worked out only when it is opened."""
    fold(
        label,
        lambda: table(rows() if callable(rows) else rows),
        key=f"{key}-twin",
        icon=":material/table_rows:",
    )


def table(rows: Rows, *, alt: str | None = None) -> None:
    """Rows as a table that a screen reader can read; a long one as one that scrolls."""
    if not rows:
        st.caption("There is nothing to list.")
    elif len(rows) > MOST_PLAIN:
        st.dataframe([dict(row) for row in rows], hide_index=True, alt=alt)
    else:
        st.table([_as_text(row) for row in rows], border="horizontal", hide_index=True, alt=alt)


def _as_text(row: Mapping[str, object]) -> dict[str, object]:
    return {name: escape_md(value) if isinstance(value, str) else value for name, value in row.items()}
