"""The Threads page: what became of everything that was asked for; narrowed, explained, and what to do."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import parse_moment
from studio.basics.text import capital
from studio.threads.thread_actions import before_it_failed
from studio.threads.thread_words import LOOKS, thread_rows
from tests.planted import Planted
from tests.studios import labels, lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


@pytest.fixture
def hamlet(tmp_path):
    """Ruth was to tell Otto something by 10:00, and gave up mending the gate."""
    with open_workspace(tmp_path) as workspace:
        planted = Planted.in_workspace(workspace)
        said = planted.remember("day 1 08:00", "ruth", "Ruth Amsel means <b>to tell</b> Otto Lamb.", "plan")
        planted.mean("day 1 08:00", "ruth", "message", "held", "tell Otto Lamb that <b>it</b> is dry", said,
                     others=("otto",), content="<b>it</b> is dry", until=600)  # fmt: skip
        gate = planted.remember("day 1 08:00", "ned", "Ned Cobb means to mend the gate.", "plan")
        first = planted.mean("day 1 08:00", "ned", "deed", "held", "mend the gate", gate)
        planted.mean("day 1 09:00", "ned", "deed", "failed", "mend the gate", gate, began=first,
                     because="It rained.")  # fmt: skip
        planted.until("day 1 12:00")
        yield planted


def page(monkeypatch, run, **link):
    return studio(monkeypatch, run.store.path.parent, "threads", **link)


def plain_words(at):
    return words(at).replace("&#x27;", "'").replace("\\", "")


def test_everything_that_was_asked_for_is_there_with_its_state_and_why(monkeypatch, town):
    said = plain_words(page(monkeypatch, town))
    threads = town.threads()[:15]
    for one in threads:
        assert capital(one.words) in said
        assert one.reason in said
    counts = [f"**{LOOKS[one.state].title}**" for one in threads]
    assert [said.index(one) for one in counts] == sorted(said.index(one) for one in counts)


def test_what_went_wrong_stands_first_with_what_can_be_done(monkeypatch, hamlet):
    at = page(monkeypatch, hamlet.run)
    said = plain_words(at)
    assert said.index("**Failed** · 1") < said.index("**Late** · 1")
    assert "It failed: It rained." in said
    assert "but Ruth Amsel never met Otto Lamb" in said
    assert {"Why", "Whisper", "Fork before it failed"} <= set(labels(at))


def test_a_link_narrows_by_person_state_and_kind(monkeypatch, hamlet):
    for link in ({"of": "ned"}, {"state": "failed"}, {"kind": "deed"}):
        said = words(page(monkeypatch, hamlet.run, **link))
        assert "mend the gate" in said
        assert "tell Otto Lamb" not in said


def test_where_nothing_fits_all_is_one_press_away(monkeypatch, hamlet):
    at = page(monkeypatch, hamlet.run, of="ned", state="late")
    assert "No matching threads" in words(at)
    press(at, "no-such-threads-action")
    assert "mend the gate" in words(at)
    assert "tell Otto Lamb" in words(at)


def test_at_an_earlier_moment_it_has_not_failed_yet(monkeypatch, hamlet):
    said = words(page(monkeypatch, hamlet.run, at=parse_moment("day 1 08:30")))
    assert "**Failed**" not in said
    assert "**Pending** · 2" in said


def test_how_it_came_there_opens_step_by_step_and_leads_to_the_moment(monkeypatch, hamlet):
    failed = hamlet.run.threads("ned")[0]
    at = open_up(page(monkeypatch, hamlet.run), f"history-{failed.id}")
    said = words(at)
    assert "Ned Cobb means to mend the gate." in said
    assert "day 1 08:00 · Pending" in said
    assert "day 1 09:00 · Failed" in said
    assert "Reason: It rained." in said
    press(at, f"go-{failed.history[0].id}")
    assert at.query_params["at"] in ("481", ["481"])


def test_why_explains_the_row_that_it_rests_on(monkeypatch, hamlet):
    failed = hamlet.run.threads("ned")[0]
    at = press(page(monkeypatch, hamlet.run), f"why-thread-{failed.id}-{failed.shown_by}")
    assert at.session_state["tw-why"] == failed.shown_by


def test_a_fork_is_made_from_before_it_failed(monkeypatch, hamlet):
    failed = hamlet.run.threads("ned")[0]
    assert before_it_failed(failed) == parse_moment("day 1 08:00")
    at = press(page(monkeypatch, hamlet.run), f"fork-before-{failed.id}")
    assert "From **day 1 08:00** on" in plain_words(at)
    press(at, f"fork-go-{hamlet.run.number}")
    with open_workspace(hamlet.run.store.path.parent) as workspace:
        fork = workspace.runs.find("last")
        assert (fork.row.parent, fork.row.fork_minute) == (hamlet.run.number, 480)
    assert not fork_dialog_is_open(at)


def fork_dialog_is_open(at):
    return "From **day 1 08:00** on" in plain_words(at)


def test_whisper_and_the_form_are_a_press_away(monkeypatch, town):
    one = next(thread for thread in town.threads() if thread.source.file.startswith("personas/"))
    at = press(page(monkeypatch, town, of=one.agent), f"whisper-{one.id}")
    assert at.session_state["tw-chosen-agent"] == one.agent
    at = press(page(monkeypatch, town, of=one.agent), f"form-{one.id}")
    assert at.session_state["tw-chosen-town"] == "willow-bay"


def test_what_is_written_as_markup_is_shown_as_text(monkeypatch, hamlet):
    at = page(monkeypatch, hamlet.run)
    assert "<b>it</b>" not in words(at)
    assert "&lt;b&gt;it&lt;/b&gt; is dry" in words(at)


def test_it_has_a_table_twin(monkeypatch, hamlet):
    at = open_up(page(monkeypatch, hamlet.run), "threads-twin")
    assert at.table
    rows = thread_rows(hamlet.run, hamlet.run.threads())
    assert [row["state"] for row in rows] == ["Failed", "Late"]
    assert rows[1]["not heard by"] == "Otto Lamb"


def test_where_nothing_was_asked_for_it_says_what_to_do(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        Planted.in_workspace(workspace)
        at = studio(monkeypatch, tmp_path, "threads")
    assert "No threads yet" in words(at)
    assert "Go to Personas" in labels(at)


def test_shown_to_a_room_it_keeps_secrets_and_changes_nothing(monkeypatch, town):
    at = page(monkeypatch, town, view="present")
    assert "secret" not in words(at)
    assert "Whisper" not in labels(at)


def test_the_day_says_what_failed_and_leads_here(monkeypatch, hamlet):
    at = studio(monkeypatch, hamlet.run.store.path.parent, "day")
    said = plain_words(at)
    assert "**Failed or late**" in said
    assert "Failed: action: mend the gate" in said
    assert "It failed: It rained." in said
    press(at, "all-threads")
    assert "Threads" in {one.value for one in at.header}
    well(at)
