"""Settings: the served models a town may think with, and the most that they may take."""

from __future__ import annotations

import streamlit as st

from studio.components.caps import caps
from studio.components.head import open_page
from studio.components.page import in_plain_words
from studio.components.profiles import profiles


def main() -> None:
    open_page(
        "Settings",
        lead="Who may think for your towns besides the rehearsal model, and what it may cost.",
        about="workspace",
    )
    with in_plain_words():
        profiles()
    st.divider()
    with in_plain_words():
        caps()


main()
