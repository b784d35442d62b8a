"""The pages of the studio: how they are grouped and called, and where each is drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageInfo:
    """One page: its name in the address line, its file beside this one, its title and its icon."""

    name: str
    file: str
    title: str
    icon: str


PAGES = {
    "Make": [
        PageInfo("scenarios", "authoring/scenarios.py", "Scenarios", ":material/holiday_village:"),
        PageInfo("world", "authoring/world.py", "World", ":material/account_tree:"),
        PageInfo("personas", "authoring/personas.py", "Personas", ":material/groups:"),
        PageInfo("prompts", "authoring/prompts.py", "Prompts", ":material/edit_note:"),
    ],
    "Run": [
        PageInfo("stage", "stage/stage.py", "Stage", ":material/theater_comedy:"),
        PageInfo("runs", "runs/runs.py", "Runs", ":material/account_tree:"),
    ],
    "Look": [
        PageInfo("day", "day/day.py", "Day", ":material/newspaper:"),
        PageInfo("mind", "mind/mind.py", "Mind", ":material/psychology:"),
        PageInfo("reflections", "mind/reflections.py", "Reflections", ":material/lightbulb:"),
        PageInfo("relationships", "relationships/relationships.py", "Relationships", ":material/hub:"),
        PageInfo("news", "news/news.py", "News", ":material/campaign:"),
        PageInfo("sifts", "sifts/sifts.py", "Sifts", ":material/filter_alt:"),
        PageInfo("pins", "pins/pins.py", "Pins", ":material/push_pin:"),
        PageInfo("calls", "models/calls.py", "Calls", ":material/receipt_long:"),
        PageInfo("glossary", "learn/glossary.py", "Glossary", ":material/menu_book:"),
    ],
    "Talk": [PageInfo("chat", "talk/chat.py", "Chat", ":material/forum:")],
    "Care": [PageInfo("settings", "models/settings.py", "Settings", ":material/tune:")],
}

_FILES = {page.name: page.file for pages in PAGES.values() for page in pages}


def file_of(page: str) -> str:
    """Return the file that draws the page called `page`, as Streamlit wants to be told it."""
    return _FILES[page]
