"""The lesson "one word changed", given from the page alone: fork with one word otherwise, live it as far, and
compare. What the page shows is what SQL written by hand over the log says.
"""

from __future__ import annotations

import re
import sqlite3
import time

import pytest

from engine.api.workspace import open_workspace
from engine.clock import moment_words
from tests.studios import press, studio, well, words

pytestmark = pytest.mark.soak

TOWN, AT = "three-neighbours", 300  # before anybody is up
A_MINUTE, PATIENCE = 10_000_000, 120  # of the ids of rows; seconds

# A run's rows until a moment: its own, and before the cut those of the run it is a fork of.
OF_A_RUN = """
SELECT * FROM {table} WHERE run = {run} AND id < {until}
UNION ALL SELECT * FROM {table} WHERE run = {parent} AND id < {cut}
"""
SINCE_WHEN = """
WITH RECURSIVE
line_ AS ({line}), memory_ AS ({memory}),
of_it(id) AS (
    SELECT id FROM memory_ WHERE kind = 'seed' AND text = :fact
    UNION
    SELECT memory_.id
    FROM memory_ JOIN line_ ON memory_.source = line_.id JOIN of_it ON line_.tells = of_it.id
),
saying(id) AS (
    SELECT id FROM line_ WHERE text LIKE :said OR tells IN (SELECT id FROM of_it)
),
held(agent, since) AS (
    SELECT agent, id / {minute} FROM memory_ WHERE text LIKE :said AND kind NOT IN ('talk', 'plan')
    UNION ALL SELECT agent, id / {minute} FROM memory_ WHERE kind = 'seed' AND text = :fact
    UNION ALL SELECT speaker, said_at FROM line_ WHERE id IN (SELECT id FROM saying)
    UNION ALL SELECT value, said_at FROM line_, json_each(line_.hearers)
    WHERE line_.id IN (SELECT id FROM saying)
)
SELECT agent, min(since) FROM held GROUP BY agent
"""  # fmt: skip


class ByHand:
    """The log of two runs, the second a fork of the first, read with SQL that knows nothing of the engine."""

    def __init__(self, path, run, fork, cut, until):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.runs, self.cut, self.until = (run, fork), cut * A_MINUTE, until * A_MINUTE

    def of(self, side, table):
        """SQL for the rows of a table in the run (0) or its fork (1)."""
        run, parent = (self.runs[0], -1) if side == 0 else (self.runs[1], self.runs[0])
        return OF_A_RUN.format(table=table, run=run, parent=parent, cut=self.cut, until=self.until)

    def number(self, query):
        ((found,),) = self.db.execute(query).fetchall()
        return found

    def count(self, side, table, where="1"):
        return self.number(f"SELECT count(*) FROM ({self.of(side, table)}) WHERE {where}")

    def only_here(self, table, keys, where="1"):
        """How many rows since the cut have no equal in the other, both ways together."""
        total = 0
        for side in (0, 1):
            mine, theirs = (
                f"SELECT {keys} FROM ({self.of(each, table)}) WHERE id >= {self.cut} AND {where}"
                for each in (side, 1 - side)
            )
            total += self.number(f"SELECT count(*) FROM ({mine}) WHERE ({keys}) NOT IN ({theirs})")
        return total

    def parting(self):
        """The minute of the first turn that differs."""
        one, other = (f"SELECT id, agent, digest FROM ({self.of(side, 'turn')})" for side in (0, 1))
        apart = f"SELECT * FROM ({one} EXCEPT {other}) UNION ALL SELECT * FROM ({other} EXCEPT {one})"
        return self.number(f"SELECT min(id) / {A_MINUTE} FROM ({apart})")

    def since_when(self, side, fact, said):
        query = SINCE_WHEN.format(line=self.of(side, "line"), memory=self.of(side, "memory"), minute=A_MINUTE)
        return dict(self.db.execute(query, {"fact": fact, "said": f"%{said}%"}).fetchall())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("lesson")
    with open_workspace(place) as workspace:
        workspace.runs.new(TOWN, name="As written").live(days=2)
    return place


@pytest.fixture(scope="module")
def lesson(folder):
    """What somebody presses who gives the lesson, and the runs it makes."""
    with pytest.MonkeyPatch.context() as patch:
        at = studio(patch, folder, "stage", run="as-written-1", at=AT)
        number = next(one.key for one in at.selectbox if one.key.endswith("-kind")).split("-")[1]
        at.selectbox(key=f"fork-{number}-kind").set_value("trait").run()
        at.selectbox(key=f"fork-{number}-who").set_value("nell").run()
        at.selectbox(key=f"fork-{number}-trait-nell").set_value("talkative").run()
        at.text_input(key=f"fork-{number}-new").set_value("silent")
        at.text_input(key=f"fork-name-{number}").set_value("Silent")
        at.checkbox(key=f"fork-on-{number}").set_value(True)
        press(well(at), f"fork-go-{number}")
        with open_workspace(folder) as workspace:
            trunk, fork = workspace.runs.find("as-written-1"), workspace.runs.find("silent-1")
            lived_to(fork, trunk.clock)
            page = press(studio(patch, folder, "stage", run=fork.row.id), "compare-with-parent")
            assert f"The runs share the same past until {moment_words(AT)}" in words(page)
            yield Lesson(patch, folder, trunk, fork)


def lived_to(run, minute):
    """Wait until a run that lives in the background has come to a minute."""
    end = time.monotonic() + PATIENCE
    while (run.job is not None and run.job.is_live) or run.clock < minute:
        assert time.monotonic() < end, f"it came to {moment_words(run.clock)}"
        time.sleep(0.1)


class Lesson:
    """The comparison as the page draws it, and the log as it stands in the file."""

    def __init__(self, patch, folder, trunk, fork):
        self.patch, self.folder, self.trunk, self.fork = patch, folder, trunk, fork
        self.until = min(trunk.clock, fork.clock)
        self.by_hand = ByHand(trunk.store.path, trunk.number, fork.number, AT, self.until)

    def page(self, part="lines"):
        link = {"run": self.trunk.row.id, "with": self.fork.row.id, "section": "compare", "part": part}
        return studio(self.patch, self.folder, "runs", at=self.until, **link)

    def table(self, at, *columns):
        """The rows of the table on the page that has these columns."""
        frames = [one.value.reset_index(drop=True) for one in (*at.table, *at.dataframe)]
        frame = next(one for one in frames if set(columns) <= set(one.columns))
        return [{name: unescaped(cell) for name, cell in row.items()} for row in frame.to_dict("records")]

    def parts(self, at):
        (group,) = (one for one in at.button_group if one.label == "View")
        found = (re.match(r"(.+) · (\d+)$", option) for option in group.options)
        return {one[1]: int(one[2]) for one in found if one}


@pytest.mark.nightly
def test_the_word_that_was_changed_is_named(lesson):
    rows = lesson.table(lesson.page(), "what", "As written", "Silent")
    changed = [row for row in rows if row["what"].endswith("Nell Hartley’s traits")]
    assert len(changed) == 1
    assert "talkative" in changed[0]["As written"]
    assert "silent" in changed[0]["Silent"]


def test_talks_lines_and_reflections_are_as_many_as_sql_counts(lesson):
    rows = lesson.table(lesson.page(), "what", "As written", "Silent", "difference")
    shown = {row["what"]: (int(row["As written"]), int(row["Silent"])) for row in rows}
    asked = {
        "conversations": ("conversation", "1"),
        "lines": ("line", "1"),
        "reflections": ("memory", "kind = 'reflection'"),
    }
    counted = {
        what: tuple(lesson.by_hand.count(side, table, where) for side in (0, 1))
        for what, (table, where) in asked.items()
    }
    assert shown == counted
    first = "id IN (SELECT min(id) FROM line GROUP BY conversation)"
    for where in ("speaker = 'nell'", f"speaker = 'nell' AND {first}"):
        talkative, silent = (lesson.by_hand.count(side, "line", where) for side in (0, 1))
        assert silent < talkative, "who is silent says less, and begins fewer talks"


def test_what_only_one_of_them_has_is_as_much_as_sql_finds(lesson):
    parts, by_hand = lesson.parts(lesson.page()), lesson.by_hand
    assert parts["What is said"] == by_hand.only_here("line", "speaker, text")
    assert parts["Conclusions"] == by_hand.only_here("memory", "agent, text", "kind = 'reflection'")
    assert parts["Plans"] == by_hand.only_here("step", "agent, start, activity, room", "level = 'block'")


def test_they_part_at_the_first_turn_that_differs(lesson):
    assert f"First difference: {moment_words(lesson.by_hand.parting())}" in words(lesson.page())


def test_who_knows_what_and_since_when_is_what_sql_finds(lesson):
    rows = lesson.table(lesson.page("knowing"), "fact", "who", "As written", "Silent")
    facts = {fact.text: fact for fact in lesson.trunk.scenario.facts}
    names = {name: agent for agent, name in lesson.trunk.town.cast.names.items()}
    shown, news = {}, ""
    for row in rows:
        news = row["fact"] or news
        shown.setdefault(news, []).append(row)
    assert set(shown) == set(facts)
    for text, (total, *people) in shown.items():
        one, other = (lesson.by_hand.since_when(side, text, facts[text].key_words[0]) for side in (0, 1))
        counts = [f"{n} {'person knows' if n == 1 else 'people know'} it" for n in (len(one), len(other))]
        assert [total["As written"], total["Silent"]] == counts
        told = {names[row["who"]]: (when(row["As written"]), when(row["Silent"])) for row in people}
        for agent in {*one, *other}:
            if agent in told:
                assert told[agent] == (one.get(agent), other.get(agent)), (text, agent)
            else:
                assert one.get(agent) == other.get(agent), (text, agent)


def unescaped(cell):
    """A cell as it is read: on the page its signs are kept from being markup."""
    return re.sub(r"\\(\W)", r"\1", str(cell))


def when(cell):
    """`since day 1 16:03, from Ruth` as minutes; None where somebody does not know."""
    found = re.match(r"since day (\d+) (\d\d):(\d\d)", cell)
    return (int(found[1]) - 1) * 1440 + int(found[2]) * 60 + int(found[3]) if found else None
