"""The way to a line of a file of a scenario: the page of its editor, the file there, and the line in it."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import persona_of, prompt_of
from studio import session
from studio.authoring.editor.yaml_editor import EditorJump
from studio.pages import file_of

_GOING = "going-to"


def choose_file(name: str, path: str, line: int = 0) -> None:
    """Choose a file to write in, and (from 1) a line of it; a button's callback, before `follow_choice`."""
    session.choose_town(name)
    if line:
        want_line(name, path, line)
    if agent := persona_of(path):
        session.choose_agent(agent)
        page = "personas"
    elif prompt := prompt_of(path):
        session.remember(f"prompt-{name}", prompt)
        page = "prompts"
    else:
        session.remember(f"world-file-{name}", path)
        page = "world"
    session.remember(_GOING, page)


def follow_choice() -> None:
    """Go to the page of the file that was chosen, if one was just now."""
    page = session.recalled(_GOING, "")
    if page:
        session.remember(_GOING, "")
        st.switch_page(file_of(page))


def want_line(name: str, path: str, line: int) -> None:
    """Have the editor of a file show a line."""
    serial = session.recalled("jumps", 0) + 1
    session.remember("jumps", serial)
    session.remember(f"jump-{name}-{path}", (line, serial))


def wanted_line(name: str, path: str) -> EditorJump | None:
    """Return the line that was wanted last in a file; the editor goes there once."""
    line, serial = session.recalled(f"jump-{name}-{path}", (0, 0))
    return EditorJump(line, serial) if serial else None
