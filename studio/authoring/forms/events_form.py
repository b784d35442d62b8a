"""The form of a town's events: what will happen, when and where, whatever people intend."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import ALL, fields_of_event
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
    words_field,
)
from studio.basics.rooms import place_words
from studio.basics.text import plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.intends.event_kinds import event_field_label, event_form_lines, event_titles

_LIST: FieldPath = ("events",)
_HIGHEST_BID = 1_000_000


def events_form(form: Form, scenario: Scenario) -> None:
    """Draw the events of the town, each with the fields of its kind."""
    heading(tr("Events"))
    events = form.items(_LIST)
    if not events:
        plain(
            tr(
                "No events yet. An event happens at its time, whatever people intend: for example "
                "a vote, an arrival or a place that closes. People who know about a vote come to "
                "it."
            ),
            muted=True,
        )
    for number, _ in enumerate(events):
        _event(form, scenario, number)
    add_button(form, _LIST, tr("Add an event"), _new())


def _new() -> Said:
    """Return the fields of a new event: a happening with nothing filled in."""
    return {"kind": "happening"}


def _event(form: Form, scenario: Scenario, number: int) -> None:
    path: FieldPath = (*_LIST, number)
    kind = form.text((*path, "kind"))
    people = {persona.id: shorten(persona.name, 40) for persona in scenario.personas}
    with st.container(border=True, gap="xsmall"):
        with row(form, path):
            kind_field(form, tr("Event {n}", n=number + 1), path, event_titles(), _fields_of)
            row_buttons(form, _LIST, number, up=marked("Move event {n} up"), away=marked("Remove event {n}"))
        for line in event_form_lines(kind):
            for column, field in zip(st.columns(len(line), gap="small"), line, strict=True):
                with column:
                    _field(form, scenario, path, kind, field, people)
        if form.text((*path, "text")):
            text_field(form, tr("Remembered as"), (*path, "text"), most=1_000)


def _fields_of(kind: str) -> frozenset[str]:
    """Return the fields that an event keeps when it changes to a kind."""
    return frozenset({field for line in event_form_lines(kind) for field in line} | {"text"})


def _field(
    form: Form, scenario: Scenario, path: FieldPath, kind: str, field: str, people: Mapping[AgentId, str]
) -> None:
    label, way = event_field_label(kind, field), (*path, field)
    match field:
        case "who" | "except" | "known_by":
            everybody = {ALL: tr("Everyone"), **people}
            people_field(form, label, way, everybody, empty=_empty_label(kind, field))
        case "facts":
            facts = {fact.id: shorten(fact.text, 70) for fact in scenario.facts}
            people_field(form, label, way, facts, empty=tr("None"))
        case "decides" | "where" | "object":
            choices = {"decides": people, **_of_the_town(scenario)}[field]
            choice_field(form, label, way, {"": tr("Not set"), **choices})
        case "options":
            words_field(form, label, way, tr("Type to add"), list(people.values()))
        case "up_to":
            number_field(form, label, way, 100, 1, _HIGHEST_BID)
        case _:
            text_field(form, label, way, most=_MOST.get(field, 500), hint=_HINTS.get(field, ""))


def _empty_label(kind: str, field: str) -> str:
    """Return the text shown in an empty field of people."""
    if field == "who":
        return tr("Everyone")
    if field == "known_by" and "who" in fields_of_event(kind):
        return tr("Everyone who can take part")
    return tr("Nobody")


_MOST = {"at": 40, "what": 120, "state": 80}
_HINTS = {"at": "day 3 12:00-13:00"}


def _of_the_town(scenario: Scenario) -> Mapping[str, Mapping[str, str]]:
    """Return the labels of a town's places and objects by their paths, by the fields that take one."""
    return {"where": places_of(scenario), "object": _objects_of(scenario)}


def _objects_of(scenario: Scenario) -> Mapping[str, str]:
    """Return the labels of a town's objects by their paths."""
    return {
        thing.path: shorten(f"{thing.name} · {place_words(room.path)}", 70)
        for place in scenario.places
        for room in place.rooms
        for thing in room.things
    }
