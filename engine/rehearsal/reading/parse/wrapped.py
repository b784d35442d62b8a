"""What a clause is wrapped in that asks for it: "it would be nice if", "see to it that", "make yourself"."""

from __future__ import annotations

from engine.language.verb_forms import base_form
from engine.rehearsal.reading.parse.clause import Clause, ClauseParser
from engine.rehearsal.reading.parse.grammar import Grammar


class Wrapped:
    """Takes off what a clause is wrapped in."""

    def __init__(self, grammar: Grammar, parser: ClauseParser) -> None:
        self._patterns = grammar.patterns
        self._grammar, self._parser = grammar, parser

    def inner(self, text: str, me: str, *, told: bool) -> str:
        """Return the clause that is asked for; nothing where this is no wrapping."""
        if told and (wanted := self._wanted(text)):
            return wanted
        if no_way := self._patterns["no_way"].search(self._after_its_setting(text)):
            return self._barred(no_way["rest"], me)
        clause = self._parser.parsed(text)
        if clause is None:
            return ""
        if told and clause.who == "impersonal" and clause.verb == "be":
            return self._kindness(clause.rest, clause.ahead)
        return self._own(clause) if clause.who in ("", "me") else ""

    def _wanted(self, text: str) -> str:
        """Return what somebody who speaks would rather that one did, or saw done."""
        if rather := self._patterns["rather"].match(text):
            return self._order(f"{rather['verb']}{rather['rest']}", no=bool(rather["not"]))
        done = self._patterns["wanted_done"].match(text)
        verb = base_form(done["done"].lower()) if done else ""
        return f"{verb} {done['what']} {done['rest']}".strip() if done and verb else ""

    def _own(self, clause: Clause) -> str:
        """Return what one is to make oneself do, to offer, or to see to."""
        is_a = self._grammar.is_a
        if is_a("makes", clause.verb) and (itself := self._patterns["self"].match(clause.rest)):
            verb = itself["rest"].split()[0].lower()
            return itself["rest"] if base_form(verb) == verb else ""
        offered = self._patterns["to_do"].match(clause.rest) if is_a("offers", clause.verb) else None
        if offered and clause.asks and not clause.no:
            return f"{clause.rest[offered.end() :]} {clause.ahead}".strip()
        seen_to = self._patterns["seen_to"].match(f"{clause.verb} {clause.rest}")
        return self._seen_to(seen_to["rest"]) if seen_to else ""

    def _after_its_setting(self, text: str) -> str:
        found = self._patterns["there_is"].search(text)
        return text[found.start() :] if found else text

    def _kindness(self, rest: str, ahead: str) -> str:
        """Return what it would be nice if one did."""
        adjective, _, after = rest.partition(" ")
        wrapping = self._patterns["to_me"].match(after)
        if not self._grammar.is_a("kindly", adjective.lower()) or wrapping is None:
            return ""
        return self._order(f"{after[wrapping.end() :]} {ahead}".strip(), no=False)

    def _seen_to(self, rest: str) -> str:
        """Return what is to be seen to: what somebody is to know, or is to be held."""
        if there := self._patterns["there"].match(rest):
            return f"hold {there['what']}"
        clause = self._parser.parsed(rest)
        if clause is None or not clause.who:
            return ""
        if clause.who == "me":
            return self._order(f"{clause.verb} {clause.rest}", no=clause.no)
        knows = clause.who in ("other", "everybody") and self._grammar.is_a("knows", clause.verb)
        return f"{clause.subject} must {clause.verb} {clause.rest}" if knows else ""

    def _order(self, text: str, *, no: bool) -> str:
        verb, space, rest = text.partition(" ")
        return f"{'do not ' if no else ''}{base_form(verb.lower()) or verb}{space}{rest}"

    def _barred(self, rest: str, me: str) -> str:
        """Return what there is no way that one does: a feeling is one no longer, a deed is not done."""
        goes_on = self._patterns["go_on"].match(rest)
        if goes_on:
            return f"{me} no longer {base_form(goes_on['verb'])} {rest[goes_on.end() :]}"
        return f"do not {rest}"
