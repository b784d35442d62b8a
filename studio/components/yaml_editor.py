"""A YAML editor with problems in its margin: the studio's own component, or a plain text area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import streamlit as st

from studio.components.assets import mount

LINEAGE_KEPT = 20
HINT = (
    "Ctrl+S saves · Ctrl+F finds · Ctrl+G goes to a line · F8 next problem · Esc, then Tab, leaves the editor"
)


@dataclass(frozen=True)
class EditorProblem:
    """What is wrong at a place of the text, and what to do; lines and columns count from 1."""

    line: int
    col: int
    message: str
    severity: Literal["error", "warning", "info"] = "error"


@dataclass(frozen=True)
class EditorJump:
    """A wish to go to a line. A new serial makes it a new wish, so the same line can be asked for twice."""

    line: int
    serial: int


@dataclass(frozen=True)
class EditorState:
    """What stands in the editor, the version it was typed on, and whether Ctrl+S was pressed just now."""

    text: str
    base: int
    saved: bool


@dataclass(frozen=True)
class Lineage:
    """Versions that grew out of each other in this editor, and the author's text that the page got last."""

    versions: tuple[int, ...]
    handed_over: str | None


def yaml_editor(
    text: str,
    *,
    version: int,
    problems: Sequence[EditorProblem],
    key: str,
    height: int = 520,
    label: str = "YAML",
    jump: EditorJump | None = None,
    plain: bool = False,
) -> EditorState:
    """Draw the editor and return what is in it.

    `text` is what the author starts from, and `version` says which text that is: another number, or another
    `key`, puts `text` on the screen; the same number leaves the screen alone, however often the page reruns.
    """
    if plain:
        typed = st.text_area(label, text, height=height, key=f"{key}-plain-{version}")
        return EditorState(typed, version, saved=False)
    memory = f"{key}-lineage"
    versions = lineage(st.session_state.get(memory), text, version)
    data = {
        "text": text,
        "document": key,
        "version": version,
        "lineage": versions,
        "problems": [asdict(problem) for problem in problems],
        "height": height,
        "label": label,
        "hint": HINT,
        "jump": asdict(jump) if jump else None,
    }
    result = mount("yaml_editor", data, key=key, on_document_change=nothing, on_saved_change=nothing)
    state = understood(result.get("document"), result.get("saved"), text=text, version=version, key=key)
    authored = state.saved or state.text != text
    st.session_state[memory] = Lineage(versions, state.text if authored else None)
    return state


def lineage(past: Lineage | None, text: str, version: int) -> tuple[int, ...]:
    """The versions on which the author may have typed on without losing it to this one.

    A version that the page made of the author's own text continues the one before; any other replaces it.
    """
    if past is None:
        return (version,)
    if past.versions[-1] == version:
        return past.versions
    return (*past.versions, version)[-LINEAGE_KEPT:] if text == past.handed_over else (version,)


def understood(typed: object, saved: object, *, text: str, version: int, key: str) -> EditorState:
    """The newest of what the browser sent that belongs to this version; what belongs to another is stale."""
    for said in (saved, typed):
        match said:
            case {"text": str(sent), "base": base, "document": document} if (base, document) == (
                version,
                key,
            ):
                return EditorState(sent, version, saved=said is saved)
    return EditorState(text, version, saved=False)


def nothing() -> None:
    """Streamlit reports only the values that have a callback; the page reads them from the result."""
