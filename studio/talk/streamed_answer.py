"""A streamed answer: shown on the page as it arrives."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from engine.errors import TownwrightError
from studio.basics.text import story

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_PACE = 0.03  # seconds between two words of an answer that came all at once


class StreamedAnswer:
    """The place of an answer while it arrives, and before that of a spinner."""

    def __init__(self, place: DeltaGenerator) -> None:
        self._place = place
        self._sign = ExitStack()
        self._pieces = 0

    @contextmanager
    def thinking(self, words: str) -> Iterator[None]:
        """Show the spinner until the first words arrive. A failed answer is removed."""
        try:
            with self._sign:
                self._sign.enter_context(st.spinner(words))
                yield
        except TownwrightError:
            self._place.empty()
            raise

    def hear(self, so_far: str) -> None:
        """Show the text so far, replacing the earlier one. The first piece waits for another, since an answer
        that arrives at once has only one.
        """
        self._pieces += 1
        if self._pieces > 1:
            self._show(so_far)

    def end(self, text: str) -> None:
        """Reveal an answer that arrived at once word by word."""
        if self._pieces < 2:
            asyncio.run(self._slowly(text))

    async def _slowly(self, text: str) -> None:
        for so_far in word_by_word(text):
            self._show(so_far)
            await asyncio.sleep(_PACE)

    def _show(self, so_far: str) -> None:
        self._sign.close()
        with self._place:
            story(so_far)


def word_by_word(text: str) -> Iterator[str]:
    """Yield a text growing by one word at a time."""
    for word in re.finditer(r"\S+", text):
        yield text[: word.end()]
