"""The form of the whole town: its name, summary, first day, facts, events, intentions and fragments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import streamlit as st

from engine.api.scenarios import TOWN_FILE, said_in, understood_facts
from engine.api.writing.edits import Add, Remove, SetField
from engine.errors import BadInput
from engine.records import AgentId, Scenario
from studio import session
from studio.authoring.forms.events_form import events_form
from studio.authoring.forms.fields import (
    Form,
    heading,
    icon_button,
    make,
    number_field,
    row,
    text_field,
    words_field,
)
from studio.authoring.forms.fragments import fragments_section
from studio.authoring.forms.intends_form import intends_form
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import reads, tr, tr_error, tr_worded

_MOST_PILLS = 40  # people of a town, beyond which they are looked for by name
_NEWS = marked("news that people may pass on; it asks nobody to do anything")


def town_form(name: str, scenario: Scenario) -> None:
    """Draw the form, over the file as it stands."""
    text = session.workspace().scenarios.drafts.files(name).get(TOWN_FILE, "")
    try:
        form = Form(name, TOWN_FILE, said_in(text, TOWN_FILE))
    except BadInput as error:
        plain(
            tr("Fix the text to see the form again: {error}.", error=tr_error(error)),
            muted=True,
        )
        return
    text_field(form, tr("Town name"), ("town",), most=80)
    about = tr("What the town is like and what is about to happen")
    text_field(form, about, ("summary",), most=4_000, tall=True)
    language, starts, seed = st.columns(3, gap="small")
    with language:
        tags = tr("en, zh or another language tag.")
        text_field(form, tr("Language"), ("language",), most=20, hint="en", help=tags)
    with starts:
        text_field(form, tr("Date of day 1"), ("starts",), most=10, hint="2026-03-02")
    with seed:
        number_field(form, tr("Random seed"), ("seed",), 0, 0, 2**53 - 1)
    _facts(form, scenario)
    events_form(form, scenario)
    intends_form(form, scenario)
    fragments_section(form, scenario)


def _facts(form: Form, scenario: Scenario) -> None:
    names = {persona.id: persona.name for persona in scenario.personas}
    taken = _taken(form, scenario)
    heading(tr("Facts: what people tell each other"))
    facts = form.items(("facts",))
    if not facts:
        plain(
            tr("No facts yet. A fact is one sentence; people who know it may tell it to others."), muted=True
        )
    for number, _ in enumerate(facts):
        path = ("facts", number)
        with st.container(border=True, gap="xsmall"):
            with row(form, path):
                label = tr("Fact {n}", n=number + 1)
                text_field(form, label, (*path, "text"), most=1_000, tall=True, hidden=True)
                icon_button(
                    tr("Remove fact {n}", n=number + 1), "close", f"{form.key(path)}-away", form,
                    Remove(file=form.file, path=path),
                )  # fmt: skip
            for words in taken.get(form.text((*path, "id")), ()):
                plain(f"→ {words}", muted=True, small=True)
            _known_by(form, number, names)
            again = tr("Key words")
            words_field(form, again, (*path, "key_words"), tr("Type to add"))
    key = f"form-{form.name}-{form.file}-facts-new"
    st.text_input(
        tr("New fact"), key=key, max_chars=1_000, label_visibility="collapsed",
        placeholder=tr("New fact: one sentence with names, a place, a day and a time"),
        on_change=_add_fact, args=(form, key),
    )  # fmt: skip


def _known_by(form: Form, number: int, names: Mapping[AgentId, str]) -> None:
    """Draw who knows a fact: everybody as a toggle button."""
    path = ("facts", number, "known_by")
    key, known = form.key(path), [str(one) for one in form.items(path)]
    session.follow_widget(key, known)
    options = [*names, *(one for one in known if one not in names)]
    label = tr("Who knows it at the start")

    def called(one: str) -> str:
        return escape_md(shorten(names.get(one) or tr("{name} (not found)", name=one), 40))

    if len(options) > _MOST_PILLS:
        st.multiselect(
            label, options, key=key, format_func=called, placeholder=tr("Nobody"),
            on_change=_known, args=(form, number, key),
        )  # fmt: skip
    else:
        st.pills(
            label, options, selection_mode="multi", key=key, format_func=called,
            on_change=_known, args=(form, number, key),
        )  # fmt: skip


def _taken(form: Form, scenario: Scenario) -> Mapping[str, Sequence[str]]:
    """Return for each fact, by id, the ways it is understood and the names of those who understand it so."""

    def understood() -> Mapping[str, Sequence[str]]:
        names = {persona.id: persona.called or persona.name for persona in scenario.personas}
        by_words: dict[str, dict[str, list[str]]] = {}
        for fact, sentence in understood_facts(scenario):
            for words in map(tr_worded, sentence.words) if sentence.asks else (tr(_NEWS),):
                by_words.setdefault(fact, {}).setdefault(words, []).append(names[sentence.agent])
        return {fact: tuple(_by_whom(found)) for fact, found in by_words.items()}

    key = ("facts understood in drafts", form.name, reads())
    return session.workspace().store.unchanged(key, understood)


def _by_whom(found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the ways a fact is understood; with the names if there is more than one."""
    for words, whom in found.items():
        yield (
            words
            if len(found) == 1
            else tr("{words} ({names})", words=words, names=with_commas(dict.fromkeys(whom)))
        )


def _known(form: Form, number: int, key: str) -> None:
    if session.is_echo(key):
        return
    there = [str(one) for one in form.items(("facts", number, "known_by"))]
    now = list(st.session_state[key])
    value = [*(one for one in there if one in now), *(one for one in now if one not in there)]
    make(form, SetField(file=form.file, path=("facts", number, "known_by"), value=value))


def _add_fact(form: Form, key: str) -> None:
    sentence = " ".join(session.widget_value(key).split())
    if not sentence:
        return
    taken = {form.text(("facts", number, "id")) for number, _ in enumerate(form.items(("facts",)))}
    called = next(f"fact-{n}" for n in range(1, len(taken) + 2) if f"fact-{n}" not in taken)
    if make(form, Add(file=form.file, path=("facts",), value={"id": called, "text": sentence})):
        st.session_state[key] = ""
