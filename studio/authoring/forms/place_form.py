"""The form of the world: one place at a time, with its rooms and objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.scenarios import WORLD_FILE, said_in
from engine.api.writing.edits import Edit, FieldPath, Remove, RenameKey, RenamePlace, Said, SetField
from engine.errors import BadInput
from studio import session
from studio.authoring.forms.fields import (
    Form,
    choice_field,
    heading,
    icon_button,
    make,
    number_field,
    row,
    text_field,
    words_field,
)
from studio.authoring.places.part_menu import add_place
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_in, tr_n

_PRIVATE = {
    "": marked("Default: everyone (homes: residents)"),
    "True": marked("Only those who belong there"),
    "False": marked("Everyone"),
}
_ANOTHER_ROOM = (marked("New room"), marked("Name of a new room"))
_ANOTHER_OBJECT = (marked("New object"), marked("Name of a new object"))
_OF_A_ROOM = frozenset({"about", "capacity"})


def place_form(name: str) -> None:
    """Draw the form of the chosen place, over the file as it stands."""
    text = session.workspace().scenarios.drafts.files(name).get(WORLD_FILE, "")
    try:
        form = Form(name, WORLD_FILE, said_in(text, WORLD_FILE))
    except BadInput as error:
        plain(
            tr("Fix the text to see the form again: {error}.", error=tr_error(error)),
            muted=True,
        )
        return
    places = list(form.says) if isinstance(form.says, Mapping) else []
    chosen = _choose(form, places)
    if chosen is not None:
        _place(form, chosen)


def _choose(form: Form, places: Sequence[str]) -> str | None:
    """Draw the choice of a place, and the buttons to add and remove one."""
    key = f"place-{form.name}"
    wanted = session.recalled(key, places[0] if places else "")
    chosen = wanted if wanted in places else (places[0] if places else None)
    with row(form, ("choose",)):
        if chosen is not None:
            session.follow_widget(f"{key}-box", chosen)
            chosen = st.selectbox(
                tr("Place"), places, key=f"{key}-box", label_visibility="collapsed",
                format_func=lambda place: shorten(place, 60),
            )  # fmt: skip
            session.note_widget(f"{key}-box", chosen)
            session.remember(key, chosen)
            icon_button(
                tr("Delete {name}", name=escape_md(shorten(chosen, 40))), "delete", f"{key}-away", form,
                Remove(file=form.file, path=(chosen,)),
            )  # fmt: skip
    added = f"{key}-new"
    st.text_input(
        tr("New place"), key=added, max_chars=80, label_visibility="collapsed",
        placeholder=tr("Name of a new place"), on_change=add_place, args=(form, added),
    )  # fmt: skip
    return chosen


def _place(form: Form, place: str) -> None:
    def renamed(text: str) -> Edit:
        session.remember(f"place-{form.name}", " ".join(text.split()))
        return RenamePlace(place=place, name=text)

    text_field(
        form, tr("Name"), (place,), most=80, change=renamed, says=place,
        help=tr("If you change the name, it is updated wherever the place is used."),
    )  # fmt: skip
    emoji, hours, private = st.columns([1, 2, 2], gap="small")
    with emoji:
        text_field(form, tr("Emoji"), (place, "emoji"), most=16, hint="📍")
    with hours:
        label = tr_in("hours", "Hours")
        text_field(form, label, (place, "open"), most=13, hint=tr("always, or 08:00-20:00"))
    with private:
        whom = {one: tr(words) for one, words in _PRIVATE.items()}
        choice_field(form, tr("Who knows it"), (place, "private"), whom, values=_SWITCH)
    text_field(form, tr("About"), (place, "about"), most=4_000, tall=True)
    x, y = st.columns(2, gap="small")
    with x:
        number_field(form, tr("West to east (x)"), (place, "map", "x"), 50.0, 0.0, 100.0)
    with y:
        number_field(form, tr("North to south (y)"), (place, "map", "y"), 50.0, 0.0, 100.0)
    _rooms(form, place)


_SWITCH: Mapping[str, Said] = {"": None, "True": True, "False": False}


def _rooms(form: Form, place: str) -> None:
    """Draw the rooms, or the objects of a place that is a single room."""
    rooms = form.at((place, "rooms"))
    if not isinstance(rooms, Mapping) or not rooms:
        heading(tr("One room with these objects"))
        _objects(form, (place, "objects"), _names(form, (place, "objects")))
    else:
        heading(tr_n("{n} room", "{n} rooms", len(rooms)))
        for room in rooms:
            _room(form, place, room)
    _add_field(form, (place, "rooms"), *_ANOTHER_ROOM)


def _room(form: Form, place: str, room: str) -> None:
    path: FieldPath = (place, "rooms", room)

    def renamed(text: str) -> Edit:
        return RenamePlace(place=f"{place}/{room}", name=text)

    with st.container(border=True, gap="xsmall"):
        with row(form, path):
            label = tr("Room {name}", name=room)
            text_field(form, label, path, most=80, change=renamed, says=room, hidden=True)
            _away(form, path, tr("Delete room {name}", name=_named(room, 55)))
        about, hint = tr("About {name}", name=room), tr("Description")
        text_field(form, about, (*path, "about"), most=4_000, hidden=True, hint=hint)
        _objects(form, path, [one for one in _names(form, path) if one not in _OF_A_ROOM])


def _objects(form: Form, path: FieldPath, names: Sequence[str]) -> None:
    for one in names:
        _object(form, (*path, one), one)
    _add_field(form, path, *_ANOTHER_OBJECT)


def _object(form: Form, path: FieldPath, called: str) -> None:
    def renamed(text: str) -> Edit:
        return RenameKey(file=form.file, path=path, name=" ".join(text.split()))

    said = form.at(path)
    state: FieldPath = path if said is None or isinstance(said, str) else (*path, "state")
    with row(form, path):
        label, now = tr("Object {name}", name=called), tr("State of {name}", name=called)
        text_field(form, label, path, most=80, change=renamed, says=called, hidden=True)
        text_field(form, now, state, most=80, hidden=True, hint=tr("state"))
        _away(form, path, tr("Delete object {name}", name=_named(called, 53)))
    if isinstance(said, Mapping) and form.items((*path, "states")):
        every = tr("States of {name}", name=_named(called, 40))
        words_field(form, every, (*path, "states"), tr("Type to add"))


def _named(part: str, most: int) -> str:
    """Return the name of a part for a label."""
    return escape_md(shorten(part, most))


def _away(form: Form, path: FieldPath, label: str) -> None:
    icon_button(label, "close", f"{form.key(path)}-away", form, Remove(file=form.file, path=path))


def _add_field(form: Form, path: FieldPath, label: str, hint: str) -> None:
    key = f"{form.key(path)}-new"
    st.text_input(
        tr(label), key=key, max_chars=80, label_visibility="collapsed", placeholder=tr(hint),
        on_change=_add_named, args=(form, path, key),
    )  # fmt: skip


def _add_named(form: Form, path: FieldPath, field: str) -> None:
    called = " ".join(session.widget_value(field).split())
    if called and called not in _names(form, path):
        if make(form, SetField(file=form.file, path=(*path, called), value=None)):
            st.session_state[field] = ""
    elif called:
        st.toast(
            escape_md(tr("{name} already exists. Choose another name.", name=called)), icon=":material/error:"
        )


def _names(form: Form, path: FieldPath) -> Sequence[str]:
    found = form.at(path)
    return list(found) if isinstance(found, Mapping) else []
