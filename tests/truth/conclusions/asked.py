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
    seen_doing,
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


@claim("a yes was seen to be kept")
def yes_seen(past: Past, said: Said) -> str:
    """They said yes to it, and the agent saw them do what is said afterwards, that day and there."""
    other = said.one["other"]
    yes = answers(past, past.me, other, said.text["topic"], YES)
    if not yes:
        return "they have not said yes to it"
    seen = seen_doing(past, other, said.text["doing"], said.text["day"], said.text["place"])
    return "" if any(minute >= yes[0].minute for minute in seen) else f"not seen: {said.text['doing']}"
