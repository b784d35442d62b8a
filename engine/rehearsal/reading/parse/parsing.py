"""A sentence put plainly by its clauses: each is taken apart, and says again who is to do one thing."""

from __future__ import annotations

import re

from engine.rehearsal.reading.parse.clause import ClauseParser
from engine.rehearsal.reading.parse.doing import Doing
from engine.rehearsal.reading.parse.grammar import Grammar
from engine.rehearsal.reading.parse.meeting import Meeting
from engine.rehearsal.reading.parse.splitting import split
from engine.rehearsal.reading.parse.talking import Talking
from engine.rehearsal.reading.parse.wrapped import Wrapped

_SETTING = re.compile("[\ue200-\ue5ff]")
_MOST_LAYERS = 4  # "see to it that you get her to ask him"


class Parsing:
    """Puts sentences plainly by what their clauses are made of."""

    def __init__(self, grammar: Grammar) -> None:
        self._parser = ClauseParser(grammar)
        self._wrapped = Wrapped(grammar, self._parser)
        talking, doing, meeting = Talking(grammar), Doing(grammar), Meeting(grammar)
        self._meeting = meeting
        self._sure = (
            talking.kept, talking.mentioned, talking.got_out, doing.lent, doing.rested, doing.done_to,
        )  # fmt: skip
        self._ways = (
            *self._sure, talking.known, talking.broken, talking.owed, meeting.had_over, meeting.held,
            meeting.expected, doing.stood_for, doing.slept, doing.spent, doing.given_up,
        )  # fmt: skip
        self._on_whole = (doing.listed, talking.appended, talking.wondered, doing.topic)

    def plain(self, sentence: str, me: str, last: str, *, told: bool) -> tuple[str, bool]:
        """Return a sentence with marks in plain clauses, and whether it is built otherwise as a whole; as it
        is, where nothing in it is put otherwise. `me` is a mark of oneself, and `last` that of whoever else
        was named last.
        """
        whole = sentence.strip()
        for way in self._on_whole:
            whole = way(whole, me) or whole
        clauses = tuple(split(whole, self._parser))
        put = [self._put(clause, me, last, told=told) for clause in clauses]
        rebuilt = whole != sentence.strip() or any(by_way for _, by_way in put)
        if not rebuilt and not any(new for new, _ in put):
            return sentence, False
        said = []
        for (new, _), old in zip(put, clauses, strict=True):
            of_others = told and not new and self._is_of_others(old)
            if of_others and _SETTING.search(old):
                return sentence, False  # where and when others are may be meant for oneself
            said += [] if of_others else [new or old]
        return "; ".join(said), rebuilt

    def _is_of_others(self, text: str) -> bool:
        """Return whether a clause, as plain as it can be, says only what others do, and asks nothing."""
        clause = self._parser.parsed(text)
        return clause is not None and clause.who not in ("", "me", "everybody", "nobody")

    def _put(self, text: str, me: str, last: str, *, told: bool) -> tuple[str, bool]:
        """Return a clause put plainly, nothing where it is as plain as it can be, and whether it is built
        otherwise.
        """
        inner = text
        for _ in range(_MOST_LAYERS):
            unwrapped = self._wrapped.inner(inner, me, told=told)
            if not unwrapped:
                break
            inner = unwrapped
        if announced := self._meeting.announced(text):
            return self._asked(announced, me, told=told), True
        clause = self._parser.parsed(inner)
        if clause is None:
            return inner if inner != text else "", False
        for way in self._ways:
            if put := way(clause, last):
                return self._asked(put, me, told=told), way in self._sure
        if inner == text and clause.text != text.strip():
            inner = f"{clause.text} {clause.ahead}".strip()  # without what stands in front of it
        return (self._asked(inner, me, told=told) if inner != text else ""), False

    def _asked(self, put: str, me: str, *, told: bool) -> str:
        """Return what is to be done as an order, or as what somebody of whom one writes must do."""
        plain = self._parser.parsed(put)
        is_order = plain is not None and not plain.who
        return f"{me} must {put}" if is_order and not told and me else put
