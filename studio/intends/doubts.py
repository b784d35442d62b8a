"""Doubts about how sentences are understood, shown as warnings."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from engine.api.run import Sentence
from studio.basics.text import escape_md, shorten
from studio.catalogue.tr import tr_worded

_MOST_LETTERS = 160


def doubts_of(sentences: Iterable[Sentence]) -> None:
    """Draw the doubts about some sentences, each once."""
    draw_doubts(doubt for sentence in sentences for doubt in sentence.doubts)


def draw_doubts(doubts: Iterable[str]) -> None:
    """Draw doubts, worded by the engine, each once."""
    for doubt in dict.fromkeys(doubts):
        text = escape_md(shorten(tr_worded(doubt), _MOST_LETTERS))
        st.markdown(f":small[:orange[:material/warning: {text}]]")
