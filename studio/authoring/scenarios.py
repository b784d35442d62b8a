"""Scenarios: every town of the workspace as a card, and the ways to create new ones."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.api.scenarios import Checked, has_words, text_of
from studio import session
from studio.authoring import deleted_towns, gallery
from studio.authoring.editor.editing import count_words
from studio.authoring.editor.way import choose_file, follow_choice
from studio.authoring.importing import import_button, import_dialog
from studio.authoring.template_cards import template_cards
from studio.basics.file_names import in_a_file_name
from studio.basics.text import escape_md, plain, shorten, shown, story
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.dialogs import open_dialog
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.towns import counts_words, read_draft, read_saved, titles
from studio.pages import file_of
from studio.town.town_card import cast_row, mini_map, town_emoji


def main() -> None:
    """Draw the page."""
    with open_page(
        marked("Scenarios"),
        lead=tr("Towns you can run, change and create."),
        words=("scenario",),
        about="scenario",
    ):
        import_button()
        st.button(
            tr("Open a cassette"), icon=":material/voicemail:", key="open-cassette", type="tertiary",
            on_click=open_dialog, args=("cassette",), help=tr("Opens a run that was recorded elsewhere"),
        )  # fmt: skip
        st.button(
            tr("New town"), icon=":material/add_home:", key="new-town", on_click=open_dialog, args=("new",)
        )
    said = session.recalled("gallery-said", "")
    if said:
        st.toast(escape_md(said), icon=":material/check:")
        session.remember("gallery-said", "")
    names = session.workspace().scenarios.names()
    if not names:
        empty(tr("Create or import a town with the buttons above, or start from a template below."),
              title=tr("No towns yet"), key="no-scenario")  # fmt: skip
    deleted_towns.just_deleted()
    words = _looked_for()
    found = [name for name in names if has_words(text_of(read_draft(session.workspace(), name)[0]), words)]
    _cards(found, invited=not words)
    if not words:
        _hidden()
        deleted_towns.deleted_towns()
    if not template_cards(words) and not found:
        empty(tr("No town or template matches {words}. Remove a word or try a shorter one.",
                 words=shorten(words, 60)),
              title=tr("Nothing found"), key="gallery-nothing")  # fmt: skip
    follow_choice()
    gallery.dialogs()
    import_dialog()


def _looked_for() -> str:
    """Draw the search field for towns; return the words in it."""
    return str(
        st.text_input(
            tr("Find a town"),
            key="gallery-find",
            placeholder=tr("Name, kind, person or topic"),
            icon=":material/search:",
            max_chars=80,
        )
    ).strip()


def _cards(names: list[str], *, invited: bool) -> None:
    """Draw towns in two columns; an invitation to create another fills the last gap."""
    called = titles(session.workspace())
    for row in range(0, len(names), 2):
        *taken, free = st.columns(2, gap="medium")
        for column, name in zip([*taken, free], names[row : row + 2], strict=False):
            with column:
                _card(name, called[name])
    if len(names) % 2 and invited:
        with free:
            _invitation()


def _invitation() -> None:
    with st.container(border=True, key="card-invitation", height="stretch", vertical_alignment="center"):
        st.subheader(":material/add_home: " + tr("Create another town"), anchor=False)
        plain(
            tr(
                "Start with a small example, copy a town or a template below, or generate a town from a seed."
            ),
            muted=True,
        )
        st.button(tr("Create a town"), key="new-town-too", on_click=open_dialog, args=("new",))


def _card(name: str, title: str) -> None:
    scenario, checked = read_draft(session.workspace(), name)
    with st.container(border=True, key=f"card-{name}", height="stretch"):
        with st.container(height="stretch"):
            st.html(
                f'<div class="tw-title"><span class="tw-big">{shown(town_emoji(scenario))}</span>'
                f"<span>{shown(shorten(title, 80))}</span></div>"
            )
            if scenario.summary:
                story(shorten(scenario.summary, 320))
            cast_row(scenario)
            mini_map(scenario)
            plain(counts_words(scenario), muted=True)
            saved = _saved(name)
            _state(name, saved, checked)
        _actions(name, saved)


def _saved(name: str) -> Checked:
    """Return the newest version, which is what runs, with its problems."""
    return read_saved(session.workspace(), name)[1]


def _state(name: str, saved: Checked, drafted: Checked) -> None:
    if saved.errors:
        said = tr("{count}. Fix the errors to run this town.", count=count_words(saved.problems))
        st.markdown(f":red[:material/error: {said}]")
    elif saved.warnings:
        st.markdown(f":yellow[:material/warning: {count_words(saved.problems)}]")
    elif saved.notices:
        st.markdown(f":blue[:material/info: {count_words(saved.problems)}]")
    drafts = session.workspace().scenarios.drafts.of(name)
    if not drafts:
        return
    count = tr_n("{n} unsaved draft", "{n} unsaved drafts", len(drafts))
    if saved.errors and not drafted.errors:
        said = tr("{count} without errors; save to run the town", count=count)
    elif drafted.errors and not saved.errors:
        said = tr(
            "{count} with {errors}; runs use the saved version",
            count=count,
            errors=count_words(drafted.errors),
        )
    else:
        said = tr("{count}; only saved versions can run", count=count)
    st.markdown(f":yellow[:material/edit_note: {said}]")


def _actions(name: str, saved: Checked) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if saved.errors:
            first = saved.errors[0]
            st.button(
                tr("Fix"),
                key=f"mend-{name}",
                type="primary",
                icon=":material/build:",
                on_click=choose_file,
                args=(name, first.file, first.line),
            )
        else:
            st.button(
                tr("Run it"),
                key=f"run-{name}",
                type="primary",
                icon=":material/play_arrow:",
                on_click=open_dialog,
                args=("run", name),
            )
        if st.button(tr("Edit"), key=f"edit-{name}", icon=":material/edit:"):
            session.choose_town(name)
            st.switch_page(file_of("world"))
        with (
            st.popover(tr("More"), key=f"more-{name}", icon=":material/more_horiz:", type="tertiary"),
            st.container(gap="xxsmall"),
        ):
            _more(name)


def _more(name: str) -> None:
    style: dict[str, Any] = {"type": "tertiary"}
    for label, page, icon in (
        (marked("Personas"), "personas", "groups"),
        (marked("Prompts"), "prompts", "edit_note"),
    ):
        if st.button(tr(label), key=f"{page}-{name}", icon=f":material/{icon}:", **style):
            session.choose_town(name)
            st.switch_page(file_of(page))
    for label, kind, icon in (
        (marked("Duplicate"), "copy", "content_copy"),
        (marked("Rename"), "rename", "drive_file_rename_outline"),
    ):
        st.button(
            tr(label),
            key=f"{kind}-{name}",
            icon=f":material/{icon}:",
            on_click=open_dialog,
            args=(kind, name),
            **style,
        )
    st.download_button(
        tr("Download as zip"),
        data=lambda: session.workspace().scenarios.export_zip(name),
        file_name=f"{in_a_file_name(name) or 'town'}.zip",
        mime="application/zip",
        key=f"zip-{name}",
        icon=":material/download:",
        on_click="ignore",
        **style,
    )
    st.button(
        tr("Hide"),
        key=f"hide-{name}",
        icon=":material/visibility_off:",
        on_click=gallery.hide,
        args=(name,),
        **style,
    )
    st.button(
        tr("Delete"),
        key=f"delete-{name}",
        icon=":material/delete:",
        help=tr("Deletes the town with its versions and drafts; you can restore it, and its runs are kept"),
        on_click=deleted_towns.delete,
        args=(name,),
        **style,
    )


def _hidden() -> None:
    names = session.workspace().scenarios.hidden()
    if not names:
        return
    with st.expander(tr("{n} hidden", n=len(names)), icon=":material/visibility_off:", key="hidden-towns"):
        for name in names:
            with st.container(
                horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
            ):
                plain(name)
                st.button(tr("Restore"), key=f"show-{name}", on_click=gallery.bring_back, args=(name,))


main()
