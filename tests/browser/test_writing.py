"""Writing in a real browser: two windows, ways to a line, and hands that only have a keyboard."""

import re

import pytest
from conftest import aside, wake_up

from engine.api.workspace import open_workspace

pytestmark = pytest.mark.browser

WAIT = 90_000
BROKEN = "Quay:\n  map: {x: 1, y: 1}\n" + "".join(
    f"Mill {n}: {{map: {{x: {n % 90}, y: {n // 90}}}}}\n" for n in range(200)
)


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("writing")
    aside(wake_up, folder)
    with open_workspace(folder) as workspace:
        workspace.scenarios.new_blank("Mill")
        workspace.scenarios.new_blank("Long")
        nora = workspace.scenarios.files("Mill")["personas/nora.yaml"].replace("home:", "hme:")
        workspace.scenarios.save_file("Long", "personas/nora.yaml", nora)
        workspace.scenarios.save_file("Long", "world.yaml", BROKEN + "Inn: {opens: 7}\n")
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


def test_the_second_of_two_windows_is_told_and_chooses_and_nothing_is_lost(new_visit, server):
    one, other = new_visit(), new_visit()
    first, second = editor(one, server, "Mill"), editor(other, server, "Mill")
    type_at_end(first, "\n# from the first")
    first.get_by_text("Draft on v1").wait_for()
    type_at_end(second, "\n# from the second")
    second.get_by_text("was changed in another window while you typed here").wait_for()
    assert second.get_by_text("# from the first").first.is_visible()
    assert last_line(second) == "# from the second"
    type_at_end(second, " window")
    second.get_by_role("button", name="Keep mine").click()
    second.get_by_text("Draft on v1").wait_for()
    assert last_line(second) == "# from the second window"
    type_at_end(first, "!")
    first.get_by_text("was changed in another window while you typed here").wait_for()
    first.get_by_role("button", name="Take the other text").click()
    first.get_by_text("Draft on v1").wait_for()
    assert last_line(first) == "# from the second window"
    first.get_by_role("button", name="Set aside").wait_for()


@pytest.mark.parametrize(
    ("path", "opened", "field"),
    [
        ("chat?town=willow-bay&agent=isabel", "Whisper", "[class*=st-key-whisper-] textarea"),
        pytest.param(
            "world?town=Mill", "Plain text", "[class*=st-key-editor-] textarea", marks=pytest.mark.soak
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


def until(page, seen):
    for _ in range(WAIT // 100):
        if seen():
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing came of it")


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


def test_a_line_that_is_folded_away_is_unfolded(new_visit, server):
    page = editor(new_visit(), server, "Mill", "personas")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Alt+[")
    page.keyboard.press("Control+g")
    page.keyboard.type("2\n")
    page.keyboard.type("x")
    assert page.locator(".cm-activeLine").first.is_visible()


def in_view(page, locator):
    box, size = locator.bounding_box(), page.viewport_size
    return 0 <= box["y"] <= size["height"] - box["height"]


@pytest.mark.parametrize("way", ["Tab", pytest.param("Shift+Tab", marks=pytest.mark.soak)])
def test_the_keyboard_comes_in_and_out_of_the_editor(new_visit, server, way):
    page = editor(new_visit(), server, "willow-bay", "personas")
    page.locator(".cm-content").focus()
    assert page.get_by_text("Esc, then Tab, leaves the editor").is_visible()
    assert page.locator(".frame").evaluate("frame => getComputedStyle(frame).boxShadow") != "none"
    page.keyboard.press("Escape")
    page.wait_for_timeout(3000)  # hands may be slow
    page.keyboard.press(way)
    assert not page.locator(".cm-content").evaluate("it => it.getRootNode().activeElement === it")
    page.keyboard.press("Tab" if way == "Shift+Tab" else "Shift+Tab")
    assert page.locator(".frame").evaluate("it => it.contains(it.getRootNode().activeElement)")


@pytest.mark.parametrize(
    "path",
    ["personas", pytest.param("mind", marks=pytest.mark.soak), pytest.param("chat", marks=pytest.mark.soak)],
)
def test_a_person_who_is_clicked_again_stays_chosen(new_visit, server, path):
    page = new_visit().page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/{path}?town=willow-bay&agent=isabel")
    page.get_by_role("combobox", name=re.compile("^Who|^With whom")).click()
    page.get_by_role("option", name="Isabel Moreno").first.click()
    page.wait_for_timeout(2500)
    assert "agent=isabel" in page.url
    assert not page.get_by_text("Choose somebody above").count()
    assert not page.get_by_text("Whose mind").count()


def test_a_new_town_is_made_while_the_name_is_still_being_typed_and_opens_in_its_editor(new_visit, server):
    page = new_visit().page
    page.set_default_timeout(WAIT)
    page.goto(server.address)
    page.get_by_role("button", name="New town").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Name").click()
    page.keyboard.type("Elm Grove")
    page.get_by_role("dialog").get_by_role("button", name="Make it").click()
    page.get_by_role("heading", name="World").wait_for()
    page.get_by_role("textbox", name="The world of Elm Grove").wait_for()
