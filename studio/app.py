"""The studio's router: one frame for all pages, and the page that was asked for."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.frame.page import in_plain_words
from studio.frame.settling import settle
from studio.pages import PAGES

FIRST = "scenarios"  # the page that opens
SIDE = 264  # pixels; beside it, 1,280 leave the bar room for its one row


def main() -> None:
    st.set_page_config(page_title="Townwright", page_icon="🏘️", layout="wide", initial_sidebar_state=SIDE)
    groups = {
        group: [
            st.Page(
                page.file, title=page.title, icon=page.icon, url_path=page.name, default=page.name == FIRST
            )
            for page in pages
        ]
        for group, pages in PAGES.items()
    }
    page = st.navigation(groups, expanded=True)
    if wrong := session.damage():
        settle(session.folder(), wrong)
        return
    with in_plain_words():
        session.begin()
        page.run()


main()
