"""Edits of a scenario's files: the smallest splice, read again; what stands around it stays as it was."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from engine.errors import BadInput, NotFound
from engine.scenario import bundled, bundled_folder, read_folder, read_scenario
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import (
    Add,
    AddFile,
    Move,
    Remove,
    RemoveFile,
    RenameKey,
    RenamePerson,
    RenamePlace,
    SetField,
)
from engine.scenario.document.values import at, said
from engine.scenario.reading.reader import read_yaml
from tests.marks import in_turn

TOWN = """\
# of all of it
town: Saltmarsh      # the name
facts:               # what goes round
  # the first
  - id: eel          # an eel
    text: Bo Reed sold the eel.
    known_by: [bo, ann]   # two
  # the second
  - id: tide
    # between
    text: >-
      The tide comes at nine; and goes;
      and comes again

seed: 7
"""
COMMENTS = ["# of all of it", "# the name", "# what goes round", "# the first", "# an eel", "# two"]
COMMENTS += ["# the second", "# between"]


def edited(edit, text=TOWN):
    return apply({"town.yaml": text}, edit).get("town.yaml", text)


def lines_changed(old, new):
    """The lines that are gone, and those that came."""
    rows = [row for row in difflib.ndiff(old.splitlines(), new.splitlines()) if row[0] in "-+"]
    return [row[2:] for row in rows if row[0] == "-"], [row[2:] for row in rows if row[0] == "+"]


class TestOneField:
    def test_a_text_is_written_where_the_old_one_was(self):
        new = edited(SetField(file="town.yaml", path=("town",), value="Mudflat"))
        assert lines_changed(TOWN, new) == (
            ["town: Saltmarsh      # the name"],
            ["town: Mudflat      # the name"],
        )

    @pytest.mark.parametrize(
        "value", ["two: words", "# no remark", "yes", "12", "", "it's", "- a", "a\nb", None, 3, 0.5, True]
    )
    def test_whatever_it_is_it_reads_as_itself(self, value):
        new = edited(SetField(file="town.yaml", path=("facts", 0, "text"), value=value))
        assert at(said(read_yaml(new, "").root), ("facts", 0, "text")) == value

    def test_a_key_comes_where_the_schema_has_it(self):
        new = edited(SetField(file="town.yaml", path=("language",), value="en"))
        assert list(said(read_yaml(new, "").root)) == ["town", "language", "facts", "seed"]

    def test_keys_on_the_way_come_to_be(self):
        new = edited(SetField(file="town.yaml", path=("cognition", "reflect", "at"), value=90))
        assert at(said(read_yaml(new, "").root), ("cognition", "reflect")) == {"at": 90}

    def test_of_a_list_only_what_differs_is_written(self):
        new = edited(SetField(file="town.yaml", path=("facts", 0, "known_by"), value=["bo", "cy", "ann"]))
        assert lines_changed(TOWN, new)[1] == ["    known_by: [bo, cy, ann]   # two"]

    def test_one_sentence_of_a_folded_text_leaves_the_others_on_their_lines(self):
        text = "The tide comes at ten; and goes; and comes again"
        new = edited(SetField(file="town.yaml", path=("facts", 1, "text"), value=text))
        gone, came = lines_changed(TOWN, new)
        assert "      The tide comes at nine; and goes;" in gone
        assert "      and comes again" not in gone
        assert came[0] == "      The tide comes at ten;"

    def test_nothing_changes_where_it_says_that_already(self):
        assert apply({"town.yaml": TOWN}, SetField(file="town.yaml", path=("seed",), value=7)) == {}


class TestLists:
    def test_an_item_is_added_behind_the_last_and_between(self):
        fact = {"id": "fog", "text": "Fog."}
        last = edited(Add(file="town.yaml", path=("facts",), value=fact))
        assert last.endswith("      and comes again\n  - id: fog\n    text: Fog.\n\nseed: 7\n")
        first = edited(Add(file="town.yaml", path=("facts",), value=fact, before=0))
        assert "  # the first\n  - id: fog\n    text: Fog.\n  - id: eel          # an eel\n" in first

    def test_an_item_is_taken_out_with_its_lines(self):
        new = edited(Remove(file="town.yaml", path=("facts", 0)))
        assert lines_changed(TOWN, new)[1] == []
        assert [fact["id"] for fact in said(read_yaml(new, "").root)["facts"]] == ["tide"]

    def test_the_last_that_is_taken_out_leaves_an_empty_list(self):
        once = edited(Remove(file="town.yaml", path=("facts", 0)))
        twice = edited(Remove(file="town.yaml", path=("facts", 0)), once)
        assert "facts: []" in twice

    def test_an_item_that_is_moved_takes_its_remark_along(self):
        new = edited(Move(file="town.yaml", path=("facts", 1), to=0))
        assert new.index("# the second") < new.index("id: tide") < new.index("# the first")
        assert edited(Move(file="town.yaml", path=("facts", 0), to=1), new) == TOWN

    def test_a_key_is_renamed_where_it_stands(self):
        new = edited(RenameKey(file="town.yaml", path=("facts",), name="news: all"))
        assert "'news: all':               # what goes round" in new


class TestRefusals:
    @pytest.mark.parametrize(
        ("edit", "words"),
        [
            (SetField(file="world.yaml", path=("a",), value=1), "no file 'world.yaml'"),
            (Remove(file="town.yaml", path=("facts", 7)), "has no entry at 'facts / 7'"),
            (Remove(file="town.yaml", path=("nothing",)), "has no entry at 'nothing'"),
            (RenameKey(file="town.yaml", path=("town",), name="seed"), "already has 'seed' at this level"),
            (AddFile(file="town.yaml", text=""), "the file 'town.yaml' already exists"),
            (RemoveFile(file="personas/x.yaml"), "no file 'personas/x.yaml'"),
            (AddFile(file="../x.yaml", text=""), "x.yaml"),
        ],
    )
    def test_what_cannot_be_done_is_refused_by_name(self, edit, words):
        with pytest.raises(BadInput) as refused:
            apply({"town.yaml": TOWN}, edit)
        assert words in str(refused.value)

    def test_a_file_that_cannot_be_read_is_mended_first(self):
        with pytest.raises(BadInput, match=r"town.yaml, line 3: .*fix this in the text first"):
            edited(SetField(file="town.yaml", path=("town",), value="x"), "town: y\nfacts: [1, 2\n")


# ---- laws


FILES = {
    f"{town}/{path}": text.decode()
    for town in bundled()
    for path, text in read_folder(bundled_folder(town)).items()
    if path.endswith(".yaml")
} | {"own/town.yaml": TOWN}
LEAVES = st.one_of(
    st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=30).map(str.strip),
    st.sampled_from(["two: words", "# hash", "no", "12", "~", "w " * 60 + "end", "one; two; " + "w" * 80]),
    st.integers(-5, 200),
    st.none(),
    st.booleans(),
)
VALUES = st.one_of(
    LEAVES,
    st.lists(LEAVES, max_size=4),
    st.dictionaries(st.sampled_from(["about", "state", "traits", "名字"]), LEAVES, max_size=3),
)


def paths(value, path=()):
    if path:
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, child in pairs:
        yield from paths(child, (*path, part))


def some_edit(data, file, value):
    path = data.draw(st.sampled_from(list(paths(value))))
    there, around = at(value, path), at(value, path[:-1])
    what = data.draw(st.sampled_from(["set", "new", "add", "remove", "move"]))
    if what == "new" and isinstance(there, dict):
        return SetField(file=file, path=(*path, "newly"), value=data.draw(VALUES))
    if what == "add" and isinstance(there, list):
        before = data.draw(st.sampled_from([None, 0, len(there) // 2]))
        return Add(file=file, path=path, value=data.draw(VALUES), before=before)
    if what == "remove":
        return Remove(file=file, path=path)
    if what == "move":
        return Move(file=file, path=path, to=data.draw(st.integers(0, len(around) - 1)))
    return SetField(file=file, path=path, value=data.draw(VALUES))


def remarks(text):
    return sorted(line[line.index("# ") :].strip() for line in text.splitlines() if " # " in f" {line}")


def any_edit_keeps_what_stands_around_it(data):
    """What the file then says is held by `apply` itself, which reads it again; here, what it says beside."""
    file = data.draw(st.sampled_from(sorted(FILES)))
    text = FILES[file]
    edit = some_edit(data, file, said(read_yaml(text, file).root))
    new = apply({file: text}, edit).get(file, text)  # what it cannot do would be refused, which is a failure
    _, came = lines_changed(text, new)
    keeps_whole = isinstance(edit, (Add, Move)) or (
        isinstance(edit, SetField) and not isinstance(edit.value, (list, dict)) and edit.path[-1] == "newly"
    )
    if keeps_whole and not any("# " in str(part) for part in [edit.path, getattr(edit, "value", "")]):
        assert [one for one in remarks(text) if one not in remarks(new)] == []
    if isinstance(edit, Remove):
        assert len(came) <= 2, "the line of an emptied list, or of a first key, is written anew"


@pytest.mark.nightly
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_edit_keeps_what_stands_around_it(data):
    any_edit_keeps_what_stands_around_it(data)


@pytest.mark.nightly
@settings(max_examples=1_500, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_thousand_edits_keep_what_stands_around_them(data):
    any_edit_keeps_what_stands_around_it(data)


# ---- renaming


def town_files(town):
    return {path: text.decode() for path, text in read_folder(bundled_folder(town)).items()}


def after(files, edit):
    return {path: text for path, text in {**files, **apply(files, edit)}.items() if text is not None}


def without_remarks(text):
    return "\n".join(line.split(" #")[0] for line in text.splitlines() if not line.lstrip().startswith("#"))


@pytest.mark.slow
@pytest.mark.parametrize("town", in_turn(bundled(), plain=["three-neighbours"]))
class TestRenaming:
    @pytest.mark.soak
    def test_a_person_is_renamed_wherever_they_are_meant(self, town):
        files = town_files(town)
        before = read_scenario(files, town)
        for persona in before.scenario.personas:
            name = "欧阳若兰" if before.scenario.language == "zh" else "Zora Quill: the Great"
            new = after(files, RenamePerson(agent=persona.id, name=name, new_id="zora"))
            checked = read_scenario(new, town)
            assert [one.code for one in checked.problems] == [one.code for one in before.problems]
            assert checked.scenario.persona("zora").name == name
            assert persona.id not in [other.id for other in checked.scenario.personas]
            keys = set(said(read_yaml(new["world.yaml"], "").root))
            places = [place for place in keys if persona.name in place]
            left = [path for path, text in new.items() if persona.name in without_remarks(text)]
            assert left in ([], ["world.yaml"] if places else []), "a place keeps its name"

    @pytest.mark.nightly
    def test_a_place_or_room_is_renamed_wherever_it_is_meant(self, town):
        files = town_files(town)
        before = read_scenario(files, town)
        for place in before.scenario.places:
            for path in {place.name, *(room.path for room in place.rooms)}:
                new = after(files, RenamePlace(place=path, name="New: Place"))
                checked = read_scenario(new, town)
                assert [one.code for one in checked.problems] == [one.code for one in before.problems], path
                moved = path.rpartition("/")[0]
                rooms = {room.path for one in checked.scenario.places for room in one.rooms}
                assert any(f"{moved}/New: Place".lstrip("/") in one for one in rooms)


SMALL = {
    "world.yaml": "Chapel:\n  rooms: {nave: , vestry: }\nChapel House:\n  rooms: {bedroom: }\n",
    "town.yaml": "town: T\nsummary: The Chapel and the Chapel House, and chapels. Ann's Ann.\n",
    "personas/ann.yaml": "name: Ann Lee\nhome: Chapel House/bedroom\nwork: Chapel / nave\nseed: >-\n"
    "  Ann Lee prays in the\n  Chapel; Annie does not\nday: {routine: [08:00 pray @ Chapel/nave]}\n",
    "personas/bo.yaml": "name: Bo Reed\nhome: Chapel House\n"
    "relationships:\n  - {with: ann, as: Ann Lee's aunt}\n",
}


class TestRenamingInSentences:
    def test_a_name_within_another_is_not_meant(self):
        new = after(SMALL, RenamePlace(place="Chapel", name="Temple"))
        assert "The Temple and the Chapel House, and chapels." in new["town.yaml"]
        assert "work: Temple/nave" in new["personas/ann.yaml"]
        assert "pray @ Temple/nave" in new["personas/ann.yaml"]
        assert "home: Chapel House/bedroom" in new["personas/ann.yaml"]

    def test_the_first_name_follows_and_longer_words_do_not(self):
        new = after(SMALL, RenamePerson(agent="ann", name="Eve Lee", new_id="eve"))
        assert "Eve's Eve." in new["town.yaml"]
        assert "Eve Lee prays" in new["personas/eve.yaml"]
        assert "Annie does not" in new["personas/eve.yaml"]
        assert "{with: eve, as: Eve Lee's aunt}" in new["personas/bo.yaml"]
        assert "personas/ann.yaml" not in new

    def test_a_first_name_that_two_have_stays(self):
        two = {**SMALL, "personas/ann-2.yaml": "name: Ann Poe\nhome: Chapel House\n"}
        assert "Ann's Ann." in after(two, RenamePerson(agent="ann", name="Eve Lee"))["town.yaml"]

    @pytest.mark.parametrize(
        ("edit", "error", "words"),
        [
            (RenamePlace(place="Chapl", name="x"), NotFound, "did you mean 'Chapel'"),
            (RenamePlace(place="Chapel", name="Chapel House"), BadInput, "already"),
            (RenamePlace(place="Chapel", name="a/b"), BadInput, "cannot contain a slash"),
            (RenamePlace(place="Chapel", name="  "), BadInput, "use 1 to 80"),
            (RenamePerson(agent="anne", name="x"), NotFound, "did you mean 'ann'"),
            (RenamePerson(agent="ann", name="x", new_id="bo"), BadInput, "already has the id 'bo'"),
            (RenamePerson(agent="ann", name="x" * 81), BadInput, "use 1 to 80"),
        ],
    )
    def test_what_cannot_be_named_so_is_refused(self, edit, error, words):
        with pytest.raises(error) as refused:
            apply(SMALL, edit)
        assert words in str(refused.value)
