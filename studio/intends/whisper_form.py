"""The form of an intention in fields that is about to be whispered."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import ALL
from engine.api.workspace import Run
from engine.api.writing.edits import Said
from engine.records import AgentId
from studio.basics.rooms import place_words
from studio.basics.text import shorten
from studio.catalogue.tr import tr
from studio.intends.kinds import HINTS, PEOPLE, field_label, form_lines, kind_titles

_LONGEST, _LONGEST_MOMENT = 500, 40


def whisper_form(run: Run, agent: AgentId, stated: Mapping[str, Said], key: str) -> dict[str, Said]:
    """Draw the fields of an intention, and return their values by name, without empty ones."""
    titles = kind_titles()
    kinds, stated_kind = list(titles), str(stated["kind"])
    kind = st.selectbox(
        tr("Kind"), kinds, index=kinds.index(stated_kind), key=f"{key}-kind", format_func=titles.__getitem__
    )
    filled: dict[str, Said] = {"kind": kind}
    for line in form_lines(kind):
        for column, field in zip(st.columns(len(line), gap="small"), line, strict=True):
            with column:
                filled[field] = _field(run, agent, kind, field, stated, f"{key}-{kind}-{field}")
    kept = {field: stated[field] for field in ("because", "text") if field in stated}
    return {field: value for field, value in {**filled, **kept}.items() if value not in ("", [], None)}


def _field(run: Run, agent: AgentId, kind: str, field: str, stated: Mapping[str, Said], key: str) -> Said:
    label = field_label(kind, field)
    if field in PEOPLE:
        return _people(run, agent, label, _named(stated, field), key)
    value = stated.get(field, "")
    if field == "where":
        return _place(run, label, str(value), key)
    if field == "closeness":
        closeness = float(value) if isinstance(value, (int, float)) else 0.5
        return round(st.slider(label, -1.0, 1.0, closeness, 0.1, key=key), 1)
    most, hint = (_LONGEST, None) if field == "what" else (_LONGEST_MOMENT, HINTS[field])
    return st.text_input(label, str(value), key=key, max_chars=most, placeholder=hint).strip()


def _named(stated: Mapping[str, Said], field: str) -> list[str]:
    """Return the people that a field names; `with` and `to` are the same field."""
    spellings = ("with", "to") if field in ("with", "to") else (field,)
    value = next((stated[name] for name in spellings if name in stated), [])
    return (
        [value]
        if isinstance(value, str)
        else [str(person) for person in value]
        if isinstance(value, list)
        else []
    )


def _people(run: Run, agent: AgentId, label: str, named: list[str], key: str) -> Said:
    names = {
        ALL: tr("Everyone"),
        **{other: shorten(name, 60) for other, name in run.town.cast.names.items() if other != agent},
    }
    chosen = st.multiselect(
        label,
        list(names),
        [person for person in named if person in names],
        key=key,
        format_func=names.__getitem__,
        placeholder=tr("Nobody"),
    )
    return chosen[0] if len(chosen) == 1 else list(chosen)


def _place(run: Run, label: str, path: str, key: str) -> str:
    places = ["", *run.town.world.rooms]
    return st.selectbox(
        label,
        places,
        index=places.index(path) if path in places else 0,
        key=key,
        format_func=lambda room: shorten(place_words(room), 70) or tr("Not set"),
    )
