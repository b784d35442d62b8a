"""A replay in a real browser without any network: it plays, and shows nothing before its minute."""

import re

import pytest
from playwright.sync_api import expect

from engine.api.workspace import open_workspace
from engine.clock import clock_words
from engine.records import Event, Line
from tests.hostile import hostile_run

pytestmark = pytest.mark.browser

SHOWN = "all => all.filter((each) => each.checkVisibility()).map((each) => each.dataset.id)"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("replays")) as opened:
        yield opened


@pytest.fixture(scope="module")
def run(workspace):
    lived = workspace.runs.new("three-neighbours")
    lived.live(days=2)
    return lived


@pytest.fixture
def opened(run, new_visit, tmp_path):
    """Opens a run's replay as a file, offline; in the end nothing was asked for but the file."""

    visits = []

    def opened(of=run, at="", **how):
        file = tmp_path / "a.replay.html"
        file.write_bytes(b"".join(of.export("replay")))
        visits.append(new_visit(**how))
        page = visits[-1].page
        page.context.set_offline(True)
        page.goto(f"{file.as_uri()}{at}")
        page.locator(".figure").first.wait_for()
        return page

    yield opened
    for visit in visits:
        visit.page.context.set_offline(False)
        visit.page.emulate_media(media="screen")
        asked = [address.split("/")[-1].partition("#")[0] for address in visit.outside]
        assert asked == ["a.replay.html"], "the page itself, and nothing else"
        visit.outside.clear()
        visit.page.goto("about:blank")


def rows(page):
    return page.locator("#track [data-minute]").evaluate_all(SHOWN)


def go(page, minute):
    page.get_by_role("slider").evaluate(
        "(slider, minute) => { slider.value = minute; slider.dispatchEvent(new Event('input')) }", str(minute)
    )
    page.locator(".moment").get_by_text(clock_words(minute)).wait_for()


@pytest.mark.nightly
def test_it_opens_on_the_first_morning_and_asks_nobody_for_anything(opened):
    page = opened()
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.locator(".moment")).to_have_text(re.compile("day 2, 00:00$"))


def test_at_every_minute_it_shows_what_happened_until_then_and_nothing_later(opened, run):
    page = opened()
    log = run.at().log
    lines = {str(line.id): line.said_at for line in log.rows(Line) if line.said_at < 1440}
    minutes = {str(event.id): event.minute for event in log.rows(Event)} | lines
    for minute in [*range(360, 1440, 61), *list(lines.values())[:6]]:
        go(page, minute)
        seen = rows(page)
        assert [one for one in seen if minutes.get(one, 0) > minute] == []
        assert {one for one, said_at in lines.items() if said_at <= minute} <= set(seen)


def test_a_line_is_in_a_bubble_and_in_the_track_at_its_minute(opened, run):
    line = next(line for line in run.at().log.rows(Line) if len(line.text) < 60)
    page = opened(at=f"#{line.said_at}")
    page.locator(f'.speech[data-speaker="{line.speaker}"]').get_by_text(line.text).wait_for()
    expect(page.locator(f'[data-id="{line.id}"]')).to_be_visible()
    go(page, line.said_at - 1)
    expect(page.locator(f'[data-id="{line.id}"]')).not_to_be_visible()
    expect(page.locator(".speech").get_by_text(line.text)).to_have_count(0)


def test_it_plays_and_rests_and_steps_from_talk_to_talk_by_keys(opened, run):
    page = opened()
    first = page.locator(".moment").text_content()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.locator(".moment").filter(has_not_text=first).wait_for()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Play").wait_for()
    talks = sorted(
        {line.conversation: line.said_at for line in reversed(list(run.at().log.rows(Line)))}.values()
    )
    go(page, talks[0] - 1)
    for minute in talks[:3]:
        page.keyboard.press("n")
        page.locator(".moment").get_by_text(clock_words(minute)).wait_for()
    page.keyboard.press("p")
    page.locator(".moment").get_by_text(clock_words(talks[1])).wait_for()


def test_another_day_is_chosen_and_a_person_followed_through_it(opened):
    page = opened()
    page.get_by_label("Follow").select_option(index=1)
    page.get_by_label("Show").select_option("2")
    page.locator(".moment").get_by_text("day 2").wait_for()
    expect(page.locator(".figure.followed")).to_have_count(1)
    expect(page.locator("section.day:visible h3")).to_have_text(re.compile("^Day 2"))


def test_nothing_moves_by_itself_where_that_is_not_wanted(opened):
    page = opened(reduced_motion="reduce")
    page.get_by_role("slider").focus()
    for _ in range(6):
        page.keyboard.press("PageUp")
    assert page.evaluate("document.querySelector('#map').shadowRoot.getAnimations().length") == 0


def test_whatever_was_said_is_only_text(opened, workspace):
    page = opened(hostile_run(workspace))
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    page.wait_for_timeout(300)
    expect(page.locator("#track img, #track script, #track a")).to_have_count(0)


def test_it_is_printed_with_the_map_and_all_that_is_shown(opened):
    page = opened(at="#1000")
    seen = len(rows(page))
    page.emulate_media(media="print")
    assert len(rows(page)) == seen > 0
    track = page.locator("#track").evaluate("each => [each.scrollHeight, each.clientHeight]")
    assert track[0] <= track[1] + 1, "nothing is scrolled away on paper"
    expect(page.locator("#map .map")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
def test_it_keeps_the_rules_of_accessibility(opened, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe comes with the test extra")
    page = opened(at="#700", color_scheme=scheme, reduced_motion="reduce")
    page.get_by_label("Follow").select_option(index=1)
    page.get_by_role("button", name="Next conversation").click()
    page.locator(".speech").first.wait_for()
    page.evaluate(axe.Axe().axe_script)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    assert [
        (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found
    ] == []
