"""Fragments in forms: which of them a person includes, and what each says, over the town's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.scenarios import TOWN_FILE, said_at, said_in, seed_changed, seed_of
from engine.api.writing.edits import Edit, RemoveFragment, RenameFragment, Said, SetField, including
from engine.errors import BadInput
from engine.records import Scenario
from studio import session
from studio.authoring.forms.fields import (
    Form,
    add_button,
    heading,
    icon_button,
    make,
    row,
    row_buttons,
    text_field,
    words_field,
)
from studio.basics.rooms import place_words
from studio.basics.text import plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_HELP = marked("A fragment holds what several people have in common. You write it once, in the town form.")


def includes_field(form: Form) -> None:
    """Draw the fragments of the town that a person includes, with the content of each."""
    fragments = _fragments(session.workspace().scenarios.drafts.files(form.name))
    chosen = [str(one) for one in form.items(("includes",))]
    if not fragments and not chosen:
        return
    key = form.key(("includes",))
    session.follow_widget(key, chosen)
    st.multiselect(
        tr("Included fragments"), [*fragments, *(one for one in chosen if one not in fragments)], key=key,
        format_func=lambda one: shorten(one if one in fragments else tr("{name} (not found)", name=one), 40),
        placeholder=tr("None"), help=tr(_HELP), on_change=_included, args=(form, key),
    )  # fmt: skip
    for name in chosen:
        if name in fragments:
            said = tr("{name}: {gist}", name=shorten(name, 40), gist=_gist(fragments[name]))
            plain(said, muted=True, small=True)


def fragments_section(form: Form, scenario: Scenario) -> None:
    """Draw the fragments of a town: their content, who includes them, and a field to add one."""
    heading(tr("Fragments: what several people have in common"))
    files = session.workspace().scenarios.drafts.files(form.name)
    fragments = _fragments(files)
    if not fragments:
        plain(
            tr(
                "No fragments yet. A fragment can be a choir, a crew or a faith. Name one here, then "
                "choose it in a person's form."
            ),
            muted=True,
        )
    for name in fragments:
        names = [_called(scenario, agent) for agent in including(files, name)]
        many = f" · {len(names)}" if names else ""
        with st.expander(f"{shorten(name, 40)}{many}", key=form.key(("fragments", name), "open")):
            _fragment(form, scenario, name, names)
    key = f"form-{form.name}-{form.file}-fragments-new"
    st.text_input(
        tr("New fragment"), key=key, max_chars=80, label_visibility="collapsed",
        placeholder=tr("Name of the new fragment, for example, choir"), on_change=_added, args=(form, key),
    )  # fmt: skip


def _fragment(form: Form, scenario: Scenario, name: str, names: Sequence[str]) -> None:
    path = ("fragments", name)

    def renamed(text: str) -> Edit:
        return RenameFragment(fragment=name, name=text)

    with row(form, path):
        text_field(form, tr("Fragment name"), path, most=80, change=renamed, says=name)
        icon_button(
            tr("Remove the fragment {name}", name=name), "close", f"{form.key(path)}-away", form,
            RemoveFragment(fragment=name),
        )  # fmt: skip
    who = with_commas(shorten(one, 40) for one in names)
    plain(tr("Included by {who}.", who=who) if who else tr("Nobody includes it yet."), muted=True, small=True)
    words_field(form, tr("Traits"), (*path, "traits"), tr("Type to add"))
    _memories(form, path)
    plain(tr("Lines of the usual day"), muted=True, small=True)
    for number, _ in enumerate(form.items((*path, "routine"))):
        with row(form, (*path, "routine", number)):
            label = tr("Line {n} of {name}", n=number + 1, name=name)
            text_field(form, label, (*path, "routine", number), most=300, hidden=True)
            row_buttons(
                form, (*path, "routine"), number, name=name,
                up=marked("Move line {n} of {name} up"), away=marked("Remove line {n} of {name}"),
            )  # fmt: skip
    rooms = {room.path: place_words(room.path) for place in scenario.places for room in place.rooms}
    line = f"19:00 meet @ {next(iter(rooms), '')}".rstrip(" @")
    add_button(form, (*path, "routine"), tr("Add a line"), line)
    _choices(form, (*path, "knows"), tr("Places they also know"), rooms)
    _choices(form, (*path, "facts"), tr("Facts they know"), {one.id: one.text for one in scenario.facts})


def _memories(form: Form, path: tuple[str, ...]) -> None:
    seed_path = (*path, "seed")
    seed = seed_of(form.at(seed_path))
    plain(
        tr("First memories; $name stands for each person who includes the fragment"), muted=True, small=True
    )
    for number, statement in enumerate(seed):
        key = f"{form.key((*seed_path, number))}-{len(seed)}"
        with row(form, (*seed_path, number)):
            session.follow_widget(key, statement)
            st.text_area(
                tr("Memory {n} of {name}", n=number + 1, name=path[1]), key=key, height="content",
                max_chars=1_000, label_visibility="collapsed", on_change=_told,
                args=(form, seed_path, seed, number, key),
            )  # fmt: skip
            icon_button(
                tr("Remove memory {n} of {name}", n=number + 1, name=path[1]), "close", f"{key}-away",
                form, SetField(
                    file=form.file,
                    path=seed_path,
                    value=seed_changed(form.at(seed_path), [*seed[:number], *seed[number + 1 :]]),
                ),
            )  # fmt: skip
    added = form.key(seed_path, "new")
    st.text_input(
        tr("New memory of {name}", name=path[1]), key=added, max_chars=1_000,
        label_visibility="collapsed",
        placeholder=tr("New memory, for example: $name sings alto in the choir"),
        on_change=_told, args=(form, seed_path, [*seed, ""], len(seed), added),
    )  # fmt: skip


def _choices(form: Form, path: tuple[str, ...], label: str, options: Mapping[str, str]) -> None:
    key, chosen = form.key(path), [str(one) for one in form.items(path)]
    session.follow_widget(key, chosen)
    st.multiselect(
        label, [*options, *(one for one in chosen if one not in options)], key=key,
        format_func=lambda one: shorten(options.get(one, one), 60), placeholder=tr("None"),
        on_change=_listed, args=(form, path, key),
    )  # fmt: skip


def _listed(form: Form, path: tuple[str, ...], key: str) -> None:
    make(form, SetField(file=form.file, path=path, value=list(st.session_state[key])))


def _told(form: Form, path: tuple[str, ...], seed: Sequence[str], number: int, key: str) -> None:
    text = session.widget_value(key).strip()
    told = [text if at == number else one for at, one in enumerate(seed)]
    value = seed_changed(form.at(path), [one for one in told if one])
    if make(form, SetField(file=form.file, path=path, value=value), text) and key.endswith("/*new"):
        st.session_state[key] = ""


def _included(form: Form, key: str) -> None:
    make(form, SetField(file=form.file, path=("includes",), value=list(st.session_state[key])))


def _added(form: Form, key: str) -> None:
    name = " ".join(session.widget_value(key).split())
    if not name:
        return
    if form.at(("fragments", name)) is not None:
        st.toast(
            tr("A fragment with this name already exists. Choose another name."), icon=":material/error:"
        )
    elif make(form, SetField(file=form.file, path=("fragments", name), value={"traits": []}), name):
        st.session_state[key] = ""


def _fragments(files: Mapping[str, str]) -> Mapping[str, Said]:
    """Return the fragments in the town's file; empty while the file cannot be read."""
    try:
        found = said_at(said_in(files.get(TOWN_FILE, ""), TOWN_FILE), ("fragments",))
    except BadInput:
        return {}
    return found if isinstance(found, Mapping) else {}


def _gist(fragment: Said) -> str:
    """Return the content of a fragment in one line."""
    traits, routine = said_at(fragment, ("traits",)), said_at(fragment, ("routine",))
    parts = [
        with_commas(str(one) for one in traits) if isinstance(traits, list) else "",
        *seed_of(said_at(fragment, ("seed",))),
        *(str(one) for one in (routine if isinstance(routine, list) else ())),
    ]
    return shorten(tr("; ").join(part for part in parts if part) or tr("no content yet"), 160)


def _called(scenario: Scenario, agent: str) -> str:
    return next((one.name for one in scenario.personas if one.id == agent), agent)
