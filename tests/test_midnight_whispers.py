"""What somebody hears at midnight, when a day has just been lived: who is up still lives the day before, and
what is asked for is done in the day to come.
"""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY, minute_at
from engine.language.times.up_late import as_of_the_day
from tests.studios import lived

pytestmark = pytest.mark.soak

BED, WAKES = minute_at(2, 30), minute_at(2, 7 * 60 + 30)
PARTY = "Give a birthday party for Edda at the Quay this afternoon at three and invite everyone."


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Willow Bay, where Felix, who goes to bed at half past twelve, and Tomas hear something at midnight."""
    workspace, run = lived(tmp_path_factory.mktemp("w"))
    with workspace:
        run.whisper("felix", "Tell Yuna this evening that you have written a waltz for her.")
        run.whisper("tomas", PARTY)
        run.live(minute_at(2, 16 * 60))
        yield run


def presences(run, begin, end):
    asked = (
        "SELECT minute, asleep, doing FROM presence WHERE agent = 'felix' AND minute BETWEEN :begin AND :end"
    )
    return run.query(asked, given={"begin": begin, "end": end}).rows


@pytest.mark.nightly
def test_what_one_is_at_after_midnight_is_what_the_day_before_had_for_it(run):
    (_, asleep, doing) = presences(run, DAY, BED - 1)[-1]
    assert not asleep
    assert doing == "trying out a melody very quietly"


@pytest.mark.nightly
def test_one_goes_to_bed_at_the_usual_hour_and_gets_up_at_it(run):
    rows = presences(run, BED, minute_at(2, 8 * 60))
    assert [(minute, asleep) for minute, asleep, _ in rows] == [(BED, 1), (WAKES, 0)]


def test_whom_a_party_is_for_is_looked_for_at_work_and_asked(run):
    asked = "SELECT hearers, minute FROM line WHERE speaker = 'tomas' AND text LIKE '%birthday party%'"
    heard = dict(reversed(run.query(asked).rows))
    assert heard['["edda"]'] < minute_at(2, 12 * 60)


def test_whom_a_party_is_for_is_there(run):
    asked = "SELECT room FROM presence WHERE agent = 'edda' AND minute >= :begin AND place = 'Quay'"
    assert run.query(asked, given={"begin": minute_at(2, 14 * 60 + 45)}).rows


@pytest.mark.parametrize(
    ("said", "language", "minute", "heard"),
    [
        ("Tomorrow at ten, sweep the Quay.", "en", DAY, "today at ten, sweep the Quay."),
        ("Meet Ada tomorrow morning.", "en", DAY + 30, "Meet Ada this morning."),
        ("Go the day after tomorrow.", "en", DAY, "Go tomorrow."),
        ("明天上午十点去扫地。", "zh", DAY, "今天上午十点去扫地。"),
        ("Tomorrow at ten, sweep the Quay.", "en", DAY + 9 * 60, "Tomorrow at ten, sweep the Quay."),
        ("Tomorrow at ten, sweep the Quay.", "en", 0, "Tomorrow at ten, sweep the Quay."),
    ],
)
def test_tomorrow_is_the_day_that_has_begun_for_who_has_not_slept_yet(said, language, minute, heard):
    assert as_of_the_day(said, language, minute) == heard


@pytest.mark.nightly
def test_before_it_is_whispered_it_is_understood_so(tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("willow-bay")
        run.live(DAY)
        (sentence,) = run.understood("tomas", "Tomorrow at ten, sweep the Quay.")
        assert [one.when.start for one in sentence.asks] == [minute_at(2, 10 * 60)]
