"""The paper of a day, written by rule: the entries as they stand, events first and people after them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.prompts.forms import tag
from engine.prompts.questions import WritePaper
from engine.prompts.questions.aside.write_paper import MOST_SENTENCES
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer

_LONGEST = 400


def write_paper(prompt: WritePaper, pack: Pack, draw: Random) -> Answer:
    """Return the entries that are about no single person, then those about each."""
    told = [one for one in _told(prompt) if one["text"]]
    told.sort(key=lambda one: bool(one["about"]))
    return {"sentences": told[:MOST_SENTENCES]}


def _told(prompt: WritePaper) -> Iterator[Answer]:
    named = {name.called: name.full for name in prompt.names.values() if name.called}
    may = prompt.choices.get("person", ())
    for number, entry in enumerate(prompt.entries[:200], 1):
        said = entry.partition(" ")[2]
        who, mark, rest = said.partition(": ")
        full = named.get(who, "") if mark else ""
        text = tidy(rest if full else said, _LONGEST)
        yield {"text": text, "about": full if full in may else "", "because": [tag("entries", number)]}
