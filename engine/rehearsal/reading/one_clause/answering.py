"""What somebody is to answer once they are asked about a thing: "if Ann asks for the key, it is lost"."""

from __future__ import annotations

import re

from engine.intentions.understood import Understood
from engine.records import EVERYBODY, AgentId
from engine.rehearsal.reading.tagging import MARKS, PERSON, Tagged, agents_of
from engine.rehearsal.reading.words import Words

_CLOSES = " .!。！"


class Answering:
    """Reads what one person is to answer, in a sentence that says when."""

    def __init__(self, words: Words, me: AgentId) -> None:
        self._words, self._me = words, me

    def understood(self, sentence: str, marked: Tagged) -> Understood | None:
        """Return the answer that a sentence has ready, and for whom; None where it has none, or where it is
        for somebody else to give.
        """
        for way in self._words.answers:
            if (found := way.match(sentence)) and self._is_mine(found, marked):
                return self._answer(found, sentence, marked)
        return None

    def _is_mine(self, found: re.Match[str], marked: Tagged) -> bool:
        named = "".join(found[name] or "" for name in ("by", "me"))
        agents = agents_of(marked.meant(named, PERSON))
        return not agents or self._me in agents

    def _answer(self, found: re.Match[str], sentence: str, marked: Tagged) -> Understood:
        asking = agents_of(marked.meant(found["who"], PERSON))
        what = marked.plain(found["what"]).strip(MARKS)
        says = marked.plain(found["says"]).strip(_CLOSES)
        return Understood(
            kind="answer",
            text=marked.plain(sentence).strip(),
            deed=marked.plain(sentence).strip(_CLOSES),
            who=self._me,
            others=tuple(one for one in asking if one not in (self._me, EVERYBODY)) or (EVERYBODY,),
            what="" if self._words.pronoun.fullmatch(what) else what,
            content=says,
        )
