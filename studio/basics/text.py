"""Text of people, files and models, always shown as text: never as markup, whatever it contains."""

from __future__ import annotations

import datetime
import html
import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

import streamlit as st

from engine.api.text import shorten as shorten
from studio.catalogue.moments import stamp_words

Size = Literal["small", "medium", "large"]

_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:=&^])")
# What Markdown makes a link of though nobody marked it as one, and whatever is escaped in it.
_ADDRESS = re.compile(r"http(?=s?:)|www(?=\.)|(?<=\S)@(?=\S)", re.IGNORECASE)
_JOINER = "\N{WORD JOINER}"  # takes no room, and is no part of any address
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def plain(text: str, *, muted: bool = False, small: bool = False, centred: bool = False) -> None:
    """Draw a text as it is, in the font of the interface."""
    marks = {"tw-muted": muted, "tw-small": small, "tw-centred": centred}
    kind = " ".join(["tw-plain", *(name for name, wanted in marks.items() if wanted)])
    st.html(f'<div class="{kind}">{shown(text)}</div>')


def bulleted(lines: Iterable[str]) -> None:
    """Draw a list of small texts, each as it is, with bullets."""
    items = "".join(f"<li>{shown(line)}</li>" for line in lines)
    st.html(f'<ul class="tw-plain tw-small tw-list">{items}</ul>')


def story(text: str, size: Size = "medium", *, muted: bool = False) -> None:
    """Draw a thought or a line of speech: in serif, with spacing, in readable lines."""
    st.html(f'<div class="tw-story tw-{size}{" tw-muted" if muted else ""}">{shown(text)}</div>')


def width_in_letters(text: str) -> int:
    """Return how many Latin letters are about as wide as a text: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def shown(text: str) -> str:
    """Return a text as HTML that shows exactly its letters."""
    return html.escape(tidy(text), quote=True)


def tidy(text: str) -> str:
    """Return a text for the browser without hidden and direction-changing characters."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def escape_md(text: str) -> str:
    """Return a text for labels in Markdown: on one line, with all markup escaped and addresses unlinked."""
    one_line = " ".join(tidy(text).split())
    unlinked = _ADDRESS.sub(rf"\g<0>{_JOINER}", one_line)
    return _MARKS.sub(r"\\\1", unlinked)


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign, with a true minus sign: `+0.6`, `−0.6`."""
    return f"{value:+.{digits}f}".replace("-", "\N{MINUS SIGN}")


def alike(one: str, other: str) -> bool:
    """Return whether two names are equal except for case, spaces and punctuation: `Willow Bay` and
    `willow-bay`.
    """
    plain_one, plain_other = ("".join(filter(str.isalnum, name.casefold())) for name in (one, other))
    return plain_one == plain_other


def time_words(stamp: str) -> str:
    """Return a stored wall time in words, in the time zone of the browser."""
    moment = datetime.datetime.fromisoformat(stamp)
    minutes = st.context.timezone_offset
    if minutes is not None:
        moment = moment.astimezone(datetime.timezone(datetime.timedelta(minutes=-minutes)))
    return stamp_words(moment)
