"""Narrow windows, in which the sidebar covers the page: it closes once a page was chosen."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.basics.assets import scripted

# Streamlit closes its sidebar by itself on telephones only, and in any narrow window when the page beside it
# is pressed. This presses the page, and lets the browser forget it: a wide window opens with the list again.
PRESS = """
export default () => {
  if (!matchMedia("(max-width: 768px)").matches) return
  const page = document.querySelector('.stMain')
  page?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
  const kept = Object.keys(localStorage).filter(name => name.startsWith("stSidebarCollapsed-"))
  kept.forEach(name => localStorage.removeItem(name))
}
"""


def uncover(page: str) -> None:
    """Close the sidebar where it covers the page, if another page was just chosen."""
    before = session.recalled("page-before", page)
    session.remember("page-before", page)
    if page != before:
        with st.container(key="tw-uncover"):
            scripted("uncover", PRESS)(key=f"uncover-{page}")
