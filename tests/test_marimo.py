"""Towns in marimo: a notebook of its kind runs in its loop, and what it shows is what Jupyter shows."""

from __future__ import annotations

import html
import json
import subprocess
import sys

import pytest

NOTEBOOK = """
import marimo

app = marimo.App()


@app.cell
def _():
    from engine import open_workspace

    run = open_workspace("ws").runs.new("three-neighbours", seed=3)
    run.live("day 1 08:00")
    return (run,)


@app.cell
def _(run):
    run
    return


@app.cell
def _(run):
    run.at().memories("nell", limit=5)
    return


@app.cell
def _(run):
    run.plot.talks()
    return


@app.cell
def _(run):
    run.at().ask("nell", "What are you looking forward to?")
    return
"""


@pytest.mark.nightly
def test_a_notebook_of_marimos_lives_a_town_and_shows_it(tmp_path):
    pytest.importorskip("marimo")
    (tmp_path / "town.py").write_text(NOTEBOOK, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "marimo",
        "export",
        "ipynb",
        "town.py",
        "-o",
        "town.ipynb",
        "--include-outputs",
    ]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    cells = json.loads((tmp_path / "town.ipynb").read_text("utf-8"))["cells"]
    shown = [output["data"] for cell in cells for output in cell.get("outputs", ()) if "data" in output]
    _, run, memories, talks, answer = shown
    assert "Candle Court" in html.unescape("".join(run["text/html"]))
    assert "Nell Hartley" in html.unescape("".join(memories["text/html"]))
    assert any("vegalite" in kind for kind in talks)
    assert "tw-title" in "".join(answer["text/html"])
