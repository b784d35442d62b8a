"""What a town is to have otherwise, as fields: in an edit, and in each of the variants of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from engine.api.run import FACULTIES
from engine.api.scenarios import cognition
from engine.api.writing.changes import LISTS, NUMBERS, TEXTS
from engine.api.writing.yaml_lines import Items, Node, Path, Scalar, Table, read_yaml
from engine.notebook.editing import with_item, with_key, with_value
from engine.notebook.parts import Cell, Notebook
from engine.notebook.reading.read import notebook_of
from engine.records import Scenario
from studio import session
from studio.basics.text import plain
from studio.catalogue.tr import tr
from studio.notebook.writing import Desk, edit

_LINES = (*TEXTS, *LISTS, *NUMBERS)


@dataclass(frozen=True, slots=True)
class _Change:
    """What is to be otherwise: how it is called, what it becomes, where in the cell that stands, and whether
    it stands there as a list.
    """

    name: str
    value: str
    path: Path
    listed: bool = False


@dataclass(frozen=True, slots=True)
class _Changes:
    """The changes that stand at a place of a cell (`path`)."""

    desk: Desk
    cell: str
    path: Path
    rows: tuple[_Change, ...]

    def key(self, n: int) -> str:
        """Return what the widgets of a row are called."""
        place = "-".join(map(str, self.path[:2])).replace("variants", "variant")
        return f"nbf-{self.desk.key}-{self.cell}-{place}-{n}"

    def make(self, change: Callable[[Notebook], str]) -> None:
        """Have the notebook say what an edit makes of it."""
        edit(self.desk, change, self.cell)


def edit_form(desk: Desk, cell: Cell, town: Scenario) -> None:
    """Draw what an edit changes: a row for each, and one for another."""
    root = read_yaml(cell.body, "a cell").root
    said = root.values.get("set") if isinstance(root, Table) else None
    _rows(_changes_at(desk, cell.id, ("set",), said), town)


def variants_form(desk: Desk, cell: Cell, town: Scenario) -> None:
    """Draw the variants of a comparison: the name of each, and what it has otherwise."""
    root = read_yaml(cell.body, "a cell").root
    said = root.values.get("variants") if isinstance(root, Table) else None
    variants = said.items if isinstance(said, Items) else ()
    plain(tr("Variants: the base with changes"), small=True)
    for n, one in enumerate(variants):
        with st.container(border=True, gap="small"):
            key = f"nbf-{desk.key}-{cell.id}-variant-{n}"
            session.follow_widget(key, _name_of(one), typed=True)
            st.text_input(
                tr("Name"),
                _name_of(one),
                key=key,
                max_chars=60,
                on_change=_named,
                args=(desk, cell.id, n, key),
            )
            other = one.values.get("notebook") if isinstance(one, Table) else None
            if isinstance(other, Scalar):
                plain(tr("Final state of the notebook {name}", name=other.text), small=True)
            else:
                inner = one.values.get("set") if isinstance(one, Table) else None
                _rows(_changes_at(desk, cell.id, ("variants", n, "set"), inner), town)
            st.button(
                tr("Remove variant"), key=f"{key}-gone", icon=":material/delete:", type="tertiary",
                on_click=_put, args=(desk, cell.id, ("variants", n), None),
            )  # fmt: skip
    new = {"name": f"variant {len(variants) + 1}", "set": {"without": "reflection"}}
    st.button(
        tr("Add variant"), key=f"nbf-{desk.key}-{cell.id}-variant-new", icon=":material/add:",
        on_click=_added, args=(desk, cell.id, new),
    )  # fmt: skip


# ---- rows of changes


def _rows(changes: _Changes, town: Scenario) -> None:
    known = _keys(town)
    for n, (name, value) in enumerate((*((one.name, one.value) for one in changes.rows), ("", ""))):
        what, says = st.columns([3, 2], gap="small")
        place = changes.key(n)
        session.follow_widget(f"{place}-what", name or None)
        with what:
            st.selectbox(
                tr("What changes") if name else tr("Add a change"), _with(known, name),
                key=f"{place}-what", index=None, format_func=lambda one: known.get(one, one),
                accept_new_options=True, placeholder=tr("Choose or enter a key"),
                on_change=_what_changed, args=(changes, n, town),
            )  # fmt: skip
        if name:
            session.follow_widget(f"{place}-says", value, typed=True)
            with says:
                st.text_input(
                    tr("New value"),
                    value,
                    key=f"{place}-says",
                    max_chars=400,
                    on_change=_becomes,
                    args=(changes, n),
                )


def _with(known: Mapping[str, str], name: str) -> list[str]:
    return [*known, *([name] if name and name not in known else [])]


def _keys(town: Scenario) -> Mapping[str, str]:
    """Return every key that can be changed in a town, with how it is called."""
    keys = {
        "seed": tr("Seed: sets the random choices"),
        "without": tr("Without a faculty ({faculties})", faculties=", ".join(FACULTIES)),
    }
    for one in town.personas:
        keys |= {f"persona.{one.id}.{line}": f"{one.name}: {line}" for line in _LINES}
    for place in town.places:
        keys[f"world.{place.name}.about"] = tr("{place}: description", place=place.name)
    for name, value in cognition(town.cognition).model_dump().items():
        parts = [f"{name}.{part}" for part in value] if isinstance(value, Mapping) else [name]
        keys |= {f"cognition.{part}": tr("Cognition: {part}", part=part) for part in parts}
    return keys


def _now(town: Scenario, name: str) -> str:
    """Return what stands there now, to be changed: a new row begins with it."""
    head, _, rest = name.partition(".")
    if name == "seed":
        return str(town.seed + 1)
    if name == "without":
        return "reflection"
    if head == "cognition":
        value: object = cognition(town.cognition).model_dump()
        for part in rest.split("."):
            value = value.get(part, "") if isinstance(value, Mapping) else ""
        return str(value)
    if head == "world":
        place = next((one for one in town.places if f"{one.name}.about" == rest), None)
        return place.about if place is not None else ""
    who, _, line = rest.partition(".")
    persona = next((one for one in town.personas if one.id == who), None)
    found = getattr(persona, line, "")
    return (
        ", ".join(map(str, found))
        if isinstance(found, Sequence) and not isinstance(found, str)
        else str(found)
    )


def _what_changed(changes: _Changes, n: int, town: Scenario) -> None:
    key = f"{changes.key(n)}-what"
    if session.is_echo(key):
        return
    name: str | None = st.session_state[key]
    session.note_widget(key, name)
    before = changes.rows[n] if n < len(changes.rows) else None
    value = _plain(_now(town, name)) if name else None
    changes.make(
        partial(_changed_row, cell=changes.cell, at=changes.path, before=before, name=name, value=value)
    )


def _changed_row(
    notebook: Notebook,
    *,
    cell: str,
    at: Path,
    before: _Change | None,
    name: str | None,
    value: str | int | None,
) -> str:
    """Return the notebook with a row of changes that is of another key, new, or gone."""
    if before is None or name is None:
        path = before.path if before is not None else (*at, str(name))
        return with_value(notebook, cell, path, value)
    if before.path[:-1] == at:
        return with_key(notebook, cell, before.path, name, value)
    left = notebook_of(with_value(notebook, cell, before.path, None))
    return with_value(left, cell, (*at, name), value)


def _becomes(changes: _Changes, n: int) -> None:
    key = f"{changes.key(n)}-says"
    if session.is_echo(key):
        return
    said = session.widget_value(key).strip()
    session.note_widget(key, said)
    row = changes.rows[n]
    parts = [one.strip() for one in said.split(",") if one.strip()]
    _put(changes.desk, changes.cell, row.path, parts if row.listed else _plain(said))


def _plain(said: str) -> str | int:
    """Return what was typed as a number where it is one as YAML writes it."""
    return int(said) if said.isascii() and said.isdecimal() and str(int(said)) == said else said


# ---- as they stand in the text


def _changes_at(desk: Desk, cell: str, path: Path, said: Node | None) -> _Changes:
    return _Changes(desk, cell, path, tuple(_found(said, path)))


def _found(said: Node | None, path: Path, within: str = "") -> Iterator[_Change]:
    """Yield the changes of a table, tables within it by the names of both."""
    for key, node in said.values.items() if isinstance(said, Table) else ():
        name, at = f"{within}{key}", (*path, key)
        if isinstance(node, Table):
            yield from _found(node, at, f"{name}.")
        elif isinstance(node, Items):
            words = ", ".join(one.text for one in node.items if isinstance(one, Scalar))
            yield _Change(name, words, at, listed=True)
        else:
            yield _Change(name, "" if node.is_null else node.text, at)


def _name_of(variant: Node) -> str:
    name = variant.values.get("name") if isinstance(variant, Table) else None
    return name.text if isinstance(name, Scalar) else ""


def _named(desk: Desk, cell: str, n: int, key: str) -> None:
    said = session.widget_value(key)
    session.note_widget(key, said)
    _put(desk, cell, ("variants", n, "name"), said.strip())


def _put(desk: Desk, cell: str, path: Path, value: object) -> None:
    edit(desk, lambda notebook: with_value(notebook, cell, path, value), cell)


def _added(desk: Desk, cell: str, variant: Mapping[str, object]) -> None:
    edit(desk, lambda notebook: with_item(notebook, cell, ("variants",), variant), cell)
