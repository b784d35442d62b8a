"""Pins: what is picked out of a run stays, in its order, with what was said of it, and changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from engine.api.exports import run_exports
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import BadInput, NotFound
from engine.records import Line, Memory
from tests.studios import lived

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    yield run
    workspace.close()


@pytest.fixture
def lines(town):
    return [line.id for line in list(town.at().log.rows(Line))[:5]]


def rows(town, tag=None):
    return [pin.row for pin in town.pins.all(tag)]


def test_a_pin_keeps_a_row_with_its_tag_and_note_and_changes_no_fingerprint(town, lines):
    before = town.at().fingerprint
    town.pins.add(lines[0], tag="  gold ", note="the best line")
    [pin] = town.pins.all()
    assert (pin.row, pin.tag, pin.note, pin.used_in, pin.place) == (lines[0], "gold", "the best line", "", 1)
    assert town.at().fingerprint == before


def test_what_is_pinned_already_stays_as_it_is(town, lines):
    town.pins.add(lines[0], tag="gold")
    town.pins.add(lines[0], tag="lead")
    assert [pin.tag for pin in town.pins.all()] == ["gold"]


def test_pins_are_put_in_order(town, lines):
    for line in lines:
        town.pins.add(line)
    town.pins.move(lines[4], 1)
    assert rows(town) == [lines[4], *lines[:4]]
    town.pins.move(lines[4], 99)
    assert rows(town) == lines
    town.pins.drop(lines[1])
    town.pins.move(lines[3], 2)
    assert rows(town) == [lines[0], lines[3], lines[2], lines[4]]


def test_what_is_said_of_a_pin_can_be_changed_part_by_part(town, lines):
    town.pins.add(lines[0], tag="gold", note="so good")
    town.pins.change(lines[0], used_in="scene 4")
    [pin] = town.pins.all()
    assert (pin.tag, pin.note, pin.used_in) == ("gold", "so good", "scene 4")


def test_tags_choose_and_are_renamed_pin_by_pin(town, lines):
    for line, tag in zip(lines, ["b", "a", "b", "", "a"], strict=True):
        town.pins.add(line, tag=tag)
    assert town.pins.tags() == ("b", "a")
    assert rows(town, "a") == [lines[1], lines[4]]
    assert rows(town, "") == [lines[3]]


def test_any_kind_of_row_can_be_pinned_and_what_there_is_not_cannot(town):
    for row in list(town.whole_log())[::400]:
        assert town.pins.add(row.id).row == row.id
        assert town.pins.has(row.id)
    with pytest.raises(NotFound, match="no item with the id 1"):
        town.pins.add(1)
    for refused in (town.pins.drop, town.pins.change):
        with pytest.raises(NotFound, match="not pinned"):
            refused(3)
    with pytest.raises(BadInput):
        town.pins.move(3, 0)
    with pytest.raises(BadInput):
        town.pins.add(next(town.at().log.rows(Memory)).id, tag=None)


def test_pins_are_there_again_when_the_workspace_is_opened_again(tmp_path):
    workspace, run = lived(tmp_path / "again")
    with workspace:
        line = next(run.at().log.rows(Line))
        run.pins.add(line.id, words="a sentence", note="é 中 <b>")
    with open_workspace(tmp_path / "again") as opened:
        [pin] = opened.runs.find("last").pins.all()
        assert (pin.words, pin.note) == ("a sentence", "é 中 <b>")


@pytest.mark.nightly
@given(moves=st.lists(st.tuples(st.integers(0, 4), st.integers(1, 8)), max_size=8))
@settings(max_examples=25)
def test_no_move_loses_or_doubles_a_pin(moves, shared):
    town, lines = shared
    for which, place in moves:
        town.pins.move(lines[which], place)
    assert sorted(rows(town)) == sorted(lines)
    assert [pin.place for pin in town.pins.all()] == [1, 2, 3, 4, 5]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    workspace, run = lived(tmp_path_factory.mktemp("shared") / "workspace")
    lines = [line.id for line in list(run.at().log.rows(Line))[:5]]
    for line in lines:
        run.pins.add(line)
    yield run, lines
    workspace.close()


# ---- taking them away


FORMS = [name for name, way in run_exports().items() if "pins" in way.narrows]


@pytest.mark.parametrize("form", FORMS)
def test_only_what_is_pinned_is_taken_away(town, form):
    every = list(town.at().log.rows(Line))
    for line in every[3:40:9]:
        town.pins.add(line.id)
    exported = town.export(form, pins=True)
    assert b"".join(exported)
    kept = {note.what: note.count for note in exported.report.notes if note.kind == "kept"}
    assert kept["lines"] == len(every[3:40:9])


def test_a_pinned_talk_is_taken_away_as_a_whole(town):
    talk = town.at().log.conversations()[2]
    town.pins.add(talk.id)
    exported = town.export("lines-csv", pins=True)
    rows = b"".join(exported).decode()
    assert all(str(line.id) in rows for line in town.lines(talk.id))
    assert len(rows.splitlines()) == 1 + len(town.lines(talk.id))


def test_with_nothing_pinned_or_a_form_that_holds_all_it_is_refused_in_words(town, lines):
    with pytest.raises(BadInput, match="this run has no pins"):
        town.export("fountain", pins=True)
    town.pins.add(lines[0])
    with pytest.raises(BadInput, match="cannot be limited to pinned items"):
        town.export("jsonl", pins=True)


def test_the_command_takes_the_pins_away(town, tmp_path, capsys):
    line = next(town.at().log.rows(Line))
    town.pins.add(line.id)
    here = ["--workspace", str(town.store.path.parent)]
    assert (
        main(["export", "last", "--as", "lines-csv", "--pins", "-o", str(tmp_path / "pins.csv"), *here]) == 0
    )
    assert str(line.id) in (tmp_path / "pins.csv").read_text("utf-8")


def test_a_fork_has_the_pins_of_its_parent_up_to_its_moment_with_all_that_is_said_of_them(town):
    said = list(town.at().log.rows(Line))
    early, middle, late = said[0], said[len(said) // 2], said[-1]
    for line, tag in ((late, "gold"), (middle, "lead"), (early, "gold")):
        town.pins.add(line.id, tag=tag, note=f"of {line.id}")
    town.pins.change(early.id, used_in="act one")
    fork = town.fork(middle.minute + 1)
    assert rows(fork) == [middle.id, early.id], "in the order of the parent, without what came later"
    assert [pin.place for pin in fork.pins.all()] == [1, 2]
    kept = fork.pins.all()[1]
    assert (kept.tag, kept.note, kept.used_in) == ("gold", f"of {early.id}", "act one")
    assert all(fork.why(row) for row in rows(fork))
    assert rows(fork.fork(early.minute + 1)) == [early.id], "and a fork of the fork has them from there"
    assert rows(town.fork(0)) == []


def test_from_the_fork_on_each_has_its_own_pins(town, lines):
    town.pins.add(lines[0], note="first")
    fork = town.fork()
    fork.pins.change(lines[0], note="otherwise")
    fork.pins.add(lines[1])
    town.pins.add(lines[2])
    assert [pin.note for pin in town.pins.all()] == ["first", ""]
    assert rows(fork) == lines[:2]
    fork.pins.drop(lines[0])
    assert rows(town) == [lines[0], lines[2]]


def test_pins_change_no_fork_and_leave_with_it_where_they_are_asked_for(town, lines):
    bare = town.fork(name="without").at().fingerprint
    town.pins.add(lines[0])
    fork = town.fork(name="with")
    assert fork.at().fingerprint == bare
    alone = b"".join(fork.export("lines-csv", pins=True))
    assert alone == b"".join(town.export("lines-csv", pins=True))
    assert str(lines[0]).encode() in alone
    assert str(lines[1]).encode() not in alone
