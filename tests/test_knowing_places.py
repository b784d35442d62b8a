"""Nobody knows the whole town: places become known by going there, by passing them and by being told, and
nobody acts at a place they do not know.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.clock import DAY
from engine.errors import BadInput
from engine.export.cassette.rows import Rows
from engine.interventions import Whisper
from engine.prompts import render
from engine.records import Discovery, Line, Memory, Place, Presence, Room, RoutineItem
from engine.rehearsal import Rehearsal
from engine.scenario import load
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from engine.world.place_names import PlaceNames
from tests.towns import (
    Scripted,
    acted_in_the_dark,
    entries,
    founded,
    intervened,
    live,
    person,
    plan_for,
    small_town,
)


def lived(files, until, model=None):
    """Found a town and live it in memory; the state, and every row of its log."""
    scenario = load(files, "town")
    state = State(town_of(scenario, model or Rehearsal(), seed=scenario.seed, settings={}))
    rows = [row for _, turn_rows in asyncio.run(found(state)) for row in turn_rows.entries]
    return state, rows + [row for _, turn_rows in live(state, until) for row in turn_rows.entries]


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
    assert done
    assert {row.room.partition("/")[0] for row in done} == {place}


@pytest.mark.parametrize(
    ("files", "who", "whisper", "place"),
    [
        (ENGLISH, "nell", "Go to the Pond at 14:00", "Pond"),
        (ENGLISH, "nell", "Take a look at the Pond", "Pond"),
        (CHINESE, "ning", "14:00到池塘去", "池塘"),
    ],
)
def test_a_place_that_a_whisper_names_is_looked_for_and_reached(files, who, whisper, place):
    scenario = load(files, "town")
    state = State(town_of(scenario, Rehearsal(), seed=3, settings={}))
    rows = [row for _, turn_rows in asyncio.run(found(state)) for row in turn_rows.entries]
    rows += [row for _, turn_rows in live(state, 6 * 60) for row in turn_rows.entries]
    _, turn_rows = intervened(state, Whisper(agent=who, text=whisper), at=6 * 60)
    rows += turn_rows.entries
    rows += [row for _, turn_rows in live(state, DAY) for row in turn_rows.entries]
    assert [row for row in of(rows, Presence, agent=who, inside=True) if row.doing and row.room == place]
    assert acted_in_the_dark(rows) == []


# ---- one way to learn at a time, in a town where everybody's answers are scripted


def stranger(**more):
    """Cy, who knows nothing but his home, the Net Loft at (9, 4)."""
    town = small_town()
    cy = person("cy", "Cy Reed", "Net Loft", knows=("Net Loft",), **{"routine": (), **more})
    return small_town(personas=(*town.personas[:2], cy))


def known_to(state, agent):
    return {path.partition("/")[0] for path in state.minds[agent].known}


def test_a_line_tells_of_a_place_only_if_its_speaker_knows_it():
    lines = ["Is the Quay far?", "The Café is nearer than Reed House.", "Hm.", "Well."]
    model = Scripted(
        plan_day=plan_for({"ada": [("07:00", "call on Cy", "Net Loft")]}),
        react=lambda prompt: (
            {"decision": "talk", "person": prompt.people[0].name}
            if prompt.people
            else {"decision": "continue"}
        ),
        speak=lambda prompt: {"says": lines[len(prompt.lines) % 4], "ends": len(prompt.lines) >= 3},
    )
    ada = person("ada", "Ada Moss", "Moss Flat", knows=("Net Loft", "Café/counter"))
    state = founded(model, small_town(personas=(ada, *stranger().personas[1:])))
    taken = live(state, 12 * 60)
    assert entries(taken, Line, speaker="ada")[0].text == lines[0]
    assert entries(taken, Line, speaker="cy")[0].text == lines[1]
    assert known_to(state, "cy") == {"Net Loft"}
    assert known_to(state, "ada") == {"Net Loft", "Café", "Moss Flat"}
    assert entries(taken, Discovery) == []


def test_only_places_that_somebody_knows_or_has_heard_of_can_be_planned():
    model = Scripted()
    scenario = stranger(routine=(RoutineItem(start=600, activity="buy bread", place="Café/counter"),))
    live(founded(model, scenario), 8 * 60)
    (prompt,) = [prompt for prompt in model.of("plan_day") if prompt.persona.id == "cy"]
    assert prompt.unknown == ("Café/counter",)
    assert set(prompt.choices["place"]) == {"Net Loft", "Café/counter"}
    assert "Café/counter" in render(prompt).user.partition("do not know where they are")[2]


def test_a_town_where_everybody_knows_where_they_go_is_asked_nothing_new():
    model = Scripted()
    live(founded(model), 8 * 60)
    shown = [render(prompt).user for prompt in model.asked]
    assert not any("do not know where" in text or "places that you know" in text for text in shown)


def test_who_looks_in_vain_gives_up_and_goes_home():
    day = [("07:00", "sit at home", "Net Loft"), ("08:00", "call on Ada", "Moss Flat")]
    town = stranger(routine=(RoutineItem(start=480, activity="call on Ada", place="Moss Flat"),))
    far = tuple(replace(place, x=300) if place.name == "Moss Flat" else place for place in town.places)
    state = founded(Scripted(plan_day=plan_for({"cy": day})), replace(town, places=far))
    taken = live(state, 12 * 60)
    texts = [memory.text for memory in entries(taken, Memory, agent="cy")]
    assert texts.index("Cy Reed does not know where Moss Flat is, and goes to look for it") < texts.index(
        "Cy Reed could not find Moss Flat"
    )
    assert state.minds["cy"].presence.room == "Net Loft"
    assert state.minds["cy"].presence.inside


def test_what_lies_by_the_way_is_seen_but_not_whose_house_it_is():
    """On the straight way from the Net Loft to the Lido lie a kiosk, and a house nobody has told Cy of."""
    town = stranger(routine=(RoutineItem(start=480, activity="swim", place="Lido"),))
    ways = [("Lido", 19, False), ("Kiosk", 13, False), ("Dark House", 16, True)]
    places = tuple(
        Place(name=name, x=x, y=4.5, private=private, rooms=(Room(path=name, name=name),))
        for name, x, private in ways
    )
    town = replace(town, places=(*town.places, *places))
    cy = person("cy", "Cy Reed", "Net Loft", knows=("Net Loft", "Lido"), routine=())
    day = [("07:00", "sit at home", "Net Loft"), ("08:00", "swim", "Lido")]
    state = founded(
        Scripted(plan_day=plan_for({"cy": day})), replace(town, personas=(*town.personas[:2], cy))
    )
    taken = live(state, 9 * 60)
    (found,) = entries(taken, Discovery, agent="cy")
    assert (found.room, found.way, found.by) == ("Kiosk", "seen", "")
    arrived = entries(taken, Presence, agent="cy", room="Lido", inside=True)[0]
    assert found.minute == arrived.minute


def test_what_one_finds_oneself_in_is_known_with_its_other_rooms():
    day = [("07:00", "sit at home", "Net Loft"), ("09:00", "have tea", "Café/counter")]
    state = founded(
        Scripted(plan_day=plan_for({"cy": day})),
        stranger(routine=(RoutineItem(start=540, activity="have tea", place="Café/counter"),)),
    )
    taken = live(state, 11 * 60)
    found = {row.room: row.way for row in entries(taken, Discovery, agent="cy")}
    assert found["Café/counter"] == "entered"
    assert found["Café/kitchen"] == "seen"
    assert entries(taken, Presence, agent="cy", inside=True, doing="having tea")[0].room == "Café/counter"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Meet me at the chapel house, not at the Chapel.", ("Chapel House", "Chapel")),
        ("I sing in a chapel.", ()),
        ("The Quayside is nice.", ()),
        ("Quay, Quay and Quay!", ("Quay",)),
        ("我在邮局等你，别去小邮局。", ("邮局", "小邮局")),
        ("", ()),
    ],
)
def test_places_are_named_in_full_and_the_longest_name_counts(text, names):
    assert PlaceNames(["Chapel", "Chapel House", "Quay", "邮局", "小邮局"]).named(text) == names


@pytest.mark.parametrize("wrong", [{"by": "x"}, {"way": "flown"}, {"room": "Moon"}, {"agent": ""}])
def test_a_discovery_from_elsewhere_names_only_what_the_town_has(wrong):
    rows = Rows(load(ENGLISH, "town"))
    told = {"type": "discovery", "id": 4_800_010_001, "agent": "nell", "room": "Pond", "way": "told"}
    assert rows.row({**told, "by": "ruth", "source": 5}) == Discovery(
        id=4_800_010_001, agent="nell", room="Pond", way="told", by="ruth", source=5
    )
    with pytest.raises(BadInput):
        rows.row({**told, "by": "", "source": 5, **wrong})
