"""A streamed answer: an answer on the page while it is being said."""

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
    """The place of an answer while it comes, and before that a sign that somebody thinks."""

    def __init__(self, place: DeltaGenerator) -> None:
        self._place = place
        self._sign = ExitStack()
        self._pieces = 0

    @contextmanager
    def thinking(self, words: str) -> Iterator[None]:
        """Show the sign until the first words come. An answer that fails on the way is shown no longer."""
        try:
            with self._sign:
                self._sign.enter_context(st.spinner(words))
                yield
        except TownwrightError:
            self._place.empty()
            raise

    def hear(self, so_far: str) -> None:
        """Show what is said so far, in place of what was shown before. The first piece waits for another,
        since there is none when an answer comes all at once.
        """
        self._pieces += 1
        if self._pieces > 1:
            self._show(so_far)

    def end(self, text: str) -> None:
        """Let an answer that came all at once come word by word."""
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
    """Yield a text as it grows by a word."""
    for word in re.finditer(r"\S+", text):
        yield text[: word.end()]
