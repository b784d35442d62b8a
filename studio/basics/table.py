"""The table that stands under every picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from engine.api.exports import TableExport, table_exports
from studio.basics.file_names import file_name
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md
from studio.catalogue.tr import tr

Rows = Sequence[Mapping[str, object]]
MOST_PLAIN = 100


def table_twin(rows: Rows | Callable[[], Rows], *, key: str, label: str = "") -> None:
    """Draw the picture's content as a table of words and numbers, computed only when it is opened."""
    lazy_expander(
        label or tr("Show as table"),
        lambda: table(rows() if callable(rows) else rows, key=key),
        key=f"{key}-twin",
        icon=":material/table_rows:",
    )


def table(rows: Rows, *, key: str, alt: str | None = None, taken: Callable[[], Rows] | None = None) -> None:
    """Draw rows as a table for screen readers, with downloads of the rows or of `taken`; a long one
    scrolls.
    """
    if not rows:
        st.caption(tr("No entries."))
        return
    if len(rows) > MOST_PLAIN:
        st.dataframe([dict(row) for row in rows], hide_index=True, alt=alt)
    else:
        st.table([_as_text(row) for row in rows], border="horizontal", hide_index=True, alt=alt)
    download_table(taken or rows, key=key)


def download_table(rows: Rows | Callable[[], Rows], *, key: str) -> None:
    """Draw buttons that download rows, one for each form; the file is made when one is pressed."""
    for way in table_exports().values():
        st.download_button(
            tr("Download {title}", title=way.title),
            data=partial(_written, way, rows),
            file_name=file_name(key.removesuffix("-twin"), way.suffix),
            mime=way.media_type,
            key=f"{way.name}-{key}",
            icon=way.icon,
            type="tertiary",
            on_click="ignore",
            help=tr(way.about),
        )


def _written(way: TableExport, rows: Rows | Callable[[], Rows]) -> bytes:
    return way.write(rows() if callable(rows) else rows)


def _as_text(row: Mapping[str, object]) -> dict[str, object]:
    return {escape_md(name): escape_md(one) if isinstance(one, str) else one for name, one in row.items()}
