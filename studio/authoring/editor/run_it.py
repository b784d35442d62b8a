"""Run it: the button that creates a run of a town and opens it on the stage."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import cognition
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, dialog, go_button, is_open, open_dialog
from studio.frame.page import STAGE, in_plain_words
from studio.frame.towns import read_draft, read_saved
from studio.models.thinkers import who_thinks

RUN = "run"


def run_button(name: str) -> None:
    """Draw the button that runs a town as it stands here."""
    st.button(
        tr("Run it"),
        icon=":material/play_arrow:",
        key=f"run-{name}",
        type="tertiary",
        on_click=open_dialog,
        args=(RUN, name),
        help=tr("Starts a run of this town as it is now and opens the Stage page"),
    )
    if is_open(RUN) == name:
        run_it(name)


@dialog(marked("Run this town"), icon=":material/play_arrow:")
def run_it(name: str) -> None:
    """Create a run and go to the stage."""
    workspace = session.workspace()
    waits = bool(workspace.scenarios.drafts.of(name))
    scenario, checked = read_draft(workspace, name)
    if waits and checked.errors:
        waits = False
        scenario, checked = read_saved(workspace, name)
        plain(tr("Your unsaved changes have errors, so the last saved version is run."), muted=True)
    if checked.errors:
        plain(tr("The scenario has errors. Fix them first under World and Personas."))
        return
    plain(
        tr(
            "A run is one simulation of {town}. The same seed always gives the same days.", town=scenario.town
        ),
        muted=True,
    )
    if waits:
        plain(tr("Your unsaved changes are saved as a new version first."), muted=True)
    model = who_thinks(name, scenario)
    with st.form("run-it", border=False):
        called = st.text_input(
            tr("Run name"), key="run-it-name", value=shorten(scenario.town, 60), max_chars=80
        )
        seed = st.number_input(
            tr("Random seed"),
            key="run-it-seed",
            min_value=0,
            max_value=2**53 - 1,
            value=scenario.seed,
            step=1,
        )
        go = go_button(tr("Create run"), icon=":material/play_arrow:", key="run-it-go")
    if go:
        with in_plain_words():
            if waits:
                workspace.scenarios.save_all(name)
            run = workspace.runs.new(name, seed=int(seed), name=called, model=model)
            session.choose_run(run.row.id)
            close_dialog()
            st.switch_page(STAGE)
    settings, setting, held = cognition(scenario.cognition).model_dump(), tr("Setting"), tr("Value")
    table_twin(
        [{setting: key, held: str(value)} for key, value in settings.items()],
        key="run-settings",
        label=tr("Cognition settings"),
    )
