"""Drawing: a picture that an author wrote in Vega-Lite, over the rows of a cell of SQL."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from xml.etree import ElementTree

from engine.errors import BadInput, worded
from engine.notebook.apart.apart import svg_of
from engine.notebook.outputs import Grid, Output
from engine.notebook.running.cells.looking import asked
from engine.notebook.running.cells.place import Place
from engine.notebook.specs import Chart, Sql

_INK = "currentColor"  # of whatever page it stands on, light or dark
_WORDS = {"labelColor": _INK, "titleColor": _INK}
_CONFIG: Mapping[str, Mapping[str, object]] = {
    "axis": {**_WORDS, "domainColor": "#888", "tickColor": "#888", "gridColor": "#8884"},
    "legend": _WORDS,
    "header": _WORDS,
    "title": {"color": _INK, "subtitleColor": _INK},
    "view": {"stroke": "#8884"},
    "text": {"color": _INK},
}
_TAGS = frozenset(
    {"svg", "g", "path", "text", "tspan", "rect", "line", "circle", "defs", "clipPath", "title", "style",
     "linearGradient", "radialGradient", "stop"}
)  # fmt: skip


def pictured(spec: Chart, place: Place) -> Output:
    """Return a picture with the rows that it is of."""
    step = place.other(spec.data)
    assert isinstance(step.cell.spec, Sql)
    run = place.checkpoint(step.before)
    grid = asked(run, step.cell.spec.sql, dict(step.cell.spec.given))
    if not grid.rows:
        raise BadInput(worded("the cell {data!r} found no rows to draw; change its query", data=spec.data))
    svg = harmless(svg_of(_with_rows(json.loads(spec.vega), grid)))
    named = re.sub(r'(\bid="|url\(#)', rf"\g<1>{hashlib.sha256(svg.encode()).hexdigest()[:8]}-", svg)
    return Output(grids=(replace(grid, svg=named),), run=run.row.id, minute=run.clock)


def _with_rows(vega: Mapping[str, object], grid: Grid) -> Mapping[str, object]:
    own = vega.get("config")
    config = {name: {**values} for name, values in _CONFIG.items()}
    for name, values in own.items() if isinstance(own, dict) else ():
        config[name] = {**config.get(name, {}), **values} if isinstance(values, dict) else values
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    return {"width": 520, "background": None, **vega, "config": config, "data": {"values": rows}}


def harmless(svg: str) -> str:
    """Return a picture as it is. BadInput where it holds anything but shapes and words."""
    for element in ElementTree.fromstring(svg).iter():
        tag = element.tag.rpartition("}")[2]
        names = [name.rpartition("}")[2] for name in element.attrib]
        if tag not in _TAGS or any(name.startswith("on") or name in ("href", "src") for name in names):
            raise BadInput(
                worded("the chart contains the element <{tag:.20}>, which is not allowed; remove it", tag=tag)
            )
    return svg
