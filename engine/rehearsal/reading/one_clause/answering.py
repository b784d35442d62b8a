"""Answering: what an agent is to answer when asked about a thing: "if Ann asks for the key, it is lost"."""

from __future__ import annotations

import re

from engine.intentions.understood import Understood
from engine.records import EVERYBODY, AgentId
from engine.rehearsal.reading.tagging import MARKS, PERSON, Tagged, agents_of
from engine.rehearsal.reading.words import Words

_CLOSES = " .!。！"


class Answering:
    """Reads prepared answers of one agent from sentences."""

    def __init__(self, words: Words, me: AgentId) -> None:
        self._words, self._me = words, me

    def understood(self, sentence: str, marked: Tagged) -> Understood | None:
        """Return the prepared answer in a sentence and whom it is for, or None if this agent has none."""
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
