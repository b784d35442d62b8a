"""Editing a notebook: its text is the truth, and an edit gives a text in which all else stands as it was."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from engine.api.steering.until import MOST_DAYS
from engine.api.text import shorten
from engine.api.writing.edits import Said
from engine.api.writing.yaml_lines import (
    Add,
    Items,
    Node,
    Path,
    Remove,
    RenameKey,
    Scalar,
    SetField,
    Table,
    read_yaml,
    said,
    with_edit,
    with_values,
)
from engine.clock import DAY, day_of, moment_words, parse_moment, worded_moment
from engine.errors import BadInput, worded
from engine.notebook.parts import Cell, Notebook
from engine.notebook.reading.read import notebook_of
from engine.notebook.specs import Run, Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A cell to put into a notebook from another page: its kind, its keys with their values (or a text), and
    the minute up to which the notebook has to simulate the town.
    """

    kind: str
    values: Mapping[str, object] = field(default_factory=dict)
    body: str = ""
    title: str = ""
    minute: int = 0


LANGS = {"sql": "sql", "note": "text", "python": "python"}
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST_TITLE = 80
_UNFIT_FOR_BRACES = frozenset('"`\r\n')
_LONG = 4  # letters that tell a new id from others


def with_body(notebook: Notebook, cell: str, body: str) -> str:
    """Return the text with another body in a cell; the lines around it stay as they are."""
    place = _place(notebook, cell)
    found = notebook.parts[place]
    assert isinstance(found, Cell)
    head = found.source[: found.source.index(found.body)] if found.body else _first_line(found.source)
    foot = found.source[len(head) + len(found.body) :]
    ended = body if not body or body.endswith("\n") else f"{body}\n"
    fence = head.lstrip()[: len(head.lstrip()) - len(head.lstrip().lstrip("`~"))]
    if any(line.strip().startswith(fence) for line in ended.splitlines()):
        raise BadInput(
            worded(
                "the text of {cell!r} has a line that starts with {fence}, which would end the "
                "cell; rewrite that line",
                cell=cell,
                fence=fence,
            )
        )
    return _with(notebook, place, [head + ended + foot])


def with_fields(notebook: Notebook, cell: str, values: Mapping[str, object]) -> str:
    """Return the text with other values in the YAML of a cell; comments and all else in it stay, and a key
    whose value is None goes. BadInput where its body is no table of keys.
    """
    text = notebook.text
    for name, value in values.items():
        within = value.items() if isinstance(value, Mapping) else ()
        said = [((name, key), one) for key, one in within] if within else [((name,), value)]
        for path, one in said:
            text = with_value(notebook_of(text), cell, path, one)
    return text


def with_value(notebook: Notebook, cell: str, path: Path, value: object) -> str:
    """Return the text with a value at a place in the YAML of a cell, or (None) without what stands there;
    what is remarked around it stays.
    """
    body = notebook.cell(cell).body
    root = _table_of(body, cell)
    if value is None:
        return with_body(notebook, cell, _without(body, root, cell, path))
    if root is None:
        for key in reversed(path[1:]):
            value = {key: value}
        return with_body(notebook, cell, f"{_ended(body)}{_said(str(path[0]), value)}")
    node: Node | None = root
    for part in path:
        node = _inside(node, part)
    return with_body(notebook, cell, _with_other(body, node, cell, path, value))


def _with_other(body: str, node: Node | None, cell: str, path: Path, value: object) -> str:
    """Return the YAML of a cell with a value in place of another, or of nothing."""
    if isinstance(node, Scalar) and isinstance(value, str | int | float):
        before = body[node.start : node.end]
        if before and "\n" not in before:  # one line in place of another, in the quotes of the house
            written = _said("x", value).removeprefix("x: ").rstrip("\n")
            return body[: node.start] + written + body[node.end :]
    return with_edit(body, SetField(file=cell, path=path, value=cast("Said", value)))


def with_key(notebook: Notebook, cell: str, path: Path, name: str, value: object) -> str:
    """Return the text with another key in place of one in the YAML of a cell, and another value of it."""
    renamed = notebook_of(with_renamed(notebook, cell, path, name))
    return with_value(renamed, cell, (*path[:-1], name), value)


def with_the_one(notebook: Notebook, cell: str, keys: Collection[str], key: str, value: object) -> str:
    """Return the text in which of some keys of a cell that exclude each other one alone stands, with a value;
    where it stands there already it keeps what it says. Whatever stood there in its stead goes.
    """
    root = _table_of(notebook.cell(cell).body, cell)
    there = [] if root is None else [one for one in root.values if one in keys]
    for one in there:
        if one != key:
            notebook = notebook_of(with_value(notebook, cell, (one,), None))
    return notebook.text if key in there else with_value(notebook, cell, (key,), value)


def with_renamed(notebook: Notebook, cell: str, path: Path, name: str) -> str:
    """Return the text with another key in place of one in the YAML of a cell; what it says stays."""
    body = with_edit(notebook.cell(cell).body, RenameKey(file=cell, path=path, name=name))
    return with_body(notebook, cell, body)


def with_added(notebook: Notebook, cell: str, path: Path, value: object) -> str:
    """Return the text with one thing more at a place in the YAML of a cell: one that stands there alone
    becomes a list with it.
    """
    node: Node | None = _table_of(notebook.cell(cell).body, cell)
    for part in path:
        node = _inside(node, part)
    if node is None:
        return with_value(notebook, cell, path, value if isinstance(value, Mapping) else [value])
    before = said(node)
    return with_value(notebook, cell, path, [*(before if isinstance(before, list) else [before]), value])


def with_item(notebook: Notebook, cell: str, path: Path, value: Mapping[str, object]) -> str:
    """Return the text with one more item at the end of a list in the YAML of a cell."""
    body = notebook.cell(cell).body
    root = _table_of(body, cell)
    if root is None or str(path[0]) not in root.values:
        return with_body(notebook, cell, f"{_ended(body)}{_said(str(path[0]), [value])}")
    return with_body(notebook, cell, with_edit(body, Add(file=cell, path=path, value=cast("Said", value))))


def _table_of(body: str, cell: str) -> Table | None:
    """Return the keys of a cell; None where nothing is said in it. BadInput where it holds anything else."""
    parsed = read_yaml(body, cell)
    if parsed.problems or not isinstance(parsed.root, Table | None):
        raise BadInput(
            worded("the cell {cell!r} does not contain keys with values; edit the cell as text", cell=cell)
        )
    return parsed.root


def _without(body: str, root: Table | None, cell: str, path: Path) -> str:
    """Return the YAML of a cell without what stands at a place, and without what is left empty by that."""
    around: Node | None = root
    for part in path[:-1]:
        around = _inside(around, part)
    if _inside(around, path[-1]) is None or root is None:
        return body
    if _many(around) > 1:
        return with_edit(body, Remove(file=cell, path=path))
    return _without(body, root, cell, path[:-1]) if len(path) > 1 else _without_last(body, root)


def _inside(node: Node | None, part: str | int) -> Node | None:
    if isinstance(node, Table):
        return node.values.get(str(part))
    if isinstance(node, Items) and isinstance(part, int) and part < len(node.items):
        return node.items[part]
    return None


def _many(node: Node | None) -> int:
    return len(node.keys) if isinstance(node, Table) else len(node.items) if isinstance(node, Items) else 0


def _without_last(body: str, root: Table) -> str:
    """Return the YAML of a cell without its only key; what is remarked on lines above and below it stays."""
    line = next(iter(root.keys.values())).line
    lines = body.splitlines(keepends=True)
    return "".join((*lines[: line - 1], *(one for one in lines[line:] if one.startswith("#"))))


def _ended(body: str) -> str:
    return body if not body or body.endswith("\n") else f"{body}\n"


def with_attribute(notebook: Notebook, cell: str, name: str, value: str) -> str:
    """Return the text with an attribute of a cell in its braces; with an empty value, without it."""
    found = notebook.cell(cell)
    if not _UNFIT_FOR_BRACES.isdisjoint(value):
        raise BadInput(
            worded(
                "{name} of {cell!r} cannot contain quotes, backticks or line breaks; remove them",
                name=name,
                cell=cell,
            )
        )
    head = _first_line(found.source)
    there = re.compile(rf"""\s+{re.escape(name)}=(?:"[^"]*"|[^\s"'}}]*)""")
    bare = there.sub("", head, count=1)
    at = bare.rindex("}")
    said = f' {name}="{value}"' if value else ""
    changed = f"{bare[:at].rstrip()}{said}{bare[at:]}"
    return _with(notebook, _place(notebook, cell), [changed + found.source[len(head) :]])


def with_title(notebook: Notebook, title: str) -> str:
    """Return the text with another title of the notebook."""
    opening, rest = notebook.front.source.split("\n", 1)
    end = rest.rindex("---")
    keys = with_edit(rest[:end], SetField(file="front", path=("title",), value=title))
    return f"{opening}\n{keys}{rest[end:]}" + "".join(part.source for part in notebook.parts)


def with_prose(notebook: Notebook, place: int, text: str) -> str:
    """Return the text with other prose at a place among its parts; blank lines around it stay."""
    before = notebook.parts[place].source
    lead = before[: len(before) - len(before.lstrip("\r\n"))]
    foot = before[len(before.rstrip("\r\n")) :] or "\n"
    return _with(notebook, place, [f"{lead}{text.strip()}{foot}" if text.strip() else "\n"])


def with_new_prose(notebook: Notebook, place: int, text: str) -> str:
    """Return the text with new prose before the part at a place, or (behind all) at its end."""
    return _inserted(notebook, place, f"{text.strip()}\n")


def with_new_cell(
    notebook: Notebook, kind: str, body: str, after: str = "", *, place: int | None = None
) -> str:
    """Return the text with a new cell behind another one, before the part at a place, or at its end."""
    name = new_id(notebook, kind, body)
    ended = body if body.endswith("\n") else f"{body}\n"
    source = f"```{LANGS.get(kind, 'yaml')} {{.{kind} #{name}}}\n{ended}```\n"
    if place is None:
        place = _place(notebook, after) + 1 if after else len(notebook.parts)
    return _inserted(notebook, place, source)


def with_piece(notebook: Notebook, piece: Piece) -> str:
    """Return the text with a piece from elsewhere at its end. Where the notebook has not lived to its minute
    yet, a cell that does so comes before it.
    """
    text = notebook.text
    if reached([cell.spec for cell in notebook.cells]) < piece.minute:
        text = with_new_cell(notebook, "run", f'until: "{moment_words(piece.minute)}"')
    before = notebook_of(text)
    values = dict(piece.values)
    if piece.kind == "compare":  # what it is begun otherwise counts from the first day on
        runs = [cell.id for cell in before.cells if cell.kind == "run"]
        values["base"] = runs[0] if runs else ""
        if "repeat" in values:
            _check_repeats(before, piece.minute)
    body = piece.body + "".join(_said(name, value) for name, value in values.items())
    text = with_new_cell(before, piece.kind, body)
    if not piece.title:
        return text
    made = notebook_of(text)
    return with_attribute(
        made,
        made.cells[-1].id,
        "title",
        shorten(as_title(piece.title), _LONGEST_TITLE),
    )


def _check_repeats(notebook: Notebook, minute: int) -> None:
    """Raise BadInput unless the first cell that changes the town lives it to a minute: what is repeated is
    lived from the beginning to there.
    """
    first = next((cell.spec for cell in notebook.cells if cell.changes_town), None)
    if not isinstance(first, Run) or reached([first]) != minute:
        raise BadInput(
            worded(
                "this notebook does not start with a run to {moment}, which the repeated runs "
                "need; use a new notebook",
                moment=worded_moment(minute),
            )
        )


def as_title(text: str) -> str:
    """Return a text as the title of a cell can hold it: one line with plain quotes, no control characters."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.replace('"', "'").replace("`", "'").split())


def without_cell(notebook: Notebook, cell: str) -> str:
    """Return the text without a cell."""
    return _with(notebook, _place(notebook, cell), [])


def with_copy(notebook: Notebook, cell: str) -> str:
    """Return the text with a copy of a cell behind it, under an id of its own."""
    found = notebook.cell(cell)
    name = new_id(notebook, found.kind, found.body)
    copied = found.source.replace(f"#{cell}", f"#{name}", 1)
    return _with(notebook, _place(notebook, cell), [found.source, "\n", copied])


def with_moved(notebook: Notebook, cell: str, by: int) -> str:
    """Return the text with a cell so many cells further down, or (below zero) up; prose stays where it is."""
    places = [n for n, part in enumerate(notebook.parts) if isinstance(part, Cell)]
    here = places.index(_place(notebook, cell))
    there = min(max(here + by, 0), len(places) - 1)
    order = [notebook.parts[place].source for place in places]
    order.insert(there, order.pop(here))
    sources = [part.source for part in notebook.parts]
    for place, source in zip(places, order, strict=True):
        sources[place] = source
    return notebook.front.source + "".join(sources)


def with_ids(text: str) -> str:
    """Return the text with an id for each cell that has a kind and no id."""
    notebook = notebook_of(text)
    while True:
        place = next((n for n, part in enumerate(notebook.parts) if _lacks_id(part)), None)
        if place is None:
            return notebook.text
        part = notebook.parts[place]
        assert isinstance(part, Cell)
        named = f".{part.kind} #{new_id(notebook, part.kind, part.body)}"
        notebook = notebook_of(_with(notebook, place, [part.source.replace(f".{part.kind}", named, 1)]))


def reached(asked: Sequence[Spec | None], since: int = 0) -> int:
    """Return the minute that cells have a town lived to, one after the other."""
    at = since
    for spec in asked:
        if isinstance(spec, Run):
            days = (spec.days or MOST_DAYS) if spec.event or spec.reflection else spec.days
            ends = [(day_of(at) - 1 + days) * DAY] if days else []
            ends += [parse_moment(spec.until)] if spec.until else []
            at = max(at, min(ends, default=at))
    return at


def new_id(notebook: Notebook, kind: str, body: str) -> str:
    """Return an id that no cell has: the kind and four letters, the same for the same notebook."""
    taken = {cell.id for cell in notebook.cells}
    for n in range(len(taken) + 1):
        drawn = int(hashlib.sha256(f"{n}\0{kind}\0{body}".encode()).hexdigest(), 16)
        letters = "".join(_LETTERS[drawn // 36**place % 36] for place in range(_LONG))
        if f"{kind}-{letters}" not in taken:
            return f"{kind}-{letters}"
    raise BadInput(worded("the notebook has too many cells to add another; split it into two notebooks"))


def _inserted(notebook: Notebook, place: int, source: str) -> str:
    """Return the text with a source of its own before the part at a place, blank lines around it."""
    sources = [part.source for part in notebook.parts]
    before, behind = "".join(sources[:place]), "".join(sources[place:])
    whole = notebook.front.source + before
    lead = "" if not whole or whole.endswith(("\n\n", "\r\n\r\n")) else "\n"
    lead = lead if not whole or whole.endswith("\n") else "\n\n"
    foot = "" if not behind or behind.startswith(("\n", "\r")) else "\n"
    return f"{notebook.front.source}{before}{lead}{source}{foot}{behind}"


def _said(name: str, value: object) -> str:
    """Return a key with its value as YAML, a list of tables with a line for each."""
    if isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        rows = (f"  - {_said('x', one).removeprefix('x: ')}" for one in value)
        return f"{name}:\n{''.join(rows)}"
    return f"{with_values('{}', {name: value}, name)[1:-1]}\n"


def _lacks_id(part: object) -> bool:
    return isinstance(part, Cell) and bool(part.kind) and not part.id


def _first_line(source: str) -> str:
    return source.splitlines(keepends=True)[0]


def _place(notebook: Notebook, cell: str) -> int:
    return notebook.parts.index(notebook.cell(cell))


def _with(notebook: Notebook, place: int, sources: Sequence[str]) -> str:
    every = [part.source for part in notebook.parts]
    return notebook.front.source + "".join([*every[:place], *sources, *every[place + 1 :]])
