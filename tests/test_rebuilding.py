"""A world is rebuilt while its town lives: parts come, go and are renamed; what hangs on them follows."""

from __future__ import annotations

import random

import pytest

from engine.api.exports import run_exports
from engine.api.interventions import Amend, Replan, SetState, Undo, Whisper
from engine.api.steering.applying import apply_town, to_apply
from engine.api.workspace import open_workspace
from engine.api.workspace_file import verify
from engine.api.writing.edits import RenamePerson, RenamePlace, SetField
from engine.errors import BadInput, NotFound
from engine.insight.on_the_map.day import map_day
from engine.insight.on_the_map.scenes import map_data
from engine.records import Intention, ThingState
from engine.scenario.meaning.amending import amended, said_of
from engine.scenario.meaning.applying import applicable
from engine.scenario.meaning.differences import differences
from engine.simulation.loading import load, load_mind
from studio.stage.feed import feed_data

TOWN = "three-neighbours"
SHOP, COURT = "Corner Shop", "Candle Court"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("rebuilding") / "workspace") as opened:
        opened.runs.new(TOWN, name="trunk").live("day 1 09:30")
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("trunk-1").fork()


def amend(run, about, field, value=""):
    return run.intervene(Amend(about=about, field=field, value=value))


def undo_all(run):
    """Take back what an author did, the newest first."""
    for one in reversed(run.at().interventions):
        run.intervene(Undo(entry=str(one.entry.id)))


def parts(scenario):
    """All paths of a world, whatever their order."""
    rooms = [room for place in scenario.places for room in place.rooms]
    things = {thing.path for room in rooms for thing in room.things}
    return {place.name for place in scenario.places} | {room.path for room in rooms} | things


def free(run, name):
    """Have nobody live by a place, work there or go there on a usual day."""
    for one in run.scenario.personas:
        lines = [line for line in said_of(run.scenario, one.id, "usual day").splitlines() if name not in line]
        if "\n".join(lines) != said_of(run.scenario, one.id, "usual day"):
            amend(run, one.id, "usual day", "\n".join(lines))
        if one.work.startswith(name):
            amend(run, one.id, "work", "")


# ---- another name


@pytest.mark.soak
def test_a_place_that_is_renamed_takes_along_all_that_hangs_on_it(run):
    before = run.at()
    known = [path for path in before.known("nell") if path.startswith(SHOP)]
    amend(run, SHOP, "path", "Market Hall")
    now = run.at()
    assert now.people["nell"].room == "Market Hall/counter"
    assert {path for path in now.known("nell") if path.startswith("Market Hall")} == {
        path.replace(SHOP, "Market Hall") for path in known
    }
    assert not [path for path in now.known("nell") if path.startswith(SHOP)]
    assert {path: state for path, state in now.things.items() if path.startswith("Market Hall")} == {
        path.replace(SHOP, "Market Hall"): state
        for path, state in before.things.items()
        if path.startswith(SHOP)
    }
    assert all(SHOP not in line.place for one in run.scenario.personas for line in one.routine)
    assert all(not block.room.startswith(SHOP) for block in now.plan("nell").current("block"))
    assert run.at("day 1 08:00").town.world.places.keys() == before.town.world.places.keys()


def test_who_speaks_of_a_place_by_its_old_name_is_understood(run):
    amend(run, SHOP, "path", "Market Hall")
    world = run.town.world
    assert [place.name for place in world.named(f"We meet at the {SHOP}.")] == ["Market Hall"]
    assert [place.name for place in world.named("From the Market Hall to the Corner Shop.")] == [
        "Market Hall"
    ]


def test_a_new_place_of_an_old_name_is_another_place(run):
    thing = next(path for path in run.at().things if path.startswith(SHOP))
    run.intervene(SetState(thing=thing, state=_other_state(run, thing)))
    state = run.at().things[thing]
    amend(run, SHOP, "path", "Market Hall")
    amend(run, SHOP, "place", said_of(run.scenario, "Market Hall", "place"))
    assert run.at().things[thing.replace(SHOP, "Market Hall")] == state
    assert run.at().things[thing] != state, "it is as it was begun with"
    assert not [path for path in run.at().known("nell") if path.startswith(SHOP)]
    assert [place.name for place in run.town.world.named(f"at the {SHOP}")] == [SHOP]


def _other_state(run, thing):
    part = run.town.world.things[thing]
    return next(state for state in part.states if state not in (run.at().things[thing], part.state))


def test_what_was_done_under_an_old_name_can_be_undone_under_the_new(run):
    thing = next(path for path in run.at().things if path.startswith(SHOP))
    was = run.at().things[thing]
    changed = run.intervene(SetState(thing=thing, state=_other_state(run, thing)))
    amend(run, SHOP, "path", "Market Hall")
    run.intervene(Undo(entry=str(changed.id + 1)))
    assert run.at().things[thing.replace(SHOP, "Market Hall")] == was


@pytest.mark.soak
def test_a_room_that_moves_and_an_object_that_is_renamed_keep_who_and_what_is_there(run):
    nell = run.at().people["nell"].room
    amend(run, f"{COURT}/arcade", "room", "about: a roofed walk")
    assert f"{COURT}/arcade/bench" in run.town.world.things, "the first room takes over what is there"
    amend(run, nell, "path", nell.rpartition("/")[0] + "/long table")
    assert run.at().people["nell"].room.endswith("/long table")
    thing = next(one.path for one in run.town.world.rooms[f"{COURT}/arcade"].things)
    amend(run, thing, "path", f"{COURT}/arcade/old seat")
    assert f"{COURT}/arcade/old seat" in run.town.world.things
    run.live("day 1 11:00")
    assert verify(run.store, run.number) is None
    undo_all(run)
    assert run.scenario.places == run.at("day 1 09:00").town.scenario.places


# ---- gone


def test_who_is_at_a_place_that_goes_is_elsewhere_and_plans_anew(run):
    free(run, SHOP)
    there = [one for one, here in run.at().people.items() if here.room.startswith(SHOP)]
    assert there
    amend(run, SHOP, "place")
    now = run.at()
    assert SHOP not in run.town.world.places
    assert all(now.people[one].room in run.town.world.rooms for one in now.people)
    assert not [path for one in now.people for path in now.known(one) if path.startswith(SHOP)]
    run.live("day 1 13:00")
    for one in there:
        ahead = [block for block in run.at().plan(one).current("block") if block.start >= now.minute]
        assert ahead
        assert not [block for block in ahead if block.room.startswith(SHOP)]
    assert verify(run.store, run.number) is None
    assert {place.id for place in map_data(run).places} == set(run.town.world.places)
    map_day(run, 1)


def test_to_undo_that_a_place_went_brings_it_back_with_who_knew_it(run):
    free(run, SHOP)
    known = {one: {path for path in run.at().known(one) if path.startswith(SHOP)} for one in run.at().people}
    things = {path: state for path, state in run.at().things.items() if path.startswith(SHOP)}
    amend(run, SHOP, "place")
    entry = next(one.entry for one in run.at().interventions if one.entry.asked.get("field") == "place")
    run.intervene(Undo(entry=str(entry.id)))
    now = run.at()
    assert {one: {path for path in now.known(one) if path.startswith(SHOP)} for one in now.people} == known
    assert {path: state for path, state in now.things.items() if path.startswith(SHOP)} == things


@pytest.mark.soak
def test_what_one_meant_to_do_at_a_place_that_goes_is_dropped_and_says_why(run):
    run.intervene(Whisper(agent="ruth", text=f"Go to the {SHOP} at 20:00 and buy a bun."))
    run.live("day 1 09:45")
    free(run, SHOP)
    last = {one.first: one for one in run.at().log.rows(Intention)}
    meant = {first for first, one in last.items() if one.place.startswith(SHOP) and one.is_open}
    amend(run, SHOP, "place")
    last = {one.first: one for one in run.at().log.rows(Intention)}
    assert meant
    assert {last[one].state for one in meant} == {"dropped"}
    assert {last[one].because for one in meant} == {"the counter of the Corner Shop is no more"}


@pytest.mark.soak
def test_what_somebody_lives_by_stays_and_the_words_name_them(run):
    home = run.scenario.persona("nell").home
    with pytest.raises(BadInput, match="cannot be removed: Nell Hartley lives or works there"):
        amend(run, home.partition("/")[0], "place")
    with pytest.raises(BadInput, match="cannot be removed: Nell Hartley lives"):
        amend(run, home, "room")


def test_where_an_author_holds_somebody_stays_until_that_is_undone(run):
    free(run, SHOP)
    room = run.town.world.places[SHOP].rooms[0].path
    run.intervene(Replan(agent="ruth", begins="15:00", ends="16:00", room=room, activity="wait"))
    there = run.at().fingerprint
    with pytest.raises(
        BadInput,
        match=r"an author has planned for Ruth Calloway to be at .* at 15:00; undo that intervention first",
    ):
        amend(run, SHOP, "place")
    assert run.at().fingerprint == there


@pytest.mark.nightly
def test_the_home_is_another_and_the_old_one_can_go(run):
    old = run.scenario.persona("nell").home.partition("/")[0]
    free(run, old)
    amend(run, "nell", "home", "Calloway Cottage/music room")
    assert "Calloway Cottage/music room" in run.at().known("nell")
    amend(run, old, "place")
    run.live("day 2 08:00")
    assert run.at("day 1 24:00").people["nell"].room == "Calloway Cottage/music room"
    assert verify(run.store, run.number) is None


@pytest.mark.nightly
def test_a_run_whose_world_was_rebuilt_is_taken_away_in_every_form_and_copied_whole(run):
    free(run, SHOP)
    amend(run, "Barn", "place", "rooms: {loft: {ladder: leaning}}")
    amend(run, COURT, "path", "Old Court")
    amend(run, SHOP, "place")
    run.live("day 1 11:00")
    for way in run_exports():
        assert b"".join(run.export(way)), way
    for entry in run.at().log.entries():
        run.why(entry.id)
    story = run.story()
    assert story.paper(1)
    assert {one.place for one in story.timeline(1)} >= {"Old Court", SHOP}, "what is gone is called as it was"


# ---- refused


@pytest.mark.parametrize(
    ("about", "field", "value", "reason"),
    [
        (SHOP, "path", COURT, "'Candle Court' already exists"),
        (SHOP, "path", "Shop/counter", "a place must stay a place"),
        (SHOP, "path", "  ", "is not valid"),
        (SHOP, "path", "a@b", "is not a valid name"),
        (SHOP, "path", SHOP, "already has this value"),
        ("Nowhere", "path", "Somewhere", "no person, place, object or fact 'Nowhere'"),
        (f"{SHOP}/counter", "path", "Nowhere/counter", "there is no place 'Nowhere'"),
        (f"{SHOP}/counter", "room", "{}", "already"),
        (f"{SHOP}/cellar", "room", "capacity: 0", "capacity"),
        (f"{SHOP}/cellar", "room", "a: {b: c}", "line 1"),
        (f"{SHOP}/counter/lamp", "object", "{opn: 1}", "line 1"),
        (f"{SHOP}/nowhere/lamp", "object", "{}", "there is no room"),
        ("Nowhere/cellar", "room", "{}", "there is no place 'Nowhere'"),
        ("nell", "name", "Otto Finch", "would be called 'Otto', like Otto Finch"),
        ("nell", "pronouns", "it", "is not he, she or they"),
        ("nell", "work", "Nowhere", "there is no place 'Nowhere'"),
        (SHOP, "known", "by nobody", "does not say who knows the place"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(run, about, field, value, reason):
    before = run.at().fingerprint, run.scenario
    with pytest.raises((BadInput, NotFound), match=reason):
        amend(run, about, field, value)
    assert (run.at().fingerprint, run.scenario) == before


def test_what_was_amended_under_a_name_is_undone_before_the_name(run):
    first = amend(run, SHOP, "path", "Market Hall")
    amend(run, "Market Hall", "open", "10:00-11:00")
    with pytest.raises(BadInput, match="came later"):
        run.intervene(Undo(entry=str(first.id + 1)))
    undo_all(run)
    assert run.scenario.places == run.at("day 1 09:00").town.scenario.places


def test_somebody_has_another_name_from_then_on(run):
    amend(run, "nell", "name", "Nell Hart")
    assert run.town.cast.names["nell"] == "Nell Hart"
    assert run.at("day 1 08:00").town.cast.names["nell"] == "Nell Hartley"
    run.live("day 1 10:00")
    assert verify(run.store, run.number) is None


# ---- a later version of the town


@pytest.mark.nightly
def test_a_version_with_renamed_moved_and_removed_parts_comes_into_a_run_and_nothing_is_left(workspace):
    scenarios = workspace.scenarios
    scenarios.add("rebuilt", scenarios.files(TOWN))
    run = workspace.runs.new("rebuilt")
    run.live("day 1 09:30")
    edits = scenarios.edits
    edits.make("rebuilt", RenamePlace(place=COURT, name="Old Court"))
    edits.make(
        "rebuilt", SetField(file="world.yaml", path=(SHOP, "rooms", "cellar"), value={"barrel": "full"})
    )
    edits.make("rebuilt", RenamePerson(agent="nell", name="Nell Hart"))
    scenarios.save_all("rebuilt")
    found = to_apply(run)
    assert [one.words for one in found.refused] == [f"The town’s name: {COURT} → Old Court"]
    apply_town(run)
    assert parts(run.scenario) >= {"Old Court", f"{SHOP}/cellar/barrel"}
    assert COURT not in parts(run.scenario)
    assert run.scenario.persona("nell").name == "Nell Hart"
    gone = {row.row for row in run.at().retractions}
    texts = [
        one.text for one in run.at().memories(None, kinds=["seed"], limit=500).items if one.id not in gone
    ]
    assert any("Old Court" in text for text in texts)
    assert not any(COURT in text or "Nell Hartley" in text for text in texts)
    assert not to_apply(run).wanted
    run.live("day 1 12:00")
    assert verify(run.store, run.number) is None


# ---- whatever is done


def rebuilt(scenario, draw):
    """What an author may do next to a world, drawn: of what, which field, and what it says."""
    places = [place.name for place in scenario.places]
    rooms = [room.path for place in scenario.places for room in place.rooms if "/" in room.path]
    things = sorted(part for part in parts(scenario) if part not in places and part not in rooms)
    number = draw.randrange(10_000)
    place = draw.choice(places)
    ways = [
        (place, "path", f"House {number}"),
        (place, "place", ""),
        (f"Hut {number}", "place", f"rooms: {{den: {{lamp {number}: lit}}}}"),
        (f"{place}/nook {number}", "room", "{}"),
    ]
    if rooms:
        room = draw.choice(rooms)
        ways += [(room, "path", f"{place}/room {number}"), (room, "room", "")]
        ways.append((f"{room}/vase {number}", "object", "{state: empty, states: [empty, full]}"))
    if things and rooms:
        ways += [(draw.choice(things), "path", f"{room}/thing {number}"), (draw.choice(things), "object", "")]
    return draw.choice(ways)


@pytest.mark.parametrize("seed", range(30))
def test_a_world_however_rebuilt_is_told_to_one_that_lives_part_by_part(workspace, seed):
    """Every drawn version is reached by what is applicable, unless it is refused in words."""
    lived = later = workspace.runs.find("trunk-1").scenario
    draw = random.Random(seed)
    for _ in range(8):
        try:
            later = amended(later, *rebuilt(later, draw))
        except (BadInput, NotFound):
            continue
    wanted, refused = applicable(lived, later, {})
    assert not refused
    town = lived
    for one in wanted:
        town = amended(town, one.about, one.field, one.value)
    assert parts(town) == parts(later)
    assert differences(town, later) == ()


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_however_a_world_is_rebuilt_it_is_the_same_read_anew_and_lived_on_and_all_is_undone(
    workspace, run, seed
):
    draw, done = random.Random(seed), 0
    begun = parts(run.scenario)
    for minute in ("day 1 10:00", "day 1 10:40", "day 1 11:20"):
        for _ in range(4):
            try:
                amend(run, *rebuilt(run.scenario, draw))
                done += 1
            except (BadInput, NotFound):
                continue
        run.live(minute)
    assert done > 3
    assert verify(run.store, run.number) is None
    whole = workspace.runs.find("trunk-1").fork()
    whole.agenda.follow(run.agenda.programme())
    whole.live("day 1 11:20")  # in one go
    assert whole.at().fingerprint == run.at().fingerprint
    state = load(run.store, run.number, run.town)
    assert state.rooms.keys() == run.town.world.rooms.keys()
    for agent, mind in state.minds.items():
        alone = load_mind(run.store, run.number, run.town, agent).minds[agent]
        assert (alone.known, alone.presence, alone.met) == (mind.known, mind.presence, mind.met)
        assert set(mind.known) <= parts(run.scenario)
        assert mind.presence.room in run.town.world.rooms
    undo_all(run)
    assert parts(run.scenario) == begun
    assert {row.thing for row in run.at().log.rows(ThingState)} <= begun | {
        row.thing for row in run.at().log.rows(ThingState) if "vase" in row.thing or "lamp" in row.thing
    }
    run.live("day 1 12:00")
    assert verify(run.store, run.number) is None


def test_what_happened_at_a_place_is_found_by_what_the_place_is_called_now(run):
    before = run.at().log.events(place=SHOP, limit=500)
    room = before.items[0].room
    in_the_room = run.at().log.events(room=room, limit=500).total
    told = feed_data(run, 1, None)["rows"]
    amend(run, SHOP, "path", "Market Hall")
    amend(run, COURT, "path", SHOP)
    now = run.at().log.events(place="Market Hall", limit=500)
    assert before.total > 0
    assert {one.id for one in before.items} <= {one.id for one in now.items}
    assert run.at().log.events(room=room.replace(SHOP, "Market Hall"), limit=500).total >= in_the_room
    others = {one.id for one in run.at().log.events(place=SHOP, limit=500).items}
    assert not others & {one.id for one in before.items}, "nor by a name that is another place's by now"
    at_shop = [row["id"] for row in told if row["place"] == SHOP]
    again = {row["id"]: row["place"] for row in feed_data(run, 1, None)["rows"]}
    assert at_shop
    assert {again[one] for one in at_shop} == {"Market Hall"}


def test_what_somebody_did_is_found_and_told_by_what_they_are_called_now(run):
    before = run.at().log.events(agent="nell", limit=500)
    amend(run, "nell", "name", "Nell Hart")
    assert {one.id for one in before.items} <= {
        one.id for one in run.at().log.events(agent="Nell Hart", limit=500).items
    }
    assert feed_data(run, 1, None)["people"]["nell"]["name"] == "Nell Hart"
