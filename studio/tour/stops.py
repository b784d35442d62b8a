"""The stops of the tour: on which page each stands, what is seen there, and what to try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A stop: its page, what it is about, what is seen, what to try. `of_somebody` needs a person chosen."""

    page: str
    title: str
    seen: str
    try_it: str
    of_somebody: bool = False


STOPS = (
    Stop(
        page="stage",
        title="Watch the town",
        seen="The map shows who is where at the moment in the bar above, and what they do.",
        try_it="Press play on the map, or click somebody on it.",
    ),
    Stop(
        page="day",
        title="Read the day",
        seen="The paper says what turned, the weightiest first, and has a paragraph for everybody.",
        try_it="Press any sentence: what it rests on opens on the right.",
    ),
    Stop(
        page="mind",
        title="Ask why",
        seen="This is all that somebody remembers. Each memory leads back to what was recalled for it, the "
        "prompt, the answer, and on to where it began.",
        try_it="Press Why beside a memory, and follow the way back.",
        of_somebody=True,
    ),
    Stop(
        page="news",
        title="Follow the news",
        seen="Who knows a thing, since when, from whom, and in which words; and who could have told but did "
        "not.",
        try_it="Choose another piece of news in the bar, or type any words.",
    ),
    Stop(
        page="chat",
        title="Talk to anybody",
        seen="Ask anybody anything, at any moment: an interview leaves no trace in the town. A whisper does.",
        try_it="Ask what they look forward to, then open what the answer rests on.",
        of_somebody=True,
    ),
)
