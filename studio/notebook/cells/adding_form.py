"""What an edit adds to a town, as fields: news, people, places, things and traits, each begun with words that
make a town at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from engine.api.text import shorten
from engine.api.writing.yaml_lines import Items, Node, Path, Scalar, Table, read_yaml
from engine.notebook.editing import with_added, with_renamed, with_value
from engine.notebook.parts import Cell
from engine.records import Scenario
from studio import session
from studio.basics.rooms import place_words
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.notebook.writing import Desk, edit

FACTS, PEOPLE, WORLD = "town.facts", "personas", "world"
_LABELS: Mapping[str, str] = {
    "id": marked("ID used in links"),
    "text": marked("Wording"),
    "known_by": marked("Who knows it at the start"),
    "name": marked("Full name"),
    "age": marked("Age"),
    "home": marked("Home"),
    "traits": marked("Traits, separated by commas"),
    "currently": marked("Currently busy with"),
    "wake": marked("Gets up"),
    "sleep": marked("Goes to bed"),
    "about": marked("Description"),
    "state": marked("Initial state"),
    "states": marked("Possible states"),
}


@dataclass(frozen=True, slots=True)
class _Added:
    """One thing that is added: its name as it stands, what it says, and where in the cell that stands; an
    item of a list has no name that could be another.
    """

    name: str
    said: Node
    path: Path


def adding_form(desk: Desk, cell: Cell, town: Scenario) -> None:
    """Draw what an edit adds, each thing with its fields, and the choice of one more."""
    root = read_yaml(cell.body, "a cell").root
    adding = root.values.get("add") if isinstance(root, Table) else None
    for one in _added(adding):
        with st.container(border=True, gap="small"):
            plain(_heading(one, town), small=True)
            _fields(desk, cell.id, one, town)
    known = _new_ones(town)
    key = _key(desk, cell.id, ("new",))
    session.follow_widget(key, None)
    st.selectbox(
        tr("Add to the town"), list(known), key=key, index=None, placeholder=tr("Choose an item"),
        format_func=known.__getitem__, on_change=_begin, args=(desk, cell.id, town, adding, key),
    )  # fmt: skip


def _key(desk: Desk, cell: str, path: Path) -> str:
    return f"nbf-{desk.key}-{cell}-add-{'-'.join(map(str, path))}"


def _added(adding: Node | None) -> Iterator[_Added]:
    """Yield the things that are added, in the order of the text."""
    for kind, node in adding.values.items() if isinstance(adding, Table) else ():
        at: Path = ("add", kind)
        if isinstance(node, Items) and any(isinstance(one, Table) for one in node.items):
            yield from (_Added("", one, (*at, n)) for n, one in enumerate(node.items))
        elif isinstance(node, Table) and kind != FACTS:
            yield from (_Added(name, one, (*at, name)) for name, one in node.values.items())
        else:
            yield _Added("", node, at)


def _heading(one: _Added, town: Scenario) -> str:
    kind = str(one.path[1])
    if kind == FACTS:
        return tr("Piece of news")
    if kind == PEOPLE:
        return tr("New person")
    if kind == WORLD:
        return tr("Place")
    if kind.startswith("persona."):
        names = {person.id: person.name for person in town.personas}
        who, _, line = kind.removeprefix("persona.").partition(".")
        return tr("{name}: add to {line}", name=names.get(who, who), line=line)
    return tr("Add to {path}", path=shorten(kind, 60))


# ---- the fields of one thing


def _fields(desk: Desk, cell: str, one: _Added, town: Scenario) -> None:
    key = _key(desk, cell, one.path)
    if one.name:
        session.follow_widget(key, one.name, typed=True)
        label = tr(_LABELS["id"]) if one.path[1] == PEOPLE else tr("Name")
        st.text_input(
            label, one.name, key=key, max_chars=80, on_change=_renamed, args=(desk, cell, one.path, key)
        )
    for path, node in _leaves(one.said, one.path):
        _field(desk, cell, path, node, town)
    st.button(
        tr("Remove"), key=f"{key}-gone", icon=":material/delete:", type="tertiary",
        on_click=_put, args=(desk, cell, one.path, None),
    )  # fmt: skip


def _leaves(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    """Yield what is said in a thing, each text and each list of texts with where it stands."""
    if isinstance(node, Table):
        for name, inner in node.values.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(node, Scalar) or all(isinstance(one, Scalar) for one in node.items):
        yield path, node


def _field(desk: Desk, cell: str, path: Path, node: Node, town: Scenario) -> None:
    """Draw a field for what stands at a place; who and where is chosen from a list."""
    name, key = str(path[-1]), _key(desk, cell, (*path, "says"))
    label = tr(_LABELS[name]) if name in _LABELS else " · ".join(map(str, path[2:])) or name
    words = [one.text for one in node.items if isinstance(one, Scalar)] if isinstance(node, Items) else []
    text = node.text if isinstance(node, Scalar) and not node.is_null else ", ".join(words)
    changed = partial(_says, desk, cell, path, key, listed=isinstance(node, Items))
    if name == "known_by":
        people = {one.id: one.name for one in town.personas}
        session.follow_widget(key, words)
        st.multiselect(
            label, list(dict.fromkeys([*people, *words])), key=key, placeholder=tr("Nobody"),
            format_func=lambda one: people.get(one, one), on_change=changed,
        )  # fmt: skip
    elif name == "home":
        rooms = [room.path for place in town.places for room in place.rooms]
        session.follow_widget(key, text)
        st.selectbox(
            label, list(dict.fromkeys([*rooms, text])), key=key, accept_new_options=True,
            format_func=lambda one: shorten(place_words(one), 60), on_change=changed,
        )  # fmt: skip
    else:
        session.follow_widget(key, text, typed=True)
        st.text_input(label, text, key=key, max_chars=1_000, on_change=changed)


def _says(desk: Desk, cell: str, path: Path, key: str, *, listed: bool) -> None:
    if session.is_echo(key):
        return
    now: object = st.session_state[key]
    text = "" if now is None or isinstance(now, list) else session.widget_value(key).strip()
    session.note_widget(key, text if not isinstance(now, list) else now)
    if listed:
        words = now if isinstance(now, list) else [one.strip() for one in text.split(",") if one.strip()]
        _put(desk, cell, path, words)
    elif text:
        _put(desk, cell, path, int(text) if text.isascii() and text.isdecimal() else text)


def _renamed(desk: Desk, cell: str, path: Path, key: str) -> None:
    if session.is_echo(key):
        return
    name = session.widget_value(key).strip()
    session.note_widget(key, name)
    if name:
        edit(desk, lambda notebook: with_renamed(notebook, cell, path, name), cell)


def _put(desk: Desk, cell: str, path: Path, value: object) -> None:
    edit(desk, lambda notebook: with_value(notebook, cell, path, value), cell)


# ---- one more


def _new_ones(town: Scenario) -> Mapping[str, str]:
    """Return what can be added, by the path that it is added to, with how it is called."""
    found = {
        FACTS: tr("Piece of news"),
        PEOPLE: tr("New person"),
        WORLD: tr("Place"),
    }
    for path, place in _of_things(town).items():
        found[path] = tr("Object in {place}", place=shorten(place, 60))
    for one in town.personas:
        found[f"persona.{one.id}.traits"] = tr("{name}: trait", name=one.name)
    return found


def _of_things(town: Scenario) -> Mapping[str, str]:
    """Return where things can be added: in each room, and in a place that is one room itself."""
    return {
        f"world.{place.name}.objects" if is_one else f"world.{place.name}.rooms.{room.name}": place_words(
            place.name if is_one else room.path
        )
        for place in town.places
        for is_one in (len(place.rooms) == 1 and place.rooms[0].name == place.name,)
        for room in place.rooms
    }


def _begin(desk: Desk, cell: str, town: Scenario, adding: Node | None, key: str) -> None:
    """Add what was chosen, with something said to each field of it."""
    kind: str | None = st.session_state[key]
    st.session_state[key] = None
    if kind is None:
        return
    there = adding.values.get(kind) if isinstance(adding, Table) else None
    names = set(there.values) if isinstance(there, Table) else set()
    before = there.items if isinstance(there, Items) else (there,) if there is not None else ()
    value = _first_words(kind, town, len(before), names)
    if kind == FACTS or kind.startswith("persona."):
        edit(desk, lambda notebook: with_added(notebook, cell, ("add", kind), value), cell)
    else:
        assert isinstance(value, Mapping)
        ((name, inner),) = value.items()
        _put(desk, cell, ("add", kind, name), inner)


def _first_words(kind: str, town: Scenario, many: int, names: set[str]) -> object:
    """Return something to begin with for what is added to a path, beside what is added there already."""
    person, place = town.personas[0] if town.personas else None, town.places[0]
    if kind == FACTS:
        news = _free("news", {one.id for one in town.facts}, many)
        text = tr("There is a fair at {place} on day 2 at 15:00.", place=place.name)
        return {"id": news, "text": text, "known_by": [person.id] if person else []}
    if kind == PEOPLE:
        day = {"wake": "7:00", "sleep": "22:30"}
        said = {"name": tr("New Person"), "age": 30, "home": place.rooms[0].path, "traits": ["curious"]}
        return {_free("newcomer", {one.id for one in town.personas} | names): {**said, "day": day}}
    if kind == WORLD:
        about = tr("What it looks like and what people do there.")
        return {_free(tr("New place"), {one.name for one in town.places} | names): {"about": about}}
    if kind.startswith("persona."):
        return "curious"
    return {_free(tr("new object"), names): {"about": tr("What it looks like.")}}


def _free(name: str, taken: set[str], many: int = 0) -> str:
    tried = [
        name,
        *(f"{name} {n}" if " " in name else f"{name}-{n}" for n in range(2, len(taken) + many + 3)),
    ]
    free = [one for one in tried if one not in taken]
    return free[min(many, len(free) - 1)]
