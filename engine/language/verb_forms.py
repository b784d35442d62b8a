"""The forms of English verbs, from a library: our own table of them would have mistakes.

Only the rows of verbs are read from the library's tables, and those of nouns once one is asked about. Loading
all of them takes a third of a second in every program that reads one sentence.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache

_VERB, _NOUN = ",verb,", ",noun,"  # in a row, between a word and what it comes of, or what comes of it
_SPELLINGS = "/"


@cache
def present_forms(verb: str) -> tuple[str, ...]:
    """Return the present forms of a verb: `hold`, `holds`, `holding`.

    Of a verb with several words (`put_on`), the first is inflected.
    """
    from lemminflect import config

    first, _, rest = verb.partition("_")
    _, _, going, goes = (_rows(config.inflection_lu_fn, _VERB).get(first, "").split(",") + [""] * 4)[:4]
    found = dict.fromkeys(filter(None, [first, *goes.split(_SPELLINGS), *going.split(_SPELLINGS)]))
    return tuple(f"{form} {rest.replace('_', ' ')}".strip() for form in found)


@cache
def base_form(word: str) -> str:
    """Return the base form of a verb, or an empty string for a word that is not a verb."""
    from lemminflect import config

    return _rows(config.lemma_lu_fn, _VERB).get(word.lower(), "").split(_SPELLINGS)[0]


def is_base_form(text: str) -> bool:
    """Return whether a text begins with the base form of a verb, as `mend the nets` does."""
    first = text.partition(" ")[0].lower()
    return bool(first) and base_form(first) == first


def is_noun(word: str) -> bool:
    """Return whether a word is a noun in the singular, whatever else it is: `work`, but not `suffer`."""
    from lemminflect import config

    return word.lower() in _rows(config.inflection_lu_fn, _NOUN)


@cache
def _rows(table: str, part: str) -> Mapping[str, str]:
    with gzip.open(table, "rt", encoding="utf-8") as file:
        rows = [row for row in file.read().splitlines() if part in row]
    return dict(row.split(part) for row in rows)
