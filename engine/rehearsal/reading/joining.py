"""Joining: combines several clauses, or several words for a time, into what they say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.clock import DAY, minute_at
from engine.intentions.understood import Timing, Understood
from engine.practices.conduct import DEEDS, ONCE
from engine.records import EVERYBODY, AgentId

_A_DEED = 30  # minutes until what comes next in a sentence is begun

Asks = list[tuple[int, Understood]]
"""What a text asks, each with the number of the sentence that does."""


def timing_of(meant: Sequence[object]) -> Timing | None:
    """Combine marks into one time (day, hour, from when on, how often), or return None."""
    moments = [one for one in meant if isinstance(one, Timing)]
    if not moments:
        return None
    timed = [one for one in moments if one.start is not None and not one.onward]
    exact = next((one for one in timed if one.end is None), (timed or moments)[0])
    day = next((one.day for one in moments if one.day is not None), None)
    start = _in_its_part(exact, moments)
    return replace(
        exact,
        day=exact.day if exact.day is not None else day,
        start=start,
        recurs=any(one.recurs for one in moments),
        onward=any(one.onward for one in moments),
        any_day=all(one.any_day for one in moments),
        said=" ".join(one.said for one in moments),
    )


def barred_times_of(meant: Sequence[object]) -> tuple[Timing, ...]:
    """Return the times at which a prohibition holds, by several marks.

    These are consecutive days or parts of a day as one span, the same part of several days, each of several
    days, or the one time that the marks name together.
    """
    moments = [one for one in meant if isinstance(one, Timing) and not is_long_past(one)]
    if not moments:
        return ()
    spans = [span for one in moments if (span := _whole(one))]
    days = [one for one in moments if one.start is None and _whole(one)]
    parts = [one for one in moments if one.start is not None and not (one.latest or one.recurs or one.onward)]
    if len(parts) == 1 and len(days) > 1 and len(moments) == len(days) + 1:
        return tuple(_on_day(parts[0], one.day) for one in days if one.day is not None)
    one_by_one = len(spans) == len(moments) > 1
    if one_by_one and all(later[0] == earlier[1] for earlier, later in pairwise(spans)):
        said = " ".join(one.said for one in moments)
        return (Timing(said=said, day=moments[0].day, start=spans[0][0], end=spans[-1][1]),)
    if one_by_one and len({one.day for one in moments}) == len(moments):
        return tuple(moments)
    return tuple(one for one in (timing_of(moments),) if one is not None)


def is_long_past(when: Timing) -> bool:
    """Recognise a time before day 1, which only gives a reason."""
    return when.day is not None and when.day < 1


def _on_day(part: Timing, day: int) -> Timing:
    """Return a part of a day, or an hour, moved to another day."""
    if part.start is None:
        return replace(part, day=day, any_day=False)
    start = minute_at(day, part.start % DAY)
    end = None if part.end is None else start + part.end - part.start
    return replace(part, day=day, start=start, end=end, any_day=False)


def _whole(one: Timing) -> tuple[int, int] | None:
    """Return the first and last minute of a whole day or a part of one, or None for other times."""
    if one.day is None or one.latest or one.recurs or one.onward:
        return None
    if one.start is None:
        return minute_at(one.day, 0), minute_at(one.day + 1, 0)
    return None if one.end is None else (one.start, one.end)


def _in_its_part(exact: Timing, moments: Sequence[Timing]) -> int | None:
    """Return the minute of an hour in a part of the day named apart from it: "tomorrow evening, at eight"."""
    part = next((one for one in moments if one is not exact and one.start is not None and one.end), None)
    if exact.start is None or part is None or part.start is None or part.end is None or exact.end:
        return exact.start
    day = part.start - part.start % DAY
    for clock in (exact.start % DAY, exact.start % DAY + DAY // 2):
        if part.start <= day + clock <= part.end:
            return day + clock
    return exact.start


def join(asks: Asks, number: int, one: Understood) -> None:
    """Add an intention to those read before, merging it with the last one where they belong together.

    An invitation adds guests to the occasion just read, even one that is a surprise to somebody. A request
    adds to one for what was said to be needed.
    """
    held = _held_last(asks)
    near = held is not None and number - asks[held][0] <= (1 if one.kind == "occasion" else 0)
    if held is not None and near and _only_invites(one, asks[held][1]):
        at, occasion = asks[held]
        asks[held] = (at, replace(occasion, others=one.others))
        return
    at, last = asks[-1] if asks else (number, None)
    if last is not None and number - at <= 1 and _is_for_guests(last, one):
        asks[-1] = (at, held_for(last, one.others))
        return
    if one.kind == "occasion" and not one.what and (last is None or last.kind != "occasion"):
        one = replace(one, kind="meeting")
    if last is None:
        asks.append((number, one))
        return
    if at == number and last.who == one.who and one.kind in {*DEEDS, "help"}:
        one = _going_on(last, one)
    both = _both(last, one, same=at == number)
    asks[-1:] = [(at, both[0]), *((number, each) for each in both[1:])]


def _held_last(asks: Asks) -> int | None:
    """Return the index of the last occasion without guests, possibly before a secret about it, or None."""
    at = len(asks) - 1
    if at > 0 and asks[at][1].kind == "secret":
        at -= 1
    return at if at >= 0 and asks[at][1].kind == "occasion" and not asks[at][1].others else None


def _going_on(last: Understood, one: Understood) -> Understood:
    """Return an intention with the time and place of the one before it in the same sentence.

    It follows the first where it has no time of its own, and takes place there if it is about the same thing:
    "carry the posters to the wall and paste them up".
    """
    if last.kind not in DEEDS & ONCE:
        return one
    if one.kind == "help":
        return replace(one, when=one.when or _from_then_on(last.when))
    same = bool(last.what) and last.what in one.deed
    return replace(one, place=one.place or (last.place if same else ""), when=one.when or _then(last.when))


def _from_then_on(when: Timing | None) -> Timing | None:
    """Return the rest of the day after a deed at an hour, or None.

    Helping somebody has no exact minute, because the person has to be found first.
    """
    then = _then(when)
    if then is None or when is None or then.start is None or not when.is_at_an_hour or when.end:
        return None
    return replace(then, end=then.start - then.start % DAY + DAY)


def _then(when: Timing | None) -> Timing | None:
    """Return the time at which a deed that begins at a time is done."""
    exact = when is not None and when.is_at_an_hour and when.end is None
    return replace(when, start=when.start + _A_DEED) if exact and when and when.start is not None else when


def _both(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    """Return the intentions of two successive clauses, merged where they belong together."""
    if last.kind == "occasion":
        return _of_an_occasion(last, one, same=same)
    if last.kind == one.kind == "request" and one.others and not last.others:
        deed = last.deed if last.what else one.deed
        return (replace(one, what=one.what or last.what, deed=deed),)
    if last.kind == "question":
        return _of_a_question(last, one, same=same)
    if last.kind == "message":
        return _of_a_message(last, one, same=same)
    if same and _is_bare(last):
        return _of_what_is_agreed_on(last, one)
    if last.kind == "aim":
        return _of_an_aim(last, one, same=same)
    if one.kind == "aim" and last.kind == "deed" and same and (not one.what or last.text in one.what):
        return (replace(one, what=last.deed, deed=last.deed),)
    return last, one


def _of_a_message(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    return (replace(last, when=last.when or one.when),) if same and _says_it_again(last, one) else (last, one)


def _says_it_again(last: Understood, one: Understood) -> bool:
    """Recognise a message that repeats what the same people are to be told already.

    Example: "let her know that lunch is late, she'll want to hear before noon".
    """
    both = last.kind == one.kind == "message" and last.others == one.others
    return both and bool(last.content) and last.content in one.content


def _is_for_guests(last: Understood, one: Understood) -> bool:
    """Recognise a request to do a deed that has a place and an hour, which makes it an occasion."""
    asked = one.kind == "occasion" and not one.what and bool(one.others) and not one.place
    told_to = one.kind in ("message", "aim") and one.others == (EVERYBODY,) and one.when is None
    return (asked or told_to) and is_to_be_held(last)


def _is_asked_again(last: Understood, one: Understood) -> bool:
    """Recognise a question that repeats the one before: "you wonder why; ask him"."""
    both = last.kind == one.kind == "question" and last.others == one.others
    return both and bool(one.content) and last.content == one.content


def _only_invites(one: Understood, held: Understood) -> bool:
    """Tell an invitation to the occasion from one to another place, hour or thing."""
    another = bool(one.what) and one.what in one.deed and not one.what.endswith(held.what)
    elsewhere = one.place not in ("", held.place)
    asked = one.kind == "occasion" or (_is_bare(one) and one.who == held.who)
    return asked and bool(one.others) and not (elsewhere or one.when or another)


def is_to_be_held(one: Understood) -> bool:
    """Check that a deed has a place and an hour, so that others may be asked to it."""
    hour = one.when is not None and one.when.is_at_an_hour
    return one.kind in ("errand", "deed") and bool(one.place) and hour


def held_for(one: Understood, guests: tuple[AgentId, ...]) -> Understood:
    """Return a deed as an occasion with guests."""
    return replace(one, kind="occasion", what=one.what or one.deed, others=guests)


def _is_bare(last: Understood) -> bool:
    """Recognise a meeting of which nothing is said but whom it is with."""
    return last.kind == "meeting" and not (last.place or last.when or last.content)


def _of_what_is_agreed_on(last: Understood, one: Understood) -> tuple[Understood, ...]:
    """Return a meeting merged with the deed to do together, if the deed has a place and an hour."""
    if one.kind == "move" or _is_the_word_to_have(last, one):
        return (one,)
    alone = one.kind in {*DEEDS, "help"} and one.who == last.who
    if alone and one.place and one.when is not None and one.when.is_at_an_hour:
        return (replace(last, place=one.place, when=one.when, content=one.deed),)
    return last, one


def _is_the_word_to_have(last: Understood, one: Understood) -> bool:
    """Recognise something to say as what a talk is for: "speak to her and ask her why"."""
    return _is_bare(last) and one.kind in ("question", "message", "request") and one.others == last.others


def _is_the_answer(one: Understood, question: Understood) -> bool:
    """Recognise a message as the answer to a question, which is not known yet."""
    told = (one.content or one.what).lower()
    return not told or any(said and said.lower() in told for said in (question.deed, question.content))


def _of_a_question(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    if same and last.asks_anybody and one.kind == "question" and one.others:
        return (replace(one, content=last.content),)  # "is dying to know why, and will ask her"
    if _is_asked_again(last, one):
        return (replace(last, when=one.when or last.when),)
    if one.kind == "message" and _is_the_answer(one, last):
        return last, replace(one, content="", what=last.content)
    return last, one


def _of_an_aim(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    if same and one.kind == "request" and not one.others:
        return (last,)  # "is standing for the council and needs every vote"
    if last.what and same and one.kind == "aim" and EVERYBODY in one.others and last.what in one.what:
        return (replace(last, when=last.when or one.when),)  # to have all back that is part of it
    if last.what and one.kind in ("request", "deed", "message", "occasion") and EVERYBODY in one.others:
        return (last,)  # to ask for support is part of it
    again = not one.what or (same and last.what in one.what)
    if last.what and one.kind == "aim" and again:
        return (replace(one, what=last.what),)
    if not last.what and one.kind in ("deed", "request", "aim"):
        what = one.what if one.kind == "aim" and one.what else one.deed
        return (replace(last, what=what, deed=one.deed),)
    return last, one


def _only_lets_know(one: Understood) -> bool:
    """Recognise a message that only announces what was read before: 跟大家打声招呼."""
    return one.kind == "message" and bool(one.others) and one.content not in one.text


def _of_an_occasion(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    if one.who == EVERYBODY:  # "and everybody is to come"
        return (replace(last, others=(EVERYBODY,)),)
    if _only_lets_know(one):
        return (replace(last, others=last.others or one.others),)
    if one.kind == "message" and one.others == (EVERYBODY,) and not last.others:
        return replace(last, others=(EVERYBODY,)), one  # "tell everyone to bring a blanket"
    brings = same and one.kind == "meeting" and one.others and not one.place and one.when is None
    if one.kind != "occasion" and not brings:
        return last, one
    guests = tuple(dict.fromkeys((*last.others, *one.others)))
    guests = (EVERYBODY,) if EVERYBODY in guests else guests
    place, when = last.place or one.place, last.when or one.when
    strangers = (*last.strangers, *one.strangers)
    return (replace(last, others=guests, strangers=strangers, place=place, when=when),)


def to_everybody(one: Understood) -> Understood:
    """Return a request to everybody as a public aim; other intentions unchanged."""
    asked = one.kind == "request" and one.others == (EVERYBODY,) and bool(one.content)
    return replace(one, kind="aim", what=one.content, content="") if asked else one


def barred(one: Understood) -> Understood:
    """Return the negation of an intention: a prohibition, a secret, or the opposite feeling."""
    if one.kind == "feeling":
        return replace(one, strength=-one.strength)
    if one.kind == "message" and one.content:
        return replace(one, kind="secret", forbids=None)
    return replace(one, kind="prohibition", forbids=one.kind)
