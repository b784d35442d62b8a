"""The templates as small cards: the kind of town, its people, and the button to begin from it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.scenarios import Template, templates
from studio import session
from studio.basics.text import plain, shorten, shown, story
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, go_button, open_dialog
from studio.frame.page import WORLD, in_plain_words
from studio.frame.towns import counts_words
from studio.town.town_card import cast_row, town_emoji

_A_ROW = 3
_USUALLY = 6  # templates that are shown before anybody asks for all
_TOLD = (  # what the engine says of its templates: what each is, and what it shows
    marked("An empty square"),
    marked("The smallest town that works. You can change all of it in an hour."),
    marked("A school"),
    marked("People meet where their daily routines overlap."),
    marked("A ship"),
    marked("A small world that nobody can leave."),
    marked("A village with a crime"),
    marked("A mystery: everyone knows only some of the facts."),
    marked("An office"),
    marked("Opening hours, small rooms and things that break."),
    marked("A family"),
    marked("Relationships that differ in each direction."),
    marked("A market town"),
    marked("Needs: everyone lacks something that someone else has."),
    marked("A royal court"),
    marked("Voices: six people say the same thing in six ways."),
    marked("A space station"),
    marked("Objects with states, and what people do when one is urgent."),
    marked("A Chinese courtyard · 四合院"),
    marked("How a town is written in Chinese. 中文的小镇怎么写。"),
)


def template_cards(words: str) -> int:
    """Draw the templates that match all of some words; return their number."""
    found = [one for one in templates() if one.says(words)]
    if not found:
        return 0
    st.subheader(tr("Start from a template"), anchor=False)
    plain(
        tr(
            "Small towns of many kinds, with comments that explain how they are made. You work on your "
            "own copy."
        ),
        muted=True,
    )
    every = bool(words) or session.recalled("templates-all", False)
    _grid(found if every else found[:_USUALLY])
    if not every and len(found) > _USUALLY:
        st.button(
            tr("Show all {n} templates", n=len(found)), key="templates-all", icon=":material/expand_more:",
            on_click=session.remember, args=("templates-all", True),
        )  # fmt: skip
    return len(found)


def _grid(found: Sequence[Template]) -> None:
    for row in range(0, len(found), _A_ROW):
        for column, template in zip(
            st.columns(_A_ROW, gap="medium"), found[row : row + _A_ROW], strict=False
        ):
            with column:
                _card(template)


def _card(template: Template) -> None:
    scenario = template.scenario
    with st.container(border=True, key=f"template-{template.id}", height="stretch"):
        with st.container(height="stretch", gap="small"):
            plain(tr(template.kind), muted=True, small=True)
            st.html(
                f'<div class="tw-title"><span class="tw-big">{shown(town_emoji(scenario))}</span>'
                f"<span>{shown(scenario.town)}</span></div>"
            )
            story(shorten(scenario.summary, 220), "small")
            cast_row(scenario)
            plain(tr("What it shows: {lesson}", lesson=tr(template.teaches)), small=True)
            plain(counts_words(scenario), muted=True, small=True)
        st.button(
            tr("Use template"), key=f"use-{template.id}", icon=":material/add_home:",
            on_click=open_dialog, args=("template", template.id),
        )  # fmt: skip


def begin_from(template: str) -> None:
    """Draw a dialog that copies a template under a new name, and opens the copy for editing."""
    title = tr("Start from a template")
    st.dialog(title, icon=":material/add_home:", on_dismiss=close_dialog)(_begin_from)(template)


def _begin_from(template: str) -> None:
    chosen = next((one for one in templates() if one.id == template), None)
    if chosen is None:
        plain(tr("This template does not exist. Choose another one."))
        return
    plain(
        tr(
            "{kind}. The town's own name, {town}, is part of its text; you can change it there.",
            kind=tr(chosen.kind),
            town=chosen.scenario.town,
        ),
        muted=True,
    )
    with st.form("from-template", border=False):
        called = st.text_input(
            tr("Name"), key=f"template-name-{template}", max_chars=80,
            value=_free(chosen.scenario.town),
        )  # fmt: skip
        go = go_button(tr("Create"), key="template-make")
    if go:
        with in_plain_words():
            made = session.workspace().scenarios.new_from_template(called, template)
            session.choose_town(made.scenario)
            close_dialog()
            st.switch_page(WORLD)


def _free(name: str) -> str:
    """Return a name that no scenario has yet."""
    scenarios = session.workspace().scenarios
    taken = {*scenarios.names(), *scenarios.hidden()}
    tried = [name, *(f"{name} {n}" for n in range(2, len(taken) + 3))]
    return next(one for one in tried if one not in taken)
