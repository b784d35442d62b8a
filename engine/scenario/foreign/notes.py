"""Notes on an import: what was taken, changed on the way, and dropped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import Worded, worded
from engine.language.names.suggesting import shown

Fate = Literal["came", "changed", "dropped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportNote:
    """What happened to one part of an import: a field, its fate, and the words for it."""

    field: str
    fate: Fate
    words: str


def note(field: str, fate: Fate, words: str) -> ImportNote:
    """Build a note; the field's name is made safe to show on one line."""
    name = field if isinstance(field, Worded) else shown(field)[1:-1]
    return ImportNote(field=name, fate=fate, words=words)


# ---- what there is of something: of one, and of any other number

Noun = tuple[Worded, Worded]
LINES = worded("{count:,} line"), worded("{count:,} lines")
MEMORIES = worded("{count:,} memory"), worded("{count:,} memories")
FIRST_MEMORIES = worded("{count:,} first memory"), worded("{count:,} first memories")
TRAITS = worded("{count:,} trait"), worded("{count:,} traits")
PARTS = worded("{count:,} part"), worded("{count:,} parts")
FACTS = worded("{count:,} fact"), worded("{count:,} facts")
TEXTS = worded("{count:,} text"), worded("{count:,} texts")
ENTRIES = worded("{count:,} entry"), worded("{count:,} entries")
NODES = worded("{count:,} node"), worded("{count:,} nodes")
PASSAGES = worded("{count:,} passage"), worded("{count:,} passages")
FILES = worded("{count:,} file"), worded("{count:,} files")
PEOPLE = worded("{count:,} person"), worded("{count:,} people")
LINKS = worded("{count:,} link"), worded("{count:,} links")
PLACES = worded("{count:,} place"), worded("{count:,} places")
ROOMS = worded("{count:,} room"), worded("{count:,} rooms")
OBJECTS = worded("{count:,} object"), worded("{count:,} objects")
CHANGES = worded("{count:,} change"), worded("{count:,} changes")
TALKS = worded("{count:,} conversation"), worded("{count:,} conversations")
OBSERVATIONS = worded("{count:,} observation"), worded("{count:,} observations")
PLANS = worded("{count:,} plan"), worded("{count:,} plans")
REFLECTIONS = worded("{count:,} reflection"), worded("{count:,} reflections")
VOICES = worded("{count:,} inner voice or first memory"), worded("{count:,} inner voices or first memories")
OF_TALKS = worded("{count:,} memory of a conversation"), worded("{count:,} memories of conversations")
WHISPERS = worded("{count:,} whisper"), worded("{count:,} whispers")


def count(number: int, noun: Noun) -> Worded:
    """Return a number with its noun, such as `1 line` or `2,000 lines`."""
    one, many = noun
    return Worded((one if number == 1 else many).pattern, {"count": number})
