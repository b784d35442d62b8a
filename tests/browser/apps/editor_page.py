"""A page with the editor between other widgets, on a scenario that is made for each window."""

import time

import streamlit as st

from studio import session
from studio.authoring.editor.yaml_editor import Document, EditorJump, EditorProblem, yaml_editor

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


FILES = {"world.yaml": TEXT, "town.yaml": "town: Willow Bay\n"}


def editor_page():
    state, workspace = st.session_state, session.workspace()
    name = f"page-{session.window()}"
    if name not in workspace.scenarios.names():
        workspace.scenarios.save(name, FILES)
    for count in ("saves", "jumps", "reverts"):
        state.setdefault(count, 0)
    revert = st.button("Revert")
    if st.button("Go to line 16"):
        state["jumps"] += 1
    st.text_input("Town name", key="name")
    path = st.selectbox("File", list(FILES))
    if st.query_params.get("low"):
        st.space(2000)
    editor = draw(workspace, name, path)
    if editor.typed:
        workspace.scenarios.drafts.type_in(name, editor.typed)
    if revert:
        workspace.scenarios.drafts.discard(name, path)
        workspace.scenarios.save_file(name, path, FILES[path])
        state["reverts"] += 1
        st.rerun()
    if editor.saved:
        time.sleep(float(st.query_params.get("slow", "0")))
        text = workspace.scenarios.drafts.standing(name, path).text
        workspace.scenarios.save_file(name, path, text, writer=session.window())
        state["saves"] += 1
        st.rerun()
    say(workspace, name, workspace.scenarios.drafts.standing(name, path).text)


def say(workspace, name, text):
    state = st.session_state
    st.text(f"first line: {text.splitlines()[0]}")
    st.text(f"length: {len(text)}")
    st.text(f"saves: {state['saves']}, version: {workspace.scenarios.versions(name)[0].version}")
    st.text(f"reverts: {state['reverts']}")
    st.text(f"town: {state['name']}")


def draw(workspace, name, path):
    now, jumps = workspace.scenarios.drafts.standing(name, path), st.session_state["jumps"]
    return yaml_editor(
        Document(
            scenario=name,
            path=path,
            text=now.text,
            mark=now.mark,
            revision=now.revision,
            version=workspace.scenarios.versions(name)[0].number,
            writer=session.window(),
            heard=now.heard(session.window()),
        ),
        problems=PROBLEMS if path == "world.yaml" else (NASTY,),
        key=path,
        workspace=workspace.mark,
        label="World of Willow Bay",
        jump=EditorJump(16, jumps) if jumps else None,
        plain=st.query_params.get("plain") == "yes",
    )
