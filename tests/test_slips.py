"""Files as people make them: nothing of them is lost in silence, and every slip is named with its remedy."""

from __future__ import annotations

import unicodedata

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.language.phrases import phrases
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.scenario.archive import from_zip, to_zip
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import SetField
from engine.scenario.reading.reader import MOST_WARNINGS, read_yaml

TOWN = "three-neighbours"
NELL = "personas/nell.yaml"


@pytest.fixture(scope="module")
def files():
    return read_folder(bundled_folder(TOWN))


@pytest.fixture
def folder(files, tmp_path):
    """A folder with the files of a town, as an author has it."""
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def changed(files, old, new, file=NELL):
    text = files[file].decode()
    assert old in text
    return {**files, file: text.replace(old, new, 1)}


def problems(files):
    return read_scenario(files, TOWN).problems


def only(files):
    (problem,) = problems(files)
    return problem


# ---- files that would be lost


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("personas/pia.yaml.txt", "personas/pia.yaml"),
        ("personas/pia.yml", "personas/pia.yaml"),
        ("personas/pia.YAML", "personas/pia.yaml"),
        ("personas/pia.json", "personas/pia.yaml"),
        ("personas/children/pia.yaml", "personas/pia.yaml"),
        ("personas/children/small/pia.yml.txt", "personas/pia.yaml"),
        ("people/pia.yaml", "personas/pia.yaml"),
        ("Personas/pia.yaml", "personas/pia.yaml"),
        ("characters/pia.json", "personas/pia.yaml"),
        ("pia.yaml", "personas/pia.yaml"),
        ("personas/pia.yaml ", "personas/pia.yaml"),
        ("prompts/old/speak.md", "prompts/speak.md"),
        ("prompts/speak.md.txt", "prompts/speak.md"),
        ("notebooks/first/bread.town.md", "notebooks/bread.town.md"),
    ],
)
def test_a_file_that_is_elsewhere_or_called_otherwise_is_named_with_where_it_belongs(folder, path, meant):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("name: Pia", "utf-8")
    problem = next(one for one in problems(read_folder(folder)) if one.code == "TW002")
    assert (problem.file, problem.severity) == (path, "error")
    assert meant in problem.remedy


@pytest.mark.parametrize(
    "path", ["notes.txt", "pictures/pia.json", "package.json", "backup/personas/a.txt", "personas/README"]
)
def test_what_has_nothing_to_do_with_the_town_is_left_alone(folder, path):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{}", "utf-8")
    assert problems(read_folder(folder)) == ()


def test_nothing_deeper_than_a_few_folders_is_looked_for_and_no_link_is_followed(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "pia.yaml").write_text("name: Pia")
    (folder / "people").symlink_to(elsewhere, target_is_directory=True)
    deep = folder / "personas/a/b/c/d/e/f"
    deep.mkdir(parents=True)
    (deep / "pia.yaml").write_text("name: Pia")
    assert problems(read_folder(folder)) == ()


# ---- parts of a text that would be lost


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("currently: Nell Hartley is", "currently: Nell Hartley lives at flat #4 and is", 16),
        ("Have a bun. It's medicine.", "Bun #1 is for the cat, bun #2 for you.", 33),
        ("home: Hartley Cottage/Nell's room", "home: Hartley Cottage/Nell's room #old", 6),
        ("feed the cat @", "feed the cat # @", 22),
    ],
)
def test_a_text_that_a_hash_cuts_off_is_said_to_be_cut(files, old, new, line):
    found = [one for one in problems(changed(files, old, new)) if one.code == "TW116"]
    assert [(one.line, one.severity) for one in found] == [(line, "warning")]
    assert "quotes" in found[0].remedy


def test_in_a_folded_or_quoted_text_a_hash_is_a_letter_like_any_other(files):
    assert problems(changed(files, "the piano from Ruth", "the piano at flat #4 from Ruth")) == ()
    assert problems(changed(files, "- Have a bun. It's medicine.", "- 'Bun #1 is for the cat.'")) == ()


@pytest.mark.parametrize("comment", ["  # a comment", " # 4 people", "\t# so it is", " #"])
def test_a_comment_is_a_comment(files, comment):
    assert problems(changed(files, "age: 34", f"age: 34{comment}")) == ()
    assert problems(changed(files, "name: Nell Hartley", f"name: Nell Hartley{comment}")) == ()


@pytest.mark.parametrize("quotes", ["“”", "‘’", "«»", "「」", "„”"[:1] + "”"])
def test_curly_quotes_around_a_text_are_said_to_be_a_part_of_it(files, quotes):
    problem = next(
        one
        for one in problems(changed(files, "name: Nell Hartley", f"name: {quotes[0]}Nell Hartley{quotes[1]}"))
        if one.code == "TW117"
    )
    assert (problem.line, problem.severity) == (1, "warning")


def test_curly_quotes_within_a_text_are_letters_like_any_other(files):
    text = changed(files, "Have a bun. It's medicine.", "“Have a bun,” she says, “it's medicine.”")
    assert problems(text) == ()


@pytest.mark.parametrize("comma", ["，", "、"])
def test_a_full_width_comma_that_makes_one_entry_of_several_is_named(files, comma):
    text = changed(files, "traits: [warm, talkative,", f"traits: [warm{comma}talkative,")
    assert [(one.code, one.line) for one in problems(text)] == [("TW118", 5)]


def test_an_entry_that_is_read_as_part_of_the_text_above_is_named(files):
    text = changed(files, "    - 05:50 bake", "   - 05:50 bake")
    assert ("TW119", 22) in [(one.code, one.line) for one in problems(text)]


@pytest.mark.parametrize("at", ["@", " @", "＠", " ＠ "])
def test_a_place_is_found_behind_its_mark_with_or_without_a_blank(files, at):
    line = "bake buns and hide the cake @ Hartley"
    text = changed(files, line, line.replace(" @ ", f" {at.strip()}" + at[len(at.rstrip()) :]))
    same = read_scenario(files, TOWN).scenario
    assert read_scenario(text, TOWN).scenario == same


def test_an_address_in_what_is_done_is_no_place(files):
    text = changed(files, "05:50 bake buns and hide the cake", "05:50 write to ann@example.org")
    found = read_scenario(text, TOWN).scenario.persona("nell").routine[0]
    assert found.activity == "write to ann@example.org"


# ---- messages that name the cause and the cure


@pytest.mark.parametrize(
    ("old", "new", "line", "said", "remedy"),
    [
        ("  wake: 05:30", "\u00a0\u00a0wake: 05:30", 18, "U+00A0", "spaces"),
        ("  wake: 05:30", "\u3000wake: 05:30", 18, "U+3000", "spaces"),
        ("  wake: 05:30", "\twake: 05:30", 18, "tab", "spaces"),
        ("name: Nell", "name：Nell", 1, "full-width", "a space after the key"),
        ("name: Nell", "name:Nell", 1, "no space after the colon", "a space after the key"),
        ("- Don't look", "- *winks* Don't look", 35, "start with *", "'*winks* Don''t look"),
        ("- Don't look", "- & look", 35, "start with &", "'& look"),
        ("- Don't look", "- [Sighs] Look", 35, "start with [", "'[Sighs] Look"),
        ("- Don't look", "- {Sighs} Look", 35, "start with {", "'{Sighs} Look"),
        ("- Don't look", "- > Look", 35, "start with >", "'> Look"),
        ("- Don't look", "- | Look", 35, "start with |", "'| Look"),
        ("- Don't look", "- @nell Look", 35, "start with @", "'@nell Look"),
        ("- Don't look", '- "Well," she says, "look', 35, "after its closing quote", "'\"Well,\" she says"),
        ("- Don't look", "- 'Tis late. Look", 35, "quote that is not closed", "'''Tis late"),
        ("- Have a bun. It's medicine.", "- 'Tis medicine.", 33, "not closed", "'''Tis medicine"),
        ("name: Nell", "name:\u00a0Nell", 1, "no space after the colon", "a space after the key"),
        ("age: 34", "<<<<<<< HEAD\nage: 34", 3, "an unresolved merge conflict", "remove the markers"),
        ("- Don't look", "- ! Look", 35, "tag", "quotes"),
        ("- Don't look", "- She said: look", 35, "group of keys", "quotes"),
        ("currently: Nell", "currently: Note: Nell", 16, "a colon and a space", "'Note: Nell"),
        ("  sleep: 21:30", "   sleep: 21:30", 19, "indented further than line 18", "same column"),
        ("closeness: 0.6", "closeness: 5", 37, "'5'", "from -1 to 1"),
    ],
)  # fmt: skip
def test_a_slip_is_named_at_its_line_with_what_to_do(files, old, new, line, said, remedy):
    problem = problems(changed(files, old, new))[0]
    assert problem.line == line
    assert said in problem.message
    assert remedy in problem.remedy


def test_where_fields_are_expected_their_pattern_is_shown(files):
    old = "  - {with: otto, as: neighbour who pretends to be made of wood, closeness: 0.6}"
    problem = only(changed(files, old, "  - Otto Finch"))
    assert "{with: …, as: …, closeness: …}" in problem.remedy


def test_a_number_in_quotes_is_a_number(files):
    for quoted in ('"34"', "'34'"):
        assert (
            read_scenario(changed(files, "age: 34", f"age: {quoted}"), TOWN).scenario.persona("nell").age
            == 34
        )
    assert only(changed(files, "age: 34", "age: 'old'")).line == 3


# ---- the same text from different systems


@pytest.fixture
def accented(files):
    """The town with somebody and a place whose names have letters with marks, in one character each."""
    renamed = {
        name.replace("nell", "zoé"): content.decode()
        .replace("Candle Court", "Café Ñandú")
        .replace("nell", "zoé")
        for name, content in files.items()
    }
    assert any("é" in name for name in renamed)
    return renamed


@pytest.mark.parametrize("apart", ["names of files", "texts of people", "the world"])
def test_names_are_the_same_whether_a_mark_is_a_character_of_its_own_or_not(accented, apart):
    def decomposed(text):
        return unicodedata.normalize("NFD", text)

    mixed = {
        (decomposed(name) if apart == "names of files" else name): (
            decomposed(text)
            if (apart == "texts of people" and "personas/" in name)
            or (apart == "the world" and "world" in name)
            else text
        )
        for name, text in accented.items()
    }
    here, there = read_scenario(accented, TOWN), read_scenario(mixed, TOWN)
    assert there.problems == here.problems
    if apart != "names of files":
        assert there.scenario == here.scenario


def test_a_folder_and_a_zip_of_another_system_hold_the_same_files(accented, tmp_path):
    composed = "personas/zoé.yaml"
    apart = unicodedata.normalize("NFD", composed)
    for name, text in accented.items():
        file = tmp_path / (apart if name == composed else name)
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert sorted(read_folder(tmp_path)) == sorted(accented)
    packed = to_zip({apart if name == composed else name: text for name, text in accented.items()}, "town")
    assert sorted(from_zip(packed)) == sorted(accented)
    (tmp_path / composed).write_text("name: Zoé", "utf-8")
    with pytest.raises(BadInput, match="twice"):
        read_folder(tmp_path)


def test_a_file_that_is_there_twice_in_two_forms_is_refused(accented, tmp_path):
    name = next(name for name in accented if not name.isascii())
    with open_workspace(tmp_path) as workspace, pytest.raises(BadInput, match="twice"):
        workspace.scenarios.save("town", {**texts(accented), unicodedata.normalize("NFD", name): "name: Zoé"})


def texts(files):
    return {name: text if isinstance(text, str) else text.decode() for name, text in files.items()}


# ---- warnings are no errors


def test_a_file_with_more_warnings_than_are_shown_is_read_to_its_end(files):
    said = "seed:\n" + "".join(f"  - “Bun {n}”\n" for n in range(MOST_WARNINGS + 50))
    text = files[NELL].decode()
    read = read_yaml(f"{said}{text[: text.index('seed:')]}", NELL)
    assert (len(read.problems), read.errors) == (MOST_WARNINGS, ())
    assert read.root is not None


def test_a_form_changes_a_file_that_has_warnings(files):
    noted = changed(files, "currently: Nell Hartley is", "currently: Nell Hartley lives at flat #4 and is")
    after = apply(texts(noted), SetField(file=NELL, path=("age",), value=60))
    assert "age: 60" in after[NELL]


@pytest.mark.parametrize("value", ["7 #tall", "true #always", "12:30 #noon"])
def test_behind_a_number_or_a_time_a_hash_cuts_no_text(files, value):
    read = read_yaml(f"age: {value}\n", NELL)
    assert read.problems == ()


def test_a_persona_whose_file_cannot_be_called_so_is_read_and_told_so(files, folder):
    (folder / "personas/🧁.yaml").write_bytes(files[NELL])
    found = [one for one in problems(read_folder(folder)) if "🧁" in one.file]
    assert "TW005" in {one.code for one in found}


# ---- what people are called


@pytest.mark.parametrize(
    ("language", "name", "called"),
    [
        ("en", "Dr. Sarah Chen", "Sarah"),
        ("en", "Dr. Cruz", "Dr. Cruz"),
        ("en", "Prof. Ada Byron", "Ada"),
        ("en", "Mrs. O'Neil", "Mrs. O'Neil"),
        ("en", "The King", "The King"),
        ("en", "The Old Woman", "The Old Woman"),
        ("en", "St. John", "St. John"),
        ("en", "St. John Rivers", "St. John"),
        ("en", "J. Baker", "Baker"),
        ("en", "J. R. Hartley", "Hartley"),
        ("en", "F. Scott Fitzgerald", "Scott"),
        ("en", "Dr J. Watson", "Dr Watson"),
        ("en", "Martin Luther King Jr.", "Martin"),
        ("en", "Ludwig van Beethoven", "Ludwig"),
        ("en", "van Helsing", "van Helsing"),
        ("en", "L. van Beethoven", "van Beethoven"),
        ("en", "Mr. and Mrs. Fox", "Mr. and Mrs. Fox"),
        ("en", "Robot 7", "Robot 7"),
        ("en", "Nell", "Nell"),
        ("en", "X", "X"),
        ("en", "A. Li", "Li"),
        ("en", "Van Morrison", "Van Morrison"),
        ("en", "De Witt", "De Witt"),
        ("fr", "La Fontaine", "La Fontaine"),
        ("es", "El Greco", "El Greco"),
        ("es", "María García López", "María"),
        ("es", "María de la Cruz", "María"),
        ("es", "Señora Ramos", "Señora Ramos"),
        ("de", "Frau Müller", "Frau Müller"),
        ("zh", "李小明", "小明"),
        ("zh", "李明", "李明"),
        ("zh", "欧阳修", "欧阳修"),
        ("zh", "司马相如", "相如"),
        ("zh", "王老师", "王老师"),
        ("zh", "老王", "老王"),
        ("zh", "娜塔莎", "娜塔莎"),
        ("zh", "约翰·史密斯", "约翰"),
        ("zh", "Anna Li", "Anna"),
    ],
)
def test_somebody_is_called_by_a_part_of_the_name_that_can_stand_alone(language, name, called):
    assert phrases(language).short_name(name) == called


def test_what_the_author_says_somebody_is_called_wins(files):
    text = changed(files, "name: Nell Hartley\n", "name: The Baker\ncalled: Nellie\n")
    assert read_scenario(text, TOWN).scenario.persona("nell").called == "Nellie"
