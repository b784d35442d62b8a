"""The fields of a form. Each shows the value at a path of a file, and writes there what is entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

import streamlit as st

from engine.api.scenarios import ALL, said_at, said_in
from engine.api.writing.edits import Add, Edit, FieldPath, Move, Remove, Said, SetField
from engine.errors import BadInput, TownwrightError
from studio import session
from studio.basics.text import escape_md
from studio.catalogue.tr import tr, tr_error


@dataclass(frozen=True, slots=True)
class Form:
    """A file of a scenario as a form shows it: the values that it holds, without their positions."""

    name: str
    file: str
    says: Said

    def at(self, path: FieldPath, default: Said = None) -> Said:
        """Return the value at a path, or `default` if there is none."""
        value = said_at(self.says, path)
        return default if value is None else value

    def text(self, path: FieldPath) -> str:
        """Return the value at a path as text; empty if there is none."""
        value = self.at(path, "")
        return value if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else str(value)

    def items(self, path: FieldPath) -> Sequence[Said]:
        """Return the list at a path; empty if there is none."""
        value = self.at(path, [])
        return value if isinstance(value, list) else []

    def key(self, path: FieldPath, what: str = "") -> str:
        """Return the key of the widget of a path. `what` tells apart a widget that shows no value of the
        file.
        """
        parts = [quote(part, safe=_IN_KEYS) if isinstance(part, str) else str(part) for part in path]
        return f"form-{self.name}-{self.file}-{'/'.join(parts)}{what and f'/*{what}'}"


_IN_KEYS = " '’()&+"  # no slash and no star, which separate the parts of a key


def make(form: Form, edit: Edit, typed: str = "") -> bool:
    """Apply an edit in a callback, and return whether it worked.

    If it did not, a toast gives the error, and what was `typed` so that it is not lost.
    """
    seen = form.says if isinstance(form.says, Mapping) else None
    try:
        session.workspace().scenarios.edits.make(form.name, edit, seen=seen)
    except TownwrightError as error:
        message = tr("{error}.", error=tr_error(error))
        if typed:
            message = tr("{error}. You entered: “{typed}”", error=tr_error(error), typed=typed)
        st.toast(
            escape_md(message),
            icon=":material/error:",
            duration="infinite" if typed else "long",
        )
        return False
    return True


def text_field(
    form: Form,
    label: str,
    path: FieldPath,
    *,
    most: int,
    tall: bool = False,
    help: str = "",
    hint: str = "",
    change: Callable[[str], Edit] | None = None,
    says: str | None = None,
    hidden: bool = False,
) -> None:
    """Draw a text field of one line, or of several if `tall`.

    `change` makes the edit from the text entered, if that is not simply to write it at the path. `says` is
    the text shown, if that is no value of the file.
    """
    key = form.key(path, "" if says is None else "name")
    value = form.text(path) if says is None else says
    session.follow_widget(key, value, typed=True)
    visibility: Literal["collapsed", "visible"] = "collapsed" if hidden else "visible"
    if tall:
        st.text_area(
            label, value, key=key, max_chars=most, help=help or None, placeholder=hint or None,
            height="content", label_visibility=visibility, on_change=_typed, args=(form, path, key, change),
        )  # fmt: skip
    else:
        st.text_input(
            label, value, key=key, max_chars=most, help=help or None, placeholder=hint or None,
            label_visibility=visibility, on_change=_typed, args=(form, path, key, change),
        )  # fmt: skip


def number_field(
    form: Form,
    label: str,
    path: FieldPath,
    default: float,
    least: float,
    most: float,
    *,
    hidden: bool = False,
) -> None:
    """Draw a number field with a lower and an upper bound; for whole numbers if `least` is an int."""
    key, stored = form.key(path), form.at(path, default)
    number = int if isinstance(least, int) else float
    value = number(stored) if isinstance(stored, (int, float)) else number(default)
    session.follow_widget(key, min(max(number(least), value), number(most)))
    st.number_input(
        label, min_value=number(least), max_value=number(most), step=number(1) if number is int else 0.1,
        key=key, label_visibility="collapsed" if hidden else "visible", width=120 if hidden else "stretch",
        on_change=_chosen, args=(form, path, key),
    )  # fmt: skip


def choice_field(
    form: Form,
    label: str,
    path: FieldPath,
    options: Mapping[str, str],
    *,
    default: str = "",
    hidden: bool = False,
    values: Mapping[str, Said] | None = None,
    change: Callable[[str], Edit] | None = None,
) -> None:
    """Draw a choice of `options`. A value of the file that is none of them is shown as it is written.

    `values` are the values to write for options that are not text, where None removes the field. `change`
    makes the edit from the option chosen, if that is not simply to write it at the path.
    """
    key, value = form.key(path), form.text(path) or default
    titles = {**options, **({} if value in options else {value: tr("{name} (not found)", name=value)})}
    session.follow_widget(key, value)
    st.selectbox(
        label, list(titles), key=key, format_func=titles.__getitem__,
        label_visibility="collapsed" if hidden else "visible",
        on_change=_chosen, args=(form, path, key, values, change),
    )  # fmt: skip


def kind_field(
    form: Form,
    label: str,
    path: FieldPath,
    titles: Mapping[str, str],
    fields: Callable[[str], Collection[str]],
) -> None:
    """Draw the choice of the kind of the item at a path.

    A change of kind removes the fields that the new kind does not have. `fields` returns those it has.
    """
    choice_field(
        form, label, (*path, "kind"), titles, hidden=True,
        change=lambda kind: _change_kind(form, path, kind, fields(kind)),
    )  # fmt: skip


def _change_kind(form: Form, path: FieldPath, kind: str, fields: Collection[str]) -> Edit:
    says = form.at(path)
    if not isinstance(says, Mapping) or set(says) <= {"kind", *fields}:
        return SetField(file=form.file, path=(*path, "kind"), value=kind)
    kept = {field: value for field, value in says.items() if field in fields}
    return SetField(file=form.file, path=path, value={"kind": kind, **kept})


def words_field(form: Form, label: str, path: FieldPath, hint: str, known: Sequence[str] = ()) -> None:
    """Draw a list of words, to which others can be typed or chosen from those `known`."""
    key = form.key(path)
    words = [str(word) for word in form.items(path)]
    session.follow_widget(key, words)
    st.multiselect(
        label, list(dict.fromkeys((*words, *known))), key=key, accept_new_options=True, placeholder=hint,
        on_change=_listed, args=(form, path, key),
    )  # fmt: skip


def people_field(
    form: Form,
    label: str,
    path: FieldPath,
    names: Mapping[str, str],
    *,
    hidden: bool = False,
    empty: str = "",
) -> None:
    """Draw a choice of people by name. The file holds one id or a list of ids.

    `empty` is the text shown when nobody is chosen.
    """
    key, chosen = form.key(path), _people(form, path)
    labels = {
        **names,
        **{person: tr("{name} (not found)", name=person) for person in chosen if person not in names},
    }
    session.follow_widget(key, chosen)
    st.multiselect(
        label, list(labels), key=key, format_func=labels.__getitem__, placeholder=empty or tr("Nobody"),
        label_visibility="collapsed" if hidden else "visible",
        on_change=_people_listed, args=(form, path, key),
    )  # fmt: skip


def heading(text: str) -> None:
    """Draw the heading of a part of a form."""
    st.markdown(f"**{text}**")


@contextmanager
def row(form: Form, path: FieldPath) -> Iterator[None]:
    """Lay out what the block draws, a field of a list item and its buttons, side by side."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xxsmall", key=f"tw-form-row-{form.key(path)}"
    ):
        yield


def row_buttons(form: Form, path: FieldPath, number: int, *, up: str, away: str, **values: object) -> None:
    """Draw the buttons that move an item of a list up and remove it.

    `up` and `away` are texts marked for translation. They get the number `n` of the item, and `values`.
    """
    item = (*path, number)
    icon_button(
        tr(up, n=number + 1, **values), "arrow_upward", f"{form.key(item)}-up", form,
        Move(file=form.file, path=item, to=max(0, number - 1)), disabled=number == 0,
    )  # fmt: skip
    icon_button(
        tr(away, n=number + 1, **values), "close", f"{form.key(item)}-away", form,
        Remove(file=form.file, path=item),
    )  # fmt: skip


def icon_button(label: str, icon: str, key: str, form: Form, edit: Edit, *, disabled: bool = False) -> None:
    """Draw a button that shows only its icon; the label is for screen readers."""
    st.button(
        label, key=key, icon=f":material/{icon}:", type="tertiary", disabled=disabled,
        on_click=_pressed, args=(form, edit),
    )  # fmt: skip


def add_button(form: Form, path: FieldPath, label: str, value: Said | Callable[[Form], Said]) -> None:
    """Draw the button that adds an item to a list.

    If `value` is a function, it makes the item from the file as it is when the button is pressed, so that two
    presses add two different items.
    """
    st.button(
        label, key=f"{form.key(path)}-add", icon=":material/add:", type="tertiary", on_click=_add,
        args=(form, path, value),
    )  # fmt: skip


def _add(form: Form, path: FieldPath, value: Said | Callable[[Form], Said]) -> None:
    if callable(value):
        text = session.workspace().scenarios.drafts.files(form.name).get(form.file, "")
        try:
            form = Form(form.name, form.file, said_in(text, form.file))
        except BadInput as error:
            st.toast(escape_md(tr("{error}.", error=tr_error(error))), icon=":material/error:")
            return
        value = value(form)
    make(form, Add(file=form.file, path=path, value=value))


def _pressed(form: Form, edit: Edit) -> None:
    make(form, edit)


def _typed(form: Form, path: FieldPath, key: str, change: Callable[[str], Edit] | None) -> None:
    if session.is_echo(key):
        return
    text = session.widget_value(key).strip()
    _write(form, path, change(text) if change is not None else None, text)


def _chosen(
    form: Form,
    path: FieldPath,
    key: str,
    values: Mapping[str, Said] | None = None,
    change: Callable[[str], Edit] | None = None,
) -> None:
    if session.is_echo(key):
        return
    value = st.session_state[key]
    if change is not None:
        _write(form, path, change(value), value)
        return
    if values is not None:
        value = values.get(value, value)
    elif isinstance(value, float) and value.is_integer():
        value = int(value)
    _write(form, path, None, value)


def _listed(form: Form, path: FieldPath, key: str) -> None:
    if not session.is_echo(key):
        _write(form, path, None, list(st.session_state[key]))


def _people_listed(form: Form, path: FieldPath, key: str) -> None:
    """Write the people chosen; everybody and single people replace each other, the later choice wins."""
    if session.is_echo(key):
        return
    chosen = list(st.session_state[key])
    if ALL in chosen and len(chosen) > 1:
        had_all = ALL in _people(form, path)
        chosen = [person for person in chosen if (person == ALL) is not had_all]
    _write(form, path, None, chosen)


def _people(form: Form, path: FieldPath) -> list[str]:
    """Return the ids at a path of people, where the file holds one id or a list."""
    ids = form.at(path, [])
    return [ids] if isinstance(ids, str) else [str(person) for person in ids] if isinstance(ids, list) else []


def _write(form: Form, path: FieldPath, edit: Edit | None, value: Said) -> None:
    """Write a value at a path, or make `edit`; an empty value removes the field, but no item of a list."""
    typed = value if isinstance(value, str) else ""
    if edit is None and value in ("", [], None) and not isinstance(path[-1], int):
        if form.at(path) is not None:
            make(form, Remove(file=form.file, path=path))
        return
    make(form, edit or SetField(file=form.file, path=path, value=value), typed)
