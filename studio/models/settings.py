"""Settings: the served models a town may use, and their caps."""

from __future__ import annotations

import streamlit as st

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.head import open_page
from studio.frame.page import in_plain_words
from studio.models.caps import caps
from studio.models.profiles import profiles


def main() -> None:
    """Draw the page."""
    open_page(
        marked("Settings"),
        lead=tr("The language models your towns can use, and caps on what they cost."),
        about="workspace",
    )
    with in_plain_words():
        profiles()
    st.divider()
    with in_plain_words():
        caps()


main()
