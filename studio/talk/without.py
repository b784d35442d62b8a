"""Without a faculty: the same question to the same mind, without what a faculty has made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from engine.api.run import FACULTIES, Faculty
from engine.api.workspace import Run
from engine.records import AgentId
from studio import session
from studio.basics.text import plain, story
from studio.catalogue.lists import with_and
from studio.catalogue.shared_words import faculty_name
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """A question in context: the agent, the minute, the earlier questions, and the role of the
    interviewer.
    """

    agent: AgentId
    minute: int
    question: str
    earlier: tuple[tuple[str, str], ...]
    asked_by: str


def without_a_faculty(run: Run, put: Put, answer: str, *, key: str) -> None:
    """Draw the choice of faculties to leave out, ask again, and show both answers side by side."""
    chosen = st.segmented_control(
        tr("Faculties to leave out"),
        list(FACULTIES),
        format_func=faculty_name,
        selection_mode="multi",
        key=f"without-{key}",
        label_visibility="collapsed",
    )
    if not chosen:
        plain(tr("Choose what to leave out. What the author wrote stays."), muted=True, small=True)
        return
    known: dict[tuple[str, ...], str] = session.recalled(f"answers-{key}", {})
    left = tuple(faculty for faculty in FACULTIES if faculty in chosen)
    left_out = with_and(faculty_name(one, within=True) for one in left)
    if left not in known and st.button(
        tr("Ask without {faculties}", faculties=left_out), key=f"ask-without-{key}", icon=":material/science:"
    ):
        with in_plain_words(), st.spinner(tr("Asking…")):
            known = {**known, left: _asked(run, put, left)}
            session.remember(f"answers-{key}", known)
            st.rerun()
    if left in known:
        with st.container(horizontal=True, vertical_alignment="top", key=f"beside-{key}"):
            without = tr("Without {faculties}", faculties=left_out)
            for title, text in ((tr("With all faculties"), answer), (without, known[left])):
                with st.container(border=True, width=360):
                    st.caption(title)
                    story(text, "small")


def _asked(run: Run, put: Put, left: Sequence[Faculty]) -> str:
    moment = run.at(put.minute)
    answered = moment.ask(put.agent, put.question, earlier=put.earlier, without=left, asked_by=put.asked_by)
    return answered.text
