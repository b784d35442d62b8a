"""Reading a notebook: its parts, and every fault with its line. Nothing is run, and nothing is written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from markdown_it import MarkdownIt

from engine.api.text import did_you_mean
from engine.api.writing.yaml_lines import open_plain
from engine.errors import BadInput, worded
from engine.notebook.parts import Cell, Fault, Front, Notebook, Part, Prose
from engine.notebook.reading.bound import bound
from engine.notebook.reading.fences import Info, Span, front_end, lines_of, spans
from engine.notebook.reading.fields import fields_of
from engine.notebook.reading.front import front_of
from engine.notebook.reading.kinds import KINDS
from engine.notebook.specs import (
    Branch,
    Chart,
    Compare,
    Expect,
    Interview,
    Note,
    Predict,
    Python,
    Spec,
    Sql,
    Survey,
)

MOST_BYTES, MOST_CELLS = 1_000_000, 500
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COMMENT = re.compile(r"\s*<!--.*?-->\s*", re.DOTALL)
_LIVE = re.compile(
    r"<\s*/?\s*(?:script|style|iframe|object|embed|link|meta|base|form|svg|math|video|audio|img|input|button)\b"
    r"|\bon[a-z]+\s*=|javascript:|data:",
    re.IGNORECASE,
)
_BARE = ("sql", "note", "python")  # whose body is no YAML


def read_notebook(path: Path) -> Notebook:
    """Return the notebook of a file. BadInput where it cannot be read at all."""
    with open_plain(path) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(
            worded(
                "{name!r} is larger than {most_bytes:,} bytes; split it into two notebooks",
                name=path.name,
                most_bytes=MOST_BYTES,
            )
        )
    try:
        return notebook_of(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadInput(
            worded("{name}, line {line}: this is not UTF-8 text; save it as UTF-8", name=path.name, line=line)
        ) from error


def notebook_of(text: str) -> Notebook:
    """Return the notebook that a text is, with every fault it has."""
    faults: list[Fault] = []
    lines = lines_of(text)
    first = front_end(lines)
    if first < 0:
        remedy = worded("close it with a line ---")
        message = worded("the front matter is not closed")
        faults.append(Fault(code="NB101", line=1, message=message, remedy=remedy))
        return Notebook(front=Front(source=text), parts=(), faults=tuple(faults))
    front = front_of("".join(lines[:first]), "".join(lines[1 : max(1, first - 1)]), faults)
    parts = tuple(_part(lines, span, faults) for span in spans(lines, first))
    cells = [part for part in parts if isinstance(part, Cell)]
    _check_ids(cells, faults)
    _check_names(cells, faults)
    return Notebook(front=front, parts=parts, faults=tuple(_placed(faults, cells, max(1, len(lines)))))


def _placed(faults: Iterable[Fault], cells: Sequence[Cell], last: int) -> Iterator[Fault]:
    """Yield each fault with the id of the cell it is in, in a line that the file has."""
    firsts = [cell.line for cell in cells]
    for fault in faults:
        line = min(fault.line, last)  # YAML tells of what is not ended in the line after it
        above = bisect_right(firsts, line) - 1
        cell = cells[above] if above >= 0 else None
        within = cell is not None and line < cell.line + cell.source.count("\n")
        yield replace(fault, line=line, cell=cell.id if cell is not None and within else fault.cell)


def _part(lines: list[str], span: Span, faults: list[Fault]) -> Part:
    source = "".join(lines[span.start : span.end])
    if span.info is None:
        _check_prose(source, span.start, faults)
        return Prose(source=source, line=span.start + 1)
    if not span.closed:
        remedy = worded("close it with ``` on a separate line")
        message = worded("the cell is not closed")
        faults.append(Fault(code="NB201", line=span.start + 1, message=message, remedy=remedy))
    body = "".join(lines[span.start + 1 : span.end - (1 if span.closed else 0)])
    return _cell(source, body, span, span.info, faults)


def _cell(source: str, body: str, span: Span, info: Info, faults: list[Fault]) -> Cell:
    line = span.start + 1

    def wrong(code: str, message: str, remedy: str) -> None:
        faults.append(Fault(code=code, line=line, message=message, remedy=remedy))

    for one in info.wrong:
        wrong(
            "NB205",
            worded("{one!r:.60} in the braces is not a valid attribute", one=one),
            worded('write attributes as key="value"'),
        )
    if len(info.kinds) != 1:
        wrong("NB202", worded("a cell needs exactly one kind"), worded("write it as {.run #d1}"))
    kind = info.kinds[0] if info.kinds else ""
    if len(info.ids) != 1 or not _ID.fullmatch(info.ids[0]):
        wrong(
            "NB203",
            worded("a cell needs exactly one id of up to 64 letters, digits, - and _"),
            worded("write it as {{.{kind} #d1}}", kind=kind or "run"),
        )
    return Cell(
        source=source,
        line=line,
        lang=info.lang,
        kind=kind,
        id=info.ids[0] if info.ids else "",
        body=body,
        own=line + 1,
        attributes=info.attributes,
        spec=_spec(kind, body, info.attributes, line + 1, faults),
    )


def _spec(
    kind: str, body: str, attributes: Mapping[str, str], first: int, faults: list[Fault]
) -> Spec | None:
    """Return what a cell asks for; None where its kind is unknown, which is kept as it stands."""
    if kind in _BARE:
        if not body.strip():
            faults.append(
                Fault(
                    code="NB207",
                    line=first - 1,
                    message=worded("the {kind} is empty", kind=kind),
                    remedy=worded("add content to it, or delete it"),
                )
            )
        if kind == "sql":
            return Sql(sql=body, given=bound(body, attributes, first, faults))
        return Python(code=body) if kind == "python" else Note(text=body)
    if kind not in KINDS:
        return None
    fields = fields_of(body, first, faults, worded("the {kind}", kind=kind))
    if fields is None:
        return None
    found = KINDS[kind](fields)
    fields.rest()
    return found


# ---- what cells are to each other


def _check_ids(cells: list[Cell], faults: list[Fault]) -> None:
    if len(cells) > MOST_CELLS:
        remedy = worded("split it into two notebooks")
        line = cells[MOST_CELLS].line
        faults.append(
            Fault(
                code="NB206",
                line=line,
                message=worded("the notebook has more than {most_cells} cells", most_cells=MOST_CELLS),
                remedy=remedy,
            )
        )
    counts = Counter(cell.id for cell in cells if cell.id)
    seen: set[str] = set()
    for cell in cells:
        if counts[cell.id] > 1 and cell.id in seen:
            message = worded("the id {id!r} is already used by a cell above", id=cell.id)
            remedy = worded("give this cell another id")
            faults.append(Fault(code="NB204", line=cell.line, message=message, remedy=remedy, cell=cell.id))
        seen.add(cell.id)


def _check_names(cells: list[Cell], faults: list[Fault]) -> None:
    """Check that what a cell says of others is about cells above it; a prediction, of one below."""
    ids = [cell.id for cell in cells]
    above: list[str] = []
    queries: list[str] = []
    asked: list[str] = []
    for cell in cells:
        spec = cell.spec
        if isinstance(spec, Chart):
            _check_name(cell, spec.data, queries, faults, worded("above it with a SQL query"))
        elif isinstance(spec, Expect):
            _check_name(
                cell, spec.of, asked, faults, worded("above it that is an interview, survey or query")
            )
        elif isinstance(spec, Predict):
            _check_name(cell, spec.reveal_after, ids, faults, worded("in the notebook"))
        for name in _named(spec):
            _check_name(cell, name, above, faults, worded("above it"))
        above += [cell.id] if cell.changes_town else []
        is_on = not cell.is_marked("disabled")
        queries += [cell.id] if is_on and isinstance(spec, Sql) else []
        asked += [cell.id] if is_on and isinstance(spec, Interview | Survey | Sql) else []


def _named(spec: Spec | None) -> tuple[str, ...]:
    if isinstance(spec, Branch):
        return (spec.start,)
    return (spec.base, *spec.beside) if isinstance(spec, Compare) else ()


def _check_name(cell: Cell, name: str, known: list[str], faults: list[Fault], where: str) -> None:
    if name and name not in known:
        remedy = did_you_mean(name, known, worded("use one of: {known}", known=", ".join(known) or "none"))
        said = {"kind": cell.kind, "id": cell.id, "name": name, "where": where}
        message = worded("{kind} {id!r} refers to {name!r:.60}, but there is no such cell {where}", **said)
        if cell.kind not in ("predict", "chart", "expect"):
            message = worded(
                "{kind} {id!r} refers to {name!r:.60}, but no cell of that name {where} changes the town",
                **said,
            )
        faults.append(Fault(code="NB401", line=cell.line, message=message, remedy=remedy, cell=cell.id))


# ---- prose


def _check_prose(source: str, start: int, faults: list[Fault]) -> None:
    """Refuse what a browser would run in prose; comments and harmless marks are kept, and shown as text."""
    if "<" not in source and ":" not in source:
        return
    for token in MarkdownIt("commonmark").parse(source):
        if token.map is None:
            continue
        inner = [one.content for one in token.children or () if one.type == "html_inline"]
        raw = [token.content] if token.type == "html_block" else inner
        if any(_LIVE.search(_COMMENT.sub("", one)) for one in raw):
            line = start + token.map[0] + 1
            remedy = worded("remove it; the text of a notebook is Markdown and cannot run code")
            message = worded("the text contains HTML that would run in a browser")
            faults.append(Fault(code="NB208", line=line, message=message, remedy=remedy))
