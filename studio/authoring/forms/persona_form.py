"""The form of one person: who they are, their memories, their usual day, and their relationships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.run import Sentence
from engine.api.scenarios import (
    fields_in,
    persona_file,
    said_in,
    seed_changed,
    seed_of,
    understood_in,
)
from engine.api.writing.edits import Edit, RenamePerson, SetField, StateExactly
from engine.errors import BadInput
from engine.records import AgentId, Bond, Scenario
from studio import session
from studio.authoring.forms.day_form import day_form, rooms_of
from studio.authoring.forms.fields import (
    Form,
    add_button,
    choice_field,
    heading,
    icon_button,
    make,
    number_field,
    row,
    row_buttons,
    text_field,
    words_field,
)
from studio.authoring.forms.fragments import includes_field
from studio.authoring.forms.intends_form import intends_form
from studio.authoring.understood.rows import of_memory
from studio.basics.text import plain, shorten, signed
from studio.catalogue.marked import marked
from studio.catalogue.shared_words import PRONOUNS, pronouns_name
from studio.catalogue.tr import tr, tr_error, tr_worded
from studio.intends.doubts import doubts_of

_NO_WORK = marked("No job")


def persona_form(name: str, scenario: Scenario, agent: AgentId) -> None:
    """Draw the form of a person, over their file as it stands."""
    file = persona_file(agent)
    text = session.workspace().scenarios.drafts.files(name)[file]
    try:
        form = Form(name, file, said_in(text, file))
    except BadInput as error:
        plain(
            tr("Fix the text to see the form again: {error}.", error=tr_error(error)),
            muted=True,
        )
        return
    _who(form, scenario, agent)
    _memories(form, scenario, agent)
    intends_form(form, scenario, agent)
    day_form(form, rooms_of(scenario))
    _ties(form, scenario, agent)
    _voice(form)


def _who(form: Form, scenario: Scenario, agent: AgentId) -> None:
    def renamed(text: str) -> Edit:
        return RenamePerson(agent=agent, name=text)

    text_field(
        form, tr("Full name"), ("name",), most=80, change=renamed,
        help=tr("If you change the name, it is updated wherever others mention this person."),
    )  # fmt: skip
    one, two, three, four = st.columns([3, 2, 2, 2], gap="small")
    with one:
        text_field(form, tr("Short name"), ("called",), most=80, hint=tr("first name by default"))
    with two:
        pronouns = {one: pronouns_name(one) for one in PRONOUNS}
        choice_field(form, tr("Pronouns"), ("pronouns",), pronouns, default="they")
    with three:
        number_field(form, tr("Age"), ("age",), 30, 0, 150)
    with four:
        text_field(form, tr("Emoji"), ("emoji",), most=16, hint="🙂")
    words_field(form, tr("Traits"), ("traits",), tr("Type to add"))
    includes_field(form)
    rooms = rooms_of(scenario)
    home, work = st.columns(2, gap="small")
    with home:
        choice_field(form, tr("Home"), ("home",), rooms)
    with work:
        choice_field(form, tr("Work"), ("work",), {"": tr(_NO_WORK), **rooms})
    _known_places(form, scenario)
    text_field(
        form, tr("Current situation"), ("currently",), most=4_000, tall=True,
        help=tr("What this person is up to these days, in the third person."),
    )  # fmt: skip


def _known_places(form: Form, scenario: Scenario) -> None:
    words_field(
        form, tr("Places they know"), ("knows",),
        tr("by default: home, work, daily places and public places"),
        known=[place.name for place in scenario.places],
    )  # fmt: skip


def _memories(form: Form, scenario: Scenario, agent: AgentId) -> None:
    """Draw the first memories, one row each, with the way each is understood."""
    heading(tr("First memories"))
    seed = seed_of(form.at(("seed",)))
    taken = _taken(form, scenario, agent)
    for number, statement in enumerate(seed):
        key = f"{form.key(('seed', number))}-{len(seed)}"
        with row(form, ("seed", number)):
            session.follow_widget(key, statement, typed=True)
            st.text_area(
                tr("Memory {n}", n=number + 1), statement, key=key, height="content",
                label_visibility="collapsed", max_chars=1_000, on_change=_remembered,
                args=(form, seed, number, key),
            )  # fmt: skip
            value = seed_changed(form.at(("seed",)), [*seed[:number], *seed[number + 1 :]])
            icon_button(
                tr("Remove memory {n}", n=number + 1), "close", f"{key}-away", form,
                SetField(file=form.file, path=("seed",), value=value),
            )  # fmt: skip
        _understood(form, of_memory(taken, statement), statement, key)
    if not seed:
        plain(tr("No memories yet. Write what this person knows, wants and hides."), muted=True)
    added = f"form-{form.name}-{form.file}-seed-new"
    st.text_input(
        tr("New memory"), key=added, max_chars=1_000, label_visibility="collapsed",
        placeholder=tr("New memory: a sentence with names, days and times"),
        on_change=_another, args=(form, seed, added),
    )  # fmt: skip


def _understood(form: Form, sentences: Sequence[Sentence], statement: str, key: str) -> None:
    """Draw how a memory is understood, with a button that states all its intentions in fields."""
    words = [tr_worded(words) for sentence in sentences for words in sentence.words]
    fields = [stated for sentence in sentences for stated in sentence.fields]
    asks = any(sentence.asks for sentence in sentences)
    if not asks:
        if not any(sentence.doubts for sentence in sentences):
            plain(tr("→ Background: no intention"), muted=True, small=True)
        doubts_of(sentences)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.container(gap=None):
            for line in words:
                plain(f"→ {line}", muted=True, small=True)
        if fields and all(fields):
            edit = StateExactly(
                file=form.file, memory=statement, intends=tuple(fields_in(stated) for stated in fields)
            )
            icon_button(tr("Write as fields"), "data_object", f"{key}-exact", form, edit)
    doubts_of(sentences)


def _taken(form: Form, scenario: Scenario, agent: AgentId) -> Sequence[Sentence]:
    """Return the understanding of each sentence; empty if there is no such agent."""
    if agent not in [persona.id for persona in scenario.personas]:
        return ()

    def understood() -> Sequence[Sentence]:
        return tuple(understood_in(scenario, agent))

    return session.workspace().store.unchanged(("understood in drafts", form.name, agent), understood)


def _remembered(form: Form, seed: list[str], number: int, key: str) -> None:
    if session.is_echo(key):
        return
    text = session.widget_value(key)
    changed = [*seed]
    changed[number] = text
    _write_seed(form, [one for one in changed if one.strip()], text)


def _another(form: Form, seed: list[str], key: str) -> None:
    text = session.widget_value(key).strip()
    if text and _write_seed(form, [*seed, text], text):
        st.session_state[key] = ""


def _write_seed(form: Form, seed: list[str], typed: str) -> bool:
    value = seed_changed(form.at(("seed",)), seed)
    return make(form, SetField(file=form.file, path=("seed",), value=value), typed)


def _ties(form: Form, scenario: Scenario, agent: AgentId) -> None:
    """Draw a person's relationships, each with how the other feels in return."""
    heading(tr("Relationships to others"))
    others = {one.id: one.name for one in scenario.personas if one.id != agent}
    back = _felt_back(scenario, agent)
    bonds = form.items(("relationships",))
    if bonds:
        st.caption(tr("Closeness ranges from −1 (enemies) to 1 (inseparable)."))
    for number, _ in enumerate(bonds):
        path = ("relationships", number)
        with st.container(border=True, gap="xsmall"):
            with row(form, path):
                choice_field(
                    form, tr("Person in relationship {n}", n=number + 1), (*path, "with"), others, hidden=True
                )
                closeness = tr("Closeness of relationship {n}", n=number + 1)
                number_field(form, closeness, (*path, "closeness"), 0.0, -1.0, 1.0, hidden=True)
                row_buttons(
                    form, ("relationships",), number,
                    up=marked("Move relationship {n} up"), away=marked("Remove relationship {n}"),
                )  # fmt: skip
            kind, hint = tr("Kind of relationship {n}", n=number + 1), tr("friend, rival, …")
            text_field(form, kind, (*path, "as"), most=200, hidden=True, hint=hint)
            other = form.text((*path, "with"))
            plain(_told_back(others.get(other, other), back.get(other)), muted=True, small=True)
    known = {form.text(("relationships", number, "with")) for number, _ in enumerate(bonds)}
    new = next((other for other in others if other not in known), None)
    if new is not None:
        add_button(
            form,
            ("relationships",),
            tr("Add relationship"),
            {"with": new, "as": "acquaintance", "closeness": 0.1},
        )


def _told_back(name: str, bond: Bond | None) -> str:
    """Return in words how another person feels in return."""
    if bond is None:
        return tr("{name} does not list this relationship", name=shorten(name, 40))
    return tr(
        "{name}'s closeness in return: {closeness}, {kind}",
        name=shorten(name, 40),
        closeness=signed(bond.closeness),
        kind=shorten(bond.kind, 40),
    )


def _felt_back(scenario: Scenario, agent: AgentId) -> Mapping[AgentId, Bond]:
    """Return the bonds of others to a person."""
    return {one.id: bond for one in scenario.personas for bond in one.bonds if bond.other == agent}


def _voice(form: Form) -> None:
    heading(tr("Voice"))
    hint = tr("plain, dry, in a hurry, …")
    text_field(form, tr("Speaking style"), ("voice", "register"), most=200, hint=hint)
    says = form.items(("voice", "says"))
    for number, _ in enumerate(says):
        with row(form, ("voice", "says", number)):
            label = tr("Saying {n}", n=number + 1)
            text_field(form, label, ("voice", "says", number), most=200, hidden=True)
            row_buttons(
                form, ("voice", "says"), number,
                up=marked("Move saying {n} up"), away=marked("Remove saying {n}"),
            )  # fmt: skip
    add_button(form, ("voice", "says"), tr("Add a saying"), "That is how it is.")
