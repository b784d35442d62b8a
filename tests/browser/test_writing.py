"""Writing in a real browser: two windows, ways to a line, and hands that only have a keyboard."""

import re

import pytest
from conftest import aside, pick, settle, wake_up
from playwright.sync_api import expect

from engine.api.workspace import open_workspace

pytestmark = pytest.mark.browser

WAIT = 90_000
BROKEN = "Quay:\n  map: {x: 1, y: 1}\n" + "".join(
    f"Mill {n}: {{map: {{x: {n % 90}, y: {n // 90}}}}}\n" for n in range(200)
)
# Lines that are wrapped, each into another number of rows: how high they are is known once they were seen.
WIDE = "".join(
    f"Barn {n}:\n  about: {'It has stood here for long. ' * (1 + n % 7)}\n  map: {{x: {n}, y: 1}}\n"
    for n in range(80)
)


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("writing")
    aside(wake_up, folder)
    with open_workspace(folder) as workspace:
        workspace.scenarios.new_blank("Mill")
        workspace.scenarios.new_blank("Long")
        workspace.scenarios.new_blank("Quiet")
        nora = workspace.scenarios.files("Mill")["personas/nora.yaml"].replace("home:", "hme:")
        workspace.scenarios.save_file("Long", "personas/nora.yaml", nora)
        workspace.scenarios.save_file("Long", "world.yaml", BROKEN + "Inn: {opens: 7}\n")
        workspace.scenarios.new_blank("Wide")
        workspace.scenarios.save_file(
            "Wide", "world.yaml", workspace.scenarios.files("Wide")["world.yaml"] + WIDE
        )
    return serve(workspace=folder)


def editor(visit, server, town, page="world"):
    visit.page.set_default_timeout(WAIT)
    visit.page.goto(f"{server.address}/{page}?town={town}")
    visit.page.locator(".cm-content").wait_for()
    return visit.page


def type_at_end(page, text):
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def last_line(page):
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    return page.locator(".cm-line").last.text_content()


@pytest.mark.nightly
def test_the_second_of_two_windows_is_told_and_chooses_and_nothing_is_lost(new_visit, server):
    one, other = new_visit(), new_visit()
    first, second = editor(one, server, "Mill"), editor(other, server, "Mill")
    type_at_end(first, "\n# from the first")
    first.get_by_text("Draft based on v1").wait_for()
    type_at_end(second, "\n# from the second")
    second.get_by_text("was changed in another window while you edited it here").wait_for()
    expect(second.get_by_text("# from the first").first).to_be_visible()
    assert last_line(second) == "# from the second"
    type_at_end(second, " window")
    second.get_by_role("button", name="Keep mine").click()
    second.get_by_text("Draft based on v1").wait_for()
    assert last_line(second) == "# from the second window"
    type_at_end(first, "!")
    first.get_by_text("was changed in another window while you edited it here").wait_for()
    first.get_by_role("button", name="Use the other text").click()
    first.get_by_text("Draft based on v1").wait_for()
    assert last_line(first) == "# from the second window"
    first.get_by_role("button", name="Unused drafts").wait_for()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("path", "opened", "field"),
    [
        ("chat?town=willow-bay&agent=isabel", "Whisper", "[class*=st-key-whisper-] textarea"),
        pytest.param(
            "world?town=Mill", "Plain text", "[class*=st-key-editor-] textarea", marks=pytest.mark.nightly
        ),
    ],
)
def test_what_is_typed_before_what_keeps_it_has_come_is_kept(new_visit, server, path, opened, field):
    page, late = new_visit().page, []
    page.set_default_timeout(WAIT)
    page.route("**/kept_field*.js*", lambda request: late.append(request))
    page.goto(f"{server.address}/{path}")
    page.get_by_text(opened, exact=True).first.click()
    page.locator(field).click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# early")
    until(page, lambda: late)
    with page.expect_response("**/townwright/typed", timeout=10_000) as kept:
        for request in late:
            request.continue_()
    assert kept.value.json()["kept"]
    page.unroute_all()
    page.goto(f"{server.address}/{path}")
    page.get_by_text(opened, exact=True).first.click()
    until(page, lambda: page.locator(field).input_value().endswith("# early"))


def test_what_is_typed_is_kept_by_the_keys_where_no_timer_comes_to_its_turn(new_visit, server):
    page = new_visit().page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/chat?town=willow-bay&agent=isabel")
    page.get_by_text("Whisper", exact=True).first.click()
    settle(page)
    page.locator("[class*=st-key-whisper-] textarea").click()
    page.evaluate("window.setTimeout = () => 7")
    with page.expect_request(lambda asked: "slowly" in (asked.post_data or "")):
        page.keyboard.type("Go slowly round the whole harbour.", delay=50)


def until(page, seen):
    for _ in range(WAIT // 100):
        if seen():
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing came of it")


@pytest.mark.nightly
def test_a_link_to_a_problem_shows_the_line_in_whatever_file_it_is(new_visit, server):
    page = editor(new_visit(size={"width": 1280, "height": 500}), server, "Long")
    page.get_by_role("button", name="Line 203").click()
    marked = page.locator(".cm-jumpedTo")
    marked.get_by_text("opens").wait_for()
    assert in_view(page, marked)
    page.get_by_role("button", name="personas/nora.yaml").click()
    page.get_by_role("heading", name="Personas").wait_for()
    marked.wait_for()
    page.wait_for_timeout(500)
    assert in_view(page, marked)


@pytest.mark.nightly
def test_a_line_that_is_folded_away_is_unfolded(new_visit, server):
    page = editor(new_visit(), server, "Mill", "personas")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Alt+[")
    page.keyboard.press("Control+g")
    page.keyboard.type("2\n")
    page.keyboard.type("x")
    expect(page.locator(".cm-activeLine").first).to_be_visible()


def in_view(page, locator):
    box, size = locator.bounding_box(), page.viewport_size
    return 0 <= box["y"] <= size["height"] - box["height"]


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["Tab", "Shift+Tab"])
def test_the_keyboard_comes_in_and_out_of_the_editor(new_visit, server, way):
    page = editor(new_visit(), server, "willow-bay", "personas")
    page.locator(".cm-content").focus()
    expect(page.get_by_text("Esc, then Tab: leave the editor")).to_be_visible()
    assert page.locator(".frame").evaluate("frame => getComputedStyle(frame).boxShadow") != "none"
    page.keyboard.press("Escape")
    page.wait_for_timeout(3000)  # hands may be slow
    page.keyboard.press(way)
    assert not page.locator(".cm-content").evaluate("it => it.getRootNode().activeElement === it")
    page.keyboard.press("Tab" if way == "Shift+Tab" else "Shift+Tab")
    assert page.locator(".frame").evaluate("it => it.contains(it.getRootNode().activeElement)")


@pytest.mark.nightly
@pytest.mark.parametrize(
    "path",
    [
        "personas",
        pytest.param("mind", marks=pytest.mark.nightly),
        pytest.param("chat", marks=pytest.mark.nightly),
    ],
)
def test_a_person_who_is_clicked_again_stays_chosen(new_visit, server, path):
    page = new_visit().page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/{path}?town=willow-bay&agent=isabel")
    box = page.get_by_role("combobox", name=re.compile("^Who|^With whom"))
    pick(box, page.get_by_role("option", name="Isabel Moreno").first)
    page.wait_for_timeout(2500)
    assert "agent=isabel" in page.url
    expect(page.get_by_text("Choose a person")).to_have_count(0)


def test_a_new_town_is_made_while_the_name_is_still_being_typed_and_opens_in_its_editor(new_visit, server):
    page = new_visit().page
    page.set_default_timeout(WAIT)
    page.goto(server.address)
    page.get_by_role("button", name="New town").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Name").click()
    page.keyboard.type("Elm Grove")
    page.get_by_role("dialog").get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="World").wait_for()
    page.get_by_role("textbox", name="World of Elm Grove").wait_for()


def offered(page):
    return page.locator(".cm-tooltip-autocomplete li .cm-completionLabel")


@pytest.mark.nightly
def test_keys_and_names_are_offered_from_the_schema_and_the_town_as_it_is_drafted(new_visit, server):
    with open_workspace(server.workspace) as workspace:
        workspace.scenarios.new_blank("Helped")
        world = workspace.scenarios.files("Helped")["world.yaml"]
        workspace.scenarios.save_file("Helped", "world.yaml", f"{world}\nOld Mill:\n  about: wet")
    page = editor(new_visit(), server, "Helped")
    type_at_end(page, "\n")
    page.keyboard.type("priv" if last_line(page) else "  priv")
    expect(offered(page)).to_have_text(["private"], timeout=WAIT)
    take_first(page)
    page.keyboard.type("fal")
    expect(offered(page).first).to_have_text("false", timeout=WAIT)
    take_first(page)
    page.get_by_text("Draft based on v2").wait_for()
    page.goto(f"{server.address}/personas?town=Helped")
    type_at_end(page, "\nknows: [Old")
    expect(offered(page).first).to_have_text("Old Mill", timeout=WAIT)
    page.keyboard.press("Escape")
    expect(offered(page)).to_have_count(0, timeout=WAIT)
    page.keyboard.type("]")
    assert last_line(page) == "knows: [Old]"


def take_first(page):
    """Take what is offered first: a list that has only just opened leaves Enter to the text."""
    page.wait_for_timeout(250)
    page.keyboard.press("Enter")


@pytest.mark.nightly
def test_a_key_says_what_it_means_when_it_is_pointed_at(new_visit, server):
    page = editor(new_visit(), server, "Mill", "personas")
    page.locator(".cm-line").get_by_text("pronouns").first.hover()
    expect(page.locator(".cm-means")).to_contain_text("Must be one of these: she, he, they.", timeout=WAIT)


@pytest.mark.nightly
def test_what_is_offered_is_asked_of_nobody(new_visit, server):
    visit, sent = new_visit(), []
    visit.page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append("socket")))
    page = editor(visit, server, "Quiet", "personas")
    page.get_by_text("Saved · v1").wait_for()
    page.locator(".cm-content").click()
    page.on("request", lambda request: sent.append(request.url))
    assert sent, "the page is heard, or silence would say nothing"
    page.wait_for_timeout(1_000)
    sent.clear()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Space")
    expect(offered(page).first).to_be_visible(timeout=WAIT)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    page.locator(".cm-line").get_by_text("pronouns").first.hover()
    expect(page.locator(".cm-means")).to_be_visible(timeout=WAIT)
    assert sent == []


@pytest.mark.nightly
def test_undo_and_redo_leave_the_reader_where_they_are(visit, server):
    page = editor(visit, server, "Wide")
    scroller = page.locator(".cm-scroller")
    type_at_end(page, "\n# a note")
    page.get_by_text("Draft based on v2").wait_for()
    for way in ("Undo", "Redo"):
        scroller.evaluate("it => { it.scrollTop = 900 }")
        page.wait_for_timeout(300)  # the lines in view are measured
        before = scroller.evaluate("it => it.scrollTop")
        text = page.locator(".cm-line").first.text_content()
        page.get_by_role("button", name=way, exact=True).click()
        settle(page)
        expect(
            page.get_by_role("button", name="Redo" if way == "Undo" else "Undo", exact=True)
        ).to_be_enabled(timeout=WAIT)
        settle(page)
        assert abs(scroller.evaluate("it => it.scrollTop") - before) <= 1
        assert page.locator(".cm-line").first.text_content() == text
