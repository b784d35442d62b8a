"""A scenario's meaning: every mistake an author can make is named, placed, and comes with what to do."""

import pytest

from engine.scenario import CODES, read_scenario
from engine.scenario.allowed_files import MOST_PEOPLE

TOWN = """\
town: Test Bay
starts: 2026-03-02
facts:
  - id: party
    text: Ann is giving a party on day 2 at 17:00.
    known_by: [ann]
"""
WORLD = """\
Café:
  open: 08:00-20:00
  map: {x: 1, y: 1}
  rooms:
    counter:
      stove: {state: cold, states: [cold, burning], urgent: {burning: put it out}}
    washroom: {capacity: 1}
Quay:
  map: {x: 3, y: 1}
  objects:
    bench:
House:
  map: {x: 1, y: 4}
  rooms:
    bedroom:
"""
ANN = """\
name: Ann Holm
home: House/bedroom
work: Café/counter
seed: Ann Holm owns the café; Ann Holm likes boats
day: {wake: 07:00, sleep: 22:00, routine: ["08:00 open @ Café", "14:00 walk @ Quay"]}
relationships: [{with: bob, as: friend, closeness: 0.5}]
"""
CY = """\
name: Cy Dale
home: House
seed: Cy Dale is new; Cy Dale sings
relationships: [{with: ann, as: lodger}]
knows: []
"""
BOB = """\
name: Bob Lind
home: House
seed: Bob Lind builds boats; Bob Lind sails
"""
GOOD = {"town.yaml": TOWN, "world.yaml": WORLD, "personas/ann.yaml": ANN, "personas/bob.yaml": BOB}
GOOD |= {"personas/cy.yaml": CY}

# what is wrong -> file, text to replace, replacement, and the code, line, and a word of the remedy
MISTAKES = {
    "an event without its options": (
        "town.yaml",
        TOWN,
        TOWN + "events: [{kind: vote, what: a vote, where: Quay, at: day 1 12:00}]\n",
        "TW508",
        7,
        "options",
    ),
    "two events of a name": (
        "town.yaml",
        TOWN,
        TOWN
        + "events: [{kind: count, what: a count, where: Quay, at: day 1 12:00}, "
        + "{kind: count, what: a count, where: Quay, at: day 2 12:00}]\n",
        "TW509",
        7,
        "rename one of them",
    ),
    "an event with an unknown object": (
        "town.yaml",
        TOWN,
        TOWN + "events: [{kind: state, object: Café/counter/stov, state: hot, at: day 1 12:00}]\n",
        "TW511",
        7,
        "did you mean",
    ),
    "an intention without what is told": (
        "personas/bob.yaml",
        BOB,
        BOB + "intends: [{kind: message, to: ann}]\n",
        "TW439",
        4,
        "add what it is (`what`)",
    ),
    "unknown key": ("town.yaml", "starts:", "start:", "TW201", 2, "did you mean 'starts'"),
    "unknown key in a persona": ("personas/bob.yaml", "home:", "hme:", "TW201", 2, "did you mean 'home'"),
    "unknown key of an object": ("world.yaml", "urgent:", "urgnt:", "TW201", 6, "did you mean 'urgent'"),
    "unknown setting": ("town.yaml", TOWN, TOWN + "cognition:\n  retreive: 3\n", "TW201", 8, "'retrieve'"),
    "comma between braces": (
        "world.yaml",
        "{state: cold,",
        "{about: a, b, state: cold,",
        "TW201",
        6,
        "quotes",
    ),
    "nearly a fact": (
        "town.yaml",
        TOWN,
        TOWN + "fragments:\n  crew: {facts: [partie]}\n",
        "TW435",
        8,
        "'party'",
    ),
    "missing key": ("personas/bob.yaml", "name: Bob Lind\n", "", "TW202", 1, "name:"),
    "missing id": ("town.yaml", "  - id: party\n    text", "  - text", "TW202", 4, "id:"),
    "text for a number": ("personas/bob.yaml", BOB, BOB + "age: old\n", "TW203", 4, "whole number"),
    "012 is no number": ("personas/bob.yaml", BOB, BOB + "age: 012\n", "TW203", 4, "whole number"),
    "a key of a place beside it": (
        "world.yaml",
        "Quay:",
        "Quay:\nopne: 07:00-09:00\nQuay 2:",
        "TW203",
        9,
        "'open' of the entry above",
    ),
    "no is not false": ("world.yaml", "Quay:", "Quay:\n  private: no", "TW203", 9, "true or false"),
    "list for a text": ("personas/bob.yaml", "home: House", "home: [House]", "TW203", 2, "text"),
    "text for a list": ("personas/bob.yaml", BOB, BOB + "traits: kind\n", "TW203", 4, "a list"),
    "text for a place": ("world.yaml", "Quay:", "Pier: wet\nQuay:", "TW203", 8, "keys"),
    "setting out of range": (
        "town.yaml",
        TOWN,
        TOWN + "cognition: {retrieve: 0}\n",
        "TW204",
        7,
        "a number from 1",
    ),
    "setting of the wrong type": (
        "town.yaml",
        TOWN,
        TOWN + "cognition: {planning: no}\n",
        "TW203",
        7,
        "true",
    ),
    "weight of a setting": (
        "town.yaml",
        TOWN,
        TOWN + "cognition: {acting: {recency: 11}}\n",
        "TW204",
        7,
        "10",
    ),
    "capacity below one": ("world.yaml", "capacity: 1", "capacity: 0", "TW204", 7, "a number from 1"),
    "closeness above one": ("personas/ann.yaml", "0.5", "1.5", "TW204", 6, "from -1 to 1"),
    "status not a number": ("personas/bob.yaml", BOB, BOB + "status: {mood: .inf}\n", "TW203", 4, "number"),
    "point off the map": ("world.yaml", "{x: 3, y: 1}", "{x: 300, y: 1}", "TW204", 9, "from 0 to 100"),
    "empty name": ("personas/bob.yaml", "name: Bob Lind", "name: ''", "TW204", 1, "not empty"),
    "25:00": ("personas/ann.yaml", "sleep: 22:00", "sleep: 25:00", "TW205", 5, "24:00"),
    "hour alone": ("personas/ann.yaml", "wake: 07:00", "wake: 7", "TW205", 5, "07:30"),
    "hours without end": ("world.yaml", "08:00-20:00", "08:00", "TW205", 2, "08:00-20:00"),
    "routine without time": ("personas/ann.yaml", "14:00 walk", "walk", "TW205", 5, "07:30"),
    "routine without doing": ("personas/ann.yaml", "14:00 walk @ Quay", "14:00", "TW205", 5, "08:00"),
    "impossible date": ("town.yaml", "2026-03-02", "2026-02-30", "TW205", 2, "2026-03-02"),
    "date with a time": ("town.yaml", "2026-03-02", "2026-03-02T10:00", "TW205", 2, "2026-03-02"),
    "no language tag": ("town.yaml", "starts:", "language: english!\nstarts:", "TW206", 2, "pt-BR"),
    "no places": ("world.yaml", WORLD, "{}", "TW301", 1, "add a place"),
    "slash in a name": ("world.yaml", "Quay:", "Quay/North:", "TW302", 8, "without /"),
    "at sign in a room": ("world.yaml", "    counter:", "    counter@sea:", "TW302", 5, "without /"),
    "names alike": ("world.yaml", "Quay:", "Café :\nCAFÉ:\nQuay:", "TW303", 9, "rename"),
    "unknown home": ("personas/bob.yaml", "home: House", "home: Hous", "TW304", 2, "'House'"),
    "unknown room": (
        "personas/ann.yaml",
        "work: Café/counter",
        "work: Café/countr",
        "TW304",
        3,
        "'Café/counter'",
    ),
    "unknown place in a routine": ("personas/ann.yaml", "walk @ Quay", "walk @ Quai", "TW304", 5, "'Quay'"),
    "unknown place known": (
        "personas/bob.yaml",
        BOB,
        BOB + "knows: [Quay, Moon]\n",
        "TW304",
        4,
        "use a place such as",
    ),
    "home in an object": ("personas/bob.yaml", "home: House", "home: Quay/bench", "TW305", 2, "'Quay'"),
    "work at an object": (
        "personas/ann.yaml",
        "Café/counter",
        "Café/counter/stove",
        "TW305",
        3,
        "'Café/counter'",
    ),
    "opens when it closes": ("world.yaml", "08:00-20:00", "08:00-08:00", "TW306", 2, "remove `open`"),
    "objects beside rooms": (
        "world.yaml",
        "  rooms:\n    bed",
        "  objects: {lamp: }\n  rooms:\n    bed",
        "TW307",
        14,
        "move",
    ),
    "first state unknown": ("world.yaml", "state: cold", "state: warm", "TW308", 6, "cold"),
    "urgent state unknown": ("world.yaml", "{burning: put", "{flooded: put", "TW309", 6, "burning"),
    "too many in a room": (
        "world.yaml",
        "    bedroom:",
        "    bedroom: {capacity: 1}",
        "TW408",
        2,
        "capacity",
    ),
    "no people at home": ("personas/ann.yaml", "wake: 07:00", "wake: 22:00", "TW407", 5, "some hours"),
    "wakes at midnight's end": (
        "personas/ann.yaml",
        "wake: 07:00",
        "wake: 24:00",
        "TW407",
        5,
        "before 24:00",
    ),
    "same name": ("personas/bob.yaml", "name: Bob Lind", "name: ANN  holm", "TW403", 1, "rename"),
    "unknown friend": ("personas/ann.yaml", "with: bob", "with: bab", "TW404", 6, "'bob'"),
    "friend by full name": (
        "personas/ann.yaml",
        "with: bob",
        "with: Bob Lind",
        "TW404",
        6,
        "use the id 'bob'",
    ),
    "friend of oneself": ("personas/ann.yaml", "with: bob", "with: ann", "TW405", 6, "another person"),
    "two bonds": ("personas/ann.yaml", "[{with", "[{with: bob, as: rival}, {with", "TW406", 6, "into one"),
    "unknown knower": ("town.yaml", "[ann]", "[ann, ana]", "TW404", 6, "'ann'"),
    "an end before its beginning": (
        "personas/bob.yaml",
        BOB,
        BOB + "intends: [{kind: deed, what: mend a net, at: day 2 10:00, until: day 2 09:00}]\n",
        "TW445",
        4,
        "later than",
    ),
    "two facts of one id": (
        "town.yaml",
        TOWN,
        TOWN + "  - {id: Party, text: x, known_by: [bob]}\n",
        "TW501",
        7,
        "a unique id",
    ),
    "bad fact id": ("town.yaml", "id: party", "id: a party", "TW005", 4, "letters"),
}

WARNINGS = {
    "a text cut by a comment": ("personas/bob.yaml", "Bob Lind sails", "Bob Lind plays flat #4", "TW116", 3),
    "curly quotes": ("personas/bob.yaml", "name: Bob Lind", "name: “Bob Lind”", "TW117", 1),
    "no sentences": ("town.yaml", "starts:", "language: nl\nstarts:", "TW207", 2),
    "full-width commas": ("personas/bob.yaml", BOB, BOB + "traits: [calm，loud]\n", "TW118", 4),
    "a dash inside a text": (
        "personas/bob.yaml",
        BOB,
        BOB + "traits:\n  - calm\n    - loud\n",
        "TW119",
        6,
    ),
    "idle fragment": ("town.yaml", TOWN, TOWN + "fragments: {crew: {traits: [calm]}}\n", "TW432", 7),
    "two places at a point": ("world.yaml", "{x: 3, y: 1}", "{x: 1, y: 1}", "TW310", 9),
    "misspelt room key": ("world.yaml", "{capacity: 1}", "{capcity: 1}", "TW311", 7),
    "state twice": ("world.yaml", "[cold, burning]", "[cold, burning, cold]", "TW312", 6),
    "awake for nearly a day": (
        "personas/ann.yaml",
        "wake: 07:00, sleep: 22:00",
        "wake: 22:00, sleep: 21:00",
        "TW441",
        5,
    ),
    "a feeling without closeness": (
        "personas/bob.yaml",
        BOB,
        BOB + "intends: [{kind: feeling, what: admire, with: ann}]\n",
        "TW443",
        4,
    ),
    "a condition nobody can tell": (
        "personas/bob.yaml",
        BOB,
        BOB + "intends: [{kind: errand, what: buy a lamp, if: it is cheap}]\n",
        "TW440",
        4,
    ),
    "a field of another kind": (
        "personas/bob.yaml",
        BOB,
        BOB + "intends: [{kind: errand, what: buy a lamp, closeness: 0.5}]\n",
        "TW442",
        4,
    ),
    "a field of another event": (
        "town.yaml",
        TOWN,
        TOWN + "events: [{kind: count, what: a count, where: Quay, at: day 1 12:00, up_to: 3}]\n",
        "TW510",
        7,
    ),
    "an event at a closed place": (
        "town.yaml",
        TOWN,
        TOWN + "events: [{kind: count, what: a count, where: Café, at: day 1 23:00}]\n",
        "TW512",
        7,
    ),
    "an event that does not name its fact": (
        "town.yaml",
        TOWN,
        TOWN + "events: [{kind: count, what: a count, where: Quay, at: day 2 17:00}]\n",
        "TW514",
        7,
    ),
    "a fact nobody makes happen": (
        "town.yaml",
        "text: Ann is giving a party on day 2 at 17:00.",
        "text: A storm breaks over the Quay on day 3 at 12:00.",
        "TW513",
        5,
    ),
    "routine while asleep": ("personas/ann.yaml", "14:00 walk", "23:00 walk", "TW409", 5),
    "routine out of order": ("personas/ann.yaml", "14:00 walk", "07:30 walk", "TW410", 5),
    "closed place": (
        "personas/bob.yaml",
        BOB,
        BOB + 'day: {routine: ["07:30 wait @ Café"]}',
        "TW411",
        4,
    ),
    "no memories": ("personas/bob.yaml", "seed: Bob Lind builds boats; Bob Lind sails\n", "", "TW412", 1),
    "routine at a place not known": (
        "personas/ann.yaml",
        "relationships:",
        "knows: []\nrelationships:",
        "TW413",
        5,
    ),
    "routine at the home of somebody else": (
        "personas/bob.yaml",
        "home: House\n",
        "home: Café\nday: {routine: ['09:00 call @ House']}\n",
        "TW413",
        3,
    ),
    "engagement at a place not known": (
        "personas/bob.yaml",
        BOB,
        BOB + "  ; Bob Lind meets Ann Holm at the Café on day 2 at 12:00\nknows: []\n",
        "TW414",
        4,
    ),
    "occasion at a place not known": (
        "town.yaml",
        "a party on day 2 at 17:00.\n    known_by: [ann]",
        "a party at the Café on day 2 at 17:00.\n    known_by: [ann, cy]",
        "TW414",
        5,
    ),
    "occasion in words at a place not known": (
        "town.yaml",
        "a party on day 2 at 17:00.\n    known_by: [ann]",
        "a party at the Café tomorrow at five.\n    known_by: [ann, cy]",
        "TW414",
        5,
    ),
    "fact nobody knows": ("town.yaml", "    known_by: [ann]\n", "", "TW502", 4),
    "knower twice": ("town.yaml", "[ann]", "[ann, ann]", "TW503", 6),
}


def changed(file, old, new):
    assert GOOD[file].count(old) == 1
    return {**GOOD, file: GOOD[file].replace(old, new)}


def test_the_town_that_the_mistakes_are_made_in_is_good():
    checked = read_scenario(GOOD, "test")
    assert checked.problems == ()
    assert checked.scenario is not None


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_an_error_with_code_line_and_remedy(name):
    file, old, new, code, line, remedy = MISTAKES[name]
    checked = read_scenario(changed(file, old, new), "test")
    found = [problem for problem in checked.errors if (problem.code, problem.line) == (code, line)]
    assert checked.scenario is None
    assert found, [str(problem) for problem in checked.problems]
    assert any(remedy in problem.remedy for problem in found), found


@pytest.mark.parametrize("spoken", ["10:00 am", "noon", "7", "25:00"])
def test_regression_12_a_waking_hour_that_is_no_time_is_told_and_never_guessed(spoken):
    checked = read_scenario(changed("personas/ann.yaml", "wake: 07:00", f"wake: {spoken}"), "test")
    assert checked.scenario is None
    assert [(problem.file, problem.line) for problem in checked.errors] == [("personas/ann.yaml", 5)]


@pytest.mark.parametrize("name", WARNINGS)
def test_a_doubt_is_a_warning_and_the_town_lives_all_the_same(name):
    file, old, new, code, line = WARNINGS[name]
    checked = read_scenario(changed(file, old, new), "test")
    others = {"TW436"}  # of whoever stays at home where a warning is of somebody who goes out
    found = [(one.code, one.file, one.line) for one in checked.warnings if one.code not in others]
    assert found == [(code, file, line)]
    assert checked.scenario is not None


def test_what_a_language_lacks_is_said_with_the_remedy():
    found = {
        tag: [
            (one.code, one.severity, one.line)
            for one in read_scenario(
                changed("town.yaml", "starts:", f"language: {tag}\nstarts:"), "test"
            ).problems
            if one.code in ("TW207", "TW208")
        ]
        for tag in ("en", "en-GB", "zh", "fr", "pt-BR", "nl")
    }
    notice, warning = [("TW208", "notice", 2)], [("TW207", "warning", 2)]
    assert found == {"en": [], "en-GB": [], "zh": [], "fr": notice, "pt-BR": notice, "nl": warning}
    dutch = read_scenario(changed("town.yaml", "starts:", "language: nl\nstarts:"), "test").warnings
    assert "in English" in dutch[0].message
    assert "de, en, es, fr, it, ja, pt, zh" in dutch[0].remedy


def test_all_problems_of_all_files_come_in_one_go_in_order():
    files = {
        "town.yaml": TOWN.replace("[ann]", "[anna]") + "cognition: {retreive: 3, reflect_at: 1}\n",
        "world.yaml": WORLD.replace("capacity: 1", "capacity: x") + "Quay:\n",
        "personas/ann.yaml": ANN.replace("home: House/bedroom", "home: Mansion").replace("0.5", "high"),
        "personas/bob.yaml": BOB + "age: [1]\nrelationships: [{with: bob, as: self}]\n",
    }
    found = [(problem.file, problem.line, problem.code) for problem in read_scenario(files, "test").errors]
    assert found == [
        ("town.yaml", 6, "TW404"),
        ("town.yaml", 7, "TW201"),
        ("town.yaml", 7, "TW204"),
        ("world.yaml", 7, "TW203"),
        ("world.yaml", 16, "TW110"),
        ("personas/ann.yaml", 2, "TW304"),
        ("personas/ann.yaml", 6, "TW203"),
        ("personas/bob.yaml", 4, "TW203"),
        ("personas/bob.yaml", 5, "TW405"),
    ]


def test_positions_still_match_when_items_before_them_were_wrong():
    ann = ANN.replace(
        "[{with: bob, as: friend, closeness: 0.5}]",
        "\n  - 5\n  - {with: bob, as: friend, closeness: far}\n  - {with: zoe, as: aunt}",
    )
    problems = read_scenario({**GOOD, "personas/ann.yaml": ann}, "test").problems
    assert [(problem.line, problem.code) for problem in problems] == [
        (7, "TW203"),
        (8, "TW203"),
        (9, "TW404"),
    ]


def test_an_unreadable_world_does_not_make_every_home_unknown():
    problems = read_scenario({**GOOD, "world.yaml": "Café: [\n"}, "test").problems
    assert [(problem.file, problem.code) for problem in problems] == [("world.yaml", "TW101")]


@pytest.mark.parametrize("file", ["town.yaml", "world.yaml"])
def test_a_missing_or_empty_file_is_named(file):
    without = {name: text for name, text in GOOD.items() if name != file}
    assert "TW001" in [problem.code for problem in read_scenario(without, "test").errors]
    assert "TW114" in [
        problem.code for problem in read_scenario({**GOOD, file: "# nothing\n"}, "test").errors
    ]


def test_a_town_without_people_is_an_error():
    files = {"town.yaml": "town: Empty", "world.yaml": WORLD}
    assert [problem.code for problem in read_scenario(files, "test").errors] == ["TW401"]


@pytest.mark.parametrize(
    ("file", "meant"),
    [
        ("personas/eve.yml", "personas/eve.yaml"),
        ("wrold.yaml", "world.yaml"),
        ("eve.yaml", "personas/eve.yaml"),
    ],
)
def test_a_yaml_file_in_the_wrong_place_is_pointed_out(file, meant):
    problem = read_scenario({**GOOD, file: "name: x"}, "test").errors[0]
    assert (problem.code, problem.file) == ("TW002", file)
    assert meant in problem.remedy


def test_who_lives_or_works_in_a_place_has_the_key_to_it():
    files = changed("personas/ann.yaml", "08:00 open @ Café", "07:10 bake @ Café")
    files["personas/bob.yaml"] = BOB.replace("home: House", "home: Café/counter")
    assert read_scenario(files, "test").problems == ()


def test_notebooks_and_other_files_are_left_alone():
    files = {**GOOD, "README.md": "# hello", "notebooks/one.yaml": "x: *y"}
    assert read_scenario(files, "test").problems == ()


@pytest.mark.parametrize(
    "agent", ["con", "a b", "-x", "x" * 41, "a.b", "é".encode().decode("utf-8") + "\u0301"]
)
def test_ids_that_are_no_good_file_names_are_refused(agent):
    files = {**GOOD, f"personas/{agent}.yaml": BOB.replace("Bob", "Eve")}
    assert "TW005" in [problem.code for problem in read_scenario(files, "test").errors]


def test_ids_that_differ_only_in_case_are_refused():
    files = {**GOOD, "personas/Bob.yaml": BOB.replace("Bob", "Eve")}
    assert [problem.code for problem in read_scenario(files, "test").errors] == ["TW005"]


@pytest.mark.soak
def test_more_people_than_a_town_holds_are_refused():
    each = "name: P {n}\nhome: House\nseed: P {n} is here"
    people = {f"personas/p{n}.yaml": each.format(n=n) for n in range(MOST_PEOPLE + 1)}
    checked = read_scenario({"town.yaml": "town: Big", "world.yaml": WORLD, **people}, "test")
    assert [problem.code for problem in checked.errors] == ["TW402"]


FLOODS = {
    "places": ("world.yaml", "".join(f"p{n}:\n" for n in range(24_000)), "TW313"),
    "rooms": ("world.yaml", "A:\n  rooms:\n" + "".join(f"    r{n}:\n" for n in range(20_000)), "TW313"),
    "states": (
        "world.yaml",
        WORLD.replace("[cold, burning]", str([f"s{n}" for n in range(40_000)])),
        "TW204",
    ),
    "routine lines": ("personas/bob.yaml", BOB + "day:\n  routine:\n" + "  - x\n" * 45_000, "TW204"),
    "relationships": ("personas/bob.yaml", BOB + "relationships:\n" + "- 5\n" * 45_000, "TW204"),
    "knowers": ("town.yaml", TOWN.replace("[ann]", str([f"p{n}" for n in range(45_000)])), "TW204"),
    "keys": ("town.yaml", TOWN + "".join(f"k{n}: x\n" for n in range(24_000)), "TW201"),
    "urgent states": (
        "world.yaml",
        WORLD.replace("{burning: ", "{" + "x: y, ".join(f"s{n}" for n in range(9_000)) + "z: "),
        "TW309",
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_of_entries_is_refused(name):
    file, text, code = FLOODS[name]
    checked = read_scenario({**GOOD, file: text}, "test")
    assert code in [problem.code for problem in checked.errors], [
        str(problem) for problem in checked.errors[:3]
    ]


def test_a_flood_of_problems_is_cut_short_and_says_so():
    people = {f"personas/p{n}.yaml": f"nme: P {n}" for n in range(600)}
    problems = read_scenario({"town.yaml": "town: Big", "world.yaml": WORLD, **people}, "test").problems
    assert len(problems) <= 501
    assert problems[-1].code == "TW901"


def test_every_code_in_use_is_documented_once():
    used = {code for table in (MISTAKES, WARNINGS) for _, _, _, code, *_ in table.values()}
    assert used <= set(CODES)
    assert all(len(meaning.split()) > 2 for meaning in CODES.values())
