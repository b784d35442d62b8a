"""Scenarios: every town of the workspace as a card, and the ways to new ones."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.api.scenarios import Checked
from studio import session
from studio.authoring import gallery
from studio.authoring.editor.editing import count_words
from studio.authoring.editor.way import choose_file, follow_choice
from studio.basics.text import escape_md, plain, shorten, shown, story
from studio.frame.dialogs import open_dialog
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.towns import counts_words, read_draft, read_saved, titles
from studio.pages import file_of
from studio.town.town_card import cast_row, mini_map, town_emoji


def main() -> None:
    """Draw the page."""
    with open_page(
        "Scenarios", lead="Towns you can run, change and make anew.", words=("scenario",), about="scenario"
    ):
        st.button(
            "Open a cassette", icon=":material/voicemail:", key="open-cassette", type="tertiary",
            on_click=open_dialog, args=("cassette",), help="A run that was recorded elsewhere",
        )  # fmt: skip
        st.button("New town", icon=":material/add_home:", key="new-town", on_click=open_dialog, args=("new",))
    said = session.recalled("gallery-said", "")
    if said:
        st.toast(escape_md(said), icon=":material/check:")
        session.remember("gallery-said", "")
    names = session.workspace().scenarios.names()
    if not names:
        empty("Begin one with the button above: from a template, generated, or from a zip.",
              title="There is no town yet", key="no-scenario")  # fmt: skip
    called = titles(session.workspace())
    for row in range(0, len(names), 2):
        *taken, free = st.columns(2, gap="medium")
        for column, name in zip([*taken, free], names[row : row + 2], strict=False):
            with column:
                _card(name, called[name])
    if len(names) % 2:
        with free:
            _invitation()
    _hidden()
    follow_choice()
    gallery.dialogs()


def _invitation() -> None:
    with st.container(border=True, key="card-invitation", height="stretch", vertical_alignment="center"):
        st.subheader(":material/add_home: Make another town", anchor=False)
        plain(
            "Begin with a blank starter, copy a town, have one generated from a seed, or bring a zip.",
            muted=True,
        )
        st.button("Make one", key="new-town-too", on_click=open_dialog, args=("new",))


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
    """Return the newest version, which is what runs, and its problems."""
    return read_saved(session.workspace(), name)[1]


def _state(name: str, saved: Checked, drafted: Checked) -> None:
    if saved.errors:
        st.markdown(
            f":red[:material/error: {count_words(saved.problems)}. It cannot run until they are mended.]"
        )
    elif saved.warnings:
        st.markdown(f":yellow[:material/warning: {count_words(saved.problems)}]")
    elif saved.notices:
        st.markdown(f":blue[:material/info: {count_words(saved.problems)}]")
    drafts = session.workspace().scenarios.drafts.of(name)
    if not drafts:
        return
    count = f"{len(drafts)} unsaved draft{'' if len(drafts) == 1 else 's'}"
    if saved.errors and not drafted.errors:
        said = f"{count} without an error: save, and it can run"
    elif drafted.errors and not saved.errors:
        said = f"{count} with {count_words(drafted.errors)}; a run begins from the saved version"
    else:
        said = f"{count}; a run begins from the saved version"
    st.markdown(f":yellow[:material/edit_note: {said}]")


def _actions(name: str, saved: Checked) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if saved.errors:
            first = saved.errors[0]
            st.button(
                "Mend it",
                key=f"mend-{name}",
                type="primary",
                icon=":material/build:",
                on_click=choose_file,
                args=(name, first.file, first.line),
            )
        else:
            st.button(
                "Run it",
                key=f"run-{name}",
                type="primary",
                icon=":material/play_arrow:",
                on_click=open_dialog,
                args=("run", name),
            )
        if st.button("Edit", key=f"edit-{name}", icon=":material/edit:"):
            session.choose_town(name)
            st.switch_page(file_of("world"))
        with (
            st.popover("More", key=f"more-{name}", icon=":material/more_horiz:", type="tertiary"),
            st.container(gap="xxsmall"),
        ):
            _more(name)


def _more(name: str) -> None:
    style: dict[str, Any] = {"type": "tertiary"}
    for label, page, icon in (("Personas", "personas", "groups"), ("Prompts", "prompts", "edit_note")):
        if st.button(label, key=f"{page}-{name}", icon=f":material/{icon}:", **style):
            session.choose_town(name)
            st.switch_page(file_of(page))
    for label, kind, icon in (
        ("Duplicate", "copy", "content_copy"),
        ("Rename", "rename", "drive_file_rename_outline"),
    ):
        st.button(
            label,
            key=f"{kind}-{name}",
            icon=f":material/{icon}:",
            on_click=open_dialog,
            args=(kind, name),
            **style,
        )
    st.download_button(
        "Download as zip",
        data=lambda: session.workspace().scenarios.export_zip(name),
        file_name="town.zip",
        mime="application/zip",
        key=f"zip-{name}",
        icon=":material/download:",
        on_click="ignore",
        **style,
    )
    st.button(
        "Hide",
        key=f"hide-{name}",
        icon=":material/visibility_off:",
        on_click=gallery.hide,
        args=(name,),
        **style,
    )


def _hidden() -> None:
    names = session.workspace().scenarios.hidden()
    if not names:
        return
    with st.expander(f"{len(names)} hidden", icon=":material/visibility_off:", key="hidden-towns"):
        for name in names:
            with st.container(
                horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
            ):
                plain(name)
                st.button("Bring back", key=f"show-{name}", on_click=gallery.bring_back, args=(name,))


main()
