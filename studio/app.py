"""The studio's router: one frame for all pages, and the page that was asked for."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.components.page import in_plain_words
from studio.components.settling import settle

SIDE = 264  # pixels; beside it, 1,280 leave the bar room for its one row

PAGES = {
    "Make": [
        ("scenarios", "Scenarios", ":material/holiday_village:"),
        ("world", "World", ":material/account_tree:"),
        ("personas", "Personas", ":material/groups:"),
        ("prompts", "Prompts", ":material/edit_note:"),
    ],
    "Run": [("stage", "Stage", ":material/theater_comedy:")],
    "Look": [
        ("mind", "Mind", ":material/psychology:"),
        ("reflections", "Reflections", ":material/lightbulb:"),
        ("relationships", "Relationships", ":material/hub:"),
        ("calls", "Calls", ":material/receipt_long:"),
    ],
    "Talk": [("chat", "Chat", ":material/forum:")],
    "Care": [("settings", "Settings", ":material/tune:")],
}


def main() -> None:
    st.set_page_config(page_title="Townwright", page_icon="🏘️", layout="wide", initial_sidebar_state=SIDE)
    groups = {
        group: [
            st.Page(f"views/{name}.py", title=title, icon=icon, url_path=name, default=name == "scenarios")
            for name, title, icon in pages
        ]
        for group, pages in PAGES.items()
    }
    page = st.navigation(groups, expanded=True)
    if wrong := session.damage():
        settle(session.folder(), wrong)
        return
    with in_plain_words():
        session.begin()
        page.run()


main()
