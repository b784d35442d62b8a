"""Looking: queries, pictures and pins, of the run that stands at the checkpoint of the cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.api.models import REHEARSAL
from engine.api.run import Cognition, Run, gist
from engine.api.steering.editing import edits_in, told_apart
from engine.api.steering.until import Awaited
from engine.api.writing.changes import changed
from engine.errors import BadInput, with_commas, worded
from engine.notebook.apart.apart import computed
from engine.notebook.outputs import Grid, Output, Value, listed, moment
from engine.notebook.running.cells.place import Place
from engine.notebook.specs import Chart, Edit, Event, Pin, Python, Run as RunSpec, Sql

MOST_ROWS, MOST_SECONDS = 500, 5.0

_DIFFUSION = """
    SELECT k.n AS "people who know", p.name AS who, k.minute, 'day ' || k.day || ' ' || k.clock AS since,
        k.how, coalesce(q.name, k.by, '') AS "from"
    FROM knowing AS k JOIN person AS p ON p.agent = k.agent LEFT JOIN person AS q ON q.agent = k.by
    WHERE k.news = :of ORDER BY k.n
"""
_RELATIONS = """
    SELECT p.name AS who, q.name AS "to", round(r.closeness, 2) AS closeness, r.kind FROM relation AS r
    JOIN person AS p ON p.agent = r.agent JOIN person AS q ON q.agent = r.other
    WHERE r.row = (SELECT max(row) FROM relation WHERE agent = r.agent AND other = r.other)
    AND (:of = '' OR r.agent = :of) ORDER BY r.closeness DESC, who, "to" LIMIT 60
"""
_TALKS = """
    SELECT p.name AS who, count(l.row) AS lines FROM person AS p LEFT JOIN line AS l ON l.speaker = p.agent
    GROUP BY p.agent ORDER BY lines DESC, who
"""
_PLOTS = {"diffusion": (_DIFFUSION, "steps"), "relations": (_RELATIONS, ""), "talks": (_TALKS, "bars")}


_HOW: Mapping[str, str] = {
    "added": worded("added"), "removed": worded("removed"), "changed": worded("changed"),
    "moved": worded("moved"), "renamed": worded("renamed"),
}  # fmt: skip
_COUNTED = ("conversation", "line", "memory")
_BEFORE_AFTER = (worded("how"), worded("what"), worded("subject"), worded("before"), worded("after"))


def came(run: Run) -> Output:
    """Return to what a cell that changes the town has brought it."""
    every = run.at().log.counts if run.is_founded else {}
    said = worded("The town is at {moment}.", moment=moment(run.clock))
    kinds = _COUNTED if run.row.model == REHEARSAL else (*_COUNTED, "call")
    counted = [_counted(name, every[name]) for name in kinds if every.get(name)]
    if counted:
        said = worded(
            "The town is at {moment}. So far: {counted}.", moment=moment(run.clock), counted=listed(counted)
        )
    return Output(sentences=(said,), run=run.row.id, minute=run.clock)


def _counted(name: str, n: int) -> str:
    """Return how many there are of what is counted, in words."""
    one, many = {
        "conversation": (worded("one conversation"), worded("{n:,} conversations", n=n)),
        "line": (worded("one line"), worded("{n:,} lines", n=n)),
        "memory": (worded("one memory"), worded("{n:,} memories", n=n)),
        "call": (worded("one model call"), worded("{n:,} model calls", n=n)),
    }[name]
    return one if n == 1 else many


def happened(spec: Event, run: Run) -> Output:
    """Describe the town after an event, and how a whisper was understood, if rules understood it."""
    found = came(run)
    if spec.verb != "whisper" or run.row.model != REHEARSAL:
        return found
    taken = run.understood(
        spec.asked["agent"], spec.asked.get("text", ""), intend=spec.asked.get("intend", "")
    )
    understood = [worded("Understood: {words}.", words=words) for one in taken for words in one.words]
    return replace(found, sentences=(*understood, *found.sentences))


def arrived(spec: RunSpec, place: Place, run: Run) -> Output:
    """Return to what living on has brought the town, and whether what it was lived for has come."""
    found, said = came(run), []
    if spec.event or spec.reflection:
        before = place.checkpoint(place.step.before)
        since = before.at().minute if before.is_founded else 0
        awaited = Awaited(run, event=spec.event, reflection=spec.reflection, since=since)
        name = run.town.cast.names[run.agent(spec.reflection)] if spec.reflection else ""
        what = worded("{name} reflects", name=name) if name else worded("“{event}”", event=spec.event)
        words = worded("This did not become true by then: {what}.", what=what)
        if awaited.is_so and run.clock > since:
            words = worded("This has become true: {what}.", what=what)
        elif awaited.is_so:
            words = worded("This was already true: {what}.", what=what)
        said = [words]
    if spec.agents:
        names = listed([run.town.cast.names[run.agent(one)] for one in spec.agents])
        said.append(worded("Only {names} took part; the others were away and are back.", names=names))
    return replace(found, sentences=(*said, *found.sentences, *_refused(place, run)))


def _refused(place: Place, run: Run) -> Iterator[str]:
    """Yield for each planned event that could not be done in this stretch what it was, and why."""
    before = place.checkpoint(place.step.before)
    since = before.clock if before.is_founded else 0
    for planned in run.agenda.all:
        if planned.state == "refused" and planned.ended >= since:
            yield worded(
                "Not done: {what} ({when}). Reason: {why}.",
                what=run.agenda.words(planned), when=run.agenda.when(planned), why=planned.answer,
            )  # fmt: skip


def changed_so(spec: Edit, place: Place, run: Run) -> Output:
    """Return what a town has otherwise by an edit, each with what was said before and is said now."""
    found, before = came(run), place.checkpoint(place.step.before).setup
    for one in place.edits:
        before = changed(before, edits_in(one))
    after = changed(before, spec.changes)
    rows = [
        (_HOW[one.how], one.field or one.of, one.about, one.before, one.after)
        for one in told_apart(before, after)
    ]
    was, now = (one.town.settings for one in (place.checkpoint(place.step.before), run))
    rows += [
        (_HOW["changed"], worded("setting"), _setting_words(name), _value(was, name), _value(now, name))
        for name, value in after.settings.items()
        if before.settings.get(name) != value
    ]
    rows += (
        [(_HOW["changed"], "seed", "", str(before.seed), str(after.seed))]
        if after.seed != before.seed
        else []
    )
    if not rows:
        return replace(found, sentences=(worded("Nothing has changed."), *found.sentences))
    grid = Grid(columns=_BEFORE_AFTER, rows=tuple(rows[:MOST_ROWS]))
    return replace(found, grids=(grid,))


def _setting_words(name: str) -> str:
    """Describe a setting in words; a faculty is called by its name."""
    return Cognition.model_fields[name].description or name


def _value(settings: Cognition, name: str) -> str:
    """Return the value of a setting in a run: the town's own, or the usual one."""
    value = getattr(settings, name)
    if isinstance(value, bool):
        return worded("on") if value else worded("off")
    return str(value)


def queried(spec: Sql, run: Run) -> Output:
    """Return what a SELECT finds."""
    return Output(grids=(asked(run, spec.sql, dict(spec.given)),), run=run.row.id, minute=run.clock)


def asked(run: Run, sql: str, given: Mapping[str, Value] | None = None, plot: str = "") -> Grid:
    """Return the rows that a SELECT finds in a run, at most so many and within so many seconds; `given` are
    the values of its `:names`.
    """
    table = run.query(sql, given=given, most=MOST_ROWS, seconds=MOST_SECONDS)
    return Grid(columns=table.columns, rows=table.rows, more=table.more, plot=plot)


_HEADINGS: Mapping[str, str] = {
    "people who know": worded("people who know"), "from": worded("from whom"), "who": worded("who"),
    "since": worded("since"), "how": worded("how"), "to": worded("other person"),
    "closeness": worded("closeness"), "kind": worded("kind"), "lines": worded("lines"),
}  # fmt: skip


_KNOWN_BY: Mapping[str, Value] = {
    "scenario": worded("scenario"), "whisper": worded("whisper"), "seen": worded("seen"),
    "told": worded("told"), "talk": worded("talk"), "thought": worded("thought"),
}  # fmt: skip


def drawn(spec: Chart, run: Run) -> Output:
    """Return what a picture shows, as rows that can be drawn, or as it is drawn."""
    if spec.plot not in _PLOTS:
        return viewed(spec, run)
    sql, plot = _PLOTS[spec.plot]
    of = spec.of
    if spec.plot == "relations" and of:
        of = run.agent(of)
    if spec.plot == "diffusion":
        known = [str(row[0]) for row in run.query("SELECT news FROM news").rows]
        if of not in known:
            raise BadInput(
                worded(
                    "there is no piece of news {of!r:.60}; use one of: {known}",
                    of=of,
                    known=with_commas(known[:20]),
                )
            )
    grid = asked(run, sql, {"of": of} if ":of" in sql else None, plot)
    if spec.plot == "diffusion":
        grid = replace(grid, rows=tuple(map(_heard, grid.rows)))
    grid = replace(grid, columns=tuple(_HEADINGS.get(one, one) for one in grid.columns))
    return Output(grids=(grid,), run=run.row.id, minute=run.clock)


def _heard(row: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return a row of who knows a piece of news, with when and how in words of ours."""
    count, who, minute, since, how, by = row
    when = moment(minute) if isinstance(minute, int) else since
    return count, who, minute, when, _KNOWN_BY.get(str(how), how), by


def viewed(spec: Chart, run: Run) -> Output:
    """Return a picture that the pages have as well, drawn so that nothing is needed to see it."""
    if not run.is_founded:
        raise BadInput(worded("the town has not been simulated yet; add a `run` cell above this cell"))
    at = run.at(spec.at).minute
    match spec.plot:
        case "map":
            made = run.plot.map(at)
        case "replay":
            made = run.plot.replay(spec.day)
        case "plans":
            made = run.plot.plans(spec.of, spec.day)
        case "reflections":
            made = run.plot.reflections(spec.of)
        case _:
            made = run.plot.ties(at)
    rows, more = made.rows[:MOST_ROWS], len(made.rows) > MOST_ROWS
    grid = Grid(columns=made.columns, rows=rows, title=made.title, plot=spec.plot, svg=made.svg, more=more)
    return Output(grids=(grid,), run=run.row.id, minute=at)


def programmed(spec: Python, run: Run) -> Output:
    """Return what a program writes, which may read the run and is done in a process of its own."""
    said = computed(spec.code, run.store.path.parent, run.number).rstrip()
    return Output(sentences=(said,) if said else (), run=run.row.id, minute=run.clock)


def pinned(spec: Pin, run: Run) -> Output:
    """Return the row that is pinned, which is picked out of the run as well."""
    if spec.of.isdecimal():
        rows = [int(spec.of)]
    else:
        found = asked(run, spec.of)
        if "row" not in found.columns:
            raise BadInput(
                worded("the SELECT of this pin cell has no column `row`; select from a view with this column")
            )
        place = found.columns.index("row")
        rows = [one for cells in found.rows[:20] if isinstance(one := cells[place], int)]
    said = []
    for row in rows:
        entry = run.pins.row(row)
        run.pins.add(row, words=gist(entry), note=spec.note, tag=spec.tags[0] if spec.tags else "")
        said.append((row, gist(entry, run.town.cast.names)))
    sentences = (spec.note,) if spec.note else ()
    grid = Grid(columns=(worded("row"), worded("description")), rows=tuple(said))
    return Output(sentences=sentences, grids=(grid,), run=run.row.id, minute=run.clock)
