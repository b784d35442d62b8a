"""What windows type in one file: nothing is lost, nothing replaces a text that its author did not see."""

import itertools
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from engine.api.workspace import open_workspace
from engine.api.writing.drafts import Base
from engine.errors import BadInput, NotFound
from engine.scenario.reading.reader import MOST_BYTES
from engine.store.texts import text_hash
from engine.store.writing.drafts import Typed

WORLD, TOWN = "world.yaml", "town.yaml"


class Window:
    """A window on a file: it types on what it saw last."""

    def __init__(self, workspace, name, path=WORLD, town="Mill"):
        self.workspace, self.name, self.path, self.town = workspace, name, path, town
        self.seq = 0
        self.look()

    def look(self):
        self.on = self.workspace.scenarios.drafts.standing(self.town, self.path).mark
        return self

    def type(self, text, seq=None):
        self.seq += 1
        said = Typed(path=self.path, text=text, writer=self.name, seq=seq or self.seq, on=self.on)
        now = self.workspace.scenarios.drafts.type_in(self.town, said)
        if now.text == text:
            self.on = now.mark
        return now


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.new_blank("Mill")
        yield opened


@pytest.fixture
def windows(workspace):
    return Window(workspace, "window-a"), Window(workspace, "window-b")


def draft(workspace, path=WORLD):
    found = workspace.scenarios.drafts.of("Mill").get(path)
    return found and found.text


def rivals(workspace, state="rival"):
    return [row.text for row in workspace.scenarios.drafts.standing("Mill", WORLD).of(state)]


def test_what_one_window_types_is_the_draft_and_each_text_replaces_its_own_before(workspace, windows):
    windows[0].type("one")
    windows[0].type("one two")
    assert (draft(workspace), rivals(workspace)) == ("one two", [])


def test_what_arrives_late_never_replaces_what_is_newer(workspace, windows):
    windows[0].type("older", seq=1)
    windows[0].type("newest", seq=3)
    windows[0].type("old", seq=2)
    assert draft(workspace) == "newest"


def test_a_late_message_does_not_bring_back_what_was_discarded_or_saved(workspace, windows):
    windows[0].type("typed", seq=5)
    workspace.scenarios.drafts.discard("Mill", WORLD)
    windows[0].type("typed", seq=5)
    assert (draft(workspace), rivals(workspace)) == (None, [])
    windows[0].look().type("again", seq=6)
    workspace.scenarios.save_file("Mill", WORLD, "again")
    windows[0].type("agai", seq=4)
    assert (draft(workspace), rivals(workspace)) == (None, [])


def test_a_second_window_that_did_not_see_the_draft_replaces_nothing(workspace, windows):
    windows[0].type("mine")
    windows[1].type("theirs")
    windows[1].type("theirs, and more")
    assert (draft(workspace), rivals(workspace)) == ("mine", ["theirs, and more"])


def test_a_second_window_that_saw_the_draft_goes_on_with_it_and_then_the_first_is_the_second(
    workspace, windows
):
    windows[0].type("mine")
    windows[1].look().type("mine and theirs")
    assert (draft(workspace), rivals(workspace)) == ("mine and theirs", [])
    windows[0].type("mine alone")
    assert (draft(workspace), rivals(workspace)) == ("mine and theirs", ["mine alone"])


def test_a_window_goes_on_with_what_it_sent_even_if_it_never_heard_that_this_arrived(workspace, windows):
    (window, _), before = windows, windows[0].on
    window.type("typed")
    workspace.scenarios.save_file("Mill", WORLD, "typed")
    window.on = before
    window.type("typed, and more")
    assert (draft(workspace), rivals(workspace)) == ("typed, and more", [])


def test_a_version_saved_meanwhile_is_another_text_too(workspace, windows):
    windows[0].type("saved")
    workspace.scenarios.save_file("Mill", WORLD, "saved")
    windows[1].type("theirs")
    assert (draft(workspace), rivals(workspace)) == (None, ["theirs"])
    windows[0].type("saved, and more")
    assert draft(workspace) == "saved, and more", "the window that saved goes on"


@pytest.mark.parametrize("chosen", ["window-a", "window-b"])
def test_one_text_is_chosen_and_the_other_is_set_aside_and_comes_back(workspace, windows, chosen):
    windows[0].type("text of window-a")
    windows[1].type("text of window-b")
    if chosen == "window-b":
        workspace.scenarios.drafts.choose("Mill", WORLD, "window-b")
    else:
        workspace.scenarios.drafts.put_aside("Mill", WORLD, "window-b")
    (other,) = {"window-a", "window-b"} - {chosen}
    assert draft(workspace) == f"text of {chosen}"
    assert rivals(workspace) == []
    assert rivals(workspace, "aside") == [f"text of {other}"]
    (aside,) = workspace.scenarios.drafts.standing("Mill", WORLD).of("aside")
    workspace.scenarios.drafts.choose("Mill", WORLD, aside.writer)
    assert draft(workspace) == f"text of {other}"
    assert rivals(workspace, "aside") == [f"text of {chosen}"]
    (aside,) = workspace.scenarios.drafts.standing("Mill", WORLD).of("aside")
    workspace.scenarios.drafts.throw_away("Mill", WORLD, aside.writer)
    assert rivals(workspace, "aside") == []
    with pytest.raises(NotFound, match="resolved in another window"):
        workspace.scenarios.drafts.throw_away("Mill", WORLD, aside.writer)


def test_a_window_whose_text_was_set_aside_elsewhere_is_told_when_it_types_on(workspace, windows):
    windows[0].type("mine")
    windows[1].type("theirs")
    workspace.scenarios.drafts.choose("Mill", WORLD, "window-b")
    windows[0].type("mine, and more")
    assert draft(workspace) == "theirs"
    assert rivals(workspace) == ["mine, and more"]


def test_a_text_that_says_what_is_saved_is_no_draft(workspace, windows):
    saved = workspace.scenarios.files("Mill")[WORLD]
    windows[0].type("else")
    windows[0].type(saved)
    assert workspace.scenarios.drafts.of("Mill") == {}
    windows[0].type("else again")
    assert draft(workspace) == "else again"


def test_two_windows_that_type_the_same_have_nothing_to_choose(workspace, windows):
    windows[0].type("the same")
    windows[1].type("the same")
    assert (draft(workspace), rivals(workspace)) == ("the same", [])


def test_what_is_typed_in_a_file_that_was_removed_meanwhile_is_its_draft(workspace):
    window = Window(workspace, "window-a", "personas/nora.yaml")
    workspace.scenarios.save_file("Mill", "personas/nora.yaml", None)
    window.type("name: Nora, and a page of text")
    assert draft(workspace, "personas/nora.yaml") == "name: Nora, and a page of text"


@pytest.mark.parametrize("path", ["../town.yaml", "/etc/passwd", "personas/a/b.yaml", "run.py", ""])
def test_only_a_file_of_a_scenario_is_typed_in(workspace, path):
    with pytest.raises(BadInput, match=r"is not a scenario file|is outside its folder"):
        workspace.scenarios.drafts.type_in(
            "Mill", Typed(path=path, text="x", writer="window-a", seq=1, on="")
        )


def test_a_text_beyond_the_longest_file_is_refused(workspace, windows):
    with pytest.raises(BadInput, match="longer than"):
        windows[0].type("x" * (MOST_BYTES + 1))
    with pytest.raises(NotFound, match="'nowhere'"):
        workspace.scenarios.drafts.type_in(
            "nowhere", Typed(path=WORLD, text="x", writer="window-a", seq=1, on="")
        )


STEPS = st.tuples(st.sampled_from(["type", "look", "save", "choose", "put_aside"]), st.integers(0, 2))
EXAMPLES = itertools.count()


@pytest.mark.nightly
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=14))
def test_the_last_text_of_every_window_is_somewhere_or_somebody_typed_on_it(workspace, steps):
    town = workspace.scenarios.new_blank(f"Mill {next(EXAMPLES)}").scenario
    windows = [Window(workspace, f"window-{n}", town=town) for n in range(3)]
    last, seen = {}, set()
    for number, (what, who) in enumerate(steps):
        if what == "type":
            last[who] = f"text {number}"
            windows[who].type(last[who])
        elif what == "look":
            windows[who].look()
        else:
            settle(workspace, town, what)
        seen.add(windows[who].on)
    now = workspace.scenarios.drafts.standing(town, WORLD)
    there = {row.text for row in now.by_writer.values()} | {now.text}
    there |= {
        workspace.scenarios.files(town, version.number)[WORLD]
        for version in workspace.scenarios.versions(town)
    }
    assert all(text in there or text_hash(text) in seen for text in last.values())


def settle(workspace, town, what):
    """Save the draft, or decide about the newest rival, if there is one."""
    now = workspace.scenarios.drafts.standing(town, WORLD)
    if what == "save" and now.draft:
        workspace.scenarios.save_file(town, WORLD, now.text)
    elif what == "choose" and now.of("rival"):
        workspace.scenarios.drafts.choose(town, WORLD, now.of("rival")[0].writer)
    elif what == "put_aside" and now.of("rival"):
        workspace.scenarios.drafts.put_aside(town, WORLD, now.of("rival")[0].writer)


# ---- what happens at the same time


@pytest.fixture
def as_it_is_written(workspace, monkeypatch):
    """Have something happen after a save was asked for, and before it has the store to itself."""

    def happen(act):
        write = workspace.store.write

        def delayed(**how):
            monkeypatch.setattr(workspace.store, "write", write)
            act()
            return write(**how)

        monkeypatch.setattr(workspace.store, "write", delayed)

    return happen


def test_what_is_typed_while_a_file_is_saved_is_its_draft_on_what_was_saved(
    workspace, windows, as_it_is_written
):
    windows[0].type("# a")
    as_it_is_written(lambda: windows[0].type("# abc"))
    saved = workspace.scenarios.save_file("Mill", WORLD, "# a", writer="window-a")
    assert (workspace.scenarios.files("Mill")[WORLD], draft(workspace)) == ("# a", "# abc")
    assert base(workspace) == Base(version=saved.version, moved_on=False)
    windows[0].type("# abcd")
    assert (draft(workspace), rivals(workspace)) == ("# abcd", [])


def test_what_another_window_types_while_a_file_is_saved_is_still_to_be_chosen_from(
    workspace, windows, as_it_is_written
):
    as_it_is_written(lambda: windows[1].type("# theirs"))
    workspace.scenarios.save_file("Mill", WORLD, "# mine", writer="window-a")
    assert draft(workspace) == "# theirs"
    assert base(workspace).moved_on


def test_two_files_saved_at_the_same_time_are_both_saved(workspace, as_it_is_written):
    as_it_is_written(lambda: workspace.scenarios.save_file("Mill", TOWN, "town: Other"))
    workspace.scenarios.save_file("Mill", WORLD, "# mine")
    files = workspace.scenarios.files("Mill")
    assert (files[TOWN], files[WORLD]) == ("town: Other", "# mine")


def test_of_two_scenarios_made_under_one_name_at_the_same_time_one_is_refused(workspace, as_it_is_written):
    as_it_is_written(lambda: workspace.scenarios.new_blank("Weir"))
    with pytest.raises(BadInput, match="a scenario 'Weir' already exists"):
        workspace.scenarios.new_generated("Weir", 3, 1)
    assert len(workspace.scenarios.versions("Weir")) == 1


def test_what_is_typed_in_a_prompt_while_it_is_compared_with_its_default_stays(workspace, as_it_is_written):
    speak = "prompts/speak.md"
    workspace.scenarios.wordings.begin("Mill", "speak")
    window = Window(workspace, "window-a", speak)
    as_it_is_written(lambda: window.type("Say $lines."))
    workspace.scenarios.wordings.accept_default("Mill", "speak")
    assert draft(workspace, speak).endswith("Say $lines.")


# ---- what a draft is based on


def base(workspace, path=WORLD):
    return workspace.scenarios.drafts.base(
        "Mill", path, workspace.scenarios.drafts.of("Mill")[path].base_version
    )


def test_saving_another_file_does_not_move_the_ground_under_a_draft(workspace, windows):
    windows[0].type("a draft of the world")
    workspace.scenarios.save_file("Mill", TOWN, "town: Other")
    assert (base(workspace).version, base(workspace).moved_on) == (1, False)
    workspace.scenarios.save_file("Mill", WORLD, "saved elsewhere")
    assert (base(workspace).version, base(workspace).moved_on) == (1, True)
    workspace.scenarios.drafts.choose("Mill", WORLD, "window-a")
    assert (base(workspace).version, base(workspace).moved_on) == (3, False)


def test_a_draft_is_based_on_the_version_in_which_its_own_file_last_changed(workspace, windows):
    for n in range(3):
        workspace.scenarios.save_file("Mill", TOWN, f"town: Mill {n}")
    windows[0].look().type("a draft of the world")
    assert base(workspace).version == 1
    workspace.scenarios.save_file("Mill", WORLD, "a draft of the world")
    windows[0].type("more rows are not shown")
    workspace.scenarios.save_file("Mill", TOWN, "town: Mill")
    assert base(workspace).version == 5


def test_a_draft_of_a_workspace_from_before_is_kept(tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.new_blank("Mill")
        file = workspace.store.path
    with sqlite3.connect(file) as db:
        db.executescript(
            """
            DROP TABLE typed; DROP TABLE unsent;
            CREATE TABLE draft (scenario INTEGER, path TEXT, text TEXT, base_version INTEGER, saved TEXT);
            INSERT INTO draft SELECT number, 'world.yaml', 'Quay: # mine', 1, '2026-01-01T00:00:00+00:00'
                FROM scenario WHERE name = 'Mill';
            DELETE FROM _sqlite_migrations WHERE name IN ('m15_what_windows_type', 'm16_unsent')
            """
        )
    db.close()
    with open_workspace(tmp_path) as workspace:
        assert draft(workspace) == "Quay: # mine"


# ---- other fields


def test_an_unsent_text_is_kept_until_it_is_sent_and_the_older_never_replaces_the_newer(workspace):
    workspace.unsent.keep("whisper 1 isabel", "You have to", "window-a", 1)
    workspace.unsent.keep("whisper 1 isabel", "You have to tell", "window-a", 3)
    workspace.unsent.keep("whisper 1 isabel", "You have to te", "window-a", 2)
    assert workspace.unsent.of("whisper 1 isabel").text == "You have to tell"
    assert workspace.unsent.of("whisper 1 tomas").text == ""
    workspace.unsent.forget("whisper 1 isabel")
    workspace.unsent.keep("whisper 1 isabel", "You have to tell", "window-a", 3)
    assert workspace.unsent.of("whisper 1 isabel").text == ""


def test_no_field_fills_the_workspace(workspace):
    with pytest.raises(BadInput, match="contains more than 20,000 characters"):
        workspace.unsent.keep("whisper", "x" * 20_001, "window-a", 1)
    for n in range(230):
        workspace.unsent.keep(f"field {n:03}", "x", "window-a", 1)
    assert workspace.store.select("SELECT count(*) FROM unsent") == [(200,)]
