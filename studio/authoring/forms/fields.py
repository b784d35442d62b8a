"""Fields of a form: each shows what a file says at a path, and writes there what is put in."""

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
    """A file of a scenario as a form shows it: what it says, without where that stands."""

    name: str
    file: str
    says: Said

    def at(self, path: FieldPath, default: Said = None) -> Said:
        """Return what the file says at a path."""
        found = said_at(self.says, path)
        return default if found is None else found

    def text(self, path: FieldPath) -> str:
        """Return what the file says at a path, as it is typed."""
        found = self.at(path, "")
        return found if isinstance(found, str) else f"{found:g}" if isinstance(found, float) else str(found)

    def items(self, path: FieldPath) -> Sequence[Said]:
        """Return the list at a path; empty where there is none."""
        found = self.at(path, [])
        return found if isinstance(found, list) else []

    def key(self, path: FieldPath, what: str = "") -> str:
        """Return what the widget of a path is called; `what` is what it is, where it shows no value of the
        file.
        """
        parts = [quote(part, safe=_IN_KEYS) if isinstance(part, str) else str(part) for part in path]
        return f"form-{self.name}-{self.file}-{'/'.join(parts)}{what and f'/*{what}'}"


_IN_KEYS = " '’()&+"  # no slash, no star: they part what a key is made of


def make(form: Form, edit: Edit, typed: str = "") -> bool:
    """Make an edit, in a callback, and return whether it could be made; say in words why not, and what was
    typed for it.
    """
    seen = form.says if isinstance(form.says, Mapping) else None
    try:
        session.workspace().scenarios.edits.make(form.name, edit, seen=seen)
    except TownwrightError as error:
        said = tr("{error}.", error=tr_error(error))
        if typed:
            said = tr("{error}. You had typed: “{typed}”", error=tr_error(error), typed=typed)
        st.toast(
            escape_md(said),
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
    """Draw a field of text, on one line or on several; `change` makes the edit of what was typed, where it is
    another than to say it at the path, and `says` is what stands in it, where it is no value of the file.
    """
    key = form.key(path, "" if says is None else "name")
    now = form.text(path) if says is None else says
    session.follow_widget(key, now, typed=True)
    shown: Literal["collapsed", "visible"] = "collapsed" if hidden else "visible"
    if tall:
        st.text_area(
            label, now, key=key, max_chars=most, help=help or None, placeholder=hint or None,
            height="content", label_visibility=shown, on_change=_typed, args=(form, path, key, change),
        )  # fmt: skip
    else:
        st.text_input(
            label, now, key=key, max_chars=most, help=help or None, placeholder=hint or None,
            label_visibility=shown, on_change=_typed, args=(form, path, key, change),
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
    """Draw a field of a number between two; whole numbers where the least is one."""
    key, found = form.key(path), form.at(path, default)
    kind = int if isinstance(least, int) else float
    value = kind(found) if isinstance(found, (int, float)) else kind(default)
    session.follow_widget(key, min(max(kind(least), value), kind(most)))
    st.number_input(
        label, min_value=kind(least), max_value=kind(most), step=kind(1) if kind is int else 0.1, key=key,
        label_visibility="collapsed" if hidden else "visible", width=120 if hidden else "stretch",
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
    """Draw a choice of some; what the file says and none of them is is shown as it is written. `values` are
    what the file then says, where that is no text; None says nothing. `change` makes the edit of what was
    chosen, where it is another than to say it at the path.
    """
    key, now = form.key(path), form.text(path) or default
    shown = {**options, **({} if now in options else {now: tr("{name} (not there)", name=now)})}
    session.follow_widget(key, now)
    st.selectbox(
        label, list(shown), key=key, format_func=shown.__getitem__,
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
    """Draw the choice of what kind of thing stands at a path of the file. Another kind takes with it what it
    has no field for: `fields` are those that one has.
    """
    choice_field(
        form, label, (*path, "kind"), titles, hidden=True,
        change=lambda kind: _of_kind(form, path, kind, fields(kind)),
    )  # fmt: skip


def _of_kind(form: Form, path: FieldPath, kind: str, fields: Collection[str]) -> Edit:
    says = form.at(path)
    if not isinstance(says, Mapping) or set(says) <= {"kind", *fields}:
        return SetField(file=form.file, path=(*path, "kind"), value=kind)
    kept = {field: value for field, value in says.items() if field in fields}
    return SetField(file=form.file, path=path, value={"kind": kind, **kept})


def words_field(form: Form, label: str, path: FieldPath, hint: str, known: Sequence[str] = ()) -> None:
    """Draw a list of words of one's own, to which some are typed, or chosen of those that are `known`, and
    from which some are taken.
    """
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
    """Draw a choice of people by their names; the file says one id, or a list of them. `empty` is who is
    meant where it names none.
    """
    key, chosen = form.key(path), _people(form, path)
    shown = {
        **names,
        **{person: tr("{name} (not there)", name=person) for person in chosen if person not in names},
    }
    session.follow_widget(key, chosen)
    st.multiselect(
        label, list(shown), key=key, format_func=shown.__getitem__, placeholder=empty or tr("Nobody"),
        label_visibility="collapsed" if hidden else "visible",
        on_change=_people_listed, args=(form, path, key),
    )  # fmt: skip


def heading(text: str) -> None:
    """Draw the heading of a part of a form."""
    st.markdown(f"**{text}**")


@contextmanager
def row(form: Form, path: FieldPath) -> Iterator[None]:
    """Have a field and the buttons of one item of a list beside each other."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xxsmall", key=f"tw-form-row-{form.key(path)}"
    ):
        yield


def row_buttons(form: Form, path: FieldPath, number: int, *, up: str, away: str, **values: object) -> None:
    """Draw the buttons of one item of a list: up, and away. Both words are marked, and told the number `n` of
    the item and what else they name.
    """
    here = (*path, number)
    icon_button(
        tr(up, n=number + 1, **values), "arrow_upward", f"{form.key(here)}-up", form,
        Move(file=form.file, path=here, to=max(0, number - 1)), disabled=number == 0,
    )  # fmt: skip
    icon_button(
        tr(away, n=number + 1, **values), "close", f"{form.key(here)}-away", form,
        Remove(file=form.file, path=here),
    )  # fmt: skip


def icon_button(label: str, icon: str, key: str, form: Form, edit: Edit, *, disabled: bool = False) -> None:
    """Draw a button of a row, of which the icon is seen and the words are read out."""
    st.button(
        label, key=key, icon=f":material/{icon}:", type="tertiary", disabled=disabled,
        on_click=_pressed, args=(form, edit),
    )  # fmt: skip


def add_button(form: Form, path: FieldPath, label: str, value: Said | Callable[[Form], Said]) -> None:
    """Draw the button that adds a row to a list; what it says may be made when it is pressed, of the file as
    it then is: pressed twice at once, it adds two rows, not one twice.
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
    """Write whom a field names; everybody stands for all of them, and whoever is chosen after it instead."""
    if session.is_echo(key):
        return
    chosen = list(st.session_state[key])
    if ALL in chosen and len(chosen) > 1:
        had_all = ALL in _people(form, path)
        chosen = [person for person in chosen if (person == ALL) is not had_all]
    _write(form, path, None, chosen)


def _people(form: Form, path: FieldPath) -> list[str]:
    """Return whom a field of people names: the file says one id, or a list of them."""
    now = form.at(path, [])
    return [now] if isinstance(now, str) else [str(person) for person in now] if isinstance(now, list) else []


def _write(form: Form, path: FieldPath, edit: Edit | None, value: Said) -> None:
    """Write what was put in; what is emptied is taken out of the file, but for an item of a list."""
    typed = value if isinstance(value, str) else ""
    if edit is None and value in ("", [], None) and not isinstance(path[-1], int):
        if form.at(path) is not None:
            make(form, Remove(file=form.file, path=path))
        return
    make(form, edit or SetField(file=form.file, path=path, value=value), typed)
