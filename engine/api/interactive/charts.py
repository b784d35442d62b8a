"""Charts of a run, for notebooks and pages: Altair charts, which the caller may restyle.

Altair is loaded when a chart is made; it comes with the extra `notebook`, and with the studio. A chart shows
itself without a network request, which plain Altair charts do not.
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.api.interactive.pictures.on_map import day_strip, map_at
from engine.api.interactive.pictures.picture import Picture
from engine.api.interactive.pictures.ties import ties_picture
from engine.api.interactive.pictures.trees import plan_picture, reflections_picture, wanted
from engine.clock import moment_words
from engine.errors import BadInput, NotInstalled, worded
from engine.insight.story.story import Story
from engine.moments.meant import When, lived_day
from engine.records import Memory, Relation

if TYPE_CHECKING:
    import altair

    from engine.api.run import Run

MOST_PEOPLE = 60  # of whom one picture can be read
_WIDE = 70  # letters of a line of a title
_TALKS = """
    SELECT p.name AS who, count(l.row) AS lines FROM person AS p LEFT JOIN line AS l ON l.speaker = p.agent
    GROUP BY p.agent ORDER BY lines DESC, who
"""
_TIES = """
    SELECT p.name AS who, q.name AS other, round(r.closeness, 2) AS closeness, r.kind FROM relation AS r
    JOIN person AS p ON p.agent = r.agent JOIN person AS q ON q.agent = r.other
    WHERE r.row = (SELECT max(row) FROM relation WHERE agent = r.agent AND other = r.other)
    AND (:of = '' OR r.agent = :of) ORDER BY who, other
"""


class Plots:
    """The charts of a run, as `run.plot`. Each is an `altair.Chart`: it displays itself in a notebook, and
    `chart.save("it.svg")` writes it if `vl-convert-python` is installed.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    def __repr__(self) -> str:
        """List the charts by name."""
        return (
            "<Plots: timeline, relations, reach, status, talks; and without Altair map, replay, plans, "
            "reflections, ties>"
        )

    def map(self, when: When | None = None) -> Picture:
        """Draw a map of where everyone is and what they do; this and the next four need no Altair.

        Parameters
        ----------
        when : int or str, optional
            The moment; by default, the current one.

        Returns
        -------
        Picture
            The places of the town, with everyone in them, as SVG.

        """
        return map_at(self._run, self._run.at(when).minute if self._run.is_founded else None)

    def replay(self, day: int | None = None, when: When | None = None) -> Picture:
        """Draw a day as maps of some of its hours.

        Parameters
        ----------
        day : int, optional
            The day, counted from 1; by default, the last one.
        when : int or str, optional
            The last moment to show; by default, the current one.

        Returns
        -------
        Picture
            A map for each of six hours, as far as they have been simulated.

        """
        told = self._run.story(when)
        return day_strip(self._run, _day(told, day), self._run.at(when).minute)

    def plans(self, agent: str, day: int | None = None, when: When | None = None) -> Picture:
        """Draw an agent's plan for a day as a tree, with the outcome of each part.

        Parameters
        ----------
        agent : str
            The agent's id or name.
        day : int, optional
            The day, counted from 1; by default, the last one.
        when : int or str, optional
            The last moment to show; by default, the current one.

        Returns
        -------
        Picture
            The parts of the plan, and under each its steps.

        """
        told, who = self._run.story(when), self._run.agent(agent)
        of = _day(told, day)
        return plan_picture(self._run.town.cast.names[who], of, told.plans(of, who), told.steps(who, of))

    def reflections(self, agent: str, when: When | None = None) -> Picture:
        """Draw an agent's reflections as a tree, above the memories they rest on.

        Parameters
        ----------
        agent : str
            The agent's id or name.
        when : int or str, optional
            The last moment to show; by default, the current one.

        Returns
        -------
        Picture
            The latest reflections, each above the memories it cites.

        """
        who = self._run.agent(agent)
        insights, known = self._run.at(when).reflections(who), dict[int, Memory]()
        missing = wanted(insights, known)
        while missing:  # of what is cited, what it cites; all of that is older
            found = self._run.by_id(missing)
            known |= found
            missing = wanted(list(found.values()), known) if found else set()
        return reflections_picture(self._run.town.cast.names[who], insights, known)

    def ties(self, when: When | None = None) -> Picture:
        """Draw the relations between people as a graph.

        Parameters
        ----------
        when : int or str, optional
            The moment; by default, the current one.

        Returns
        -------
        Picture
            Everybody on a ring; a solid line is warmth, a dashed one strain, the stronger the thicker.

        """
        now = self._run.at(when)
        latest = {(row.agent, row.other): row for row in now.log.rows(Relation)}
        people = self._run.town.cast.personas.values()
        when_words = moment_words(now.minute)
        return ties_picture(self._run.scenario.town, when_words, list(people), list(latest.values()))

    def timeline(self, day: int | None = None, when: When | None = None) -> altair.Chart:
        """Draw where everyone was over a day, a bar for each stay.

        Parameters
        ----------
        day : int, optional
            The day, counted from 1; by default, the last one.
        when : int or str, optional
            The last moment to show; by default, the current one.

        Returns
        -------
        altair.Chart
            One row for each person, coloured by the place.

        """
        alt, names = _altair(), self._run.town.cast.names
        rows = [
            {
                "who": names.get(stay.agent, stay.agent),
                "place": stay.place,
                "from": stay.start / 60,
                "to": stay.end / 60,
                "since": moment_words(stay.start),
                "until": moment_words(stay.end),
                "doing": "asleep" if stay.asleep else ", ".join(stay.doing),
            }
            for stay in self._run.story(when).timeline(day)
            if not stay.on_the_way
        ]
        hours = alt.Axis(labelExpr="floor(datum.value % 24) + ':00'", tickMinStep=1)
        drawn: altair.Chart = (
            self._chart(rows, "Where people were")
            .mark_bar()
            .encode(
                x=alt.X("from:Q", axis=hours, title="hour", scale=alt.Scale(zero=False)),
                x2="to:Q",
                y=alt.Y("who:N", sort=None, title=None),
                color=alt.Color("place:N", title="place", scale=alt.Scale(scheme="tableau20")),
                tooltip=["who:N", "place:N", "since:N", "until:N", "doing:N"],
            )
        )
        return drawn

    def relations(self, agent: str = "") -> altair.Chart:
        """Draw how close people are, one square for each pair.

        Parameters
        ----------
        agent : str
            The id or name of an agent, to show only their ties; by default, everyone's.

        Returns
        -------
        altair.Chart
            One row for each agent, one column for each other.

        """
        alt, of = _altair(), self._run.agent(agent) if agent else ""
        rows = self._run.query(_TIES, given={"of": of}).to_dicts()
        colours = alt.Scale(scheme="purplegreen", domain=[-1, 1])
        drawn: altair.Chart = (
            self._chart(rows, "Closeness of relationships")
            .mark_rect()
            .properties(width=alt.Step(26))
            .encode(
                x=alt.X("other:N", title="to"),
                y=alt.Y("who:N", title="who"),
                color=alt.Color("closeness:Q", title="closeness", scale=colours),
                tooltip=["who:N", "other:N", "closeness:Q", "kind:N"],
            )
        )
        return drawn

    def reach(self, news: str, when: When | None = None) -> altair.Chart:
        """Draw how many people knew a piece of news over time.

        Parameters
        ----------
        news : str
            The id of an item of `run.story().news`, or words from it.
        when : int or str, optional
            The last moment to show; by default, the current one.

        Returns
        -------
        altair.Chart
            A line that rises by one for each person who learns of it.

        """
        alt, names = _altair(), self._run.town.cast.names
        spread = self._run.story(when).follow(news)
        rows = [
            {
                "day": one.minute / 1440,
                "people who know": count,
                "who": names.get(one.agent, one.agent),
                "since": moment_words(one.minute),
                "how": one.how,
                "from": names.get(one.by, one.by),
            }
            for count, one in enumerate(spread.knowing, 1)
        ]
        if rows:  # as it stands in the end
            known: dict[str, Any] = {"people who know": len(rows), "since": moment_words(spread.minute)}
            rows.append({"day": spread.minute / 1440, "who": "", "how": "", "from": "", **known})
        line = self._chart(rows, spread.news.text)
        drawn: altair.Chart = line.mark_line(interpolate="step-after", point=True).encode(
            x=alt.X("day:Q", title="days since the start", scale=alt.Scale(zero=False)),
            y=alt.Y("people who know:Q", axis=alt.Axis(tickMinStep=1)),
            tooltip=["who:N", "since:N", "how:N", "from:N"],
        )
        return drawn

    def status(self, agent: str, when: When | None = None) -> altair.Chart:
        """Draw an agent's status values over time.

        Parameters
        ----------
        agent : str
            The agent's id or name.
        when : int or str, optional
            The last moment to show; by default, the current one.

        Returns
        -------
        altair.Chart
            A line for each value, from 0 to 100.

        """
        alt, found = _altair(), self._run.story(when).wellbeing(self._run.agent(agent))
        rows = [
            {
                "day": step.minute / 1440,
                "since": moment_words(step.minute),
                "value": step.value,
                "of": curve.name,
                "word": step.word,
                "because": step.because,
            }
            for curve in found.curves
            for step in curve.steps
        ]
        name = self._run.town.cast.names[found.agent]
        drawn: altair.Chart = (
            self._chart(rows, f"Status of {name}", worded("the status of {name}", name=name))
            .mark_line(interpolate="step-after", point=True)
            .encode(
                x=alt.X("day:Q", title="days since the start"),
                y=alt.Y("value:Q", title=None, scale=alt.Scale(domain=[0, 100])),
                color=alt.Color("of:N", title=None),
                tooltip=["of:N", "since:N", "value:Q", "word:N", "because:N"],
            )
        )
        return drawn

    def talks(self) -> altair.Chart:
        """Draw how many lines everyone has said, a bar for each."""
        alt = _altair()
        drawn: altair.Chart = (
            self._chart(self._run.query(_TALKS).to_dicts(), "Lines per person")
            .mark_bar()
            .encode(x=alt.X("lines:Q"), y=alt.Y("who:N", sort=None, title=None), tooltip=["who:N", "lines:Q"])
        )
        return drawn

    def _chart(self, rows: Sequence[dict[str, Any]], title: str, what: str = "") -> Any:  # noqa: ANN401 - Altair builds on it
        """Build a chart over rows. Raises BadInput if there is nothing to draw, or more than can be read."""
        if not rows:
            raise BadInput(
                worded(
                    "there is nothing to draw about {what} in {id!r} yet; continue the run",
                    what=what,
                    id=self._run.row.id,
                )
                if what
                else worded("there is nothing to draw in {id!r} yet; continue the run", id=self._run.row.id)
            )
        people = {row["who"] for row in rows if "who" in row}
        if len(people) > MOST_PEOPLE:
            raise BadInput(
                worded(
                    "{people} people are too many for one chart; get the rows as a data frame with "
                    "`run.query`, `run.story().timeline()` or `run.story().follow(news)`",
                    people=len(people),
                )
            )
        data = _altair().Data(values=list(rows))
        found: altair.Chart = _offline_chart()(data, title=textwrap.wrap(title, _WIDE), width=480)
        return found


def _day(told: Story, said: int | None) -> int:
    return told.last_day if said is None else lived_day(said, told.moment.minute)


def _altair() -> Any:  # noqa: ANN401 - its types are generated, and slow to check
    try:
        import altair
    except ImportError as error:
        raise NotInstalled(
            worded("a chart needs Altair, which is not installed; run `pip install 'townwright[notebook]'`")
        ) from error
    return altair


@functools.cache
def _offline_chart() -> Any:  # noqa: ANN401 - a class of Altair's
    """Return a chart class that displays as SVG or by Jupyter's own renderer, without network requests."""
    alt = _altair()

    class OfflineChart(alt.Chart):  # type: ignore[misc, name-defined]
        """An `altair.Chart` that needs no network to be displayed."""

        def _repr_mimebundle_(self, *args: object, **kwargs: object) -> object:
            if alt.renderers.active != "default":  # somebody has chosen how charts are shown
                return super()._repr_mimebundle_(*args, **kwargs)
            spec = self.to_dict()
            major = alt.SCHEMA_VERSION.split(".")[0].removeprefix("v")
            found = {"text/plain": repr(self), f"application/vnd.vegalite.v{major}+json": spec}
            try:
                import vl_convert
            except ImportError:
                return found
            return found | {"image/svg+xml": vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])}

    return OfflineChart
