"""Fragments: what several people have in common is written once, and holds for each who includes it."""

from __future__ import annotations

import pytest

from engine.api.scenarios import card_in
from engine.api.steering.applying import apply_town
from engine.api.workspace import open_workspace
from engine.clock import clock_words
from engine.errors import BadInput, NotFound
from engine.scenario import read_scenario
from engine.scenario.cards.writing import card_out
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import (
    Mend,
    RemoveFragment,
    RenameFragment,
    RenamePerson,
    RenamePlace,
    SetField,
)
from engine.scenario.document.parts.referring import referring
from engine.scenario.document.sharing import including, written_out
from engine.scenario.newcomer import newcomer_read
from engine.scenario.reading.hints import names_of
from engine.scenario.reading.schema import FragmentPart
from engine.scenario.reading.sketch import sketch
from tests.test_scenario_lint import GOOD

CHOIR = """\
fragments:
  choir:                       # every Monday, whatever the weather
    traits: [musical, warm]
    seed: $name sings alto in the choir; $name's voice breaks at high notes
    routine:
      - 19:00 sing with the choir @ Quay
    knows: [House]
    facts: [party]
  crew: {seed: [$name went to sea at fifteen]}
"""
FILES = {
    **GOOD,
    "town.yaml": GOOD["town.yaml"] + CHOIR,
    "personas/ann.yaml": GOOD["personas/ann.yaml"] + "traits: [warm, quick]\nincludes: [choir]\n",
    "personas/bob.yaml": GOOD["personas/bob.yaml"] + "includes: [choir, crew]   # since 2020\n",
}


def drawn(files=FILES):
    found = read_scenario(files, "bay")
    assert found.scenario is not None, [str(one) for one in found.errors]
    return found.scenario


def after(files, edit):
    changed = {**files, **apply(files, edit)}
    return {file: text for file, text in changed.items() if text is not None}


def test_what_a_fragment_says_holds_for_everybody_who_includes_it():
    town = drawn()
    ann, bob, cy = (town.persona(agent) for agent in ("ann", "bob", "cy"))
    assert ann.traits == ("warm", "quick", "musical"), "behind their own, and each once"
    assert ann.seed[-2:] == ("Ann Holm sings alto in the choir", "Ann Holm's voice breaks at high notes")
    assert bob.seed[-1] == "Bob Lind went to sea at fifteen"
    assert [clock_words(line.start) for line in ann.routine] == ["08:00", "14:00", "19:00"]
    assert town.facts[0].known_by == ("ann", "bob"), "who knows it anyway is named once"
    assert "House/bedroom" in ann.knows
    assert "choir" not in " ".join((*cy.seed, *cy.traits)), "who does not include it has nothing of it"


def test_what_one_says_oneself_stands():
    ann = FILES["personas/ann.yaml"].replace('"14:00 walk @ Quay"', '"19:00 rest @ House"')
    lines = drawn({**FILES, "personas/ann.yaml": ann}).persona("ann").routine
    assert [line.activity for line in lines] == ["open", "rest"], "the hour is taken already"
    late = FILES["town.yaml"].replace("19:00 sing", "00:30 sing")
    nights = FILES["personas/bob.yaml"] + 'day: {wake: 07:00, sleep: 02:00, routine: ["23:00 read"]}\n'
    owl = drawn({**FILES, "town.yaml": late, "personas/bob.yaml": nights}).persona("bob")
    assert [line.activity for line in owl.routine] == ["read", "sing with the choir"], (
        "after midnight is later"
    )


def test_places_that_a_fragment_knows_are_known_beside_the_public_ones_or_those_that_are_listed():
    private = FILES["world.yaml"].replace("  objects:\n    bench:", "  private: true\n  objects:\n    bench:")
    shared = FILES["town.yaml"].replace("knows: [House]", "knows: [Quay]").replace(" @ Quay", "")
    files = {**FILES, "world.yaml": private, "town.yaml": shared}
    bob = drawn(files).persona("bob")
    assert {"Quay", "Café/counter"} <= set(bob.knows), "the public ones too, for nothing is listed"
    listed = drawn({**files, "personas/bob.yaml": FILES["personas/bob.yaml"] + "knows: [House]\n"})
    assert set(listed.persona("bob").knows) == {"House/bedroom", "Quay"}


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("19:00 sing with the choir @ Quay", "19:00 sing @ Qay", "TW304", 12),
        ("knows: [House]", "knows: [Huose]", "TW304", 13),
        ("19:00 sing", "05:00 sing", "TW409", 12),
        ("facts: [party]", "facts: [partie]", "TW435", 14),
        ("$name went", "$nam went", "TW434", 15),
        ("19:00 sing", "half past nine sing", "TW205", 12),
        ("traits: [musical, warm]", "trait: [musical]", "TW201", 9),
    ],
)
def test_a_fault_in_a_fragment_is_told_once_in_its_line(old, new, code, line):
    broken = {**FILES, "town.yaml": FILES["town.yaml"].replace(old, new)}
    found = [one for one in read_scenario(broken, "bay").problems if one.code == code]
    assert {(one.file, one.line) for one in found} == {("town.yaml", line)}
    assert len({one.message for one in found}) == len(found)
    assert not any(one.file.startswith("personas/") for one in found)


def test_what_is_wrong_for_one_who_includes_it_says_for_whom_and_is_mended_in_no_other_file():
    early = {**FILES, "town.yaml": FILES["town.yaml"].replace("19:00 sing", "05:00 sing")}
    found = [one for one in read_scenario(early, "bay").problems if one.code == "TW409"]
    assert ["personas/ann.yaml" in one.message for one in found] == [True, False]
    assert all(one.fix is None for one in found)
    kin = {**FILES, "town.yaml": FILES["town.yaml"].replace("went to sea at fifteen", "is 80 years old")}
    (aged,) = [one for one in read_scenario(kin, "bay").problems if one.code == "TW419"]
    assert (aged.file, aged.line) == ("town.yaml", 15)
    assert aged.fix is None, "their own age is theirs to change"


def test_own_lines_keep_their_places_and_mends_beside_lines_that_are_lent():
    lent = FILES["town.yaml"].replace("19:00 sing with", "10:00 sing with")
    own = FILES["personas/ann.yaml"].replace("14:00 walk @ Quay", "14:00 walk @ Qay")
    files = {**FILES, "town.yaml": lent, "personas/ann.yaml": own}
    (fault,) = read_scenario(files, "bay").errors
    assert (fault.code, fault.file, fault.line) == ("TW304", "personas/ann.yaml", 5)
    assert isinstance(fault.fix, Mend)
    assert "14:00 walk @ Quay" in after(files, fault.fix)["personas/ann.yaml"], (
        "the second line, not the third"
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "mended"),
    [
        ("personas/ann.yaml", "[choir]", "[chior]", "TW431", "includes: [choir]"),
        ("personas/ann.yaml", "[choir]", "[choir, choir]", "TW433", "includes: [choir]"),
        ("town.yaml", "facts: [party]", "facts: [partie]", "TW435", "facts: [party]"),
        ("town.yaml", "knows: [House]", "knows: [Huose]", "TW304", "knows: [House]"),
        ("town.yaml", "choir @ Quay", "choir @ Qay", "TW304", "choir @ Quay"),
    ],
)
def test_a_name_that_is_misspelt_is_mended_where_it_stands(file, old, new, code, mended):
    broken = {**FILES, file: FILES[file].replace(old, new)}
    (fault,) = [one for one in read_scenario(broken, "bay").problems if one.code == code]
    assert fault.fix is not None
    assert mended in after(broken, fault.fix)[file]


def test_a_fragment_that_nobody_includes_is_said_to_be_idle():
    alone = {**GOOD, "town.yaml": GOOD["town.yaml"] + CHOIR}
    found = [(one.code, one.line) for one in read_scenario(alone, "bay").problems if one.code == "TW432"]
    assert found == [("TW432", 8), ("TW432", 15)]


def test_a_memory_that_grows_beyond_all_bounds_with_the_name_in_it_is_refused():
    grown = FILES["town.yaml"].replace("$name went to sea at fifteen", "'" + "$name " * 160 + "'")
    (fault,) = [one for one in read_scenario({**FILES, "town.yaml": grown}, "bay").errors]
    assert (fault.code, fault.file, fault.line) == ("TW204", "town.yaml", 15)


def test_another_name_follows_in_everybody_who_includes_it_and_comments_stay():
    files = after(FILES, RenameFragment(fragment="choir", name="the quire"))
    assert "  the quire:                       # every Monday" in files["town.yaml"]
    assert "includes: [the quire, crew]   # since 2020" in files["personas/bob.yaml"]
    assert drawn(files) == drawn()
    back = after(files, RenameFragment(fragment="the quire", name="choir"))
    assert back == FILES
    with pytest.raises(BadInput, match="already"):
        apply(FILES, RenameFragment(fragment="choir", name="crew"))
    with pytest.raises(NotFound, match="did you mean 'choir'"):
        apply(FILES, RenameFragment(fragment="chior", name="x"))


def test_a_fragment_that_is_taken_away_leaves_no_reference():
    files = after(FILES, RemoveFragment(fragment="choir"))
    assert "includes: [crew]   # since 2020" in files["personas/bob.yaml"]
    assert "includes" not in files["personas/ann.yaml"]
    assert not [one for one in read_scenario(files, "bay").problems if one.code == "TW431"]
    none = after(files, RemoveFragment(fragment="crew"))
    assert "fragments" not in none["town.yaml"]
    assert drawn(none) == drawn(
        GOOD | {"personas/ann.yaml": GOOD["personas/ann.yaml"] + "traits: [warm, quick]\n"}
    )


def test_places_and_people_that_a_fragment_names_are_renamed_in_it():
    files = after(FILES, RenamePlace(place="House", name="Big House"))
    assert "knows: [Big House]" in files["town.yaml"]
    quay = after(FILES, RenamePlace(place="Quay", name="Pier"))
    assert "19:00 sing with the choir @ Pier" in quay["town.yaml"]
    told = after(
        FILES, SetField(file="town.yaml", path=("fragments", "crew", "seed", 0), value="Ann Holm leads us")
    )
    assert "Eve Holm leads us" in after(told, RenamePerson(agent="ann", name="Eve Holm"))["town.yaml"]
    named = after(FILES, RenameFragment(fragment="crew", name="bob"))
    moved = after(named, RenamePerson(agent="bob", name="Rob Lind", new_id="rob"))
    assert "includes: [choir, bob]" in moved["personas/rob.yaml"], "a fragment is nobody's id"


def test_taking_a_place_away_says_which_fragments_need_it():
    said = [one.words for one in referring(FILES, ("Quay",))]
    assert "each person who includes choir is there at 19:00" in said
    assert "each person who includes choir knows the place" in [
        one.words for one in referring(FILES, ("House",))
    ]


def test_a_file_written_out_says_by_itself_what_it_said_with_its_fragments():
    for agent in ("ann", "bob"):
        text = written_out(FILES, agent, drawn())
        alone = drawn({**FILES, f"personas/{agent}.yaml": text})
        assert "includes" not in text
        assert alone.persona(agent) == drawn().persona(agent)
    assert written_out(FILES, "cy", drawn()) == FILES["personas/cy.yaml"]


def test_a_card_stands_alone_with_what_was_shared():
    out = card_out(FILES, "bob")
    assert "went to sea at fifteen" in out.content.decode()
    other = {path: text for path, text in GOOD.items() if path != "personas/bob.yaml"}
    came = card_in(out.content, other)
    bob = drawn({**other, "personas/bob.yaml": came.text}).persona("bob")
    assert "Bob Lind went to sea at fifteen" in bob.seed
    assert "Ann is giving a party" in str(came.facts) or "Ann is giving a party" in out.content.decode()


def test_somebody_new_in_a_town_that_lives_says_all_alone():
    with pytest.raises(BadInput, match="line 1: the fragment 'choir' belongs to another town"):
        newcomer_read("includes: [choir]\nname: Di Voe\nhome: House\n", drawn())


@pytest.mark.soak
def test_a_run_takes_over_what_a_fragment_says_by_now_for_each_who_includes_it(tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add("bay", GOOD)
        run = workspace.runs.new("bay")
        new = {
            **FILES,
            "personas/di.yaml": "name: Di Voe\nhome: House\nseed: Di Voe paints\nincludes: [crew]\n",
        }
        workspace.scenarios.save("bay", new)
        apply_town(run)
        bob = run.town.scenario.persona("bob")
        assert "Bob Lind went to sea at fifteen" in bob.seed
        assert "Di Voe went to sea at fifteen" in run.town.scenario.persona("di").seed


def test_a_town_that_cannot_be_read_yet_is_drawn_with_what_its_people_share():
    broken = {**FILES, "personas/cy.yaml": "name: [\n"}
    assert "musical" in sketch(broken, "bay")[0].persona("ann").traits
    assert including(broken, "choir") == ("ann", "bob")


def test_the_editor_offers_the_fragments_and_facts_of_the_town():
    names = names_of(drawn(), {"choir": FragmentPart(seed=["$name sings"])})
    assert names["fragments"] == [("choir", "$name sings")]
    assert names["facts"][0][0] == "party"
