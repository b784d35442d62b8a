"""A select box whose labels may change while it is shown: a run lives on, a town is renamed."""

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
    """Draw the box; `options` are labels by value, and `on_choice` is called with a new choice. Without a
    `current` value nothing is chosen yet.

    The browser knows an option by its label alone: if that changed, the choice would jump to the first
    option. So new labels make a new box, and all labels of a box differ.
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
    """Return the labels of options; equal labels get the option's own name added."""
    shared = Counter(options.values())
    return {one: label if shared[label] == 1 else f"{label} ({one})" for one, label in options.items()}
