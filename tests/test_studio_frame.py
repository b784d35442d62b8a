"""What every page shares: the bar, the side, deep links, words that stay words, and the empty studio."""

import datetime
import itertools
import sqlite3
from contextlib import closing

import pytest
from streamlit.testing.v1 import AppTest

from engine.api.workspace import open_workspace
from engine.store.living.jobs import start_job
from studio.basics.select_box import unlike
from studio.basics.table import table
from studio.basics.text import escape_md, shorten, shown
from studio.frame.moment.moment_bar import day_part
from studio.pages import file_of
from tests.studios import TOWN, box, lived, press, studio, well, words

pytestmark = pytest.mark.slow

OF_A_SCENARIO = ["scenarios", "world", "personas", "prompts"]
OF_A_RUN = ["stage", "mind", "reflections", "relationships", "chat", "calls"]


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    workspace, run = lived(tmp_path_factory.mktemp("frame") / "workspace")
    yield workspace, run
    workspace.close()


def side_words(at):
    return [element.value for element in (*at.sidebar.markdown, *at.sidebar.html)]


def place_words(at):
    """What the bar says of the place, and of the moment if there is one."""
    bar = at.main.children[0]
    labels = [one.proto.popover.label for one in blocks(bar) if one.type == "popover"]
    return [*labels, *(element.value for element in (*bar.markdown, *bar.html, *bar.code, *bar.caption))]


def blocks(block):
    for child in getattr(block, "children", {}).values():
        yield child
        yield from blocks(child)


@pytest.mark.parametrize("page", OF_A_RUN)
def test_a_newcomer_meets_a_finished_page_and_what_to_do(monkeypatch, tmp_path, page):
    with open_workspace(tmp_path):
        at = studio(monkeypatch, tmp_path, page)
        assert "No runs yet" in words(at)


@pytest.mark.soak
@pytest.mark.parametrize("page", [*OF_A_SCENARIO, "settings"])
def test_a_newcomer_finds_the_scenarios_and_the_settings_finished(monkeypatch, tmp_path, page):
    with open_workspace(tmp_path):
        at = studio(monkeypatch, tmp_path, page)
        assert "No runs yet" not in words(at)
        assert at.header[0].value == page.capitalize()


@pytest.mark.nightly
@pytest.mark.parametrize("page", OF_A_SCENARIO)
def test_a_page_to_edit_on_speaks_of_the_scenario_and_of_no_run(monkeypatch, town, page):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, page, town="liuwan", run=run.row.id, at=720)
    frame = "\n".join([*side_words(at), *place_words(at)])
    assert "柳湾镇" in frame
    assert "v1, saved" in frame
    assert not [
        word for word in ("Willow Bay", "First try", "Day 1", run.at().fingerprint[:8]) if word in frame
    ]
    assert box(at, "Scenario").value == "liuwan"
    assert "Run" not in [one.label for one in at.selectbox]
    assert (at.query_params["run"], at.query_params["at"]) == (run.row.id, "720"), "the run is not forgotten"


@pytest.mark.parametrize("page", OF_A_RUN)
def test_a_page_to_look_on_speaks_of_the_run_and_of_no_other_scenario(monkeypatch, town, page):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, page, town="liuwan", run=run.row.id)
    frame = "\n".join([*side_words(at), *place_words(at)])
    assert "Willow Bay" in frame
    assert "柳湾镇" not in frame
    assert box(at, "Run").value == run.row.id


def test_the_settings_speak_of_the_workspace(monkeypatch, town):
    workspace, _ = town
    folder = workspace.store.path.parent
    at = studio(monkeypatch, folder, "settings", town="liuwan")
    frame = "\n".join([*side_words(at), *place_words(at)])
    assert f"{len(workspace.scenarios.names())} scenarios, 1 run" in frame
    assert str(folder) in frame
    assert not [word for word in ("Willow Bay", "柳湾镇", "First try") if word in frame]


def test_another_scenario_is_chosen_on_the_side_and_stays_from_page_to_page(monkeypatch, tmp_path):
    with open_workspace(tmp_path):
        at = studio(monkeypatch, tmp_path, "world")
        box(at, "Scenario").set_value("liuwan").run()
        assert at.query_params["town"] == "liuwan"
        at.switch_page(file_of("personas")).run()
        assert box(at, "Scenario").value == "liuwan"
        assert "柳湾镇" in "\n".join(side_words(at))


@pytest.mark.parametrize("page", ["mind", "reflections", "chat"])
def test_whom_a_page_is_about_is_chosen_in_the_bar_and_goes_along(monkeypatch, town, page):
    workspace, _ = town
    at = studio(monkeypatch, workspace.store.path.parent, page)
    label = "With whom" if page == "chat" else "Who"
    assert box(at, label).value is not None, "it is whoever has something to show"
    box(at, label).set_value("bram").run()
    box(at, label).set_value("isabel").run()
    assert at.query_params["agent"] == "isabel"
    at.switch_page(file_of("mind")).run()
    assert box(at, "Who").value == "isabel"
    press(at, "turn-mind-who-1-after")
    assert box(at, "Who").value == "odile"
    press(at, "turn-mind-who-1-before")
    press(at, "turn-mind-who-1-before")
    assert box(at, "Who").value == "felix" == at.query_params["agent"]


def test_after_the_last_comes_the_first(monkeypatch, town):
    workspace, run = town
    first, *_, last = run.town.cast.personas
    at = studio(monkeypatch, workspace.store.path.parent, "mind", agent=last)
    press(at, "turn-mind-who-1-after")
    assert box(at, "Who").value == first
    press(at, "turn-mind-who-1-before")
    assert box(at, "Who").value == last


@pytest.mark.parametrize("page", OF_A_RUN)
def test_every_page_says_which_run_which_model_and_its_fingerprint(monkeypatch, town, page):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, page)
    said = words(at)
    assert "First try" in said
    assert "Rehearsal model" in said
    assert run.at().fingerprint[:8] in said


def test_a_link_opens_its_run_moment_and_person(monkeypatch, town):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, "stage", run=run.row.id, at=720, agent="isabel")
    assert run.at(720).fingerprint[:8] in words(at)
    assert at.query_params["run"] == run.row.id
    assert at.query_params["at"] == "720"
    assert at.query_params["agent"] == "isabel"


@pytest.mark.parametrize("at_minute", ["99999", "-5", "noon", "७२०", "9" * 400])
def test_a_link_to_a_moment_that_is_none_shows_the_present(monkeypatch, town, at_minute):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, "stage", run=run.row.id, at=at_minute)
    assert run.at().fingerprint[:8] in words(at)


def test_a_link_to_a_run_that_is_not_here_says_so_and_shows_another(monkeypatch, town):
    workspace, _ = town
    at = studio(monkeypatch, workspace.store.path.parent, "stage", run="no-such-run", agent="<b>nobody")
    assert "no run &#x27;no-such-run&#x27;" in words(at)
    assert "First try" in words(at)


def test_a_moment_chosen_in_the_bar_is_looked_at_and_one_that_is_yet_to_come_is_now(monkeypatch, town):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, "mind", agent="isabel", least=1)
    for day, time, minute in ((1, datetime.time(9, 15), 555), (2, datetime.time(23, 45), None)):
        box(at, "Day").set_value(day)
        next(one for one in at.time_input if one.label == "Time").set_value(time)
        next(one for one in at.button if one.label == "Go there").click()
        said = words(well(at.run()))
        assert f"{run.at(minute).memories('isabel').total:,} memories" in said
        assert at.query_params.get("at") == (None if minute is None else str(minute))


def test_back_to_now_leaves_the_past(monkeypatch, town):
    workspace, run = town
    at = studio(monkeypatch, workspace.store.path.parent, "stage", at=720)
    press(at, "moment-now")
    assert "at" not in at.query_params
    assert run.at().fingerprint[:8] in words(at)


@pytest.fixture(scope="module")
def towns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("towns") / "workspace"
    workspace, _ = lived(folder)
    with workspace:
        workspace.runs.new(TOWN, name="Second try").live(5)
        workspace.runs.new("three-neighbours", name="Newest of all").live(5)
    return folder


class TestALinkThatNamesATownAlone:
    @pytest.mark.nightly
    def test_opens_the_newest_run_of_that_town(self, monkeypatch, towns):
        at = studio(monkeypatch, towns, "mind", town=TOWN)
        assert box(at, "Run").value == "second-try-1"
        assert at.query_params["run"] == "second-try-1"

    @pytest.mark.parametrize("page", ["stage", "runs", "chat"])
    def test_says_of_a_town_without_a_run_that_it_has_not_lived(self, monkeypatch, towns, page):
        at = studio(monkeypatch, towns, page, town="liuwan")
        assert "柳湾镇 (liuwan) has no runs yet" in words(at)
        assert "run" not in at.query_params
        box(at, "Run").set_value("newest-of-all-1").run()
        assert "柳湾镇 (liuwan) has no runs yet" not in words(well(at))

    def test_lets_it_be_run_from_there(self, monkeypatch, towns):
        at = press(studio(monkeypatch, towns, "stage", town="liuwan"), "no-run-of-town-action")
        assert "run-it-go" in [button.key for button in at.button]

    def test_says_so_of_a_town_that_is_not_here_and_opens_the_newest(self, monkeypatch, towns):
        at = studio(monkeypatch, towns, "mind", town="nowhere")
        assert "This workspace has no town" in "\n".join(side_words(at))
        assert box(at, "Run").value == "newest-of-all-1"


def test_another_run_can_be_chosen_on_the_side(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    with workspace:
        fork = run.fork(600, "Second try")
        at = studio(monkeypatch, tmp_path / "workspace", "mind")
        assert "Second try" in words(at)
        box(at, "Run").set_value(run.row.id).run()
        assert "First try" in words(at)
        assert fork.row.id != run.row.id


def test_the_run_looked_at_stays_when_its_own_words_in_the_list_change(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    with workspace:
        run.fork(600, "Second try")
        at = studio(monkeypatch, tmp_path / "workspace", "mind", run=run.row.id)
        before = box(at, "Run")
        before.set_value(run.row.id).run()
        start_job(run.store, run.number, until=2880)
        at.run()
        assert box(at, "Run").options != before.options
        assert box(at, "Run").value == run.row.id == at.query_params["run"]


def test_two_of_one_name_are_told_apart():
    assert unlike({"a": "Town", "b": "Town", "c": "Bay"}) == {"a": "Town (a)", "b": "Town (b)", "c": "Bay"}


def test_a_workspace_that_cannot_be_opened_says_so_in_words(monkeypatch, tmp_path):
    (tmp_path / "townwright.db").write_text("not a database, but long enough to look like one" * 50)
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(tmp_path))
    at = AppTest.from_file("../studio/app.py", default_timeout=60).run()
    assert not at.exception
    assert "townwright.db" in words(at)


@pytest.mark.parametrize(
    "text",
    ["**bold**", "[a](http://b.c)", "![x](http://b.c)", ":red[x]", ":material/home:", "$x$", "`x`", "# x"],
)
def test_no_mark_of_a_foreign_text_works_in_a_label(text):
    escaped = escape_md(text)
    assert all(before == "\\" for before, mark in itertools.pairwise(escaped) if mark in "*[]()!:$`#_<>")


@pytest.mark.parametrize(
    ("text", "cut_in_two"),
    [
        ("see http://b.c/d", "http"),
        ("HTTPS://B.C", "HTTP"),
        ("(www.b.c)", "www"),
        ("write to a.b+c@d.e", "@"),
        ("xmpp:a@b.c", "@"),
    ],
)
def test_no_address_in_a_label_is_one_for_a_browser(text, cut_in_two):
    escaped = escape_md(text)
    assert f"{cut_in_two}\N{WORD JOINER}" in escaped.replace("\\", "")
    assert escaped.replace("\\", "").replace("\N{WORD JOINER}", "") == text


@pytest.mark.parametrize("text", ["the www", "http", "buns @ 3", "@isabel", "柳湾镇", "a.b"])
def test_what_is_no_address_is_shown_as_it_is(text):
    assert escape_md(text).replace("\\", "") == text


def test_a_foreign_text_in_html_is_its_letters_and_nothing_else():
    assert shown('<img src=x onerror="a">') == "&lt;img src=x onerror=&quot;a&quot;&gt;"
    assert "\u202e" not in shown("abc\u202edef")


def test_a_long_name_is_cut_for_labels():
    assert len(shorten("é" * 4_000)) == 60
    assert shorten("short\n name") == "short name"


def test_the_bar_measures_the_day_being_lived():
    class Job:
        minute, until = 1440 + 720, 3 * 1440

    assert day_part(Job) == 0.5
    Job.minute, Job.until = 60, 120
    assert day_part(Job) == 0.5


def test_an_error_that_a_damaged_log_leads_to_is_said_in_words_where_it_is_met(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.runs.new("three-neighbours").live(480)
    with closing(sqlite3.connect(workspace.store.path)) as db, db:
        db.execute("UPDATE presence SET room = 'Nowhere/at all'")
    said = words(studio(monkeypatch, tmp_path, "stage"))
    assert "its rows have changed since they were committed" in said


def test_names_in_the_head_of_a_table_are_words_as_those_below_it(monkeypatch):
    drawn = []
    monkeypatch.setattr("studio.basics.table.st.table", lambda rows, **_: drawn.extend(rows))
    table([{"Nell www.evil.test *feels*": "*warm*"}], key="x")
    assert drawn == [{escape_md("Nell www.evil.test *feels*"): escape_md("*warm*")}]
