"""Fork: creates a run with the same past up to the moment shown, with the same or another model, and at most
one change.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.api.models import RECORDED, REHEARSAL
from engine.api.workspace import Run
from studio import session
from studio.basics.text import escape_md, shorten
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.moment.moment_bar import model_words
from studio.frame.page import in_plain_words
from studio.pages import file_of
from studio.runs.changing import change_fields
from studio.words.explained import word_help


def name_of_fork(run: Run) -> str:
    """Return the default name of a fork, which differs from its parent's."""
    return tr("{name}, fork", name=shorten(run.row.name, 60))


def fork(run: Run) -> None:
    """Draw the form behind the button, and for a fork the link to its comparison with its parent."""
    menu = f"fork-menu-{run.number}"  # it closes when the fork is looked at
    with st.popover(tr("Fork from here"), icon=":material/fork_right:", type="tertiary", key=menu):
        fork_form(run, run.at(session.minute()).minute)
    if run.row.parent is not None:
        _way_to_the_comparison(run.row.parent)


def fork_form(run: Run, minute: int, *, on_made: Callable[[], None] | None = None) -> None:
    """Draw the form of a fork from a minute on; the new fork is then looked at."""
    st.markdown(tr("From **{moment}** on", moment=escape_md(moment_words(minute))))
    st.caption(word_help("fork"))
    name = st.text_input(tr("Name"), key=f"fork-name-{run.number}", value=name_of_fork(run), max_chars=80)
    model = _who_thinks(run)
    with in_plain_words():
        changes = change_fields(run, tr("Change from there on"), key=f"fork-{run.number}")
        st.caption(tr("To whisper to a person, create the fork first and open Chat."))
        live_on = _as_far(run, minute)
        if st.button(tr("Fork"), type="primary", key=f"fork-go-{run.number}"):
            made = run.fork(minute, name, model, changes)
            if live_on:
                made.start(run.clock)
            if on_made is not None:
                on_made()
            session.choose_run(made.row.id)
            st.rerun()


def _as_far(run: Run, minute: int) -> bool:
    """Draw the choice, and return whether the fork is to live on as far as this run, so that both can be
    compared.
    """
    if minute >= run.clock:
        return False
    return st.checkbox(
        tr("Run to {moment}, where this run is now", moment=escape_md(moment_words(run.clock))),
        key=f"fork-on-{run.number}",
    )


def _way_to_the_comparison(parent: int) -> None:
    other = session.workspace().runs.find(parent).row
    pressed = st.button(
        tr("Compare"),
        key="compare-with-parent",
        icon=":material/compare_arrows:",
        type="tertiary",
        help=tr("Compare with {run}, the original run", run=escape_md(shorten(other.name, 60))),
    )
    if pressed:
        st.switch_page(file_of("runs"), query_params={"section": "compare", "with": other.id})


def _who_thinks(run: Run) -> str:
    """Draw the choice of the model from there on, and return it; "" for the same. Nothing is drawn if there
    is only one.
    """
    profiles = session.workspace().models.profiles()
    if not profiles and run.row.model == REHEARSAL:
        return ""
    words = {
        "": tr("Same model: {model}", model=model_words(run.row.model)),
        REHEARSAL: tr("Rehearsal model"),
    }
    words |= {name: f"{name}: {shorten(profile.model, 40)}" for name, profile in profiles.items()}
    if run.row.model == RECORDED:
        st.caption(tr("The recording ends with this run. To go on after its end, choose another model."))
    chosen: str = st.selectbox(
        tr("Model from there on"),
        list(words),
        format_func=words.__getitem__,
        key=f"fork-model-{run.number}",
    )
    return chosen
