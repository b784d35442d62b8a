"""`townwright visit`: a talk in person, from a pipe."""

from __future__ import annotations

import io
import json

import pytest

from engine.api.workspace import open_workspace


@pytest.fixture
def room(own):
    """A room of the town where somebody is awake, as the command line takes it."""
    with open_workspace(own) as workspace:
        run = workspace.runs.find("last")
        return next(one.room for one in run.at().people.values() if one.inside and not one.asleep)


@pytest.fixture
def visit(call, room, monkeypatch):
    def run(text, *options, at=room):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return call("visit", "last", at, *options)

    return run


@pytest.mark.soak
def test_each_line_is_said_and_answered_and_the_end_of_the_input_leaves(visit, own):
    status, out, err = visit("Good morning!\nThe lighthouse burned down.\n", "--as", "Tom Reed")
    assert (status, err) == (0, "")
    assert out.startswith("You are Tom Reed, a visitor, at ")
    assert "Tom Reed: The lighthouse burned down." in out
    assert "You have left. They remember the visit" in out
    with open_workspace(own) as workspace:
        run = workspace.runs.find("last")
        assert run.visiting is None
        assert any("Tom Reed" in one.text for agent in run.town.cast.names
                   for one in run.at().memories(agent, kinds=("talk",)).items)  # fmt: skip


@pytest.mark.soak
def test_json_has_every_line(visit):
    status, out, _ = visit("Good morning!\n", "--as", "Tom Reed", "--about", "a sailor", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["as"] == "visitor:Tom Reed"
    assert told["lines"][0]["text"] == "Good morning!"
    assert len(told["lines"]) > 1


def test_who_has_no_name_is_a_visitor(visit):
    status, out, _ = visit("Good morning!\n")
    assert status == 0
    assert "You are a visitor" in out


@pytest.mark.parametrize("typed", ["\n", ""])
def test_an_empty_line_lets_them_go_on_and_no_line_at_all_is_no_talk(visit, typed):
    assert visit(typed, "--as", "Tom Reed")[0] == 0


def test_who_has_just_been_talked_to_has_no_time_for_another_visit(visit):
    assert visit("Good morning!\n", "--as", "Tom Reed")[0] == 0
    status, _, err = visit("Good morning!\n", "--as", "Ann Poe")
    assert status == 1
    assert "asleep or in a conversation: " in err


def test_a_line_that_is_too_long_is_refused_and_the_next_is_heard(visit):
    status, out, err = visit("x" * 10_000 + "\nGood morning!\n", "--as", "Tom Reed")
    assert status == 0
    assert "a line can have at most 400 characters" in err
    assert "Tom Reed: Good morning!" in out


def test_nobody_there_says_who_is_near(visit, own):
    with open_workspace(own) as workspace:
        run = workspace.runs.find("last")
        taken = {one.room for one in run.at().people.values()}
        empty = next(path for path in run.town.world.rooms if path not in taken)
    status, _, err = visit("Hello?\n", at=empty)
    assert status == 1
    assert f"nobody at {empty} can hear you" in err
    assert "nearby: " in err


@pytest.mark.parametrize("text", ["\x1b[31mred\x07", "<b>bold</b> & [link](x)", "🧑‍🌾 你好"])
def test_hostile_lines_reach_the_screen_clean(visit, text):
    status, out, _ = visit(f"{text}\n", "--as", text, "--about", text)
    assert status == 0
    assert "\x1b" not in out
    assert "\x07" not in out


def test_a_visit_that_was_closed_on_is_taken_up_again(visit, own, room):
    with open_workspace(own) as workspace:
        workspace.runs.find("last").visit(room, "Tom Reed").say("I shall be back.")
    status, out, _ = visit("Here I am again.\n", "--as", "Tom Reed")
    assert status == 0
    assert "Tom Reed: Here I am again." in out
