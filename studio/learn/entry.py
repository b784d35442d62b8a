"""A word of the glossary in the list, and all of them as a table."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from studio import session
from studio.catalogue.tr import tr
from studio.pages import PAGES, file_of
from studio.words.explained import explained
from studio.words.field_words import FieldWord, field_words

WIDTH = 760


def entry(name: str, one: FieldWord, *, first: bool = False) -> None:
    """Draw a word with its formula, its source, and links; the `first` one is highlighted."""
    with st.container(border=first, gap="xsmall", key=f"word-{name}", width=WIDTH):
        st.markdown(f"**{one.word.capitalize()}**")
        explained(one.plain)
        if one.formula:
            with st.expander(tr("Show the formula"), type="compact", expanded=first):
                st.code(one.formula, language=None, wrap_lines=True)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(one.source, width="content")
            for other in one.see:
                st.button(
                    field_words()[other].word.capitalize(),
                    key=f"word-{name}-{other}",
                    type="tertiary",
                    on_click=_turn_to,
                    args=(other,),
                )
            st.page_link(file_of(one.page), label=tr("Go to {page}", page=_title(one.page)))


def glossary_rows(words: Mapping[str, FieldWord]) -> list[dict[str, object]]:
    """Return the words as a table."""
    return [
        {"word": one.word, "what it is": one.plain, "formula": one.formula, "where from": one.source}
        for one in words.values()
    ]


def _turn_to(word: str) -> None:
    session.link("word", word)
    session.link("words", None)


def _title(name: str) -> str:
    page = next(page for pages in PAGES.values() for page in pages if page.name == name)
    return tr(page.title)
