"""The colours of the interface for parts that Streamlit does not paint itself, from its theme."""

from __future__ import annotations

from typing import Literal

import streamlit as st

Role = Literal[
    "backgroundColor", "primaryColor", "textColor", "grayTextColor", "redColor", "yellowColor", "borderColor"
]

_UNTHEMED = "#5E5A57"  # readable on light; on dark it is only met where a theme was taken away


def colour(role: Role) -> str:
    """Return the colour of a role in the current theme, light or dark."""
    value = st.get_option(f"theme.{'dark' if is_dark() else 'light'}.{role}")
    return str(value) if value else _UNTHEMED


def light_colour(role: Role) -> str:
    """Return the colour of a role in the light theme, as for print."""
    return str(st.get_option(f"theme.light.{role}") or _UNTHEMED)


def is_dark() -> bool:
    """Return whether the dark theme is on."""
    return st.context.theme.type == "dark"
