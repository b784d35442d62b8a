"""Views: anybody's SQL sees one run up to one moment, all of it and nothing else, and can change nothing."""

from __future__ import annotations

import random
import sqlite3

import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import BadInput
from engine.records import Conversation, Line, Memory
from engine.store.views.guard import FUNCTIONS
from engine.store.views.log_views import LOG_VIEWS
from engine.store.views.view import MARK
from tests.studios import lived
from tests.views_page import PAGE, views_page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened, run = lived(tmp_path_factory.mktemp("views") / "workspace")
    run.fork("day 1 12:00", name="fork").live("day 1 15:00")
    opened.runs.new("three-neighbours", name="others").live("day 1 12:00")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def town(workspace):
    return workspace.runs.find("First try")


def numbers(run, sql, when=None, **given):
    return [row[0] for row in run.query(sql, when, given=given).rows]


# ---- what they show


@pytest.mark.nightly
def test_every_view_has_the_columns_that_are_told_of_and_says_what_each_is(town):
    for view in town.views:
        found = town.query(f"SELECT * FROM {view.name} LIMIT 1")
        assert found.columns == tuple(view.columns), view.name
        assert all(view.columns.values())
        assert view.about


@pytest.mark.soak
def test_the_page_about_the_views_is_up_to_date(town):
    assert PAGE.read_text("utf-8") == views_page(town.views), "python -m tests.views_page writes it anew"


@pytest.mark.soak
def test_every_row_of_the_log_leads_back_by_its_id(town):
    for view in town.views:
        if "row" in view.columns:
            for row in numbers(town, f"SELECT row FROM {view.name} ORDER BY row LIMIT 400")[::40]:
                assert town.why(row).row.id == row, view.name


def test_what_a_view_counts_is_what_the_log_has(town):
    log = town.at().log
    assert numbers(town, "SELECT count(*) FROM memory") == [len(list(log.rows(Memory)))]
    assert numbers(town, "SELECT count(*) FROM line") == [len(list(log.rows(Line)))]
    assert numbers(town, "SELECT row FROM talk ORDER BY row") == [one.id for one in log.rows(Conversation)]
    members = "SELECT agent FROM member WHERE row = (SELECT min(row) FROM talk) ORDER BY n"
    assert tuple(numbers(town, members)) == log.conversations()[0].members
    assert numbers(town, "SELECT agent FROM person") == list(town.town.cast.personas)


def test_values_are_given_by_name(town):
    said = numbers(town, "SELECT count(*) FROM line WHERE speaker = :who", who="isabel")
    assert said == [sum(line.speaker == "isabel" for line in town.at().log.rows(Line))]
    with pytest.raises(BadInput, match="the query uses :who, which has no value"):
        town.query("SELECT :who")


@pytest.mark.soak
def test_at_a_moment_nothing_later_is_in_any_view(town):
    draw = random.Random(5)
    moments = sorted(draw.randrange(60, 1440) for _ in range(12))
    talks = town.at().log.conversations()
    moments += [talk.minute + 1 for talk in talks[:4]]  # in the middle of a talk
    for minute in moments:
        for view in town.views:
            if "minute" in view.columns:
                at = (
                    "minute"
                    if view.name != "turning_point"
                    else "(SELECT max(value) FROM json_each(rows)) / 10000000"
                )
                late = numbers(town, f"SELECT max({at}) FROM {view.name}", minute)[0]
                assert late is None or late < minute, (view.name, minute)


def test_what_comes_of_a_talk_is_seen_when_it_is_over(town):
    talk = next(one for one in town.at().log.conversations() if one.until > one.minute + 2)
    its = "source IN (SELECT row FROM line WHERE talk = :talk)"
    told = f"SELECT count(*) FROM memory WHERE kind = 'talk' AND {its}"
    lines = "SELECT count(*) FROM line WHERE talk = :talk"
    summary = "SELECT summary, until FROM talk WHERE row = :talk"
    given = {"talk": talk.id}
    assert town.query(summary, talk.minute + 1, given=given).rows == ((None, None),)
    assert town.query(told, talk.minute + 1, given=given).rows == ((0,),)
    assert 0 < town.query(lines, talk.minute + 1, given=given).rows[0][0] < len(town.lines(talk.id))
    assert town.query(summary, talk.until, given=given).rows == ((talk.summary, talk.until),)
    assert town.query(told, talk.until, given=given).rows[0][0] > 0


def test_a_fork_has_its_own_rows_and_those_of_its_past_and_no_run_has_another_ones(workspace, town):
    fork, others = workspace.runs.find("fork"), workspace.runs.find("others")
    for run in (town, fork, others):
        known = {row.id for row in run.whole_log()}
        assert set(numbers(run, "SELECT row FROM event")) <= known
    past = "SELECT count(*) FROM memory WHERE minute < 720"
    assert numbers(fork, past) == numbers(town, past)
    assert {agent for agent in numbers(others, "SELECT DISTINCT agent FROM memory")}.isdisjoint(
        town.town.cast.personas
    )


# ---- what they do not let anybody do

REFUSED = [
    "SELECT * FROM main.call",
    "SELECT * FROM journal",
    "SELECT count(*) FROM journal",
    "SELECT count(*) FROM main.journal",
    "SELECT count(*) FROM JOURNAL",
    "SELECT key FROM main.call AS line",
    "SELECT * FROM (SELECT * FROM main.call) AS line",
    "WITH line AS (SELECT * FROM main.call) SELECT * FROM line",
    "WITH call AS (SELECT * FROM main.journal) SELECT * FROM call",
    "WITH person AS (SELECT * FROM main.profile) SELECT count(*) FROM person",
    "SELECT (WITH person AS (SELECT * FROM main.asked) SELECT count(*) FROM person)",
    "SELECT (SELECT count(*) FROM main.memory) FROM line",
    "SELECT * FROM line JOIN main.text ON 1",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM main.run)",
    "SELECT 1 FROM line WHERE row IN (SELECT id FROM main.line)",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM sqlite_temp_master",
    "SELECT * FROM temp.sqlite_schema",
    "SELECT * FROM pragma_table_info('call')",
    "SELECT count(*) FROM pragma_database_list",
    "SELECT * FROM dbstat",
    "SELECT * FROM memory_fts",
    "SELECT * FROM memory_fts('scope')",
    "PRAGMA table_info(call)",
    "PRAGMA query_only = OFF",
    "ATTACH ':memory:' AS x",
    "DETACH temp",
    "VACUUM INTO 'x'",
    "BEGIN",
    "COMMIT",
    "SAVEPOINT x",
    "INSERT INTO line VALUES (1)",
    "INSERT INTO person VALUES (1)",
    "UPDATE person SET name = 'x'",
    "DELETE FROM person",
    "DELETE FROM main.line",
    "REPLACE INTO main.pin DEFAULT VALUES",
    "CREATE TABLE x (a)",
    "CREATE TEMP TABLE x (a)",
    "CREATE TEMP VIEW x AS SELECT * FROM main.call",
    "DROP VIEW line",
    "DROP TABLE main.line",
    "ALTER TABLE person RENAME TO x",
    "CREATE TEMP TRIGGER x AFTER INSERT ON person BEGIN SELECT 1; END",
    "REINDEX",
    "ANALYZE",
    "EXPLAIN SELECT 1",
    "SELECT 1; SELECT 2",
    "SELECT load_extension('x')",
    "SELECT random()",
    "SELECT hex(randomblob(8))",
    "SELECT zeroblob(1000000000)",
    "SELECT date('now')",
    "SELECT CURRENT_TIMESTAMP",
    "SELECT last_insert_rowid()",
    "SELECT sqlite_version()",
    "SELECT seal_of('a', 'b')",
    f'SELECT * FROM "line{MARK}"',
    f'SELECT * FROM temp."span{MARK}"',
    "SELECT '\x00'",
    "",
    "   ",
]  # fmt: skip


@pytest.mark.parametrize("sql", REFUSED)
def test_nothing_but_the_views_is_read_and_nothing_is_changed(town, sql):
    before = town.at().fingerprint
    with pytest.raises(BadInput):
        town.query(sql)
    assert town.at().fingerprint == before
    assert town.query("SELECT count(*) FROM person").rows[0][0] == len(town.town.cast.personas)


@pytest.mark.soak
def test_no_view_shows_a_key_or_a_prompt(town):
    keys = [row[0] for row in town.store.select("SELECT key FROM call LIMIT 3")]
    assert keys
    for view in town.views:
        assert not {"key", "prompt", "answer", "run"} & set(view.columns)
        for row in town.query(f"SELECT * FROM {view.name} LIMIT 200").rows:
            assert not set(keys) & set(row)


def test_the_connection_itself_cannot_write(town):
    db = town.store.connect_to_read()
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM pin")
    db.close()


def test_ordinary_sql_is_at_hand(town):
    ask = """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5),
        spoken AS (SELECT speaker, count(*) AS lines FROM line GROUP BY speaker)
        SELECT p.name, s.lines, rank() OVER (ORDER BY s.lines DESC) AS place, (SELECT sum(x) FROM n) AS
        fifteen FROM person p LEFT JOIN spoken s ON s.speaker = p.agent ORDER BY place
    """
    found = town.query(ask)
    assert found.columns == ("name", "lines", "place", "fifteen")
    assert {row[3] for row in found.rows} == {15}
    assert town.query("WITH few AS (SELECT 1) SELECT count(*) FROM few").rows == ((1,),)
    assert town.query("SELECT count(*) FROM line l, json_each(l.hearers)").rows[0][0] > 0
    assert "like" in FUNCTIONS
    assert town.query("SELECT 1 AS a, 2 AS a, x'00ff' AS b").to_dicts() == [
        {"a": 1, "a (2)": 2, "b": "x'00ff'"}
    ]


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (["SELECT 9e999 AS a, -9e999 AS b", "--json"], '"Infinity"'),
        (["SELECT :a AS a", "--set", "a=--5"], "--5"),
        (["SELECT :a AS a", "--set", "a=-5", "--json"], "-5"),
        (["SELECT length(:a) AS a", "--set", f"a={'7' * 5_000}"], "5000"),
        (["SELECT 1 AS a, 2 AS a", "--json"], '"a (2)"'),
    ],
    ids=["infinite", "two signs", "a number", "many digits", "one name twice"],
)
def test_odd_values_are_answered_as_they_are(town, capsys, options, answer):
    folder = str(town.store.path.parent)
    assert main(["query", "last", *options, "--workspace", folder]) == 0
    assert answer in capsys.readouterr().out


def test_half_a_character_is_refused_in_words(town):
    for sql, given in (("SELECT '\ud800'", None), ("SELECT :a", {"a": "\udfff"})):
        with pytest.raises(BadInput):
            town.query(sql, given=given)


# ---- bounds


def test_rows_are_capped_and_it_is_said_that_there_are_more(town):
    found = town.query("SELECT row FROM memory", most=10)
    assert (len(found.rows), found.more) == (10, True)
    assert town.query("SELECT row FROM memory LIMIT 10", most=10).more is False


def test_letters_are_capped_as_well(town):
    found = town.query("SELECT printf('%0900000d', a.row) FROM memory a")
    assert found.more
    assert sum(len(row[0]) for row in found.rows) < 22_000_000


def test_an_error_in_long_sql_is_found(town):
    with pytest.raises(BadInput, match="syntax error"):
        town.query("SELECT 'x x x' AS a, " + "'x', " * 3_000 + "x x FORM x")


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"


def test_what_takes_too_long_ends_with_a_word_on_what_helps(town):
    with pytest.raises(BadInput, match=r"longer than 0\.2 seconds"):
        town.query(ENDLESS, seconds=0.2)


def test_it_stops_when_it_is_told_to(town):
    asked = iter([False] * 5 + [True] * 100)
    with pytest.raises(BadInput, match="stopped"):
        town.query(ENDLESS, seconds=60, stop=lambda: next(asked))


def test_a_cell_of_a_million_letters_is_refused(town):
    with pytest.raises(BadInput):
        town.query("SELECT group_concat(a.text || b.text) FROM memory a, memory b")


# ---- where it is wrong

WRONG = [
    ("SELECT * FORM line", 'line 1, column 10: near "FORM": syntax error'),
    ("SELECT *\nFROM line\nWHERE text = 'FORM' AND\n  FORM FORM", 'line 4, column 8: near "FORM"'),
    ("SELECT row,\n  wrods FROM line", "line 2, column 3: no such column: wrods"),
    ("SELECT 'wrods', l.wrods FROM line l", "line 1, column 17: no such column: l.wrods"),
    ("SELECT * FROM lines", "line 1, column 15: there is no view 'lines'; did you mean 'line'?"),
    ("SELECT * FROM main.line", "line 1, column 20: write 'line' alone"),
    ("SELECT lenght(text) FROM line", "line 1, column 8: no such function: lenght"),
    ("SELECT random()", "line 1, column 8: the function 'random' is not available"),
    ("SELECT row FROM line WHERE", "the query is incomplete"),
    ("SELECT row FROM line a, line b", "line 1, column 8: ambiguous column name: row"),
    ("DELETE FROM line", "only a SELECT is allowed"),
    ("SELECT '\x07'", "line 1, column 9: there is an invisible character"),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "words"), WRONG)
def test_an_error_names_its_place(town, sql, words):
    with pytest.raises(BadInput) as caught:
        town.query(sql)
    assert str(caught.value).startswith(words)


def test_a_moment_yet_to_come_and_a_number_that_is_none_are_refused(town):
    for wrong in ({"when": "day 9"}, {"most": 0}, {"seconds": 0}):
        with pytest.raises(BadInput):
            town.query("SELECT 1", **wrong)


def test_a_workspace_on_a_read_only_disk_is_asked_too(workspace, town):
    with open_workspace(town.store.path.parent, read_only=True) as other:
        run = other.runs.find("First try")
        assert run.query("SELECT count(*) FROM line").rows == town.query("SELECT count(*) FROM line").rows


def test_no_two_views_have_one_name_and_none_is_called_as_a_function_of_a_table():
    names = [view.name for view in LOG_VIEWS]
    assert len(names) == len(set(names))


# ---- from a terminal


@pytest.mark.nightly
def test_the_command_prints_a_table_csv_and_json_and_without_sql_the_views(asked, call):
    found = asked("query", "last", "SELECT agent, count(*) AS n FROM memory GROUP BY agent")
    assert {"agent", "n"} == set(found[0])
    assert call("query", "last", "SELECT 1 AS one", "--as", "csv")[1].splitlines()[-1] == '"1"'
    status, out, _ = call("query", "last", "SELECT :a AS one", "--set", "a=7")
    assert (status, out.split()) == (0, ["one", "7"])
    assert "line: what was said" in call("query", "last")[1]
    status, _, err = call("query", "last", "SELECT wrods FROM line")
    assert status == 1
    assert "column 8: no such column: wrods" in err
    assert (
        "only the first 2 rows are shown"
        in call("query", "last", "SELECT row FROM memory", "--limit", "2")[2]
    )
    assert call("query", "last", "SELECT 1", "--set", "nothing")[0] == 1
