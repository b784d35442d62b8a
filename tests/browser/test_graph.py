"""The graph of a town's relationships: whole in its frame from the first moment that it is seen."""

import pytest

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
    page.frame_locator("iframe").frame_locator("iframe").locator("canvas").wait_for()
    await_in(page.frames[-1], "window.seen.length > 0")
    page.wait_for_timeout(1500)
    return page.frames[-1]


def fits(box):
    left, top, right, bottom, width, height = box
    inside = left >= -1 and top >= -1 and right <= width + 1 and bottom <= height + 1
    return inside and max((right - left) / width, (bottom - top) / height) > 0.8


@pytest.mark.parametrize(
    "about",
    [
        "people=25",
        *(pytest.param(f"people={few}", marks=pytest.mark.soak) for few in ("8", "8&language=zh", "2")),
    ],
)
@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.soak)])
def test_everybody_is_in_the_picture_from_its_first_moment(components, new_visit, about, width):
    seen = graph(new_visit(), components, about, width).evaluate("window.seen")
    assert all(fits(box) for box in seen), seen
    assert len(seen) == 1, "it does not jump"


def test_a_window_that_becomes_narrow_has_it_fit_again(components, visit):
    inner = graph(visit, components, "people=25", 1280)
    visit.page.set_viewport_size({"width": 390, "height": 900})
    await_in(inner, "document.querySelector('canvas').clientWidth < 400")
    await_in(inner, UPRIGHT)
    visit.page.wait_for_timeout(500)
    left, top, right, bottom, *_ = box = inner.evaluate("window.seen.at(-1)")
    assert fits(box), "and so it stays"
    assert bottom - top > right - left, "it stands upright"
