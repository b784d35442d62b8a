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
        seen=marked("The map shows where people are at the selected moment, and what they do."),
        try_it=marked("Click Play on the map, or click a person."),
    ),
    Stop(
        page="day",
        title=marked("Read the town paper"),
        seen=marked(
            "The town paper shows the highlights of the day, the most important first, and a "
            "paragraph about each person."
        ),
        try_it=marked("Click a sentence to see on the right what it is based on."),
    ),
    Stop(
        page="mind",
        title=marked("Ask why"),
        seen=marked(
            "These are all the memories of one person. You can trace each one back to the memories "
            "recalled for it, the prompt, the answer and its origin."
        ),
        try_it=marked("Click Why next to a memory, and follow it back to its origin."),
        of_somebody=True,
    ),
    Stop(
        page="news",
        title=marked("Follow the news"),
        seen=marked(
            "See who knows a piece of news, since when, from whom and in which words, and who kept "
            "silent about it."
        ),
        try_it=marked("Choose another piece of news at the top, or type any words."),
    ),
    Stop(
        page="chat",
        title=marked("Talk to anyone"),
        seen=marked(
            "Ask anyone anything, at any moment. An interview leaves no trace in the town; a whisper does."
        ),
        try_it=marked("Ask what they look forward to, then open what the answer is based on."),
        of_somebody=True,
    ),
)
