"""What several clauses, or several words of a time, say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.clock import DAY, minute_at
from engine.intentions.understood import EVERYBODY, Timing, Understood
from engine.records import AgentId

Asks = list[tuple[int, Understood]]
"""What a text asks, each with the number of the sentence that does."""


def timing_of(meant: Sequence[object]) -> Timing | None:
    """Return the moment that several marks speak of together: a day, an hour, from when on, how often."""
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
    """Return when what several marks say holds that is forbidden: on all the days, or the parts of one, that
    follow one another; in a part of each of several days; else at the moment that they speak of together.
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
    """Return whether a moment is before the first day: that only says why."""
    return when.day is not None and when.day < 1


def _on_day(part: Timing, day: int) -> Timing:
    """Return a part of a day, or an hour of it, as that of another day."""
    if part.start is None:
        return replace(part, day=day, any_day=False)
    start = minute_at(day, part.start % DAY)
    end = None if part.end is None else start + part.end - part.start
    return replace(part, day=day, start=start, end=end, any_day=False)


def _whole(one: Timing) -> tuple[int, int] | None:
    """Return from when until when a day lasts, or a part of one."""
    if one.day is None or one.latest or one.recurs or one.onward:
        return None
    if one.start is None:
        return minute_at(one.day, 0), minute_at(one.day + 1, 0)
    return None if one.end is None else (one.start, one.end)


def _in_its_part(exact: Timing, moments: Sequence[Timing]) -> int | None:
    """Return the minute of an hour in the part of the day that was named apart from it: "tomorrow evening, at
    eight".
    """
    part = next((one for one in moments if one is not exact and one.start is not None and one.end), None)
    if exact.start is None or part is None or part.start is None or part.end is None or exact.end:
        return exact.start
    day = part.start - part.start % DAY
    for clock in (exact.start % DAY, exact.start % DAY + DAY // 2):
        if part.start <= day + clock <= part.end:
            return day + clock
    return exact.start


def join(asks: Asks, number: int, one: Understood) -> None:
    """Add what a clause asks; whom it invites are the guests of the occasion that was just read, and what is
    wanted of somebody is what was said to be needed.
    """
    at, last = asks[-1] if asks else (number, None)
    if last is not None and number - at <= 1 and _is_for_guests(last, one):
        asks[-1] = (at, held_for(last, one.others))
        return
    if one.kind == "occasion" and not one.what and (last is None or last.kind != "occasion"):
        one = replace(one, kind="meeting")
    if last is None:
        asks.append((number, one))
        return
    both = _both(last, one, same=at == number)
    asks[-1:] = [(at, both[0]), *((number, each) for each in both[1:])]


def _both(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    """Return what two clauses that follow each other ask, in the same sentence or not."""
    if last.kind == "occasion":
        return _of_an_occasion(last, one, same=same)
    if last.kind == one.kind == "request" and one.others and not last.others:
        deed = last.deed if last.what else one.deed
        return (replace(one, what=one.what or last.what, deed=deed),)
    if last.kind == "question" and one.kind == "message" and _is_the_answer(one, last):
        return last, replace(one, content="", what=last.content)
    if last.kind == "aim" and same and one.kind == "request" and not one.others:
        return (last,)  # "is standing for the council and needs every vote"
    if last.kind == "aim":
        return _of_an_aim(last, one)
    if one.kind == "aim" and last.kind == "deed" and same and (not one.what or last.text in one.what):
        return (replace(one, what=last.deed, deed=last.deed),)
    return last, one


def _is_for_guests(last: Understood, one: Understood) -> bool:
    """Return whether somebody is asked to what one does at a place and an hour, which is then an occasion."""
    asked = one.kind == "occasion" and not one.what and bool(one.others) and not one.place
    return asked and is_to_be_held(last)


def is_to_be_held(one: Understood) -> bool:
    """Return whether something is done at a place and an hour to which others may be asked."""
    hour = one.when is not None and one.when.is_at_an_hour
    return one.kind in ("errand", "deed") and bool(one.place) and hour


def held_for(one: Understood, guests: tuple[AgentId, ...]) -> Understood:
    """Return what somebody does as the occasion that it is once others are asked to it."""
    return replace(one, kind="occasion", what=one.what or one.deed, others=guests)


def _is_the_answer(one: Understood, question: Understood) -> bool:
    """Return whether what is to be told is the answer to a question, which is not known yet."""
    told = (one.content or one.what).lower()
    return not told or any(said and said.lower() in told for said in (question.deed, question.content))


def _of_an_aim(last: Understood, one: Understood) -> tuple[Understood, ...]:
    if last.what and one.kind in ("request", "deed", "message", "occasion") and EVERYBODY in one.others:
        return (last,)  # to ask for support is part of it
    if last.what and one.kind == "aim" and not one.what:
        return (replace(one, what=last.what),)
    if not last.what and one.kind in ("deed", "request", "aim"):
        what = one.what if one.kind == "aim" and one.what else one.deed
        return (replace(last, what=what, deed=one.deed),)
    return last, one


def _is_the_same(what: str, other: str) -> bool:
    """Return whether two words for an occasion are of the same, but for an article."""
    return bool(what) and what.split()[-2:] == other.split()[-2:]


def _of_an_occasion(last: Understood, one: Understood, *, same: bool) -> tuple[Understood, ...]:
    if one.who == EVERYBODY:  # "and everybody is to come"
        return (replace(last, others=(EVERYBODY,)),)
    brings = same and one.kind == "meeting" and one.others and not one.place and one.when is None
    if one.kind != "occasion" and not brings:
        return last, one
    if same and one.what and not (last.place and last.when):
        return (replace(last, place=last.place or one.place, when=last.when or one.when),)
    if one.what and not brings and not (one.when is None and _is_the_same(one.what, last.what)):
        return last, one
    guests = tuple(dict.fromkeys((*last.others, *one.others)))
    guests = (EVERYBODY,) if EVERYBODY in guests else guests
    place, when = last.place or one.place, last.when or one.when
    strangers = (*last.strangers, *one.strangers)
    return (replace(last, others=guests, strangers=strangers, place=place, when=when),)
