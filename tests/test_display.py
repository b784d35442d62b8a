"""What the API returns shows itself where one looks at values, and hands itself on as a data frame.

Whatever people, files and models write is shown as text; nothing shown runs or fetches anything.
"""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
import sys
from html.parser import HTMLParser

import pandas as pd
import pytest
from hypothesis import given, strategies as st

from engine.api.workspace import open_workspace
from engine.clock import moment_words
from engine.display.html import MOST_LETTERS, MOST_ROWS, Card, html_of
from engine.display.listed import Records
from engine.display.rows import Grid
from engine.errors import NotInstalled
from engine.records import Memory
from tests.hostile import LONG, MARKS, UNSEEN

NOON = 12 * 60
HOSTILE = (*MARKS, *UNSEEN, LONG)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("display")) as opened:
        opened.runs.new("three-neighbours").live(NOON)
        yield opened


@pytest.fixture(scope="module")
def run(workspace):
    return workspace.runs.find("three-neighbours-1")


@pytest.fixture(scope="module")
def fork(run):
    other = run.fork("day 1 08:00", changes={"seed": 9})
    other.live(NOON)
    return other


# ---- data frames


def listed(run, fork):
    """Everything that comes back as rows."""
    now, story = run.at(), run.story()
    (agent, *_) = run.town.cast.personas
    compared = run.compare(fork)
    return {
        "events": now.log.events(),
        "no events": now.log.events(after=now.minute),
        "calls": now.log.calls(),
        "unanswered": run.unanswered(),
        "talks": now.log.conversations(),
        "lines": run.lines(now.log.conversations()[0].id),
        "moves": now.log.moves(1),
        "call totals": now.log.call_totals(),
        "memories": now.memories(agent),
        "memories searched": now.memories(agent, search="zzzz"),
        "recalls": now.recalls(agent),
        "reflections": now.reflections(agent),
        "diaries": now.diaries(agent),
        "relations": now.relations,
        "discoveries": now.discoveries(),
        "interventions": now.interventions,
        "engagements": now.engagements(agent),
        "timeline": story.timeline(),
        "plans": story.plans(),
        "steps": story.steps(agent),
        "company": story.company(),
        "stuck": story.stuck(),
        "stale": story.stale,
        "threads": story.threads(),
        "news": story.news,
        "reflected": story.reflections(agent),
        "survey": run.survey("How are you?", choices=["well", "unwell"]),
        "counted": run.survey("How many?", number=(1, 5)),
        "query": run.query("SELECT agent, minute, text FROM memory LIMIT 5"),
        "two alike": run.query("SELECT agent, agent FROM memory LIMIT 5"),
        "why": run.why(now.memories(agent).items[0].id),
        "beginnings": compared.beginnings,
        "reached": compared.reached,
        "only lines": compared.lines,
        "only memories": compared.memories("observation"),
        "aligned": compared.aligned,
        "only plans": compared.plans,
        "ties": compared.ties,
        "whereabouts": compared.whereabouts,
        "knowing": compared.knowing(),
        "chats": run.chats(),
        "health": run.health(),
    }


@pytest.mark.nightly
def test_a_data_frame_equals_the_rows(run, fork):
    for name, found in listed(run, fork).items():
        grid, frame = found._grid_(), found.to_frame()
        assert tuple(frame.columns) == grid.columns, name
        assert rows_of(frame) == [list(row) for row in grid.rows], name
        assert found.to_dicts() == [dict(zip(grid.columns, row, strict=True)) for row in grid.rows], name


def rows_of(frame):
    """The cells of a data frame as they were before: Python's own, and None where one is missing."""
    columns = [frame.iloc[:, place].astype(object).tolist() for place in range(frame.shape[1])]
    return [[None if value is pd.NA else value for value in row] for row in zip(*columns, strict=True)]


def test_columns_are_called_as_the_fields_are(run):
    now = run.at()
    assert now.memories("nell").to_frame().columns.tolist() == [
        "id", "minute", "agent", "kind", "text", "importance", "evidence", "source", "about", "place", "when",
        "depth",
    ]  # fmt: skip
    assert now.log.events().to_frame().columns.tolist() == [
        "id", "minute", "room", "kind", "text", "actor", "about", "thing", "urgent",
    ]  # fmt: skip
    assert run.survey("How are you?").to_frame().columns.tolist() == [
        "minute", "agent", "name", "answer", "cannot_say", "words", "because", "failed",
    ]  # fmt: skip
    assert now.log.conversations().to_frame().columns[:2].tolist() == ["id", "minute"]


def test_numbers_can_be_reckoned_with(run):
    frame = run.at().memories("nell").to_frame()
    assert [str(frame[name].dtype) for name in ("id", "minute", "importance")] == ["int64"] * 3
    assert frame["importance"].mean() > 0
    assert str(run.at().log.events().to_frame()["urgent"].dtype) == "bool"


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(),
    st.tuples(st.integers()), st.sampled_from(HOSTILE),
)  # fmt: skip
TABLES = st.integers(0, 4).flatmap(
    lambda width: st.tuples(
        st.tuples(*[st.sampled_from(["a", "b", "minute", "index", "<b>"])] * width),
        st.lists(st.tuples(*[VALUES] * width), max_size=6),
    )
)


@pytest.mark.soak
@given(TABLES)
def test_any_rows_survive_a_data_frame(table):
    from engine.display.frames import frame_of

    columns, rows = table
    frame = frame_of(Grid(caption="", columns=columns, rows=tuple(rows), total=len(rows)))
    assert tuple(frame.columns) == columns
    assert len(frame) == len(rows)
    assert rows_of(frame) == [list(row) for row in rows] or not columns
    assert {str(kind) for kind in frame.dtypes} <= {"bool", "int64", "Int64", "float64", "object"}


def test_without_pandas_one_is_told_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled) as refused:
        run.at().memories("nell").to_frame()
    assert "pip install pandas" in str(refused.value)
    assert "to_dicts" in str(refused.value)


# ---- lists


def test_a_list_of_records_is_a_tuple(run):
    found = run.at().relations
    assert isinstance(found, tuple)
    assert found == tuple(found)
    assert isinstance(found[:2], Records)
    assert found[:2].kind is found.kind
    assert found[0] == next(iter(found))


def test_a_list_of_records_is_copied_with_its_columns(run):
    found = run.at().relations
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert again == found
        assert again.kind is found.kind


def test_text_says_in_a_line_what_it_is(run, fork, workspace):
    answer = run.at().ask("nell", "What are you looking forward to?")
    shown = [*listed(run, fork).values(), run, run.at(), run.compare(fork), workspace, answer]
    for one in shown:
        assert "\n" not in repr(one)
        assert len(repr(one)) < 400, repr(one)
    at = moment_words(run.clock)
    assert repr(run) == f"<Run three-neighbours-1 of three-neighbours, 3 people, at {at}>"
    assert repr(run.at("day 1 09:00")) == "<Moment day 1 09:00 of three-neighbours-1>"
    assert repr(run.at().memories("nell", limit=2)).startswith("<2 of ")


# ---- HTML


class Read(HTMLParser):
    """What a browser would find in it."""

    ALLOWED = frozenset(
        ["div", "style", "p", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td", "bdi"]
    )

    def __init__(self, html):
        super().__init__()
        self.open, self.text, self.style = [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert tag in self.ALLOWED
        assert {name for name, _ in attrs} <= {"class", "dir", "scope"}
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        (self.style if self.open[-1:] == ["style"] else self.text).append(data)

    def handle_comment(self, data):
        raise AssertionError(data)


def test_everything_shows_itself_and_asks_for_nothing(run, fork, workspace):
    shown = [*listed(run, fork).values(), run, run.at(), run.compare(fork), workspace]
    shown += [run.at().memories("nell").items[0], run.at().log.events().items[0]]
    shown += [run.at().ask("nell", "What are you looking forward to?")]
    for one in shown:
        found = Read(one._repr_html_())
        style = "".join(found.style)
        assert "prefers-color-scheme:dark" in style
        assert not re.search(r"url\(|@import|https?:", style)
        assert "".join(found.text).strip()


def test_a_town_that_nobody_has_lived_in_shows_itself(workspace):
    fresh = workspace.runs.new("willow-bay")
    assert "not simulated yet" in "".join(Read(fresh._repr_html_()).text)
    assert "Willow Bay" in "".join(Read(fresh.at()._repr_html_()).text)


def test_a_table_says_how_many_there_are_and_shows_some(run):
    page = run.at().memories("nell", limit=10_000)
    html = page._repr_html_()
    assert html.count("<tr>") <= MOST_ROWS + 1
    assert f"{MOST_ROWS} of {page.total}" in "".join(Read(html).text)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_texts(text):
    memory = Memory(id=1, agent=text, kind="seed", text=text, importance=1, place=text)
    grid = Grid(caption=text, columns=(text,), rows=((text,),), total=1)
    card = Card(title=text, facts=[(text, text)], grids=[grid])
    for html in (memory._repr_html_(), Records.of(Memory, [memory])._repr_html_(), html_of(card)):
        assert len(html) < 10_000 + 60 * MOST_LETTERS
        words = "".join(Read(html).text)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", words)
        html.encode("utf-8")
    assert "\n" not in repr(Records.of(Memory, [memory]))


@pytest.mark.soak
@given(st.text(), st.text())
def test_any_text_is_text(one, other):
    found = Read(html_of(Card(title=one, facts=[(other, one)])))
    assert all(tag in Read.ALLOWED for tag in found.open)


def test_a_record_shows_what_it_says(run):
    memory = dataclasses.replace(run.at().memories("nell").items[0], text="Five & <six>", when=600)
    words = "".join(Read(memory._repr_html_()).text)
    assert "Five & <six>" in words
    assert "day 1 10:00" in words
