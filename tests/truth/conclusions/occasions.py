"""Claims about occasions: who has promised to come, who came, whom one met there, and who stayed away."""

from __future__ import annotations

import re

from engine.records import AgentId
from tests.truth.conclusions.asking import claim
from tests.truth.log import Occasion, Past, place_of
from tests.truth.reading import Said

_COMES = re.compile(r"means to come|has promised to come|打算.*(赴|来|去)|答应")
_CANNOT = re.compile(r"cannot come|will not come|去不了|来不了")


def promised(past: Past, who: AgentId, occasion: Occasion) -> bool:
    """Return whether the agent has heard that somebody will come, and nothing to the contrary since."""
    name = past.log.names[who].full
    rows = [
        row for row in past.memories("talk", "plan")
        if row.text.startswith(name) and _names(past, row.text, occasion)
        and (_COMES.search(row.text) or _CANNOT.search(row.text))
    ]  # fmt: skip
    return bool(rows) and not _CANNOT.search(rows[-1].text)


def _names(past: Past, text: str, occasion: Occasion) -> bool:
    """Return whether a text names an occasion: in full, or as what its host gives, by a word of its name."""
    words = past.log.words
    theirs = occasion.host in past.log.named(text) and words.of(occasion.what) & words.of(text)
    return bool(theirs) or past.log.within(occasion.what, text)


def _begun(past: Past, said: Said, host: AgentId) -> Occasion | str:
    """Return the occasion of a sentence, or why there is none to look back on."""
    one = past.occasion(said.text["occasion"], host)
    if one is None:
        return f"there is no such occasion: {said.text['occasion']}"
    return one if one.begins <= past.minute else "it has not begun"


@claim("guests came")
def guests_came(past: Past, said: Said) -> str:
    """The agent gave it and was there, and so were these, who had promised it."""
    one = _begun(past, said, past.me)
    if isinstance(one, str):
        return one
    away = [who for who in said.people if not past.attended(who, one)]
    if away:
        return f"{', '.join(away)} was not there"
    unpromised = [who for who in said.people if not promised(past, who, one)]
    if unpromised:
        return f"nobody had heard {', '.join(unpromised)} promise it"
    if not past.attended(past.me, one):
        return "the agent itself was not there to see it"
    return ""  # whom a host forgets to name is not said to have stayed away


@claim("a promised guest was not seen")
def guest_not_seen(past: Past, said: Said) -> str:
    """It is over, the guest had promised the agent, and was never there."""
    one = _begun(past, said, past.me)
    if isinstance(one, str):
        return one
    if past.minute < one.ends:
        return "it is not over"
    if past.attended(said.one["who"], one):
        return "the guest was there"
    return "" if promised(past, said.one["who"], one) else "no such promise"


@claim("guests have promised to come")
def guests_promised(past: Past, said: Said) -> str:
    """The agent gives it, it is still to come, and everybody named has promised and not taken it back."""
    one = past.occasion(said.text["occasion"], past.me)
    if one is None:
        return "the agent gives no such occasion"
    if past.minute >= one.begins:
        return "it has begun already"
    unpromised = [who for who in said.people if not promised(past, who, one)]
    return f"{', '.join(unpromised)} has not promised" if unpromised else ""


@claim("stayed away from an occasion")
def stayed_away(past: Past, said: Said) -> str:
    """It is over, the agent had promised, and was never there."""
    one = _begun(past, said, said.one["host"])
    if isinstance(one, str):
        return one
    if not promised(past, past.me, one):
        return "it had not promised"
    if past.attended(past.me, one):
        return "it was there"
    return "" if past.minute >= one.ends else "it is not over"


@claim("has promised two things at once")
def two_at_once(past: Past, said: Said) -> str:
    """The agent has promised to come to both, and they go on at the same time in two places."""
    found = []
    for text in (said.text["one"], said.text["two"]):
        named = past.log.named(text)
        one = next((each for each in past.log.occasions if past.log.within(each.what, text)
                    and (not named or each.host in named)), None)  # fmt: skip
        if one is None or not promised(past, past.me, one):
            return f"it has not promised to come to {text}"
        found.append(one)
    first, second = found
    clash = first.begins < second.ends and second.begins < first.ends
    return (
        "" if clash and place_of(first.place) != place_of(second.place) else "they are not at the same time"
    )
