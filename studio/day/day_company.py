"""Company: who was together with whom on a day, as a heat map, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.api.run import Company
from engine.api.workspace import Run
from engine.clock import DAY
from engine.notebook.editing import Piece
from engine.records import AgentId, Path
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.colours import colour
from studio.basics.charts.heat_map import Cell, heat_map, heat_map_height
from studio.basics.rooms import place_words
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.headings import headed
from studio.catalogue.lists import sentences, with_and
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.into_notebook import into_notebook
from studio.why.memory_card import why_button
from studio.words.explained import explained

_TOGETHER = """\
SELECT p.name AS one, q.name AS other,
  sum(min(a.until, b.until) - max(a.minute, b.minute)) AS minutes
FROM presence AS a
JOIN presence AS b ON b.room = a.room AND b.agent > a.agent AND b.minute < a.until AND a.minute < b.until
JOIN person AS p ON p.agent = a.agent JOIN person AS q ON q.agent = b.agent
WHERE a.day = {day} AND a.inside AND b.inside AND NOT a.asleep AND NOT b.asleep
GROUP BY 1, 2 ORDER BY minutes DESC
"""


def day_company(run: Run, day: int) -> None:
    """Draw who was together with whom; a click on a cell shows where and for how long."""
    pairs = run.story(session.minute()).company(day)
    people = list(run.town.cast.personas)
    if len(people) < 2:
        plain(tr("This view needs at least two people, and only one person lives in this town."))
        return
    explained(finding(run, pairs))
    clicked = chart_click(
        company_spec(run, people, pairs),
        called="company",
        key=f"company-{run.number}-{day}",
        height=heat_map_height(_called(run, people)),
        alt=sentences(tr("Time spent in the same room, in minutes."), finding(run, pairs)),
    )
    if clicked is not None:
        cells = _cells(people, pairs)
        if clicked.item < len(cells):
            session.remember("company", (cells[clicked.item][2].one, cells[clicked.item][2].other))
    st.caption(
        tr("A stronger colour means more time awake in the same room. Choose a cell to see the rooms.")
    )
    _pair(run, pairs)
    table_twin(lambda: company_rows(run, pairs), key="company")
    sql = _TOGETHER.format(day=day)
    title = tr("Who was with whom on day {day}", day=day)
    piece = Piece(kind="sql", body=sql, title=title, minute=day * DAY)
    into_notebook(run, lambda: piece, key=f"company-{run.number}-{day}")


def finding(run: Run, pairs: Sequence[Company]) -> str:
    """Return the main finding: who were together longest, and who met nobody."""
    names, met = run.town.cast.names, {agent for pair in pairs for agent in (pair.one, pair.other)}
    if not pairs:
        return tr("No two people have been in the same room so far on this day.")
    best = max(pairs, key=lambda pair: pair.minutes)
    alone = [names[agent] for agent in run.town.cast.personas if agent not in met]
    most = tr(
        "{one} and {other} spent the most time together: {time}.",
        one=names[best.one],
        other=names[best.other],
        time=minutes_words(best.minutes),
    )
    return sentences(most, tr("{names} met nobody.", names=with_and(alone)) if alone else "")


def company_spec(run: Run, people: Sequence[AgentId], pairs: Sequence[Company]) -> dict[str, Any]:
    """Build the ECharts specification of the heat map; each pair has two cells, one on each side of the
    diagonal.
    """
    longest = max((pair.minutes for pair in pairs), default=0)
    cells = [
        Cell(column=x, row=y, value=pair.minutes, name=_words(run, pair))
        for x, y, pair in _cells(people, pairs)
    ]
    grounds = (colour("backgroundColor"), colour("primaryColor"))
    return heat_map(_called(run, people), cells, span=(0, max(1, longest)), grounds=grounds)


def _called(run: Run, people: Sequence[AgentId]) -> list[str]:
    return [shorten(run.town.cast.known_as[agent].called, 12) for agent in people]


def company_rows(run: Run, pairs: Sequence[Company]) -> list[dict[str, object]]:
    """Return the pairs as a table, the longest together first."""
    names = run.town.cast.names
    return headed(
        {
            marked("person A"): names[pair.one],
            marked("person B"): names[pair.other],
            marked("minutes together"): pair.minutes,
            marked("where"): _where(pair.rooms),
            marked("conversations"): len(pair.talks),
        }
        for pair in sorted(pairs, key=lambda pair: -pair.minutes)
    )


def minutes_words(minutes: int) -> str:
    """Return a duration in words: `45 minutes`, `3 h 20`."""
    if minutes < 60:
        return tr("{minutes} minutes", minutes=minutes)
    return tr("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)


def _cells(people: Sequence[AgentId], pairs: Sequence[Company]) -> list[tuple[int, int, Company]]:
    at = {agent: n for n, agent in enumerate(people)}
    both = ((at[pair.one], at[pair.other], pair) for pair in pairs)
    return [cell for x, y, pair in both for cell in ((x, y, pair), (y, x, pair))]


def _words(run: Run, pair: Company) -> str:
    names = run.town.cast.names
    return tr(
        "{one} and {other}: {time}",
        one=names[pair.one],
        other=names[pair.other],
        time=minutes_words(pair.minutes),
    )


def _where(rooms: Mapping[Path, int]) -> str:
    return tr("; ").join(
        tr("{place} ({time})", place=place_words(room), time=minutes_words(minutes))
        for room, minutes in rooms.items()
    )


def _pair(run: Run, pairs: Sequence[Company]) -> None:
    chosen = session.recalled("company", ("", ""))
    pair = next((one for one in pairs if (one.one, one.other) == chosen), None)
    if pair is None:
        return
    names = run.town.cast.names
    st.markdown(f"**{with_and(escape_md(names[agent]) for agent in (pair.one, pair.other))}**")
    plain(_where(pair.rooms) or tr("They were in the same room only to talk."))
    with st.container(horizontal=True, gap="small"):
        for n, talk in enumerate(pair.talks, 1):
            why_button(talk, key="company", label=tr("Conversation {n}", n=n))
