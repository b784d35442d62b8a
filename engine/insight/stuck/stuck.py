"""Stuck: who said nothing or stood still on a day, waited in vain or could not think, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.insight.stuck.failing import failing
from engine.insight.stuck.sign import Stuck
from engine.insight.stuck.silent import silent
from engine.insight.stuck.still import still
from engine.insight.stuck.waiting import waiting
from engine.insight.turning.lived_day import LivedDay

FINDERS: tuple[Callable[[LivedDay], Iterator[Stuck]], ...] = (failing, waiting, silent, still)


def stuck(day: LivedDay) -> tuple[Stuck, ...]:
    """Return who was stuck or silent on a day as far as it is told, person by person in the order of the
    scenario; kept for all who ask while the run does not go on.
    """
    moment = day.moment
    asked = ("stuck", moment.row.number, moment.before, day.day)
    return moment.store.unchanged(asked, lambda: _found(day))


def _found(day: LivedDay) -> tuple[Stuck, ...]:
    found = [one for finder in FINDERS for one in finder(day)]
    order = {agent: n for n, agent in enumerate(day.people)}
    return tuple(sorted(found, key=lambda one: (order[one.agent], one.minute)))
