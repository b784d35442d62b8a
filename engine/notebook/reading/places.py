"""Places: in which line of the file a cell says what turned out to be wrong with it."""

from __future__ import annotations

from engine.api.scenarios import persona_of
from engine.api.steering.editing import CannotCome
from engine.api.writing.changes import BadPatch, NoTown
from engine.api.writing.yaml_lines import Items, Node, Path, Scalar, Table, at, read_yaml, spot
from engine.notebook.parts import Cell

_BARE = ("sql", "note", "python")


def line_at(cell: Cell, *path: str | int) -> int:
    """Return the line of what stands at a path in the YAML of a cell, or of the nearest thing around it."""
    return cell.own + spot(_root(cell), path, key=True)[0] - 1


def line_of_text(cell: Cell, path: Path, text: str) -> int:
    """Return the line of a text at a path: where a list stands there, of the item that says it."""
    root = _root(cell)
    node = at(root, path) if root is not None else None
    for n, one in enumerate(node.items if isinstance(node, Items) else ()):
        if isinstance(one, Scalar) and one.text == text:
            return line_at(cell, *path, n)
    return line_at(cell, *path)


def line_of_value(cell: Cell, path: Path, value: str) -> int:
    """Return the line of the key in the table at a path that has a value, or of the table."""
    root = _root(cell)
    table = at(root, path) if root is not None else None
    for key, node in table.values.items() if isinstance(table, Table) else ():
        if isinstance(node, Scalar) and node.text == value:
            return line_at(cell, *path, key)
    return line_at(cell, *path)


def line_of_change(cell: Cell, key: str, error: Exception, within: Path = ()) -> int:
    """Return the line of a change (by its key of `engine.api.writing.changes`) at which something is wrong,
    in a cell or `within` a place of it.
    """
    how, _, rest = key.partition(".")
    if key == "patch":
        return line_at(cell, *within, key) + (error.line if isinstance(error, BadPatch) else 0)
    if how == "add":
        return line_at(cell, *within, how, rest, *_of_person(cell, (*within, how, rest), error))
    if how == "remove":
        return line_of_text(cell, (*within, how), rest)
    root = _root(cell)
    said = at(root, (*within, "set")) if root is not None else None
    return line_at(cell, *within, "set", *_keys_of(said, key))


def line_of_error(cell: Cell, error: Exception) -> int:
    """Return the line of what a cell could not do when it was run; its first where no part of it is meant."""
    return line_of_change(cell, error.key, error) if isinstance(error, CannotCome) else cell.line


def _root(cell: Cell) -> Node | None:
    return None if cell.kind in _BARE else read_yaml(cell.body, cell.kind).root


def _of_person(cell: Cell, path: Path, error: Exception) -> Path:
    """Return the key of somebody who is added at a path at which what is said of them makes no town."""
    who = persona_of(error.file) if isinstance(error, NoTown) else None
    root = _root(cell)
    if who is None or root is None or not isinstance(error, NoTown):
        return ()
    said = at(root, (*path, who))  # their file has a line for each key
    return (who, *list(said.keys)[error.line - 1 : error.line]) if isinstance(said, Table) else ()


def _keys_of(said: Node | None, key: str) -> tuple[str, ...]:
    """Return the keys, one within the other, that together are a key with dots."""
    for name, inner in said.values.items() if isinstance(said, Table) else ():
        if key == name:
            return (name,)
        if key.startswith(f"{name}.") and (rest := _keys_of(inner, key.removeprefix(f"{name}."))):
            return (name, *rest)
    return ()
