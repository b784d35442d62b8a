"""The palette: what some words find, by groups, and where each of it leads."""

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.drafts import Drafts
from studio import session
from studio.pages import PAGES
from studio.palette.finding import _places
from studio.palette.keys import KEYS
from tests.studios import TOWN, lived, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def open_page(monkeypatch, tmp_path):
    lived(tmp_path / "ws")[0].close()
    return lambda page="stage", **link: studio(monkeypatch, tmp_path / "ws", page, **link)


def ask(at, said):
    """The palette with some words in its field."""
    if "palette-words" not in [field.key for field in at.text_input]:
        at = press(at, "palette-open")
    at.text_input(key="palette-words").set_value(said).run()
    return well(at)


def found(at, group):
    return [button.label for button in at.button if button.key.startswith(f"palette-{group}-")]


def test_it_opens_by_a_key_on_every_page_and_names_all_pages_before_anything_is_typed(open_page):
    at = press(open_page("glossary"), "palette-open")
    assert [label.partition(" :gray")[0] for label in found(at, "Pages")][:2] == ["Scenarios", "World"]
    assert len(found(at, "Pages")) == sum(map(len, PAGES.values()))
    assert found(at, "Memories") == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("said", "group", "label"),
    [
        ("reflec", "Pages", "Reflections"),
        ("isabel", "People", "Isabel Moreno"),
        ("otto", "People", "Otto Finch"),
        ("lighthouse", "Places", "Lighthouse"),
        ("lamp room", "Places", "Lighthouse"),
        ("candle", "Towns", "Candle Court"),
        ("lantern party", "Memories", "lantern party"),
        ("lantern party", "Conversations", "lantern party"),
    ],
)
def test_words_find_what_there_is_of_each_kind(open_page, said, group, label):
    assert any(label.casefold() in one.casefold() for one in found(ask(open_page(), said), group))


@pytest.mark.nightly
@pytest.mark.parametrize("said", ["zzyzx", '"zzyzx" OR 1', "%_", "<img src=x>", "'; DROP TABLE memory; --"])
def test_what_nothing_says_is_told_and_hostile_words_are_words(open_page, said):
    at = ask(open_page(), said)
    assert not [button for button in at.button if button.key.startswith("palette-Memories")]
    assert "Try fewer or shorter words" in words(at)


@pytest.mark.soak
def test_a_person_leads_to_their_mind_and_a_place_to_its_line(open_page):
    at = ask(open_page(), "yuna")
    at = press(at, "palette-People-0")
    assert at.header[0].value == "Mind"
    assert at.query_params["agent"] in ("yuna", ["yuna"])
    at = press(ask(at, "lighthouse"), "palette-Places-0")
    assert at.header[0].value == "World"


@pytest.mark.nightly
def test_a_memory_leads_to_its_moment_and_a_talk_to_the_talks_of_its_day(open_page):
    at = press(ask(open_page(), "lantern party"), "palette-Memories-0")
    assert at.header[0].value == "Mind"
    assert "at" in at.query_params
    at = press(ask(at, "lantern party"), "palette-Conversations-0")
    assert at.header[0].value == "Day"
    assert at.query_params["section"] in ("talks", ["talks"])


@pytest.mark.parametrize("said", ["isabel", "  isabel ", "isa\u202ebel\x07", "é👩"])
def test_the_page_says_which_words_it_answers_mark_by_mark(open_page, said):
    typed = said.encode("utf-16-be").hex()
    assert any(f'data-typed="{typed}"' in one.proto.body for one in ask(open_page(), said).get("html"))


def test_no_file_of_a_town_is_read_before_somebody_goes_to_a_place_in_it(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        monkeypatch.setattr(session, "workspace", lambda: workspace)
        monkeypatch.setattr(session, "town", lambda: TOWN)
        found = [place.label for place in _places("lighthouse")]
        read = []
        files = Drafts.files
        monkeypatch.setattr(Drafts, "files", lambda self, name: read.append(name) or files(self, name))
        assert [place.label for place in _places("lighthouse")] == found != []
        assert list(_places("zzyzx")) == []
        assert read == []


def test_the_list_of_keys_names_each_with_where_it_works(open_page):
    at = press(open_page(), "palette-keys")
    said = words(at)
    assert all(what in said for _, _, what in KEYS)
    assert "<kbd>Ctrl+K</kbd>" in said


def test_a_studio_without_a_run_and_without_a_town_finds_its_pages(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        for name in workspace.scenarios.names():
            workspace.scenarios.delete(name)
    at = ask(studio(monkeypatch, tmp_path, "scenarios"), "setti")
    assert [label.partition(" :gray")[0] for label in found(at, "Pages")] == ["Settings"]
    assert found(ask(at, TOWN), "Towns") == []
