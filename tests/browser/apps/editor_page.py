"""A page with the editor between other widgets; saving makes a new version, reverting another."""

import time

import streamlit as st

from studio.components.yaml_editor import EditorJump, EditorProblem, yaml_editor

TEXT = """\
# The café is where everybody meets.
Harbour Café:
  about: A corner café by the quay, Isabel's since 2019.
  open: 08:00-20:00
  map: {x: 4, y: 2}
  rooms:
    counter:
      espresso machine: {state: cold, states: [cold, brewing, broken]}
    kitchen:
      stove: {state: off, states: [off, on, burning], urgent: {burning: turn it off}}
    washroom: {capacity: one}
Quay:
  about: >-
    Where the boats lie, and where the lanterns
    are hung on festival night.
  opn: true
  map: {x: 5, y: 4}
"""
PROBLEMS = (
    EditorProblem(11, 26, "capacity is 'one', not a whole number (write capacity: 1)"),
    EditorProblem(16, 3, "unknown key 'opn' (did you mean 'open'?)"),
    EditorProblem(13, 3, "this text is long: agents read its first sentence", "warning"),
    EditorProblem(5, 3, "the Quay is two minutes away from here", "info"),
)

NASTY = EditorProblem(1, 1, "<img src='https://evil.test/y' onerror='top.hurt=1'>", "warning")


def editor_page():
    state = st.session_state
    state.setdefault("text", TEXT)
    state.setdefault("version", 1)
    state.setdefault("saves", 0)
    state.setdefault("jumps", 0)
    if st.button("Revert"):
        state["text"], state["version"] = TEXT, state["version"] + 1
    if st.button("Go to line 16"):
        state["jumps"] += 1
    st.text_input("Name of the town", key="name")
    document = st.selectbox("File", ["world", "town"])
    editor = yaml_editor(
        state["text"] if document == "world" else "town: Willow Bay\n",
        version=state["version"],
        problems=PROBLEMS if document == "world" else (NASTY,),
        key=document,
        label="World of Willow Bay",
        jump=EditorJump(16, state["jumps"]) if state["jumps"] else None,
        plain=st.query_params.get("plain") == "yes",
    )
    if editor.saved:
        time.sleep(float(st.query_params.get("slow", "0")))
        state["text"], state["version"], state["saves"] = (
            editor.text,
            state["version"] + 1,
            state["saves"] + 1,
        )
        st.rerun()
    st.text(f"first line: {editor.text.splitlines()[0]}")
    st.text(f"length: {len(editor.text)}")
    st.text(f"saves: {state['saves']}, version: {state['version']}, base: {editor.base}")
    st.text(f"town: {state['name']}")
