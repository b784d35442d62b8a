"""Actions on a problem: the button of its fix, and the explanation of its code."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from engine.api.scenarios import Explained, Problem, Severity, explained_codes
from engine.errors import TownwrightError
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.pseudo import PSEUDO
from studio.catalogue.read import ENGLISH
from studio.catalogue.tr import reads, tr, tr_error, tr_worded
from studio.frame.dialogs import dialog, is_open, open_dialog

_MOST_LETTERS = 44
SEVERITY_WORDS: Mapping[Severity, str] = MappingProxyType(
    {"error": marked("error"), "warning": marked("warning"), "notice": marked("notice")}
)


def problem_words(problem: Problem) -> str:
    """Return a problem and its remedy in words."""
    return tr("{problem}: {remedy}", problem=tr_worded(problem.message), remedy=tr_worded(problem.remedy))


def fix_button(problem: Problem, name: str, number: int) -> None:
    """Draw the button that fixes a problem, if it has a fix."""
    if problem.fix is None:
        return
    does = tr_worded(problem.fix.does)
    st.button(
        escape_md(shorten(does[:1].upper() + does[1:], _MOST_LETTERS)),
        key=f"mend-{name}-{problem.file}-{number}",
        icon=":material/build:",
        type="secondary",
        help=escape_md(tr("{does}. You can undo this.", does=f"{does[:1].upper()}{does[1:]}")),
        on_click=_mend,
        args=(name, problem),
    )


def code_button(problem: Problem, name: str, number: int) -> None:
    """Draw a problem's code as a button that opens its explanation."""
    st.button(
        problem.code,
        key=f"code-{name}-{problem.file}-{number}",
        type="tertiary",
        help=tr("What this means"),
        on_click=open_dialog,
        args=("code", problem.code),
    )


def code_dialog() -> None:
    """Draw the explanation of a code, if it is open."""
    code = is_open("code")
    if code is not None and code in codes():
        _explained(code)


def codes() -> Mapping[str, Explained]:
    """Return all codes with their explanations in the reader's language."""
    return _codes(reads())


@functools.cache
def _codes(language: str) -> Mapping[str, Explained]:
    english = explained_codes()
    if language in (ENGLISH, PSEUDO):
        return english
    said = tomllib.loads(Path(__file__).with_name(f"codes_{language}.toml").read_text("utf-8"))
    return MappingProxyType({code: replace(one, **said[code]) for code, one in english.items()})


@dialog(marked("What this means"), icon=":material/help:")
def _explained(code: str) -> None:
    one = codes()[code]
    st.markdown(f"**{code}** · {tr(SEVERITY_WORDS[one.severity])}")
    plain(tr("{title}.", title=f"{one.title[:1].upper()}{one.title[1:]}"))
    plain(one.why)
    st.markdown(tr("**Example**"))
    st.code(one.example, language=None, wrap_lines=True)
    if one.fix:
        st.markdown(tr("**How to fix it**"))
        plain(tr("{fix} The button next to the problem does this.", fix=one.fix))


def _mend(name: str, problem: Problem) -> None:
    if problem.fix is None:
        return
    try:
        session.workspace().scenarios.edits.make(name, problem.fix, writer=session.window())
    except TownwrightError as error:
        st.toast(escape_md(tr_error(error)), icon=":material/error:")
    else:
        st.toast(escape_md(tr("Done: {does}", does=tr_worded(problem.fix.does))), icon=":material/build:")
