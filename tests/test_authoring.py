"""Writing scenarios through the API: nothing that was ever written is lost."""

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.prompts.wordings import default, marked

WORLD, SPEAK = "world.yaml", "prompts/speak.md"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.new_blank("Mill")
        yield opened


def text(workspace):
    return workspace.files("Mill")[WORLD]


def test_a_draft_that_says_what_is_saved_is_no_draft(workspace):
    newest = workspace.versions("Mill")[0].number
    workspace.keep_draft("Mill", WORLD, "something else", newest)
    assert workspace.drafted("Mill")[WORLD] == "something else"
    workspace.keep_draft("Mill", WORLD, text(workspace), newest)
    assert workspace.drafts("Mill") == {}


def test_saving_ends_only_the_draft_that_was_saved(workspace):
    workspace.keep_draft("Mill", WORLD, "mine", 1)
    workspace.save_file("Mill", WORLD, "theirs")
    assert workspace.drafts("Mill")[WORLD].text == "mine"
    workspace.save_file("Mill", WORLD, "mine")
    assert workspace.drafts("Mill") == {}


@pytest.mark.parametrize("path", [WORLD, None])
def test_bringing_back_a_version_keeps_the_draft_as_a_version(workspace, path):
    first, before = workspace.versions("Mill")[0], text(workspace)
    workspace.save_file("Mill", WORLD, "second")
    workspace.keep_draft("Mill", WORLD, "a draft", 2)
    workspace.restore("Mill", first, path)
    assert text(workspace) == before
    assert workspace.drafts("Mill") == {}
    kept = [workspace.files("Mill", version.number)[WORLD] for version in workspace.versions("Mill")]
    assert kept == [before, "a draft", "second", before]


def test_what_was_removed_is_found_with_its_last_version(workspace):
    workspace.save_file("Mill", "personas/nora.yaml", None)
    assert {path: found.version for path, found in workspace.removed("Mill", "personas/").items()} == {
        "personas/nora.yaml": 1
    }


@pytest.mark.parametrize("make", ["new_blank", "new_generated", "new_from_bundled", "import_zip"])
def test_no_way_of_making_a_town_takes_the_name_of_another(workspace, make):
    zipped = workspace.export_zip("Mill")
    arguments = {"new_generated": (5, 1), "new_from_bundled": ("willow-bay",), "import_zip": (zipped,)}.get(
        make, ()
    )
    workspace.hide("Mill")
    with pytest.raises(BadInput, match="already"):
        getattr(workspace, make)(" Mill ", *arguments)


def test_a_town_that_is_zipped_and_imported_is_the_same_town(workspace):
    made = workspace.import_zip("Twin", workspace.export_zip("Mill"))
    assert workspace.files("Twin", made.number) == workspace.files("Mill")


def wording_of(workspace, prompt):
    return next(each for each in workspace.wordings("Mill") if each.name == prompt)


def test_a_wording_is_begun_as_a_draft_and_dropped_without_being_lost(workspace):
    workspace.begin_wording("Mill", "speak")
    assert workspace.drafts("Mill")[SPEAK].text == marked("speak", default("speak"))
    workspace.drop_wording("Mill", "speak")
    assert (workspace.drafts("Mill"), len(workspace.versions("Mill"))) == ({}, 1), "nothing was written yet"
    workspace.save_file("Mill", SPEAK, "Say $lines.")
    workspace.keep_draft("Mill", SPEAK, "Say $lines loudly.", workspace.versions("Mill")[0].number)
    assert wording_of(workspace, "speak").text == "Say $lines loudly."
    workspace.drop_wording("Mill", "speak")
    assert not wording_of(workspace, "speak").is_own
    before = workspace.removed("Mill", "prompts/")[SPEAK]
    assert workspace.files("Mill", before.number)[SPEAK] == "Say $lines loudly."
    workspace.restore("Mill", before, SPEAK)
    assert wording_of(workspace, "speak").text == "Say $lines loudly."


def test_a_wording_is_marked_as_compared_in_its_draft_or_else_in_a_version(workspace):
    old = "<!-- made from 000000000000 -->\nSay $lines."
    workspace.save_file("Mill", SPEAK, old)
    assert wording_of(workspace, "speak").default_moved_on
    workspace.keep_draft("Mill", SPEAK, f"{old} Loudly.", workspace.versions("Mill")[0].number)
    workspace.accept_default("Mill", "speak")
    assert workspace.drafts("Mill")[SPEAK].text == marked("speak", "Say $lines. Loudly.")
    assert workspace.files("Mill")[SPEAK] == old
    workspace.discard_draft("Mill")
    workspace.accept_default("Mill", "speak")
    assert workspace.files("Mill")[SPEAK] == marked("speak", "Say $lines.")


def test_a_copy_of_a_town_has_its_wordings(workspace):
    workspace.save_file("Mill", SPEAK, "Say $lines.")
    workspace.duplicate("Mill", "Twin")
    assert workspace.files("Twin")[SPEAK] == "Say $lines."
