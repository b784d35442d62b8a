"""A box to choose from whose labels may change under the reader's eyes: a run lives on, a town is renamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import streamlit as st

from studio import session


def select_box(
    label: str,
    options: Mapping[str, str],
    current: str | None,
    *,
    key: str,
    on_choice: Callable[[str], None],
    width: int | None = None,
    explained: str | None = None,
    placeholder: str = "",
) -> None:
    """Draw the box; `options` are labels by what they stand for, and `on_choice` is told of another one. With
    no `current` one nothing is chosen yet.

    The browser knows an option by its label alone: one whose label has changed is lost, and the first would
    be chosen for it. So other labels make another box, and no two of a box are alike.
    """
    labels = unlike(options)
    box = f"{key}-{hash((current, *labels.items()))}"
    st.selectbox(
        label,
        list(options),
        index=None if current is None else list(options).index(current),
        key=box,
        format_func=labels.__getitem__,
        on_change=lambda: on_choice(session.widget_value(box)),
        placeholder=placeholder or None,
        help=explained,
        width=width or "stretch",
    )


def unlike(options: Mapping[str, str]) -> dict[str, str]:
    """Return the labels of options, each with its own name behind it where others have the same."""
    shared = Counter(options.values())
    return {one: label if shared[label] == 1 else f"{label} ({one})" for one, label in options.items()}
