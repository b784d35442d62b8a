"""The tabs of pages that share an entry of the menu."""

from __future__ import annotations

import streamlit as st

from studio.catalogue.tr import tr
from studio.pages import PageInfo, file_of, tabs_of


def page_tabs(page: PageInfo) -> None:
    """Draw links to the pages that share the menu entry of a page, if there are any.

    The key of the container names the entry, so that look.css marks it in the menu.
    """
    tabs = tabs_of(page)
    if not tabs:
        return
    with st.container(horizontal=True, gap="xsmall", key=f"tw-tabs-{page.entry}"):
        for each in tabs:
            st.page_link(file_of(each.name), label=tr(each.title), icon=each.icon)
