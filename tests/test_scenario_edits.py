"""What is done to a scenario's files, by forms and by typing, is one list, undone and redone anywhere."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from engine.api.scenarios import said_at, said_in, seed_of
from engine.api.workspace import open_workspace
from engine.api.writing.drafts import Typed
from engine.api.writing.edits import Add, AddFile, Remove, RemoveFile, RenamePerson, RenamePlace, SetField
from engine.errors import BadInput

NELL = "personas/nell.yaml"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path / "ws") as opened:
        opened.scenarios.add_bundled("three-neighbours")
        yield opened


@pytest.fixture
def scenarios(workspace):
    return workspace.scenarios


TOWN = "three-neighbours"


def age(scenarios, years):
    return scenarios.edits.make(TOWN, SetField(file=NELL, path=("age",), value=years))


def words(scenarios):
    return [edit.words for edit in reversed(scenarios.edits.all(TOWN, limit=1_000)) if not edit.undone]


def test_an_edit_is_a_draft_and_is_undone_to_the_byte(scenarios):
    before = scenarios.drafts.files(TOWN)
    assert age(scenarios, 99)
    assert "age: 99" in scenarios.drafts.of(TOWN)[NELL].text
    assert scenarios.files(TOWN) == before, "what is saved is as it was"
    assert scenarios.edits.undo(TOWN) == "changed age in personas/nell.yaml"
    assert scenarios.drafts.files(TOWN) == before
    assert scenarios.drafts.of(TOWN) == {}, "what says what is saved is no draft"
    scenarios.edits.redo(TOWN)
    assert "age: 99" in scenarios.drafts.of(TOWN)[NELL].text


def test_an_edit_that_changes_nothing_is_not_in_the_list(scenarios):
    age(scenarios, 99)
    assert not age(scenarios, 99)
    assert words(scenarios) == ["changed age in personas/nell.yaml"]


def test_a_new_edit_ends_what_could_be_redone(scenarios):
    age(scenarios, 99)
    scenarios.edits.undo(TOWN)
    age(scenarios, 98)
    assert scenarios.edits.next_to_redo(TOWN) is None
    with pytest.raises(BadInput, match="there is nothing to redo in 'three-neighbours'"):
        scenarios.edits.redo(TOWN)


def test_with_nothing_done_nothing_is_undone(scenarios):
    with pytest.raises(BadInput, match="there is nothing to undo in"):
        scenarios.edits.undo(TOWN)


def test_a_new_file_and_a_removed_one_come_and_go(scenarios):
    before = scenarios.files(TOWN)
    home = "name: Zed\nhome: Hartley Cottage\n"
    scenarios.edits.make(TOWN, AddFile(file="personas/zed.yaml", text=home))
    assert scenarios.drafts.files(TOWN)["personas/zed.yaml"] == home
    assert scenarios.files(TOWN) == before, "a draft, as all that is edited"
    scenarios.edits.make(TOWN, RemoveFile(file=NELL))
    assert NELL not in scenarios.files(TOWN)
    scenarios.edits.undo(TOWN)
    scenarios.edits.undo(TOWN)
    assert scenarios.drafts.files(TOWN) == before
    scenarios.edits.redo(TOWN)
    assert "personas/zed.yaml" in scenarios.drafts.files(TOWN)
    scenarios.save_all(TOWN)
    assert scenarios.files(TOWN)["personas/zed.yaml"] == home


def test_who_is_added_and_taken_away_again_before_a_save_leaves_no_version(scenarios):
    scenarios.edits.make(TOWN, AddFile(file="personas/zed.yaml", text="name: Zed\nhome: Hartley Cottage\n"))
    scenarios.edits.make(TOWN, RemoveFile(file="personas/zed.yaml"))
    assert "personas/zed.yaml" not in scenarios.drafts.files(TOWN)
    assert scenarios.versions(TOWN)[0].version == 1
    scenarios.edits.undo(TOWN)
    assert "personas/zed.yaml" in scenarios.drafts.of(TOWN)


def test_a_rename_in_many_files_is_one_thing_to_undo(scenarios):
    before = scenarios.drafts.files(TOWN)
    scenarios.edits.make(TOWN, RenamePlace(place="Hartley Cottage", name="Mill House"))
    scenarios.edits.make(TOWN, RenamePerson(agent="nell", name="Ada Mill"))
    assert len(scenarios.drafts.of(TOWN)) > 2
    assert words(scenarios) == ["renamed Hartley Cottage to Mill House", "renamed nell to Ada Mill"]
    scenarios.edits.undo(TOWN)
    scenarios.edits.undo(TOWN)
    assert scenarios.drafts.files(TOWN) == before


def test_who_gets_another_id_is_in_every_version(scenarios):
    before = scenarios.drafts.files(TOWN)
    scenarios.edits.make(TOWN, RenamePerson(agent="nell", name="Ada Mill", new_id="ada"))
    saved = scenarios.files(TOWN)
    assert NELL not in saved
    assert "name: Ada Mill" in saved["personas/ada.yaml"]
    scenarios.edits.undo(TOWN)
    assert scenarios.drafts.files(TOWN) == before
    assert "personas/ada.yaml" not in scenarios.files(TOWN)
    assert NELL in scenarios.files(TOWN)


class TestTyping:
    def typed(self, scenarios, text, seq, on):
        return scenarios.drafts.type_in(TOWN, Typed(path=NELL, text=text, writer="w", seq=seq, on=on))

    def test_typing_is_in_the_list_a_stretch_at_a_time(self, scenarios):
        text = scenarios.files(TOWN)[NELL]
        now = self.typed(scenarios, f"{text}# h", 1, scenarios.drafts.standing(TOWN, NELL).mark)
        now = self.typed(scenarios, f"{text}# he", 2, now.mark)
        now = self.typed(scenarios, f"{text}# hello\n", 3, now.mark)
        self.typed(scenarios, f"{text}# hello\n# b", 4, now.mark)
        assert words(scenarios) == ["typed in personas/nell.yaml"] * 2, "a line is one, the next another"
        scenarios.edits.undo(TOWN)
        assert scenarios.drafts.files(TOWN)[NELL] == f"{text}# hello\n"
        scenarios.edits.undo(TOWN)
        assert scenarios.drafts.files(TOWN)[NELL] == text

    def test_a_form_and_the_text_share_the_list(self, scenarios):
        text = scenarios.files(TOWN)[NELL]
        self.typed(scenarios, f"{text}# mine\n", 1, scenarios.drafts.standing(TOWN, NELL).mark)
        age(scenarios, 99)
        scenarios.edits.undo(TOWN)
        assert scenarios.drafts.files(TOWN)[NELL] == f"{text}# mine\n"

    def test_a_draft_that_was_discarded_comes_back(self, scenarios):
        age(scenarios, 99)
        scenarios.drafts.discard(TOWN, NELL)
        assert scenarios.edits.undo(TOWN) == "discarded the draft of personas/nell.yaml"
        assert "age: 99" in scenarios.drafts.of(TOWN)[NELL].text


def test_the_list_is_there_after_another_start_and_in_another_window(tmp_path):
    with open_workspace(tmp_path / "ws") as first:
        first.scenarios.add_bundled(TOWN)
        before = first.scenarios.files(TOWN)
        age(first.scenarios, 99)
    with open_workspace(tmp_path / "ws") as second:
        second.scenarios.edits.undo(TOWN)
        assert second.scenarios.drafts.files(TOWN) == before


def test_saving_ends_nothing_that_can_be_undone(scenarios):
    age(scenarios, 99)
    version = scenarios.save_all(TOWN, "older")
    assert (version.version, version.note) == (2, "older")
    assert scenarios.drafts.of(TOWN) == {}
    scenarios.edits.undo(TOWN)
    assert "age: 99" not in scenarios.drafts.of(TOWN)[NELL].text, "a draft on the version that was saved"
    scenarios.drafts.discard(TOWN)
    with pytest.raises(BadInput, match="'three-neighbours' has no unsaved changes"):
        scenarios.save_all(TOWN)


def test_a_version_says_by_itself_what_was_done_since_the_last(scenarios):
    age(scenarios, 99)
    scenarios.edits.make(TOWN, RenamePlace(place="Hartley Cottage", name="Mill House"))
    version = scenarios.save_all(TOWN)
    assert version.note == "changed age in personas/nell.yaml, renamed Hartley Cottage to Mill House"


def test_a_version_names_who_came_with_it_and_the_next_one_does_not(scenarios):
    zed = AddFile(file="personas/zed.yaml", text="name: Zed\nhome: Hartley Cottage\n")
    scenarios.edits.make(TOWN, zed)
    assert scenarios.save_all(TOWN).note == "added personas/zed.yaml"
    age(scenarios, 99)
    assert scenarios.save_all(TOWN).note == "changed age in personas/nell.yaml", "in the same second, too"


def test_a_file_that_is_saved_alone_says_what_was_done_in_it_alone(scenarios):
    age(scenarios, 99)
    scenarios.edits.make(TOWN, SetField(file="town.yaml", path=("town",), value="Elsewhere"))
    text = scenarios.drafts.files(TOWN)[NELL]
    assert scenarios.save_file(TOWN, NELL, text).note == "changed age in personas/nell.yaml"
    assert scenarios.save_all(TOWN).note == "changed town in town.yaml"


def test_a_version_of_what_was_taken_back_from_a_saved_one_names_the_file(scenarios):
    age(scenarios, 98)
    age(scenarios, 99)
    scenarios.save_all(TOWN)
    scenarios.edits.undo(TOWN)
    assert scenarios.save_all(TOWN).note == f"changed {NELL}"


class TestTwoWindows:
    """What a form wrote that was drawn before another window changed the file."""

    def seen(self, scenarios):
        return said_in(scenarios.drafts.files(TOWN)[NELL], NELL)

    def now(self, scenarios, *path):
        return said_at(self.seen(scenarios), path)

    def test_an_item_is_known_again_wherever_it_stands_now(self, scenarios):
        seen = self.seen(scenarios)
        first, second, *_ = seen["day"]["routine"]
        scenarios.edits.make(TOWN, Remove(file=NELL, path=("day", "routine", 0)))
        scenarios.edits.make(TOWN, Remove(file=NELL, path=("day", "routine", 1)), seen=seen)
        assert not {first, second} & set(self.now(scenarios, "day", "routine"))
        assert len(self.now(scenarios, "day", "routine")) == len(seen["day"]["routine"]) - 2

    def test_an_item_that_was_changed_meanwhile_is_not_written_over(self, scenarios):
        seen = self.seen(scenarios)
        mine, theirs = (
            SetField(file=NELL, path=("day", "routine", 0), value=v) for v in ("08:00 a", "08:00 b")
        )
        scenarios.edits.make(TOWN, theirs, seen=seen)
        with pytest.raises(BadInput, match="changed in another window or in the text"):
            scenarios.edits.make(TOWN, mine, seen=seen)
        assert self.now(scenarios, "day", "routine", 0) == "08:00 b"

    def test_what_both_added_to_a_list_is_there_and_what_one_took_is_gone(self, scenarios):
        seen = self.seen(scenarios)
        theirs = [*seen["traits"][1:], "brave"]
        mine = [*seen["traits"], "shy"]
        for value in (theirs, mine):
            scenarios.edits.make(TOWN, SetField(file=NELL, path=("traits",), value=value), seen=seen)
        assert self.now(scenarios, "traits") == [*theirs, "shy"]

    def test_first_memories_of_both_are_kept_in_one_text(self, scenarios):
        seen = self.seen(scenarios)
        assert isinstance(seen["seed"], str)
        told = seed_of(seen["seed"])
        theirs, mine = "; ".join([*told[1:], "Theirs"]), "; ".join([*told[:-1], "Mine"])
        for value in (theirs, mine):
            scenarios.edits.make(TOWN, SetField(file=NELL, path=("seed",), value=value), seen=seen)
        assert seed_of(self.now(scenarios, "seed")) == [*told[1:-1], "Theirs", "Mine"]

    def test_drafts_begun_before_another_save_are_not_saved_over_it(self, scenarios):
        age(scenarios, 99)
        files = dict(scenarios.files(TOWN))
        scenarios.save(TOWN, {**files, NELL: files[NELL].replace("age:", "# theirs\nage:")}, "theirs")
        with pytest.raises(BadInput, match="choose which of the two versions"):
            scenarios.save_all(TOWN)
        assert "# theirs" in scenarios.files(TOWN)[NELL]


def test_what_another_program_saved_is_not_overwritten_by_an_undo(scenarios):
    age(scenarios, 99)
    scenarios.drafts.discard(TOWN)
    files = dict(scenarios.files(TOWN))
    files[NELL] = "name: Nell\nhome: Hartley Cottage\n"
    scenarios.save(TOWN, files, "from elsewhere")
    with pytest.raises(BadInput, match="has changed since this edit"):
        scenarios.edits.undo(TOWN)
    assert scenarios.drafts.files(TOWN)[NELL] == files[NELL]


STEPS = st.lists(
    st.one_of(
        st.builds(SetField, file=st.just(NELL), path=st.just(("age",)), value=st.integers(0, 150)),
        st.builds(Add, file=st.just(NELL), path=st.just(("traits",)), value=st.sampled_from("abc")),
        st.builds(
            SetField, file=st.just("town.yaml"), path=st.just(("summary",)), value=st.text("ab ", max_size=99)
        ),
        st.just(Remove(file=NELL, path=("traits", 0))),
        st.sampled_from(["undo", "redo", "save"]),
    ),
    max_size=25,
)


@pytest.mark.soak
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_all_that_is_undone_leads_back_to_the_beginning_and_all_that_is_redone_to_the_end(scenarios, steps):
    begun = scenarios.drafts.files(TOWN)
    many = len(words(scenarios))
    for step in steps:
        try:
            if step == "save":
                scenarios.save_all(TOWN)
            elif isinstance(step, str):
                getattr(scenarios.edits, step)(TOWN)
            else:
                scenarios.edits.make(TOWN, step)
        except BadInput:
            assert step in ("undo", "redo", "save") or isinstance(step, Remove)
        if len(words(scenarios)) < many:  # before the beginning of this example
            scenarios.edits.redo(TOWN)
    end, done = scenarios.drafts.files(TOWN), len(words(scenarios))
    for _ in range(done - many):
        scenarios.edits.undo(TOWN)
    assert scenarios.drafts.files(TOWN) == begun
    for _ in range(done - many):
        scenarios.edits.redo(TOWN)
    assert scenarios.drafts.files(TOWN) == end
