"""Our own sentences and labels, with technical words explained where they appear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from studio.basics.assets import mount
from studio.basics.text import shown
from studio.words.field_words import any_form, field_words, forms

if TYPE_CHECKING:
    import re

_KEY = "field-words"


def explained(text: str, *, muted: bool = False, small: bool = False) -> None:
    """Draw one of our sentences, with the first occurrence of each technical word explained."""
    marks = {"tw-muted": muted, "tw-small": small}
    kind = " ".join(["tw-plain", *(name for name, wanted in marks.items() if wanted)])
    st.html(f'<div class="{kind}">{with_words(text)}</div>')


def with_words(text: str) -> str:
    """Return a text as escaped HTML, with the first occurrence of each technical word marked."""
    met: set[str] = set()
    parts, end = [], 0
    for found in any_form().finditer(text):
        name = forms()[found[0].casefold()]
        if name not in met:
            met.add(name)
            parts += [shown(text[end : found.start()]), _marked(found, name)]
            end = found.end()
    return "".join([*parts, shown(text[end:])])


def word_help(*names: str) -> str:
    """Return the explanations of some words, for the question mark of a heading or a label."""
    return "\n\n".join(_as_help(name) for name in names)


def watch_words() -> str | None:
    """Draw the component that explains the marked words of the page, and return the word whose glossary entry
    was just requested, or None.
    """
    said = {
        name: {"word": one.word, "plain": one.plain, "formula": one.formula, "source": one.source}
        for name, one in field_words().items()
    }
    with st.container(key=f"kept-{_KEY}"):
        result = mount("field_words", {"words": said}, key=_KEY, in_page=True, on_all_change=lambda: None)
    asked = result.get("all")
    return asked if asked in field_words() else None


def _marked(found: re.Match[str], name: str) -> str:
    return f'<span class="tw-word" role="button" tabindex="0" data-word="{name}">{shown(found[0])}</span>'


def _as_help(name: str) -> str:
    one = field_words()[name]
    formula = f"  \n`{one.formula}`" if one.formula else ""
    return f"**{one.word.capitalize()}.** {one.plain}{formula}  \n:gray[{one.source}]"
