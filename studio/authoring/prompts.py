"""Prompts: the texts sent to a language model, in the default wording or the author's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.api.prompts import PURPOSES, Wording
from studio import session
from studio.authoring.prompt_words import prompt_title
from studio.authoring.wording import look_at_wording, write_wording
from studio.basics.table import table_twin
from studio.basics.text import plain
from studio.basics.turning import turn_through
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.head import open_page
from studio.frame.page import the_town


def main() -> None:
    """Draw the page."""
    bar = open_page(
        marked("Prompts"),
        lead=tr(
            "What a language model is asked, in the default wording or yours. The rehearsal model "
            "does not read these texts."
        ),
        about="scenario",
    )
    name = the_town()
    every = session.workspace().scenarios.wordings.of(name)
    with bar:
        chosen = _pick(name, every)
    plain(tr_worded(PURPOSES[chosen.name]))
    left, right = st.columns([6, 5], gap="large")
    with left:
        write_wording(name, chosen)
    with right:
        look_at_wording(name, chosen)
    table_twin([_row(each) for each in every], key=f"prompts-{name}", label=tr("Purpose of each prompt"))


def _pick(name: str, every: Sequence[Wording]) -> Wording:
    by_name = {each.name: each for each in every}
    wanted = session.recalled(f"prompt-{name}", every[0].name)
    chosen = turn_through(
        tr("Prompt"),
        {each.name: _label(each) for each in every},
        wanted if wanted in by_name else every[0].name,
        key=f"prompt-pick-{name}",
        on_choice=partial(session.remember, f"prompt-{name}"),
    )
    return by_name[chosen or every[0].name]


def _label(one: Wording) -> str:
    title = prompt_title(one.name)
    return f"{title} · {_state(one)}" if one.is_own else title


def _state(one: Wording) -> str:
    if not one.is_own:
        return tr("default")
    return tr("yours, default changed") if one.default_moved_on else tr("yours")


def _row(one: Wording) -> dict[str, object]:
    return {
        tr("Prompt"): prompt_title(one.name),
        tr("Purpose"): tr_worded(PURPOSES[one.name]),
        tr("Wording"): _state(one),
    }


main()
