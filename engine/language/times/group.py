"""Grouping: joins the pieces that say one time together, and reads the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.clock import DAY, day_of
from engine.language.times.pieces import Face, Piece, Standpoint
from engine.language.times.rules import Mark, Rules

_NEAR = 40  # characters in which a mark stands before its time
_PLAIN = "plain"  # what stands right before its time and before no other mark
_MARKS = 3  # marks that may stand before one time


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Pieces that say one time together, with the meanings of the words around them."""

    start: int
    end: int
    pieces: tuple[Piece, ...]
    means: frozenset[str] = frozenset()
    licensed: bool = False
    shift: int = 0

    @property
    def lasts(self) -> int:
        """Return the duration that is said, in minutes, or 0 if there is none."""
        return self.pieces[0].lasts


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One expression of time in a text: a time, a span between two, or a choice of two."""

    first: Group
    last: Group | None = None
    either: bool = False
    end: int = field(default=0)


def group(text: str, pieces: Iterable[Piece], rules: Rules, here: Standpoint) -> list[Said]:
    """Group the pieces of a text into expressions of time, without those that only look like one."""
    told = list(_amounts_told(text, list(pieces), rules, here))
    groups = list(_joined(text, told, rules))
    kept: list[Said] = []
    for said in _linked(text, groups, rules):
        listed = bool(kept) and rules.and_weekday.fullmatch(text[kept[-1].end : said.first.start]) is not None
        if _counts(text, said, rules, listed=listed):
            kept.append(said)
    return kept


def _amounts_told(text: str, pieces: Sequence[Piece], rules: Rules, here: Standpoint) -> Iterator[Piece]:
    """Yield the pieces, with amounts as the moments that they lead to: `in two hours`, `two days ago`."""
    for at, piece in enumerate(pieces):
        if piece.amount is None:
            yield piece
            continue
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        told = _amount_told(text, piece, following, rules, here)
        if told is not None:
            yield told


def _amount_told(
    text: str, piece: Piece, following: Piece | None, rules: Rules, here: Standpoint
) -> Piece | None:
    """Turn an amount into the moment or duration that it means here, or None if it only counts things."""
    lead = _mark_before(text, piece.start, rules.amount_leads)
    trail = _mark_after(text, piece.end, rules.amount_trails)
    if piece.needs == "within" and (lead is None or lead[0] != "within"):
        return None
    if trail is not None and trail[0] in ("hence", "ago", "within"):
        start = lead[1] if lead and lead[0] in ("hence", trail[0]) else piece.start
        return _led_to(replace(piece, start=start, end=trail[1]), trail[0], here)
    if lead is None or lead[0] != "lasts":
        shift = rules.shift.match(text, piece.end)
        if shift and following and shift.end() == following.start:
            return piece
        if rules.unclear_amount.match(text, piece.end):
            return replace(piece, amount=None, wrong=True)
    if rules.never_amount.match(text, piece.end):
        return None
    if lead is not None and lead[0] in ("hence", "within"):
        return _led_to(replace(piece, start=lead[1]), lead[0], here)
    return _that_lasts(piece, lead, trail, rules)


def _that_lasts(
    piece: Piece, lead: tuple[str, int] | None, trail: tuple[str, int] | None, rules: Rules
) -> Piece | None:
    if lead is None and not rules.amounts_last:
        return None
    start, end = lead[1] if lead else piece.start, trail[1] if trail else piece.end
    return replace(piece, start=start, end=end, lasts=piece.amount or 0, amount=None)


def _led_to(piece: Piece, means: str, here: Standpoint) -> Piece:
    """Return the moment to which an amount leads: a day if it is a number of days, else a minute."""
    amount = -(piece.amount or 0) if means == "ago" else piece.amount or 0
    by = frozenset(["by"]) if means == "within" else frozenset[str]()
    day = day_of(here.now + amount)
    face = None if amount % DAY == 0 else Face(minute=(here.now + amount) % DAY)
    return replace(piece, amount=None, needs="", days=(day, day), face=face, means=by)


def _joined(text: str, pieces: Sequence[Piece], rules: Rules) -> Iterator[Group]:
    """Yield groups of pieces that have only glue words between them and do not contradict each other."""
    run: list[Piece] = []
    for piece in pieces:
        if run and not _joins(text, run, piece, rules):
            yield _grouped(text, run, rules)
            run = []
        run.append(piece)
    if run:
        yield _grouped(text, run, rules)


def _joins(text: str, run: Sequence[Piece], piece: Piece, rules: Rules) -> bool:
    last, gap = run[-1], text[run[-1].end : piece.start]
    if last.amount is not None:
        return rules.shift.fullmatch(gap) is not None
    if last.lasts or piece.lasts or piece.amount is not None:
        return False
    if _lists_weekdays(last, piece) and rules.and_weekday.fullmatch(gap):
        return True
    if (piece.face or piece.part) and rules.to.fullmatch(gap):
        return False
    if any(_clash(each, piece, rules) for each in run):
        return False
    return rules.glue.fullmatch(gap) is not None and _belongs(text, run, piece, rules)


def _belongs(text: str, run: Sequence[Piece], piece: Piece, rules: Rules) -> bool:
    """Decide whether a piece says more of the same time as `run`, given only glue words between them."""
    if len(run) == 1 and _is_idle(text, run[0], rules) and (not piece.days or _is_deed(run[0], rules)):
        return False
    if _is_deed(piece, rules) and not (run[-1].days and text[run[-1].end : piece.start].isspace()):
        return _mark_before(text, piece.start, rules.leads) is not None
    return True


def _lists_weekdays(one: Piece, other: Piece) -> bool:
    """Recognise weekdays that recur together: `every Monday and Friday`, `Monday and Friday nights`."""
    return bool((one.weekdays and other.weekday is not None) or (one.weekday is not None and other.weekdays))


def _hour_alone(piece: Piece) -> bool:
    return piece.needs == "lead" and piece.face is not None


def _is_deed(piece: Piece, rules: Rules) -> bool:
    return bool(piece.needs and piece.part and rules.parts[piece.part].deed)


def _is_idle(text: str, piece: Piece, rules: Rules) -> bool:
    """Recognise a part of the day without a word that makes it a time: `supper is at eight`."""
    return bool(piece.part and piece.needs == "lead" and _mark_before(text, piece.start, rules.leads) is None)


def _clash(one: Piece, other: Piece, rules: Rules) -> bool:
    if one.days and other.days and one.days != other.days and not (one.yields or other.yields):
        return True
    if one.weekdays and other.weekdays:
        return True
    if one.weekdays and other.days:
        return True
    if one.face and other.face:
        return True
    return bool(one.part and other.part) and finer(one.part, other.part, rules) is None


def finer(one: str, other: str, rules: Rules) -> str | None:
    """Return the narrower of two parts of the day if it lies within the other (supper, evening), or None."""
    if one == other:
        return one
    for part, whole in ((one, other), (other, one)):
        (first, last), (low, high) = rules.parts[part].window, rules.parts[whole].window
        if low <= first and last <= high:
            return part
    return None


def _grouped(text: str, run: Sequence[Piece], rules: Rules) -> Group:
    means: set[str] = set().union(*(piece.means for piece in run))
    start, licensed = run[0].start, False
    shift = 0
    for at, piece in enumerate(run):
        edge = run[at - 1].end if at else 0
        if at and run[at - 1].amount is not None:
            found = rules.shift.match(text, edge)
            shift = (run[at - 1].amount or 0) * rules.shifts[found["shift"].lower()] if found else 0
            licensed = licensed or piece.needs == "lead"
            continue
        for mark, begins in _marks_before(text, piece.start, edge, rules):
            means.add(mark.means)
            licensed = licensed or not mark.spoils or not _hour_alone(piece)
            start = begins if not at else start
    end = run[-1].end
    for mark, ends in _marks_after(text, end, rules):
        means.add(mark.means)
        licensed = licensed or not mark.spoils
        end = ends
    return Group(
        start=start,
        end=end,
        pieces=tuple(piece for piece in run if piece.amount is None),
        means=frozenset(means),
        licensed=licensed,
        shift=shift,
    )


def _marks_before(text: str, start: int, edge: int, rules: Rules) -> Iterator[tuple[Mark, int]]:
    """Yield the marks before a position, nearest first, each with the position where it begins."""
    upto = start
    for _ in range(_MARKS):
        low = max(edge, start - _NEAR)
        found = [(mark, mark.pattern.search(text[low:start])) for mark in rules.leads]
        starts = [(mark, low + each.start()) for mark, each in found if each is not None]
        if not starts:
            return
        mark, begins = min(starts, key=lambda row: row[1])
        if mark.means == _PLAIN and start < upto:
            return
        start = begins
        yield mark, start


def _marks_after(text: str, end: int, rules: Rules) -> Iterator[tuple[Mark, int]]:
    """Yield the marks after a position, no meaning twice, each with the position where it ends."""
    seen: set[str] = set()
    for _ in range(_MARKS):
        found = [(mark, mark.pattern.match(text, end)) for mark in rules.trails]
        ends = [
            (mark, each.end())
            for mark, each in found
            if each is not None and each.end() > end and mark.means not in seen
        ]
        if not ends:
            return
        mark, end = max(ends, key=lambda row: row[1])
        seen.add(mark.means)
        yield mark, end


def _mark_before(text: str, start: int, marks: Sequence[Mark]) -> tuple[str, int] | None:
    low = max(0, start - _NEAR)
    found = [(mark, mark.pattern.search(text[low:start])) for mark in marks]
    starts = [(mark, low + each.start()) for mark, each in found if each is not None]
    if not starts:
        return None
    mark, begins = min(starts, key=lambda row: row[1])
    return mark.means, start if mark.outside else begins


def _mark_after(text: str, end: int, marks: Sequence[Mark]) -> tuple[str, int] | None:
    found = [(mark.means, mark.pattern.match(text, end)) for mark in marks]
    ends = [(means, each.end()) for means, each in found if each is not None and each.end() > end]
    return max(ends, key=lambda row: row[1], default=None)


def _linked(text: str, groups: Sequence[Group], rules: Rules) -> Iterator[Said]:
    """Yield single groups, or pairs that the words between them make a span or a choice."""
    at = 0
    while at < len(groups):
        one = groups[at]
        other = groups[at + 1] if at + 1 < len(groups) else None
        gap = text[one.end : other.start] if other else ""
        plain = text[one.end : other.pieces[0].start] if other else ""
        if other and not one.lasts and not other.lasts and _spans(one, gap, plain, rules):
            yield Said(first=one, last=other, end=other.end)
            at += 2
        elif other and (rules.either.fullmatch(gap) or rules.either.fullmatch(plain)):
            yield Said(first=one, last=other, either=True, end=other.end)
            at += 2
        else:
            yield Said(first=one, end=one.end)
            at += 1


def _spans(one: Group, gap: str, plain: str, rules: Rules) -> bool:
    if "between" in one.means and rules.between.fullmatch(gap):
        return True
    return any(rules.to.fullmatch(each) is not None for each in (gap, plain))


def _counts(text: str, said: Said, rules: Rules, *, listed: bool) -> bool:
    """Tell a time from an expression that only looks like one.

    It is if it is clear by itself, if the words around it make it one, or if it is `listed` after another.
    """
    groups = [each for each in (said.first, said.last) if each is not None]
    if said.first.lasts:
        return True
    pieces = [piece for each in groups for piece in each.pieces]
    if all(piece.needs == "partner" for piece in pieces):
        return False
    last = pieces[-1]
    if last.needs == "lead" and not _may_end(text, groups[-1].end, rules):
        return bool(last.part) and any(piece.face for piece in pieces)
    if any(not piece.needs for piece in pieces):
        return not (last.face and _is_thing(text, pieces[0].start, groups[-1].end, rules))
    if said.last is not None and not said.either and {"from", "between"} & said.first.means:
        return True
    if any(each.licensed for each in groups):
        return True
    if sum(piece.needs != "partner" for piece in pieces) > 1 and said.last is None:
        return True
    edge = any(piece.needs == "edge" for piece in pieces)
    return edge and (listed or _stands_alone(text, said.first.start, groups[-1].end, rules))


def _is_thing(text: str, start: int, end: int, rules: Rules) -> bool:
    """Recognise a clock time that only describes a thing: `the four o'clock ferry`."""
    return rules.things.search(text[:start]) is not None and not _may_end(text, end, rules)


def _stands_alone(text: str, start: int, end: int, rules: Rules) -> bool:
    before = re.findall(r"\w+", text[:start])
    ends = end == len(text) or rules.clause_end.match(text, end) is not None
    return ends and not (before and before[-1].lower() in rules.never_after)


def _may_end(text: str, end: int, rules: Rules) -> bool:
    """Check that no time ends at `end` before something counted, as in `at nine people`."""
    rest = text[end:]
    if not rest.strip() or not rules.may_follow:
        return True
    word = re.match(r"\s*([\w’']+)", rest)
    if word is None:
        return not rest.startswith(("-", "'", "’"))
    return word[1][0].isupper() or word[1].lower() in rules.may_follow
