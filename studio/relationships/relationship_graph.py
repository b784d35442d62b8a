"""The graph of a town's relationships, drawn by pyvis inside a walled frame, and its matrix."""

from __future__ import annotations

import base64
import functools
import html
import json
from collections.abc import Callable, Mapping, Sequence
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.records import AgentId, Persona
from studio.basics.charts.colours import colour
from studio.basics.iframe import offline_page, sandboxed
from studio.basics.text import shorten, signed
from studio.relationships.graph_library import address
from studio.relationships.relationship_stats import Tie, unlike_labels

if TYPE_CHECKING:
    import pandas as pd
    from pandas.io.formats.style import Styler

HEIGHT = 560
MOST_LABELS, RING = 45, 12
DISCS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#8A8580")
_SPREAD, _STEPS, _CLEAR = 420.0, 300, 130.0

# A narrow frame is higher than wide: the picture is laid on its side, and its writing grows. It is shown once
# it fits, and fits again when the frame changes its size, until somebody has moved it to look at a part.
_UNSEEN = """<style>
#mynetwork { visibility: hidden }
#mynetwork .vis-network:focus-visible { outline: 3px solid Highlight; outline-offset: -3px }
</style>"""
_FITTED = f"""<script>
const frame = document.getElementById("mynetwork")
const few = nodes.length <= {RING}
const wide = nodes.get().map(({{ id, x, y }}) => ({{ id, x, y, size: 26, font: {{ size: 22 }} }}))
const upright = wide.map(({{ id, x, y }}) => (
  {{ id, x: y, y: x, size: few ? 40 : 30, font: {{ size: few ? 34 : 26 }} }}
))
let narrow = false
let touched = false
function fit() {{
  if (touched || !frame.clientWidth) return
  if (narrow !== (innerWidth < 640)) {{
    narrow = !narrow
    network.setOptions({{ edges: {{ font: {{ size: narrow ? (few ? 30 : 0) : 19 }} }} }})
    nodes.update(narrow ? upright : wide)
  }}
  drawn(() => {{ // only what was drawn knows how large it is, and names only at the size they have then
    network.fit({{ animation: false }})
    drawn(() => {{
      network.fit({{ animation: false }})
      drawn(() => {{ frame.style.visibility = "visible" }})
    }})
  }})
}}
function drawn(then) {{
  network.once("afterDrawing", () => setTimeout(then))
  network.redraw()
}}
function decoded(one) {{
  const picture = new Image()
  picture.src = one.image
  return picture.decode()
}}
for (const touch of ["dragStart", "zoom"]) network.on(touch, () => {{ touched = true }})
frame.addEventListener("keydown", pressed => {{ touched ||= pressed.key !== "Tab" }})
Promise.allSettled(nodes.get().map(decoded)).then(() => {{
  network.on("resize", fit)
  fit()
}})
</script>"""

Person = tuple[AgentId, str, str, int]
Line = tuple[AgentId, AgentId, float, str]
Place = tuple[float, float]
Places = Mapping[AgentId, Place]


def relationship_graph(
    people: Sequence[tuple[Persona, int]], ties: Sequence[Tie], places: Places, *, alt: str
) -> None:
    """Draw the ties; the places come from `layout`, so that nobody moves when the day changes."""
    page = graph_page(
        tuple((persona.id, persona.name, persona.emoji, number) for persona, number in people),
        tuple((tie.one, tie.other, tie.closeness, tie.label) for tie in ties),
        tuple(sorted(places.items())),
        (
            colour("textColor"),
            colour("backgroundColor"),
            colour("primaryColor"),
            colour("redColor"),
            colour("grayTextColor"),
        ),
    )
    sandboxed(page, height=HEIGHT, title=alt, library=address())


@functools.lru_cache(maxsize=12)  # Streamlit's own would take longer to tell whether it is known than to draw
def graph_page(
    people: tuple[Person, ...],
    lines: tuple[Line, ...],
    places: tuple[tuple[AgentId, Place], ...],
    colours: tuple[str, str, str, str, str],
) -> str:
    """Return the page of the graph: sign, width and dashes on every line, a portrait for everybody."""
    from pyvis.network import Network

    ink, paper, warm, cool, dim = colours
    net = Network(height=f"{HEIGHT - 48}px", bgcolor="transparent", font_color=ink, cdn_resources="remote")
    where = dict(places)
    for agent, name, emoji, number in people:
        x, y = where[agent]
        net.add_node(
            agent,
            label=shorten(name, 24),
            title=name,
            shape="image",
            image=portrait_picture(emoji, DISCS[number % len(DISCS)]),
            size=26,
            x=x,
            y=y,
        )
    for one, other, closeness, label in lines:
        net.add_edge(
            one,
            other,
            width=1 + 5 * abs(closeness),
            color=warm if closeness > 0 else cool if closeness < 0 else dim,
            dashes=closeness < 0,
            title=label,
            label=label if len(lines) <= MOST_LABELS else "",
        )
    net.set_options(json.dumps(_options(ink, paper)))
    page = offline_page(net).replace("border: 1px solid lightgray;", "border: 0;")
    return page.replace("</head>", f"{_UNSEEN}</head>", 1).replace("</body>", f"{_FITTED}</body>")


def _options(ink: str, paper: str) -> dict[str, Any]:
    return {
        "physics": {"enabled": False},
        "interaction": {
            "hover": True,
            "keyboard": {"enabled": True, "bindToWindow": False, "autoFocus": False},
            "zoomView": True,
            "dragNodes": True,
        },
        "nodes": {"font": {"size": 22, "color": ink, "strokeWidth": 5, "strokeColor": paper}},
        "edges": {
            "smooth": False,
            "font": {"size": 19, "color": ink, "strokeWidth": 4, "strokeColor": paper, "align": "horizontal"},
        },
    }


def portrait_picture(emoji: str, disc: str) -> str:
    """Return an emoji on a disc in somebody's colour, as a picture that needs no other machine."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">'
        f'<circle cx="48" cy="48" r="44" fill="{disc}" fill-opacity="0.28" stroke="{disc}" stroke-width="5"/>'
        '<text x="48" y="50" font-size="48" text-anchor="middle" dominant-baseline="central">'
        f"{html.escape(emoji[:16])}</text></svg>"
    )
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


@functools.lru_cache(maxsize=12)
def layout(people: tuple[AgentId, ...], ties: tuple[Tie, ...]) -> Places:
    """Return where everybody stands, friends near each other: a few on a ring, where no line runs through a
    portrait, a crowd as its ties pull it together. No dice are drawn.
    """
    count = len(people)
    if not count:
        return MappingProxyType({})
    angles = 2 * np.pi * np.arange(count) / count
    spots = np.column_stack([np.cos(angles), np.sin(angles)])
    index = {agent: n for n, agent in enumerate(people)}
    pull = np.zeros((count, count))
    for tie in ties:
        if tie.one in index and tie.other in index:
            strength = max(tie.closeness, 0.0)
            pull[index[tie.one], index[tie.other]] = pull[index[tie.other], index[tie.one]] = strength
    spots = _settled(spots, pull, np.sqrt(4.0 / count))
    spots -= spots.mean(axis=0)
    if count <= RING:
        turns = np.argsort(np.argsort(np.arctan2(spots[:, 1], spots[:, 0]), kind="stable"))
        spots = np.column_stack([np.cos(angles[turns] - np.pi / 2), np.sin(angles[turns] - np.pi / 2)])
    scale = _SPREAD * max(1.0, np.sqrt(count / 12)) / max(float(np.abs(spots).max()), 1e-9)
    spots = _cleared(spots * [scale * 1.35, scale * 0.85])
    rounded = [(round(float(x), 1), round(float(y), 1)) for x, y in spots]
    return MappingProxyType(dict(zip(people, rounded, strict=True)))


def _cleared(spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """Push apart those whose portraits or names would touch."""
    for _ in range(_STEPS):
        apart = spots[:, None, :] - spots[None, :, :]
        far = np.linalg.norm(apart, axis=2)
        np.fill_diagonal(far, np.inf)
        lack = np.maximum(_CLEAR - far, 0.0)
        if not lack.any():
            break
        spots = spots + (
            apart / np.maximum(far, 1.0)[:, :, None] * (lack / 2 + 0.5 * (lack > 0))[:, :, None]
        ).sum(axis=1)
    return spots


def _settled(spots: NDArray[np.float64], pull: NDArray[np.float64], ideal: float) -> NDArray[np.float64]:
    """Fruchterman and Reingold's forces, cooling down; the same every time."""
    for step in range(_STEPS):
        apart = spots[:, None, :] - spots[None, :, :]
        far = np.maximum(np.linalg.norm(apart, axis=2), 0.01)
        force = ideal**2 / far - pull * far**2 / ideal
        np.fill_diagonal(force, 0.0)
        move = (apart / far[:, :, None] * force[:, :, None]).sum(axis=1) - 0.05 * spots
        size = np.maximum(np.linalg.norm(move, axis=1, keepdims=True), 1e-9)
        spots = spots + move / size * np.minimum(size, 0.2 * (1 - step / _STEPS))
    return spots


def matrix(people: Sequence[Persona], ties: Sequence[Tie]) -> pd.DataFrame:
    """Return who stands how (rows) to whom (columns); empty where one does not know the other."""
    import pandas as pd

    names = unlike_labels([persona.name for persona in people])
    order = {persona.id: n for n, persona in enumerate(people)}
    cells = np.full((len(people), len(people)), np.nan)
    for tie in ties:
        one, other = order[tie.one], order[tie.other]
        cells[one, other] = np.nan if tie.there is None else tie.there
        cells[other, one] = np.nan if tie.back is None else tie.back
    return pd.DataFrame(cells, index=pd.Index(names, name="who, to whom"), columns=names)


def matrix_rows(cells: pd.DataFrame) -> list[dict[str, object]]:
    """Return the matrix as rows of a table: whoever feels, and a column for each they feel for."""
    return [
        {
            "who, to whom": name,
            **{other: "" if isnan(value) else round(value, 3) for other, value in row.items()},
        }
        for name, row in zip(cells.index, cells.to_dict("records"), strict=True)
    ]


def shown_matrix(cells: pd.DataFrame) -> Styler:
    """Return the matrix as signed numbers on a ground that is the deeper, the stronger the feeling."""
    import pandas as pd

    warm, strained = colour("primaryColor"), colour("redColor")

    def each(say: Callable[[float], str]) -> pd.DataFrame:
        said = [[say(value) for value in row] for row in cells.to_numpy().tolist()]
        # As objects: pandas' own kind of text is made, and changed by Streamlit, several times as slowly.
        return pd.DataFrame(said, index=cells.index, columns=cells.columns, dtype=object)

    grounds = each(lambda value: tint(value, warm, strained))
    shown = each(lambda value: "" if isnan(value) else signed(value, 2)).style
    # Named, or pandas draws lots for a name, and a matrix that has not changed would be sent again.
    return shown.set_uuid("feelings").apply(lambda _: grounds, axis=None)


def tint(value: float, warm: str, strained: str) -> str:
    """Return the background of a cell: the stronger, the deeper; sign and number stand in it anyway."""
    if not abs(value) >= 0.05:  # NaN as well
        return ""
    return f"background-color: {warm if value > 0 else strained}{round(20 + 90 * min(abs(value), 1.0)):02X}"
