"""The clauses of a sentence, each with its own verb; what has none goes with the one before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.rehearsal.reading.parse.clause import ClauseParser
from engine.rehearsal.reading.parse.tokens import tokens_of

_STRONG = re.compile(r"(?:^|[\s,;:]+)\(?\d{1,2}[).]\s+|\s*[;:()]+\s*|\s+[-–—]+\s+|—")


def split(sentence: str, parser: ClauseParser) -> Iterator[str]:
    """Yield the clauses of a sentence in order."""
    for strong in _STRONG.split(sentence):
        if strong.strip(" ,.!?"):
            yield from _clauses(strong.strip(" ,."), parser)


def _clauses(text: str, parser: ClauseParser) -> Iterator[str]:
    begun = 0
    for found in parser.patterns["weak"].finditer(text):
        after = text[found.end() :]
        before = text[begun : found.start()]
        if begun < found.start() and _begins(after, parser) and _is_whole(before, parser):
            yield before
            begun = found.end()
    yield text[begun:]


def _begins(after: str, parser: ClauseParser) -> bool:
    """Return whether a clause of its own begins somewhere: somebody and what they do, or something to do."""
    if parser.patterns["no_account"].match(after):
        return True
    if parser.patterns["hangs"].match(after):
        return False
    clause = parser.parsed(after)
    if clause is None or clause.who == "thing":
        return False
    if clause.who:
        return clause.asks or clause.passive or clause.verb != clause.form
    return clause.verb == clause.form and len(tokens_of(clause.rest)) > 0


def _is_whole(before: str, parser: ClauseParser) -> bool:
    return not parser.patterns["hangs"].match(before) and parser.parsed(before) is not None
