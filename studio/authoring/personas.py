"""Personas: everybody's file as text, with the resulting person beside it."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from engine.api.scenarios import free_id, newcomer, persona_file, persona_of, renamed, understood_in
from engine.api.writing.edits import AddPerson, RemoveFile
from engine.records import Scenario
from studio import session
from studio.authoring.cards import card_download
from studio.authoring.editor.editing import edit_file
from studio.authoring.forms.persona_form import persona_form
from studio.authoring.forms.shown_as import CARD, FORM, fill_in, is_form, shown_as
from studio.authoring.importing import asks_for_import, import_button, import_dialog
from studio.authoring.proposing.casting import asks_for_cast, cast_button, cast_dialog
from studio.authoring.proposing.from_sentence import asks_for_sentence, sentence_button, sentence_dialog
from studio.authoring.rehearsing.first_day_card import first_day_card
from studio.authoring.understood.sentence_card import ONE, SECTION, SENTENCES
from studio.authoring.understood.sentence_list import sentence_list
from studio.basics.people import COLOURS, option_of
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten
from studio.basics.turning import turn_through
from studio.catalogue.marked import marked
from studio.catalogue.shared_words import PRONOUNS, pronouns_name
from studio.catalogue.tr import tr, tr_worded
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_town
from studio.frame.sections import linked_section
from studio.frame.towns import drafted_town
from studio.intends.doubts import doubts_of
from studio.town.persona_card import persona_card

_DAY = ("07:00", "22:30")


def main() -> None:
    """Draw the page."""
    bar = open_page(
        marked("Personas"),
        lead=tr("The people who live in the town: their character, first memories and usual day."),
        words=("persona", "seed"),
        about="scenario",
    )
    name = the_town()
    scenario = drafted_town(session.workspace(), name)
    files = session.workspace().scenarios.drafts.files(name)
    ids = [agent for path in sorted(files) if (agent := persona_of(path))]
    choices = {ONE: tr("One person"), SENTENCES: tr("All sentences")}
    if linked_section(tr("Content to show"), choices, key=SECTION) == SENTENCES:
        sentence_list(name, scenario)
        return
    with bar:
        _bring_back(name)
        _add(name, scenario, files)
        chosen = _pick(scenario, name, ids)
    if chosen is None:
        empty(
            tr("Add the first person. A name and a home are enough to start."),
            title=tr("Nobody lives here yet"),
            key="nobody",
        )
        return
    _one(name, scenario, chosen)


def _pick(scenario: Scenario, name: str, ids: list[str]) -> str | None:
    if not ids:
        return None
    people = {persona.id: option_of(persona) for persona in scenario.personas}
    wanted = session.asked_agent()
    return turn_through(
        tr("Who"),
        {agent: people.get(agent) or tr("{agent} (unreadable)", agent=shorten(agent, 30)) for agent in ids},
        wanted if wanted in ids else ids[0],
        key=f"persona-pick-{name}",
        on_choice=session.choose_agent,
        of="people",
    )


def _add(name: str, scenario: Scenario, files: dict[str, str]) -> None:
    # Another one, so a closed one, as soon as the dialog stands over the page.
    away = asks_for_import(name) or asks_for_cast(name) or asks_for_sentence(name)
    # As many as live there, too: whoever has come is looked at, and nothing lies over them.
    key = f"adding-{name}-{'dialog' if away else 'here'}-{len(files)}"
    with st.popover(tr("Add a person"), icon=":material/person_add:", key=key):
        with st.form(f"add-{name}", border=False, clear_on_submit=True):
            called = st.text_input(tr("Full name"), max_chars=80)
            homes = {path: shorten(place_words(path), 60) for path in _homes(scenario)}
            home = st.selectbox(tr("Home"), list(homes), format_func=homes.__getitem__)
            said = {one: pronouns_name(one) for one in PRONOUNS}
            pronouns = st.selectbox(
                tr("Pronouns"), list(said), index=PRONOUNS.index("they"), format_func=said.__getitem__
            )
            up, down = st.columns(2)
            wake = up.text_input(tr("Gets up"), _DAY[0], max_chars=5)
            sleep = down.text_input(tr("Goes to bed"), _DAY[1], max_chars=5)
            st.caption(
                tr(
                    "The person has breakfast at home an hour after getting up. You can change "
                    "everything later."
                )
            )
            wanted = st.form_submit_button(tr("Add"), type="primary")
        import_button(name)
        sentence_button(name)
        cast_button(name)
    import_dialog(name)
    if asks_for_cast(name):
        cast_dialog(name)
    if asks_for_sentence(name):
        sentence_dialog(name, scenario)
    if wanted and not called.strip():
        plain(tr("Enter a name for the new person."), muted=True)
    elif wanted:
        fill_in("personas")
        faces = [persona.emoji for persona in scenario.personas]
        with in_plain_words():
            text = newcomer(called, home or "", faces, pronouns=pronouns, day=(wake.strip(), sleep.strip()))
            _join(name, free_id(called, files), text)


def _homes(scenario: Scenario) -> list[str]:
    """Return the rooms in which a new person could live: homes and possible homes first, the emptiest
    first.
    """
    lived = Counter(persona.home for persona in scenario.personas)
    rooms = {
        room.path: (not place.private, place.open is not None, len(place.rooms) == 1, lived[room.path])
        for place in scenario.places
        for room in place.rooms
    }
    return sorted(rooms, key=rooms.__getitem__)


def _bring_back(name: str) -> None:
    gone = session.workspace().scenarios.removed(name, "personas/")
    if not gone:
        return
    with st.popover(tr("Removed"), icon=":material/history:", type="tertiary"):
        for path, version in gone.items():
            agent = persona_of(path) or path
            label = tr(
                "Restore {agent} from v{version}",
                agent=escape_md(shorten(agent, 30)),
                version=version.version,
            )
            if st.button(label, key=f"return-{name}-{path}", type="tertiary"):
                with in_plain_words():
                    session.workspace().scenarios.restore(name, version, path)
                    session.choose_agent(agent)
                    st.rerun()


def _one(name: str, scenario: Scenario, agent: str) -> None:
    path = persona_file(agent)
    left, right = st.columns([5, 6] if is_form("personas") else [6, 5], gap="large")
    label = tr("{file} of {scenario}, as YAML", file=agent, scenario=name)
    with left:
        edit_file(session.workspace(), name, path, label=label, height=640)
        _whole(name, agent, path)
    with right:
        if shown_as("personas", name, CARD) == FORM:
            persona_form(name, scenario, agent)
        else:
            _card(name, scenario, agent)


def _card(name: str, scenario: Scenario, agent: str) -> None:
    order = [persona.id for persona in scenario.personas]
    if agent in order:
        persona_card(scenario, scenario.persona(agent), order.index(agent) % COLOURS)
        _understood(scenario, agent)
        first_day_card(name, scenario, agent)
    else:
        plain(tr("Fix the text to see the card again."), muted=True)


def _understood(scenario: Scenario, agent: str) -> None:
    """Show how each sentence about a person is understood: as intentions, or as a mere memory."""
    with st.expander(tr("How sentences are understood"), icon=":material/psychology_alt:"):
        for sentence in understood_in(scenario, agent):
            with st.container(gap=None):
                plain(sentence.text)
                for words in map(tr_worded, sentence.words):
                    plain(f"→ {words}", muted=True, small=True)
                doubts_of([sentence])


def _whole(name: str, agent: str, path: str) -> None:
    """Draw the actions on a whole person: duplicate, download as a card, remove."""
    with st.container(horizontal=True):
        with (
            st.popover(tr("Duplicate"), icon=":material/content_copy:", type="tertiary"),
            st.form(f"copy-form-{name}-{agent}", border=False),  # its button is ready while the name is typed
        ):
            called = st.text_input(tr("Name of the copy"), max_chars=80, key=f"copy-name-{name}-{agent}")
            if st.form_submit_button(tr("Duplicate"), key=f"copy-{name}-{agent}", type="primary"):
                _duplicate(name, path, called)
        card_download(name, agent)
        key = f"removing-{name}-{agent}"  # of this person: the next one's must not stand open in its place
        with st.popover(tr("Remove"), icon=":material/person_remove:", type="tertiary", key=key):
            plain(
                tr(
                    "{agent} is removed from the scenario immediately. Existing runs are not "
                    "affected, and you can undo this.",
                    agent=shorten(agent, 30),
                )
            )
            if st.button(tr("Remove"), key=f"remove-{name}-{agent}", type="primary"):
                with in_plain_words():
                    session.workspace().scenarios.edits.make(
                        name, RemoveFile(file=path), writer=session.window()
                    )
                    st.toast(
                        tr("{agent} is removed from the scenario. You can undo this.", agent=escape_md(agent))
                    )
                    st.rerun()


def _duplicate(name: str, path: str, called: str) -> None:
    if not called.strip():
        plain(tr("Enter a name for the copy."), muted=True)
        return
    files = session.workspace().scenarios.drafts.files(name)
    agent = free_id(called, files)
    with in_plain_words():
        _join(name, agent, renamed(files[path], called))


def _join(name: str, agent: str, text: str) -> None:
    """Add a person, as a draft like all edits."""
    with in_plain_words():
        session.workspace().scenarios.edits.make(
            name, AddPerson(file=persona_file(agent), text=text), writer=session.window()
        )
        session.choose_agent(agent)
        st.rerun()


main()
