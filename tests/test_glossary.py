"""The glossary: every word is explained once, truly, and can be found wherever it stands."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.language.scales import BANDS
from engine.settings import Cognition
from studio.learn.entry import glossary_rows
from studio.pages import PAGES
from studio.words.explained import with_words, word_help
from studio.words.field_words import field_words, forms
from tests.studios import lived, press, studio, words

STUDIO = Path(__file__).resolve().parents[1] / "studio"
# Of the paper's first version, by its own numbers.
SECTIONS = {"3", "3.1", "3.1.2", "3.4.1", "3.4.2", "3.4.3", "4.1", "4.2", "4.3", "4.3.1", "6", "7.1"}
# What people read of the field, and of Townwright, that nobody is born with.
NEEDED = {
    "memory-stream", "observation", "reflection", "importance", "recency", "relevance", "retrieval",
    "plan", "reaction", "whisper", "fork", "fingerprint", "rehearsal-model", "turning-point", "news",
    "telling", "tie", "closeness", "circle", "density", "threshold", "evidence", "moment",
}  # fmt: skip


def asked_for():
    """The names of words that the studio's sources ask for by name, with the file."""
    for path in STUDIO.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            given = node.args if called == "word_help" else []
            given = given + [
                one for key in node.keywords if key.arg == "words" for one in ast.walk(key.value)
            ]
            if called in ("word_help", "open_page"):
                yield from (
                    (path.name, one.value)
                    for one in given
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


@pytest.mark.soak
def test_every_word_that_is_needed_is_there_and_every_one_asked_for():
    assert set(field_words()) >= NEEDED
    used = set(asked_for())
    assert len(used) > 15
    assert {(file, name) for file, name in used if name not in field_words()} == set()


def test_every_word_leads_to_a_page_and_to_words_that_there_are_and_to_the_paper():
    pages = {page.name for group in PAGES.values() for page in group}
    for name, one in field_words().items():
        assert one.page in pages, name
        assert set(one.see) <= set(field_words()) - {name}, name
        assert not one.paper or one.paper in SECTIONS, name
        assert one.plain[0].isupper() or one.plain[0].isdigit(), name
        assert one.plain.endswith("."), name


def test_no_form_stands_for_two_words():
    every = [form.casefold() for one in field_words().values() for form in (one.word, *one.also)]
    assert len(every) == len(forms())


def test_the_formulas_are_those_of_the_engine():
    usual = Cognition()
    recency = field_words()["recency"].formula
    assert f"decay of {usual.decay:g}" in recency
    assert f"{usual.decay**24:.0%}".replace("%", " %") in recency
    assert f"{usual.decay ** (7 * 24):.0%}".replace("%", " %") in recency
    assert f"reflect_at ({usual.reflect_at} in Townwright" in field_words()["threshold"].formula
    closeness = field_words()["closeness"].formula.replace("−", "-")
    for word, least, _ in BANDS[:-1]:
        assert f"{least:g} {word.replace('_', ' ')}" in closeness
    assert BANDS[-1][0] in closeness


def test_a_sentence_marks_each_word_once_and_shows_every_letter():
    said = with_words("A reflection <b>rests</b> on evidence; a reflection is a memory & no plan.")
    assert said.count('data-word="reflection"') == 1
    assert said.count("data-word=") == 3
    assert "&lt;b&gt;rests&lt;/b&gt;" in said
    assert "&amp;" in said


def test_a_word_within_another_is_not_taken_for_it():
    assert 'data-word="turning-point"' in with_words("A turning point of the day")
    assert "data-word" not in with_words("The newspaper is planned; re-run it, and decayed teeth overrun.")


def test_help_says_what_it_is_with_formula_and_source():
    said = word_help("recency")
    assert "**Recency.**" in said
    assert "decay ^ hours" in said
    assert "Paper, section 4.1" in said


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


@pytest.mark.slow
class TestThePage:
    @pytest.mark.nightly
    def test_it_lists_every_word_and_one_that_a_link_names_first(self, monkeypatch, town):
        at = studio(monkeypatch, town.store.path.parent, "glossary", word="density")
        said = words(at)
        assert all(f"**{one.word.capitalize()}**" in said for one in field_words().values())
        assert next(one.value for one in at.main.markdown if one.value.startswith("**")) == "**Density**"
        press(at, "word-density-tie")
        assert at.query_params["word"] in ("tie", ["tie"])

    @pytest.mark.soak
    def test_it_is_searched_by_any_words_of_an_entry(self, monkeypatch, town):
        at = studio(monkeypatch, town.store.path.parent, "glossary", words="louvain")
        found = [one.value for one in at.main.markdown if one.value.startswith("**")]
        assert found == ["**Circle**"]

    def test_what_fits_nothing_says_so(self, monkeypatch, town):
        at = studio(monkeypatch, town.store.path.parent, "glossary", words="<img src=x>")
        assert "No terms match" in words(at)
        assert "<img" not in words(at)

    def test_it_stands_in_an_empty_workspace_too(self, monkeypatch, tmp_path):
        assert "Memory stream" in words(studio(monkeypatch, tmp_path / "empty", "glossary"))


def test_the_table_has_every_word():
    assert len(glossary_rows(field_words())) == len(field_words())
