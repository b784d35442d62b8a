"""A person drafted by a served model: the cost first, then a draft of which each part can be left out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TypeAlias

import streamlit as st

from engine.api.proposing.drafting import Drafted, Drafting, Part, draft_cost
from engine.errors import TownwrightError
from studio import session
from studio.basics.text import escape_md, plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_n
from studio.frame.page import complain, watched
from studio.models.forecasts import question_cost_words

BY_RULE = ""
Words: TypeAlias = tuple[str, str, str, str]  # the name, who it is, the home, and by which profile
UnderWay: TypeAlias = tuple[str, Words, Drafting]  # in which town, of which words
_UNDER_WAY, _BEGAN = "sentence-under-way", "sentence-began"
_EVERY, _AT_ONCE = 1.0, 0.3  # seconds between two looks, and for which the first one waits
_FIELDS = {
    "age": marked("**Age**: {says}"),
    "pronouns": marked("**Pronouns**: {says}"),
    "traits": marked("**Trait**: {says}"),
    "seed": marked("**Memory**: {says}"),
    "currently": marked("**Current situation**: {says}"),
    "register": marked("**Speaking style**: {says}"),
    "says": marked("**Saying**: {says}"),
}


def drafter(name: str) -> str:
    """Draw the choice of who drafts, if there are served models; return the profile, "" for drafting by
    rule.
    """
    profiles = session.workspace().models.profiles()
    if not profiles:
        return BY_RULE
    return str(
        st.selectbox(
            tr("Drafted by"), [BY_RULE, *profiles], key=f"sentence-by-{name}",
            format_func=lambda one: tr("Model {model}", model=one) if one else tr("Rules (free)"),
        )
    )  # fmt: skip


def drafted_by_model(name: str, called: str, said: str, home: str, profile: str) -> None:
    """Show what it may cost, start the draft if the user agrees, and keep it while the dialog is open; a
    draft being written can be stopped.
    """
    try:
        cost = draft_cost(session.workspace(), name, called, said, profile)
    except TownwrightError as error:
        complain(tr_error(error))
        return
    plain(
        tr(
            "{cost}. The server receives this text, the summary of the town, and the names of its "
            "people and places.",
            cost=question_cost_words(cost),
        ),
        muted=True,
        small=True,
    )
    words = (called, said, home, profile)
    failed, why = session.recalled(f"sentence-failed-{name}", (None, ""))
    if failed == words:
        complain(why)
    under_way: UnderWay | None = session.recalled(_UNDER_WAY, None)
    if under_way is not None and under_way[:2] == (name, words):
        drafting = under_way[2]
        watched(lambda: _progress(name, words, drafting), every=_EVERY if drafting.is_going_on else None)
        return
    st.button(
        tr("Ask {model}", model=escape_md(profile)), key=f"sentence-pay-{name}", icon=":material/send:",
        on_click=_begin, args=(name, words),
    )  # fmt: skip


def _begin(name: str, words: Words) -> None:
    let_go()
    session.remember(f"sentence-failed-{name}", (None, ""))
    called, said, home, profile = words
    drafting = Drafting(session.workspace(), name, called, said, profile, home)
    session.remember(_UNDER_WAY, (name, words, drafting))
    session.remember(_BEGAN, time.monotonic())
    drafting.wait(_AT_ONCE)


def let_go() -> None:
    """Stop a draft that a model is still writing; nothing of it is kept."""
    under_way: UnderWay | None = session.recalled(_UNDER_WAY, None)
    if under_way is not None:
        under_way[2].stop()
        session.remember(_UNDER_WAY, None)


def _progress(name: str, words: Words, drafting: Drafting) -> None:
    """Draw how long a model has been writing, with a stop button; keep the draft once it is finished."""
    if drafting.is_going_on:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            seconds = int(time.monotonic() - session.recalled(_BEGAN, 0.0))
            plain(
                tr_n(
                    "The model has been writing for one second",
                    "The model has been writing for {n} seconds",
                    seconds,
                )
            )
            st.button(
                tr("Stop"), key=f"sentence-stop-{name}", icon=":material/stop:", on_click=let_go,
                help=tr("Stops the model and discards the draft"),
            )  # fmt: skip
        return
    session.remember(_UNDER_WAY, None)
    try:
        found = drafting.ending
    except TownwrightError as error:
        session.remember(f"sentence-failed-{name}", (words, tr_error(error)))
    else:
        if found is not None:
            session.remember(f"sentence-drafted-{name}", (*words, found))
    st.rerun()


def draft_kept(name: str, called: str, said: str, home: str, profile: str) -> Drafted | None:
    """Return the draft made from these words, or None."""
    kept = session.recalled(f"sentence-drafted-{name}", None)
    return kept[4] if kept is not None and kept[:4] == (called, said, home, profile) else None


def parts_taken(name: str, drafted: Drafted) -> Sequence[Part]:
    """Draw each part of a draft with a checkbox, and return the chosen parts."""
    plain(
        tr("Clear the parts you do not want to add. You can change everything later."), muted=True, small=True
    )
    return [
        part
        for number, part in enumerate(drafted.parts)
        if st.checkbox(
            tr(_FIELDS[part.field], says=escape_md(part.says)), value=True,
            key=f"sentence-part-{name}-{number}-{part.field}",
        )
    ]  # fmt: skip
