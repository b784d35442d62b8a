"""What authors write of people and places is held against what the fields say, in its line or not at all."""

from __future__ import annotations

import pytest

from engine.scenario import read_scenario
from engine.scenario.document.apply import apply

TOWN = """\
town: Saltmarsh
facts:
  - id: feast
    text: Anna Lee gives a feast in the Harbour Hall on day 2 at 17:00.
    known_by: [anna]
"""
WORLD = """\
House:
  rooms:
    kitchen:
    bedroom: {bed: , chest: }
Mill:
  private: false
Harbour Hall:
  open: 08:00-20:00
Bakery:
  open: 05:00-12:00
"""
ANNA = """\
name: Anna Lee
age: 34
home: House/bedroom
work: Bakery
seed:
  - Anna Lee is 34 years old.
  - Anna Lee is Boris Reed's sister, and bakes for the Harbour Hall.
relationships:
  - {with: boris, as: elder brother}
"""
BORIS = """\
name: Boris Reed
home: House/kitchen
currently: Boris Reed is mending his nets for Anna Lee.
seed: Boris Reed fishes; Boris Reed lives in the House with Anna Lee
"""
SOUND = {"town.yaml": TOWN, "world.yaml": WORLD, "personas/anna.yaml": ANNA, "personas/boris.yaml": BORIS}


def more(what):
    """One more memory of Anna's, in her second line of them."""
    return "years old.", f"years old.\n  - Anna Lee {what}"


ZH = {
    "town.yaml": "town: 柳湾\nlanguage: zh\n",
    "world.yaml": "老屋:\n  rooms: {堂屋: , 卧房: }\n磨坊:\n茶馆: {open: 08:00-20:00}\n",
    "personas/lin.yaml": (
        "name: 林巧云\nage: 34\nhome: 老屋/卧房\nseed:\n  - 林巧云今年34岁。\n  - 林巧云是邓木林的妹妹。\n"
        "relationships:\n  - {with: deng, as: 哥哥}\n"
    ),
    "personas/deng.yaml": "name: 邓木林\nhome: 老屋/堂屋\nseed:\n  - 邓木林撑船。\n  - 邓木林住在老屋。\n",
}


def problems(files, **changed):
    """The town's problems with some of its files changed: (code, file, line)."""
    files = dict(files)
    for name, (old, new) in changed.items():
        file = f"{name}.yaml" if name in ("town", "world") else f"personas/{name}.yaml"
        assert old in files.get(file, "") or not old, (file, old)
        files[file] = files[file].replace(old, new, 1) if old else new
    return files, [(one.code, one.file, one.line) for one in read_scenario(files, "x").problems]


@pytest.mark.parametrize("town", [SOUND, ZH])
def test_a_town_that_says_the_same_everywhere_has_none(town):
    assert problems(town)[1] == []


CASES = {
    "a private place that nobody knows": (
        {"world": ("private: false", "private: true")},
        ("TW314", "world.yaml", 6),
    ),
    "two first names of one sound": (
        {"boris": ("name: Boris", "name: Anne")},
        ("TW420", "personas/boris.yaml", 1),
    ),
    "a time of day that there is not": (
        {"anna": ("Anna Lee is 34 years old", "Anna Lee has tea at 25:00")},
        ("TW444", "personas/anna.yaml", 6),
    ),
    "a person misspelt": ({"anna": ("Boris Reed's", "Borris Reed's")}, ("TW421", "personas/anna.yaml", 7)),
    "a person misspelt in a fact": ({"town": ("Anna Lee", "Amna Lee")}, ("TW421", "town.yaml", 4)),
    "a place misspelt": ({"town": ("Harbour Hall", "Harbor Hall")}, ("TW422", "town.yaml", 4)),
    "two ages in a sentence": (
        {"anna": ("34 years old.", "34 years old, and she is 43.")},
        ("TW423", "personas/anna.yaml", 6),
    ),
    "another home": (
        {"boris": ("lives in the House", "lives at the Mill")},
        ("TW424", "personas/boris.yaml", 4),
    ),
    "another kinship": ({"anna": ("Reed's sister", "Reed's daughter")}, ("TW425", "personas/anna.yaml", 7)),
    "an appointment behind a locked door": (
        {"anna": more("meets Boris Reed at the Harbour Hall on day 2 at 21:00.")},
        ("TW426", "personas/anna.yaml", 7),
    ),
    "a meeting in fields behind a locked door": (
        {
            "anna": (
                "name:",
                "intends: [{kind: meeting, with: boris, where: Harbour Hall, at: day 2 21:00}]\nname:",
            )
        },
        ("TW426", "personas/anna.yaml", 1),
    ),
    "nothing to do": (
        {"boris": (BORIS, "name: Boris Reed\nhome: House\nseed: Boris Reed fishes\n")},
        ("TW427", "personas/boris.yaml", 1),
    ),
    "what no rule understands": (
        {"anna": ("is 34 years old.", "must 34.")},
        ("TW428", "personas/anna.yaml", 6),
    ),
    "a promise to nobody": (
        {"anna": more("must tell Cora Finch about the nets.")},
        ("TW437", "personas/anna.yaml", 7),
    ),
    "a first name misspelt": (
        {"anna": more("must tell Borris about the nets.")},
        ("TW437", "personas/anna.yaml", 7),
    ),
    "a feast at a place that there is not": (
        {"anna": more("gives a feast at the Swan on day 2 at 17:00.")},
        ("TW437", "personas/anna.yaml", 7),
    ),
    "a meeting at a name that is near a place": (
        {"anna": more("wants to meet Boris Reed at the Bakry on day 2 at 10:00.")},
        ("TW437", "personas/anna.yaml", 7),
    ),
    "a day that no calendar has": (
        {"anna": more("wants to meet Boris Reed at the Bakery on 31 February at 10:00.")},
        ("TW444", "personas/anna.yaml", 7),
    ),
    "an hour that no clock shows": (
        {"boris": ("currently: ", "currently: Boris Reed must bring Anna Lee a net at 26 o'clock. ")},
        ("TW444", "personas/boris.yaml", 3),
    ),
    "more memories than are read": (
        {"anna": more("\n  - Anna Lee ".join(["likes the sea " + "very " * 170 + "much."] * 25))},
        ("TW438", "personas/anna.yaml", 29),
    ),
    "somebody unknown at the beginning": (
        {"boris": ("currently: ", "currently: Boris Reed wants to ask Annna about a boat. ")},
        ("TW437", "personas/boris.yaml", 3),
    ),
    "work behind a locked door": (
        {"world": ("05:00-12:00", "02:00-04:00")},
        ("TW430", "personas/anna.yaml", 4),
    ),
    "one feast at two hours": (
        {"anna": more("gives a feast in the Harbour Hall on day 2 at 18:00.")},
        ("TW506", "personas/anna.yaml", 7),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_otherwise_is_told_in_its_line(case):
    changed, wanted = CASES[case]
    files, found = problems(SOUND, **changed)
    assert found == [wanted]
    (problem,) = read_scenario(files, "x").problems
    if problem.fix is not None:
        assert problems({**files, **apply(files, problem.fix)})[1] == []


@pytest.mark.parametrize("known_by", ["", "    known_by: []\n"])
@pytest.mark.parametrize(
    "fact", ["The company sells the mill on Friday.", "There is a feast at the Swan on day 2 at 17:00."]
)
def test_a_fact_that_nobody_knows_yet_may_name_a_place_that_there_is_not(fact, known_by):
    _, found = problems(SOUND, town=("facts:\n", f"facts:\n  - id: news\n    text: {fact}\n{known_by}"))
    assert [problem for problem in found if problem[0] != "TW502"] == []


def test_the_nearest_name_that_somebody_else_bears_is_written_for_one_that_nobody_does():
    files, _ = problems(SOUND, anna=more("must tell Borris by tomorrow, or Borris's boat is lost."))
    (problem,) = read_scenario(files, "x").problems
    assert problem.remedy == "did you mean 'Boris'?"
    mended = apply(files, problem.fix)["personas/anna.yaml"]
    assert "must tell Boris by tomorrow, or Boris's boat is lost." in mended


def test_a_person_a_place_and_a_time_that_there_are_not_are_each_told():
    said = more("wants to meet Peter Grubb at the Swan on day 1 at 25:00.")
    files, found = problems(SOUND, anna=said)
    assert sorted(code for code, _, _ in found) == ["TW437", "TW437", "TW444"]
    told = " ".join(problem.message for problem in read_scenario(files, "x").problems)
    assert all(name in told for name in ("'Peter Grubb'", "'Swan'", "'25:00'"))


def test_where_no_name_is_near_it_is_left_to_the_author():
    files, _ = problems(SOUND, anna=more("must tell Zebedee Quux about the nets."))
    (problem,) = read_scenario(files, "x").problems
    assert problem.fix is None
    assert problem.severity == "warning"


ZH_CASES = {
    "another home": ({"deng": ("住在老屋", "住在磨坊")}, ("TW424", "personas/deng.yaml", 5)),
    "another kinship": ({"lin": ("的妹妹", "的女儿")}, ("TW425", "personas/lin.yaml", 6)),
    "two ages": ({"lin": ("今年34岁。", "今年34岁，她今年43岁。")}, ("TW423", "personas/lin.yaml", 5)),
    "oneself misspelt": ({"deng": ("邓木林撑船", "邓木临撑船")}, ("TW421", "personas/deng.yaml", 4)),
    "a promise to nobody": (
        {"lin": ("今年34岁。", "今年34岁。\n  - 林巧云必须告诉王建国船的事。")},
        ("TW437", "personas/lin.yaml", 6),
    ),
    "an appointment behind a locked door": (
        {"lin": ("今年34岁。", "今年34岁。\n  - 林巧云第2天21:00在茶馆跟邓木林见面。")},
        ("TW426", "personas/lin.yaml", 6),
    ),
}


@pytest.mark.parametrize("case", ZH_CASES)
def test_it_is_told_in_chinese_too(case):
    changed, wanted = ZH_CASES[case]
    assert problems(ZH, **changed)[1] == [wanted]


def test_a_bed_is_for_two_at_most():
    crowd = {
        f"personas/p{n}.yaml": f"name: {name}\nhome: House/bedroom\nseed: {name} sings; {name} sleeps\n"
        for n, name in enumerate(("Cora Finch", "Ned Cobb"))
    }
    found = problems({**SOUND, **crowd})[1]
    assert ("TW429", "personas/p1.yaml", 2) in found
    bunks = {**SOUND, **crowd, "world.yaml": WORLD.replace("bed: ", "bunk beds: ")}
    assert "TW429" not in [code for code, _, _ in problems(bunks)[1]]


@pytest.mark.parametrize(
    "changed",
    [
        {"anna": ("Boris Reed's sister", "Mario Reed's sister")},
        {"anna": ("Anna Lee is 34 years old.", "Anna Lee is 34, and her son is 5 years old.")},
        {"boris": ("lives in the House", "lived at the Mill")},
        {"boris": ("lives in the House", "lives near the Mill")},
        {"boris": ("with Anna Lee", "with the Reeds and the Lees")},
        {"anna": ("as: elder brother", "as: like a father to her")},
        {"anna": ("as: elder brother", "as: step-father")},
        {"anna": ("as: elder brother", "as: the best friend she has")},
        {"anna": more("bakes at the Bakery on day 2 at 21:00.")},
        {"anna": more("cleans the Harbour Hall on day 2 at 12:00.")},
        {"anna": more("gives a feast in the Harbour Hall on day 3 at 18:00.")},
        {"anna": ("is 34 years old.", "wants to tell Boris Reed about the nets.")},
        {"anna": more("misses her late husband Tom.")},
        {"anna": more("was happy at the Swan on day 2 at 17:00.")},
        {"anna": more("wants to write a letter in French at 10:00.")},
        {"anna": more("gives a talk in French on day 2 at 17:00.")},
        {"anna": more("has to mend the nets in April.")},
        {"anna": more("wears shoes of size 45, bought on the 45th.")},
        {"anna": more("must tell Boris Reed that she was born in Paris.")},
        {"anna": more("learned to mend nets from old Hendrik.")},
        {"world": ("Mill:", "General Stores:"), "anna": more("must visit General Stores today.")},
        {"world": ("private: false", "private: true"), "boris": ("currently", "work: Mill\ncurrently")},
        {"world": ("bed: , chest: ", "flower bed: ")},
    ],
)
def test_what_only_looks_like_it_is_not(changed):
    assert problems(SOUND, **changed)[1] == []


def test_a_statement_of_a_folded_text_is_told_of_in_its_own_line():
    folded = "Anna Lee bakes;\n  Anna Lee is Boris Reed's daughter;\n  Anna Lee, 34 and well,\n  sings"
    seed = f"seed: >-\n  {folded}\n"
    anna = ANNA.replace(ANNA[ANNA.index("seed:") : ANNA.index("relationships:")], seed)
    assert problems({**SOUND, "personas/anna.yaml": anna})[1] == [("TW425", "personas/anna.yaml", 7)]
    quoted = 'seed: "Anna Lee bakes; Anna Lee is Boris Reed\'s daughter"\n'
    (found,) = read_scenario({**SOUND, "personas/anna.yaml": anna.replace(seed, quoted)}, "x").problems
    assert (found.line, found.col) == (5, 24)


def test_an_event_with_more_said_behind_it_is_the_same_event():
    more_said = "Anna Lee gives a feast in the Harbour Hall on day 2 at 18:00, and all are to bring a chair."
    found = problems(SOUND, anna=("years old.", f"years old.\n  - {more_said}"))[1]
    assert found == [("TW506", "personas/anna.yaml", 7)]


@pytest.mark.parametrize(
    ("anna", "boris", "wanted"),
    [
        ("09:00 bake @ Bakery", "", "has no usual day"),
        ("09:00 bake @ Bakery", "08:00 have breakfast", "goes nowhere on a usual day"),
        ("09:00 bake @ Bakery", "08:00 have breakfast @ House/bedroom", "goes nowhere on a usual day"),
        ("09:00 bake @ Bakery", "08:00 fish @ Mill", ""),
        ("08:00 have breakfast", "", ""),  # nobody goes out: there is nobody who is not met
    ],
)
def test_whoever_stays_at_home_where_others_go_out_is_told_of(anna, boris, wanted):
    def day(line):
        return f"day:\n  routine:\n    - {line}\n" if line else ""

    files = {**SOUND, "personas/anna.yaml": ANNA + day(anna), "personas/boris.yaml": BORIS + day(boris)}
    found = [one for one in read_scenario(files, "x").problems if one.code == "TW436"]
    assert [(one.file, one.message) for one in found] == (
        [("personas/boris.yaml", f"'Boris Reed' {wanted} and stays at home")] if wanted else []
    )
