"""What is to be done, and to what, as plain clauses."""

from __future__ import annotations

import re

from engine.language.verb_forms import base_form
from engine.rehearsal.reading.parse.clause import Clause
from engine.rehearsal.reading.parse.grammar import OTHER, Grammar

_NUMBER = re.compile(r"(?:^|[\s,;:]+)\(?\d{1,2}[).]\s+")
_A_FEW = 2


class Doing:
    """Puts plainly what is to be done."""

    def __init__(self, grammar: Grammar) -> None:
        self._patterns = grammar.patterns
        self._grammar = grammar

    def stood_for(self, clause: Clause, last: str) -> str:
        """Return an office for which one is to put oneself up as what one runs for."""
        del last
        found = (
            self._patterns["up_for"].match(clause.rest)
            if clause.verb in ("put", "throw", "enter", "toss")
            else None
        )
        mine = clause.who in ("", "me") and not clause.no
        return f"run for {found['what']} {clause.ahead}".strip() if found and mine else ""

    def slept(self, clause: Clause, last: str) -> str:
        """Return where one is to spend one's nights as where one sleeps from now on."""
        del last
        found = (
            self._patterns["nights"].match(clause.rest) if self._grammar.is_a("spends", clause.verb) else None
        )
        if found is None or clause.no or clause.who not in ("", "me"):
            return ""
        starts = re.findall("[\ue400-\ue5ff]", found["left"])
        return f"move {found['where']} {''.join(starts)}".strip()

    def spent(self, clause: Clause, last: str) -> str:
        """Return how a while is to be spent, and what somebody can be found at, as what one does."""
        del last
        if clause.no or clause.who not in ("", "me"):
            return ""
        if clause.verb == "spend" and (found := self._patterns["while"].match(clause.rest)) and clause.asks:
            return f"{base_form(found['doing'])}{found['rest']} {found['on']} {clause.ahead}".strip()
        found = self._patterns["seen"].match(clause.rest)
        seen = clause.passive and clause.verb in ("find", "see", "hear", "meet")
        if clause.who == "me" and seen and found:
            return f"{clause.subject} is {found['doing']}{found['rest']} {clause.ahead}".strip()
        return ""

    def given_up(self, clause: Clause, last: str) -> str:
        """Return what is to be got back to somebody as what one gives them."""
        del last
        said = f"{clause.verb} {clause.rest}"
        found = self._patterns["back"].match(said) if clause.who == "" and not clause.no else None
        if found is None or self._patterns["to_it"].search(found["what"]) or " back" not in said:
            return ""
        return f"give {found['who']} {found['what'].removesuffix(' back')} back{found['rest']} {clause.ahead}"

    def lent(self, clause: Clause, last: str) -> str:
        """Return a hand that one is to lend somebody with a thing as help with it."""
        del last
        found = self._patterns["hand"].match(clause.rest) if clause.verb in ("give", "lend") else None
        if found is None or clause.no or clause.who not in ("", "me") or not clause.asks:
            return ""
        return f"help {found['who']} with {found['what']} {clause.ahead}".strip()

    def rested(self, clause: Clause, last: str) -> str:
        """Return a thing that is to have a rest as one that is to be left alone."""
        del last
        found = self._patterns["rest"].match(clause.rest) if clause.verb == "give" else None
        if found is None or clause.no or clause.who != "":
            return ""
        return f"do not touch {found['what']}{found['rest']} {clause.ahead}".strip()

    def done_to(self, clause: Clause, last: str) -> str:
        """Return what is to be done to a thing as what one does."""
        del last
        if clause.who != "thing" or clause.no or re.search(rf"[{OTHER}]", clause.subject):
            return ""
        thing = clause.subject[0].lower() + clause.subject[1:]
        needs = self._grammar.is_a("needs", clause.verb) and clause.rest.split(" ", 1)[0].endswith("ing")
        if needs:
            doing, _, rest = clause.rest.partition(" ")
            return f"{base_form(doing)} {thing} {rest} {clause.ahead}".strip()
        if not (clause.passive and clause.asks and clause.modal == "must"):
            return ""
        if self._patterns["befalls"].search(clause.text.lower()) or clause.verb in (
            "leave",
            "let",
            "see",
            "tell",
            "keep",
            "break",
            "say",
        ):
            return ""
        return f"{clause.verb} {thing} {self._patterns['by'].sub('', clause.rest)} {clause.ahead}".strip()

    def topic(self, sentence: str, me: str) -> str:
        """Return a deed with the thing that stands before it, as that to which it is done."""
        del me
        found = self._patterns["topic"].match(sentence.rstrip(" ."))
        if found is None or self._patterns["says_so"].search(found["what"]):
            return ""
        what = found["what"][0].lower() + found["what"][1:]
        if self._patterns["to_it"].search(found["deed"]):
            return self._patterns["to_it"].sub(lambda _: what, found["deed"], count=1)
        return self._patterns["them_back"].sub(lambda verb: f"{verb[1]} {what} ", found["deed"], count=1)

    def listed(self, sentence: str, me: str) -> str:
        """Return what a numbered list asks, one deed after the other; when it is to be done stays ahead."""
        del me
        head, *items = _NUMBER.split(sentence.rstrip(" ."))
        if len(items) < _A_FEW:
            return ""
        when = "".join(re.findall("[\ue400-\ue5ff]", head))
        first, *rest = (item.strip(" ,;.") for item in items)
        return "; ".join([f"{first} {when}".strip(), *rest])
