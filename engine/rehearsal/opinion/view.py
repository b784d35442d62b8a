"""Views: the answer to a survey question (yes or no, how much, which, how many), or that there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.opinion import matters, towards
from engine.rehearsal.opinion.choosing import one_of
from engine.rehearsal.opinion.counting import count_of
from engine.rehearsal.opinion.leaning import Leaning, who_is_asked_about

Way = Callable[[Asked], Leaning | None]


def _reversed(way: Way) -> Way:
    """Return an answering function for the opposite question."""

    def answer(asked: Asked) -> Leaning | None:
        leaning = way(asked)
        return leaning.reversed() if leaning is not None else None

    return answer


LIVED: tuple[tuple[str, Way], ...] = (
    ("ask_seen", towards.has_seen),
    ("op_acquainted", towards.acquainted),
    ("op_heard", matters.has_heard),
    ("op_was_there", matters.was_there),
)
"""What one has lived, heard and seen."""
FELT: tuple[tuple[str, Way], ...] = (
    ("op_in_love", towards.loves),
    ("op_leaving", matters.leaves),
    ("op_against", _reversed(towards.likes)),
    ("op_backs", towards.backs),
    ("op_towards", towards.likes),
    ("ask_secret", matters.hides),
    ("op_means_to", matters.means_to),
    ("op_worried", matters.worries),
    ("op_weary", _reversed(matters.is_fresh)),
    ("op_fresh_kind", matters.is_fresh),
    ("op_unhappy", _reversed(matters.feels)),
    ("op_happy", matters.feels),
    ("op_cares", matters.cares),
)
"""What one feels, wants or means to do."""
LEANINGS = (*LIVED, *FELT)
"""The kinds of question that ask how far one says yes, each with what knows; the first that fits answers."""

LEVELS = ("op_level_high", "op_level_middle", "op_level_low")


@dataclass(frozen=True, slots=True)
class View:
    """A countable answer and its reason. Without an answer, `choice` is empty and `number` is None."""

    reply: Reply | None
    choice: str = ""
    number: int | None = None


def leaning_of(asked: Asked) -> Leaning | None:
    """Return the agent's leaning on a question, or None if nothing it knows bears on it."""
    return _by_kind(asked, LEANINGS) or matters.is_so(asked)


def felt_or_meant(asked: Asked) -> Leaning | None:
    """Return the agent's leaning on a question about what it feels, wants or means to do, or None."""
    return _by_kind(asked, FELT)


def _by_kind(asked: Asked, kinds: Sequence[tuple[str, Way]]) -> Leaning | None:
    of_others = who_is_asked_about(asked) is not None and not asked.finds("asks_oneself")
    for pattern, answer in kinds:
        if of_others and pattern != "op_backs":
            continue
        leaning = answer(asked) if asked.finds(pattern) else None
        if leaning is not None:
            return leaning
    return None


def chosen(asked: Asked, options: Sequence[str], plainly: Callable[[Asked], Reply]) -> View:
    """Pick one of the options. `plainly` is a function that answers the question in plain words."""
    kinds = {option: _kind(asked, option) for option in options}
    if all(_level(asked, option) for option in options):
        return _at_level(asked, options)
    if {"op_yes", "op_no"} <= set(kinds.values()):
        return _whether(asked, options, kinds)
    option, reply = one_of(asked, options, plainly)
    return View(reply, option)


def numbered(asked: Asked, least: int, most: int) -> View:
    """Pick a number between two: a count if the question asks for one, else how far the agent says yes."""
    counted = count_of(asked)
    if counted is not None:
        number, reply = counted
        return View(reply, number=number) if least <= number <= most else View(reply)
    leaning = leaning_of(asked)
    if leaning is None or leaning.share is None:
        return View(leaning.reply if leaning is not None else None)
    return View(leaning.reply, number=least + round(leaning.share * (most - least)))


def _kind(asked: Asked, option: str) -> str:
    """Return the kind of an option (unsure, yes or no), or an empty string."""
    known = ("op_unsure", "op_yes", "op_no")
    return next((kind for kind in known if asked.pack.finds(kind, option)), "")


def _level(asked: Asked, option: str) -> str:
    """Return the level of a scale that an option stands for, or an empty string."""
    return next((level for level in LEVELS if asked.pack.finds(level, option)), "")


def _whether(asked: Asked, options: Sequence[str], kinds: dict[str, str]) -> View:
    leaning = leaning_of(asked)
    if leaning is None:
        return View(None)
    verdict = leaning.verdict
    wanted = "op_unsure" if verdict is None else "op_yes" if verdict else "op_no"
    return View(leaning.reply, next((option for option in options if kinds[option] == wanted), ""))


def _at_level(asked: Asked, options: Sequence[str]) -> View:
    """Pick the level of a scale that fits, with the options ranked from the highest to the lowest."""
    leaning = leaning_of(asked)
    if leaning is None or leaning.share is None:
        return View(leaning.reply if leaning is not None else None)
    ranked = sorted(options, key=lambda option: LEVELS.index(_level(asked, option)))
    return View(leaning.reply, ranked[min(len(ranked) - 1, int((1 - leaning.share) * len(ranked)))])
