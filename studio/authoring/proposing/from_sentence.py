"""A person drafted from a few sentences, by rule or by a model: a proposal to review and accept."""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine.api.proposing.drafting import draft_taken
from engine.api.scenarios import CardIn
from engine.errors import TownwrightError
from engine.records import Scenario
from studio import session
from studio.authoring.proposing.by_model import (
    BY_RULE,
    draft_kept,
    drafted_by_model,
    drafter,
    let_go,
    parts_taken,
)
from studio.authoring.proposing.joining import join
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_worded
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.frame.page import complain, in_plain_words

_SENTENCE = "sentence"
_MOST_LETTERS = 2_000


def sentence_button(name: str) -> None:
    """Draw the button that opens the dialog of a person from sentences."""
    if not asks_for_sentence(name):
        let_go()
    st.button(
        tr("From a sentence"), icon=":material/edit_note:", key=f"sentence-ask-{name}",
        on_click=open_dialog, args=(_SENTENCE, name),
    )  # fmt: skip


def asks_for_sentence(name: str) -> bool:
    """Return whether the dialog of a person from sentences is open for a town."""
    return is_open(_SENTENCE) == name


@dialog(marked("From a sentence"), icon=":material/edit_note:", width="medium")
def sentence_dialog(name: str, scenario: Scenario) -> None:
    """Draw the dialog: ask for the description, show the resulting file, and add the person if accepted."""
    profile = drafter(name)
    if profile == BY_RULE:
        plain(
            tr("Rules read age, pronouns and traits from your text. The rest becomes first memories."),
            muted=True,
        )
    with st.form(f"sentence-form-{name}", border=False):
        called = st.text_input(tr("Full name"), max_chars=80, key=f"sentence-name-{name}")
        said = st.text_area(
            tr("Description of the person"),
            max_chars=_MOST_LETTERS,
            key=f"sentence-said-{name}",
            placeholder=tr("She is a retired postwoman, 70 years old, stubborn and kind. She keeps bees."),
        )
        homes = [room.path for place in scenario.places for room in place.rooms]
        home = st.selectbox(
            tr("Home"),
            ["", *homes],
            format_func=lambda path: (
                shorten(place_words(path), 60) if path else tr("Where the fewest people live")
            ),
            key=f"sentence-home-{name}",
        )
        st.form_submit_button(tr("Draft"), key=f"sentence-draft-{name}")
    if not called.strip() or not said.strip():
        plain(tr("Enter a name and at least one sentence."), muted=True)
        return
    if profile != BY_RULE:
        drafted_by_model(name, called, said, home or "", profile)
        found = draft_kept(name, called, said, home or "", profile)
        if found is None:
            return
        make = partial(draft_taken, session.workspace(), name, found, parts_taken(name, found))
    else:
        make = partial(session.workspace().scenarios.person_from, name, called, said, home or "")
    try:
        drafted = make()
    except TownwrightError as error:
        complain(tr_error(error))
        return
    _review(name, drafted)


def _review(name: str, drafted: CardIn) -> None:
    """Show the resulting file with its problems, and add it if accepted."""
    st.code(drafted.text, language="yaml", height=300, wrap_lines=True)
    for problem in drafted.problems[:5]:
        said = tr(
            "{problem}; {remedy}",
            problem=tr_worded(problem.message),
            remedy=tr_worded(problem.remedy),
        )
        plain(said, muted=True, small=True)
    label = tr("Add {who}", who=escape_md(shorten(drafted.name, 40)))
    if st.button(label, type="primary", key=f"sentence-take-{name}"):
        with in_plain_words():
            join(name, [drafted])
            said = tr("{name} is added as a draft. You can undo this.", name=escape_md(drafted.name))
            st.toast(said)
            close_dialog()
            st.rerun()
