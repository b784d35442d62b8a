"""The graph of a town's relationships over its days, drawn by pyvis inside a sandboxed frame, and as a
file.
"""

from __future__ import annotations

import base64
import functools
import html
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.records import AgentId
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.iframe import Hearing, in_script, offline_page, sandboxed, walled
from studio.basics.served import served
from studio.basics.text import shorten
from studio.catalogue.kept import kept_by_language
from studio.catalogue.marked import marked
from studio.catalogue.tr import read_in, reads, tr, tr_in
from studio.relationships.graph_layout import RING, Place
from studio.relationships.graph_library import address, library
from studio.relationships.relationship_stats import COOL
from studio.relationships.tie_days import TieDays

HEIGHT, _PICTURE, _LETTERS = 650, 500, 15
MOST_LABELS = 45
DISCS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#8A8580")
_FRAMED = Path(__file__).with_name("framed")  # the frame alone has these: no page takes their style
_SAYS: Mapping[str, str] = MappingProxyType(
    {
        "title": marked("Relationships in {town}"),
        "play": marked("▶ Play days"),
        "pause": marked("❚❚ Pause"),
        "strength": marked("Minimum closeness of the relationships shown, from −1 to +1"),
        "from": marked("Min. closeness"),
        "least": marked("{closeness} or more, and all strained"),
        "drawn": marked("{drawn} of {tied} relationships are shown. {words}"),
        "somebody": marked("Person"),
        "choose": marked("Choose a person…"),
        "rests": marked("What a relationship is based on"),
        "invites": marked("Click a line or a person, or choose one:"),
        "untied": marked("no relationship"),
        "felt": marked("{closeness}, {word}"),
        "on": marked("{felt}, {day}."),
        "ties": marked("Number of relationships, {day}: {n}."),
        "way": marked("{who} towards {whom}: {felt}"),
        "strangers": marked("{who} does not know {whom}."),
        "pair": marked("{one} and {other}"),
        "below": marked("Based on"),
        "start": marked("At the start, set by the author"),
        "about": marked("{who} towards {whom}: {felt}"),
        "why": marked("Why"),
        "why_of": marked("Why: {when}, {who} towards {whom}"),
    }
)


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A person in the picture: their position, colour and face, and the first of the days on which they live
    in the town.
    """

    agent: AgentId
    name: str
    emoji: str
    number: int
    place: Place
    first: int = 0


@dataclass(frozen=True, kw_only=True)
class Day:
    """A day of the graph: its label, and a sentence about the ties then."""

    label: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Graph:
    """The content of the picture: the town, the people, the days, their ties, and the least closeness of ties
    drawn at first.
    """

    town: str
    run: str
    people: tuple[Figure, ...]
    days: tuple[Day, ...]
    ties: TieDays
    least: float


@dataclass(frozen=True, kw_only=True)
class Inks:
    """The colours of the picture."""

    text: str
    paper: str
    line: str
    warm: str
    cool: str
    dim: str


def relationship_graph(
    graph: Graph,
    day: int,
    *,
    key: str,
    alt: str,
    opened: Callable[[int], None],
    turned: Callable[[int], None],
) -> None:
    """Draw the ties; nobody moves when the day changes. `opened` is called with the number of a tie's change
    to explain, `turned` with the day chosen in the picture.
    """
    sandboxed(
        graph_page(graph, inks(), inside=True, letters=scaled(_LETTERS), height=scaled(_PICTURE)),
        key=key,
        height=scaled(HEIGHT),
        title=alt,
        library=served(address()),
        hearing=Hearing(doors=len(graph.ties.changes), opened=opened, days=len(graph.days), turned=turned),
        day=day,
    )


def graph_file(graph: Graph, language: str) -> str:
    """Return the picture as one self-contained file: with all days, and what each tie rests on.

    It is made when it is downloaded, outside any window, so `language` is given.
    """
    with read_in(language):
        page = graph_page(graph, inks(), inside=False, letters=_LETTERS, height=_PICTURE)
    before, after = walled(page)
    return before + library() + after


def inks() -> Inks:
    """Return the colours of the theme."""
    return Inks(
        text=colour("textColor"),
        paper=colour("backgroundColor"),
        line=colour("borderColor"),
        warm=colour("primaryColor"),
        cool=colour("redColor"),
        dim=colour("grayTextColor"),
    )


@kept_by_language(12)  # Streamlit's own would take longer to tell whether it is known than to draw
def graph_page(graph: Graph, inks: Inks, *, inside: bool, letters: int, height: int) -> str:
    """Return the page of the graph: inside the studio, where a change can be explained, or by itself;
    `letters` and `height` are in pixels.
    """
    from pyvis.network import Network

    net = Network(height=f"{height}px", bgcolor="transparent", font_color=inks.text, cdn_resources="remote")
    for one in graph.people:
        net.add_node(
            one.agent,
            label=shorten(one.name, 24),
            title=one.name,
            shape="image",
            image=portrait_picture(one.emoji, DISCS[one.number % len(DISCS)]),
            size=26,
            x=one.place[0],
            y=one.place[1],
        )
    for number, pair in enumerate(graph.ties.pairs):
        net.add_edge(*pair, id=number, hidden=True)
    net.set_options(json.dumps(_options(inks)))
    page = offline_page(net).replace("border: 1px solid lightgray;", "border: 0;")
    look = {**vars(inks), "letters": f"{letters}px", "height": f"{height}px"}
    style = "".join(f"--{name}:{value};" for name, value in look.items())
    head = f"<style>:root{{{style}}}\n{(_FRAMED / 'graph.css').read_text('utf-8')}</style></head>"
    body = f"<script>const TOWN = {in_script(_data(graph, inks, inside=inside))}\n{_script()}</script></body>"
    return page.replace("</head>", head, 1).replace("</body>", body)


@functools.cache
def _script() -> str:
    return (_FRAMED / "graph.js").read_text("utf-8")


def _data(graph: Graph, inks: Inks, *, inside: bool) -> dict[str, Any]:
    return {
        "town": graph.town,
        "run": graph.run,
        "inside": inside,
        "language": reads(),
        "says": _said(),
        "names": {one.agent: one.name for one in graph.people},
        "first": {one.agent: one.first for one in graph.people if one.first},
        "days": [vars(day) for day in graph.days],
        "pairs": graph.ties.pairs,
        "changes": [vars(change) | {"id": str(change.id)} for change in graph.ties.changes],
        "least": graph.least,
        "strained": COOL,
        "mostLabels": MOST_LABELS,
        "few": RING,
        "inks": vars(inks),
    }


def _said() -> dict[str, str]:
    """Return the texts of the page; graph.js has only their names and placeholders."""
    day = tr_in("a number", "Day")
    return {"day": day, **{name: tr(text) for name, text in _SAYS.items()}}


def _options(inks: Inks) -> dict[str, Any]:
    letters = {"face": "SourceSans, sans-serif", "color": inks.text, "strokeColor": inks.paper}
    return {
        "physics": {"enabled": False},
        "interaction": {
            "hover": True,
            "keyboard": {"enabled": True, "bindToWindow": False, "autoFocus": False},
            "zoomView": True,
            "dragNodes": True,
            "selectConnectedEdges": False,
        },
        "nodes": {"font": {**letters, "size": 22, "strokeWidth": 5}},
        "edges": {
            "smooth": False,
            "font": {**letters, "size": 19, "strokeWidth": 4, "align": "horizontal"},
        },
    }


def portrait_picture(emoji: str, disc: str) -> str:
    """Return an emoji on a disc in a person's colour, as an embedded picture."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">'
        f'<circle cx="48" cy="48" r="44" fill="{disc}" fill-opacity="0.28" stroke="{disc}" stroke-width="5"/>'
        '<text x="48" y="50" font-size="48" text-anchor="middle" dominant-baseline="central">'
        f"{html.escape(emoji[:16])}</text></svg>"
    )
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
