"""The graph of a town's relationships: whole in its frame from the first moment that it is seen, it plays its
days, and says what every tie rests on.
"""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

# Looks at the graph at every frame that the browser draws, and keeps what can be seen of it.
WATCH = """
const seen = window.seen = []
function look() {
  requestAnimationFrame(look)
  const frame = document.getElementById("mynetwork")
  const canvas = document.querySelector("#mynetwork canvas")
  if (!canvas || typeof network === "undefined" || getComputedStyle(frame).visibility !== "visible") return
  const boxes = network.body.nodeIndices.map((id) => network.getBoundingBox(id))
  const corner = network.canvasToDOM({ x: Math.min(...boxes.map((b) => b.left)), y: Math.min(...boxes.map((b) => b.top)) })
  const other = network.canvasToDOM({ x: Math.max(...boxes.map((b) => b.right)), y: Math.max(...boxes.map((b) => b.bottom)) })
  const now = [corner.x, corner.y, other.x, other.y, canvas.clientWidth, canvas.clientHeight].map(Math.round)
  if (String(now) !== String(seen.at(-1))) seen.push(now)
}
if (parent !== self) look()
"""  # noqa: E501 - JavaScript

# What vis-network shrinks by itself with its frame is whole as well, but lies, and is small.
UPRIGHT = """(() => {
  const [left, top, right, bottom, width, height] = window.seen.at(-1)
  const whole = left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1
  return whole && bottom - top > Math.max(right - left, 0.8 * height)
})()"""


@pytest.fixture(scope="module", autouse=True)
def watch(tab):
    tab.page.add_init_script(WATCH)


def await_in(frame, condition):
    """Wait for `condition` in a frame that forbids `eval`, by which `wait_for_function` looks again."""
    frame.evaluate(
        f"""() => new Promise((done) => {{
          const look = () => (({condition}) ? done() : requestAnimationFrame(look))
          look()
        }})"""
    )


def graph(visit, components, about, width):
    page = visit.page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{components.address}/?page=graph&{about}")
    page.frame_locator("iframe").locator("canvas").wait_for()
    await_in(page.frames[-1], "window.seen.length > 0")
    page.wait_for_timeout(1500)
    return page.frames[-1]


def fits(box):
    left, top, right, bottom, width, height = box
    inside = left >= -1 and top >= -1 and right <= width + 1 and bottom <= height + 1
    return inside and max((right - left) / width, (bottom - top) / height) > 0.8


@pytest.mark.nightly
@pytest.mark.parametrize(
    "about",
    [
        "people=25",
        *(pytest.param(f"people={few}", marks=pytest.mark.nightly) for few in ("8", "8&language=zh", "2")),
    ],
)
@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.nightly)])
def test_everybody_is_in_the_picture_from_its_first_moment(components, new_visit, about, width):
    seen = graph(new_visit(), components, about, width).evaluate("window.seen")
    assert all(fits(box) for box in seen), seen
    assert len(seen) == 1, "it does not jump"


@pytest.mark.nightly
def test_a_window_that_becomes_narrow_has_it_fit_again(components, visit):
    inner = graph(visit, components, "people=25", 1280)
    visit.page.set_viewport_size({"width": 390, "height": 900})
    await_in(inner, "document.querySelector('canvas').clientWidth < 400")
    await_in(inner, UPRIGHT)
    visit.page.wait_for_timeout(500)
    left, top, right, bottom, *_ = box = inner.evaluate("window.seen.at(-1)")
    assert fits(box), "and so it stays"
    assert bottom - top > right - left, "it stands upright"


# ---- the days, and what a tie rests on


DRAWN = "[...shown.entries()].filter(([, width]) => width > 0.2).map(([pair]) => TOWN.pairs[pair].join(' '))"
WIDTH = "(shown.get(TOWN.pairs.findIndex((pair) => pair.join(' ') === 'p0 p1')) ?? 0)"
MIDDLE = """(() => {
  const at = network.getPositions(["p0", "p1"])
  const { x, y } = network.canvasToDOM({ x: 0.7 * at.p0.x + 0.3 * at.p1.x, y: 0.7 * at.p0.y + 0.3 * at.p1.y })
  const { left, top } = frame.getBoundingClientRect()
  return [left + x, top + y]
})()"""


def inside(visit):
    return visit.page.frame_locator("iframe")


@pytest.mark.nightly
def test_the_days_play_in_one_document_and_nobody_moves(components, visit):
    inner = graph(visit, components, "people=8&day=0", 1280)
    assert "p0 p1" not in inner.evaluate(DRAWN)
    places = inner.evaluate("JSON.stringify(network.getPositions())")
    inner.evaluate(f"window.widths = []; edges.on('update', () => widths.push({WIDTH}))")
    inside(visit).get_by_role("button", name="Play days").click()
    await_in(inner, f"day === 1 && {WIDTH} > 4.9")
    assert inner.evaluate("widths.some((width) => width > 0 && width < 4.9)"), "it grows"
    await_in(inner, "day === 2")
    visit.page.get_by_text("day 2, opened None").wait_for()  # what stands below the picture follows it
    assert "day=2" in visit.page.url
    assert inner.evaluate("TOWN && JSON.stringify(network.getPositions())") == places, "the same document"


@pytest.mark.nightly
def test_who_wants_no_motion_sees_the_days_at_once(components, new_visit):
    inner = graph(new_visit(reduced_motion="reduce"), components, "people=8&day=0", 1280)
    assert inner.evaluate(f"(() => {{ turn(1); return {WIDTH} }})()") == pytest.approx(5, abs=0.1)


def test_a_tie_says_its_number_its_word_and_what_it_rests_on(components, visit):
    inner = graph(visit, components, "people=8", 1280)
    x, y = inner.evaluate(MIDDLE)
    box = visit.page.locator("iframe").bounding_box()
    visit.page.mouse.click(box["x"] + x, box["y"] + y)
    evidence = inside(visit).locator("#evidence")
    evidence.get_by_text("−0.60, cool, day 2.").wait_for()
    expect(evidence.locator("li")).to_have_count(2)
    expect(evidence.get_by_text("They met <b>at last</b>."), "as text").to_have_count(1)
    evidence.get_by_role("button", name="Why: day 2").click()
    opened = inner.evaluate("TOWN.changes.findIndex((one) => one.note === 'They fell out.')")
    visit.page.get_by_text(f"day 2, opened {opened}").wait_for()


@pytest.mark.nightly
def test_at_a_day_nothing_later_is_told(components, visit):
    graph(visit, components, "people=8&day=1", 1280)
    inside(visit).get_by_label("Person").select_option("p0")
    inside(visit).locator("#evidence li button", has_text="Philomena Crake 1").click()
    said = inside(visit).locator("#evidence").inner_text()
    assert "+0.80, warm, day 1." in said
    assert "fell out" not in said


@pytest.mark.nightly
def test_weak_ties_are_left_out_and_strained_ones_never(components, visit):
    inner = graph(visit, components, "people=8", 1280)
    every = inner.evaluate(DRAWN)
    strength = inside(visit).get_by_label("Minimum closeness of the relationships shown, from −1 to +1")
    strength.fill("0.9")
    assert inner.evaluate(DRAWN) == ["p0 p1"]
    strength.fill("0")
    assert len(inner.evaluate(DRAWN)) >= len(every)


def test_the_file_holds_the_days_and_what_ties_rest_on_and_asks_for_nothing(components, new_visit, tmp_path):
    visit = new_visit()
    visit.page.goto(f"{components.address}/?page=graph&people=8&as=file")
    code = visit.page.locator("code")
    code.wait_for()
    file = tmp_path / "graph.html"
    file.write_text(code.text_content(), "utf-8")
    visit.page.set_content(file.read_text("utf-8"))
    page = visit.page
    page.locator("canvas").wait_for()
    page.get_by_role("heading", name="Relationships in Willow Bay").wait_for()
    page.get_by_label("Person").select_option("p0")
    page.locator("#evidence li button", has_text="Philomena Crake 1").click()
    expect(page.locator("#evidence")).to_contain_text("townwright why willow-bay-1")
    page.get_by_label("Day", exact=True).fill("1")
    expect(page.locator("#evidence")).to_contain_text("+0.80, warm, day 1.")
