"""Text typed in one of Streamlit's own fields, stored within the second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from engine.api.workspace import Workspace
from studio import keeping, session
from studio.basics.assets import mount
from studio.basics.served import served


def keep_field(workspace: Workspace, key: str, *, begins: str = "", name: str = "") -> None:
    """Store what is typed in the field with this key until it is sent, so that a returning user finds it
    there. The text with which the field `begins` was not typed by anybody, and is not stored. `name` is what
    the text is stored under, by default the key.

    Call it after drawing the field; it shows nothing itself. Code that sends the text calls `forget_unsent`.
    """
    field, writer = name or key, session.window()
    unsent = workspace.unsent.of(field)
    heard = unsent.seq if unsent.writer == writer else 0
    keep_typed(
        {"field": field}, key, text=unsent.text, begins=begins, writer=writer, heard=heard,
        workspace=workspace.mark,
    )  # fmt: skip


def keep_typed(
    about: Mapping[str, str],
    key: str,
    *,
    text: str,
    writer: str,
    heard: int,
    workspace: str,
    begins: str = "",
) -> None:
    """Store what is typed in the field with this key under what `about` names: a field, or a file of a
    scenario. Its stored text is `text`, and the text with which it is drawn `begins`.
    """
    data: dict[str, Any] = {
        "about": dict(about),
        "key": key,
        "text": text,
        "begins": begins,
        "writer": writer,
        "heard": heard,
        "workspace": workspace,
        "door": {"address": served(keeping.ADDRESS), "token": keeping.token()},
    }
    with st.container(key=f"kept-{key}"):
        mount("kept_field", data, key=f"keeping-{key}", on_look_change=nothing)


def nothing() -> None:
    """Do nothing: Streamlit reports only values that have a callback, and redraws the page for it."""
