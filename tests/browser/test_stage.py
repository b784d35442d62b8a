"""The stage in a real browser: the author's map at every width, and the feed that follows the replay."""

from itertools import combinations

import pytest
from playwright.sync_api import expect

from engine.scenario import bundled_folder, load

pytestmark = pytest.mark.browser

WIDTHS = (1400, 800, 390)
CENTRES = """all => Object.fromEntries(all.map((each) => {
  const { x, y, width, height } = each.querySelector(".wall").getBoundingClientRect()
  return [each.dataset.place, [x + width / 2, y + height / 2]]
}))"""


@pytest.mark.parametrize(
    "town",
    ["the-green", *(pytest.param(town, marks=pytest.mark.nightly) for town in ("willow-bay", "liuwan"))],
)
def test_the_authors_map_decides_who_lies_left_and_right_above_and_below_at_every_width(
    components, visit, town
):
    visit.page.goto(f"{components.address}/?page=map&scene={town}")
    visit.page.locator(".figure").first.wait_for()
    places = load(bundled_folder(town)).places
    for width in WIDTHS:
        visit.page.set_viewport_size({"width": width, "height": 1000})
        visit.page.wait_for_timeout(700)
        drawn = visit.page.locator(".plot").evaluate_all(CENTRES)
        assert set(drawn) == {place.name for place in places}
        for one, other in combinations(places, 2):
            (x, y), (x_other, y_other) = drawn[one.name], drawn[other.name]
            wrong = f"{one.name} and {other.name} at {width} pixels"
            assert beyond(one.x - other.x, x - x_other) <= 1, wrong
            assert beyond(one.y - other.y, y - y_other) <= 7, wrong  # a roof is no part of the wall


def beyond(written, drawn):
    """How far something is drawn on the wrong side of something else."""
    return -drawn if written > 0 else drawn if written < 0 else 0


@pytest.fixture
def feed(components, visit):
    sent = visit.sent = []
    visit.page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(data)))
    visit.page.goto(f"{components.address}/?page=feed")
    visit.page.locator(".feed .row").first.wait_for()
    visit.page.wait_for_timeout(500)
    return visit.page


def texts(page, where=".rows"):
    return [text.strip() for text in page.locator(f".feed {where} .row .head").all_text_contents()]


class TestFeed:
    @pytest.mark.nightly
    def test_talks_and_turning_points_stand_first_and_the_small_things_are_folded(self, feed):
        expect(feed.locator(".feed .row:visible")).to_have_count(2)
        expect(feed.locator(".feed .row:visible time")).to_have_text(["15:00", "10:00"])
        summary = feed.get_by_text("Comings, goings and activities (40)")
        summary.click()
        feed.get_by_text("small thing 0").wait_for()
        expect(feed.get_by_role("button", name="Show 24 more of 32")).to_be_visible()

    def test_it_follows_the_replay_and_nothing_is_asked_of_python(self, feed, visit):
        visit.sent.clear()
        slider = feed.get_by_role("slider")
        slider.focus()
        feed.keyboard.press("Home")
        feed.get_by_text("Nothing has happened here yet.").wait_for()
        for _ in range(4):
            feed.keyboard.press("PageUp")
        feed.locator(".moment").get_by_text("day 1, 10:00").wait_for()
        expect(feed.locator(".feed .row:visible time")).to_have_text(["10:00"])
        feed.keyboard.press("ArrowLeft")
        feed.get_by_text("No turning points or conversations yet.").wait_for()
        feed.keyboard.press("End")
        feed.get_by_text("Comings, goings and activities (40)").wait_for()
        assert visit.sent == []

    def test_what_comes_up_is_told_to_those_who_listen(self, feed):
        status = feed.get_by_role("status")
        expect(status, "what stands there already is no news").to_have_text("")
        feed.get_by_role("slider").focus()
        feed.keyboard.press("Home")
        for _ in range(4):
            feed.keyboard.press("PageUp")
        feed.wait_for_timeout(300)
        expect(status).to_have_text("10:00: Isabel and Tomas talked at the quay")

    def test_it_is_filtered_by_kind_by_person_and_by_place(self, feed):
        feed.get_by_role("combobox", name="Person").select_option("tomas")
        assert texts(feed) == ["Isabel and Tomas talked at the quay"]
        feed.get_by_role("combobox", name="Person").select_option("")
        feed.get_by_role("combobox", name="Place").select_option("library")
        expect(feed.locator(".feed .row:visible time")).to_have_text(["15:00"])
        feed.get_by_role("combobox", name="Place").select_option("")
        feed.get_by_role("combobox", name="Kind").select_option("going")
        expect(feed.locator(".feed .row:visible"), "asked for alone, they are not folded").to_have_count(8)
        feed.get_by_role("combobox", name="Person").select_option("mei")
        feed.get_by_text("Nothing matches the filters yet.").wait_for()

    def test_a_talk_says_what_it_came_to_and_can_be_read_and_explained(self, feed):
        expect(feed.get_by_text("The hat is lost.")).to_be_visible()
        feed.get_by_role("button", name="Read the conversation: 10:00, Isabel and Tomas").click()
        feed.get_by_text("picked: {'kind': 'talk', 'id': 77}").wait_for()
        feed.get_by_role("button", name="Why they talked").click()
        feed.get_by_text("picked: {'kind': 'why', 'id': 1}").wait_for()
        feed.get_by_role("button", name="Also show day 0").click()
        feed.get_by_text("picked: {'kind': 'earlier', 'id': 0}").wait_for()

    def test_it_is_lists_with_headings_and_nasty_words_are_only_text(self, feed):
        expect(feed.get_by_role("heading", name="Turning points and conversations")).to_be_visible()
        expect(feed.get_by_role("list").get_by_role("listitem")).to_have_count(2)
        expect(feed.locator(".feed img, .feed script")).to_have_count(0)
        assert feed.evaluate("window.hurt") is None
