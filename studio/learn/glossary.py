"""Glossary: every technical word in plain words, with its formula and its source."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.basics.table import download_table
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.head import open_page
from studio.frame.linked_fields import linked_words
from studio.learn.entry import entry, glossary_rows
from studio.tour.tour import begin, can_begin
from studio.words.field_words import field_words


def page() -> None:
    """Draw all words, those that match a search, or first the one named by a link."""
    open_page(
        marked("Glossary"),
        lead=tr("The terms of the studio in plain words, with their formulas."),
    )
    words = field_words()
    with st.container(horizontal=True, vertical_alignment="center"):
        said = linked_words(tr("Search terms"), link="words", key="glossary-words", width=320)
        if can_begin() and st.button(
            tr("Take the tour"), key="tour-begin", icon=":material/tour:", type="tertiary"
        ):
            begin()
    asked = session.linked("word") or ""
    found = {name: one for name, one in words.items() if one.fits(said)}
    if asked in words and not said:
        entry(asked, words[asked], first=True)
    if not found:
        plain(tr("No terms match. Try another word, or clear the search."), muted=True)
    for group in dict.fromkeys(one.group for one in found.values()):
        st.subheader(group, anchor=False)
        for name, one in found.items():
            if one.group == group and (said or name != asked):
                entry(name, one)
    download_table(lambda: glossary_rows(found), key="glossary")


page()
