"""What a town says is amended while it lives: known at once, the same when read again, and taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.api.interventions import Add as Come, Amend, LockTie, Tie, Undo
from engine.api.steering.applying import Joins, Leaves, apply_town, to_apply
from engine.api.workspace import open_workspace
from engine.api.workspace_file import verify
from engine.api.writing.edits import Add, AddFile, RemoveFile, SetField
from engine.errors import BadInput, NotFound, RunBusy
from engine.records import Hours
from engine.running.run_session import hold
from engine.scenario.meaning.amending import said_of, says_so
from engine.scenario.meaning.applying import applicable
from engine.scenario.newcomer import with_newcomer
from engine.simulation.loading import load, load_mind, town_at
from studio.catalogue.tr import read_in, tr_worded

TOWN, NELL = "three-neighbours", "personas/nell.yaml"
EEL = {"id": "eel", "text": "An eel lives here.", "known_by": ["nell"]}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("amending") / "workspace") as opened:
        opened.runs.new("three-neighbours", name="trunk").live("day 1 09:30")
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("trunk-1").fork()


def amend(run, about, field, value):
    return run.intervene(Amend(about=about, field=field, value=value), who="Ms Day", why="v2")


def remembered(run, agent):
    """What somebody remembers, without what was retracted."""
    gone = {row.row for row in run.at().retractions}
    return [one.text for one in run.at().memories(agent, limit=500).items if one.id not in gone]


def nell(run):
    return run.scenario.persona("nell")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("field", "value", "attribute", "now"),
    [
        ("age", "71", "age", 71),
        ("traits", "bold\ncurious", "traits", ("bold", "curious")),
        ("circumstances now", "Nell rows.", "currently", "Nell rows."),
        ("waking", "05:10", "wake", 310),
        ("way of speaking", "blunt", "register", "blunt"),
        ("sayings", "Well now.", "says", ("Well now.",)),
    ],
)  # fmt: skip
def test_a_field_of_somebody_says_something_else_from_then_on_and_not_before(
    run, field, value, attribute, now
):
    before = getattr(nell(run), attribute)
    amend(run, "nell", field, value)
    assert getattr(nell(run), attribute) == now
    assert getattr(run.at("day 1 08:00").town.scenario.persona("nell"), attribute) == before
    done = run.at().interventions[-1]
    assert done.can_be_undone
    run.intervene(Undo(entry=str(done.entry.id)))
    assert getattr(nell(run), attribute) == before
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    assert getattr(nell(run), attribute) == now


def test_a_place_is_open_at_other_hours_and_a_room_holds_more(run):
    place = run.scenario.places[0]
    amend(run, place.name, "open", "10:00-11:00")
    assert run.town.world.places[place.name].open == Hours(opens=600, closes=660)
    assert not run.town.world.is_open(place.rooms[0].path, 12 * 60)
    amend(run, place.rooms[0].path, "capacity", "7")
    assert run.town.world.rooms[place.rooms[0].path].capacity == 7
    amend(run, place.name, "open", "all day")
    assert run.town.world.places[place.name].open is None


def test_a_new_fact_is_one_of_the_towns_and_remembered_by_those_who_know_it(run):
    amend(run, "eel", "fact", "There is an eel in the well.")
    amend(run, "eel", "known by", "nell")
    assert run.scenario.facts[-1].known_by == ("nell",)
    assert "There is an eel in the well." in remembered(run, "nell")
    assert "There is an eel in the well." not in remembered(run, "otto")
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    assert "There is an eel in the well." not in remembered(run, "nell")


def test_first_memories_come_and_go_and_a_tie_is_another(run):
    old = nell(run).seed
    amend(run, "nell", "first memories", "\n".join([*old[1:], "Nell Hartley has seen the sea."]))
    texts = remembered(run, "nell")
    assert "Nell Hartley has seen the sea." in texts
    assert old[0] not in texts
    amend(run, "nell", "tie to otto", "-0.4 rival")
    tie = next(one for one in run.at().relations if (one.agent, one.other) == ("nell", "otto"))
    assert (tie.kind, tie.closeness) == ("rival", -0.4)


@pytest.mark.soak
def test_the_town_is_the_same_when_it_is_read_again_as_when_it_lived_on(workspace, run):
    place = run.scenario.places[0]
    amend(run, "nell", "waking", "05:10")
    amend(run, "nell", "usual day", f"05:30 sweep the yard\n10:00 sit and read @ {place.name}")
    amend(run, place.name, "open", "10:00-23:00")
    run.live("day 1 13:00")
    amend(run, "otto", "traits", "bold")
    run.live("day 2 08:00")  # read anew from the log between each of these
    whole = workspace.runs.find("trunk-1").fork()
    whole.agenda.follow(run.agenda.programme())
    whole.live("day 2 08:00")  # in one go
    assert whole.at().fingerprint == run.at().fingerprint
    assert verify(run.store, run.number) is None


def test_a_fork_of_before_knows_nothing_of_it_and_one_of_after_all(workspace, run):
    early = run.fork()
    amend(run, "nell", "traits", "bold")
    assert nell(early).traits != ("bold",)
    assert nell(run.fork()).traits == ("bold",)
    assert nell(workspace.runs.find("trunk-1")).traits != ("bold",)


@pytest.mark.parametrize(
    ("about", "field", "value", "why"),
    [
        ("nobody", "age", "7", "there is no person, place, object or fact 'nobody'"),
        ("nell", "forgetting", "1", "'forgetting' cannot be changed in a run"),
        ("nell", "home", "Quay", "there is no place 'Quay'"),
        ("nell", "age", "old", "'old' is not an age"),
        ("nell", "age", "0" * 5_000, "is not an age"),
        ("nell", "waking", "noon", "is not a time of day"),
        ("nell", "usual day", "08:00 row @ Nowhere", "there is no place 'Nowhere'"),
        ("nell", "tie to otto", "friend", "such as 0.5 friend"),
        ("nell", "tie to nobody", "0.5 friend", "nobody has the id"),
        ("eel", "known by", "nell", "there is no person, place, object or fact 'eel'"),
        ("", "fact", "An eel.", "there is no person, place, object or fact"),
        ("eel", "fact", "", "is not a fact"),
        (" eel, x\n", "fact", "An eel.", "is not a valid fact id"),
        ("e" * 41, "fact", "An eel.", "is not a valid fact id"),
        ("nell", "age", "1" * 5_000, "is not an age"),
        ("Towpath", "capacity", "1" * 5_000, "is not a capacity"),
        ("nell", "traits", "x" * 41_000, "can have at most 40,000 characters"),
    ],
)
def test_what_cannot_be_amended_is_refused_and_changes_nothing(run, about, field, value, why):
    before = run.at().fingerprint, run.scenario
    with pytest.raises((BadInput, NotFound), match=why):
        amend(run, about, field, value)
    assert (run.at().fingerprint, run.scenario) == before


def test_what_is_said_already_is_no_amendment(run):
    with pytest.raises(BadInput, match="already has this value"):
        amend(run, "nell", "age", str(nell(run).age))


def undo(run, entry=None):
    """Take back an entry; the last one by default."""
    return run.intervene(Undo(entry=str((entry or run.at().interventions[-1].entry).id)))


def entry_of(run, turn):
    """The entry of a turn of the author."""
    return next(one.entry for one in run.at().interventions if one.entry.id == turn.id + 1)


def tie(run, agent, other):
    """How somebody stands to somebody else, and what the town says of it."""
    row = next(one for one in run.at().relations if (one.agent, one.other) == (agent, other))
    return row.kind, row.closeness


def test_who_stood_otherwise_than_the_town_says_stands_so_again_when_a_tie_is_taken_back(run):
    said = next(bond for bond in nell(run).bonds if bond.other == "ruth")
    run.intervene(Tie(agent="nell", other="ruth", closeness="0.123", kind="rival"))
    amend(run, "nell", "tie to ruth", "-0.5 enemy")
    assert tie(run, "nell", "ruth") == ("enemy", -0.5)
    undo(run)
    assert tie(run, "nell", "ruth") == ("rival", 0.123)
    assert next(bond for bond in nell(run).bonds if bond.other == "ruth") == said
    undo(run)
    assert tie(run, "nell", "ruth") == ("enemy", -0.5)


@pytest.mark.soak
def test_who_stands_otherwise_than_the_town_says_can_be_told_to_stand_as_it_says(run):
    said = next(bond for bond in nell(run).bonds if bond.other == "ruth")
    run.intervene(Tie(agent="nell", other="ruth", closeness="0.123", kind="rival"))
    amend(run, "nell", "tie to ruth", f"{said.closeness:g} {said.kind}")
    assert tie(run, "nell", "ruth") == (said.kind, said.closeness)
    with pytest.raises(BadInput, match="already has this value"):
        amend(run, "nell", "tie to ruth", f"{said.closeness:g} {said.kind}")
    undo(run)
    assert tie(run, "nell", "ruth") == ("rival", 0.123)


@pytest.mark.parametrize(
    ("field", "first", "second"),
    [
        ("age", "40", "50"),
        ("traits", "bold", "shy"),
        ("first memories", "Nell Hartley rows.", "Nell Hartley swims."),
        ("tie to otto", "0.1 friend", "0.2 rival"),
    ],
)
def test_an_amendment_is_not_taken_back_while_a_newer_one_stands(run, field, first, second):
    amend(run, "nell", field, first)
    older = run.at().interventions[-1].entry
    amend(run, "nell", field, second)
    newer, there = run.at().interventions[-1].entry, (run.at().fingerprint, run.scenario)
    with pytest.raises(BadInput, match=f"entry {newer.id} came later"):
        undo(run, older)
    assert (run.at().fingerprint, run.scenario) == there
    undo(run, newer)
    undo(run, older)
    assert said_of(run.scenario, "nell", field) == older.before["value"]


@pytest.mark.parametrize(
    ("field", "first", "other", "second"),
    [
        ("age", "40", "age", "50"),
        ("tie to otto", "0.1 friend", "tie to otto", "0.2 rival"),
        ("waking", "05:10", "waking and bedtime", "05:20-23:00"),
    ],
)
def test_an_amendment_is_not_done_again_over_a_newer_one(run, field, first, other, second):
    amend(run, "nell", field, first)
    taken_back = undo(run)
    amend(run, "nell", other, second)
    there = (run.at().fingerprint, run.scenario)
    with pytest.raises(BadInput, match="came later"):
        undo(run, entry_of(run, taken_back))
    assert (run.at().fingerprint, run.scenario) == there
    undo(run)
    undo(run, entry_of(run, taken_back))
    assert says_so(run.scenario, "nell", field, first)


def test_a_tie_of_the_town_is_not_taken_back_over_one_that_was_set_by_hand_since(run):
    amend(run, "nell", "tie to otto", "0.1 friend")
    older = run.at().interventions[-1].entry
    run.intervene(Tie(agent="nell", other="otto", closeness="-0.7", kind="rival"))
    with pytest.raises(BadInput, match="Nell Hartley's closeness to Otto"):
        undo(run, older)
    assert tie(run, "nell", "otto") == ("rival", -0.7)


def test_a_locked_tie_stays_as_it_is_whatever_the_town_says_by_now(run):
    amend(run, "nell", "tie to otto", "0.1 friend")
    amended = run.at().interventions[-1].entry
    run.intervene(LockTie(agent="nell", other="otto"))
    lock = run.at().interventions[-1].entry
    for change in (lambda: amend(run, "nell", "tie to otto", "0.9 friend"), lambda: undo(run, amended)):
        with pytest.raises(
            BadInput, match="relationship of Nell Hartley to Otto Finch is locked; undo the lock"
        ):
            change()
    assert tie(run, "nell", "otto") == ("friend", 0.1)
    amend(run, "otto", "tie to nell", "0.9 friend")
    undo(run, lock)
    amend(run, "nell", "tie to otto", "0.9 friend")
    assert tie(run, "nell", "otto") == ("friend", 0.9)


def test_a_fact_of_the_town_is_not_taken_away_by_hand(run):
    fact = run.scenario.facts[0]
    with pytest.raises(BadInput, match="cannot be removed because people remember it"):
        amend(run, fact.id, "fact", "")
    assert run.scenario.facts[0] == fact


@pytest.mark.parametrize(("field", "value"), [("known by", "nell"), ("key words", "eel")])
def test_a_fact_is_not_taken_back_before_what_was_amended_of_it(run, field, value):
    amend(run, "eel", "fact", "An eel lives here.")
    added = run.at().interventions[-1].entry
    amend(run, "eel", field, value)
    given = run.at().interventions[-1].entry
    with pytest.raises(BadInput, match="undo those changes first"):
        undo(run, added)
    undo(run, given)
    undo(run, added)
    assert "An eel lives here." not in remembered(run, "nell")
    assert all(fact.id != "eel" for fact in run.scenario.facts)
    assert verify(run.store, run.number) is None


@pytest.mark.parametrize(
    ("about", "field", "value", "english", "chinese"),
    [
        ("nell", "waking", "05:30", "Nell Hartley, wake-up time: 05:30", "Nell Hartley，起床时间：05:30"),
        ("nell", "circumstances now", "Nell rows.", "Nell Hartley, current circumstances: Nell rows.", None),
        ("nell", "tie to otto", "0.1 friend", "Nell Hartley, relationship to Otto Finch: 0.1 friend", None),
        ("Barn", "known", "by all", "Barn, known to: everyone", "Barn，公开范围：所有人"),
    ],
)
def test_an_amendment_is_told_with_the_names_that_people_read(run, about, field, value, english, chinese):
    outcome = Amend(about=about, field=field, value=value).outcome(run.town)
    assert outcome == english
    with read_in("zh"):
        assert chinese is None or tr_worded(outcome) == chinese


def test_a_fact_with_the_id_of_somebody_is_not_taken_for_them(run):
    before = nell(run)
    amend(run, "nell", "fact", "An eel lives here.")
    assert Amend(about="nell", field="fact", value="An eel.").outcome(run.town) == "nell, fact: An eel."
    amend(run, "nell", "known by", "otto")
    amend(run, "nell", "age", "71")
    assert run.scenario.facts[-1].known_by == ("otto",)
    assert "An eel lives here." in remembered(run, "otto")
    assert nell(run) == replace(before, age=71)
    assert verify(run.store, run.number) is None


# ---- all that a town says by now


@pytest.fixture
def edit(workspace):
    """Save edits as the newest version of the town."""

    def made(*edits):
        for one in edits:
            workspace.scenarios.edits.make(TOWN, one)
        return workspace.scenarios.save_all(TOWN)

    first = workspace.scenarios.versions(TOWN)[-1]
    yield made
    workspace.scenarios.restore(TOWN, first)


def test_what_a_town_says_by_now_comes_into_a_run_that_rests_and_the_next_time_nothing_is_left(run, edit):
    place = run.scenario.places[0]
    edit(
        SetField(file=NELL, path=("traits",), value=["bold"]),
        SetField(file=NELL, path=("seed",), value=[*nell(run).seed, "Nell Hartley has seen the sea."]),
        SetField(file="world.yaml", path=(place.name, "open"), value="10:00-23:00"),
        Add(file="town.yaml", path=("facts",), value=EEL),
    )
    found = to_apply(run)
    assert len(found.words) == 4
    assert found.refused == ()
    assert any("Nell Hartley’s plan for day 1 was made before this" in one for one in found.stale)
    apply_town(run, who="Ms Day")
    assert nell(run).traits == ("bold",)
    assert {"An eel lives here.", "Nell Hartley has seen the sea."} <= set(remembered(run, "nell"))
    assert run.town.world.places[place.name].open == Hours(opens=600, closes=1380)
    entries = run.at().interventions
    assert {(one.entry.who, one.can_be_undone) for one in entries} == {("Ms Day", True)}
    assert all(one.entry.why.startswith("v") for one in entries)
    assert to_apply(run).wanted == ()
    with pytest.raises(BadInput, match="already matches"):
        apply_town(run)
    assert verify(run.store, run.number) is None


def test_a_locked_tie_is_named_with_the_reason_and_all_else_comes(run, edit):
    bond = next(one for one in nell(run).bonds if one.other == "ruth")
    place = nell(run).bonds.index(bond)
    edit(
        SetField(file=NELL, path=("relationships", place, "closeness"), value=-0.9),
        SetField(file=NELL, path=("traits",), value=["bold"]),
    )
    felt = tie(run, "nell", "ruth")
    run.intervene(LockTie(agent="nell", other="ruth"))
    found = to_apply(run)
    assert [one.field for one in found.wanted] == ["traits"]
    assert ["locked this relationship" in one.why for one in found.refused] == [True]
    apply_town(run)
    assert nell(run).traits == ("bold",)
    assert tie(run, "nell", "ruth") == felt
    undo(run, next(one.entry for one in run.at().interventions if one.entry.verb == "lock-tie"))
    assert [one.field for one in to_apply(run).wanted] == ["tie to ruth"]


def test_what_cannot_come_is_named_with_the_reason_and_nothing_of_it_is_done(run, edit):
    edit(
        SetField(file=NELL, path=("forgetting",), value=0.5),
        SetField(file="town.yaml", path=("town",), value="Elsewhere"),
    )
    found = to_apply(run)
    assert found.wanted == ()
    told = {one.words.partition(":")[0]: one.why for one in found.refused}
    assert "start a new run to use it" in told["Nell Hartley’s forgetting"]
    with pytest.raises(BadInput):
        apply_town(run)
    assert run.at().interventions == ()


def test_somebody_new_comes_to_live_there(run, edit):
    home = run.scenario.personas[0].home
    text = f"name: Iris Vale\nhome: {home}\nseed: Iris Vale paints.\n"
    edit(SetField(file=NELL, path=("age",), value=70), AddFile(file="personas/iris.yaml", text=text))
    apply_town(run)
    assert run.scenario.persona("iris").name == "Iris Vale"
    assert nell(run).age == 70
    assert to_apply(run).wanted == ()


def test_who_is_gone_in_the_later_version_leaves_and_all_else_comes(run, edit):
    tied = [one.id for one in run.scenario.personas if "ruth" in {bond.other for bond in one.bonds}]
    assert "nell" in tied
    edit(
        RemoveFile(file="personas/ruth.yaml"),
        *(
            SetField(file=f"personas/{one}.yaml", path=(part,), value=[])
            for one in tied
            for part in ("relationships", "intends")
        ),
        SetField(file="town.yaml", path=("facts",), value=[]),
        SetField(file=NELL, path=("age",), value=70),
    )
    found = to_apply(run)
    assert [one.agent for one in found.wanted if isinstance(one, Leaves)] == ["ruth"]
    why = {one.words.partition(":")[0]: one.why for one in found.refused}
    assert why["Nell Hartley’s relationship to Ruth Calloway"] == "Ruth Calloway is not in that version"
    apply_town(run)
    assert nell(run).age == 70
    assert run.at().people["ruth"].reason == "away"
    assert to_apply(run).wanted == ()


def test_a_usual_day_at_a_place_that_is_new_comes_behind_the_place(run, edit):
    edit(
        SetField(file="world.yaml", path=("Old Mill",), value={"map": {"x": 1, "y": 1}}),
        SetField(file=NELL, path=("age",), value=70),
        SetField(file=NELL, path=("day", "routine"), value=["12:30 read @ Old Mill"]),
        SetField(file="personas/otto.yaml", path=("age",), value=71),
    )
    assert to_apply(run).wanted[0].field == "place"
    apply_town(run)
    assert [line.place for line in nell(run).routine] == ["Old Mill"]
    assert (nell(run).age, run.scenario.persona("otto").age) == (70, 71)
    assert to_apply(run).wanted == ()


def test_who_works_at_night_by_now_gets_up_when_they_went_to_bed(run, edit):
    up, down = (f"{one % 1440 // 60:02}:{one % 60:02}" for one in (nell(run).wake, nell(run).sleep))
    was = (nell(run).wake, nell(run).sleep)
    edit(
        SetField(file=NELL, path=("day", "wake"), value=down),
        SetField(file=NELL, path=("day", "sleep"), value=up),
    )
    apply_town(run)
    assert (nell(run).wake, nell(run).sleep % 1440) == (was[1] % 1440, was[0])
    assert to_apply(run).wanted == ()
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    assert (nell(run).wake, nell(run).sleep) == was


def mo_hale(run):
    """Somebody whose id is not the first name, and who has a tie."""
    text = f"name: Mo Hale\nhome: {run.scenario.personas[0].home}\nrelationships:\n"
    tie = "- {with: nell, as: friend, closeness: 0.5}\n"
    return AddFile(file="personas/mo-hale.yaml", text=text + tie)


@pytest.mark.nightly
def test_somebody_new_has_the_id_of_their_file_and_others_are_tied_to_them(workspace, run, edit):
    edit(
        mo_hale(run),
        Add(file=NELL, path=("relationships",), value={"with": "mo-hale", "as": "cousin", "closeness": 0.4}),
        Add(file="town.yaml", path=("facts",), value=EEL | {"known_by": ["mo-hale"]}),
    )
    assert to_apply(run).refused == ()
    apply_town(run)
    assert run.scenario.persona("mo-hale").name == "Mo Hale"
    assert "An eel lives here." in remembered(run, "mo-hale")
    tie = next(one for one in run.at().relations if (one.agent, one.other) == ("nell", "mo-hale"))
    assert (tie.kind, tie.closeness) == ("cousin", 0.4)
    assert to_apply(run).wanted == ()
    assert verify(run.store, run.number) is None
    run.live("day 1 10:00")
    assert run.fork().scenario.persona("mo-hale") == run.scenario.persona("mo-hale")


def test_who_knows_somebody_new_comes_after_them_and_two_who_know_each_other_cannot(run, edit):
    home = run.scenario.personas[0].home
    iris = f"name: Iris Vale\nhome: {home}\nrelationships:\n- {{with: mo-hale, as: friend, closeness: 0.5}}\n"
    older = SetField(file=NELL, path=("age",), value=70)
    edit(AddFile(file="personas/iris.yaml", text=iris), mo_hale(run), older)
    assert [one.agent for one in to_apply(run).wanted if isinstance(one, Joins)] == ["mo-hale", "iris"]
    tie = {"with": "iris", "as": "friend", "closeness": 0.5}
    edit(Add(file="personas/mo-hale.yaml", path=("relationships",), value=tie))
    found = to_apply(run)
    assert [one.about for one in found.wanted] == ["nell"]
    assert all("this persona cannot join the town" in one.why for one in found.refused)
    assert len(found.refused) == 2


@pytest.mark.parametrize("agent", ["nell", "Nell", "no id", "con", "-"])
def test_nobody_new_has_an_id_that_is_somebodys_or_none(run, agent):
    text = f"name: Iris Vale\nhome: {run.scenario.personas[0].home}\nseed: Iris Vale paints.\n"
    with pytest.raises(BadInput, match="cannot be the id of a new person"):
        run.intervene(Come(persona=text, agent=agent))
    run.intervene(Come(persona=text, agent="vale"))
    assert run.scenario.persona("vale").name == "Iris Vale"


def test_a_town_that_can_hold_no_more_refuses_who_is_new(run):
    text = f"name: Iris Vale\nhome: {run.scenario.personas[0].home}\n"
    later = with_newcomer(run.scenario, "iris", text)
    files = {"personas/iris.yaml": text}
    assert applicable(run.scenario, later, files)[1] == ()
    wanted, (refused,) = applicable(run.scenario, later, files, most=len(run.scenario.personas))
    assert wanted == ()
    assert "people, the most that it supports" in refused.why


def test_a_field_that_is_longer_than_an_author_may_say_is_refused_and_all_else_comes(run, edit):
    edit(
        SetField(
            file=NELL,
            path=("seed",),
            value=[f"Nell Hartley saw ship {n}{' and ship' * 20}." for n in range(220)],
        ),
        SetField(file=NELL, path=("age",), value=70),
    )
    whys = {one.why for one in to_apply(run).refused}
    assert len(whys) == 1
    assert "characters; shorten it to at most 40,000" in whys.pop()
    apply_town(run)
    assert nell(run).age == 70


def test_who_talks_just_now_is_told_nothing_new_until_they_have_talked(workspace, edit):
    trunk = workspace.runs.find("trunk-1")
    minutes = (f"day 1 {minute // 60:02}:{minute % 60:02}" for minute in range(8 * 60, 9 * 60 + 30))
    talking = next(at for at in minutes if trunk.at(at).people["nell"].reason == "talked")
    run = trunk.fork(talking)
    seed = [*nell(run).seed, "Nell Hartley has seen the sea."]
    edit(
        SetField(file=NELL, path=("seed",), value=seed),
        SetField(file=NELL, path=("age",), value=70),
        Add(file="town.yaml", path=("facts",), value=EEL),
    )
    whys = [one.why for one in to_apply(run).refused]
    assert len(whys) == 2
    assert all("Nell Hartley is in a conversation until" in one for one in whys)
    apply_town(run)
    assert nell(run).age == 70
    run.live("day 1 09:30")
    apply_town(run)
    assert {"Nell Hartley has seen the sea.", "An eel lives here."} <= set(remembered(run, "nell"))
    assert to_apply(run).wanted == ()


def test_a_town_that_lives_is_left_alone_and_one_with_errors_is_not_applied(run, edit):
    edit(SetField(file=NELL, path=("age",), value=70))
    with hold(run.store, run.row), pytest.raises(RunBusy, match="changes cannot be applied now"):
        apply_town(run)
    edit(SetField(file=NELL, path=("home",), value="Nowhere"))
    with pytest.raises(BadInput, match="has errors"):
        to_apply(run)


def test_a_mind_that_is_loaded_by_itself_is_that_of_the_whole_town(run):
    amend(run, "nell", "waking", "05:10")
    run.live("day 1 11:00")
    amend(run, "nell", "traits", "bold")
    run.intervene(Undo(entry=str(run.at().interventions[0].entry.id)))
    for before in (None, run.clock):
        whole = load(run.store, run.number, run.town, before=before).minds["nell"]
        alone = load_mind(run.store, run.number, run.town, "nell", before=before).minds["nell"]
        town = town_at(run.store, run.number, run.town, before)
        assert whole.persona == alone.persona == town.cast.personas["nell"]
        assert whole.wellbeing.values(run.clock) == alone.wellbeing.values(run.clock)


BARN = """\
about: Where the hay is kept
emoji: 🛖
open: 06:00-21:00
map: {x: 20, y: 14}
rooms:
  loft:
  yard:
    well: {state: full, states: [full, dry]}"""


@pytest.mark.nightly
def test_a_place_comes_into_a_town_that_lives_and_is_found_like_any_other(run):
    before = run.at("day 1 08:00").town.world.rooms
    amend(run, "Barn", "place", BARN)
    town = run.at().town
    assert "Barn/yard/well" in town.world.things
    assert "Barn/loft" not in run.at("day 1 08:00").town.world.rooms
    assert list(before) == list(town.world.rooms)[: len(before)], "nothing else is numbered anew"
    amend(run, "nell", "usual day", "10:00 fetch water @ Barn/yard")
    run.live("day 1 13:00")
    run.live("day 2 13:00")
    assert "Barn/yard" in run.at().known("nell"), "she has looked for it, and found it"
    assert verify(run.store, run.number) is None


def test_a_place_that_nobody_has_come_by_can_go_again_and_one_that_somebody_lives_by_cannot(run):
    amend(run, "Barn", "place", BARN)
    added = run.at().interventions[-1].entry
    amend(run, "nell", "usual day", "10:00 fetch water @ Barn/yard")
    with pytest.raises(
        BadInput, match="Barn cannot be removed: Nell Hartley lives or works there, or goes there"
    ):
        run.intervene(Undo(entry=str(added.id)))
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    run.intervene(Undo(entry=str(added.id)))
    assert "Barn" not in run.town.world.places
    assert load(run.store, run.number, run.town).rooms.keys() == run.town.world.rooms.keys()
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    assert "Barn/loft" in run.town.world.rooms, "to undo that brings it back"


def test_a_place_lies_elsewhere_from_then_on_and_the_ways_to_it_are_others(run):
    place = run.scenario.places[0]
    other = next(one for one in run.scenario.places if one is not place)
    far = run.town.world.walk(other.rooms[0].path, place.rooms[0].path)
    amend(run, place.name, "on the map", "99, 99")
    now = run.town.world.walk(other.rooms[0].path, place.rooms[0].path)
    assert now > far
    assert run.at("day 1 08:00").town.world.walk(other.rooms[0].path, place.rooms[0].path) == far
    run.live("day 1 11:00")
    run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    assert run.town.world.walk(other.rooms[0].path, place.rooms[0].path) == far


@pytest.mark.parametrize(
    ("about", "field", "value", "reason"),
    [
        ("Barn", "place", "opn: 06:00-21:00", "line 1: unknown key 'opn'"),
        ("Barn", "place", "rooms: [", "is not a valid place"),
        ("Barn/loft", "place", BARN, "is not a valid place"),
        ("Barn", "place", "map: {x: 900, y: 2}", "line 1"),
        ("Barn", "place", "", "already has this value"),
        ("Barn:\n  x", "place", BARN, "is not a valid place"),
    ],
)
def test_what_is_no_place_is_refused_with_its_line_and_nothing_changes(run, about, field, value, reason):
    before = run.scenario
    with pytest.raises(BadInput, match=reason):
        amend(run, about, field, value)
    assert run.scenario == before


@pytest.mark.parametrize("point", ["here", "1", "1, 101", "-1, 4", "1e3, 2", "nan, 1", "1,2,3"])
def test_what_is_no_point_of_the_map_is_refused(run, point):
    with pytest.raises(BadInput, match="is not a point on the map"):
        amend(run, run.scenario.places[0].name, "on the map", point)


@pytest.mark.nightly
def test_a_later_version_brings_new_and_moved_places_with_who_lives_there_and_says_what_is_stale(workspace):
    scenarios = workspace.scenarios
    files = scenarios.files("three-neighbours")
    scenarios.add("with a barn", files)
    run = workspace.runs.new("with a barn")
    run.live("day 1 08:30")
    name = run.scenario.places[0].name
    scenarios.edits.make(
        "with a barn", SetField(file="world.yaml", path=(name, "map"), value={"x": 60, "y": 60})
    )
    world = scenarios.drafts.files("with a barn")["world.yaml"]
    indented = "\n".join(f"  {line}" for line in BARN.splitlines())
    di = "name: Di Voe\nhome: Barn/loft\nseed: Di Voe keeps the barn\n"
    now = {**files, "world.yaml": f"{world}\nBarn:\n{indented}\n", "personas/di.yaml": di}
    scenarios.save("with a barn", now)
    found = to_apply(run)
    assert not [one.words for one in found.refused]
    assert any("nobody knows the way to Barn yet" in one for one in found.stale)
    assert any(f"where {name} was" in one for one in found.stale)
    apply_town(run)
    assert run.town.scenario.persona("di").home == "Barn/loft"
    assert (run.scenario.places[0].x, run.scenario.places[0].y) == (60, 60)
    assert not to_apply(run).wanted
    run.live("day 1 12:00")
    again = workspace.runs.find(run.row.id)
    assert again.at().people.keys() == run.at().people.keys()
    assert load(again.store, again.number, again.town).rooms.keys() == again.town.world.rooms.keys()
