"""The pages of the studio: the menu, the tabs of its entries, and the files that draw them."""

from __future__ import annotations

from dataclasses import dataclass

from studio.catalogue.marked import marked


@dataclass(frozen=True, slots=True)
class PageInfo:
    """One page: its name in the address line, its file, its title and its icon.

    A page `within` another one is a tab of it and has no entry in the menu. `menu` is the label of the entry
    where it is not the title. A page that is not `listed` is opened by buttons. `holds` names what people
    look for that is on the page.
    """

    name: str
    file: str
    title: str
    icon: str
    within: str = ""
    menu: str = ""
    listed: bool = True
    holds: str = ""

    @property
    def label(self) -> str:
        """Return the label of its entry in the menu."""
        return self.menu or self.title

    @property
    def entry(self) -> str:
        """Return the name of the page whose entry in the menu leads to this one."""
        return self.within or self.name


PAGES = {
    marked("Create"): [
        PageInfo("scenarios", "authoring/scenarios.py", marked("Scenarios"), ":material/holiday_village:"),
        PageInfo(
            "world", "authoring/world.py", marked("World"), ":material/edit_square:", menu=marked("Editor")
        ),
        PageInfo("personas", "authoring/personas.py", marked("Personas"), ":material/groups:", "world"),
        PageInfo("prompts", "authoring/prompts.py", marked("Prompts"), ":material/edit_note:", "world"),
        PageInfo(
            "notebook",
            "notebook/notebook.py",
            marked("Notebook"),
            ":material/book_4:",
            holds=marked("Lessons, worksheets and experiments"),
        ),
    ],
    marked("Run"): [
        PageInfo("stage", "stage/stage.py", marked("Stage"), ":material/theater_comedy:"),
        PageInfo(
            "runs",
            "runs/runs.py",
            marked("Runs"),
            ":material/account_tree:",
            holds=marked("Forks, comparisons, backups and exports"),
        ),
    ],
    marked("Explore"): [
        PageInfo(
            "day",
            "day/day.py",
            marked("Day"),
            ":material/newspaper:",
            holds=marked("Town paper, timeline, highlights and conversations"),
        ),
        PageInfo("threads", "threads/threads.py", marked("Threads"), ":material/timeline:", "day"),
        PageInfo("news", "news/news.py", marked("News"), ":material/campaign:"),
        PageInfo(
            "mind",
            "mind/mind.py",
            marked("Mind"),
            ":material/psychology:",
            holds=marked("Memories, plans and retrieval"),
        ),
        PageInfo("reflections", "mind/reflections.py", marked("Reflections"), ":material/lightbulb:", "mind"),
        PageInfo(
            "relationships", "relationships/relationships.py", marked("Relationships"), ":material/hub:"
        ),
        PageInfo("patterns", "sifts/sifts.py", marked("Patterns"), ":material/filter_alt:"),
        PageInfo("pins", "pins/pins.py", marked("Pins"), ":material/push_pin:", "patterns"),
        PageInfo(
            "chat",
            "talk/chat.py",
            marked("Chat"),
            ":material/forum:",
            holds=marked("Interviews, whispers and surveys"),
        ),
    ],
    marked("More"): [
        PageInfo("settings", "models/settings.py", marked("Settings"), ":material/tune:"),
        PageInfo("calls", "models/calls.py", marked("Calls"), ":material/receipt_long:", "settings"),
        PageInfo("help", "learn/help.py", marked("Help"), ":material/help:", listed=False),
        PageInfo("glossary", "learn/glossary.py", marked("Glossary"), ":material/menu_book:", "help"),
    ],
}

_PAGES = {page.name: page for pages in PAGES.values() for page in pages}


def file_of(page: str) -> str:
    """Return the file that draws a page, as Streamlit expects it."""
    return _PAGES[page].file


def titled(title: str) -> PageInfo:
    """Return the page with a title."""
    return next(page for page in _PAGES.values() if page.title == title)


def tabs_of(page: PageInfo) -> list[PageInfo]:
    """Return the pages that share an entry of the menu with a page, itself among them; else nothing."""
    tabs = [each for each in _PAGES.values() if each.entry == page.entry]
    return tabs if len(tabs) > 1 else []
