"""What is asked off the record changes nothing, and nothing that began later is in what is asked or said."""

from __future__ import annotations

import asyncio
import shutil

import pytest

from engine.api.interventions import Whisper
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.records import Memory
from tests.bench.interviews import ASKED, REGISTERS, traces

pytestmark = pytest.mark.soak

QUESTIONS = [
    "Who are you?", "What is new?", "What is on your mind?", "Whom do you trust most?", "Are you happy?",
    "What will you do tomorrow?", "Do you have a secret?", "Who told you?", "What did you do today?", "Why?",
    "What do you think of the baker?", "What are you afraid of?", "Did you go out?", "Who is your friend?",
    "Is there a party?", "What do you regret?", "Where do you live?", "你是谁？", "", "\x00\x1b[31m",
    "<script>alert(1)</script>", "x" * 10_000, "[m1] $recalled {name} %s", "?", "Do you like me?",
]  # fmt: skip
ASKERS = ["", "a stranger", "a reporter", "the inspector of taxes"]


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A workspace in which a small town has lived for a day and a half."""
    folder = tmp_path_factory.mktemp("record")
    with open_workspace(folder) as workspace:
        workspace.runs.new("three-neighbours").live(DAY + 12 * 60)
    return folder


def asked_and_lived_on(lived, folder, ask):
    """What a copy of the town is after it was asked, and after another hour: fingerprints and recalls."""
    shutil.copytree(lived, folder)
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        ask(run)
        now = (run.at().fingerprint, tuple(run.at().recalls(one) for one in run.town.cast.personas))
        run.live(DAY + 13 * 60)
        return now, run.at().fingerprint, run.at().log.counts


def interview(run, questions, minutes, agents):
    for minute in minutes:
        for agent in agents:
            for n, question in enumerate(questions):
                if question.strip():
                    run.at(minute).ask(agent, question, asked_by=ASKERS[n % len(ASKERS)])
                    run.survey(question, agents=[agent], moments=[minute], number=(1, 10))


def test_the_next_hour_is_the_same_whether_somebody_asked_or_not(lived, tmp_path):
    untouched = asked_and_lived_on(lived, tmp_path / "one", lambda run: None)
    asked = asked_and_lived_on(
        lived,
        tmp_path / "other",
        lambda run: interview(run, QUESTIONS, (540, DAY + 720), list(run.town.cast.personas)[:2]),
    )
    assert asked == untouched


@pytest.mark.nightly
def test_no_register_of_questions_leaves_anything_behind():
    """A part of what the bench `interviews` asks; the whole of it is below."""
    found = traces(people=3, moments=2, questions=ASKED[:18], lived=11 * 60)
    assert len(found.by_register) == len(REGISTERS) == 15, "each register was asked in"
    assert (found.asked, found.same, found.differed) == (3 * 2 * 18, 3 * 2 * 18, {})
    assert found.same_hours == found.hours == 3


@pytest.mark.nightly
def test_what_leaves_something_behind_is_told_from_what_leaves_nothing():
    """The measure itself: a whisper is no question off the record."""

    def whisper(run, _moment, agent, _question):
        run.intervene(Whisper(agent=agent, text="Go to bed."))

    found = traces(people=3, moments=1, questions=ASKED[:1], lived=600, registers={"whisper": whisper})
    assert (found.asked, found.same, found.same_hours, found.hours) == (3, 0, 1, 2)
    assert found.differed == {"whisper": 3}


@pytest.mark.nightly
def test_fifty_questions_at_ten_moments_to_ten_people_change_nothing():
    assert len(set(ASKED)) == 50
    found = traces(people=10, moments=10, questions=ASKED)
    assert (found.asked, found.same, found.differed) == (5_000, 5_000, {})
    assert found.same_hours == found.hours == 11


@pytest.mark.nightly
def test_a_question_that_asks_nothing_is_refused_and_any_other_is_answered(lived):
    with open_workspace(lived, read_only=True) as workspace:
        moment = workspace.runs.find("last").at()
        for question in filter(str.strip, QUESTIONS):
            for whom in ASKERS:
                said = moment.ask("nell", question, asked_by=whom).text
                assert said
                assert "\x1b" not in said
                assert len(said) <= 2_000


@pytest.mark.parametrize("minute", [1, 420, 700, DAY, DAY + 300, DAY + 600])
def test_no_prompt_at_a_moment_holds_what_began_after_it(lived, minute):
    with open_workspace(lived, read_only=True) as workspace:
        run = workspace.runs.find("last")
        every = [row for row in run.whole_log() if isinstance(row, Memory)]
        known = {row.text for row in every if row.minute < max(1, minute)}
        said = "\n".join(known)  # one that stands within an earlier one is nothing new
        later = {row.text for row in every if row.minute >= max(1, minute) and row.text not in said}
        assert later
        for agent in run.town.cast.personas:
            for question in ("What is new?", "What will you do tomorrow?", "Whom do you trust most?"):
                for whom in ("", "a stranger"):
                    prompt = run.at(minute).ask(agent, question, asked_by=whom).call.prompt
                    assert [text for text in later if text in prompt] == []
                (call,) = [one for one in _calls(run, question, agent, minute) if one.agent == agent]
                assert [text for text in later if text in call.prompt] == []


def _calls(run, question, agent, minute):
    return asyncio.run(run.surveying(question, agents=[agent], moments=[minute]).sample(1))
