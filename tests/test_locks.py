"""Locks: a block of a plan, a tie and a line that stay as they are whatever is lived anew."""

from __future__ import annotations

import pytest

from engine.api.interventions import (
    INTERVENTIONS,
    LockBlock,
    LockLine,
    LockTie,
    Reconsider,
    Replan,
    Tie,
    Undo,
)
from engine.api.workspace import open_workspace
from engine.api.workspace_file import verify
from engine.clock import clock_words, moment_words
from engine.errors import BadInput, NotFound
from engine.interventions.programme import read
from engine.records import Conversation, Line, Lock, Relation

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def trunk(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("locks") / "workspace") as workspace:
        run = workspace.runs.new("willow-bay", name="trunk")
        run.live("day 1 20:00")
        yield run


@pytest.fixture
def noon(trunk):
    return trunk.fork("day 1 12:00")


def undo_last(run):
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))


def blocks(run, agent):
    return [(one.start, one.end, one.activity) for one in run.at().plan(agent).current("block")]


# ---------------------------------------------------------------- a block of a plan


def a_block(run, agent="isabel"):
    return next(one for one in run.at().plan(agent).current("block") if one.start > run.clock)


@pytest.mark.nightly
def test_a_locked_block_holds_through_a_day_that_is_thought_over(noon):
    block = a_block(noon)
    noon.intervene(LockBlock(agent="isabel", when=clock_words(block.start)))
    noon.intervene(Reconsider(agent="isabel"))
    noon.live("day 1 12:30")
    held = noon.at().plan("isabel").at("block", block.start)
    assert (held.start, held.end, held.activity, held.room) == (
        block.start, block.end, block.activity, block.room
    )  # fmt: skip
    assert verify(noon.store, noon.number) is None


def test_who_unlocks_a_block_has_the_plan_as_it_was(noon):
    before, block = blocks(noon, "isabel"), a_block(noon)
    noon.intervene(LockBlock(agent="isabel", when=clock_words(block.start)))
    assert blocks(noon, "isabel") == before
    undo_last(noon)
    assert blocks(noon, "isabel") == before
    undo_last(noon)
    with pytest.raises(BadInput, match="is already set by an author"):
        noon.intervene(LockBlock(agent="isabel", when=clock_words(block.start)))


def test_a_block_that_an_author_planned_is_locked_already_and_what_is_over_cannot_be(noon):
    block = a_block(noon)
    noon.intervene(
        Replan(
            agent="isabel",
            begins=clock_words(block.start),
            ends=clock_words(block.end),
            room=block.room,
            activity="mend the nets",
        )
    )
    with pytest.raises(BadInput, match="is already set by an author"):
        noon.intervene(LockBlock(agent="isabel", when=clock_words(block.start)))
    with pytest.raises(BadInput, match="no plan block at 08:00"):
        noon.intervene(LockBlock(agent="isabel", when="08:00"))
    with pytest.raises(BadInput, match="no plan for the day"):
        noon.fork("day 1 03:00").intervene(LockBlock(agent="isabel", when="08:00"))


# ---------------------------------------------------------------- a tie


def a_turn_of_a_tie(run):
    """The first time that a talk changed how somebody stands to somebody they knew."""
    for row in run.at().log.rows(Relation):
        if row.minute > 60 and row.note and not run.at(row.minute).interventions:
            known = {(one.agent, one.other) for one in run.at(row.minute).relations}
            if (row.agent, row.other) in known:
                return row
    raise AssertionError("no talk changed a tie")


@pytest.mark.nightly
def test_a_locked_tie_stays_whatever_talks_bring_and_is_free_again_when_unlocked(trunk):
    turned = a_turn_of_a_tie(trunk)
    fork = trunk.fork(turned.minute)
    who, other = turned.agent, turned.other
    before = {(one.agent, one.other): one for one in fork.at().relations}[who, other]
    fork.intervene(LockTie(agent=who, other=other))
    fork.live("day 1 20:00")
    after = {(one.agent, one.other): one for one in fork.at().relations}[who, other]
    assert after == before
    assert [row.held for row in fork.at().log.rows(Lock)] == [True]
    with pytest.raises(BadInput, match="already locked"):
        fork.intervene(LockTie(agent=who, other=other))
    undo_last(fork)
    assert [row.held for row in fork.at().log.rows(Lock)] == [True, False]
    fork.intervene(LockTie(agent=who, other=other))


@pytest.mark.nightly
def test_an_author_may_still_set_a_tie_that_is_locked(noon):
    noon.intervene(LockTie(agent="isabel", other="tomas"))
    noon.intervene(Tie(agent="isabel", other="tomas", closeness="-0.5"))
    noon.live("day 1 20:00")
    felt = {(one.agent, one.other): one.closeness for one in noon.at().relations}
    assert felt["isabel", "tomas"] == -0.5


def test_a_tie_that_is_none_cannot_be_locked(noon):
    with pytest.raises(BadInput, match="does not know"):
        noon.intervene(LockTie(agent="isabel", other="isabel"))


# ---------------------------------------------------------------- a line


def a_line(run, place=2):
    """A line in the midst of a talk of two after noon, with its place and the talk."""
    for talk in run.at().log.rows(Conversation, after=720):
        lines = run.lines(talk.id)
        if len(talk.members) == 2 and len(lines) > place + 1:
            return lines[place], talk
    raise AssertionError("no talk is so long")


def lock_of(run, line, place=2, text=""):
    return LockLine(
        agent=line.speaker,
        others=", ".join(line.hearers),
        text=text or line.text,
        talk=moment_words(line.minute),
        place=str(place + 1),
    )


@pytest.mark.nightly
def test_a_locked_line_changes_nothing_here_and_nothing_in_a_rerun_that_says_it_anyway(trunk):
    line, talk = a_line(trunk)
    run = trunk.fork()
    run.intervene(lock_of(run, line))
    fork = run.fork(line.minute - 30)
    (planned,) = fork.agenda.waiting
    assert planned.due == line.minute
    fork.live("day 1 20:00")
    assert [one.text for one in fork.lines(talk.id)] == [one.text for one in trunk.lines(talk.id)]
    assert [one.tells for one in fork.lines(talk.id)] == [one.tells for one in trunk.lines(talk.id)]
    assert [row.said for row in fork.at().log.rows(Lock)] == [0, line.id]


@pytest.mark.nightly
def test_a_rerun_says_the_locked_line_word_for_word_to_the_same_people(trunk):
    line, talk = a_line(trunk)
    run = trunk.fork()
    run.intervene(lock_of(run, line, text="The moon is made of cheese."), who="Ms Day", why="a lesson")
    fork = run.fork(line.minute)
    fork.live("day 1 20:00")
    said = [one for one in fork.at().log.rows(Line) if one.text == "The moon is made of cheese."]
    (one,) = said
    assert (one.speaker, one.hearers, one.minute) == (line.speaker, line.hearers, line.minute)
    assert fork.lines(talk.id).index(one) == 2
    assert (fork.at().interventions[-1].entry.who, fork.at().interventions[-1].entry.why) == (
        "Ms Day", "a lesson"
    )  # fmt: skip
    assert verify(fork.store, fork.number) is None
    assert any(isinstance(row, Lock) for rows in fork.why(one.id).other_causes.values() for row in rows)


def test_a_programme_says_when_a_line_was_locked_and_in_which_talk_it_was_said(trunk):
    line, _ = a_line(trunk)
    run = trunk.fork()
    run.intervene(lock_of(run, line))
    (step,) = read(run.agenda.programme())
    assert step.due == run.at().interventions[0].entry.minute
    assert step.asked["talk"] == moment_words(line.minute)


def test_no_field_of_an_intervention_is_called_as_a_programme_calls_its_own():
    own = {"at", "if", "always", "since", "holds", "do", "who", "why"}
    fields = {asked.name for kind in INTERVENTIONS.values() for asked in kind.asks}
    assert fields.isdisjoint(own)


def test_an_unlocked_line_and_a_fork_from_after_it_are_free(trunk):
    line, _ = a_line(trunk)
    run = trunk.fork()
    run.intervene(lock_of(run, line))
    assert run.fork(line.minute + 30).agenda.waiting == ()
    undo_last(run)
    assert run.fork(line.minute - 30).agenda.waiting == ()


@pytest.mark.nightly
def test_a_line_of_the_next_talk_is_said_in_a_run_that_is_loaded_anew(trunk):
    line, talk = a_line(trunk)
    fork = trunk.fork(line.minute - 1)
    fork.intervene(LockLine(agent=line.speaker, others=", ".join(line.hearers), text="Do you hear the sea?"))
    fork.live("day 1 20:00")
    assert "Do you hear the sea?" in [one.text for one in fork.lines(talk.id)]
    with pytest.raises(BadInput, match="has already said it"):
        undo_last(fork)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"others": "isabel"}, "one or more listeners"),
        ({"others": "nobody"}, "nobody"),
        ({"text": " "}, "cannot be empty"),
        ({"place": "many"}, "is not a valid position in the conversation"),
        ({"talk": "day 9 12:00"}, "has not reached"),
        ({"talk": "noonish"}, "noonish"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(noon, wrong, what):
    with pytest.raises((BadInput, NotFound), match=what):
        noon.intervene(LockLine(**{"agent": "isabel", "others": "tomas", "text": "Hello.", **wrong}))
    assert noon.at().interventions == ()
