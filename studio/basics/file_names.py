"""File names of downloads: after the run, the page and the moment."""

from __future__ import annotations

import re

from engine.clock import moment_words
from studio import session

_LONGEST = 40


def file_name(called: str, suffix: str) -> str:
    """Return the name of a file from the open page: `week-1-news-reach-day-2-0800.svg`."""
    page, is_of_run = session.page_open()
    run = session.run() if is_of_run else None
    if run is None:
        parts = [session.town() or "townwright", page, called]
    else:
        minute = session.minute()
        parts = [run.row.id, page, called, moment_words(run.clock if minute is None else minute)]
    return "-".join(filter(None, map(in_a_file_name, parts))) + suffix


def in_a_file_name(text: str) -> str:
    """Return a text as valid in a file name on every system: letters of any script, digits, hyphens."""
    return re.sub(r"[\W_]+", "-", text.replace(":", "").casefold())[:_LONGEST].strip("-")
