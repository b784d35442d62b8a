"""What is to be said, asked and kept, as plain clauses."""

from __future__ import annotations

import re

from engine.rehearsal.reading.parse.clause import Clause
from engine.rehearsal.reading.parse.grammar import OTHER, Grammar

_SAYS = frozenset({"mention", "say", "explain", "remark", "add"})
_BREAKS = frozenset({"break", "tell", "explain", "report", "deliver", "give", "pass", "bring", "convey"})


class Talking:
    """Puts plainly what is to be told to, asked of and kept from somebody."""

    def __init__(self, grammar: Grammar) -> None:
        self._patterns = grammar.patterns
        self._grammar = grammar

    def kept(self, clause: Clause, last: str) -> str:
        """Return what somebody is on no account to know."""
        del last
        found = (
            self._patterns["barred"].match(clause.text)
            if self._patterns["no_account"].match(clause.text)
            else None
        )
        if found and self._is_known(found["verb"].lower(), clause.text[found.end() :].strip()):
            return f"{found['who']} must not know of it"
        if (
            clause.who == "nobody"
            and clause.asks
            and self._patterns["of_it"].fullmatch(clause.rest.strip(" .!"))
        ):
            return "nobody must know of it" if self._is_known(clause.verb, clause.rest) else ""
        return ""

    def known(self, clause: Clause, last: str) -> str:
        """Return what somebody should hear, be told or be warned of as what one is to tell them."""
        is_a = self._grammar.is_a
        told = clause.passive and clause.verb in ("tell", "warn", "inform", "alert", "notify", "remind")
        hears = self._is_known(clause.verb, clause.rest) and not clause.passive
        whom = last if clause.who == "he" else clause.subject
        if clause.who not in ("other", "everybody", "he") or not whom or not clause.asks:
            return ""
        if not (told or hears) or is_a("nobody", whom.lower()):
            return ""
        if clause.no:
            return f"{whom} must not know of it"
        rest = self._patterns["from"].sub("", clause.rest.removeprefix("out").strip()).strip()
        when = self._patterns["when"].match(rest)
        rest = f"{rest[when.end() :]} {when[0]}".strip() if when else rest
        found = self._patterns["of_what"].match(rest)
        if found and (found["about"] or found["that"]):
            what = f"about {rest[found.end() :]}" if found["about"] else rest
        elif found or not rest or not rest[0].isalpha() or rest[0] >= "\ue000":
            what = f"so {rest[found.end() :] if found else rest}"
        else:
            what = f"that {rest}" if not rest.startswith("to ") else rest
        return f"tell {whom} {what} {clause.ahead}".strip()

    def _is_known(self, verb: str, rest: str) -> bool:
        is_found = verb == "find" and rest.startswith("out")
        return is_found or self._grammar.is_a("knows", verb)

    def broken(self, clause: Clause, last: str) -> str:
        """Return news that are to be broken to somebody as what one is to tell them."""
        del last
        whom = self._patterns["broken"].search(clause.rest)
        if clause.who not in ("thing", "impersonal") or not clause.passive or clause.verb not in _BREAKS:
            return ""
        if whom is None or clause.no or not clause.asks:
            return ""
        rest = self._patterns["from"].sub("", f"{clause.rest[: whom.start()]}{clause.rest[whom.end() :]}")
        return f"tell {whom['who']} so {self._patterns['and'].sub('', rest).strip()}".strip()

    def owed(self, clause: Clause, last: str) -> str:
        """Return an apology that would not hurt, or that somebody deserves, as what one is to say."""
        said = clause.text.lower()
        if "apolog" in clause.subject.lower() and not clause.verb.startswith("apolog"):
            harmless = self._grammar.is_a("hurts", clause.verb) and (
                clause.no or clause.verb in ("go", "help")
            )
            if harmless or any(self._grammar.is_a("due", word) for word in clause.rest.lower().split()):
                named = re.search(rf"[{OTHER}]", clause.text)
                return f"apologise to {named[0] if named else last}" if named or last else ""
        deserves = clause.who in ("other", "he") and clause.verb in ("deserve", "owe", "need", "merit")
        if deserves and self._patterns["apology"].search(said):
            return f"apologise to {clause.subject if clause.who == 'other' else last}"
        return ""

    def mentioned(self, clause: Clause, last: str) -> str:
        """Return what is to be mentioned, and to nobody, as what one tells whoever was named last."""
        says = clause.verb in _SAYS and clause.who == "" and not clause.no
        told = self._patterns["says_that"].match(clause.rest) and not self._patterns["broken"].search(
            clause.rest
        )
        if not (says and last and told):
            return ""
        return f"tell {last} {clause.ahead} {clause.rest}"

    def got_out(self, clause: Clause, last: str) -> str:
        """Return what is to be got out of somebody as what one asks them."""
        found = (
            self._patterns["out_of"].match(clause.rest)
            if clause.verb in ("have", "get", "worm", "drag", "prise")
            else None
        )
        mine = clause.who in ("", "me") or (clause.who == "he" and clause.modal == "will")
        if found is None or clause.no or not (mine and clause.asks):
            return ""
        return f"ask {found['who']} {clause.rest[found.end() :]} {clause.ahead}".strip()

    def appended(self, sentence: str, me: str) -> str:
        """Return a sentence of which it is said behind it that it is kept, as what is to be kept."""
        found = self._patterns["appended"].match(sentence.rstrip(" ."))
        return f"{me} must keep it secret that {found['main']}" if found and me else ""

    def wondered(self, sentence: str, me: str) -> str:
        """Return what somebody would like to know, put first for weight, as what they are to ask."""
        found = self._patterns["what_one_asks"].match(sentence.rstrip(" ."))
        if found is None:
            return ""
        whom = re.search(rf"[{OTHER}]", f"{found['also']}{found['what']}")
        when = "".join(re.findall("[\ue400-\ue5ff]", found["also"]))
        return f"{me} must ask {whom[0]} {when} {found['what']}" if whom else ""
