"""Actions on the chosen part of the world, each as one edit that can be undone."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import WORLD_FILE, said_at
from engine.api.writing.edits import (
    Edit,
    FieldPath,
    MovePart,
    Remove,
    RenameKey,
    RenamePlace,
    Said,
    SetField,
    free_point,
    goals,
    in_words,
    second,
)
from studio import session
from studio.authoring.forms.fields import Form, make
from studio.authoring.places.chosen import called, choose_part
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded

_ASKED, _TURN = "world-away", "part-turn-"
_NAMED = {
    "place": marked("Name of place {name}"),
    "room": marked("Name of room {name}"),
    "object": marked("Name of object {name}"),
}
_GOES = {
    "place": marked("Move place {name} to"),
    "room": marked("Move room {name} to"),
    "object": marked("Move object {name} to"),
}
_A_ROOM, _AN_OBJECT = marked("Name of a new room in {place}"), marked("Name of a new object in {place}")


def part_menu(form: Form, path: FieldPath) -> None:
    """Draw the actions on the part at a path of the world."""
    name, label = form.name, escape_md(shorten(str(path[-1]), 40))
    with st.container(horizontal=True, gap="xsmall", key=f"tw-part-menu-{name}"):
        _add(form, path)
        with st.popover(tr("Rename"), key=f"rename-part-{name}", icon=":material/edit:", type="tertiary"):
            key = _key(form, "part-name", path)
            st.text_input(
                tr(_NAMED[_kind(path)], name=label), str(path[-1]), key=key, max_chars=80,
                on_change=_rename, args=(form, path, key),
                help=tr("If you change the name of a place or room, it is updated wherever it is used."),
            )  # fmt: skip
        _move(form, path)
        st.button(
            tr("Duplicate"), key=f"duplicate-part-{name}", icon=":material/content_copy:", type="tertiary",
            on_click=_duplicate, args=(form, path),
            help=tr("Creates a copy of {name} with a new name", name=label),
        )  # fmt: skip
        st.button(
            tr("Delete"), key=f"delete-part-{name}", icon=":material/delete:", type="tertiary",
            on_click=_delete, args=(form, path), help=tr("Delete {name}", name=label),
        )  # fmt: skip
    _sure(form, path)


def add_place(form: Form, field: str) -> None:
    """Add a place with the name in a field; the field's callback."""
    place = _typed(field)
    if (
        place
        and _is_free(form, (place,))
        and make(form, SetField(file=WORLD_FILE, path=(place,), value=_new_place(form, place)))
    ):
        _choose(form, (place,))
        st.session_state[field] = ""


def _new_place(form: Form, place: str) -> Said:
    return {"emoji": "📍", "map": free_point(form.says, place)}


def _add(form: Form, path: FieldPath) -> None:
    """Draw the fields to add a place, or a part of the chosen one."""
    name = form.name
    with st.popover(tr("Add"), key=f"add-part-{name}", icon=":material/add:", type="tertiary"):
        key = _key(form, "add-place", path)
        st.text_input(tr("Name of a new place"), key=key, max_chars=80, on_change=add_place, args=(form, key))
        rooms = said_at(form.says, (path[0], "rooms"))
        if not said_at(form.says, (path[0], "objects")):
            _add_field(form, _A_ROOM, (path[0], "rooms"), _key(form, "add-room", path))
        if len(path) >= 3 and path[1] == "rooms":
            _add_field(form, _AN_OBJECT, path[:3], _key(form, "add-object", path))
        elif not rooms:
            _add_field(form, _AN_OBJECT, (path[0], "objects"), _key(form, "add-object", path))


def _add_field(form: Form, label: str, into: FieldPath, key: str) -> None:
    where = escape_md(shorten(str(into[2] if len(into) > 2 else into[0]), 40))
    said = tr(label, place=where)
    st.text_input(said, key=key, max_chars=80, on_change=_add_part, args=(form, into, key))


def _add_part(form: Form, into: FieldPath, field: str) -> None:
    one = _typed(field)
    path = (*into, one)
    if one and _is_free(form, path) and make(form, SetField(file=WORLD_FILE, path=path, value=None)):
        _choose(form, path)


def _move(form: Form, path: FieldPath) -> None:
    """Draw the targets to which a room or an object can be moved."""
    label = tr(_GOES[_kind(path)], name=escape_md(shorten(str(path[-1]), 40)))
    free = {_goal_words(goal): goal for goal in goals(form.says, path)}
    with st.popover(
        tr("Move"),
        key=f"move-part-{form.name}",
        icon=":material/drive_file_move:",
        type="tertiary",
        disabled=not free,
    ):
        key = _key(form, "move-to", path)
        st.selectbox(
            label, list(free), index=None,
            key=key, placeholder=tr("Choose a destination"), on_change=_moved, args=(form, path, key, free),
        )  # fmt: skip


def _moved(form: Form, path: FieldPath, field: str, free: Mapping[str, FieldPath]) -> None:
    goal = free.get(session.widget_value(field))
    if goal is not None and make(form, MovePart(path=path, into=goal)):
        _choose(form, (*goal, path[-1]))


def _rename(form: Form, path: FieldPath, field: str) -> None:
    new = _typed(field)
    if not new or new == path[-1]:
        return
    place = _place_path(path)
    edit: Edit = (
        RenamePlace(place=place, name=new) if place else RenameKey(file=WORLD_FILE, path=path, name=new)
    )
    if make(form, edit, new):
        _choose(form, (*path[:-1], new))


def _duplicate(form: Form, path: FieldPath) -> None:
    where, value = second(form.says, path)
    if make(form, SetField(file=WORLD_FILE, path=where, value=value)):
        _choose(form, where)


def _delete(form: Form, path: FieldPath) -> None:
    """Remove a part; ask first if anything refers to it."""
    if session.workspace().scenarios.edits.referring(form.name, path):
        session.remember(_ASKED, (form.name, path))
    else:
        _take_away(form, path)


def _sure(form: Form, path: FieldPath) -> None:
    """Show the references that would break if the part were removed, and let the author decide."""
    if session.recalled(_ASKED, None) != (form.name, path):
        return
    references = session.workspace().scenarios.edits.referring(form.name, path)
    with st.container(border=True, key=f"tw-part-away-{form.name}"):
        part, needed = shorten(str(path[-1]), 60), tr_worded(in_words(references))
        plain(tr("{part} is still in use: {references}.", part=part, references=needed))
        with st.container(horizontal=True):
            st.button(
                tr("Delete anyway"), key=f"away-part-{form.name}", icon=":material/delete:",
                on_click=_take_away, args=(form, path),
            )  # fmt: skip
            st.button(tr("Keep it"), key=f"keep-part-{form.name}", type="tertiary", on_click=_keep)


def _keep() -> None:
    session.remember(_ASKED, None)


def _take_away(form: Form, path: FieldPath) -> None:
    _keep()
    if make(form, Remove(file=WORLD_FILE, path=path)) and len(path) > 1:
        _choose(form, path[:3] if len(path) == 4 else path[:1])


def _key(form: Form, what: str, path: FieldPath) -> str:
    """Return the key of a field about a part. A widget in a closed popover does not receive new values in the
    browser, and would send its old one again: so every part, and every turn, has a field of its own.
    """
    return f"{what}-{form.name}-{session.recalled(_TURN + form.name, 0)}-{called(path)}"


def _choose(form: Form, path: FieldPath) -> None:
    session.remember(_TURN + form.name, session.recalled(_TURN + form.name, 0) + 1)
    choose_part(form.name, called(path), path)


def _place_path(path: FieldPath) -> str:
    """Return the path of a place or room as personas name it; "" for an object."""
    if len(path) == 1:
        return str(path[0])
    return f"{path[0]}/{path[2]}" if len(path) == 3 and path[1] == "rooms" else ""


def _kind(path: FieldPath) -> str:
    return "place" if len(path) == 1 else "room" if _place_path(path) else "object"


def _goal_words(goal: FieldPath) -> str:
    return called(goal).removesuffix("/rooms").removesuffix("/objects")


def _is_free(form: Form, path: FieldPath) -> bool:
    around: Said = said_at(form.says, path[:-1]) if len(path) > 1 else form.says
    if isinstance(around, Mapping) and path[-1] in around:
        st.toast(
            escape_md(tr("{name} already exists. Choose another name.", name=path[-1])),
            icon=":material/error:",
        )
        return False
    return True


def _typed(field: str) -> str:
    return " ".join(session.widget_value(field).split())
