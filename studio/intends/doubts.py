"""What to look at in sentences, shown as warnings."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from engine.api.run import Sentence
from studio.basics.text import escape_md, shorten
from studio.catalogue.tr import tr_worded

_MOST_LETTERS = 160


def doubts_of(sentences: Iterable[Sentence]) -> None:
    """Draw each doubt about some sentences once."""
    draw_doubts(doubt for sentence in sentences for doubt in sentence.doubts)


def draw_doubts(doubts: Iterable[str]) -> None:
    """Draw doubts, in words of the engine."""
    for doubt in dict.fromkeys(doubts):
        said = escape_md(shorten(tr_worded(doubt), _MOST_LETTERS))
        st.markdown(f":small[:orange[:material/warning: {said}]]")
