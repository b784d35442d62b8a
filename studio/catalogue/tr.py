"""Tr: a text of the studio in the language of whoever reads it.

The English text is the key, as with gettext. What varies is named in braces and given beside it, so that a
catalogue may put it elsewhere; it is put in as it is, and no brace in it means anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from streamlit.runtime.scriptrunner import get_script_run_ctx

from engine.errors import Worded, words_of
from studio.catalogue.read import ENGLISH, catalogue

KEY = "tw-language"
_OUTSIDE: ContextVar[str] = ContextVar("language", default=ENGLISH)


def tr(text: str, /, **values: object) -> str:
    """Return a text in the reader's language, with its values in their places.

    Raises
    ------
    KeyError
        A place in the text is given no value.

    """
    return _filled(_looked_up(text), values)


def tr_in(context: str, text: str, /, **values: object) -> str:
    """Return a text that another language says otherwise than the same words elsewhere: `Day` as a page, and
    as a number. The context says in a word which is meant.
    """
    return _filled(catalogue(reads()).pgettext(context, text), values)


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the text for one, or that for any other number of a thing; `{n}` is the number."""
    return _filled(catalogue(reads()).ngettext(one, many, n), {"n": n, **values})


def tr_worded(text: str) -> str:
    """Return what the engine says, in the reader's language, as far as it still knows how it was worded."""
    if not isinstance(text, Worded):
        return text
    values = {name: tr_worded(one) if isinstance(one, str) else one for name, one in text.values.items()}
    return _filled(_looked_up(text.pattern), values)


def tr_error(error: BaseException) -> str:
    """Return the message of an error in the reader's language."""
    return tr_worded(words_of(error))


def reads() -> str:
    """Return the language in which the studio is read in this window; English where nobody looks, unless it
    is said for whom something is made there.
    """
    here = get_script_run_ctx(suppress_warning=True)
    if here is None:
        return _OUTSIDE.get()
    try:  # asked hundreds of times for a page: one look, not two
        return str(here.session_state[KEY])
    except KeyError:
        return ENGLISH


@contextmanager
def read_in(language: str) -> Iterator[None]:
    """Say in a language what is made outside of any window: a download is, in a thread of its own."""
    said = _OUTSIDE.set(language)
    try:
        yield
    finally:
        _OUTSIDE.reset(said)


def _looked_up(text: str) -> str:
    return catalogue(reads()).gettext(text) if text else ""  # an empty one is the head of the catalogue


def _filled(text: str, values: Mapping[str, object]) -> str:
    return text.format_map(values) if values else text
