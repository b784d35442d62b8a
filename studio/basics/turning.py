"""One item of many, in the bar of a page: a searchable box with buttons for the previous and the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import streamlit as st

from studio import session
from studio.basics.select_box import unlike
from studio.basics.text import escape_md, shorten
from studio.catalogue.tr import tr, tr_in


def turn_through(
    label: str,
    options: Mapping[str, str],
    current: str | None,
    *,
    key: str,
    on_choice: Callable[[str], None],
    placeholder: str = "",
    of: Literal["people", "days", "things"] = "things",
) -> str | None:
    """Draw the box; `options` are labels by value, and `on_choice` is called with a new choice. `of` is the
    kind of item, which some languages word differently.
    """
    labels = unlike(options)
    box = f"{key}-{hash(tuple(labels.items()))}"  # a box whose labels have changed would lose its choice
    session.follow_widget(box, current)
    before, after = _neighbours(list(labels), current, around=of != "days")
    back, on = _ways(of)
    with st.container(
        horizontal=True, vertical_alignment="center", gap=None, width="content", key=f"tw-turn-{key}"
    ):
        _step(
            back,
            labels,
            before,
            key=f"{key}-before",
            icon="chevron_left",
            on_choice=on_choice,
            ends=before == current,
        )
        chosen = st.selectbox(
            label,
            list(labels),
            index=None,
            key=box,
            format_func=labels.__getitem__,
            placeholder=placeholder or tr("Choose a person"),
            required=True,
            label_visibility="collapsed",
            width=248,
        )
        _step(
            on,
            labels,
            after,
            key=f"{key}-after",
            icon="chevron_right",
            on_choice=on_choice,
            ends=after == current,
        )
    session.note_widget(box, chosen)
    if chosen is not None and chosen != current:
        on_choice(chosen)
    return chosen


def _ways(of: Literal["people", "days", "things"]) -> tuple[str, str]:
    """Return the labels of the previous and next buttons, each with a gap for a name."""
    match of:
        case "people":
            return tr_in("a person", "Previous: {name}"), tr_in("a person", "Next: {name}")
        case "days":
            return tr_in("a day", "Previous: {name}"), tr_in("a day", "Next: {name}")
    return tr("Previous: {name}"), tr("Next: {name}")


def _neighbours(ids: list[str], current: str | None, *, around: bool) -> tuple[str, str]:
    """Return the items before and after the current one; `around` from the last to the first, else the
    current one itself at an end.
    """
    if current not in ids:
        return ids[-1], ids[0]
    here, last = ids.index(current), len(ids) - 1
    if not around:
        return ids[max(0, here - 1)], ids[min(last, here + 1)]
    return ids[here - 1], ids[(here + 1) % len(ids)]


def _step(
    label: str,
    labels: Mapping[str, str],
    one: str,
    *,
    key: str,
    icon: str,
    on_choice: Callable[[str], None],
    ends: bool,
) -> None:
    """Draw the button of a neighbour; `ends` if there is none on this side."""
    st.button(
        label.format(name=escape_md(shorten(labels[one], 40))),
        key=f"turn-{key}",
        icon=f":material/{icon}:",
        type="tertiary",
        disabled=ends or len(labels) < 2,
        on_click=on_choice,
        args=(one,),
    )
