"""The scenario notebook: the gallery of all notebooks, or the one that the address line names."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.head import open_page
from studio.notebook.desk import notebook_desk
from studio.notebook.gallery.gallery import gallery
from studio.notebook.gallery.new_notebook import new_buttons
from studio.notebook.looking import look_switch
from studio.notebook.slides import asks_for_notes, speaker_notes
from studio.notebook.writing import notebooks_of, open_desk, open_notebook


def main() -> None:
    """Draw the page."""
    bar = open_page(
        marked("Notebook"),
        lead=tr(
            "An experiment or a lesson written as text, with cells that simulate days, ask questions and "
            "collect predictions."
        ),
        words=("notebook", "cell"),
        about="scenario",
    )
    asked = session.linked("notebook")
    found = _found(asked) if asked else None
    if asked and found is None:
        plain(tr("This workspace has no notebook {name!r:.80}.", name=asked), muted=True)
    if found is None:
        if not session.workspace().read_only and not session.presents():
            with bar:
                new_buttons()
        gallery()
        return
    if not session.presents():
        with bar:
            look_switch()
            st.button(
                tr("All notebooks"), key="nb-all", icon=":material/menu_book:", type="tertiary",
                on_click=open_notebook, args=(None, None),
            )  # fmt: skip
    if asks_for_notes():
        speaker_notes(open_desk(*found))
    else:
        notebook_desk(*found)


def _found(asked: str) -> tuple[str, str] | None:
    """Return the scenario and the name of a notebook: of the town looked at, else of any that has it."""
    workspace = session.workspace()
    current = session.town()
    names = sorted(workspace.scenarios.names(), key=lambda name: name != current)
    town = next((name for name in names if asked in notebooks_of(workspace, name)), None)
    if town is None:
        return None
    if town != current:
        session.choose_town(town)
    return town, asked


main()
