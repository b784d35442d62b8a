"""The language switch: the studio in another language, remembered by the browser."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.basics.assets import scripted
from studio.catalogue.read import LANGUAGES
from studio.catalogue.tr import reads

# Marks the page for readers of screens and for the choice of glyphs, and keeps what was chosen for the next
# visit, of which the server learns with its first request.
MARK = """
export default ({ data }) => {
  document.documentElement.lang = data.language
  if (data.chosen) document.cookie = `${data.cookie}=${data.language}; path=/; max-age=31536000; SameSite=Lax`
}
"""
_CHOSE = "language-chosen"


def language_switch() -> None:
    """Draw a button for each other language, in that language, and tell the browser which one is used."""
    here = reads()
    for language, name in LANGUAGES.items():
        if language != here:
            st.button(name, key=f"language-{language}", type="tertiary", on_click=_choose, args=(language,))
    said = {"language": here, "cookie": session.COOKIE, "chosen": session.recalled(_CHOSE, False)}
    with st.container(key="tw-language"):
        scripted("language", MARK)(key="language-mark", data=said)


def _choose(language: str) -> None:
    session.choose_language(language)
    session.remember(_CHOSE, True)
