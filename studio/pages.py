"""The pages of the studio: their groups, titles and files."""

from __future__ import annotations

from dataclasses import dataclass

from studio.catalogue.marked import marked


@dataclass(frozen=True, slots=True)
class PageInfo:
    """One page: its name in the address line, its file, its title and its icon."""

    name: str
    file: str
    title: str
    icon: str


PAGES = {
    marked("Create"): [
        PageInfo("scenarios", "authoring/scenarios.py", marked("Scenarios"), ":material/holiday_village:"),
        PageInfo("notebook", "notebook/notebook.py", marked("Notebook"), ":material/book_4:"),
        PageInfo("world", "authoring/world.py", marked("World"), ":material/account_tree:"),
        PageInfo("personas", "authoring/personas.py", marked("Personas"), ":material/groups:"),
        PageInfo("prompts", "authoring/prompts.py", marked("Prompts"), ":material/edit_note:"),
    ],
    marked("Run"): [
        PageInfo("stage", "stage/stage.py", marked("Stage"), ":material/theater_comedy:"),
        PageInfo("runs", "runs/runs.py", marked("Runs"), ":material/account_tree:"),
    ],
    marked("Explore"): [
        PageInfo("threads", "threads/threads.py", marked("Threads"), ":material/timeline:"),
        PageInfo("day", "day/day.py", marked("Day"), ":material/newspaper:"),
        PageInfo("mind", "mind/mind.py", marked("Mind"), ":material/psychology:"),
        PageInfo("reflections", "mind/reflections.py", marked("Reflections"), ":material/lightbulb:"),
        PageInfo(
            "relationships", "relationships/relationships.py", marked("Relationships"), ":material/hub:"
        ),
        PageInfo("news", "news/news.py", marked("News"), ":material/campaign:"),
        PageInfo("sifts", "sifts/sifts.py", marked("Patterns"), ":material/filter_alt:"),
        PageInfo("pins", "pins/pins.py", marked("Pins"), ":material/push_pin:"),
        PageInfo("calls", "models/calls.py", marked("Calls"), ":material/receipt_long:"),
        PageInfo("glossary", "learn/glossary.py", marked("Glossary"), ":material/menu_book:"),
    ],
    marked("Talk"): [PageInfo("chat", "talk/chat.py", marked("Chat"), ":material/forum:")],
    marked("Settings"): [PageInfo("settings", "models/settings.py", marked("Settings"), ":material/tune:")],
}

_FILES = {page.name: page.file for pages in PAGES.values() for page in pages}


def file_of(page: str) -> str:
    """Return the file that draws a page, as Streamlit expects it."""
    return _FILES[page]
