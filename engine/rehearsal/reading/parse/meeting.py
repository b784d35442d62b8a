"""What is to be held, who is to be had over, and who is expected, as plain clauses."""

from __future__ import annotations

import re

from engine.rehearsal.reading.parse.clause import Clause
from engine.rehearsal.reading.parse.grammar import OTHER, Grammar

_SETTING = "[\ue200-\ue5ff]"
_PEOPLE = rf"[{OTHER}](?:(?:,| and|, and) [{OTHER}])*"


class Meeting:
    """Puts plainly what is to be held, and with whom one is to meet."""

    def __init__(self, grammar: Grammar) -> None:
        self._patterns = grammar.patterns
        self._grammar = grammar

    def had_over(self, clause: Clause, last: str) -> str:
        """Return those who are to be had over for a thing as those for whom it is held."""
        del last
        if clause.who not in ("", "me") or clause.no or not self._grammar.is_a("gathers", clause.verb):
            return ""
        found = self._patterns["over"].match(clause.rest)
        if found is None:
            return ""
        parts = (found["who"], "to", found["what"], found["left"].strip(" ,"), found["at"], found["on"])
        return f"invite {' '.join(parts)} {clause.ahead}".strip()

    def held(self, clause: Clause, last: str) -> str:
        """Return a thing that somebody is putting together, or on, as one that they hold."""
        del last
        put = clause.verb in ("put", "get", "lay", "set", "fix") and self._patterns["up"].match(clause.rest)
        if clause.who not in ("", "me") or clause.no or not put or not put[0]:
            return ""
        return f"hold {clause.rest[put.end() :]} {clause.ahead}".strip()

    def expected(self, clause: Clause, last: str) -> str:
        """Return somebody who is expected at a place and an hour as whom one meets there."""
        del last
        comes = self._grammar.is_a("expects", clause.form) or clause.form in ("expected", "due")
        at = re.findall(_SETTING, f"{clause.ahead}{clause.rest}")
        places = [mark for mark in at if mark < "\ue400"]
        if clause.who != "other" or clause.no or not comes or not places or len(at) == len(places):
            return ""
        return f"meet {clause.subject} {' '.join(at)}"

    def announced(self, text: str) -> str:
        """Return a thing that is named with its place, its hour and who is welcome as one that is held."""
        found = self._patterns["announced"].match(text.strip(" .!"))
        marks = "".join(re.findall(_SETTING, found["at"])) if found else ""
        return f"hold {found['what']} {marks} for {found['who']}" if found and len(marks) > 1 else ""
