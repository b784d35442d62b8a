"""Take picture: downloads a picture of the page as SVG or PNG, in light colours as for print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from studio.basics.assets import mount
from studio.basics.charts.colours import is_dark
from studio.basics.file_names import file_name

# Streamlit's own names of the colours that its components are handed, and the theme's.
_HANDED = {
    "--st-background-color": "backgroundColor",
    "--st-secondary-background-color": "secondaryBackgroundColor",
    "--st-text-color": "textColor",
    "--st-gray-text-color": "grayTextColor",
    "--st-border-color": "borderColor",
    "--st-primary-color": "primaryColor",
}
_SWAPPED = (
    "backgroundColor", "primaryColor", "secondaryBackgroundColor", "textColor", "borderColor", "redColor",
    "yellowColor", "grayTextColor", "grayBackgroundColor",
)  # fmt: skip


@contextmanager
def picture(called: str, *, key: str, drawn: str = "") -> Iterator[None]:
    """Add a download below the picture drawn within, as a file named `called`. If the picture on the page is
    not SVG, `drawn` is one in light colours.
    """
    with st.container(key=f"picture-{key}", gap="xxsmall"):
        yield
        stem = file_name(called, "")
        said: dict[str, Any] = {
            "svg": f"{stem}.svg",
            "png": f"{stem}.png",
            "ground": _theme("light", "backgroundColor"),
            "handed": {name: _theme("light", role) for name, role in _HANDED.items()},
            "swapped": _dark_to_light() if is_dark() else [],
            "drawn": drawn,
        }
        mount("take_picture", said, key=f"take-{key}", in_page=True)


def _dark_to_light() -> list[tuple[str, str]]:
    """Return pairs of dark and light theme colours, the background first."""
    pairs = [(_theme("dark", role), _theme("light", role)) for role in _SWAPPED]
    return [(one, other) for one, other in pairs if one and other]


def _theme(which: str, role: str) -> str:
    return str(st.get_option(f"theme.{which}.{role}") or "")
