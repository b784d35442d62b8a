"""Personas: everybody's file as text, and beside it the person that the text makes."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import free_id, newcomer, persona_file, persona_of, renamed, understood_in
from engine.records import Scenario
from studio import session
from studio.authoring.editor.editing import edit_file
from studio.basics.people import COLOURS, option_of
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten
from studio.basics.turning import turn_through
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_town
from studio.frame.towns import read_draft
from studio.town.persona_card import persona_card


def main() -> None:
    """Draw the page."""
    bar = open_page(
        "Personas",
        lead="Who lives in the town: their character, first memories and usual day.",
        words=("persona", "seed"),
        about="scenario",
    )
    name = the_town()
    scenario, _ = read_draft(session.workspace(), name)
    files = session.workspace().scenarios.drafts.files(name)
    ids = [agent for path in sorted(files) if (agent := persona_of(path))]
    with bar:
        _bring_back(name)
        _add(name, scenario, files)
        chosen = _pick(scenario, name, ids)
    if chosen is None:
        empty("Add the first one: a name and a home are enough to begin with.", title="Nobody lives here yet",
              key="nobody")  # fmt: skip
        return
    _one(name, scenario, chosen)


def _pick(scenario: Scenario, name: str, ids: list[str]) -> str | None:
    if not ids:
        return None
    people = {persona.id: option_of(persona) for persona in scenario.personas}
    wanted = session.asked_agent()
    return turn_through(
        "Who",
        {agent: people.get(agent, f"{shorten(agent, 30)} (unreadable)") for agent in ids},
        wanted if wanted in ids else ids[0],
        key=f"persona-pick-{name}",
        on_choice=session.choose_agent,
    )


def _add(name: str, scenario: Scenario, files: dict[str, str]) -> None:
    with (
        st.popover("Add somebody", icon=":material/person_add:"),
        st.form(f"add-{name}", border=False, clear_on_submit=True),
    ):
        called = st.text_input("Full name", max_chars=80)
        homes_first = sorted(scenario.places, key=lambda place: not place.private)
        rooms = [room.path for place in homes_first for room in place.rooms]
        home = st.selectbox("Home", rooms, format_func=lambda path: shorten(place_words(path), 60))
        wanted = st.form_submit_button("Add", type="primary")
    if wanted and not called.strip():
        plain("Somebody new needs a name.", muted=True)
    elif wanted:
        agent = free_id(called, files)
        _save(name, agent, newcomer(called, home or ""), f"added {shorten(called, 40)}")


def _bring_back(name: str) -> None:
    gone = session.workspace().scenarios.removed(name, "personas/")
    if not gone:
        return
    with st.popover("Removed", icon=":material/history:", type="tertiary"):
        for path, version in gone.items():
            agent = persona_of(path) or path
            label = f"Bring back {escape_md(shorten(agent, 30))}, as in v{version.version}"
            if st.button(label, key=f"return-{name}-{path}", type="tertiary"):
                with in_plain_words():
                    session.workspace().scenarios.restore(name, version, path)
                    session.choose_agent(agent)
                    st.rerun()


def _one(name: str, scenario: Scenario, agent: str) -> None:
    path = persona_file(agent)
    left, right = st.columns([6, 5], gap="large")
    with left:
        edit_file(session.workspace(), name, path, label=f"{agent} of {name}, as YAML", height=640)
        _whole(name, agent, path)
    with right:
        order = [persona.id for persona in scenario.personas]
        if agent in order:
            persona_card(scenario, scenario.persona(agent), order.index(agent) % COLOURS)
            _understood(scenario, agent)
        else:
            plain("The card comes back as soon as the text can be read.", muted=True)


def _understood(scenario: Scenario, agent: str) -> None:
    """Show how each sentence about somebody is taken: what it asks of them, or that it stays a thought."""
    with st.expander("What is understood", icon=":material/psychology_alt:"):
        for sentence in understood_in(scenario, agent):
            with st.container(gap=None):
                plain(sentence.text)
                for words in sentence.words:
                    plain(f"→ {words}", muted=True, small=True)


def _whole(name: str, agent: str, path: str) -> None:
    """What is done with a person as a whole."""
    with st.container(horizontal=True):
        with (
            st.popover("Duplicate", icon=":material/content_copy:", type="tertiary"),
            st.form(f"copy-form-{name}-{agent}", border=False),  # its button is ready while the name is typed
        ):
            called = st.text_input("Name of the copy", max_chars=80, key=f"copy-name-{name}-{agent}")
            if st.form_submit_button("Duplicate", key=f"copy-{name}-{agent}", type="primary"):
                _duplicate(name, path, called)
        key = f"removing-{name}-{agent}"  # of this person: the next one's must not stand open in its place
        with st.popover("Remove", icon=":material/person_remove:", type="tertiary", key=key):
            plain(f"{shorten(agent, 30)} leaves the scenario. The file is kept, and runs go on as they are.")
            if st.button("Remove", key=f"remove-{name}-{agent}", type="primary"):
                with in_plain_words():
                    session.workspace().scenarios.save_file(name, path, None, f"removed {agent}")
                    st.toast(
                        f"{escape_md(agent)} has left the scenario; under Removed they can be brought back."
                    )
                    st.rerun()


def _duplicate(name: str, path: str, called: str) -> None:
    if not called.strip():
        plain("The copy needs a name.", muted=True)
        return
    files = session.workspace().scenarios.drafts.files(name)
    agent = free_id(called, files)
    with in_plain_words():
        _save(name, agent, renamed(files[path], called), f"{agent}, a copy of {persona_of(path)}")


def _save(name: str, agent: str, text: str, note: str) -> None:
    with in_plain_words():
        session.workspace().scenarios.save_file(name, persona_file(agent), text, note)
        session.choose_agent(agent)
        st.rerun()


main()
