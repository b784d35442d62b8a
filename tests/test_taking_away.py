"""What is taken off a page: the names of files, the graph as a plain SVG, every table as CSV."""

from __future__ import annotations

import ast
import csv
import io
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from engine.api.exports import table_exports
from studio.basics.file_names import in_a_file_name
from studio.relationships.graph_layout import layout
from studio.relationships.graph_picture import graph_picture
from studio.relationships.pair_matrix import feelings, matrix_rows
from studio.relationships.relationship_graph import Figure
from studio.relationships.relationship_stats import Tie
from tests.studios import lived, studio

STUDIO = Path(__file__).resolve().parents[1] / "studio"
SVG = "{http://www.w3.org/2000/svg}"
DRAWS = {
    "echarts_chart", "vega_lite_chart", "altair_chart", "plotly_chart", "graphviz_chart", "pyplot",
    "town_map", "relationship_graph",
}  # fmt: skip


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def test_a_file_is_called_so_that_every_system_takes_it():
    assert in_a_file_name("Day 2 08:00") == "day-2-0800"
    assert in_a_file_name("../../etc/passwd\x00") == "etc-passwd"
    assert in_a_file_name("黎宝珠 → 筝姐") == "黎宝珠-筝姐"
    assert len(in_a_file_name("x" * 500)) == 40
    assert in_a_file_name("***") == ""


@pytest.mark.nightly
def test_every_picture_of_the_studio_is_drawn_where_it_can_be_taken_away():
    """A picture stands within `picture(...)`, wherever it is drawn."""
    outside = []
    for path in STUDIO.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        kept = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.With)
            and any(
                getattr(getattr(item.context_expr, "func", None), "id", "") == "picture"
                for item in node.items
            )
            for inner in ast.walk(node)
        }
        outside += [
            (path.name, node.lineno)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in DRAWS
            and id(node) not in kept
        ]
    assert outside == []


@pytest.mark.soak
def test_every_table_of_the_studio_is_drawn_where_it_can_be_taken_away():
    """What Streamlit draws as a table is drawn by `table`, or has `download_table` in the same function."""
    for path in STUDIO.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            called = {
                getattr(one.func, "attr", getattr(one.func, "id", ""))
                for one in ast.walk(node)
                if isinstance(one, ast.Call)
            }
            if called & {"dataframe", "data_editor"} or (path.name == "table.py" and "table" in called):
                assert "download_table" in called or node.name == "table_twin", (path.name, node.name)


@pytest.fixture
def graph(town):
    people = list(town.scenario.personas)
    ties = [
        Tie(one=people[0].id, other=people[1].id, there=0.5, back=-0.9),
        Tie(one=people[1].id, other=people[2].id, there=-0.4, back=None),
    ]
    places = layout(tuple(one.id for one in people), tuple(ties))
    figures = [
        Figure(agent=one.id, name=one.name, emoji=one.emoji, number=n, place=places[one.id])
        for n, one in enumerate(people)
    ]
    return people, ties, figures


def test_the_graph_is_a_plain_svg_with_everybody_and_every_tie(graph):
    people, ties, figures = graph
    root = ET.fromstring(graph_picture(figures, ties, alt="Two ties."))
    words = "".join(root.itertext())
    assert all(one.name in words for one in people)
    assert root.find(f"{SVG}title").text == "Two ties."
    lines = root.findall(f"{SVG}line")
    assert [one.get("stroke-dasharray") is not None for one in lines] == [True, True]
    assert "+0.5 / −0.9" in words
    left, top, width, height = map(float, root.get("viewBox").split())
    for circle in root.findall(f"{SVG}circle"):
        assert left < float(circle.get("cx")) < left + width
        assert top < float(circle.get("cy")) < top + height


def test_hostile_names_are_letters_in_it(graph):
    _, ties, figures = graph
    hostile = '</text><script>alert(1)</script>"&\x00'
    named = [replace(figures[0], name=hostile, emoji="<b>"), *figures[1:]]
    svg = graph_picture(named, ties, alt=hostile)
    tags = {element.tag for element in ET.fromstring(svg).iter()}
    assert tags == {f"{SVG}{tag}" for tag in ("svg", "title", "rect", "line", "text", "circle")}


def test_the_matrix_as_a_table_says_what_each_feels_and_is_safe_in_a_spreadsheet(graph):
    people, ties, _ = graph
    rows = matrix_rows(people, feelings(people, ties))
    assert len(rows) == len(people)
    assert rows[0][people[1].name] == 0.5
    assert rows[1][people[0].name] == -0.9
    assert rows[2][people[1].name] == ""
    read = list(csv.reader(io.StringIO(table_exports()["csv"].write(rows).decode("utf-8-sig"))))
    assert read[0] == ["from / to", *(one.name for one in people)]


@pytest.mark.slow
def test_a_file_is_called_after_run_page_and_moment(monkeypatch, town):
    at = studio(monkeypatch, town.store.path.parent, "relationships", at=720)
    said = [
        one.proto for one in at.get("bidi_component") if one.proto.component_name.endswith(".take_picture")
    ]
    files = [json.loads(one.bytes)["svg"] for one in said]
    assert f"{town.row.id}-relationships-graph-day-1-1200.svg" in files
