"""The frame of every page in a real browser: a bar that stays in view, and content near the top."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.api.workspace import open_workspace
from tests.studios import lived

pytestmark = pytest.mark.browser

WAIT = 60_000
LAPTOP, TELEPHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
HIGHEST_HEAD = 260  # pixels, at 1280x800
CONTENT = {
    "scenarios": '[class*="st-key-card-"]',
    "world": '[class*="st-key-editor-"] .cm-line',
    "personas": '[class*="st-key-editor-"] .cm-line',
    "prompts": '[data-testid="stCode"]',
    "stage": '[class*="st-key-stage-map-"]',
    "mind": ".tw-memories .tw-story",
    "reflections": '[class*="st-key-tree-"] svg',
    "relationships": "iframe",
    "calls": '[data-testid="stDataFrame"]',
    "chat": '[data-testid="stChatMessage"]',
    "settings": '[class*="st-key-profile-"]',
}
OF_A_RUN = ["stage", "mind", "reflections", "relationships", "calls", "chat"]
SECTIONS = {
    "Try a thought": '[class*="st-key-probe-"] input',
    "What came to mind": '[class*="st-key-recall-"]',
    "Plan": ".tw-story",
    "Diary": '[class*="st-key-diary-"]',
    "Known world": '[data-testid="stColumn"] .tw-plain',
    "Who they are": ".tw-person",
}
LONG_NAMES = (
    "Wilhelmina Featherstonehaugh-Cholmondeley of Upper Slaughter",
    "歐陽司徒令狐慕容長孫宇文諸葛上官夏侯",
)


@pytest.fixture(scope="module")
def lived_in(serve, tmp_path_factory):
    """A studio on a town that has lived a day, in which Isabel was asked something."""
    folder = tmp_path_factory.mktemp("frame") / "workspace"
    apart(live_a_day, folder)
    return serve(workspace=folder)


@pytest.fixture(scope="module")
def crowded(serve, tmp_path_factory):
    """A studio on a town of twenty-five people, all with very long names."""
    folder = tmp_path_factory.mktemp("crowd") / "workspace"
    apart(crowd_together, folder)
    return serve(workspace=folder)


def apart(live, folder):
    """Live in a thread of its own: in that of an open browser runs an event loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(live, folder).result()


def live_a_day(folder):
    workspace, run = lived(folder)
    with workspace:
        chat = run.start_chat("isabel", title="Plans")
        run.add_message(chat.number, "person", "What are you looking forward to?")
        run.add_message(chat.number, "agent", "To the party. " * 400)


def crowd_together(folder):
    with open_workspace(folder) as workspace:
        files = dict(workspace.files("the-green"))
        people = sorted(path for path in files if path.startswith("personas/"))
        for number, path in enumerate(people):
            name = f"{LONG_NAMES[number % 2]} {number}"
            files[path] = re.sub(r"(?m)^name: .*$", f"name: {name}", files[path])
        workspace.save("the-green", files)
        workspace.new_run("the-green", name="A rather long name for a run of a town").live(5)


@pytest.fixture(scope="module")
def empty(serve):
    return serve()


def go(visit, server, path, content):
    visit.page.set_viewport_size(LAPTOP)
    visit.page.goto(f"{server.address}/{path}")
    return shown(visit.page, content)


def shown(page, content):
    first = page.locator(content).first
    first.wait_for(timeout=WAIT)
    page.wait_for_function("!document.querySelector('[data-stale=true]')", timeout=WAIT)
    return first


def top(element):
    return element.bounding_box()["y"]


def scroll(page, to):
    page.locator(".stMain").evaluate(f"main => main.scrollTo(0, {to})")
    page.wait_for_timeout(100)


def stays_in_view(page):
    """Whether the bar is there, on its own ground, when the page was scrolled to its end."""
    scroll(page, "main.scrollHeight")
    bar = page.locator(".st-key-tw-bar")
    ground = bar.evaluate("bar => getComputedStyle(bar.parentElement).backgroundColor")
    box = bar.bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= 64 and not ground.startswith("rgba")


@pytest.mark.parametrize("path", CONTENT)
def test_the_content_of_every_page_begins_near_the_top_and_its_bar_stays(visit, lived_in, path):
    first = go(visit, lived_in, f"{path}?agent=isabel", CONTENT[path])
    scroll(visit.page, 0)
    assert top(first) <= HIGHEST_HEAD
    assert stays_in_view(visit.page)


@pytest.mark.parametrize("path", CONTENT)
def test_in_an_empty_workspace_it_begins_there_too(visit, empty, path):
    content = ".tw-plain.tw-centred" if path in OF_A_RUN else CONTENT[path]
    assert top(go(visit, empty, path, content)) <= HIGHEST_HEAD
    assert stays_in_view(visit.page)


@pytest.mark.parametrize("path", ["mind", "reflections", "chat"])
def test_with_nobody_chosen_the_page_says_so_there(visit, lived_in, path):
    assert top(go(visit, lived_in, path, ".st-key-tw-empty-nobody")) <= HIGHEST_HEAD


def test_every_section_of_a_mind_begins_there(visit, lived_in):
    go(visit, lived_in, "mind?agent=isabel", CONTENT["mind"])
    for name, content in SECTIONS.items():
        visit.page.get_by_role("radio", name=name).click(timeout=WAIT)
        assert top(shown(visit.page, content)) <= HIGHEST_HEAD, name


def test_the_first_questions_and_the_whisper_of_a_chat_begin_there(visit, lived_in):
    assert top(go(visit, lived_in, "chat?agent=tomas", '[class*="st-key-suggest-"]')) <= HIGHEST_HEAD
    visit.page.get_by_role("radio", name="Whisper").click(timeout=WAIT)
    assert top(shown(visit.page, ".st-key-whisper-terms")) <= HIGHEST_HEAD


DRAWN = """() => location.search.includes('agent=') && document.querySelector('.st-key-tw-bar-row')
    && !document.querySelector('[data-stale=true]')"""


@pytest.mark.parametrize("size", [LAPTOP, TELEPHONE], ids=["laptop", "telephone"])
@pytest.mark.parametrize("path", ["mind", "chat", "personas", "reflections"])
def test_neither_crowds_nor_long_names_make_the_head_higher(visit, crowded, path, size):
    page = visit.page
    go(visit, crowded, path, ".st-key-tw-bar-own input")
    page.set_viewport_size(size)
    page.get_by_role("combobox", name=re.compile("^Who|^With whom")).click(timeout=WAIT)
    page.get_by_role("option").last.click(timeout=WAIT)
    page.wait_for_function(DRAWN, timeout=WAIT)
    if path == "mind":
        shown(page, CONTENT["mind"])
        assert page.locator(".st-key-mind-section").bounding_box()["height"] <= 48
    row = shown(page, ".st-key-tw-bar-row").bounding_box()
    assert row["height"] <= (44 if size is LAPTOP else 92)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    menu = page.get_by_test_id("stMainMenu").bounding_box()
    place = page.locator(".st-key-tw-bar-place button").first.bounding_box()
    own = page.locator(".st-key-tw-bar-own").bounding_box()
    assert place["x"] + place["width"] <= menu["x"]
    assert own["x"] + own["width"] <= (menu["x"] if size is LAPTOP else size["width"])


def test_back_to_now_brings_the_whole_page_back(visit, lived_in):
    go(visit, lived_in, "mind?agent=isabel&at=420", CONTENT["mind"])
    count = visit.page.get_by_text(re.compile(r"^\d+ memories$"))
    then = count.inner_text(timeout=WAIT)
    visit.page.get_by_role("button", name="Back to now").first.click(timeout=WAIT)
    visit.page.get_by_text(then, exact=True).wait_for(state="detached", timeout=WAIT)
    assert int(count.inner_text(timeout=WAIT).split()[0]) > int(then.split()[0])


def test_the_one_after_is_reached_by_the_keyboard(visit, lived_in):
    go(visit, lived_in, "mind?agent=isabel", CONTENT["mind"])
    visit.page.get_by_role("button", name="After: ").focus()
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url(re.compile("agent=odile"), timeout=WAIT)
    visit.page.wait_for_function(
        "document.querySelector('.st-key-tw-bar-own input').value.endsWith('Odile Brandt')", timeout=WAIT
    )
