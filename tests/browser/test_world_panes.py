"""The world as tree and map in a real browser: dragged by mouse and finger, moved by keys, chosen in all."""

from __future__ import annotations

import pytest
from conftest import WAIT, settle
from playwright.sync_api import expect

from engine.api.scenarios import said_at, said_in
from engine.api.workspace import open_workspace

pytestmark = pytest.mark.browser
TOWN, NARROW = "willow-bay", {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("panes") / "workspace"
    with open_workspace(folder) as workspace:
        workspace.scenarios.add_bundled(TOWN)
    return serve(workspace=folder)


def world(visit, server):
    page = visit.page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/world?town={TOWN}")
    sign(page, "Quay").scroll_into_view_if_needed()
    settle(page)
    return page


def sign(page, place):
    return page.locator(f'.sign[data-place="{place}"]')


def row(page, called):
    return page.locator(f'[data-node="{called}"] > .row')


def on_map(server, place):
    with open_workspace(server.workspace) as workspace:
        return said_at(
            said_in(workspace.scenarios.drafts.files(TOWN)["world.yaml"], "world.yaml"), (place, "map")
        )


def text(page):
    return page.locator(".cm-content")


def drag(page, place, dx, dy):
    """Drag a place, and return what the browser sent meanwhile and when it was let go."""
    box = sign(page, place).locator(".ground").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)


@pytest.mark.nightly
def test_a_place_that_is_dragged_is_put_there_with_one_message_when_it_is_let_go(visit, server):
    sent = []
    visit.page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append(1)))
    page = world(visit, server)
    before, many = on_map(server, "Quay"), len(sent)
    drag(page, "Quay", 60, 40)
    expect(page.locator(".told")).to_contain_text("Quay: ", timeout=WAIT)
    assert len(sent) == many, "nothing is said while it is dragged"
    assert on_map(server, "Quay") == before
    page.mouse.up()
    expect(page.locator(".told")).to_contain_text("Quay is now", timeout=WAIT)
    expect(page.get_by_text("Draft based on v1").first).to_be_visible(timeout=WAIT)
    settle(page)
    now = on_map(server, "Quay")
    assert now["x"] > before["x"]
    assert now["y"] > before["y"]
    expect(text(page)).to_contain_text(f"x: {now['x']}", timeout=WAIT)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Draft based on v1")).to_have_count(0, timeout=WAIT)
    assert on_map(server, "Quay") == before


def test_escape_and_a_press_move_nothing_and_arrow_keys_do_without_a_mouse(visit, server):
    page = world(visit, server)
    before = on_map(server, "Lighthouse")
    sign(page, "Lighthouse").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    sign(page, "Lighthouse").click()
    expect(sign(page, "Lighthouse")).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    settle(page)
    assert on_map(server, "Lighthouse") == before
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".told")).to_contain_text("Lighthouse is now", timeout=WAIT)
    expect(page.get_by_text("Draft based on v1").first).to_be_visible(timeout=WAIT)
    settle(page)
    assert on_map(server, "Lighthouse")["y"] == before["y"] - 1


@pytest.mark.nightly
def test_what_is_chosen_in_the_tree_is_chosen_on_the_map_and_shown_in_the_text(visit, server):
    page = world(visit, server)
    row(page, "Fish Market").click()
    expect(sign(page, "Fish Market")).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    expect(page.locator(".cm-jumpedTo")).to_have_text("Fish Market:", timeout=WAIT)
    expect(page.locator('[data-node="Fish Market"]')).to_be_focused(timeout=WAIT)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-jumpedTo")).not_to_have_text("Fish Market:", timeout=WAIT)
    sign(page, "Quay").click()
    expect(page.locator('[data-node="Quay"]')).to_have_attribute("aria-selected", "true", timeout=WAIT)


@pytest.mark.nightly
def test_on_a_narrow_screen_a_finger_drags_a_place_and_the_page_stays_where_it_is(new_visit, server):
    page = world(new_visit(size=NARROW), server)
    before = on_map(server, "Quay")
    box = sign(page, "Quay").locator(".ground").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    scrolled = page.locator(".stMain").evaluate("main => main.scrollTop")

    def touch(kind, *at):
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": p[0], "y": p[1]} for p in at]}
        )

    touch("touchStart", (x, y))
    touch("touchMove", (x + 20, y + 10))
    touch("touchMove", (x + 40, y + 20))
    touch("touchEnd")
    expect(page.locator(".told")).to_contain_text("Quay is now", timeout=WAIT)
    expect(page.get_by_text("Draft based on v1").first).to_be_attached(timeout=WAIT)
    settle(page)
    assert on_map(server, "Quay")["x"] > before["x"]
    assert page.locator(".stMain").evaluate("main => main.scrollTop") == scrolled, "the page did not scroll"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.nightly
def test_a_name_that_was_typed_for_one_part_is_given_to_no_other(visit, server):
    page = world(visit, server)
    row(page, "Harbour Café").click()
    settle(page)
    write_in(page, "Add", "Name of a new room in Harbour Café", "tower")
    write_in(page, "Rename", "Name of room tower", "tower stairs")
    write_in(page, "Add", "Name of a new object in tower stairs", "broken ladder")
    expect(row(page, "Harbour Café/tower stairs/broken ladder")).to_be_visible()
    page.get_by_role("button", name="Duplicate").click()
    expect(row(page, "Harbour Café/tower stairs/broken ladder 2")).to_be_visible()
    settle(page)
    expect(row(page, "Harbour Café/tower stairs/broken ladder")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(row(page, "Harbour Café/tower stairs/broken ladder 2")).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Redo").click()
    expect(row(page, "Harbour Café/tower stairs/broken ladder 2")).to_be_visible()


def write_in(page, menu, field, words):
    """Open a menu of the part that is chosen, write into a field of it, and close it."""
    page.get_by_role("button", name=menu, exact=True).click()
    box = page.get_by_role("textbox", name=field)
    box.fill(words)
    box.press("Enter")
    settle(page)
    page.keyboard.press("Escape")
