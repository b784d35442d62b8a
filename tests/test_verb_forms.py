"""The forms of verbs: what is read of a library's tables is what the library says itself."""

import gzip

import lemminflect
import pytest

from engine.language.verb_forms import base_form, is_noun, present_forms

# Here we go by the table and the library by an exception to it.
EXCEPTIONS = {"be", "can", "dare", "will", "marvel", "okay", "sting", "zinc"}


@pytest.mark.soak
def test_every_word_has_the_base_form_that_the_library_gives_it():
    words = words_of(lemminflect.config.lemma_lu_fn)
    assert len(words) > 60_000
    for word in words:
        known = lemminflect.getAllLemmas(word, upos="VERB").get("VERB", ("",))
        assert base_form(word) == known[0], word


@pytest.mark.nightly
def test_every_verb_has_the_forms_of_the_present_that_the_library_gives_it():
    words = words_of(lemminflect.config.inflection_lu_fn)
    for word in words - EXCEPTIONS:
        known = lemminflect.getAllInflections(word, upos="VERB")
        forms = [word, *(form for tag in ("VB", "VBZ", "VBG") for form in known.get(tag, ()))]
        assert present_forms(word) == tuple(dict.fromkeys(forms)), word


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("hold", ("hold", "holds", "holding")),
        ("put_on", ("put on", "puts on", "putting on")),
        ("dare", ("dare", "dares", "daring")),
        ("zorbulate", ("zorbulate",)),
    ],
)
def test_of_several_words_the_first_is_inflected_and_what_is_no_verb_stays(verb, forms):
    assert present_forms(verb) == forms


def test_a_word_that_is_no_verb_has_no_base_form():
    assert base_form("Teapot") == ""


def words_of(table):
    with gzip.open(table, "rt", encoding="utf-8") as file:
        words = {row.split(",")[0] for row in file}
    return {word for word in words if word == word.lower() and "_" not in word}


@pytest.mark.parametrize(
    ("word", "noun"), [("work", True), ("Water", True), ("suffer", False), ("her", False)]
)
def test_many_verbs_are_nouns_too(word, noun):
    assert is_noun(word) == noun
