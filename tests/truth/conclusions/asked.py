"""Claims about what was asked and answered: who said yes, who said no, who asked, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.truth.conclusions.asking import (
    NO,
    YES,
    answers,
    claim,
    first_wrong,
    latest_answers,
    not_those,
)
from tests.truth.log import Past
from tests.truth.reading import Said

ANY = re.compile("")


def _unlike(answer: str, named: Iterable[str], gave: set[str]) -> str:
    """Say who of those named did not give an answer."""
    wrong = set(named) - gave
    return f"no {answer} from {', '.join(sorted(wrong))}" if wrong else ""


@claim("all said no")
def all_no(past: Past, said: Said) -> str:
    """Each of these said no, and nobody said yes."""
    yes, no = latest_answers(past, said.text["topic"])
    return first_wrong(_unlike("no", said.several["no"], no), not_those("yes", (), yes))


@claim("several asked for it")
def several_asked(past: Past, said: Said) -> str:
    """Each of these asked the agent for it."""
    mute = [who for who in said.people if not answers(past, who, past.me, said.text["topic"], ANY)]
    return f"{', '.join(mute)} did not ask" if mute else ""


@claim("a no was not spoken of again")
def not_again(past: Past, said: Said) -> str:
    """They said no; the two have talked since, and no line of theirs in these talks is about it."""
    other, topic = said.one["other"], said.text["topic"]
    noes = answers(past, past.me, other, topic, NO)
    if not noes:
        return "they have not said no to it"
    since = [talk for talk in past.spoken(other) if talk.minute > noes[-1].minute]
    if not since:
        return "they have not talked since"
    lines = [line for talk in since for line in past.log.lines[talk.id] if line.speaker in (past.me, other)]
    again = next((line for line in lines if past.log.words.within(topic, line.text)), None)
    return f"it came up again: {again.text}" if again else ""


@claim("has come round")
def come_round(past: Past, said: Said) -> str:
    """They said no first and yes afterwards, when the same was put to them."""
    return _another_answer(past, said, NO, YES)


@claim("has gone back on it")
def gone_back(past: Past, said: Said) -> str:
    """They said yes first and no afterwards, when the same was put to them."""
    return _another_answer(past, said, YES, NO)


def _another_answer(past: Past, said: Said, first: re.Pattern[str], then: re.Pattern[str]) -> str:
    """Say that somebody did not give one answer first and then another, as the clause says."""
    who, why = said.one["who"], "this is no clause about an answer of theirs"
    pairs = [(past.me, who)] if who != past.me else [(each, who) for each in past.log.names if each != who]
    for read in past.log.reader("conclusions").read(said.text["one"], past.me):
        for asker, asked in pairs if read.claim.startswith("clause") else ():
            now = answers(past, asker, asked, read.text.get("topic", ""), then)
            before = [
                row for row in answers(past, asker, asked, "", first) if now and row.minute < now[-1].minute
            ]
            if not now:
                why = "they did not answer so"
            elif any(past.log.words.touches(row.text, now[-1].text) for row in before):
                return ""
            else:
                why = "they had not answered otherwise"
    return why
