"""Every section of every page of a run, as links: what must be true of all that is shown is asked of each."""

from __future__ import annotations

from urllib.parse import urlencode

from studio.pages import PAGES

LOOKS = [
    *((page.name, {}) for page in (*PAGES["Explore"], *PAGES["Run"])),
    ("notebook", {}),
    *(("day", {"section": section}) for section in ("timeline", "talks", "company")),
    *(("day", {"section": "talks", "as": shape}) for shape in ("screenplay", "table")),
    *(("mind", {"section": one}) for one in ("probe", "recalls", "plan", "status", "diary", "world", "card")),
    *(("reflections", {"section": section}) for section in ("course", "forget", "town")),
    *(("relationships", {"section": section}) for section in ("course", "talks")),
    *(("news", {"section": section}) for section in ("tellings", "silences")),
    *(("patterns", {"sift": sift}) for sift in ("never-met", "behind-their-back", "told-it-otherwise")),
    ("chat", {"section": "whisper"}),
    ("chat", {"section": "visit"}),
    ("chat", {"section": "be"}),
    ("chat", {"section": "everybody"}),
    *(("runs", {"section": section}) for section in ("compare", "fingerprints", "many")),
    *(("runs", {"section": "compare", "part": part}) for part in ("knowing", "ties", "where", "conclusions")),
    *(("runs", {"section": "compare", "part": part}) for part in ("memories", "plans", "papers")),
]


def called(page: str, link: dict[str, str]) -> str:
    """What a look is called in the list of tests."""
    return f"{page}?{urlencode(link)}" if link else page
