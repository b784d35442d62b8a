"""Notebooks live a town until something is so, by some alone, and ask its people in person."""

from __future__ import annotations

import pytest

from engine.api.steering.company import bring_back, send_others_away
from engine.api.steering.meeting import meet, usual_question
from engine.api.steering.until import live_until
from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.chain import own_of
from engine.notebook.running.session import Session
from engine.notebook.specs import Run
from engine.records import Line

pytestmark = pytest.mark.soak

FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\nseed: 3\n---\n"


def cell(kind, name, body):
    return f"\n```yaml {{.{kind} #{name}}}\n{body}\n```\n"


BODY = (
    cell("run", "to-supper", "until: {event: SUPPER}\ndays: 1")
    + cell("run", "to-reflection", "until: {reflection: Nell Hartley}\ndays: 2")
    + cell("run", "alone", 'until: {time: "day 2 15:00"}\nagents: [nell, ruth]\npace: 60')
    + cell(
        "interview", "met", "who: nell\nmode: live\nas: Mr Pym\nabout: He writes.\nask: What are your plans?"
    )
    + cell("interview", "usual", "who: [ruth]\nkind: memory")
    + cell("run", "never", "until: {event: a dragon lands}\ndays: 1")
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("living")) as opened:
        yield opened


@pytest.fixture(scope="module")
def session(workspace):
    found = Session(workspace, notebook_of(FRONT + BODY), "living")
    assert found.run(), [one.why for one in found.states]
    return found


def output(session, name):
    return session.state(name).output


def run_of(session, name):
    return session.workspace.runs.find(output(session, name).run)


# ---- until something is so


@pytest.mark.nightly
def test_a_run_stands_at_the_very_minute_at_which_it_came_to_be_so(session):
    run = run_of(session, "to-supper")
    said = "SELECT count(*) FROM line WHERE instr(lower(text), 'supper')"
    seen = "SELECT count(*) FROM event WHERE instr(lower(text), 'supper')"
    now = run.row.fork_minute  # until then it was lived, and there it parted from what went on
    assert run.query(said).rows[0][0] + run.query(seen).rows[0][0] > 0
    assert run.query(said, now - 1).rows[0][0] + run.query(seen, now - 1).rows[0][0] == 0
    assert output(session, "to-supper").sentences[0] == "This has become true: “SUPPER”."


@pytest.mark.nightly
def test_a_reflection_is_awaited_from_where_the_cell_begins(session):
    run = run_of(session, "to-reflection")
    since = run_of(session, "to-supper").row.fork_minute
    rows = run.query("SELECT minute FROM reflection WHERE agent = 'nell' ORDER BY row").rows
    assert next(minute for (minute,) in rows if minute >= since) == run.row.fork_minute - 1
    assert "Nell Hartley reflects" in output(session, "to-reflection").sentences[0]


def test_what_does_not_come_ends_with_the_last_day_and_says_so(session):
    assert "This did not become true by then" in output(session, "never").sentences[0]
    assert output(session, "never").minute % 1440 < 600


def test_a_statement_that_is_so_already_ends_at_once(workspace):
    run = workspace.runs.new("three-neighbours", seed=3)
    run.live("day 1 07:00")
    made = live_until(run.fork(), event="1 know chess-evening", days=1)
    assert made.at().minute == run.clock
    assert live_until(run.fork(), event="select count(*) > 0 from person", days=1).at().minute == run.clock


def test_what_is_awaited_is_one_thing_of_this_town(workspace):
    run = workspace.runs.new("three-neighbours", seed=3)
    with pytest.raises(BadInput, match="exactly one condition"):
        live_until(run, event="a", reflection="nell")
    with pytest.raises(NotFound, match="no fact 'chess'"):
        live_until(run, event="3 know chess")
    with pytest.raises(NotFound):
        live_until(run, reflection="nobody")


@pytest.mark.nightly
def test_a_stop_on_the_way_keeps_what_was_lived_and_goes_on_from_there(workspace):
    text = FRONT + cell("run", "far", "until: {event: a dragon lands}\ndays: 1")
    stopped = Session(workspace, notebook_of(text.replace("seed: 3", "seed: 8")), "stopped")
    assert not stopped.run(progress=lambda progress: stopped.stop())
    again = Session(workspace, notebook_of(text.replace("seed: 3", "seed: 8")), "stopped")
    assert again.state("far").output is None
    assert again.run()
    assert "did not come" in again.state("far").output.sentences[0]


# ---- by some alone


def test_the_others_are_away_for_the_length_of_the_cell_and_come_back(session):
    run = run_of(session, "alone")
    since = run_of(session, "to-reflection").at().minute
    assert run.at().people["otto"].reason != "away"
    rows = run.query(
        "SELECT count(*) FROM line WHERE speaker = 'otto' AND minute > :since", given={"since": since}
    ).rows
    assert rows == ((0,),)
    assert "Only Nell Hartley, Ruth Calloway took part" in output(session, "alone").sentences[0]


def test_who_was_away_before_stays_away_and_somebody_has_to_stay(workspace):
    run = workspace.runs.new("three-neighbours", seed=3)
    run.live("day 1 10:00")
    first = send_others_away(run, ["nell", "ruth"])
    assert first == ("otto",)
    assert send_others_away(run, ["nell"]) == ("ruth",)
    bring_back(run, ["ruth"])
    assert {who for who, one in run.at().people.items() if one.reason == "away"} == {"otto"}
    with pytest.raises(BadInput, match="at least one person must stay"):
        send_others_away(run, [])


def test_a_pace_changes_nothing_of_what_comes():
    assert own_of(Run(days=1, pace=60)) == own_of(Run(days=1))
    assert own_of(Run(days=1)) != own_of(Run(days=1, agents=("nell",)))


# ---- in person


def test_who_is_asked_in_person_remembers_it_and_it_stands_in_the_log(session):
    (quote,) = output(session, "met").quotes[:1]
    assert (quote.asked, quote.who) == ("What are your plans?", "Nell Hartley")
    run = run_of(session, "met")
    rows = run.query("SELECT text FROM memory WHERE agent = 'nell' AND instr(text, 'Mr Pym')").rows
    assert any("What are your plans?" in text for (text,) in rows)
    before = session.workspace.runs.find(run.row.parent)
    assert len(list(run.at().log.rows(Line))) > len(list(before.at().log.rows(Line)))
    step = next(one for one in session.steps if one.cell.id == "met")
    assert step.changes_town
    assert step.cell.changes_town


def test_the_usual_question_is_in_the_words_of_the_town(session):
    (quote,) = output(session, "usual").quotes
    assert quote.asked.startswith("What do you remember about ")
    run = run_of(session, "usual")
    assert usual_question(run, "ruth", "memory") == quote.asked
    with pytest.raises(NotFound, match="no kind of question 'dreams'"):
        usual_question(run, "ruth", "dreams")


def test_who_sleeps_cannot_be_asked_in_person_and_nobody_is_asked_then(workspace):
    run = workspace.runs.new("three-neighbours", seed=3)
    with pytest.raises(BadInput, match="this run has not started yet"):
        meet(run, ["nell"], ["Why?"])
    run.live("day 1 04:00")
    with pytest.raises(BadInput, match="is asleep and cannot be asked in person at day 1"):
        meet(run, ["nell"], ["Why?"])
    assert run.query("SELECT count(*) FROM line").rows == ((0,),)
