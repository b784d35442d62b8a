"""The form of a cell: its keys as fields, each of which is spliced into its text as soon as it is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from engine.api.text import shorten
from engine.notebook.editing import as_title, with_attribute, with_fields, with_value
from engine.notebook.parts import Cell, Notebook
from engine.notebook.reading.bound import names_in
from engine.records import Scenario
from studio import session
from studio.basics.text import escape_md, plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.notebook.cells.adding_form import adding_form
from studio.notebook.cells.cell_fields import TESTS, Field, fields_of, first_test, test_of, values_of
from studio.notebook.cells.changes_form import edit_form, variants_form
from studio.notebook.cells.event_form import verb_field
from studio.notebook.writing import Desk, edit

_SWITCHES = {
    "solution": marked("Answer key: for teachers only"),
    "speaker": marked("Speaker note: for the presenter only"),
    "frozen": marked("Frozen: keeps its result"),
    "disabled": marked("Disabled"),
    "hidden": marked("Excluded from exports"),
    "pin": marked("Pinned: always shows the cell's text"),
}


def cell_form(desk: Desk, cell: Cell, town: Scenario) -> None:
    """Draw the fields of a cell, and what is said of it in its braces."""
    known = values_of(cell.body)
    if known is not None and "until.time" in known:
        known["until"] = known["until.time"]
    fields = fields_of(cell, desk.notebook, town)
    if known is None and fields:
        plain(tr("The text cannot be read as keys and values; fix the text first."), muted=True)
        fields = ()
    if known is not None and cell.kind == "event":
        verb_field(desk, cell, known, town)
    if known is not None and cell.kind == "edit":
        edit_form(desk, cell, town)
        adding_form(desk, cell, town)
    if known is not None and cell.kind == "expect":
        _test_field(desk, cell, known, town)
    _fields(desk, cell, fields, known or {})
    if known is not None and cell.kind == "compare":
        variants_form(desk, cell, town)
    elif not fields and known is not None:
        plain(tr("This kind of cell is edited as text."), muted=True, small=True)
    _attributes(desk, cell)


# ---- one field


def _fields(desk: Desk, cell: Cell, fields: Sequence[Field], known: Mapping[str, str]) -> None:
    """Draw the fields; those that are seldom needed lie in a fold below, open where one of them is filled
    in. A field never moves while it is filled in.
    """
    folded = [field for field in fields if field.is_extra]
    for field in fields:
        if not field.is_extra:
            _field(desk, cell, field, known.get(field.key))
    if folded:
        unfolded = f"nb-more-{desk.key}-{cell.id}"  # it stays open while its last field is emptied
        is_open = any(known.get(field.key) for field in folded) or session.recalled(unfolded, False)
        session.remember(unfolded, is_open)
        with st.expander(tr("More fields"), icon=":material/tune:", expanded=is_open):
            for field in folded:
                _field(desk, cell, field, known.get(field.key))


def _test_field(desk: Desk, cell: Cell, known: Mapping[str, str], town: Scenario) -> None:
    """Draw the choice of what an expectation tests; another choice begins with what it needs."""
    key, test = f"nbf-{desk.key}-{cell.id}-test", test_of(known)
    session.follow_widget(key, test)
    st.selectbox(
        tr("Test"), list(TESTS), key=key, format_func=lambda one: tr(TESTS[one]),
        on_change=_test_chosen, args=(desk, cell.id, test, key, town),
    )  # fmt: skip


def _test_chosen(desk: Desk, cell: str, before: str, key: str, town: Scenario) -> None:
    if session.is_echo(key):
        return
    test: str = st.session_state[key]
    session.note_widget(key, test)
    if test != before:
        values = first_test(test, town)
        edit(desk, lambda notebook: with_fields(notebook, cell, values), cell)


def _field(desk: Desk, cell: Cell, field: Field, said: str | None) -> None:
    key = f"nbf-{desk.key}-{cell.id}-{field.key}"
    changed = partial(_changed, desk, cell.id, field, key, is_absent=not said)
    value, items = said or "", (said or "").split("\n") if said else []
    options = list(dict.fromkeys([*field.options, *(items if field.way != "text" else [])]))
    name = (field.names or {}).get
    label, about = field.label, field.help or None
    match field.way:
        case "one":
            session.follow_widget(key, value or field.usual or None)
            st.selectbox(
                label, options, key=key, index=None, help=about, placeholder=tr("None"), on_change=changed,
                format_func=lambda option: shorten(name(option) or option, 60),
            )  # fmt: skip
        case "several":
            session.follow_widget(key, items)
            st.multiselect(
                label, options, key=key, help=about, placeholder=tr("Choose options"), on_change=changed,
                format_func=lambda one: shorten(name(one) or one, 60),
            )  # fmt: skip
        case "whole":
            session.follow_widget(key, int(value) if value.isdecimal() else None)
            st.number_input(
                label,
                min_value=0,
                step=1,
                value=None,
                key=key,
                help=about,
                on_change=changed,
            )
        case "long" | "lines":
            session.follow_widget(key, value, typed=True)
            st.text_area(label, value, key=key, height=96, help=about, on_change=changed)
        case _:
            session.follow_widget(key, value, typed=True)
            st.text_input(label, value, key=key, help=about, on_change=changed)


def _changed(desk: Desk, cell: str, field: Field, key: str, *, is_absent: bool) -> None:
    """Splice what a field says now into the text of the cell, in which the field's key may be absent."""
    if session.is_echo(key):
        return
    said: object = st.session_state[key]
    if said in (None, field.usual) and field.usual and is_absent:  # it means the same as before
        st.session_state[key] = field.usual
        return
    value = _meant(field, said)
    session.note_widget(key, said)
    outer, _, inner = field.key.partition(".")
    if field.alone:
        whole = None if value is None else {inner: value}
        edit(desk, lambda notebook: with_value(notebook, cell, (outer,), whole), cell)
        return
    if not inner:
        values: dict[str, object] = {outer: value}
    else:
        values = {outer: {inner: value}}
    values |= dict.fromkeys(field.drops)
    edit(desk, lambda notebook: with_fields(notebook, cell, values), cell)


def _meant(field: Field, said: object) -> object:
    """Return what a field says as the value of its key; None where it says nothing."""
    if field.way == "lines":
        return [line.strip() for line in str(said).splitlines() if line.strip()] or None
    if isinstance(said, str):
        return said.strip() or None
    return said or None


# ---- its braces


def _attributes(desk: Desk, cell: Cell) -> None:
    key = f"nbf-{desk.key}-{cell.id}-title"
    title = cell.attributes.get("title", "")
    session.follow_widget(key, title, typed=True)
    st.text_input(tr("Title"), title, key=key, max_chars=120, on_change=_titled, args=(desk, cell.id, key))
    for name in names_in(cell.body) if cell.kind == "sql" else ():
        _value_of_name(desk, cell, name)
    on = [name for name in _SWITCHES if cell.is_marked(name)]
    switch = f"nbf-{desk.key}-{cell.id}-switches"
    session.follow_widget(switch, on)
    st.multiselect(
        tr("Marked as"), list(_SWITCHES), key=switch, format_func=lambda one: tr(_SWITCHES[one]),
        placeholder=tr("No marks"),
        on_change=_switched, args=(desk, cell.id, switch, on),
    )  # fmt: skip


def _titled(desk: Desk, cell: str, key: str) -> None:
    title = as_title(session.widget_value(key))
    st.session_state[key] = title
    session.note_widget(key, title)
    edit(desk, lambda notebook: with_attribute(notebook, cell, "title", title), cell)


def _value_of_name(desk: Desk, cell: Cell, name: str) -> None:
    """Draw the field of what a `:name` of a query means."""
    key, said = f"nbf-{desk.key}-{cell.id}-given-{name}", cell.attributes.get(name, "")
    session.follow_widget(key, said, typed=True)
    st.text_input(
        tr("Value of :{name}", name=escape_md(name)), said, key=key, max_chars=200,
        on_change=_given, args=(desk, cell.id, key, name),
        help=tr("A value written in digits is a number; everything else is text"),
    )  # fmt: skip


def _given(desk: Desk, cell: str, key: str, name: str) -> None:
    said = session.widget_value(key)
    edit(desk, lambda notebook: with_attribute(notebook, cell, name, said.strip()), cell)


def _switched(desk: Desk, cell: str, key: str, before: Sequence[str]) -> None:
    now: list[str] = st.session_state[key]
    session.note_widget(key, now)
    for name in _SWITCHES:
        if (name in now) != (name in before):
            mark = partial(_marked, cell=cell, name=name, value="true" if name in now else "")
            edit(desk, mark, cell)


def _marked(notebook: Notebook, *, cell: str, name: str, value: str) -> str:
    return with_attribute(notebook, cell, name, value)
