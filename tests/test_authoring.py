"""Writing scenarios through the API: nothing that was ever written is lost."""

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.prompts.wordings import default, marked

WORLD, SPEAK = "world.yaml", "prompts/speak.md"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.new_blank("Mill")
        yield opened


def text(workspace):
    return workspace.scenarios.files("Mill")[WORLD]


def test_a_draft_that_says_what_is_saved_is_no_draft(workspace):
    newest = workspace.scenarios.versions("Mill")[0].number
    workspace.scenarios.drafts.keep("Mill", WORLD, "something else", newest)
    assert workspace.scenarios.drafts.files("Mill")[WORLD] == "something else"
    workspace.scenarios.drafts.keep("Mill", WORLD, text(workspace), newest)
    assert workspace.scenarios.drafts.of("Mill") == {}


def test_saving_ends_only_the_draft_that_was_saved(workspace):
    workspace.scenarios.drafts.keep("Mill", WORLD, "mine", 1)
    workspace.scenarios.save_file("Mill", WORLD, "theirs")
    assert workspace.scenarios.drafts.of("Mill")[WORLD].text == "mine"
    workspace.scenarios.save_file("Mill", WORLD, "mine")
    assert workspace.scenarios.drafts.of("Mill") == {}


@pytest.mark.parametrize("path", [WORLD, None])
def test_bringing_back_a_version_keeps_the_draft_as_a_version(workspace, path):
    first, before = workspace.scenarios.versions("Mill")[0], text(workspace)
    workspace.scenarios.save_file("Mill", WORLD, "second")
    workspace.scenarios.drafts.keep("Mill", WORLD, "a draft", 2)
    workspace.scenarios.restore("Mill", first, path)
    assert text(workspace) == before
    assert workspace.scenarios.drafts.of("Mill") == {}
    kept = [
        workspace.scenarios.files("Mill", version.number)[WORLD]
        for version in workspace.scenarios.versions("Mill")
    ]
    assert kept == [before, "a draft", "second", before]


def test_what_was_removed_is_found_with_its_last_version(workspace):
    workspace.scenarios.save_file("Mill", "personas/nora.yaml", None)
    assert {
        path: found.version for path, found in workspace.scenarios.removed("Mill", "personas/").items()
    } == {"personas/nora.yaml": 1}


@pytest.mark.parametrize("make", ["new_blank", "new_generated", "new_from_bundled", "import_zip"])
def test_no_way_of_making_a_town_takes_the_name_of_another(workspace, make):
    zipped = workspace.scenarios.export_zip("Mill")
    arguments = {"new_generated": (5, 1), "new_from_bundled": ("willow-bay",), "import_zip": (zipped,)}.get(
        make, ()
    )
    workspace.scenarios.hide("Mill")
    with pytest.raises(BadInput, match="already"):
        getattr(workspace.scenarios, make)(" Mill ", *arguments)


def test_a_town_that_is_zipped_and_imported_is_the_same_town(workspace):
    made = workspace.scenarios.import_zip("Twin", workspace.scenarios.export_zip("Mill"))
    assert workspace.scenarios.files("Twin", made.number) == workspace.scenarios.files("Mill")


def wording_of(workspace, prompt):
    return next(each for each in workspace.scenarios.wordings.of("Mill") if each.name == prompt)


def test_a_wording_is_begun_as_a_draft_and_dropped_without_being_lost(workspace):
    workspace.scenarios.wordings.begin("Mill", "speak")
    assert workspace.scenarios.drafts.of("Mill")[SPEAK].text == marked("speak", default("speak"))
    workspace.scenarios.wordings.drop("Mill", "speak")
    assert (workspace.scenarios.drafts.of("Mill"), len(workspace.scenarios.versions("Mill"))) == ({}, 1), (
        "nothing was written yet"
    )
    workspace.scenarios.save_file("Mill", SPEAK, "Say $lines.")
    workspace.scenarios.drafts.keep(
        "Mill", SPEAK, "Say $lines loudly.", workspace.scenarios.versions("Mill")[0].number
    )
    assert wording_of(workspace, "speak").text == "Say $lines loudly."
    workspace.scenarios.wordings.drop("Mill", "speak")
    assert not wording_of(workspace, "speak").is_own
    before = workspace.scenarios.removed("Mill", "prompts/")[SPEAK]
    assert workspace.scenarios.files("Mill", before.number)[SPEAK] == "Say $lines loudly."
    workspace.scenarios.restore("Mill", before, SPEAK)
    assert wording_of(workspace, "speak").text == "Say $lines loudly."


def test_a_wording_is_marked_as_compared_in_its_draft_or_else_in_a_version(workspace):
    old = "<!-- made from 000000000000 -->\nSay $lines."
    workspace.scenarios.save_file("Mill", SPEAK, old)
    assert wording_of(workspace, "speak").default_moved_on
    workspace.scenarios.drafts.keep(
        "Mill", SPEAK, f"{old} Loudly.", workspace.scenarios.versions("Mill")[0].number
    )
    workspace.scenarios.wordings.accept_default("Mill", "speak")
    assert workspace.scenarios.drafts.of("Mill")[SPEAK].text == marked("speak", "Say $lines. Loudly.")
    assert workspace.scenarios.files("Mill")[SPEAK] == old
    workspace.scenarios.drafts.discard("Mill")
    workspace.scenarios.wordings.accept_default("Mill", "speak")
    assert workspace.scenarios.files("Mill")[SPEAK] == marked("speak", "Say $lines.")


def test_a_copy_of_a_town_has_its_wordings(workspace):
    workspace.scenarios.save_file("Mill", SPEAK, "Say $lines.")
    workspace.scenarios.duplicate("Mill", "Twin")
    assert workspace.scenarios.files("Twin")[SPEAK] == "Say $lines."
