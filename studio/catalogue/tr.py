"""Translation of the studio's texts into the reader's language.

The English text is the key, as with gettext. Values are named in braces and passed separately, so that a
translation may place them elsewhere; braces within a value have no meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from engine.errors import words_of
from studio.catalogue.read import ENGLISH, catalogue
from studio.catalogue.worded import filled, looked_up, worded_in

if TYPE_CHECKING:
    from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

KEY = "tw-language"
_OUTSIDE: ContextVar[str] = ContextVar("language", default=ENGLISH)
_INSIDE: ContextVar[tuple[ScriptRunContext, str] | None] = ContextVar("language of a window", default=None)


def tr(text: str, /, **values: object) -> str:
    """Return a text in the reader's language, with its values filled in.

    Raises
    ------
    KeyError
        A placeholder of the text has no value.

    """
    return filled(looked_up(text, reads()), values)


def tr_in(context: str, text: str, /, **values: object) -> str:
    """Return the translation of a text in a context. It separates equal English texts that another language
    words differently: `Day` as a page, and as a number.
    """
    return filled(catalogue(reads()).pgettext(context, text), values)


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the singular or plural text in the reader's language; `{n}` is the number."""
    return filled(catalogue(reads()).ngettext(one, many, n), {"n": n, **values})


def tr_worded(text: str) -> str:
    """Return a message of the engine in the reader's language, if it still has its pattern and values."""
    return worded_in(text, reads())


def tr_error(error: BaseException) -> str:
    """Return the message of an error in the reader's language."""
    return tr_worded(words_of(error))


def reads() -> str:
    """Return the language of this window; outside a window, the one set by `read_in`, by default English."""
    here = get_script_run_ctx(suppress_warning=True)
    if here is None:
        return _OUTSIDE.get()
    seen = _INSIDE.get()
    if seen is None or seen[0] is not here:  # asked a thousand times for a page, and looked up once
        if KEY not in here.session_state:
            return ENGLISH
        seen = here, str(here.session_state[KEY])
        _INSIDE.set(seen)
    return seen[1]


def read_as(language: str) -> None:
    """Set the language of this window."""
    st.session_state[KEY] = language
    _INSIDE.set(None)


@contextmanager
def read_in(language: str) -> Iterator[None]:
    """Set the language for code outside any window: a download is made in a thread of its own."""
    said = _OUTSIDE.set(language)
    try:
        yield
    finally:
        _OUTSIDE.reset(said)
