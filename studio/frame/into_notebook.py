"""Into a notebook: adds what a page shows as a cell at the end of a notebook about the same town."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from engine.api.models import RECORDED
from engine.api.scenarios import is_scenario_file, notebook_file, notebook_named
from engine.api.workspace import Run
from engine.api.writing.drafts import Typed
from engine.errors import BadInput, worded
from engine.notebook.editing import Piece, with_piece
from engine.notebook.reading.read import notebook_of
from engine.notebook.starter import bare
from studio import session
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words
from studio.pages import file_of

_NEW = ""
_PUT = "put-into-notebook"


Pieces = Callable[[], Piece] | Mapping[str, Callable[[], Piece]]
"""What can be put into a notebook: a piece, or one of several by what each is called."""


def into_notebook(run: Run, piece: Pieces, *, key: str, alone: bool = False) -> None:
    """Draw the button that puts the part above it into a notebook, which the user chooses; for a part that
    stands `alone`, a new notebook is offered first.
    """
    if run.store.read_only or run.row.scenario not in session.workspace().scenarios.names():
        return
    place = st.popover(
        tr("Add to notebook"),
        icon=":material/book_4:",
        type="tertiary",
        key=f"into-{key}",
        on_change="rerun",
        help=tr("Adds a cell that repeats this in the notebook's own run of the town"),
    )
    if place.open:
        with place, in_plain_words():
            _choose(run, piece, key, alone=alone)


def _choose(run: Run, piece: Pieces, key: str, *, alone: bool) -> None:
    town = run.row.scenario
    put: tuple[str, str] = session.recalled(_PUT, ("", ""))
    if put[0] == key:
        plain(tr("Added at the end of {name}.", name=shorten(put[1], 60)))
        if st.button(
            tr("Open the notebook"), key=f"into-open-{key}", type="primary", icon=":material/book_4:"
        ):
            session.remember(_PUT, ("", ""))
            st.switch_page(file_of("notebook"), query_params={"town": town, "notebook": put[1]})
        return
    files = session.workspace().scenarios.drafts.files(town)
    known = [name for path in files if (name := notebook_named(path)) is not None]
    chosen = st.selectbox(
        tr("Choose a notebook"),
        [_NEW, *known] if alone else [*known, _NEW],
        key=f"into-which-{key}",
        format_func=lambda name: shorten(name, 60) or tr("New notebook"),
    )
    called = chosen
    if chosen == _NEW:
        called = st.text_input(tr("Name"), key=f"into-name-{key}", max_chars=60, placeholder="what-i-found")
    if isinstance(piece, Mapping):
        what: str = st.radio(tr("What to add"), list(piece), key=f"into-what-{key}")
        piece = piece[what]
    plain(tr("The notebook repeats this in its own run of the town."), muted=True, small=True)
    if st.button(tr("Add"), key=f"into-put-{key}", type="primary"):
        name = _put(run, piece(), called or "what-i-found", is_new=chosen == _NEW)
        session.remember(_PUT, (key, name))
        st.rerun()


def _put(run: Run, piece: Piece, called: str, *, is_new: bool) -> str:
    """Add a piece at the end of a notebook of a run's town, as its draft; return the notebook's name."""
    workspace, town = session.workspace(), run.row.scenario
    name = "-".join(called.split())
    path = notebook_file(name)
    if not is_scenario_file(path):
        raise BadInput(
            tr("{name} is not a valid notebook name; use letters, digits, - and _", name=f"{called!r:.60}")
        )
    now = workspace.scenarios.drafts.standing(town, path)
    if is_new and now.text is not None:
        raise BadInput(
            tr(
                "there is already a notebook named {name}; choose another name, or add to that notebook",
                name=f"{name!r:.60}",
            )
        )
    brain = "rehearsal" if run.row.model == RECORDED else run.row.model
    before = now.text
    if before is None:
        title = f"What I found in {run.scenario.town}"
        before = bare(run.scenario, town, title=title, seed=run.row.seed, brain=brain)
    text = with_piece(notebook_of(before), piece)
    if now.text is None:
        workspace.scenarios.save_file(town, path, text, worded("new notebook {name}", name=name))
    else:
        writer = session.window()
        typed = Typed(path=path, text=text, writer=writer, seq=now.heard(writer) + 1, on=now.mark)
        workspace.scenarios.drafts.type_in(town, typed)
    return name
