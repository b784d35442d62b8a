"""The form of intentions in fields: of one persona, or of the town for several people."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import ALL
from engine.api.writing.edits import FieldPath, Said
from engine.records import AgentId, Scenario
from studio.authoring.forms.day_form import places_of
from studio.authoring.forms.fields import (
    Form,
    add_button,
    choice_field,
    heading,
    kind_field,
    number_field,
    people_field,
    row,
    row_buttons,
    text_field,
)
from studio.basics.text import plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.intends.kinds import HINTS, PEOPLE, field_label, form_lines, kind_titles

_LIST: FieldPath = ("intends",)


def intends_form(form: Form, scenario: Scenario, agent: AgentId = "") -> None:
    """Draw the intentions of an agent; without an `agent`, those of the town, each with its people."""
    heading(tr("Intentions"))
    names = {persona.id: shorten(persona.name, 40) for persona in scenario.personas if persona.id != agent}
    stated = form.items(_LIST)
    if not stated:
        plain(
            tr(
                "No intentions yet. An intention states exactly what a person intends to do, with "
                "whom, where and when."
            ),
            muted=True,
        )
    for number, _ in enumerate(stated):
        _intention(form, scenario, number, names, with_who=not agent)
    add_button(form, _LIST, tr("Add an intention"), _new(with_who=not agent))


def _new(*, with_who: bool) -> Said:
    """Return the fields of a new intention: a meeting with nothing else filled in.

    An example text would be taken for an intention.
    """
    return {**({"who": ALL} if with_who else {}), "kind": "meeting"}


def _intention(
    form: Form, scenario: Scenario, number: int, names: Mapping[AgentId, str], *, with_who: bool
) -> None:
    path: FieldPath = (*_LIST, number)
    kind = form.text((*path, "kind"))
    with st.container(border=True, gap="xsmall"):
        with row(form, path):
            kind_field(form, tr("Kind of intention {n}", n=number + 1), path, kind_titles(), _fields_of)
            row_buttons(
                form, _LIST, number,
                up=marked("Move intention {n} up"), away=marked("Remove intention {n}"),
            )  # fmt: skip
        everybody = {ALL: tr("Everyone"), **names}
        if with_who:
            people_field(form, tr("Who intends this"), (*path, "who"), everybody)
        for line in form_lines(kind):
            for column, field in zip(st.columns(len(line), gap="small"), line, strict=True):
                with column:
                    _field(form, scenario, path, kind, field, everybody)
        text_field(form, tr("Reason"), (*path, "because"), most=500)
        if form.text((*path, "text")):
            text_field(form, tr("Remembered as"), (*path, "text"), most=1_000)


def _fields_of(kind: str) -> frozenset[str]:
    """Return the fields that an intention keeps when it changes to a kind."""
    fields = {field for line in form_lines(kind) for field in line}
    people_fields = {"with", "to"} if fields & {"with", "to"} else set()
    return frozenset(fields | people_fields | {"who", "because", "text", "if"})


def _path_of_people(form: Form, path: FieldPath, field: str) -> FieldPath:
    """Return the path of a field of people; of `with` and `to`, the one that the file has."""
    synonym = {"with": "to", "to": "with"}.get(field, field)
    return (*path, synonym if form.at((*path, synonym)) is not None else field)


def _field(
    form: Form, scenario: Scenario, path: FieldPath, kind: str, field: str, people: Mapping[AgentId, str]
) -> None:
    label = field_label(kind, field)
    if field in PEOPLE:
        people_field(form, label, _path_of_people(form, path, field), people)
    elif field == "where":
        choice_field(form, label, (*path, field), {"": tr("Not set"), **places_of(scenario)})
    elif field == "closeness":
        number_field(form, label, (*path, field), 0.5, -1.0, 1.0)
    else:
        is_what = field == "what"
        text_field(
            form, label, (*path, field), most=500 if is_what else 40, hint="" if is_what else HINTS[field]
        )
