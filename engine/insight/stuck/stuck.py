"""Find the agents who were silent, still, waiting or failing on a day, with the reasons."""

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
    """Return the stuck and silent agents of a day up to a moment, in the order of the scenario.

    The result is cached until the run goes on.
    """
    moment = day.moment
    asked = ("stuck", moment.row.number, moment.before, day.day)
    return moment.store.unchanged(asked, lambda: _found(day))


def _found(day: LivedDay) -> tuple[Stuck, ...]:
    found = [one for finder in FINDERS for one in finder(day)]
    order = {agent: n for n, agent in enumerate(day.people)}
    return tuple(sorted(found, key=lambda one: (order[one.agent], one.minute)))
