"""How a notebook is looked at: to write in it, as a student who is to find the answers, or by a room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from studio import session
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_WAYS: Mapping[str, str] = MappingProxyType({"write": marked("Write"), "student": marked("Student")})


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What of a notebook is shown: whether it can be written in, whether answers are held back, and whether
    only what is for a room to see.
    """

    writes: bool
    student: bool
    presents: bool


def look() -> Look:
    """Return how the notebook is looked at, as the address line has it."""
    student, presents = session.linked("as") == "student", session.presents()
    return Look(
        writes=not (student or presents or session.workspace().read_only),
        student=student or presents,
        presents=presents,
    )


def look_switch() -> None:
    """Draw what changes between writing and the student's view."""
    asked = "student" if session.linked("as") == "student" else "write"
    session.follow_widget("nb-as", asked)
    chosen = st.segmented_control(
        tr("View"), list(_WAYS), required=True, format_func=lambda way: tr(_WAYS[way]),
        key="nb-as", label_visibility="collapsed",
        help=tr("Students see no answer keys, and see results only after the predictions above them are "
            "committed"),
    )  # fmt: skip
    session.note_widget("nb-as", chosen)
    if chosen != asked:
        session.link("as", "student" if chosen == "student" else None)
        st.rerun()
