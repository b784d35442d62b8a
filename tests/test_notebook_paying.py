"""Before a served model is paid for a notebook it is said what that may take, and nothing runs unasked."""

import pytest

from engine.api.models import Profile
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.models.profiles import Prices
from engine.notebook.outputs import Output
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.paying import duration_words, recorded_words, time_words
from engine.notebook.running.session import Session
from engine.store.answers.spending import AskedRow, keep_asked

pytestmark = pytest.mark.slow
FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\nseed: 3\nbrain: paid\n---\n"


def cell(kind, name, body):
    return f"\n```yaml {{.{kind} #{name}}}\n{body}\n```\n"


DAY = cell("run", "d1", "days: 1")
HALF = cell("run", "d2", 'until: "day 2 12:00"')
ASKED = cell("interview", "i1", "who: [nell, otto]\nask: [Who are you?, And today?, Why?]")
ROUND = cell("survey", "s1", "ask: A good day?\nchoices: [yes, no]")
VARIED = cell("compare", "c1", "base: d1\nvariants: [{name: a, set: {seed: 4}}, {name: b, set: {seed: 5}}]")
ACROSS = cell("expect", "e1", "that: 1 know chess-evening\nacross: {seeds: 4, at-least: 2}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paying")
    with open_workspace(folder / "ws") as workspace:
        for name, price in (("paid", 1.0), ("free", 0.0)):
            prices = Prices(tokens_in=price, tokens_out=price)
            workspace.models.keep(
                Profile(name=name, base_url="http://127.0.0.1:9/v1", model="m", prices=prices)
            )
    return folder


@pytest.fixture
def workspace(folder):
    with open_workspace(folder / "ws") as opened:
        yield opened


@pytest.fixture(scope="module")
def day(folder):
    """What one day alone may take."""
    with open_workspace(folder / "ws") as opened:
        return estimate(opened, FRONT + DAY).whole


@pytest.fixture
def asked_to_run(monkeypatch):
    """Every time that a notebook is really run, which is not done here: there is no server."""
    times = []
    monkeypatch.setattr(Session, "run", lambda self, *cells, **how: times.append(self.name) or True)
    return times


def estimate(workspace, text, *cells, **how):
    return Session(workspace, notebook_of(text), "it").estimate(*cells, **how)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "days", "questions"),
    [
        (DAY, 1, 0),
        (DAY + HALF, 1.5, 0),
        (DAY + ASKED, 1, 6),
        (DAY + ROUND, 1, 3),
        (DAY + VARIED, 3, 0),
        (DAY + HALF + ACROSS, 7.5, 0),
        (DAY + cell("branch", "b", "from: d1") + cell("run", "d3", "days: 1"), 2, 0),
        (DAY + "\n```yaml {.run #off disabled=true}\ndays: 9\n```\n", 1, 0),
    ],
)
def test_it_counts_the_days_and_questions_that_are_asked_for(workspace, day, text, days, questions):
    found = estimate(workspace, FRONT + text)
    assert (found.days, found.questions) == (days, questions)
    assert found.whole.calls.least >= day.calls.least > 0
    assert found.whole.tokens.most >= day.tokens.most > found.whole.calls.most
    assert found.whole.micros.most >= day.micros.most > 0


@pytest.mark.nightly
def test_what_stands_on_others_counts_those_too_and_what_is_not_asked_for_does_not(workspace):
    text = FRONT + DAY + HALF + ASKED
    assert estimate(workspace, text, "i1").days == 1.5
    assert estimate(workspace, text, to="d1").days == 1
    assert estimate(workspace, text, to="d1").questions == 0


def test_rules_take_nothing_and_neither_does_what_is_fresh(workspace):
    text = FRONT.replace("paid", "rules") + cell("run", "d1", 'until: "day 1 06:30"')
    assert estimate(workspace, text) is None
    paid = FRONT + cell("run", "d1", "days: 1")
    session = Session(workspace, notebook_of(paid), "it")
    begun = session.checkpoints.at(session.steps[0].before)
    workspace.notebooks.keep_checkpoint(
        session.steps[0].key, workspace.notebooks.checkpoint(session.steps[0].before)
    )
    workspace.notebooks.keep_output(session.steps[0].key, Output().as_json())
    assert begun.clock == 0
    assert Session(workspace, notebook_of(paid), "it").estimate() is None


@pytest.fixture
def lived(folder, tmp_path):
    """A workspace in which the town was lived to noon with the model that is paid."""
    with open_workspace(tmp_path / "ws") as opened:
        with open_workspace(folder / "ws") as other:
            opened.models.keep(other.models.profiles()["paid"])
        opened.scenarios.taken_in("three-neighbours")
        run = opened.runs.new("three-neighbours", seed=3)
        run.live("day 1 12:00")
        with opened.store.write() as db:
            db.execute("UPDATE run SET model = 'paid'")
        yield opened


@pytest.mark.nightly
def test_days_that_were_lived_before_are_recorded_and_said_to_cost_nothing(lived):
    noon, run = cell("run", "noon", 'until: "day 1 12:00"'), lived.runs.find("last")
    whole = estimate(lived, FRONT + noon)
    assert whole.where == run.row.id
    assert whole.recorded == whole.days == 0.5
    assert whole.whole.calls.most == 0
    assert recorded_words(whole).startswith(f"All of these days were simulated before in {run.row.id} with")
    half = estimate(lived, FRONT + DAY)
    assert half.days == 1
    assert half.recorded == pytest.approx(0.5, abs=0.01), "a talk may go on for some minutes after noon"
    assert recorded_words(half).startswith("0.5 of 1 days were simulated before")
    assert 0 < half.whole.calls.most < estimate(lived, FRONT.replace("3", "4") + DAY).whole.calls.most


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    [
        FRONT.replace("seed: 3", "seed: 4") + DAY,
        FRONT + cell("whisper", "w1", "to: nell\ntext: Bake.") + DAY,
        FRONT + cell("edit", "x1", "set: {persona.nell.traits: silent}") + DAY,
    ],
)
def test_what_another_town_seed_or_whisper_was_answered_is_not_taken_for_recorded(lived, text):
    found = estimate(lived, text)
    assert (found.days, found.recorded, found.where) == (1, 0, "")
    assert recorded_words(found).startswith("No recording of these days was found")


@pytest.mark.nightly
def test_a_run_counts_as_recorded_until_an_author_stepped_in(lived):
    run = lived.runs.new("three-neighbours", seed=4)
    run.live("day 1 08:00")
    run.whisper("nell", "You want to bake a cake.")
    run.live("day 1 12:00")
    with lived.store.write() as db:
        db.execute("UPDATE run SET model = 'paid'")
    found = estimate(lived, FRONT.replace("seed: 3", "seed: 4") + DAY)
    assert found.where == run.row.id
    assert 0.2 < found.recorded < 0.4


@pytest.mark.nightly
def test_from_the_command_line_nothing_runs_before_somebody_agrees(folder, capsys, asked_to_run):
    file, words = folder / "a.town.md", ["--workspace", str(folder / "ws")]
    file.write_text(FRONT.replace("seed: 3", "seed: 11") + DAY + ASKED)
    for action in ("run", "test"):
        assert main(["notebook", action, str(file), *words]) == 1
        said = capsys.readouterr().err
        assert "No recording of these days was found." in said
        assert "1 day and 6 questions may take" in said
        assert "in money of paid; nothing was run: add --yes" in said
    assert main(["notebook", "check", str(file), *words]) == 0
    assert asked_to_run == []
    capsys.readouterr()
    main(["notebook", "run", str(file), "--yes", *words])
    assert "may take" in capsys.readouterr().err
    assert asked_to_run == [str(file)]


@pytest.mark.nightly
def test_what_is_free_is_said_and_run(folder, capsys, asked_to_run):
    file, words = folder / "b.town.md", ["--workspace", str(folder / "ws")]
    file.write_text(FRONT.replace("paid", "free").replace("seed: 3", "seed: 12") + DAY)
    main(["notebook", "run", str(file), *words])
    said = capsys.readouterr().err
    assert "may take" in said
    assert "cost 0.0000 to 0.0000" in said
    assert asked_to_run == [str(file)]


def test_how_long_it_may_take_is_reckoned_from_what_the_model_has_answered(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.models.keep(Profile(name="paid", base_url="http://127.0.0.1:9/v1", model="m", concurrency=2))
        before = estimate(opened, FRONT + DAY)
        assert before.seconds is None
        assert "is unknown" in time_words(before)
        for seconds in (1.0, 3.0):
            row = AskedRow(
                run=1, source="run", agent="nell", minute=1, purpose="act", key=f"k{seconds}", profile="paid",
                model="m", said="", attempts=1, repairs=0, failure="", tokens_in=1, tokens_out=1, cached=0,
                seconds=seconds, micros=None,
            )  # fmt: skip
            keep_asked(opened.store, row, answer="a")
        after = estimate(opened, FRONT + DAY)
        assert (after.seconds.least, after.seconds.most) == (
            after.whole.calls.least,
            2 * after.whole.calls.most,
        )
        assert "It may take" in time_words(after)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "less than a second"),
        (3.2, "3 s"),
        (89, "89 s"),
        (240, "4 min"),
        (4800, "80 min"),
        (6000, "1 h 40 min"),
    ],
)
def test_a_duration_is_said_in_the_unit_that_fits(seconds, words):
    assert duration_words(seconds) == words
