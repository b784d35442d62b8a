"""Unfolding: rewrites a sentence into its plain form, with several deeds in clauses of their own."""

from __future__ import annotations

import re

from engine.language.verb_forms import base_form
from engine.records import AgentId
from engine.rehearsal.reading.plain.rules import PlainRules
from engine.rehearsal.reading.tagging import PERSON, PLACE, Tagged, agents_of

_TO_ME = 0x700  # between the marks of people and those that stand for oneself while rules are tried
_MINE = re.compile("[\ue700-\ue8ff]")
_AGAIN = 2  # rounds at most: what one rule unfolds may hold what another does


class Unfolding:
    """Rewrites sentences into their plain form, as one agent reads them."""

    def __init__(self, rules: PlainRules, me: AgentId) -> None:
        self.rules, self._me = rules, me

    def plain(self, sentence: str, marked: Tagged, *, told: bool) -> tuple[str, bool]:
        """Return the plain form of a marked sentence, and whether a rule has changed it.

        Separating parallel deeds does not count as a change.
        """
        text = re.sub(PERSON, lambda mark: self._as_mine(mark[0], marked), sentence)
        named = {
            "last": self._last_named(sentence, marked),
            "there": self._last_place(sentence, marked),
            "self": self._myself(marked),
        }
        if self.rules.arranging is not None:
            text = self.rules.arranging.arranged(text)
        written = text
        for _ in range(_AGAIN):
            before = text
            for rule in self.rules.rules:
                if rule.told if told else rule.written:
                    text = rule.unfolded(text, named)
            if text == before:
                break
        unfolded, text = text != written, self._apart(text, told=told)
        return _MINE.sub(lambda mark: chr(ord(mark[0]) - _TO_ME), text), unfolded

    def _myself(self, marked: Tagged) -> str:
        """Return the first mark of the agent in a text, or an empty string."""
        mine = _MINE.search(re.sub(PERSON, lambda mark: self._as_mine(mark[0], marked), marked.text))
        return mine[0] if mine else ""

    def _last_named(self, sentence: str, marked: Tagged) -> str:
        """Return the mark of the other person named last up to the end of a sentence, or an empty string."""
        marks = re.findall(PERSON, _up_to(sentence, marked))
        named = (mark for mark in reversed(marks) if self._me not in agents_of(marked.meant(mark, PERSON)))
        return next(named, "")

    def _last_place(self, sentence: str, marked: Tagged) -> str:
        """Return the mark of the place named last up to the end of a sentence, or an empty string."""
        return next(reversed(re.findall(PLACE, _up_to(sentence, marked))), "")

    def _as_mine(self, mark: str, marked: Tagged) -> str:
        mine = agents_of(marked.meant(mark, PERSON)) == (self._me,)
        return chr(ord(mark) + _TO_ME) if mine else mark

    def _apart(self, text: str, *, told: bool) -> str:
        """Return a sentence in which each of several deeds begins a clause of its own."""
        rules, parted, ended = self.rules, "", 0
        for found in rules.joint.finditer(text):
            if found.start() < ended or not self._begins_a_deed(text, found, told=told):
                continue
            own = "" if told else f"{self._subject(text[: found.start()])} must "
            parted += f"{text[ended : found.start()]}; {own}"
            ended = found.start("verb")
        return parted + text[ended:]

    def _subject(self, before: str) -> str:
        mine = _MINE.findall(before)
        return mine[-1] if mine else ""

    def _begins_a_deed(self, text: str, found: re.Match[str], *, told: bool) -> bool:
        """Return whether joining words are followed by another deed."""
        verb, before = found["verb"].lower(), text[: found.start()]
        if verb in self.rules.no_verbs or base_form(verb) != verb:
            return False
        after = self.rules.goes_with.match(text, found.end("verb"))
        if after is None or (after["to"] and verb not in self.rules.moves):
            return False
        if self.rules.no_deed_yet.search(before):
            return False
        if told:
            return bool(before.strip())
        return self.rules.leads.search(before) is not None and bool(self._subject(before))


def _up_to(sentence: str, marked: Tagged) -> str:
    return marked.text[: marked.text.find(sentence) + len(sentence)]
