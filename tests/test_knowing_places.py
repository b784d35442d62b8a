"""Nobody knows the whole town: places become known by going there, by passing them and by being told, and
nobody acts at a place they do not know.
"""

from __future__ import annotations

from itertools import groupby

import pytest

from engine.clock import DAY
from engine.models.rehearsal import Rehearsal
from engine.records import Discovery, Line, Memory, Presence, Sighting, Turn
from engine.scenario import load
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from engine.town import open_workspace
from tests.towns import Scripted, entries, founded, live, person, plan_for, small_town

SOAK = pytest.mark.soak
TOWNS = ("willow-bay", "three-neighbours", "liuwan", pytest.param("the-green", marks=SOAK))


def acted_in_the_dark(rows):
    """Where somebody was in a room that they had not known before nor came to know in the same turn."""
    known, found = set(), []
    for _, turn in groupby(sorted(rows, key=lambda row: row.id), key=lambda row: row.id // 10_000):
        made = list(turn)
        known |= {(row.agent, row.path) for row in made if isinstance(row, Sighting)}
        been = [row for row in made if isinstance(row, Presence) and row.inside]
        found += [row for row in been if (row.agent, row.room) not in known]
    return found


def lived(files, until, model=None):
    """Found a town and live it in memory; the state, and every row of its log."""
    scenario = load(files, "town")
    state = State(town_of(scenario, model or Rehearsal(), seed=scenario.seed, settings={}))
    rows = [row for _, ledger in found(state) for row in ledger.entries]
    return state, rows + [row for _, ledger in live(state, until) for row in ledger.entries]


def of(rows, kind, **wanted):
    return [
        row
        for row in rows
        if isinstance(row, kind) and all(getattr(row, name) == value for name, value in wanted.items())
    ]


def at(rows, agent, room):
    """When somebody was in a room."""
    return [row.minute for row in of(rows, Presence, agent=agent, inside=True) if row.room.startswith(room)]


ENGLISH = {
    "town.yaml": "town: Sandwick\nstarts: 2026-03-02\nseed: 3\n",
    "world.yaml": """
Nell's Room: {map: {x: 0, y: 0}}
Post Office: {map: {x: 9, y: 0}, rooms: {counter: {scales: {}}}}
Bakery: {map: {x: 4, y: 0.5}}
Pond: {map: {x: 5, y: 6}}
Ruth's House: {map: {x: 1, y: 2}}
""",
    "personas/nell.yaml": """
name: Nell Hart
home: Nell's Room
knows: []
seed: [Nell Hart has come to Sandwick yesterday.]
day:
  wake: 07:00
  sleep: 22:00
  routine:
    - 09:00 spend the morning at home
    - 10:00 buy stamps @ Post Office
    - 12:30 have lunch @ Nell's Room
""",
    "personas/ruth.yaml": """
name: Ruth Calder
home: Ruth's House
work: Bakery
seed: [Ruth Calder bakes bread.]
day:
  wake: 06:00
  sleep: 22:00
  routine:
    - 07:00 bake bread @ Bakery
    - 18:00 read at home @ Ruth's House
""",
}

CHINESE = {
    "town.yaml": "town: 沙湾\nlanguage: zh\nstarts: 2026-03-02\nseed: 3\n",
    "world.yaml": """
宁宁家: {map: {x: 0, y: 0}}
邮局: {map: {x: 9, y: 0}, rooms: {柜台: {秤: {}}}}
面包房: {map: {x: 4, y: 0.5}}
池塘: {map: {x: 5, y: 6}}
如意家: {map: {x: 1, y: 2}}
""",
    "personas/ning.yaml": """
name: 何宁宁
home: 宁宁家
knows: []
seed: [何宁宁昨天才搬到沙湾来。]
day:
  wake: 07:00
  sleep: 22:00
  routine:
    - 09:00 在家收拾东西
    - 10:00 买邮票 @ 邮局
    - 12:30 吃午饭 @ 宁宁家
""",
    "personas/ruyi.yaml": """
name: 高如意
home: 如意家
work: 面包房
seed: [高如意烤面包。]
day:
  wake: 06:00
  sleep: 22:00
  routine:
    - 07:00 烤面包 @ 面包房
    - 18:00 看书 @ 如意家
""",
}

NEWCOMERS = (
    pytest.param(ENGLISH, "nell", "Post Office", "buying stamps", "Bakery", id="en"),
    pytest.param(CHINESE, "ning", "邮局", "买邮票", "面包房", id="zh"),
)
newcomers = pytest.mark.parametrize(("files", "who", "place", "deed", "passed"), NEWCOMERS)


@newcomers
def test_who_knows_no_place_walks_until_it_is_found_and_does_there_what_belongs_there(
    files, who, place, deed, passed
):
    alone = {name: text for name, text in files.items() if "ru" not in name}
    _, rows = lived(alone, DAY)
    done = [row for row in of(rows, Presence, agent=who, inside=True) if deed in row.doing]
    assert done, "nobody bought stamps"
    assert {row.room.partition("/")[0] for row in done} == {place}
    assert acted_in_the_dark(rows) == []
    found = {row.room.partition("/")[0]: row for row in of(rows, Discovery, agent=who)}
    assert found[passed].way in ("seen", "entered")
    assert found[place].minute <= done[0].minute
    assert found[place].by == ""


@newcomers
def test_what_is_discovered_is_remembered_and_leads_to_the_memory(files, who, place, deed, passed):
    alone = {name: text for name, text in files.items() if "ru" not in name}
    _, rows = lived(alone, DAY)
    memories = {row.id: row.text for row in of(rows, Memory, agent=who)}
    told = [memories[row.source] for row in of(rows, Discovery, agent=who)]
    assert any(passed in text for text in told)
    assert any(place in text for text in told)


@newcomers
def test_what_somebody_met_on_the_way_tells_of_is_known_from_them_and_from_that_line(
    files, who, place, deed, passed
):
    _, rows = lived(files, DAY)
    assert acted_in_the_dark(rows) == []
    (told,) = of(rows, Discovery, agent=who, way="told")
    (line,) = of(rows, Line, id=told.source)
    assert told.room.startswith(place)
    assert line.speaker == told.by
    assert place in line.text
    asked = [row for row in of(rows, Line, speaker=who) if row.id < line.id]
    assert place in asked[-1].text, "the way was told without having been asked for"
    done = [row for row in of(rows, Presence, agent=who, inside=True) if deed in row.doing]
    assert done and {row.room.partition("/")[0] for row in done} == {place}


@pytest.mark.parametrize("name", TOWNS)
def test_in_two_days_of_every_town_places_are_learnt_and_nobody_acts_where_they_have_never_been_shown(
    name, tmp_path
):
    with open_workspace(tmp_path) as workspace:
        run = workspace.new_run(name)
        run.live(2 * DAY)
        rows = list(run.whole_log())
    assert acted_in_the_dark(rows) == []
    assert of(rows, Discovery)
