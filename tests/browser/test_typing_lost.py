"""What somebody types survives the kill of the tab, the browser or the studio: all but the last second."""

import contextlib
import itertools
import os
import random
import re
import signal
import subprocess
import time
import urllib.request

import pytest
from conftest import CHROMIUM, FLAGS, aside, free_port, pick, running, settle, wake_up

from engine.api.workspace import open_workspace

pytestmark = pytest.mark.browser

KILLS = ("tab", "crash", "browser", "studio", "studio and tab")
PLACES = ("world", "town", "personas", "prompts", "plain", "whisper", "question", "event")
TOWNS = ("willow-bay", "three-neighbours")  # in the second, an example of a prompt is rehearsed in no time
EDITORS = ("world", "town", "personas", "prompts", "plain")
LAST = 1.0  # seconds
WAIT = 90_000
SETTLED_MS = 10_000
RETURNED = 45  # seconds until what was kept is seen again
LOADS = {
    "world": "world", "town": "world", "plain": "world", "personas": "personas", "prompts": "prompts",
    "whisper": "chat", "question": "chat", "event": "stage",
}  # fmt: skip


class Browser:
    """A Chromium of its own with a profile on the disk, which can be killed like anybody's."""

    def __init__(self, driver, folder):
        self.driver, self.folder, self.process, self.connected = driver, folder, None, None

    def open(self):
        port_file = self.folder / "DevToolsActivePort"
        port_file.unlink(missing_ok=True)
        command = [str(CHROMIUM), "--headless=new", *FLAGS, "--no-default-browser-check"]
        command += [f"--user-data-dir={self.folder}", "--remote-debugging-port=0", "--window-size=1400,1000"]
        self.process = subprocess.Popen(
            [*command, "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        until(lambda: port_file.exists() and "\n" in port_file.read_text())
        port = int(port_file.read_text().split("\n")[0])
        self.connected = self.driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        return self

    def page(self, address):
        page = self.connected.contexts[0].new_page()
        page.set_default_timeout(WAIT)
        page.goto(address)
        return page

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Studio:
    """A studio that can be killed and begun again on the same workspace and port."""

    def __init__(self, folder):
        self.folder, self.port, self.stack = folder, free_port(), contextlib.ExitStack()
        (folder / "home").mkdir()

    def open(self):
        opened = running(None, self.folder / "workspace", self.folder / "home", self.port)
        self.server = self.stack.enter_context(opened)
        return self

    def kill(self):
        self.server.process.kill()
        self.server.process.wait()


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    aside(wake_up, folder / "workspace")
    studio = Studio(folder).open()
    yield studio
    studio.stack.close()


@pytest.fixture(scope="module")
def browser(driver, tmp_path_factory):
    browser = Browser(driver, tmp_path_factory.mktemp("profile")).open()
    yield browser
    browser.kill()


def until(seen, seconds=60):
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.05)


# ---- where one types


def go_to(page, place):
    """Open the place where the text is typed, and stand at its end."""
    OPENED.get(place, lambda _: None)(page)
    settle(page)  # while one file's editor follows another's, both are there
    field = field_of(page, place)
    field.click()
    page.keyboard.press("Control+End")
    return field


def open_town(page):
    page.get_by_text("The town and its facts").click()
    page.get_by_role("textbox", name=re.compile("^The town and its facts")).wait_for()


def open_plain(page):
    page.get_by_role("button", name="History").wait_for()
    if not page.locator("[class*=st-key-editor-] textarea").count():
        page.get_by_text("Plain text").click()


def open_prompt(page):
    page.get_by_role("button", name=re.compile("Write your own|Discard draft")).wait_for()
    if page.get_by_role("button", name="Write your own").count():
        page.get_by_role("button", name="Write your own").click()


def open_whisper(page):
    page.get_by_text("Whisper", exact=True).first.click()


def open_event(page):
    box = page.get_by_role("combobox", name="What to do")
    if not box.count():
        page.get_by_text("Intervene").first.click()
        settle(page)
    if page.get_by_role("textbox", name="What", exact=True).count():
        return
    pick(box, page.get_by_role("option", name="Make something").first, typed="Make something")
    page.get_by_role("textbox", name="What", exact=True).wait_for()


OPENED = {
    "town": open_town, "plain": open_plain, "prompts": open_prompt, "whisper": open_whisper,
    "event": open_event,
}  # fmt: skip


def field_of(page, place):
    if place == "plain":
        return page.locator("[class*=st-key-editor-] textarea")
    if place == "whisper":
        return page.get_by_role("textbox", name=re.compile("Whisper to"))
    if place == "question":
        return page.locator("[data-testid=stChatInput] textarea")
    if place == "event":
        return page.get_by_role("textbox", name="What", exact=True)
    return page.locator(".cm-content")


def text_in(page, place):
    field = field_of(page, place)
    if field.count() != 1:
        return ""
    if place in ("plain", "whisper", "question", "event"):
        return field.input_value()
    field.click()
    page.keyboard.press("Control+End")
    return "\n".join(page.locator(".cm-line").all_text_contents())


# ---- what one types, and what is there afterwards


def type_on(page, mark, seconds, *, own_line):
    """Type words without a pause; when each of them was typed."""
    typed = []
    if own_line:
        page.keyboard.press("Enter")
    page.keyboard.type(f"# {mark} ")
    end = time.monotonic() + seconds
    for n in itertools.count():
        page.keyboard.type(f"{mark}{n:03} ")
        typed.append(time.monotonic())
        if typed[-1] > end:
            return typed
        page.wait_for_timeout(random.Random(n).uniform(5, 60))


def words_there(text, mark):
    return len(set(re.findall(rf"{mark}\d{{3}}", text)))


def kill(how, studio, browser, page):
    """Kill; afterwards everything runs again."""
    if how == "tab":
        page.close()
    elif how == "crash":
        with contextlib.suppress(Exception):
            page.context.new_cdp_session(page).send("Page.crash", timeout=500)
    elif how == "browser":
        browser.kill()
        browser.open()
    else:
        studio.kill()


def back_to(how, studio, browser, page, path):
    if how == "studio":
        studio.open()
        until(lambda: urllib.request.urlopen(studio.server.address).status == 200)
    if how == "studio and tab":
        page.wait_for_timeout(400)
        page.close()
        studio.open()
    # A tab that lived on brings what it holds by itself; what counts is what another finds then.
    if how == "studio":
        page.wait_for_timeout(SETTLED_MS)
    return browser.page(f"{studio.server.address}/{path}")


def lost(how, place, mark, studio, browser, draw):
    """Type, kill, come back: the age of the oldest word that is lost, in seconds; 0 when none is."""
    town = TOWNS[place == "prompts"]
    path = f"{LOADS[place]}?town={town}&agent=isabel"
    page = browser.page(f"{studio.server.address}/{path}")
    go_to(page, place)
    typed = type_on(page, mark, draw.uniform(0.3, 4), own_line=place in EDITORS)
    page.wait_for_timeout(draw.uniform(0, 700))  # people look up before it happens, or do not
    killed = time.monotonic()
    kill(how, studio, browser, page)
    page = back_to(how, studio, browser, page, path)
    go_to(page, place)
    there, end = 0, time.monotonic() + RETURNED
    while there < len(typed) and time.monotonic() < end:
        there = max(there, words_there(text_in(page, place), mark))
        page.wait_for_timeout(250)
        if (
            there
            and killed - typed[min(there, len(typed) - 1)] < LAST
            and time.monotonic() > end - RETURNED + 8
        ):
            break
    page.close()
    return killed - typed[there] if there < len(typed) else 0.0


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("how", "place"),
    [
        ("crash", "plain"),
        pytest.param("browser", "world", marks=pytest.mark.nightly),
        pytest.param("studio and tab", "whisper", marks=pytest.mark.nightly),
    ],
)
def test_a_kill_takes_at_most_the_last_second(how, place, studio, browser):
    assert lost(how, place, f"k{place[:2]}", studio, browser, random.Random(7)) <= LAST


def files(studio):
    """What stands in the files of both towns, drafts and all."""
    with open_workspace(studio.folder / "workspace") as workspace:
        return {town: dict(workspace.scenarios.drafts.files(town)) for town in TOWNS}


def undo_all(studio):
    """Take back all that was done in both towns, one thing after another."""
    with open_workspace(studio.folder / "workspace") as workspace:
        for town in TOWNS:
            while workspace.scenarios.edits.next_to_undo(town):
                workspace.scenarios.edits.undo(town)


@pytest.mark.nightly
def test_over_fifty_kills_nothing_older_than_a_second_is_lost_and_all_can_be_undone(studio, browser):
    draw = random.Random(1310)
    seen = {}
    undo_all(studio)
    before = files(studio)
    for n in range(50):
        how, place = KILLS[n % len(KILLS)], draw.choice(PLACES)
        seen[f"{n} {how} {place}"] = lost(how, place, f"s{n:02}x", studio, browser, draw)
        print(n, how, place, round(seen[f"{n} {how} {place}"], 2), flush=True)
    assert {what: age for what, age in seen.items() if age > LAST} == {}
    assert files(studio) != before
    undo_all(studio)
    assert files(studio) == before
    print(f"50 kills: oldest lost {max(seen.values()):.2f} s, nothing lost in {list(seen.values()).count(0)}")
