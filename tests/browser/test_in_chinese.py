"""The whole studio in Chinese: on a Chinese town no page says anything in English.

All that is written in the town is Chinese, so that words in English are the studio's own, left untranslated.
"""

import asyncio
import re
from contextlib import suppress

import pytest
from conftest import WAIT, aside, settle
from playwright.sync_api import expect

from engine.api.models import Profile
from engine.api.scenarios import sketch, template_files, templates
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import DayPaused
from engine.notebook.reading.read import notebook_of
from engine.notebook.starter import lesson_text, lessons
from engine.running.job import do_job
from engine.store.living.jobs import start_job
from tests.looks import LOOKS, called

pytestmark = pytest.mark.browser

TOWN = "liuwan"
AUTHORING = [("scenarios", {}), ("world", {}), ("personas", {}), ("prompts", {}), ("settings", {})]
QUICK = {"day", "chat", "personas", "scenarios", "stage"}  # one of each make; the rest with the long tests

# Two words of Latin letters and more, one of them in small letters.
ENGLISH = re.compile(r"[A-Za-z][A-Za-z’']*(?:[ -][A-Za-z’']+)+")
# What stands in Latin letters in Chinese too: names of keys.
NAMES = re.compile(r"Page (?:Up|Down)|Ctrl|LM Studio|\w+ icon")
# What Streamlit says itself, mostly to readers of screens: it has no other language.
STREAMLIT = re.compile(
    r"App pages|Collapse sidebar|Expand sidebar|Skip to main content|Help for .*|Shortcut.*|"
    r"Choose (?:or add )?an option|(?:Next|Previous) page|Link to heading|Copy to clipboard|Send message|"
    r"Show password|Add files|Clear all|file upload|"
    r"Show/hide columns.*|Show data.*|Download as \w+.*|Copy Vega.*|[XY]-axis.*"
)

# What is no text of the studio: code, files, icons by their names, and what Streamlit says itself.
LEFT = "style, script, code, pre, .cm-editor, [data-testid=stIconMaterial], [data-testid=stMainMenu]"

READ = """LEFT => {
  const said = []
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent.replace(/\\s+/g, " ").trim()
      if (text) said.push(text)
      return
    }
    if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return
    if (node.matches?.(LEFT)) return
    if (node.checkVisibility && !node.checkVisibility()) return
    if (node.shadowRoot) walk(node.shadowRoot)
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const label = node.getAttribute?.(name)
      if (label) said.push(label.replace(/\\s+/g, " ").trim())
    }
    node.childNodes.forEach(walk)
  }
  walk(document.body)
  return said
}"""


def looks():
    for page, link in [*AUTHORING, *LOOKS]:
        is_quick = page in QUICK and not link
        yield pytest.param(
            page, link, id=called(page, link), marks=() if is_quick else (pytest.mark.nightly,)
        )


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("chinese")
    aside(live, folder)
    return serve(workspace=folder)


def live(folder):
    with open_workspace(folder) as workspace:
        workspace.runs.new(TOWN).live(DAY + 10 * 60)


def written_in_english(folder):
    """What is English because somebody wrote it so: the other towns, and the lessons about them."""
    with open_workspace(folder) as workspace:
        files = {name: workspace.scenarios.files(name) for name in workspace.scenarios.names()}
    files |= {one.id: template_files(one.id) for one in templates()}
    towns = [sketch(those, name)[0] for name, those in files.items() if name != TOWN]
    fronts = [notebook_of(lesson_text(name)).front for name in lessons()]
    taught = [text for one in fronts for text in (one.title, one.lesson.level, *one.lesson.aims)]
    named = [one.name for town in towns for one in (*town.personas, *town.places)]
    told = [*named, *(text for town in towns for text in (town.town, town.summary))]
    return [" ".join(text.split()) for text in (*taught, *told)]


def left_in_english(page, written):
    """What the page says in English, each text once."""
    said = {text for text in page.evaluate(READ, LEFT) if not STREAMLIT.fullmatch(text)}
    own = {text for text in said if not any(one and one in text for one in written)}
    return sorted(text for text in own if any(map(in_words, ENGLISH.findall(NAMES.sub("", text)))))


def in_words(text):
    return re.search("[a-z]{2}", text) is not None


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "link"), list(looks()))
def test_a_page_on_a_chinese_town_says_nothing_in_english(visit, server, name, link):
    page = visit.page
    asked = "&".join(f"{key}={value}" for key, value in {"lang": "zh", "agent": "yuzheng", **link}.items())
    page.goto(f"{server.address}/{name}?town={TOWN}&{asked}", timeout=WAIT)
    page.wait_for_function("document.documentElement.lang === 'zh'", timeout=WAIT)
    settle(page)
    assert left_in_english(page, written_in_english(server.workspace)) == []


@pytest.mark.nightly
def test_what_streamlit_says_itself_is_said_in_chinese_too(visit, server):
    page = visit.page
    page.goto(f"{server.address}/personas?town={TOWN}&lang=zh", timeout=WAIT)
    page.wait_for_function("document.documentElement.lang === 'zh'", timeout=WAIT)
    settle(page)
    page.get_by_role("button", name=re.compile("添加人物")).click(timeout=WAIT)
    page.get_by_label("姓名", exact=True).fill("王小二")
    hint = page.get_by_test_id("InputInstructions").filter(visible=True).first
    expect(hint).to_contain_text("按 Enter 提交", timeout=WAIT)
    expect(hint).to_contain_text("3/80", timeout=WAIT)
    home = page.get_by_role("combobox", name="住处", exact=True)
    home.click(timeout=WAIT)
    home.fill("没有这样的地方")
    expect(page.get_by_test_id("stSelectboxVirtualDropdown")).to_contain_text("没有结果", timeout=WAIT)
    page.goto(f"{server.address}/scenarios?town={TOWN}&lang=zh", timeout=WAIT)
    settle(page)
    page.get_by_role("button", name=re.compile("导入$")).first.click(timeout=WAIT)
    drop = page.get_by_test_id("stFileUploaderDropzone").first
    expect(drop).to_contain_text("每个文件最多", timeout=WAIT)
    expect(drop).not_to_contain_text("per file", timeout=WAIT)


@pytest.mark.nightly
def test_what_the_browser_says_of_a_number_that_is_not_taken_is_said_in_the_readers_language(visit, server):
    """Regression: an English browser said it in English below a Chinese field."""
    page = visit.page
    for language, name, told in (
        ("zh", re.compile("同时调用数"), "不能小于 1。"),
        ("en", re.compile("Parallel calls"), "The value must be 1 or more."),
    ):
        page.goto(f"{server.address}/settings?lang={language}", timeout=WAIT)
        settle(page)
        field = page.get_by_role("spinbutton", name=name).first
        field.fill("0")
        assert field.evaluate("field => field.validationMessage") == told
        field.fill("2")
        assert field.evaluate("field => field.validationMessage") == ""


# What goes wrong, and what opens above a page: which page, what is pressed there, and what is read then.
FAULTS = [
    ("runs", {"run": "停下的-1"}, None, "停下的"),
    ("world", {"town": TOWN, "file": "world.yaml"}, None, "TW101"),
    ("world", {"town": TOWN}, "历史", "对照版本"),
    ("settings", {}, "测试连接", "无法连接服务器"),
    ("scenarios", {"town": TOWN}, "导入", "文件"),
]


@pytest.fixture(scope="module")
def faulty(serve, tmp_path_factory):
    """A studio in which much is amiss: a file that is no YAML, a model that is not there, a day that
    stopped for it.
    """
    folder = tmp_path_factory.mktemp("faulty")
    aside(go_wrong, folder)
    return serve(workspace=folder)


def go_wrong(folder):
    with open_workspace(folder) as workspace:
        version = workspace.scenarios.add_bundled(TOWN)
        workspace.models.keep(Profile(name="away", base_url="http://127.0.0.1:9/v1", model="x", timeout=5))
        run = workspace.runs.new(TOWN, name="停下的", model="away")
        start_job(workspace.store, run.number, until=DAY)
        with suppress(DayPaused):
            asyncio.run(do_job(workspace.store, run.row))
        assert run.job.state == "failed"
        workspace.scenarios.drafts.keep(TOWN, "world.yaml", "茶馆: [一\n二: 三", version.number)


@pytest.mark.nightly
def test_what_goes_wrong_is_said_in_chinese(visit, faulty):
    page, written, left = visit.page, written_in_english(faulty.workspace), {}
    for name, link, pressed, read in FAULTS:
        asked = "&".join(f"{key}={value}" for key, value in {"lang": "zh", **link}.items())
        page.goto(f"{faulty.address}/{name}?{asked}", timeout=WAIT)
        page.wait_for_function("document.documentElement.lang === 'zh'", timeout=WAIT)
        settle(page)
        if pressed:
            page.get_by_role("button", name=re.compile(f"{pressed}$")).first.click(timeout=WAIT)
        expect(page.get_by_text(read).locator("visible=true").first).to_be_visible(timeout=WAIT)
        settle(page)
        left[name, pressed] = left_in_english(page, written)
    assert {one: said for one, said in left.items() if said} == {}
