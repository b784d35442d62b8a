"""The studio's router: one frame for all pages, and the requested page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from studio import session
from studio.catalogue.tr import reads, tr
from studio.frame.page import in_plain_words
from studio.frame.settling import settle
from studio.pages import PAGES
from studio.palette.palette import palette

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

FIRST = "scenarios"  # the page that opens
SIDE = 264  # pixels; beside it, 1,280 leave the bar room for its one row


def all_pages() -> dict[str, list[StreamlitPage]]:
    return {
        tr(group): [
            st.Page(
                page.file,
                title=tr(page.label),
                icon=page.icon,
                url_path=page.name,
                default=page.name == FIRST,
                visibility="visible" if page.listed and not page.within else "hidden",
            )
            for page in pages
        ]
        for group, pages in PAGES.items()
    }


def main() -> None:
    st.set_page_config(page_title="Townwright", page_icon="🏘️", layout="wide", initial_sidebar_state=SIDE)
    session.read_in()
    # Made once: to look for the files of all pages again would take a good part of a click.
    page = st.navigation(session.made_once(f"pages-{reads()}", all_pages), expanded=True)
    if wrong := session.damage():
        settle(session.folder(), wrong)
        return
    with in_plain_words():
        session.begin()
        palette()
        page.run()


main()
