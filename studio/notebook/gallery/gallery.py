"""The gallery: every notebook of the workspace, the bundled lessons, and what makes a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.talk import about
from engine.notebook.parts import Front, Notebook
from engine.notebook.showing.page import level_words
from engine.notebook.starter import lesson_languages, lesson_text
from studio import session
from studio.basics.text import escape_md, plain, shorten, time_words
from studio.catalogue.read import LANGUAGES
from studio.catalogue.tr import reads, tr, tr_in, tr_n, tr_worded
from studio.frame.empty import empty
from studio.frame.page import in_plain_words
from studio.frame.towns import titles
from studio.notebook.gallery.cleaning import clean_button
from studio.notebook.gallery.new_notebook import take_lesson
from studio.notebook.writing import FOLDER, notebooks_of, open_notebook, parsed, take_away

_GONE = "notebook-gone"


def gallery() -> None:
    """Draw the notebooks and the lessons."""
    workspace = session.workspace()
    called = titles(workspace)
    found = {name: notebooks_of(workspace, name) for name in workspace.scenarios.names()}
    first = session.town()
    order = sorted(found, key=lambda name: name != first)
    _undo_removal()
    if not any(found.values()):
        empty(
            tr(
                "A notebook is a document with cells that simulate days, ask questions and collect "
                "predictions. Open a copy of a lesson below, or create a notebook with the button "
                "above."
            ),
            title=tr("No notebooks yet"),
            icon=":material/book_4:",
            key="no-notebook",
        )
    for scenario in order:
        for name, text in found[scenario].items():
            _card(scenario, called[scenario], name, parsed(text))
    if not workspace.read_only:
        with st.container(horizontal=True, gap="small", key="tw-nb-gallery-foot"):
            _removed(order)
            clean_button()
    st.subheader(tr("Lessons"), anchor=False)
    plain(
        tr("Opening a lesson creates a copy that you can change, and adds its town if it is missing."),
        muted=True,
    )
    every = tuple(lesson_languages().values())
    for row in range(0, len(every), 2):
        for column, versions in zip(st.columns(2, gap="medium"), every[row : row + 2], strict=False):
            with column:
                _lesson(versions, called)


def _card(scenario: str, town: str, name: str, notebook: Notebook) -> None:
    key = f"{scenario}-{name}"
    front = notebook.front
    draft = session.workspace().scenarios.drafts.of(scenario).get(f"{FOLDER}{name}.town.md")
    with st.container(border=True, key=f"tw-nb-book-{key}", gap="xsmall"):
        st.subheader(escape_md(shorten(front.title or name, 90)), anchor=False)
        count = len(notebook.cells)
        facts = [
            *_lesson_facts(front), shorten(town, 40), tr_n("{n} cell", "{n} cells", count), name,
            tr("edited {when}, not saved", when=time_words(draft.saved)) if draft is not None else "",
            tr("problems: {n}", n=len(notebook.faults)) if notebook.faults else "",
        ]  # fmt: skip
        plain(" · ".join(filter(None, facts)), muted=True, small=True)
        if front.lesson is not None and front.lesson.goals:
            plain(shorten(front.lesson.aims[0], 160), small=True)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button(
                tr_in("button", "Open"), key=f"nb-open-{key}", type="primary", icon=":material/book_4:",
                on_click=open_notebook, args=(scenario, name),
            )  # fmt: skip
            st.download_button(
                tr("Download"), data=notebook.text.encode(), file_name=f"{name}.town.md",
                mime="text/markdown", key=f"nb-get-{key}", icon=":material/download:", type="tertiary",
                on_click="ignore",
            )  # fmt: skip
            if not session.workspace().read_only:
                st.button(
                    tr("Delete"), key=f"nb-drop-{key}", icon=":material/delete:", type="tertiary",
                    on_click=_drop, args=(scenario, name), help=tr("You can restore it later"),
                )  # fmt: skip


def _drop(scenario: str, name: str) -> None:
    take_away(scenario, name)
    session.remember(_GONE, (scenario, name))


def _undo_removal() -> None:
    scenario, name = session.recalled(_GONE, ("", ""))
    if not name:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tw-nb-gone"):
        plain(tr("{name} was deleted.", name=shorten(name, 60)))
        st.button(
            tr("Restore"),
            key="nb-back",
            icon=":material/undo:",
            on_click=_bring_back,
            args=(scenario, name),
        )


def _bring_back(scenario: str, name: str) -> None:
    workspace, path = session.workspace(), f"{FOLDER}{name}.town.md"
    session.remember(_GONE, ("", ""))
    version = workspace.scenarios.removed(scenario, FOLDER).get(path)
    if version is not None:
        workspace.scenarios.restore(scenario, version, path)


def _removed(scenarios: Sequence[str]) -> None:
    """Draw the way back to every notebook that was deleted."""
    workspace = session.workspace()
    gone = [(one, path) for one in scenarios for path in workspace.scenarios.removed(one, FOLDER)]
    if not gone:
        return
    with st.popover(tr("Deleted · {n}", n=len(gone)), icon=":material/history:", type="tertiary"):
        for scenario, path in gone:
            name = path.removeprefix(FOLDER).removesuffix(".town.md")
            st.button(
                tr(
                    "Restore {name} of {town}",
                    name=escape_md(shorten(name, 40)), town=escape_md(shorten(scenario, 30)),
                ),
                key=f"nb-return-{scenario}-{name}", type="tertiary",
                on_click=_bring_back, args=(scenario, name),
            )  # fmt: skip


def _lesson_facts(front: Front) -> tuple[str, ...]:
    """Return how long a lesson takes and for whom it is; nothing of a notebook that is no lesson."""
    about = front.lesson
    if about is None:
        return ()
    minutes = tr("{n} minutes", n=about.minutes) if about.minutes else ""
    return minutes, shorten(tr_worded(level_words(about.level)), 60)


def _lesson(versions: Mapping[str, str], called: Mapping[str, str]) -> None:
    """Draw the card of a lesson: in the reader's language if there is such a version, else in its first."""
    language = reads() if reads() in versions else next(iter(versions))
    name = versions[language]
    front = parsed(lesson_text(name)).front
    with st.container(border=True, key=f"tw-nb-lesson-{name}", gap="xsmall", height="stretch"):
        st.markdown(f"**{escape_md(front.title or name)}**")
        facts = [*_lesson_facts(front), called.get(front.town, front.town), tr(about(language).name)]
        plain(" · ".join(filter(None, facts)), muted=True, small=True)
        if front.lesson is not None and front.lesson.goals:
            plain(front.lesson.aims[0], small=True)
        if session.workspace().read_only:
            return
        with st.container(horizontal=True, gap="small"):
            _copy_button(name, tr("Open a copy"), ":material/school:")
            for other, version in versions.items():
                if other != language:
                    _copy_button(version, LANGUAGES.get(other, other), ":material/translate:")


def _copy_button(name: str, label: str, icon: str) -> None:
    if st.button(label, key=f"nb-lesson-{name}", icon=icon):
        with in_plain_words():
            scenario, copy = take_lesson(name)
            open_notebook(scenario, copy)
            st.rerun()
