"""One clause taken apart: its subject, its verb with what helps it, and what hangs on that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.language.verb_forms import base_form
from engine.rehearsal.reading.parse.grammar import Grammar
from engine.rehearsal.reading.parse.tokens import Token, is_verb, tokens_of

Who = Literal["", "me", "other", "he", "everybody", "nobody", "impersonal", "there", "thing"]
_FORMAL: tuple[Who, ...] = ("impersonal", "there")  # a subject that stands for what comes after the verb
_SAME_FORM = frozenset({"put", "let", "set", "cut", "hit"})  # done to something, in the form of doing it
_PRONOUNS: tuple[Who, ...] = ("everybody", "nobody", "he")
_MOST_OF_A_SUBJECT = 9  # words


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: who or what it is about (`who`, in its words `subject`; nothing of an order), how its verb
    is put, and the `rest` of it. `ahead` are the places and times before it.
    """

    text: str
    ahead: str
    who: Who
    subject: str
    modal: str
    asks: bool  # a modal, or words such as "wants to", hold the verb
    no: bool
    passive: bool
    verb: str
    form: str
    rest: str


class ClauseParser:
    """Takes clauses apart by a grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.patterns = grammar.patterns
        self._grammar = grammar

    def parsed(self, text: str) -> Clause | None:
        """Return what a clause is made of; None where no verb of it is found."""
        text, front = self._behind_its_front(text)
        tokens = tokens_of(text)
        start = self._skipped(tokens, 0)
        ahead = front + "".join(token.said for token in tokens[:start] if token.is_setting)
        who, end = self._subject(tokens, start)
        group = self._group(tokens, end, who)
        if group is None:
            return None
        modal, asks, no, passive, at = group
        verb = tokens[at]
        subject = text[tokens[start].start : tokens[end - 1].end] if end > start else ""
        return Clause(
            text, ahead, who, subject, modal, asks, no, passive, base_form(verb.low) or verb.low, verb.low,
            text[verb.end :].strip(),
        )  # fmt: skip

    def _behind_its_front(self, text: str) -> tuple[str, str]:
        """Return the main clause of what begins with another, and the places and times before it."""
        first = text.split(" ", 1)[0].lower().strip(",")
        fronts = self._grammar.is_a("fronts", first) or self._grammar.is_a("prepositions", first)
        if not (fronts or "\ue400" <= text[:1] <= "\ue5ff"):
            return text, ""
        main = None if first in ("if", "unless", "should") else self.patterns["main"].search(text)
        found = (
            self.patterns["inverted"].search(text) or main or (self._order_behind(text) if fronts else None)
        )
        if found is None or self.patterns["relative"].search(text[: found.start()]):
            return text, ""
        settings = "".join(mark for mark in text[: found.start()] if "\ue400" <= mark <= "\ue5ff")
        return text[found.start("main") :], settings

    def _order_behind(self, text: str) -> re.Match[str] | None:
        """Return where, behind a comma, something to do follows: "if you see Ann, ask her"; nothing behind
        any other condition.
        """
        if self.patterns["condition"].match(text) and not self.patterns["on_meeting"].match(text):
            return None
        found = self.patterns["order"].search(text)
        return found if found and base_form(found["verb"].lower()) == found["verb"] else None

    def _skipped(self, tokens: Sequence[Token], at: int) -> int:
        is_a = self._grammar.is_a
        while at < len(tokens) - 1:
            token = tokens[at]
            said = is_a("conjunctions", token.low) or (is_a("adverbs", token.low) and token.low != "not")
            if not (said or token.low == "," or token.is_setting):
                break
            at += 1
        return at

    def _subject(self, tokens: Sequence[Token], at: int) -> tuple[Who, int]:
        """Return who or what a clause is about, and where that ends."""
        if at >= len(tokens) or tokens[at].is_person:
            return self._of_people(tokens, at) if at < len(tokens) else ("", at)
        is_a, first = self._grammar.is_a, tokens[at]
        following = [token.low for token in tokens[at + 1 : at + 2]]
        if first.low == "no" and following == ["one"]:
            return "nobody", at + 2
        if is_a("nobody", first.low) and following == ["but"] and self._is_person(tokens, at + 2):
            return self._of_people(tokens, at + 2)
        if who := next((who for who in _PRONOUNS if is_a(who, first.low)), None):
            return who, at + 1
        formal = next((who for who in _FORMAL if is_a(who, first.low)), None)
        if formal is not None and at + 1 < len(tokens) and self._helps(tokens[at + 1]):
            return formal, at + 1
        is_order = is_verb(first, None, self._grammar) and not is_a("determiners", first.low)
        return ("", at) if is_order and first.low != "word" else self._of_a_thing(tokens, at)

    def _is_person(self, tokens: Sequence[Token], at: int) -> bool:
        return at < len(tokens) and tokens[at].is_person

    def _of_people(self, tokens: Sequence[Token], at: int) -> tuple[Who, int]:
        who: Who = "me" if tokens[at].is_me else "other"
        end = at + 1
        while end + 1 < len(tokens) and tokens[end].low in (",", "and") and tokens[end + 1].is_person:
            who, end = ("me" if tokens[end + 1].is_me else who), end + 2
        if end + 1 < len(tokens) and self._owns(tokens, end):
            return self._of_a_thing(tokens, end + 1)
        while end < len(tokens) and tokens[end].is_setting:
            end += 1
        return who, end

    def _owns(self, tokens: Sequence[Token], at: int) -> bool:
        """Return whether `'s` is of an owner rather than `is` or `has`."""
        if not (tokens[at].is_clitic and tokens[at].said[1:].lower() == "s") or at + 1 >= len(tokens):
            return False
        after = tokens[at + 1]
        verbal = after.low.endswith(("ing", "ed", "en")) or self._helps(after)
        is_a = self._grammar.is_a
        return after.is_word and not (
            verbal
            or any(is_a(kind, after.low) for kind in ("determiners", "adverbs", "prepositions", "leads"))
        )

    def _of_a_thing(self, tokens: Sequence[Token], at: int) -> tuple[Who, int]:
        end = at + 1
        while end < len(tokens) and end - at <= _MOST_OF_A_SUBJECT:
            token = tokens[end]
            if self._helps(token) and not self._owns(tokens, end):
                return "thing", end
            if self._grammar.is_a("needs", token.low) or token.low == "is":
                return "thing", end
            if token.low in (",", ":", ";"):
                break
            end += 1
        return "", at

    def _helps(self, token: Token) -> bool:
        grammar = self._grammar
        helps = any(grammar.is_a(kind, token.low) for kind in ("be", "have", "do"))
        return helps or token.low in grammar.modals

    def _helps_on(self, tokens: Sequence[Token], at: int) -> bool:
        """Return whether a verb follows a form of `be`, rather than what somebody is."""
        is_a = self._grammar.is_a
        while at < len(tokens) and (is_a("adverbs", tokens[at].low) or tokens[at].is_setting):
            at += 1
        if at >= len(tokens) or not tokens[at].is_word:
            return False
        low = tokens[at].low
        verbal = low.endswith("ing") or base_form(low) not in ("", low)
        leads = (
            is_a("leads", low) or is_a("no", low) or is_a("expects", low) or low in ("to", "been", "being")
        )
        return leads or (verbal and not is_a("determiners", low)) or low in _SAME_FORM

    def _group(self, tokens: Sequence[Token], at: int, who: Who) -> tuple[str, bool, bool, bool, int] | None:
        """Return how the verb is put that begins somewhere, and which it is."""
        modal, asks, no, be = "", not who, False, False
        while at < len(tokens) and (role := self._role(tokens, at)):
            if role == "modal":
                modal, asks = self._grammar.modals[tokens[at].low], True
            elif role == "lead":
                modal, asks = modal or "must", True
            elif role == "be":
                be, asks = True, asks or tokens[at + 1].low == "to"
            no = no or role == "no"
            at += 1
        if at >= len(tokens) or not tokens[at].is_word:
            return None
        verb = tokens[at].low
        if not be and not base_form(verb):
            return None
        passive = be and not verb.endswith("ing") and base_form(verb) not in ("", verb)
        return modal, asks, no, passive, at

    def _role(self, tokens: Sequence[Token], at: int) -> str:
        """Return what a word does ahead of a verb; nothing of what is none of its helpers."""
        is_a, token = self._grammar.is_a, tokens[at]
        last = at + 1 >= len(tokens)
        after = "" if last else tokens[at + 1].low
        helps = not last and self._helps(token)
        roles = (
            ("modal", token.low in self._grammar.modals),
            ("no", is_a("no", token.low)),
            ("lead", is_a("leads", token.low) and after in ("to", "not")),
            ("light", self._is_light(token)),
            ("be", is_a("be", token.low) and not last and self._helps_on(tokens, at + 1)),
            ("light", helps and is_verb(tokens[min(at + 1, len(tokens) - 1)], token, self._grammar)),
            ("light", is_a("have", token.low) and after in ("not", "been", "never")),
        )
        return next((role for role, is_so in roles if is_so), "")

    def _is_light(self, token: Token) -> bool:
        is_a = self._grammar.is_a
        said = token.low in ("to", ",") or is_a("adverbs", token.low) or is_a("self", token.low)
        return said or token.is_setting
