"""What the editor hands to a page: the newest text that belongs to this version."""

import pytest
from streamlit.testing.v1 import AppTest

from studio.components.yaml_editor import EditorState, Lineage, lineage, understood


def state(typed, saved=None, version=3):
    return understood(typed, saved, text="given", version=version, key="world")


def said(text, base=3, document="world"):
    return {"text": text, "base": base, "document": document}


def test_nothing_typed_is_the_given_text():
    assert state(None) == EditorState("given", 3, saved=False)


def test_typed_on_this_version_counts():
    assert state(said("typed")) == EditorState("typed", 3, saved=False)


def test_saved_counts_before_typed_and_says_so():
    assert state(said("older"), said("saved")) == EditorState("saved", 3, saved=True)


@pytest.mark.parametrize(
    "stale", [said("x", base=2), said("x", base=4), said("x", document="town"), said(7), "x", [], {}]
)
def test_what_belongs_elsewhere_is_ignored(stale):
    assert state(stale, stale) == EditorState("given", 3, saved=False)


def test_a_version_made_of_the_authors_text_continues_the_one_before():
    assert lineage(Lineage((1,), "typed"), "typed", 2) == (1, 2)
    assert lineage(Lineage((1, 2), "typed"), "given", 2) == (1, 2)


def test_any_other_version_replaces_what_was_there():
    assert lineage(None, "given", 1) == (1,)
    assert lineage(Lineage((1, 2), "typed"), "reverted", 3) == (3,)
    assert lineage(Lineage((1, 2), None), "given", 3) == (3,)


def page():
    import streamlit as st

    from studio.components.yaml_editor import EditorProblem, yaml_editor

    plain = st.session_state.get("plain", False)
    problems = [EditorProblem(1, 1, "odd")]
    editor = yaml_editor("a: 1", version=1, problems=problems, key="world", label="World", plain=plain)
    st.text(f"{editor.text} {editor.base} {editor.saved}")


def test_the_plain_editor_is_a_labelled_text_area():
    test = AppTest.from_function(page)
    test.session_state["plain"] = True
    test.run()
    assert test.text_area[0].label == "World"
    test.text_area[0].input("a: 2").run()
    assert test.text[0].value == "a: 2 1 False"


def test_the_component_is_found_without_an_installed_wheel():
    test = AppTest.from_function(page).run()
    assert not test.exception
    assert test.text[0].value == "a: 1 1 False"
