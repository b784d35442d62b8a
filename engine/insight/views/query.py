"""Run SQL queries over the views of a run at a moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from engine.errors import BadInput, worded
from engine.insight.views.of_the_days import days_filled
from engine.insight.views.of_the_news import news_filled
from engine.insight.views.of_the_town import town_filled
from engine.moments import meant
from engine.moments.moment import Moment
from engine.store.views.asking import MOST_ROWS, MOST_SECONDS, Asking, Filled, Table, asking
from engine.store.views.log_views import LOG_VIEWS
from engine.store.views.view import View

_LONGEST = 3_600
_SURROGATE = re.compile("[\ud800-\udfff]")


def query(
    moment: Moment,
    sql: str,
    given: Mapping[str, object] | None = None,
    *,
    most: int = MOST_ROWS,
    seconds: float = MOST_SECONDS,
    stop: Callable[[], bool] | None = None,
) -> Table:
    """Return the result of a SELECT over the views at a moment, at most `most` rows of it.

    `given` are the values of its `:names`. Raises BadInput if the SQL is wrong or takes too long.
    """
    rows = meant.whole(most, worded("the row limit"), 1, meant.MOST_ROWS)
    values, within = _values(given), _seconds(seconds)
    with opened(moment) as views:
        return views.ask(sql, values, most=rows, seconds=within, stop=stop or _never)


@contextmanager
def opened(moment: Moment) -> Iterator[Asking]:
    """Open the views at a moment for several queries."""
    with asking(moment.store, moment.row.number, moment.before, _filled(moment)) as views:
        yield views


def views_of(moment: Moment) -> tuple[View, ...]:
    """Return the views with their columns: those of the town, of the log, and the computed ones."""
    filled = tuple(one.view for one in _filled(moment))
    return (*filled[:3], *LOG_VIEWS, *filled[3:])


def _filled(moment: Moment) -> tuple[Filled, ...]:
    return (*town_filled(moment), *news_filled(moment), *days_filled(moment))


def _values(given: Mapping[str, object] | None) -> Mapping[str, object]:
    """Return the values of a query's parameters. Raises BadInput for a value that cannot be one."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise BadInput(
            worded(
                "{given!r:.60} is not a dictionary of values for the query; write it as {{'who': 'nell'}}",
                given=given,
            )
        )
    for name, value in given.items():
        if not isinstance(name, str) or not isinstance(value, str | int | float | None):
            raise BadInput(
                worded(
                    "the value of {name!r:.60} in a query cannot be {value!r:.60}; use text, a number "
                    "or None",
                    name=name,
                    value=value,
                )
            )
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise BadInput(
                worded(
                    "the value of {name!r} in a query is too large; use a number that fits in 64 bits",
                    name=name,
                )
            )
        if _SURROGATE.search(f"{name}{value}" if isinstance(value, str) else name):
            raise BadInput(
                worded(
                    "the value of {name!r} in a query contains an invalid character; remove the character",
                    name=name,
                )
            )
    return given


def _seconds(said: float) -> float:
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 < said <= _LONGEST:
        raise BadInput(
            worded(
                "the time limit must be a number of seconds above 0 and at most {longest}, not {said!r:.60}",
                longest=_LONGEST,
                said=said,
            )
        )
    return float(said)


def _never() -> bool:
    return False
