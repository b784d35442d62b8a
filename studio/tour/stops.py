"""The stops of the tour: the page of each, what is seen there, and what to try."""

from __future__ import annotations

from dataclasses import dataclass

from studio.catalogue.marked import marked


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A stop: its page, its title, what is seen, and what to try. `of_somebody` needs a chosen person."""

    page: str
    title: str
    seen: str
    try_it: str
    of_somebody: bool = False


STOPS = (
    Stop(
        page="stage",
        title=marked("Watch the town"),
        seen=marked("The map shows who is where at the moment in the bar above, and what they do."),
        try_it=marked("Press play on the map, or click somebody on it."),
    ),
    Stop(
        page="day",
        title=marked("Read the day"),
        seen=marked("The paper says what turned, the weightiest first, and has a paragraph for everybody."),
        try_it=marked("Press any sentence: what it rests on opens on the right."),
    ),
    Stop(
        page="mind",
        title=marked("Ask why"),
        seen=marked(
            "This is all that somebody remembers. Each memory leads back to what was recalled for it, the "
            "prompt, the answer, and on to where it began."
        ),
        try_it=marked("Press Why beside a memory, and follow the way back."),
        of_somebody=True,
    ),
    Stop(
        page="news",
        title=marked("Follow the news"),
        seen=marked(
            "Who knows a thing, since when, from whom, and in which words; and who could have told but did "
            "not."
        ),
        try_it=marked("Choose another piece of news in the bar, or type any words."),
    ),
    Stop(
        page="chat",
        title=marked("Talk to anybody"),
        seen=marked(
            "Ask anybody anything, at any moment: an interview leaves no trace in the town. A whisper does."
        ),
        try_it=marked("Ask what they look forward to, then open what the answer rests on."),
        of_somebody=True,
    ),
)
