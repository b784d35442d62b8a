"""A YAML editor with problems in its margin: the studio's own component, or a plain text area."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import streamlit as st

from engine.api.writing.drafts import Typed
from studio import keeping
from studio.basics.assets import mount
from studio.basics.kept_field import keep_typed, nothing
from studio.basics.served import served
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

HINT = marked(
    "Ctrl+Space: complete · Ctrl+S: save · Ctrl+F: find and replace · Ctrl+G: go to line · F8: "
    "next problem · Esc, then Tab: leave the editor"
)


@dataclass(frozen=True)
class EditorProblem:
    """A problem at a place of the text, with its remedy; lines and columns count from 1."""

    line: int
    col: int
    message: str
    severity: Literal["error", "warning", "info"] = "error"


@dataclass(frozen=True)
class EditorJump:
    """A request to go to a line. A new serial makes it a new request, so the same line can be requested
    twice.
    """

    line: int
    serial: int
    quiet: bool = False  # whether the focus, and the page, stay where they are


@dataclass(frozen=True, kw_only=True)
class Document:
    """A file as a window edits it.

    `mark` and `revision` identify the text and its age; `heard` is the highest sequence number received from
    the window, `writer`.
    """

    scenario: str
    path: str
    text: str
    mark: str
    revision: int
    version: int
    writer: str
    heard: int
    is_own: bool = False  # whether the window itself typed it


@dataclass(frozen=True)
class EditorState:
    """The text typed since the page was last drawn, if any, and whether Ctrl+S was just pressed."""

    typed: Typed | None
    saved: bool


def yaml_editor(
    document: Document,
    *,
    problems: Sequence[EditorProblem],
    key: str,
    workspace: str,
    height: int = 520,
    label: str = "YAML",
    jump: EditorJump | None = None,
    help: Mapping[str, object] | None = None,
    plain: bool = False,
) -> EditorState:
    """Draw the editor and return what was typed. `help` has the editor's hints for the file: the `hints` of
    the schema and the `names` of the town.

    A new text replaces the one on the screen, unless something was typed there that has not arrived yet: that
    stays, and is sent.
    """
    if plain:
        return EditorState(_plain(document, key, label, height, workspace), saved=False)
    data = {
        **asdict(document),
        "document": key,
        "workspace": workspace,
        "door": {"address": served(keeping.ADDRESS), "token": keeping.token()},
        "problems": [asdict(problem) for problem in problems],
        "height": height,
        "label": label,
        "hint": tr(HINT),
        "jump": asdict(jump) if jump else None,
        "help": help,
    }
    result = mount(
        "yaml_editor",
        data,
        key=key,
        on_document_change=nothing,
        on_saved_change=nothing,
        on_look_change=nothing,
    )
    return understood(result.get("document"), result.get("saved"), document=document, key=key)


def understood(typed: object, saved: object, *, document: Document, key: str) -> EditorState:
    """Return the newest message of the browser for this file; one that has arrived before is ignored."""
    for said in (saved, typed):
        match said:
            case {
                "text": str(text), "document": named, "writer": str(writer), "seq": int(seq), "on": str(on)
            } if named == key:  # fmt: skip
                is_new = writer != document.writer or seq > document.heard
                new = Typed(path=document.path, text=text, writer=writer, seq=seq, on=on) if is_new else None
                return EditorState(new, saved=said is saved)
    return EditorState(None, saved=False)


def _plain(document: Document, key: str, label: str, height: int, workspace: str) -> Typed | None:
    memory = f"{key}-plain-shown"  # what the field shows, and the mark of the file then
    rounds, shown, on = st.session_state.get(memory, (0, document.text, document.mark))
    field = f"{key}-plain-{rounds}"
    is_typed_in = st.session_state.get(field, shown) != shown
    is_news = document.text != shown and (not document.is_own or field not in st.session_state)
    if (
        is_news and not is_typed_in
    ):  # another text takes another field; what was typed in this one comes first
        rounds, shown, on = rounds + 1, document.text, document.mark
        field = f"{key}-plain-{rounds}"
    text = st.text_area(label, shown, height=height, key=field)
    st.session_state[memory] = (rounds, text, on)
    keep_typed(
        {"scenario": document.scenario, "path": document.path, "on": on},
        field,
        text=text,
        writer=document.writer,
        heard=document.heard,
        workspace=workspace,
    )
    if not is_typed_in or text == document.text:
        return None
    return Typed(path=document.path, text=text, writer=document.writer, seq=document.heard + 1, on=on)
