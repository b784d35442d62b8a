"""Changing: the fields for one change of a run compared with another."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.run import FACULTIES
from engine.api.workspace import Run
from engine.api.writing.changes import LISTS, NUMBERS, TEXTS
from studio.basics.people import option_of
from studio.catalogue.marked import marked
from studio.catalogue.shared_words import WEIGHTS, faculty_name, weight_name
from studio.catalogue.tr import tr

NOTHING, TRAIT, LINE, FACULTY, WEIGHT, SEED = "", "trait", "line", "faculty", "weight", "seed"
_WORDS: Mapping[str, str] = {
    NOTHING: marked("Nothing"),
    TRAIT: marked("One trait of a person"),
    LINE: marked("Another field of a persona"),
    FACULTY: marked("Without observation, reflection or planning"),
    WEIGHT: marked("A retrieval weight"),
    SEED: marked("Another random seed"),
}
_USED: Mapping[str, str] = {
    "acting": marked("Acting"),
    "talking": marked("Talking"),
    "planning_weights": marked("Planning"),
    "reflecting": marked("Reflecting"),
    "interviewing": marked("Interviews"),
}
_LINES = (*(name for name in (*TEXTS, *LISTS, *NUMBERS) if name not in ("traits", "seed")),)


def change_fields(run: Run, label: str, *, key: str, seed: bool = True) -> dict[str, object]:
    """Draw the fields, and return the change by its key; empty if there is none."""
    kinds = [kind for kind in _WORDS if seed or kind != SEED]
    kind: str = st.selectbox(label, kinds, format_func=lambda one: tr(_WORDS[one]), key=f"{key}-kind")
    if kind in (TRAIT, LINE):
        return _of_somebody(run, kind, key)
    if kind == FACULTY:
        off = st.multiselect(
            tr("Faculties"),
            list(FACULTIES),
            format_func=faculty_name,
            key=f"{key}-faculty",
            placeholder=tr("Choose one"),
        )
        return {"without": off} if off else {}
    if kind == WEIGHT:
        return _weight(run, key)
    if kind == SEED:
        number = st.number_input(
            tr("Random seed"), min_value=0, value=run.row.seed + 1, step=1, key=f"{key}-seed"
        )
        return {"seed": int(number)}
    return {}


def _of_somebody(run: Run, kind: str, key: str) -> dict[str, object]:
    """Draw the fields for a change of a persona, and return it: one trait for another, or a new value of a
    line.
    """
    people = {one.id: one for one in run.scenario.personas}
    who: str = st.selectbox(
        tr("Person"), list(people), format_func=lambda one: option_of(people[one]), key=f"{key}-who"
    )
    if kind == TRAIT:
        traits = people[who].traits
        if not traits:
            st.caption(
                tr(
                    "This person has no traits. To add some, choose “Another field of a persona” and then "
                    "`traits`."
                )
            )
            return {}
        trait: str = st.selectbox(tr("Trait"), list(traits), key=f"{key}-trait-{who}")
        new = st.text_input(
            tr("New value"), max_chars=80, key=f"{key}-new", placeholder=tr("Leave empty to remove it")
        )
        return {f"persona.{who}.traits.{trait}": new.strip()}
    line: str = st.selectbox(tr("Persona field"), list(_LINES), key=f"{key}-line")
    said = st.text_input(tr("Value"), max_chars=400, key=f"{key}-said")
    return {f"persona.{who}.{line}": said.strip()} if said.strip() else {}


def _weight(run: Run, key: str) -> dict[str, object]:
    used: str = st.selectbox(
        tr("Used for"), list(_USED), format_func=lambda one: tr(_USED[one]), key=f"{key}-used"
    )
    part: str = st.selectbox(tr("Weight"), list(WEIGHTS), format_func=weight_name, key=f"{key}-part")
    now = float(getattr(getattr(run.town.settings, used), part))
    value = st.number_input(
        tr("New value"), min_value=0.0, max_value=10.0, value=now, step=0.05, key=f"{key}-{used}-{part}"
    )
    return {f"cognition.{used}.{part}": value} if value != now else {}
