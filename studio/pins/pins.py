"""Pins: the rows picked from the run, as cards to be ordered, tagged, annotated and downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from studio import session
from studio.basics.table import table_twin
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_run
from studio.pages import file_of
from studio.pins.pin_cards import pin_card, pin_rows
from studio.runs.downloads import download_button, downloads
from studio.why.why import why_panel

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

ALL, NONE = marked("All tags"), marked("No tag")
A_PAGE = 20


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    pins = run.pins.all()
    if not pins:
        empty(
            tr(
                "Click “Pin” next to a line, memory, conclusion, event or sentence of the town "
                "paper to collect it here."
            ),
            title=tr("No pins yet"),
            action=tr("Read the paper"),
            page=file_of("day"),
            icon=":material/push_pin:",
            key="no-pins",
        )
        return
    with bar:
        tag = _tag(run)
    download_button(run, pins=True)
    downloads(run)
    shown = [pin for pin in pins if tag is None or pin.tag == tag]
    words = tr_n("{n} pin", "{n} pins", len(shown))
    st.caption(
        words if len(shown) == len(pins) else tr("{pins} shown, {all} in total.", pins=words, all=len(pins))
    )
    pages = -(-len(shown) // A_PAGE)
    at = st.pagination(pages, key="pins-page") if pages > 1 else 1
    for pin in shown[(at - 1) * A_PAGE : at * A_PAGE]:
        with in_plain_words():
            pin_card(run, pin, last=len(pins))
    table_twin(lambda: pin_rows(run, shown), key="pins")


def _tag(run: Run) -> str | None:
    """Draw the choice of a tag in the bar, and return it; None for all."""
    tags = list(run.pins.tags())
    asked = session.linked("tag")
    options = [ALL, *tags, NONE]
    chosen = st.selectbox(
        tr("Tag"),
        options,
        index=options.index(asked) if asked in options else 0,
        format_func=lambda one: tr(one) if one in (ALL, NONE) else one,
        key=f"pins-tag-{run.number}-{len(tags)}",
        label_visibility="collapsed",
        width=200,
    )
    session.link("tag", None if chosen == ALL else chosen)
    return None if chosen == ALL else "" if chosen == NONE else chosen


def main() -> None:
    """Draw the page."""
    lead = tr("The items you pinned in this run, in the order you choose.")
    bar = open_page(marked("Pins"), lead=lead, words=("pin",))
    run = the_run()
    page(run, bar)
    why_panel(run)


main()
