"""Pins as cards, to be ordered, tagged and annotated; and as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.api.run import Pin
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from studio import session
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in
from studio.frame.into_notebook import into_notebook
from studio.why.memory_card import why_button
from studio.why.reasons import name_of, told

# The columns of the table of pins, after the place of each.
_HEADS = (
    *(marked("tag"), marked("time"), marked("kind"), marked("person"), marked("content"), marked("note")),
    *(marked("used in"), marked("id")),
)


def pin_card(run: Run, pin: Pin, *, last: int) -> None:
    """Draw one pin: its kind, its words, its notes, and its position."""
    row = run.pins.row(pin.row)
    said = told(run, row)
    who = f" · {shorten(name_of(run, said.who), 40)}" if said.who else ""
    with st.container(border=True, width=760, key=f"pin-{pin.row}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            plain(f"{moment_words(row.minute)} · {said.name.lower()}{who}", small=True, muted=True)
            if pin.tag:
                st.badge(escape_md(shorten(pin.tag, 30)), icon=":material/sell:", color="yellow")
        story(pin.words or said.text or said.how)
        if pin.note:
            plain(pin.note)
        if pin.used_in:
            plain(tr("Used in: {place}", place=pin.used_in), small=True, muted=True)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            _move(run, pin, up=True, disabled=pin.place == 1)
            _move(run, pin, up=False, disabled=pin.place == last)
            _about(run, pin)
            why_button(pin.row, key="pin")
            into_notebook(run, partial(_piece, pin, row.minute), key=f"pin-{pin.row}")
            st.button(
                tr("Unpin"),
                key=f"unpin-{pin.row}",
                icon=":material/keep_off:",
                type="tertiary",
                on_click=run.pins.drop,
                args=(pin.row,),
            )


def _piece(pin: Pin, minute: int) -> Piece:
    note = {"note": pin.note} if pin.note else {}
    tags = {"tags": [pin.tag]} if pin.tag else {}
    values = {"of": str(pin.row), **note, **tags}
    return Piece(kind="pin", values=values, title=pin.words, minute=minute + 1)


def _move(run: Run, pin: Pin, *, up: bool, disabled: bool) -> None:
    way = "up" if up else "down"
    st.button(
        tr("Move up") if up else tr("Move down"),
        key=f"pin-{way}-{pin.row}",
        icon=f":material/arrow_{way}ward:",
        type="tertiary",
        disabled=disabled,
        on_click=run.pins.move,
        args=(pin.row, pin.place + (-1 if up else 1)),
    )


def _about(run: Run, pin: Pin) -> None:
    """Draw the form for the tag and note of a pin."""
    form = st.popover(tr("Tag and note"), icon=":material/edit_note:", type="tertiary")
    with form, st.form(f"about-{pin.row}"):
        keys = {name: f"pin-{name}-{pin.row}" for name in ("tag", "note", "used_in")}
        st.text_input(tr("Tag"), pin.tag, key=keys["tag"], max_chars=60, placeholder=tr("best, scene 2, cut"))
        st.text_area(tr("Note"), pin.note, key=keys["note"], max_chars=4_000)
        st.text_input(
            tr("Used in"), pin.used_in, key=keys["used_in"], max_chars=200, placeholder=tr("Act 2, barks")
        )
        st.form_submit_button(tr("Save"), type="primary", on_click=_keep, args=(run, pin.row, keys))


def _keep(run: Run, row: int, keys: dict[str, str]) -> None:
    said = {name: session.widget_value(key) for name, key in keys.items()}
    run.pins.change(row, **said)


def pin_rows(run: Run, pins: Sequence[Pin]) -> list[dict[str, object]]:
    """Return pins as a table, in their order."""
    heads = {"place": tr_in("in an order", "position"), **{head: tr(head) for head in _HEADS}}
    rows: list[dict[str, object]] = []
    for pin in pins:
        row = run.pins.row(pin.row)
        said = told(run, row)
        rows.append(
            {
                heads["place"]: pin.place,
                heads["tag"]: pin.tag,
                heads["time"]: moment_words(row.minute),
                heads["kind"]: said.name.lower(),
                heads["person"]: name_of(run, said.who) if said.who else "",
                heads["content"]: pin.words or said.text or said.how,
                heads["note"]: pin.note,
                heads["used in"]: pin.used_in,
                heads["id"]: str(pin.row),
            }
        )
    return rows
