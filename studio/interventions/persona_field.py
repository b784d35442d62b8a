"""The persona of a new person: the needed fields, or the whole file as YAML."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import streamlit as st

from engine.api.scenarios import persona_text
from engine.api.workspace import Run
from engine.records import Place
from studio import session
from studio.basics.rooms import place_words
from studio.basics.text import plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.shared_words import PRONOUNS, pronouns_name
from studio.catalogue.tr import tr

_As = Literal["In fields", "As YAML"]
_HOW: Mapping[_As, str] = MappingProxyType({"In fields": marked("Form"), "As YAML": marked("YAML")})
_LINES, _LETTERS = 4_000, 40_000
_CLOSE = 0.5  # as somebody is who is known by name


def persona_field(run: Run, key: str) -> str:
    """Draw the fields and return the file they make; as YAML it can be edited in full."""
    how: _As | None = st.segmented_control(
        tr("Persona"),
        list(_HOW),
        default="In fields",
        required=True,
        format_func=lambda one: tr(_HOW[one]),
        key=f"{key}-how",
    )
    if how == "As YAML":
        return _as_yaml(run, key)
    made = _in_fields(run, key)
    session.remember(f"{key}-made", made)
    return made


def typed_of_persona(key: str) -> tuple[str, ...]:
    """Return the keys of the fields whose typed text should be stored, since it may be long."""
    return (f"{key}-currently", f"{key}-seed", f"{key}-routine", f"{key}-yaml")


def _as_yaml(run: Run, key: str) -> str:
    begun = session.recalled(f"{key}-made", "") or persona_text("", next(iter(_rooms(run))))
    plain(
        tr("Write it like a file in a scenario's personas/ folder. The same fields are allowed here."),
        muted=True,
    )
    return st.text_area(tr("Persona (YAML)"), begun, height=320, key=f"{key}-yaml", max_chars=_LETTERS)


def _in_fields(run: Run, key: str) -> str:
    left, middle, right = st.columns((3, 2, 2), gap="medium")
    with left:
        name = st.text_input(tr("Full name"), key=f"{key}-name", max_chars=80)
    with middle:
        pronouns = st.selectbox(
            tr("Pronouns"),
            list(PRONOUNS),
            index=2,
            format_func=pronouns_name,
            key=f"{key}-pronouns",
        )
    with right:
        age = st.number_input(tr("Age"), 0, 150, 30, key=f"{key}-age")
    left, middle, right = st.columns((3, 2, 2), gap="medium")
    with left:
        home = st.selectbox(
            tr("Home"),
            _rooms(run),
            key=f"{key}-home",
            format_func=lambda room: shorten(place_words(room), 60),
        )
    with middle:
        wake = st.text_input(tr("Gets up at"), "07:00", key=f"{key}-wake", max_chars=5)
    with right:
        sleep = st.text_input(tr("Goes to bed at"), "22:30", key=f"{key}-sleep", max_chars=5)
    currently = st.text_area(
        tr("Current situation (optional)"), key=f"{key}-currently", max_chars=_LINES, height=68,
        placeholder=tr("a sentence that starts with the name"),
    )  # fmt: skip
    seed = st.text_area(
        tr("First memories, one per line (optional)"), key=f"{key}-seed", max_chars=_LINES, height=100,
        placeholder=tr("what they know about themselves and others, and what they intend to do"),
    )  # fmt: skip
    routine = st.text_area(
        tr("Usual day, one activity per line (if empty, they stay at home)"), key=f"{key}-routine",
        max_chars=_LINES, height=100, placeholder=tr("10:00 look around @ {place}", place=_public(run)),
    )  # fmt: skip
    return persona_text(
        name,
        home,
        pronouns=pronouns,
        age=int(age),
        currently=currently,
        seed=_lines(seed),
        day=(wake, sleep),
        routine=_lines(routine),
        bonds=_bonds(run, key),
    )


def _bonds(run: Run, key: str) -> list[tuple[str, str, float]]:
    """Ask which people they know already, and as what."""
    names = run.town.cast.names
    left, right = st.columns((3, 4), gap="medium")
    with left:
        known = st.multiselect(
            tr("People they know (optional)"),
            list(names),
            key=f"{key}-known",
            format_func=lambda one: shorten(names[one], 60),
            help=tr(
                "The other people learn about it when they meet this person, or through “Set a relationship”."
            ),
        )
    with right:
        kind = st.text_input(
            tr("Relationship"), "friend", key=f"{key}-kind", max_chars=60, disabled=not known
        )
    return [(other, kind, _CLOSE) for other in known]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _public(run: Run) -> str:
    """Return a public place, or ""."""
    return next((place.name for place in run.scenario.places if not place.private), "")


def _rooms(run: Run) -> list[str]:
    """Return the rooms to live in, private places first."""
    places: list[Place] = sorted(run.scenario.places, key=lambda place: not place.private)
    return [room.path for place in places for room in place.rooms]
