"""The whole text of a notebook in the editor, with every fault in its line and the way to it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.notebook.parts import Fault
from studio import session
from studio.authoring.editor.editing import MOST_SHOWN, saving_bar, text_editor
from studio.authoring.editor.way import want_line
from studio.authoring.editor.yaml_editor import EditorProblem
from studio.basics.text import plain
from studio.catalogue.tr import tr, tr_n, tr_worded
from studio.frame.page import in_plain_words
from studio.notebook.writing import Desk, open_desk


def whole_text(desk: Desk, faults: Sequence[Fault]) -> None:
    """Draw the editor of a notebook with its state and its faults."""
    above, below = st.container(), st.container()
    workspace = session.workspace()
    marks = [EditorProblem(fault.line, 1, _said(fault), fault.severity) for fault in faults]
    with below:
        state = text_editor(
            workspace, desk.writing, marks, height=640,
            label=tr("{name} of {town}, as text", name=desk.name, town=desk.scenario),
        )  # fmt: skip
        if state.typed is not None:
            with in_plain_words():
                workspace.scenarios.drafts.type_in(desk.scenario, state.typed)
                if not state.saved:
                    st.rerun()
            desk = open_desk(desk.scenario, desk.name)
    with above:
        saving_bar(workspace, desk.writing, pressed=state.saved)
        fault_list(desk, faults)


def fault_list(desk: Desk, faults: Sequence[Fault]) -> None:
    """List the errors and warnings of a notebook, each with a button that goes to its line."""
    errors = sum(fault.severity == "error" for fault in faults)
    if not faults:
        _verdict("green", "check_circle", tr("No problems. You can run this notebook."))
    elif errors:
        words = tr_n(
            "**{n} error.** Fix it to run the notebook.",
            "**{n} errors.** Fix them to run the notebook.",
            errors,
        )
        _verdict("red", "error", words)
    else:
        words = tr_n(
            "**{n} warning.** You can still run the notebook.",
            "**{n} warnings.** You can still run the notebook.",
            len(faults),
        )
        _verdict("orange", "warning", words)
    errors_first = sorted(faults, key=lambda fault: fault.severity)  # "error" sorts before "warning"
    for number, fault in enumerate(errors_first[:MOST_SHOWN]):
        where, what = st.columns([1, 6], gap="small", vertical_alignment="center")
        if where.button(tr("Line {n}", n=fault.line), key=f"nb-fault-{number}", type="tertiary"):
            want_line(desk.scenario, desk.writing.path, fault.line)
            session.link("text", "whole")
            st.rerun()
        with what:
            plain(_said(fault))


def _verdict(colour: str, icon: str, words: str) -> None:
    st.markdown(f":{colour}[:material/{icon}:] {words}")


def _said(fault: Fault) -> str:
    message, remedy = tr_worded(fault.message), tr_worded(fault.remedy)
    if fault.severity == "warning":
        return tr("{code} warning: {message} ({remedy})", code=fault.code, message=message, remedy=remedy)
    return tr("{code} {message} ({remedy})", code=fault.code, message=message, remedy=remedy)
