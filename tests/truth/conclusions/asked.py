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
    on_day,
    times_of,
)
from tests.truth.log import Past
from tests.truth.reading import Said

ANY = re.compile("")


@claim("some said yes and some no")
def some_yes_some_no(past: Past, said: Said) -> str:
    """Each of these said yes when the agent put it to them, and each of those no; others may have as well."""
    yes, no = latest_answers(past, said.text["topic"])
    return first_wrong(_unlike("yes", said.several["yes"], yes), _unlike("no", said.several["no"], no))


@claim("these said yes and those no")
def these_yes_those_no(past: Past, said: Said) -> str:
    """These and nobody else said yes when the agent put it to them, and these and nobody else said no."""
    yes, no = latest_answers(past, said.text["topic"])
    return first_wrong(not_those("yes", said.several["yes"], yes), not_those("no", said.several["no"], no))


def _unlike(answer: str, named: Iterable[str], gave: set[str]) -> str:
    """Say who of those named did not give an answer."""
    wrong = set(named) - gave
    return f"no {answer} from {', '.join(sorted(wrong))}" if wrong else ""


@claim("all said yes")
def all_yes(past: Past, said: Said) -> str:
    """Each of these said yes, and nobody said no."""
    yes, no = latest_answers(past, said.text["topic"])
    return first_wrong(_unlike("yes", said.several["yes"], yes), not_those("no", (), no))


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


@claim("somebody asked for it again")
def asked_again(past: Past, said: Said) -> str:
    """They asked the agent for it so often."""
    times = len(answers(past, said.one["other"], past.me, said.text["topic"], ANY))
    return "" if times == times_of(said.text["times"]) else f"they asked {times} time(s)"


@claim("a no was not spoken of again")
def not_again(past: Past, said: Said) -> str:
    """They said no; there were so many talks with them since, and no line of the two in these is about it."""
    other, topic = said.one["other"], said.text["topic"]
    noes = answers(past, past.me, other, topic, NO)
    if not noes:
        return "they have not said no to it"
    since = [talk for talk in past.talks(other) if talk.minute > noes[-1].minute]
    if len(since) != times_of(said.text["times"]):
        return f"they have talked {len(since)} time(s) since"
    lines = [line for talk in since for line in past.log.lines[talk.id] if line.speaker in (past.me, other)]
    again = next((line for line in lines if past.log.words.within(topic, line.text)), None)
    return f"it came up again: {again.text}" if again else ""


@claim("has come round")
def come_round(past: Past, said: Said) -> str:
    """They said no first and yes afterwards, that day, when the same was put to them."""
    return _another_answer(past, said, NO, YES)


@claim("has gone back on it")
def gone_back(past: Past, said: Said) -> str:
    """They said yes first and no afterwards, that day, when the same was put to them."""
    return _another_answer(past, said, YES, NO)


def _another_answer(past: Past, said: Said, first: re.Pattern[str], then: re.Pattern[str]) -> str:
    """Say that somebody did not give one answer first and then another, that day, as the clause says."""
    who, why = said.one["who"], "this is no clause about an answer of theirs"
    pairs = [(past.me, who)] if who != past.me else [(each, who) for each in past.log.names if each != who]
    for read in past.log.reader("conclusions").read(said.text["one"], past.me):
        for asker, asked in pairs if read.claim.startswith("clause") and "topic" in read.text else ():
            now = answers(past, asker, asked, read.text["topic"], then)
            before = [
                row for row in answers(past, asker, asked, "", first) if now and row.minute < now[-1].minute
            ]
            if not now or not on_day(now[-1].minute, said.text["day"]):
                why = "they did not answer so that day"
            elif any(past.log.words.touches(row.text, now[-1].text) for row in before):
                return ""
            else:
                why = "they had not answered otherwise"
    return why
