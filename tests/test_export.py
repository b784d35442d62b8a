"""An export is the whole log as JSON lines: the same town, seed and answers give the same bytes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from engine.api.exports import run_exports, table_exports
from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound
from engine.export.cassette import record_cassette
from engine.export.jsonl import export, files_hash
from engine.safe_json import safe_json
from engine.store.log.inspect import turn_of
from engine.store.texts import text_hash

pytestmark = pytest.mark.soak

UNTIL = 8 * 60 + 40
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("export")) as opened:
        opened.runs.new("willow-bay", name="first").live(UNTIL)
        yield opened


@pytest.fixture(scope="module")
def lines(workspace):
    return list(export(workspace.runs.find("first")))


@pytest.fixture(scope="module")
def rows(lines):
    return [json.loads(line) for line in lines[1:]]


@pytest.mark.nightly
def test_the_header_says_what_made_the_days_what_they_are(workspace, lines):
    run, header = workspace.runs.find("first"), json.loads(lines[0])
    assert list(header)[:4] == ["type", "format", "version", "engine"]
    assert header["town"] == "willow-bay"
    assert header["town_sha256"] == files_hash(workspace.scenarios.files("willow-bay"))
    assert (header["seed"], header["start"], header["lang"]) == (7, "2026-03-02", "en")
    assert header["model"] == run.town.model.id
    assert {agent["id"] for agent in header["agents"]} == set(run.town.cast.names)
    assert (header["minute"], header["t"]) == (run.clock, f"2026-03-02T08:{run.clock % 60}")
    assert header["fingerprint"] == run.at().fingerprint


@pytest.mark.nightly
def test_the_header_proves_the_bytes_that_follow(lines):
    header, body = json.loads(lines[0]), "".join(lines[1:]).encode()
    assert header["sha256"] == hashlib.sha256(body).hexdigest()
    assert header["rows"] == len(lines) - 1


def test_every_row_of_the_log_is_there_once_in_order(workspace, rows):
    ids = [row["id"] for row in rows]
    assert ids == sorted(set(ids))
    there = Counter(row["type"] for row in rows)
    assert there == Counter(workspace.runs.find("first").at().log.counts)


def test_a_row_begins_with_what_it_is_and_when_it_was(rows):
    for row in rows:
        assert list(row)[:4] == ["type", "id", "minute", "t"]
    event = next(row for row in rows if row["type"] == "event" and row["minute"] >= 480)
    assert event["t"].startswith("2026-03-02T08:")
    assert {"room", "kind", "text", "actor"} <= set(event)


def test_a_turn_stands_before_the_rows_it_made(workspace, rows):
    turn, run = None, workspace.runs.find("first")
    for row in rows:
        turn = row["id"] if row["type"] == "turn" else turn
        if row["type"] in ("line", "conversation", "recall", "diary", "relation"):
            made_by = turn_of(workspace.store, run.number, row["id"])
            assert made_by.id == turn


def test_every_link_leads_to_a_row(rows):
    ids = {row["id"] for row in rows}
    for row in rows:
        linked = [*row.get("evidence", ()), *(item["memory"] for item in row.get("items", ()))]
        linked += [row[name] for name in ("source", "parent", "conversation", "tells") if row.get(name)]
        assert ids.issuperset(linked)


def test_calls_are_there_by_the_hash_of_their_texts(workspace, rows):
    calls = {row["id"]: row for row in rows if row["type"] == "call"}
    (newest,) = workspace.runs.find("first").at().log.calls(limit=1).items
    texts = workspace.runs.find("first").call_texts(newest.id)
    assert calls[newest.id]["prompt"] == text_hash(texts.prompt)
    assert calls[newest.id]["answer"] == text_hash(texts.answer)


def test_same_town_and_seed_same_bytes_whatever_the_run_is_called(workspace, lines):
    twin = workspace.runs.new("willow-bay", name="another name")
    twin.live(UNTIL, concurrency=16)
    assert list(export(twin)) == lines


def test_a_fork_exports_like_the_run_it_shares_its_past_with(workspace):
    run = workspace.runs.find("first")
    assert list(export(run.fork(480, "half"))) == list(export(run, 480))


def test_an_export_ends_at_the_moment_asked_for(workspace):
    header, *rest = (json.loads(line) for line in export(workspace.runs.find("first"), 480))
    assert header["minute"] == 480
    assert max(row["minute"] for row in rest) < 480
    assert header["fingerprint"] == workspace.runs.find("first").at(480).fingerprint


@pytest.mark.nightly
@given(VALUES)
def test_safe_json_reads_back_as_it_was_on_one_line_that_steers_nothing(value):
    text = safe_json(value)
    assert json.loads(text) == value
    assert len(text.splitlines()) == 1
    assert not [letter for letter in text if ord(letter) < 32 or 127 <= ord(letter) < 160]


def test_what_is_no_json_is_refused():
    with pytest.raises(TypeError, match="set cannot be written"):
        safe_json({1})
    with pytest.raises(ValueError, match="JSON"):
        safe_json(float("nan"))


# ---- the registry


def test_every_way_out_is_found_by_what_its_file_says_of_itself():
    assert {"cassette", "jsonl"} <= set(run_exports())
    assert "csv" in table_exports()
    ways = [*run_exports().values(), *table_exports().values()]
    endings = Counter(way.suffix for way in ways)
    assert {way.name: way.suffix for way in ways if endings[way.suffix] > 1} == {}, "a suffix tells its form"
    for way in ways:
        assert way.suffix.startswith("."), f"{way.name}: its suffix begins with a dot"
        assert way.title, f"{way.name}: its button needs a title"
        assert way.about.endswith((".", "'")), f"{way.name}: `about` is a sentence, with a full stop"


def test_a_run_is_taken_away_in_any_form_from_python(workspace, lines):
    run = workspace.runs.find("first")
    assert b"".join(run.export()).decode() == "".join(lines)
    assert b"".join(run.export("jsonl", when="day 1 08:00")).decode() == "".join(export(run, 480))
    assert b"".join(run.export("cassette")) == b"".join(record_cassette(run))


@pytest.mark.parametrize("form", run_exports())
def test_two_exports_of_one_run_are_equal(form, workspace):
    run = workspace.runs.find("first")
    pieces = run.export(form)
    assert b"".join(pieces) == b"".join(run.export(form)) != b""
    assert pieces.report == run_report(run, form)


def run_report(run, form):
    pieces = run.export(form)
    list(pieces)
    return pieces.report


def test_a_form_that_is_not_there_is_named_and_a_whole_run_does_not_end_before_its_end(workspace):
    run = workspace.runs.find("first")
    with pytest.raises(NotFound, match="did you mean 'cassette'"):
        run.export("casette")
    with pytest.raises(BadInput, match="a cassette always contains the whole run; fork the run"):
        run.export("cassette", when=480)
