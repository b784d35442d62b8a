"""Taking in: our file from one of Jupyter's that we have written, with the prose that was edited there.

Code that was changed there cannot be read back and is refused; cells that were added come as prose, or as
Python that is switched off. Whatever comes is read as any notebook is, with its faults in their lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from engine.api.writing.yaml_lines import open_plain
from engine.errors import BadInput, worded
from engine.notebook.editing import with_body, with_new_cell
from engine.notebook.jupyter.ipynb import FORM, OURS, written_hash
from engine.notebook.jupyter.pieces import FRONT, PROSE
from engine.notebook.parts import Notebook
from engine.notebook.reading.read import notebook_of

MOST_BYTES = 50_000_000  # what cells found may be large

_Table = Mapping[str, object]


def read_ipynb(path: Path) -> Notebook:
    """Return the notebook that a file of Jupyter's was made of. BadInput where it was made of none."""
    with open_plain(path) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(
            worded(
                "{name!r} is larger than {most_bytes:,} bytes; clear its outputs",
                name=path.name,
                most_bytes=MOST_BYTES,
            )
        )
    return notebook_from(content, path.name)


def notebook_from(content: bytes, name: str) -> Notebook:
    """Return the notebook of a file's content."""
    whole = _json(content, name)
    ours = _table(_table(whole.get("metadata")).get(OURS))
    cells = whole.get("cells")
    if ours.get("form") != FORM or whole.get("nbformat") != 4 or not isinstance(cells, list):
        raise BadInput(
            worded(
                "{name!r} was not exported from a Townwright notebook; only files written by "
                "`notebook export --as ipynb` can be imported",
                name=name,
            )
        )
    changed: dict[str, str] = {}
    pieces = [piece for n, cell in enumerate(cells, 1) for piece in _pieces(_table(cell), n, name, changed)]
    text = "".join([*pieces, _text(ours.get("after"))])
    found = notebook_of(text).without_faults(name)
    for cell, body in changed.items():
        found = notebook_of(with_body(found, cell, body)).without_faults(name)
    return _with_added(found, cells, name)


def _json(content: bytes, name: str) -> _Table:
    try:
        return _table(json.loads(content))
    except (ValueError, RecursionError) as error:
        raise BadInput(
            worded("{name!r} cannot be read as JSON; choose a Jupyter notebook", name=name)
        ) from error


def _pieces(cell: _Table, number: int, name: str, changed: dict[str, str]) -> Iterator[str]:
    """Yield the text of one cell; what became of the text of a note is added to what is `changed`."""
    ours, said = _ours(cell), _joined(cell)
    if not ours:
        if cell.get("cell_type") != "code" and said.strip():
            yield f"\n{said.strip()}\n\n"
        return
    source, kind = _text(ours.get("source")), _text(ours.get("kind"))
    yield _text(ours.get("before"))
    is_as_written = ours.get("written") == written_hash(said)
    if is_as_written or kind == FRONT:
        yield source
    elif kind == PROSE:
        yield _around(source, said)
    elif kind == "note":
        changed[_text(cell.get("id"))] = said
        yield source
    else:
        raise BadInput(
            worded(
                "{name}, cell {number} ({cell!r:.60}): its code was changed, and such changes cannot be "
                "imported; undo the change, and edit the cell in the *.town.md file",
                name=name,
                number=number,
                cell=_text(cell.get("id")),
            )
        )


def _around(source: str, said: str) -> str:
    """Return edited prose with the blank space that stood around it."""
    before = source[: len(source) - len(source.lstrip())]
    after = source[len(source.rstrip()) :]
    return f"{before}{said.strip()}{after or chr(10)}"


def _with_added(notebook: Notebook, cells: list[object], name: str) -> Notebook:
    """Return a notebook with the code that was added in Jupyter as Python that is off."""
    after, found = "", notebook
    for cell in map(_table, cells):
        ours, said = _ours(cell), _joined(cell)
        if ours:
            kind = _text(ours.get("kind"))
            after = _text(cell.get("id")) if kind not in (FRONT, PROSE) else after
        elif cell.get("cell_type") == "code" and said.strip():
            if "```" in said:
                raise BadInput(worded("{name}: an added code cell contains ```; remove it", name=name))
            known = {one.id for one in found.cells}
            text = with_new_cell(found, "python", said, after=after)
            new = next(one.id for one in notebook_of(text).cells if one.id not in known)
            text = text.replace(f"{{.python #{new}}}", f"{{.python #{new} disabled=true}}", 1)
            after, found = new, notebook_of(text).without_faults(name)
    return found


# ---- what stands in the file, which may be anything


def _ours(cell: _Table) -> _Table:
    return _table(_table(cell.get("metadata")).get(OURS))


def _joined(cell: _Table) -> str:
    """Return what stands in a cell, which is a text or a list of lines."""
    source = cell.get("source")
    return "".join(map(_text, source)) if isinstance(source, list) else _text(source)


def _table(value: object) -> _Table:
    return cast("_Table", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
