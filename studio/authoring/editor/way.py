"""Links to a line of a scenario file: the page with its editor, the file, and the line in it."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import persona_of, prompt_of
from studio import session
from studio.authoring.editor.yaml_editor import EditorJump
from studio.pages import file_of

_GOING = "going-to"


def choose_file(name: str, path: str, line: int = 0) -> None:
    """Choose a file to edit and, from 1, a line of it; a button's callback, before `follow_choice`."""
    session.remember(_GOING, page_for(name, path, line))


def page_for(name: str, path: str, line: int = 0) -> str:
    """Choose a file to edit and, from 1, a line of it; return the page that shows it."""
    session.choose_town(name)
    if line:
        want_line(name, path, line)
    if agent := persona_of(path):
        session.choose_agent(agent)
        return "personas"
    if prompt := prompt_of(path):
        session.remember(f"prompt-{name}", prompt)
        return "prompts"
    session.remember(f"world-file-{name}", path)
    return "world"


def follow_choice() -> None:
    """Go to the page of the file that was just chosen, if any."""
    page = session.recalled(_GOING, "")
    if page:
        session.remember(_GOING, "")
        st.switch_page(file_of(page))


def want_line(name: str, path: str, line: int, *, quiet: bool = False) -> None:
    """Make the editor of a file go to a line; `quiet` keeps the focus and the page where they are."""
    serial = session.recalled("jumps", 0) + 1
    session.remember("jumps", serial)
    session.remember(f"jump-{name}-{path}", (line, serial, quiet))


def wanted_line(name: str, path: str) -> EditorJump | None:
    """Return the line requested last for a file, or None; the editor goes there once."""
    line, serial, quiet = session.recalled(f"jump-{name}-{path}", (0, 0, False))
    return EditorJump(line, serial, quiet) if serial else None
