"""A page with nothing to show yet: a friendly message, and what to do."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from studio.basics.text import plain


def empty(
    text: str,
    *,
    title: str = "",
    action: str = "",
    page: str = "",
    on_click: Callable[[], None] | None = None,
    icon: str = ":material/wb_twilight:",
    key: str = "empty",
) -> None:
    """Draw an invitation: a sentence or two, and one button that leads to a page or does the missing step."""
    with st.container(border=True, horizontal_alignment="center", key=f"tw-empty-{key}"):
        st.markdown(icon, text_alignment="center")
        if title:
            st.subheader(title, anchor=False, text_alignment="center")
        plain(text, muted=True, centred=True)
        pressed = bool(action) and st.button(action, key=f"{key}-action", type="primary", on_click=on_click)
        if pressed and page:
            st.switch_page(page)
