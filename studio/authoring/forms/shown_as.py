"""The display beside a text: as a picture or card, or as a form to fill in."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

CARD, FORM, MAP = "Card", "Form", "Map"
_SAID = {CARD: marked("Card"), FORM: marked("Form"), MAP: marked("Map")}
_LINK, _AS_FORM = "shown", "form"


def shown_as(page: str, name: str, other: str) -> str:
    """Draw the choice between a form and another display; return it. Each page remembers its choice in the
    address line, so that a link or another window shows the same.
    """
    key, form = f"{page}-way-{name}-{other}", is_form(page)
    fill_in(page, form)
    session.follow_widget(key, FORM if form else other)
    way = st.segmented_control(
        tr("Display as"), [other, FORM], required=True, key=key, label_visibility="collapsed",
        format_func=lambda way: tr(_SAID[way]),
        on_change=lambda: fill_in(page, session.widget_value(key) == FORM),
    )  # fmt: skip
    session.note_widget(key, way)
    return way or other


def is_form(page: str) -> bool:
    """Return whether a page shows its form."""
    return session.recalled(f"{page}-form", session.linked(_LINK) == _AS_FORM)


def fill_in(page: str, wanted: bool = True) -> None:
    """Make a page show its form, or not."""
    session.remember(f"{page}-form", wanted)
    session.link(_LINK, _AS_FORM if wanted else None)
