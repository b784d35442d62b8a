"""What the editor hands to a page: the newest text of this file, if the page does not have it yet."""

import pytest
from streamlit.testing.v1 import AppTest

from engine.store.writing.drafts import Typed
from studio.authoring.editor.yaml_editor import Document, EditorState, understood

DOCUMENT = Document(
    scenario="mill", path="world.yaml", text="given", mark="abc", revision=3, version=1, writer="me", heard=4
)


def state(typed, saved=None):
    return understood(typed, saved, document=DOCUMENT, key="world")


def said(text, seq=5, document="world", writer="me"):
    return {"text": text, "seq": seq, "document": document, "writer": writer, "on": "abc", "path": "other"}


def typed(text, seq=5, writer="me"):
    return Typed(path="world.yaml", text=text, writer=writer, seq=seq, on="abc")


def test_nothing_typed_is_nothing():
    assert state(None) == EditorState(None, saved=False)


def test_what_was_typed_since_the_page_was_drawn_counts():
    assert state(said("typed")) == EditorState(typed("typed"), saved=False)


def test_what_has_arrived_by_another_way_is_nothing_new():
    assert state(said("typed", seq=4)) == EditorState(None, saved=False)
    assert state(None, said("saved", seq=4)) == EditorState(None, saved=True)


def test_what_a_window_sent_before_the_page_knew_it_counts():
    assert state(said("typed", seq=1, writer="before")).typed == typed("typed", 1, "before")


def test_saved_counts_before_typed_and_says_so():
    assert state(said("older"), said("saved", seq=6)) == EditorState(typed("saved", 6), saved=True)


@pytest.mark.parametrize("stale", [said("x", document="town"), said(7), "x", [], {}])
def test_what_belongs_elsewhere_is_ignored(stale):
    assert state(stale, stale) == EditorState(None, saved=False)


def page():
    import streamlit as st

    from studio.authoring.editor.yaml_editor import Document, EditorProblem, yaml_editor

    plain = st.session_state.get("plain", False)
    text = st.session_state.get("text", "a: 1")
    document = Document(
        scenario="mill", path="world.yaml", text=text, mark="abc", revision=1, version=1, writer="me", heard=2
    )
    editor = yaml_editor(
        document,
        problems=[EditorProblem(1, 1, "odd")],
        key="world",
        workspace="here",
        label="World",
        plain=plain,
    )
    st.text(editor.typed and f"{editor.typed.text} {editor.typed.seq} {editor.typed.on}")


def test_the_plain_editor_is_a_labelled_text_area():
    test = AppTest.from_function(page)
    test.session_state["plain"] = True
    test.run()
    assert test.text_area[0].label == "World"
    test.text_area[0].input("a: 2").run()
    assert test.text[0].value == "a: 2 3 abc"


def test_the_plain_editor_shows_a_text_from_elsewhere_in_place_of_its_own():
    test = AppTest.from_function(page)
    test.session_state["plain"] = True
    test.run()
    test.text_area[0].input("a: 2").run()
    test.session_state["text"] = "a: 3"
    test.run()
    assert test.text_area[0].value == "a: 3"


@pytest.mark.nightly
def test_the_component_is_found_without_an_installed_wheel():
    test = AppTest.from_function(page).run()
    assert not test.exception
    assert test.text[0].value == "None"
