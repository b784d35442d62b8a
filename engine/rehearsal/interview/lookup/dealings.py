"""Answers about dealings: what was asked for, what was promised, and who supports whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.prompts.known import SetOut
from engine.records import EVERYBODY, Memory, Name
from engine.rehearsal.interview.bearing import is_covered, matter_of
from engine.rehearsal.interview.lookup.absence import declined
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.opinion.towards import side_taken
from engine.rehearsal.recollect import REQUESTS, overlap
from engine.rehearsal.understand import content_words

_GRANTED = ("kept_granted", "kept_deed_granted")
_PUT_OFF = ("kept_put_off", "kept_deed_put_off")
_THINGS = ("kept_granted", "kept_put_off")
_REFUSED = ("kept_refused", "kept_deed_refused")
_FOR, _AGAINST = ("kept_support", "kept_backing"), ("kept_support_no", "kept_backing_no")
_UNSURE = ("kept_support_unsure", "kept_backing_unsure")
_STANCES = (*_FOR, *_AGAINST, *_UNSURE)
_MOST = 3
_OF_IT = 0.5  # the share of the words of a thing asked for that a question about it has


@dataclass(frozen=True, slots=True)
class Dealing:
    """What `asker` wanted of `who` in a talk, with the frame that says how it ended, and the memory of it."""

    number: int
    memory: Memory
    frame: str
    asker: Name
    who: Name
    what: str


def dealings(asked: Asked, frames: Iterable[str]) -> list[Dealing]:
    """Return the dealings that ended in one of some ways, the latest of each, the latest first."""
    latest: dict[tuple[str, str, str], Dealing] = {}
    for dealing in sorted(_dealings(asked, tuple(frames)), key=lambda dealing: -dealing.memory.id):
        latest.setdefault((dealing.asker.full, dealing.who.full, dealing.what), dealing)
    return list(latest.values())


def _dealings(asked: Asked, frames: tuple[str, ...]) -> Iterator[Dealing]:
    by_full = asked.me.everybody.by_full
    for number, memory in asked.numbered():
        for frame in frames:
            gaps = asked.pack.phrases.read(frame, memory.text) if memory.kind == "talk" else None
            if gaps and gaps["asker"] in by_full and gaps["who"] in by_full:
                asker, who = by_full[gaps["asker"]], by_full[gaps["who"]]
                yield Dealing(number, memory, frame, asker, who, gaps.get("what", ""))


def about_request(asked: Asked) -> Reply | None:
    """Say what a person asked of the agent, or the agent of them, and how it was answered; or return None.

    A question that names nobody is about anybody.
    """
    me, mine = asked.me.name, asked.finds("asks_request_by_me")
    other = asked.me.name_of(asked.person.agent) if asked.person is not None else None
    if other is None and not (asked.finds("asks_who") or asked.finds("asks_whether")):
        return None
    found = [
        dealing
        for dealing in dealings(asked, (*REQUESTS, *_STANCES))
        if (dealing.asker if mine else dealing.who) == me
        and other in (None, dealing.who if mine else dealing.asker)
    ]
    if not found and mine and other is not None and (refusal := declined(other, asked)) is not None:
        return refusal
    if not found:  # a question about an invitation or a meeting is answered by other rules
        other_matter = mine or asked.finds("asks_whether")
        return None if other_matter else Reply((asked.say("asked_nothing"),), yes=False, knows=False)
    return _told(found[:_MOST], asked)


def about_promise(asked: Asked) -> Reply | None:
    """Say what was answered to a request, if a question asks whether it was done; or return None."""
    matter = matter_of(asked)
    if is_covered(matter, asked):
        return None
    people = {name.full for name in matter.people} | {asked.me.name.full}
    for dealing in dealings(asked, (*_GRANTED, *_PUT_OFF, *_REFUSED)):
        of_it = content_words(dealing.what, asked.pack) - asked.me.everybody.words
        parties = {dealing.asker.full, dealing.who.full}
        named = bool(matter.people)
        if parties != people and (named or dealing.who != asked.me.name):
            continue
        if not of_it or overlap(of_it, asked.question, asked.pack) < (_OF_IT if named else 1) * len(of_it):
            continue
        said = asked.say(_outcome(dealing, asked), core=asked.recount(dealing.memory))
        return Reply((said,), (dealing.number,), yes=False if dealing.frame in _REFUSED else None)
    return None


def _outcome(dealing: Dealing, asked: Asked) -> str:
    """Return the frame that says what came of a request: a thing is given in a talk, a deed may be unseen."""
    if dealing.frame in _REFUSED:
        return "no_it_is"
    if not asked.finds("asks_done"):
        return "yes_it_is" if dealing.who == asked.me.name else "bearing"
    if dealing.who != asked.me.name:
        return "not_done_that_i_know"
    return "not_done_yet" if dealing.frame in _THINGS else "said_i_would"


def about_deed(asked: Asked) -> Reply | None:
    """Say whether the agent did what it set out to do, if a question asks that; or return None."""
    if not (asked.finds("asks_done") and asked.finds("asks_oneself")):
        return None
    best = _set_out(asked) or (_set_out(replace(asked, question=asked.whole)) if asked.whole else None)
    if best is None:
        return None
    if best.state == "done":
        return Reply((asked.say("did_it"),), yes=True)
    if best.state in ("failed", "dropped"):
        why = (asked.say("did_not_because", core=asked.own(best.because)),) if best.because else ()
        return Reply((asked.say("did_not"), *why), yes=False)
    return Reply((asked.say("not_done_yet_plain"),), yes=False)


def _set_out(asked: Asked) -> SetOut | None:
    """Return what the agent set out to do that a question is about, with the people it names; or None."""
    words, people = matter_of(asked).words, {person.agent for person in asked.named}
    rows = (row for row in asked.prompt.set_out if people <= {*row.others} or EVERYBODY in row.others)
    best = max(rows, key=lambda row: overlap(words, row.text, asked.pack), default=None)
    fits = best is not None and words and overlap(words, best.text, asked.pack) >= _OF_IT * len(words)
    return best if fits else None


def supporters(asked: Asked) -> Reply | None:
    """Say who is for the agent, or a person named, who is against, and who is unsure; or return None."""
    candidate = asked.me.name_of(asked.person.agent) if asked.person is not None else asked.me.name
    found = [one for one in dealings(asked, _STANCES) if one.asker == candidate]
    if not found:
        stands = any(candidate in asked.says(memory).sides for _, memory in asked.numbered())
        return Reply((asked.say("support_unknown"),), knows=False) if stands else None
    called = asked.pack.grammar.first.object if candidate == asked.me.name else candidate.called
    parts = [
        asked.say(frame, other=called, people=asked.pack.listed(names))
        for frame, frames in (("for_them", _FOR), ("against_them", _AGAINST), ("unsure_of_them", _UNSURE))
        if (names := [_called(one.who, asked) for one in found if one.frame in frames])
    ]
    return Reply(tuple(parts), tuple(one.number for one in found))


def stance(asked: Asked) -> Reply | None:
    """Say whether the agent supports a person named, or is undecided; or return None."""
    if asked.person is None:
        return None
    other = asked.me.name_of(asked.person.agent)
    for dealing in dealings(asked, _STANCES):
        if dealing.asker == other and dealing.who == asked.me.name:
            return _told([dealing], asked, _yes(dealing))
    leaning = side_taken(asked, other)
    if leaning is not None:
        return leaning.reply
    stands = any(other in asked.says(memory).sides for _, memory in asked.numbered())
    return Reply((asked.say("undecided"),), knows=False) if stands else None


def own_choice(asked: Asked) -> Reply | None:
    """Say whom the agent supports, by what it has told a candidate; or return None."""
    own = [one for one in dealings(asked, _STANCES) if one.who == asked.me.name]
    chosen = next((one for one in own if one.frame in _FOR), None)
    against = [one for one in own if one.frame in _AGAINST]
    if chosen is not None:
        return Reply((asked.say("for_person", other=chosen.asker.called),), (chosen.number,))
    if against:
        people = asked.pack.listed([one.asker.called for one in against])
        return Reply((asked.say("not_for_person", people=people),), tuple(one.number for one in against))
    return Reply((asked.say("undecided"),), tuple(one.number for one in own), knows=False) if own else None


def _told(found: list[Dealing], asked: Asked, yes: bool | None = None) -> Reply:
    parts = [
        asked.say("also" if place else "bearing", core=asked.recount(dealing.memory))
        for place, dealing in enumerate(found)
    ]
    lead = (asked.say("yes" if yes else "no"),) if yes is not None else ()
    return Reply((*lead, *parts), tuple(dealing.number for dealing in found), yes=yes)


def _yes(dealing: Dealing) -> bool | None:
    return None if dealing.frame in _UNSURE else dealing.frame in _FOR


def _called(name: Name, asked: Asked) -> str:
    return asked.pack.grammar.first.object if name == asked.me.name else name.called
