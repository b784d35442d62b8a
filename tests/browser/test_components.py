"""The editor, the map and the frame, in a real browser under the studio's own headers."""

import math
import re

import pytest
from playwright.sync_api import expect

from tests.bench.overlaps import LOOK

pytestmark = pytest.mark.browser

END_OF_TEXT = "Control+End"


@pytest.fixture
def editor(components, visit):
    page = visit.page
    page.goto(f"{components.address}/?page=editor")
    page.locator(".cm-content").wait_for()
    page.get_by_text("saves: 0").wait_for()
    return page


def text_of(page):
    return "\n".join(page.locator(".cm-line").all_text_contents())


def type_at_end(page, text):
    page.locator(".cm-content").click()
    page.keyboard.press(END_OF_TEXT)
    page.keyboard.type(text)


class TestEditor:
    def test_shows_the_text_with_numbered_lines_and_says_what_it_is(self, editor):
        assert "Harbour Café:" in text_of(editor)
        expect(editor.locator(".cm-lineNumbers").get_by_text("17", exact=True)).to_be_visible()
        expect(editor.get_by_role("textbox", name="World of Willow Bay")).to_be_visible()

    def test_marks_each_problem_in_the_margin_and_in_the_line_and_explains_it(self, editor):
        expect(editor.locator(".cm-lint-marker-error")).to_have_count(2)
        expect(editor.locator(".cm-lint-marker-warning")).to_have_count(1)
        expect(editor.locator(".cm-lintRange-error").first).to_have_text("one")
        editor.locator(".cm-lintRange-error").first.hover()
        editor.get_by_text("capacity is 'one', not a whole number (write capacity: 1)").wait_for()

    def test_typing_reaches_python_after_a_pause_and_the_cursor_stays(self, editor):
        type_at_end(editor, "# one")
        editor.get_by_text("length: 505").wait_for()
        editor.keyboard.type(" two")
        editor.get_by_text("length: 509").wait_for()
        assert text_of(editor).endswith("# one two")

    def test_leaving_the_editor_sends_what_was_typed_at_once(self, editor):
        type_at_end(editor, "# left")
        editor.get_by_label("Town name").click()
        editor.get_by_text("length: 506").wait_for(timeout=5000)

    def test_ctrl_s_saves_once_and_what_is_typed_meanwhile_stays(self, editor):
        type_at_end(editor, "# a")
        editor.keyboard.press("Control+s")
        editor.keyboard.type("bc")
        editor.get_by_text("saves: 1, version: 2").wait_for()
        editor.get_by_text("length: 505").wait_for()
        assert text_of(editor).endswith("# abc")
        editor.wait_for_timeout(800)
        expect(editor.get_by_text("saves: 1, version: 2")).to_be_visible()

    def test_what_is_typed_while_a_slow_save_goes_on_is_not_lost(self, components, visit):
        page = visit.page
        page.goto(f"{components.address}/?page=editor&slow=2")
        page.get_by_text("saves: 0").wait_for()
        type_at_end(page, "# a")
        page.keyboard.press("Control+s")
        page.keyboard.type("bc")
        page.wait_for_timeout(1000)
        page.keyboard.type("d")
        page.get_by_text("saves: 1, version: 2").wait_for()
        page.get_by_text("length: 506").wait_for()
        assert text_of(page).endswith("# abcd")

    @pytest.mark.nightly
    def test_a_revert_right_after_typing_wins_too(self, editor):
        type_at_end(editor, "# one")
        editor.get_by_text("length: 505").wait_for()
        editor.keyboard.type("# two")
        editor.get_by_role("button", name="Revert").click()
        editor.get_by_text("reverts: 1").wait_for()
        editor.get_by_text("length: 500").wait_for()
        assert "#" not in text_of(editor)[1:]

    @pytest.mark.nightly
    def test_a_revert_wins_over_what_was_typed_on_the_old_version(self, editor):
        type_at_end(editor, "# gone")
        editor.get_by_role("button", name="Revert").click()
        editor.get_by_text("reverts: 1").wait_for()
        editor.wait_for_timeout(900)
        assert "# gone" not in text_of(editor)
        expect(editor.get_by_text("length: 500")).to_be_visible()

    @pytest.mark.nightly
    def test_a_rerun_for_another_reason_leaves_text_and_cursor_alone(self, editor):
        type_at_end(editor, "# kept")
        editor.get_by_label("Town name").fill("Elm")
        editor.keyboard.press("Enter")
        editor.get_by_text("town: Elm").wait_for()
        editor.locator(".cm-content").focus()
        editor.keyboard.type("!")
        editor.get_by_text("length: 507").wait_for()
        assert text_of(editor).endswith("# kept!")

    @pytest.mark.nightly
    def test_another_document_has_its_own_text_and_its_problems_are_only_text(self, editor):
        editor.get_by_label("File").click()
        editor.get_by_role("option", name="town.yaml").click()
        editor.get_by_text("first line: town: Willow Bay").wait_for()
        assert text_of(editor).startswith("town: Willow Bay")
        editor.locator(".cm-lintRange-warning").first.hover()
        editor.get_by_text("<img src='https://evil.test/y'").wait_for()
        assert editor.evaluate("window.hurt") is None

    @pytest.mark.nightly
    def test_go_to_line_puts_the_cursor_there(self, editor):
        editor.get_by_role("button", name="Go to line 16").click()
        editor.locator(".cm-activeLine").get_by_text("opn").wait_for()
        editor.wait_for_timeout(300)
        editor.keyboard.type("#")
        editor.get_by_text("length: 501").wait_for()
        assert "\n#  opn: true" in text_of(editor)

    def test_escape_then_tab_leaves_and_tab_alone_indents(self, editor):
        type_at_end(editor, "")
        editor.keyboard.press("Tab")
        editor.get_by_text("length: 502").wait_for()
        editor.keyboard.press("Escape")
        editor.keyboard.press("Tab")
        assert (
            editor.evaluate("document.activeElement.shadowRoot?.activeElement?.className ?? ''").find(
                "cm-content"
            )
            < 0
        )

    @pytest.mark.nightly
    def test_letters_are_not_taken_for_the_pages_shortcuts(self, editor):
        type_at_end(editor, "crcr")
        editor.get_by_text("length: 504").wait_for()
        expect(editor.get_by_role("dialog")).to_have_count(0)

    @pytest.mark.nightly
    def test_finds_text(self, editor):
        type_at_end(editor, "")
        editor.keyboard.press("Control+f")
        editor.keyboard.type("lantern")
        editor.locator(".cm-searchMatch").first.wait_for()

    @pytest.mark.nightly
    def test_plain_is_a_text_area(self, components, visit):
        visit.page.goto(f"{components.address}/?page=editor&plain=yes")
        visit.page.get_by_label("World of Willow Bay").fill("a: 1")
        visit.page.keyboard.press("Control+Enter")
        visit.page.get_by_text("first line: a: 1").wait_for()


def open_map(visit, components, scene, minute=600):
    visit.page.goto(f"{components.address}/?page=map&scene={scene}&minute={minute}")
    visit.page.locator(".figure").first.wait_for()
    visit.page.wait_for_timeout(200)
    return visit.page


def resize(page, width):
    """Make the window so wide, and wait until the map has drawn itself anew."""
    page.set_viewport_size({"width": width, "height": 1000})
    page.wait_for_timeout(700)


def boxes(page, selector):
    return [each.bounding_box() for each in page.locator(selector).all()]


def apart(a, b):
    ax, ay, bx, by = (
        a["x"] + a["width"] / 2,
        a["y"] + a["height"] / 2,
        b["x"] + b["width"] / 2,
        b["y"] + b["height"] / 2,
    )
    return math.hypot(ax - bx, ay - by) - (a["width"] + b["width"]) / 2


def overlap(a, b):
    return (
        min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"]) > 1
        and min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"]) > 1
    )


class TestMap:
    @pytest.mark.nightly
    @pytest.mark.parametrize(
        ("scene", "count"), [pytest.param("eight", 8, marks=pytest.mark.nightly), ("crowd", 25)]
    )
    def test_nobody_stands_on_anybody_and_no_house_on_another(self, components, visit, scene, count):
        page = open_map(visit, components, scene)
        for width in (1400, 800, 390):
            resize(page, width)
            discs, walls = boxes(page, ".disc"), boxes(page, ".wall")
            assert (len(discs), len(walls)) == (count, 12)
            assert min(apart(a, b) for n, a in enumerate(discs) for b in discs[:n]) > 0
            assert not any(overlap(a, b) for n, a in enumerate(walls) for b in walls[:n])
            stage = page.locator(".stage").bounding_box()
            assert all(
                stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
                for box in discs + walls
            )

    @pytest.mark.nightly
    def test_words_are_large_enough_to_read_and_stay_in_their_house(self, components, visit):
        page = open_map(visit, components, "eight")
        for width in (1400, 390):
            resize(page, width)
            words = page.locator(".place-name, .room-name, .name, .closed-word")
            sizes = words.evaluate_all(
                "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
            )
            assert min(sizes) >= 12
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_a_click_on_somebody_and_enter_on_a_place_reach_python(self, components, visit):
        page = open_map(visit, components, "eight")
        page.get_by_role("button", name=re.compile("Tomas Lind, Boat Yard, mending a hull")).click()
        page.get_by_text("picked: agent tomas").wait_for()
        page.get_by_role("button", name=re.compile("^Library, closed: nobody is here")).focus()
        page.keyboard.press("Enter")
        page.get_by_text("picked: place library").wait_for()

    @pytest.mark.nightly
    def test_a_pick_is_told_once(self, components, visit):
        page = open_map(visit, components, "eight")
        page.get_by_role("button", name=re.compile("^Pavel")).press("Enter")
        page.get_by_text("picked: agent pavel").wait_for()
        page.get_by_role("button", name="Next hour").click()
        page.get_by_text("picked: nothing").wait_for()

    def test_the_picture_has_words_and_a_closed_place_says_so(self, components, visit):
        page = open_map(visit, components, "eight")
        alt = page.get_by_role("img", name=re.compile("^Willow Bay on day 1 at 10:00"))
        assert "Noor Haddad is on the way to Harbour Café." in alt.get_attribute("aria-label")
        expect(page.locator(".closed-word")).to_have_text(["closed"])

    @pytest.mark.nightly
    def test_who_moves_walks_and_who_has_the_focus_keeps_it(self, components, visit):
        page = open_map(visit, components, "eight")
        tomas = page.locator('[data-agent="tomas"]')
        start = tomas.bounding_box()
        for hours in (1, 2):
            page.get_by_role("button", name="Next hour").click()
            page.get_by_text(f"hours: {hours}").wait_for()
        assert tomas.evaluate("each => each.getAnimations().length") == 1
        tomas.focus()
        page.wait_for_timeout(2200)
        assert abs(tomas.bounding_box()["x"] - start["x"]) > 50
        named = page.get_by_role("button", name=re.compile("Tomas Lind, Green, having a picnic"))
        expect(named).to_have_count(1)
        assert tomas.evaluate("each => each.getRootNode().activeElement === each")

    @pytest.mark.nightly
    def test_nothing_moves_under_reduced_motion(self, components, new_visit):
        page = open_map(new_visit(reduced_motion="reduce"), components, "day")
        slider = page.get_by_role("slider")
        slider.focus()
        for _ in range(4):
            page.keyboard.press("PageUp")
        running = page.locator(".figure").evaluate_all(
            "all => all.flatMap((each) => each.getAnimations()).length"
        )
        assert running == 0

    @pytest.mark.nightly
    def test_the_light_goes_and_the_lamps_come_on(self, components, visit):
        dark = "each => getComputedStyle(each).getPropertyValue('--dark')"
        assert float(open_map(visit, components, "eight", 12 * 60).locator(".map").evaluate(dark)) == 0
        page = open_map(visit, components, "eight", 22 * 60)
        assert float(page.locator(".map").evaluate(dark)) == 1
        assert page.locator(".lit").count() > 3

    def test_the_day_replays_without_asking_python(self, components, visit):
        page = open_map(visit, components, "day", 23 * 60)
        sent = []
        page.on("websocket", lambda ws: sent.append(ws.url))
        page.get_by_role("slider").focus()
        page.keyboard.press("End")
        page.locator(".moment").get_by_text("day 1, 23:00").wait_for()
        page.keyboard.press("ArrowLeft")
        page.locator(".moment").get_by_text("day 1, 22:55").wait_for()
        page.keyboard.press("PageDown")
        page.locator(".moment").get_by_text("day 1, 21:55").wait_for()
        page.keyboard.press("End")
        page.get_by_role("button", name="Play").click()
        page.locator(".moment").get_by_text(re.compile("day 1, 06:(0[2-9]|[1-5])")).wait_for()
        page.get_by_role("button", name="Pause").click()
        assert page.get_by_role("slider").get_attribute("aria-valuetext").startswith("day 1, ")
        expect(page.get_by_text("hours: 0")).to_be_visible()
        assert sent == []

    @pytest.mark.nightly
    @pytest.mark.parametrize("follow", ["", "more3"])
    def test_nothing_covers_anybody_a_name_or_what_is_said(self, components, new_visit, follow):
        page = new_visit(reduced_motion="reduce").page
        for width in (1400, 390):
            page.set_viewport_size({"width": width, "height": 1000})
            page.goto(f"{components.address}/?page=map&scene=busy&minute=780&follow={follow}")
            page.locator(".figure").first.wait_for()
            found = page.get_by_role("slider").evaluate(f"(slider) => ({LOOK.strip()})(slider, 4)")
            assert (found["minutes"], found["where"]) == (60, [])
            assert found["shown"] > 60, "there is something to be covered"
            assert found["smallest"] >= 7, "and somebody to be made out"

    @pytest.mark.nightly
    def test_what_is_said_is_shown_from_its_minute_on_and_not_before(self, components, visit):
        page = open_map(visit, components, "busy", 780)
        page.get_by_role("slider").focus()
        page.keyboard.press("Home")
        page.locator(".speech").get_by_text("says at 540.").first.wait_for()
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        page.locator(".speech").get_by_text("says at 548.").first.wait_for()
        words = " ".join(page.locator(".speech").all_text_contents())
        assert set(re.findall(r"says at (\d+)", words)) == {"548"}

    @pytest.mark.nightly
    def test_who_is_followed_is_marked_kept_in_view_and_heard(self, components, visit):
        page = open_map(visit, components, "busy", 780)
        page.get_by_label("Follow").select_option("more3")
        page.get_by_text("picked: agent more3").wait_for()
        page = visit.page
        page.set_viewport_size({"width": 390, "height": 1000})
        page.goto(f"{components.address}/?page=map&scene=busy&minute=780&follow=more3")
        slider = page.get_by_role("slider")
        slider.focus()
        page.keyboard.press("Home")
        for _ in range(6):
            page.keyboard.press("PageUp")
            page.keyboard.press("ArrowLeft")
            page.wait_for_timeout(1200)
            stage = page.locator(".stage").bounding_box()
            her = page.locator(".figure.followed .disc").bounding_box()
            assert stage["x"] <= her["x"] <= stage["x"] + stage["width"] - her["width"]
            assert stage["y"] <= her["y"] <= stage["y"] + stage["height"] - her["height"]
            assert her["width"] >= 20
        expect(page.locator("div.followed").get_by_text("Person3").first).to_be_visible()
        page.get_by_label("Follow").select_option("")
        page.get_by_text("picked: nobody").wait_for()
        expect(page.locator(".figure.followed")).to_have_count(0)

    @pytest.mark.nightly
    def test_the_next_talk_is_a_click_away(self, components, visit):
        page = open_map(visit, components, "busy", 780)
        page.get_by_role("slider").focus()
        page.keyboard.press("Home")
        for clock in ("09:08", "09:16"):
            page.get_by_role("button", name="Next conversation").click()
            page.locator(".moment").get_by_text(f"day 1, {clock}").wait_for()

    def test_nasty_names_are_only_text(self, components, visit):
        page = open_map(visit, components, "hostile")
        expect(page.locator(".stage img, .stage script, .stage b:not(.speech b)")).to_have_count(0)
        assert page.evaluate("window.hurt") is None
        page.locator(".figure").click()
        page.get_by_text('picked: agent x"]<').wait_for()


class TestFrame:
    @pytest.fixture
    def inner(self, components, visit):
        visit.page.goto(f"{components.address}/?page=frame")
        visit.page.frame_locator("iframe").locator("canvas").wait_for()
        visit.page.wait_for_timeout(500)
        return visit.page.frames[-1]

    def test_the_graph_is_drawn_and_has_a_name(self, inner, visit):
        drawn = """() => { const canvas = document.querySelector('canvas');
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            return data.some((value) => value !== 0); }"""
        assert inner.evaluate(drawn)
        assert inner.frame_element().get_attribute("title") == 'Who knows "whom"'
        assert visit.page.evaluate("window.hurt") is None

    def test_it_reaches_neither_the_studio_nor_the_network(self, inner, visit):
        reach = "(what) => { try { eval(what); return 'reached' } catch (error) { return error.name } }"
        assert inner.evaluate("self.origin") == "null"
        assert inner.evaluate(reach, "top.document.title") == "SecurityError"
        assert inner.evaluate(reach, "parent.document.title") == "SecurityError"
        for address in ("https://evil.test/", "/_stcore/health"):
            fetched = "(address) => fetch(address).then(() => 'reached', () => 'blocked')"
            assert inner.evaluate(fetched, address) == "blocked"
        visit.complaints[:] = [each for each in visit.complaints if "Content Security Policy" not in each]

    @pytest.mark.nightly
    def test_it_is_heard_when_it_says_a_number_that_it_may_say_and_nobody_else_is(self, inner, visit):
        say = "(what) => parent.postMessage(what, '*')"
        inner.evaluate(say, {"open": 1})
        visit.page.get_by_text("opened: 1, turned: None").wait_for()
        for odd in ({"open": 2}, {"open": -1}, {"open": "0"}, {"open": 0.5}, {"why": 0}, "open", None):
            inner.evaluate(say, odd)
        visit.page.evaluate("window.postMessage({ open: 0 }, '*')")
        inner.evaluate(say, {"day": 2})
        visit.page.get_by_text("opened: 1, turned: 2").wait_for()
