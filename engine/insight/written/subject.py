"""Check the subject of a sentence: that what it cites says the same of the same agent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from engine.insight.written.held import Held, plain
from engine.insight.written.left_out import Fault
from engine.language.unspaced import has_unspaced
from engine.records import AgentId

_SENTENCES = re.compile(r"[.!?;。！？；：\n]|:(?!\d)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def subject(held: Held) -> Fault | None:
    """Return the fault that the first meaningful word is said of someone else in what is cited; else None.

    A sentence told as said is skipped, since its speakers are checked already.
    """
    if held.is_told_as_said or not held.people:
        return None
    whom, behind = _first(held)
    word = _saying(held, behind)
    denies = held.reader.words.denies
    is_denied = denies.search(plain(held.outside)) is not None
    ways = [lambda text: _stands_in(held, text, word)] if word else []
    ways += [lambda text: denies.search(plain(text)) is not None] if is_denied else []
    names = held.reader.town.cast.names
    return ("subject", names[whom]) if any(_is_of_another(held, whom, way) for way in ways) else None


def _is_of_another(held: Held, whom: AgentId, is_said: Callable[[str], bool]) -> bool:
    """Return whether something is said in what is cited, but only of other agents."""
    stated = ((each.agent, text) for each in held.cited for text in each.states)
    found = [one for agent, text in stated for one in _of(held, text, is_said, agent)]
    return bool(found) and whom not in found


def _first(held: Held) -> tuple[AgentId, str]:
    """Return the agent named first (or whom it is about), and the text behind the name."""
    reader = held.reader
    place = reader.first_place(held.timeless)
    if place is None:
        return held.about or held.people[0], held.timeless
    return place[0], held.timeless[place[1] :]


def _saying(held: Held, text: str) -> str:
    """Return the first meaningful word of a text that is also in what is cited; empty if there is none."""
    reader = held.reader
    bare = reader.without_numbers(reader.without_names(text))
    if has_unspaced(bare):
        found = (bare[at : at + 2] for at in range(len(bare) - 1) if _says(held, bare, at))
        return next((two for two in found if two in held.bearing), "")
    known = {*reader.stems(held.bearing)}
    words = (match[0] for match in _WORD.finditer(bare) if len(match[0]) > 1)
    stems = (stem for word in words for stem in reader.stems(word) if stem not in reader.common)
    return next((stem for stem in stems if stem in known), "")


def _says(held: Held, text: str, at: int) -> bool:
    """Return whether two characters of a script without spaces have meaning."""
    left = held.reader.words.longest_first.sub("", text[at : at + 2])
    return len(left) == 2 and left.isalnum()


def _of(held: Held, text: str, is_said: Callable[[str], bool], agent: AgentId) -> Iterator[AgentId]:
    """Yield the agents of whom a text says something.

    They are those named first in that sentence, those named right before it, or that of the paragraph.
    """
    reader, mentioned = held.reader, held.reader.town.cast.mentioned
    for part in _SENTENCES.split(text):
        if not is_said(part):
            continue
        place = reader.first_place(part)
        if place is None:  # "at that hour he sat at the Lighthouse" is said of whom the text begins with
            begins = reader.first_place(text)
            yield from (agent,) if agent else held.known if begins is None else (begins[0],)
            continue
        yield place[0]
        yield from reader.right_before(part, is_said)
        if agent and agent not in mentioned(part):
            yield agent


def _stands_in(held: Held, text: str, word: str) -> bool:
    if has_unspaced(word):
        return word in plain(text)
    return word in held.reader.stems(text)
