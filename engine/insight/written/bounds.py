"""Check the scope of a sentence: claims of all when some are excepted, and of the past when it is future."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.insight.written.held import Held, plain
from engine.insight.written.left_out import Fault
from engine.language.unspaced import has_unspaced

_NEAR = 16  # letters behind a word for all, within which it stands what they do
_SENTENCES = re.compile(r"[.!?;。！？；：\n]|:(?!\d)")


def of_all(held: Held) -> Fault | None:
    """Return the fault that a sentence speaks of all while what it cites makes an exception; else None."""
    return _known_to_all(held) or _all_but(held)


def _known_to_all(held: Held) -> Fault | None:
    """Return the fault that all are said to know or hear what only some do; else None."""
    words, said = held.reader.words, plain(held.outside)
    if not any(words.of_some.search(part) for part in _parts(held)) or words.of_some.search(said):
        return None
    for one in words.of_all.finditer(said):
        if words.knows.search(said[one.end() :][:_NEAR]) is not None:
            return "all", one[0]
    return None


def _all_but(held: Held) -> Fault | None:
    words, said = held.reader.words, plain(held.outside)
    if words.of_all_but.search(said) is not None:
        return None
    parts = list(_parts(held))
    bounded = [part for part in parts if words.of_all_but.search(part)]
    if not bounded:
        return None
    open_to_all = [part for part in parts if part not in bounded and words.of_all.search(part)]
    found = list(words.of_all.finditer(said))
    for at, one in enumerate(found):
        behind = said[one.end() : found[at + 1].start() if at + 1 < len(found) else len(said)]
        if not _is_of_all(held, behind, bounded, open_to_all):
            return "all", one[0]
    return None


def _is_of_all(held: Held, behind: str, bounded: Sequence[str], open_to_all: Sequence[str]) -> bool:
    """Return whether the words after a word for all are said of all in what is cited.

    The first meaningful word decides, or else the number of words shared with each kind of sentence.
    """
    first = next(_content(held, behind), "")
    told = [first in set(_content(held, part)) for part in open_to_all]
    if first and (any(told) or any(first in set(_content(held, part)) for part in bounded)):
        return any(told) and not any(first in set(_content(held, part)) for part in bounded)
    return _shared(held, behind, open_to_all) > _shared(held, behind, bounded)


def ahead(held: Held) -> Fault | None:
    """Return the fault that a sentence tells as past what is still to come in all it cites; else None."""
    words, said = held.reader.words, plain(held.timeless)
    if words.denies.search(said) is not None or words.yet_to_come.search(plain(held.outside)) is not None:
        return None
    told = words.tells.sub(lambda word: "\n" * len(word[0]), said)
    came = next((one[0] for one in words.has_come.finditer(told) if not _says_nothing(held, one[0])), "")
    if not came:
        return None
    parts = list(_parts(held))
    to_come = [part for part in parts if _is_ahead(held, part)]
    here = [part for part in parts if part not in to_come]
    return ("ahead", came) if _shared(held, said, to_come) > _shared(held, said, here) else None


def _parts(held: Held) -> Iterator[str]:
    """Yield the sentences of the cited clippings, in plain form."""
    for says in held.says:
        yield from (plain(part) for part in _SENTENCES.split(says) if part.strip())


def _is_ahead(held: Held, part: str) -> bool:
    """Return whether a cited sentence is about the future, by its words or its day."""
    if held.reader.words.yet_to_come.search(part) is not None:
        return True
    moments = (one for one in held.reader.times(part) if one.kind == "moment" and one.says_day)
    return any(one.days is not None and one.days[0] > held.reader.day for one in moments)


def _says_nothing(held: Held, word: str) -> bool:
    """Return whether a past form is of a word without meaning of its own."""
    return word.endswith("ed") and {*held.reader.stems(word)} <= held.reader.common


def _shared(held: Held, text: str, parts: Sequence[str]) -> int:
    """Return the greatest number of meaningful words that a text shares with one of some sentences, or -1."""
    said = set(_content(held, text))
    return max((len(said.intersection(_content(held, part))) for part in parts), default=-1)


def _content(held: Held, text: str) -> Iterator[str]:
    reader = held.reader
    bare = reader.without_numbers(reader.without_names(text))
    if has_unspaced(bare):
        bare = reader.words.longest_first.sub(lambda word: "\n" * len(word[0]), bare)
        yield from (bare[at : at + 2] for at in range(len(bare) - 1) if bare[at : at + 2].isalnum())
        return
    yield from (stem for stem in reader.stems(bare) if stem not in reader.common)
