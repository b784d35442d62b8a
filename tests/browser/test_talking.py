"""The registers of Chat in a real browser: a whisper that is seen first, a visit, somebody's mind."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine.api.workspace import open_workspace
from tests.browser.conftest import settle
from tests.studios import at_leisure, lived

pytestmark = pytest.mark.browser

WAIT = 90_000


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("talking")
    workspace, run = lived(folder)
    with workspace:
        run.live("day 2 10:00")
    return serve(workspace=folder)


@pytest.fixture(scope="module")
def somebody(server):
    with open_workspace(server.workspace) as workspace:
        return at_leisure(workspace.runs.find("last"))


def register(visit, server, agent, name):
    page = visit.page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/chat?run=first-try-1&agent={agent}")
    page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).first.click()
    return page


def fingerprint(server, run="last"):
    with open_workspace(server.workspace) as workspace:
        return workspace.runs.find(run).at().fingerprint


def ask(page, text):
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(text)
    box.press("Enter")


def test_an_interview_is_answered_with_what_it_rests_on_and_leaves_no_trace(new_visit, server):
    before = fingerprint(server, "first-try-1")
    page = register(new_visit(), server, "isabel", "Interview")
    page.get_by_text("Off the record").first.wait_for()
    ask(page, "Are you <b>giving</b> a party?")
    page.get_by_text("Are you <b>giving</b> a party?").first.wait_for()
    page.get_by_text("What came to mind").or_(page.get_by_text("Based on")).first.wait_for()
    page.get_by_text("The town is unchanged").first.wait_for()
    ask(page, "And since when?")
    page.get_by_text("Based on").or_(page.get_by_text("What came to mind")).nth(1).wait_for()
    expect(page.get_by_test_id("stChatMessage")).to_have_count(4)
    page.get_by_text("Based on").or_(page.get_by_text("What came to mind")).last.click()
    page.get_by_text("Memories that the question brings to mind").first.wait_for()
    assert fingerprint(server, "first-try-1") == before


@pytest.mark.nightly
def test_a_window_that_is_closed_in_mid_answer_loses_nothing_of_an_interview(new_visit, server):
    page = register(new_visit(), server, "amara", "Interview")
    page.get_by_text("Off the record").first.wait_for()
    ask(page, "What do you remember about Tomas Lind?")
    page.get_by_text("What do you remember about Tomas Lind?").first.wait_for()
    page.goto("about:blank")
    page = register(new_visit(), server, "amara", "Interview")
    page.get_by_text("What do you remember about Tomas Lind?").first.wait_for()
    again = page.get_by_role("button", name="Ask again")
    page.get_by_text("Based on").or_(page.get_by_text("What came to mind")).or_(again).first.wait_for()
    if again.count():
        again.click()
        page.get_by_text("Based on").or_(page.get_by_text("What came to mind")).first.wait_for()


@pytest.mark.nightly
def test_a_whisper_goes_into_a_fork_that_is_made_first_and_the_trunk_hears_nothing(new_visit, server):
    before = fingerprint(server, "first-try-1")
    page = register(new_visit(), server, "amara", "Whisper")
    box = page.get_by_role("textbox", name="Whisper to")
    box.fill("Tell Tomas <i>today</i> that the mole has a crack.")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("What it would change").wait_for()
    page.get_by_role("button", name="Fork first and whisper there").click()
    page.get_by_text("You are now in the new run").wait_for()
    settle(page)
    expect(box).to_have_value("Tell Tomas <i>today</i> that the mole has a crack.")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Whisper", exact=True).click()
    page.get_by_text("Nobody has whispered to").wait_for(state="hidden")
    page.get_by_text("Tell Tomas <i>today</i> that the mole has a crack.").first.wait_for()
    with open_workspace(server.workspace) as workspace:
        fork = workspace.runs.find("last")
        (done,) = (one for one in fork.at().interventions if one.entry.verb == "whisper")
        assert fork.row.parent == workspace.runs.find("first-try-1").number
        assert "mole has a crack" in done.words
    assert fingerprint(server, "first-try-1") == before


@pytest.mark.nightly
def test_everybody_is_asked_the_same_and_the_answers_are_counted(new_visit, server):
    before = fingerprint(server, "first-try-1")
    page = new_visit().page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/chat?run=first-try-1&section=everybody")
    page.get_by_label("Question").fill("Will you go to the <u>party</u>?")
    page.get_by_label("Question").press("Tab")
    page.get_by_role("button", name="Ask for 8 answers").click()
    page.get_by_text("The answers", exact=True).wait_for()
    page.get_by_text("Will you go to the <u>party</u>?").first.wait_for()
    rows = page.locator(".st-key-survey-found table tbody tr")
    rows.first.wait_for()
    expect(rows).to_have_count(8)
    page.get_by_role("combobox", name="What came to mind").press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator(".st-key-survey-found").get_by_text("came to mind").or_(
        page.get_by_text("The answer cites no memory")
    ).first.wait_for()
    assert fingerprint(server, "first-try-1") == before


@pytest.mark.nightly
def test_a_whisper_is_seen_before_it_is_heard(new_visit, server, somebody):
    page = register(new_visit(), server, somebody, "Whisper")
    page.get_by_role("textbox", name="Whisper to").fill("Have a party at the Quay on day 3 at 17:00.")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("Understood as: gathering: have a party, at Quay, day 3 17:00").wait_for()
    page.get_by_text("What it would change").wait_for()
    page.get_by_text("Change how it is understood").click()
    page.get_by_label("When").fill("day 3 18:30")
    page.get_by_label("When").press("Tab")
    page.get_by_role("button", name="Whisper", exact=True).click()
    page.get_by_text("day 3 at 18:30").first.wait_for()


@pytest.mark.nightly
def test_a_visit_is_begun_talked_closed_on_taken_up_and_left(new_visit, server, somebody):
    page = register(new_visit(), server, somebody, "Visit")
    page.get_by_label("Your name, if you are a newcomer").fill("Tom <b>Reed</b>")
    page.get_by_label("About the asker").fill("a reporter from the city")
    page.get_by_role("button", name="Start visit").click()
    page.get_by_text("You are Tom <b>Reed</b>").wait_for()
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill("The lighthouse burned down last night.")
    box.press("Enter")
    page.get_by_text("The lighthouse burned down last night.").first.wait_for()
    page.goto("about:blank")  # in the middle of an answer, or after it
    page = register(new_visit(), server, somebody, "Visit")
    page.get_by_text("The lighthouse burned down last night.").first.wait_for()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_text("You have left. This is what they remember of").wait_for()


@pytest.mark.nightly
def test_somebodys_mind_is_answered_for(new_visit, server):
    page = register(new_visit(), server, "isabel", "Play a person")
    page.get_by_role("button", name="Be Isabel Moreno for an hour").click()
    page.get_by_text("you are Isabel Moreno. Your task is to").wait_for()
    page.get_by_role("button", name="Submit answer").click()
    page.get_by_text("The model").first.wait_for()


HOSTILE = (
    '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script> ![x](https://example.org/x.png) **b**'
)


@pytest.mark.nightly
@pytest.mark.parametrize("text", [HOSTILE, "很长 <b> long " * 1_000, "a\x07\x1b[31mb\u202ec\u2028d"])
def test_what_is_typed_is_text_and_makes_no_page_fail(new_visit, server, text):
    page = register(new_visit(), server, "edda", "Interview")
    page.get_by_text("Off the record").first.wait_for()
    page.get_by_test_id("stChatInputTextArea").fill(text)
    page.get_by_test_id("stChatInputTextArea").press("Enter")
    settle(page)
    page.goto(f"{server.address}/chat?run=first-try-1&agent=edda&section=whisper")
    page.get_by_role("textbox", name="Whisper to").fill(text)
    page.get_by_role("button", name="Preview").click()
    settle(page)
    page.goto(f"{server.address}/runs?run=first-try-1")
    page.get_by_role("button", name="Rename").first.click()
    page.get_by_label("Name", exact=True).first.fill(text)
    page.get_by_role("button", name="Save name").first.click()
    settle(page)
    for path in ("chat?run=first-try-1&agent=edda", "runs?run=first-try-1", "stage?run=first-try-1"):
        page.goto(f"{server.address}/{path}")
        settle(page)
        assert page.evaluate("window.hurt") is None
        expect(page.get_by_text("stopped because of an error")).to_have_count(0)
        expect(page.get_by_test_id("stException")).to_have_count(0)
