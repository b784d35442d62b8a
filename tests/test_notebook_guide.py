"""The guide to notebooks tells the truth: its example has every kind of cell, and runs as it stands."""

import re
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.notebook.reading.kinds import KINDS, PLOTS
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session

GUIDE = (Path(__file__).parents[1] / "docs" / "notebooks.md").read_text("utf-8")
EXAMPLE = re.search(r"^````markdown\n(.*?)^````$", GUIDE, re.MULTILINE | re.DOTALL)[1]
BARE = {"sql", "note", "python"}


def test_every_kind_is_in_the_example_and_in_the_table():
    assert {cell.kind for cell in notebook_of(EXAMPLE).cells} == KINDS.keys() | BARE
    told = set(re.findall(r"^\| `(\w+)` \| (?:yes|no)[^|]* \|", GUIDE, re.MULTILINE))
    assert told == KINDS.keys() | BARE
    assert all(f"`{plot}`" in GUIDE for plot in PLOTS)


@pytest.mark.nightly
def test_the_example_runs_as_it_stands_and_all_holds_that_it_expects(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        session = Session(workspace, notebook_of(EXAMPLE), "guide")
        assert session.run(), [state.why for state in session.states if state.why]
        assert all(state.output.passed is not False for state in session.states if state.output)
