"""Whatever authors do in whatever order: the log stays whole, and the programme of it makes the same town."""

from __future__ import annotations

import random

import pytest

from engine.api.interventions import INTERVENTIONS, Undo
from engine.api.workspace import open_workspace
from engine.api.workspace_file import verify
from engine.clock import clock_words, moment_words
from engine.errors import BadInput, NotFound
from tests.marks import in_turn

WORDS = ("Tell Otto that the bakery is closed.", "你好，世界", "<b>bold</b>", "x" * 300, "Water the tree.")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("law") / "workspace") as opened:
        opened.runs.new("three-neighbours", name="trunk").live("day 1 09:00")
        yield opened


def value(draw, run, kind):
    """Anything that a field of this kind may hold, now and then what it may not."""
    world, minute = run.town.world, run.clock
    memories = [str(memory.id) for memory in run.at().memories(None, limit=200).items]
    found = {
        "agent": list(run.town.cast.names),
        "people": ["otto", "nell", "otto, ruth", "nobody"],
        "thing": list(world.things),
        "room": list(world.rooms),
        "state": ["on", "off", "burning", "broken"],
        "text": list(WORDS),
        "memory": memories or ["1"],
        "entry": [str(one.entry.id) for one in run.at().interventions] or ["1"],
        "intention": ["", "{kind: visit}", f"{{kind: deed, what: {draw.choice(WORDS)}}}", "soon"],
        "persona": [
            f"name: Iris Vale\nhome: {draw.choice(run.scenario.personas).home}\n",
            f"name: {draw.choice(WORDS)!r:.60}\nhome: {draw.choice(list(world.rooms))}\n",
            "name: Nobody\n",
        ],
        "number": ["-1", "0.3", "1", "7", "nan"],
        "moment": [clock_words(minute + 30), clock_words(minute + 90), moment_words(minute + 200), "noon"],
    }
    return draw.choice(found[kind])


def anything(draw, run):
    kind = INTERVENTIONS[draw.choice(list(INTERVENTIONS))]
    left_out = {asked.name for asked in kind.asks if asked.optional and draw.random() < 0.5}
    said = {asked.name: value(draw, run, asked.kind) for asked in kind.asks if asked.name not in left_out}
    return kind(**said)


def do_what_comes(draw, run, count):
    """So many attempts, with time lived in between; how many were done, and how many refused in words."""
    done = refused = 0
    while done + refused < count:
        entries = [one for one in run.at().interventions if one.can_be_undone]
        undoes = entries and draw.random() < 0.3
        what = Undo(entry=str(draw.choice(entries).entry.id)) if undoes else anything(draw, run)
        try:
            run.intervene(what, who=draw.choice(["", "Ms Day"]), why=draw.choice(["", "a lesson"]))
            done += 1
        except (BadInput, NotFound):
            refused += 1
        if draw.random() < 0.2:
            run.live(run.clock + draw.choice([1, 7, 45, 200]))
    return done, refused


def assert_law(workspace, seed, count):
    draw = random.Random(seed)
    run = workspace.runs.find("trunk-1").fork()
    done, refused = do_what_comes(draw, run, count)
    run.live(run.clock + 300)
    assert len(run.at().interventions) == done
    assert verify(run.store, run.number) is None
    again = workspace.runs.find("trunk-1").fork()
    again.agenda.follow(run.agenda.programme())
    again.live(run.row.until)
    refusals = [one.answer for one in again.agenda.all if one.state == "refused"]
    assert refusals == []
    assert again.at(run.row.until).fingerprint == run.at(run.row.until).fingerprint
    return done, refused


@pytest.mark.soak
@pytest.mark.parametrize("seed", in_turn(range(3), plain=[0]))
def test_what_comes_is_done_or_refused_in_words_and_makes_the_same_town_again(workspace, seed):
    done, _ = assert_law(workspace, seed, 25)
    assert done > 5


@pytest.mark.nightly
def test_five_hundred_interventions_and_undos(workspace):
    done = refused = 0
    for seed in range(100, 110):
        made = assert_law(workspace, seed, 80)
        done, refused = done + made[0], refused + made[1]
    print(f"{done} done, {refused} refused in words")
    assert done >= 500
