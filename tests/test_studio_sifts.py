"""The Sifts page: how many each finds, all that one finds, and one's own, written and tried there."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from studio.sifts.findings import finding_rows
from tests.planted import Planted
from tests.studios import handed, labels, lived, press, studio, well, words

SIFT = "kept-to-oneself"
pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    run.of = workspace  # what the page writes, a test reads
    yield run
    workspace.close()


def page(monkeypatch, town, name="patterns", **link):
    return studio(monkeypatch, town.store.path.parent, name, **link)


def found(town, name, when=None):
    return town.story(when).sift(town.of.sifts.find(name)).findings


def test_it_lists_what_each_finds_at_the_moment_and_opens_one(monkeypatch, town):
    at = page(monkeypatch, town)
    assert f"**{len(found(town, 'kept-to-oneself'))}**" in {one.value for one in at.markdown}
    assert "No results at this moment" in " ".join(one.label for one in at.expander)
    press(at, "open-sift-kept-to-oneself")
    assert at.query_params["sift"] == "kept-to-oneself"
    for one in found(town, "kept-to-oneself"):
        assert one.sentence.replace("&", "&amp;").replace("'", "&#x27;") in words(at)


def test_before_anything_has_come_about_it_says_so(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        Planted.in_workspace(workspace)
        at = studio(monkeypatch, tmp_path, "patterns")
        assert "No results yet" in words(at)
        at = studio(monkeypatch, tmp_path, "patterns", sift="never-met")
        assert "“Never met” has no results at this moment" in words(at)


def test_a_link_keeps_the_sift_whom_and_words(monkeypatch, town):
    who = found(town, "never-met")[0].who[0]
    at = page(monkeypatch, town, sift="never-met", of=who)
    mine = [one for one in found(town, "never-met") if who in one.who]
    assert f"{len(mine)} of {len(found(town, 'never-met'))} results match." in words(at)
    at = page(monkeypatch, town, sift="never-met", said="no such word anywhere")
    assert f"0 of {len(found(town, 'never-met'))} results match." in words(at)


@pytest.mark.soak
def test_a_finding_is_explained_pinned_and_leads_to_its_moment(monkeypatch, town):
    one = found(town, SIFT)[0]
    at = page(monkeypatch, town, sift=SIFT)
    press(at, f"pin-found-{SIFT}-0-{one.rows[0]}-False")
    [pin] = town.pins.all()
    assert (pin.row, pin.words) == (one.rows[0], one.sentence)
    press(at, f"why-found-{SIFT}-0-{one.rows[0]}")
    assert at.session_state["tw-why"] == one.rows[0]
    press(at, f"go-{SIFT}-0")
    moment = int(at.query_params["at"])
    assert one.minute < moment <= one.minute + 60
    assert one.rows[0] in {each.rows[0] for each in found(town, SIFT, moment)}


def test_at_an_earlier_moment_nothing_later_is_found(monkeypatch, town):
    at = page(monkeypatch, town, sift=SIFT, at=600)
    assert not [one for one in found(town, SIFT, 600) if one.minute >= 600]
    for one in found(town, SIFT)[-1:]:
        assert one.sentence not in words(at)


def test_a_sift_that_there_is_not_is_said_and_the_list_shown(monkeypatch, town):
    said = words(page(monkeypatch, town, sift="<b>nowhere</b>"))
    assert "There is no pattern called" in said
    assert "<b>nowhere" not in said


def test_the_sql_of_one_that_comes_with_the_studio_is_read_and_copied(monkeypatch, town):
    at = page(monkeypatch, town, sift="never-met", section="sql")
    assert town.of.sifts.find("never-met").sql in [one.value for one in at.code]
    press(at, "copy-sift")
    assert at.query_params["section"] == "new"
    assert at.text_area(key="tw-sql-new").value == town.of.sifts.find("never-met").sql


def write(at, sql, key="tw-sql-new"):
    at.text_area(key=key).set_value(sql)
    return press(at, "run-sift")


@pytest.mark.nightly
def test_one_is_written_run_kept_changed_and_deleted(monkeypatch, town):
    at = page(monkeypatch, town, section="new")
    write(at, "SELECT row, text AS sentence, speaker AS who FROM line ORDER BY row LIMIT 3")
    assert "3 found." in words(at)
    at.text_input[-2].set_value("First lines")
    at.text_input[-1].set_value("What was said first.")
    next(one for one in at.button if one.form_id == "keep-sift").click().run()
    well(at)
    assert at.query_params["sift"] == "First lines"
    [mine] = town.of.sifts.own()
    assert (mine.name, mine.says) == ("First lines", "What was said first.")
    at = page(monkeypatch, town)
    assert "First lines" in " ".join(labels(at))
    at = page(monkeypatch, town, sift="First lines", section="sql")
    press(at, "drop-sift")
    assert town.of.sifts.own()
    press(at, "drop-sift-yes")
    assert town.of.sifts.own() == ()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT * FORM line", "line 1, column 10"),
        ("SELECT * FROM main.journal", "there is no view"),
        ("DELETE FROM line", "only a SELECT"),
        ("SELECT count(*) AS lines FROM line", "1 found."),
        ("SELECT row FROM line WHERE 0", "No results at this moment."),
    ],
)
def test_what_is_wrong_is_said_in_words_and_what_is_found_is_shown(monkeypatch, town, sql, said):
    assert said in words(write(page(monkeypatch, town, section="new"), sql))


def test_a_name_that_is_taken_is_refused_in_words(monkeypatch, town):
    at = page(monkeypatch, town, section="new")
    at.text_input[-2].set_value("Never met")
    next(one for one in at.button if one.form_id == "keep-sift").click().run()
    assert "is the name of a pattern of the studio" in words(well(at))
    assert town.of.sifts.own() == ()


@pytest.mark.soak
def test_what_takes_too_long_ends_and_the_page_goes_on(monkeypatch, town):
    monkeypatch.setattr("studio.sifts.asking.SECONDS", 0.4)
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    at = write(page(monkeypatch, town, section="new"), endless)
    assert "the query took longer than 0.4 seconds" in words(at)
    assert "Stop" not in labels(at)


def test_an_own_sift_that_is_wrong_is_said_in_the_list_and_keeps_nothing_else_from_it(monkeypatch, town):
    town.of.sifts.keep("Broken", "SELECT nowhere FROM line")
    said = words(page(monkeypatch, town))
    assert "no such column: nowhere" in said
    assert "Broke a promise" in said or "Kept it to themselves" in " ".join(labels(page(monkeypatch, town)))


def test_a_room_sees_no_sift_of_ones_own_and_no_sql(monkeypatch, town):
    town.of.sifts.keep("Thoughts", "SELECT row, thought AS sentence FROM line")
    at = page(monkeypatch, town, view="present")
    assert "Thoughts" not in " ".join(labels(at))
    assert "New pattern" not in labels(at)
    at = page(monkeypatch, town, view="present", sift="Thoughts")
    assert "Hidden in presentation mode" in words(at)
    for link in ({"section": "new"}, {"sift": "never-met", "section": "sql"}):
        at = page(monkeypatch, town, view="present", **link)
        assert not at.text_area
        assert "SELECT" not in words(at)


def test_what_people_write_is_shown_as_text(monkeypatch, town):
    bad = "<img src=x onerror=alert(1)> ![x](https://evil.example)"
    town.of.sifts.keep(
        bad, f"SELECT row, '{bad}' AS sentence, '{bad}' AS \"{bad}\" FROM line LIMIT 1", says=bad
    )
    town.of.sifts.keep("table", f"SELECT '{bad}' AS \"{bad}\"")
    for link in ({}, {"sift": bad}, {"sift": bad, "section": "sql"}, {"sift": "table"}):
        at = page(monkeypatch, town, **link)
        assert not any("<img" in one.value for one in at.html)
        assert not any("](https" in one.value for one in (*at.markdown, *at.subheader, *at.caption))
        assert not any("](https" in one.label for one in at.button)


def test_the_table_twin_has_every_finding_with_ids_that_lead_back(town):
    rows = finding_rows(town, found(town, SIFT))
    assert len(rows) == len(found(town, SIFT))
    for row in rows:
        assert all(town.why(int(one)) for one in str(row["ids"]).split(", "))


def test_below_the_paper_of_a_day_stands_who_was_stuck(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        Planted.in_workspace(workspace).until("day 2 00:00")
        at = studio(monkeypatch, tmp_path, "day", day=1)
        assert "Stuck or silent" in words(at)
        assert "Otto said nothing to anybody, and slept for" in words(at)
        assert handed(at, "day_paper")


def test_where_nobody_was_stuck_the_paper_says_nothing_of_it(monkeypatch, town):
    assert "Stuck or silent" not in words(page(monkeypatch, town, "day"))
