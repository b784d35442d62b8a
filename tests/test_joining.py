"""Somebody new in a town that lives: known at once, in every day that is lived anew, and gone when undone."""

from __future__ import annotations

import pytest

from engine.api.interventions import Add, Move, SendAway, Undo
from engine.api.workspace import open_workspace
from engine.api.workspace_file import verify
from engine.errors import BadInput, NotFound
from engine.records import Joined, Line

PERSONA = """\
name: Iris Vale
pronouns: she
age: 41
home: {home}
seed:
- Iris Vale has come to paint the sea.
- Iris Vale is going to the {place} tomorrow at 15:00.
currently: Iris Vale is looking for a studio.
day:
  wake: 07:00
  sleep: 22:00
  routine:
  - 08:00 have breakfast at home
  - 09:00 paint @ {place}
relationships:
- {{with: {known}, as: cousin, closeness: 0.6}}
"""


def persona(run, text=PERSONA):
    """A persona who can live in the town of a run."""
    public = next(place.name for place in run.scenario.places if not place.private)
    one = run.scenario.personas[0]
    return text.format(home=one.home, place=public, known=one.id), public


def with_iris(run, **changes):
    text, place = persona(run)
    return Add(**{"persona": text, "room": place} | changes)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("joining") / "workspace") as opened:
        opened.runs.new("three-neighbours", name="trunk").live("day 1 09:30")
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("trunk-1").fork()


def joined(run, **changes):
    turn = run.intervene(with_iris(run, **changes), who="Ms Day", why="a lesson")
    return str(turn.id + 1)


@pytest.mark.nightly
def test_who_joins_is_there_at_once_with_home_memories_and_ties(run):
    known, place = run.scenario.personas[0], persona(run)[1]
    joined(run)
    now = run.at()
    assert run.town.cast.names["iris"] == "Iris Vale"
    assert now.people["iris"].room in {room.path for room in run.town.world.places[place].rooms}
    assert "Iris Vale has come to paint the sea." in [one.text for one in now.memories("iris").items]
    tie = next(one for one in now.relations if one.agent == "iris")
    assert (tie.other, tie.kind, tie.closeness) == (known.id, "cousin", 0.6)
    assert known.home in now.known("iris")
    assert run.town.world.belongs("iris", known.home)


@pytest.mark.soak
def test_it_is_signed_and_listed_and_comes_of_its_entry(run):
    joined(run)
    (done,) = run.at().interventions
    assert (done.entry.who, done.entry.why, done.entry.before["agent"]) == ("Ms Day", "a lesson", "iris")
    assert done.words.startswith("Iris Vale joins the town")
    row = next(row for row in run.whole_log() if isinstance(row, Joined))
    assert run.why(row.id).causes[0].row == done.entry


def test_what_is_to_be_done_on_a_day_counts_from_the_day_on_which_one_comes(run):
    joined(run)
    (bound,) = [one for one in run.at().engagements("iris") if one.kind == "seed"]
    assert bound.when == run.clock // 1440 * 1440 + 1440 + 15 * 60


@pytest.mark.nightly
def test_others_meet_and_talk_with_who_has_come_the_same_day(run):
    joined(run)
    run.live("day 1 22:00")
    lines = [row for row in run.whole_log() if isinstance(row, Line)]
    assert {line.speaker for line in lines if "iris" in line.hearers} - {"iris"}
    others = (one for one in run.town.cast.names if one != "iris")
    assert any("Iris" in memory.text for one in others for memory in run.at().memories(one, limit=500).items)


def test_a_moment_before_they_came_does_not_know_them(run):
    before = run.clock - 60
    joined(run)
    assert "iris" not in run.at(before).town.cast.names
    assert "iris" not in run.at(before).people
    with pytest.raises(NotFound):
        run.at(before).memories("iris")


@pytest.mark.nightly
def test_whoever_takes_the_run_up_again_lives_the_same_days(workspace, run):
    joined(run)
    other = run.fork()
    run.live("day 3 12:00")
    for until in ("day 1 15:00", "day 2 00:00", "day 2 10:00", "day 3 00:00", "day 3 12:00"):
        with open_workspace(workspace.store.path.parent) as anew:  # another process would begin so
            anew.runs.find(other.row.id).live(until, concurrency=4)
    assert run.at("day 3 12:00").fingerprint == other.at("day 3 12:00").fingerprint
    assert verify(workspace.store, run.number) is None


def test_a_fork_has_who_came_before_it_and_not_who_came_after(run):
    at = run.clock
    joined(run)
    run.live("day 1 12:00")
    assert "iris" in run.fork().town.cast.names
    assert "iris" in run.fork(at).town.cast.names  # what is done at a moment is seen at it
    assert "iris" not in run.fork(at - 10).town.cast.names


@pytest.mark.nightly
def test_undo_sends_them_away_and_an_undo_of_that_brings_them_back(run):
    entry = joined(run)
    run.live("day 1 11:00")
    turn = run.intervene(Undo(entry=entry))
    assert run.at().people["iris"].reason == "away"
    run.live("day 1 13:00")
    assert run.at().people["iris"].reason == "away"
    run.intervene(Undo(entry=str(turn.id + 1)))
    assert run.at().people["iris"].inside
    assert len([row for row in run.whole_log() if isinstance(row, Joined)]) == 1
    run.live("day 2 09:00")
    assert run.at().people["iris"].reason != "away"


def test_the_same_person_does_not_come_twice(run):
    joined(run)
    with pytest.raises(BadInput, match="Iris Vale"):
        joined(run)


def test_in_a_town_where_everybody_has_left_the_new_one_can_stay(run):
    joined(run)
    others = [one for one in run.town.cast.names if one != "iris"]
    for one in others:
        run.intervene(SendAway(agent=one))
    with pytest.raises(BadInput, match="last"):
        run.intervene(SendAway(agent="iris"))
    run.live("day 2 09:00")
    assert run.at().people["iris"].room


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("name: Iris Vale\n", "home"),
        ("name: Iris Vale\nhome: Nowhere\n", "line 2: unknown place 'Nowhere'"),
        ("name: Iris Vale\nhome: [1]\n", "line 2"),
        ("name: Nell Hartley\nhome: Corner Shop\n", "both called 'Nell Hartley'"),
        ("name: Iris Vale\nhome: Corner Shop\nhobby: tea\n", "line 3"),
        ("name: Iris\nhome: Corner Shop\nrelationships: [{with: nobody, as: friend}]\n", "unknown person"),
        ("name: *x\n", "line 1"),
        ("- a list\n", "line 1"),
        ("name: Iris Vale\nhome: Corner Shop\nseed: '" + "x" * 40_000 + "'\n", "characters"),
    ],
)  # fmt: skip
def test_a_persona_with_faults_is_refused_with_its_line_and_nothing_is_done(run, text, said):
    with pytest.raises(BadInput, match=said):
        run.intervene(Add(persona=text))
    assert run.at().interventions == ()
    assert len(run.town.cast.names) == 3


def test_a_persona_written_on_another_system_is_the_same_person(run):
    text, _ = persona(run)
    run.intervene(Add(persona=text.replace("\n", "\r\n")))
    assert "iris" in run.town.cast.names


def test_of_two_with_one_first_name_each_has_an_id_and_is_called_otherwise(run):
    with pytest.raises(BadInput, match="would be called 'Nell', like Nell Hartley; add `called:`"):
        run.intervene(Add(persona="name: Nell Brook\nhome: Corner Shop\n"))
    run.intervene(Add(persona="name: Nell Brook\ncalled: Brook\nhome: Corner Shop\n"))
    run.intervene(Add(persona="name: Nell Rowe\ncalled: Rowe\nhome: Corner Shop\n"))
    assert [one for one in run.town.cast.names if one.startswith("nell")] == ["nell", "nell-2", "nell-3"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("town", "name", "id_"), [("liuwan", "余晚秋", "余晚秋"), ("willow-bay", "Iris Vale", "iris")]
)
def test_a_town_of_any_language_takes_somebody_in_before_its_first_day(tmp_path, town, name, id_):
    with open_workspace(tmp_path / "workspace") as workspace:
        run = workspace.runs.new(town)
        text, place = persona(run)
        run.intervene(Add(persona=text.replace("Iris Vale", name), room=place))
        run.live("day 1 14:00")
        assert run.at().people[id_].room
        assert run.at().memories(id_, limit=100).items


# ---- planned, and in programmes


def test_who_is_planned_to_come_can_be_named_in_what_is_planned_after(run):
    _, place = persona(run)
    at_home = f"name: Iris Vale\nhome: {run.scenario.personas[0].home}\n"
    run.agenda.schedule(Add(persona=at_home), "day 1 10:00")
    moved = run.agenda.schedule(Move(agent="Iris Vale", room=place), "day 1 10:20")
    assert run.agenda.words(moved) == f"At day 1 10:20: Iris Vale is in {run.town.world.entry(place)}"
    last = run.scenario.personas[1].home
    run.agenda.rule(Move(agent="iris", room=last), f"iris at {place}")
    run.live("day 1 11:00")
    assert {one.state for one in run.agenda.all} == {"done"}
    assert run.at().people["iris"].room == last


@pytest.mark.nightly
def test_a_programme_with_somebody_new_makes_the_same_day(workspace, run):
    twin = run.fork()
    joined(run)
    run.live("day 1 10:30")
    run.intervene(Move(agent="iris", room=run.scenario.personas[1].home), who="Ms Day")
    run.live("day 1 18:00")
    programme = run.agenda.programme()
    assert "persona: |\n" in programme
    twin.agenda.follow(programme)
    twin.live("day 1 18:00")
    assert twin.at().fingerprint == run.at().fingerprint


def test_a_programme_with_a_faulty_persona_names_its_entry(run):
    text = "programme: 1\nentries:\n- {at: day 1 12:00, do: add, persona: 'name: Iris Vale'}\n"
    with pytest.raises(BadInput, match="entry 1 of the programme: this persona cannot join the town"):
        run.agenda.follow(text)


# ---- ways out and back


@pytest.mark.soak
def test_a_cassette_knows_who_joined(tmp_path, run):
    joined(run)
    run.live("day 1 12:00")
    file = tmp_path / "iris.cassette"
    file.write_bytes(b"".join(run.export("cassette")))
    with open_workspace(tmp_path / "elsewhere") as elsewhere, file.open("rb") as opened:
        again = elsewhere.runs.open_cassette(opened)
        assert again.at().fingerprint == run.at().fingerprint
        assert "iris" in again.town.cast.names


@pytest.mark.soak
def test_two_runs_that_differ_by_somebody_new_are_compared(run):
    twin = run.fork()
    joined(run)
    run.live("day 1 14:00")
    twin.live("day 1 14:00")
    for beside in (run.compare(twin), twin.compare(run)):
        assert "Iris Vale" in " ".join(str(one) for one in beside.beginnings)
        assert "iris" in {one.agent for one in beside.reached}
        assert beside.names["iris"] == "Iris Vale"
        assert "iris" in {one.agent for one in beside.ties}
        assert beside._repr_html_()


@pytest.mark.nightly
def test_every_way_out_knows_who_joined(run):
    joined(run)
    run.live("day 1 20:00")
    for form in ("fountain", "ink", "html", "replay", "jsonl"):
        assert b"Iris" in b"".join(run.export(form))
    (found,) = run.query("SELECT name FROM person WHERE agent = 'iris'").rows
    assert tuple(found) == ("Iris Vale",)
    assert "iris" in {one.id for one in run.scenario.personas}
    assert run.story().paper
