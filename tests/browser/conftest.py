"""A real Chromium that may only talk to this machine, and studios for it to visit."""

import contextlib
import os
import queue
import socket
import subprocess
import sys
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import TimeoutError as NotInTime, expect, sync_playwright

from engine.api.workspace import open_workspace
from studio.pages import PAGES
from tests.studios import lived
from tests.warm_processes import WarmProcess, warm_studio

CHROMIUM = Path("/usr/bin/chromium")
PAGE = {page.name: page for group in PAGES.values() for page in group}
FOUND_BY = ".st-key-palette-words input"
ROOT = Path(__file__).resolve().parents[2]
APPS = Path(__file__).with_name("apps")
START_SECONDS = 300  # reached only when something is broken
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
WAIT = 90_000  # a busy machine is slow, not wrong
expect.set_options(timeout=WAIT)
STANDS_STILL = """() => {
    const [app, main] = [document.querySelector('.stApp'), document.querySelector('.stMain')]
    if (app?.dataset.testScriptState !== 'notRunning' || !main) return false
    if (document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]')) return false
    // A chat moves to its end by itself.
    const [seen, now] = [`${main.scrollTop} ${main.scrollHeight} ${main.clientWidth}`, performance.now()]
    if (window.stillSince?.seen !== seen) window.stillSince = { seen, now }
    return now - window.stillSince.now > 200
}"""
SIZE = {"width": 1400, "height": 1000}
OF_ITS_MAKE = ("world", "stage")
LAUNCH = """
import sys
from pathlib import Path
from studio.launch import APP, launch
workspace, port, script = sys.argv[1:]
launch(Path(workspace), port=int(port), open_browser=False, script=Path(script) if script else APP)
"""


@dataclass
class Server:
    """A studio running in a process of its own."""

    address: str
    workspace: Path
    process: subprocess.Popen | WarmProcess
    said: list[str] = field(default_factory=list)

    def get(self, path, **headers):
        request = urllib.request.Request(self.address + path, headers=headers)
        return urllib.request.urlopen(request, timeout=90)


@dataclass
class Visit:
    """A page, with what it tried to reach outside this machine and what the browser complained about."""

    page: object
    outside: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def begin(self, *, size=None, color_scheme="light", reduced_motion="no-preference"):
        """Look on anew, in a window of a size, at what the page opens from now on."""
        self.outside.clear()
        self.complaints.clear()
        self.page.bring_to_front()
        self.page.set_viewport_size(size or SIZE)
        self.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return self

    def end(self):
        assert self.outside == [], "the page reached for another machine"
        assert self.complaints == [], "the browser complained"


class Browsing:
    """The one browser of many modules, and what drives it.

    It keeps what it has fetched, as a person's does. While it is open, its driver's event loop runs in this
    thread, so that `asyncio.run` fails: it is closed before the first test that needs none.
    """

    def __init__(self, config):
        self.opened = contextlib.ExitStack()
        self.driver = self.chromium = None
        config.add_cleanup(self.close)

    def drive(self):
        """What drives browsers, which there can be once in a thread."""
        if not CHROMIUM.exists():
            pytest.skip(f"{CHROMIUM} is not installed (Debian: apt-get install chromium)")
        if self.driver is None:
            self.driver = self.opened.enter_context(sync_playwright())
        return self.driver

    def browse(self, profile):
        """The browser, which keeps a profile in a folder."""
        driver = self.drive()
        if self.chromium is None:
            self.chromium = driver.chromium.launch_persistent_context(
                profile, executable_path=str(CHROMIUM), args=FLAGS, viewport=SIZE
            )
            self.opened.callback(self.chromium.close)
        return self.chromium

    def close(self):
        self.opened.close()
        self.driver = self.chromium = None


BROWSING = pytest.StashKey[Browsing]()


def pytest_configure(config):
    config.stash[BROWSING] = Browsing(config)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Close the browser behind the last test that needs it, once that one was tried as often as it may be."""
    done = yield
    if nextitem is None or nextitem.get_closest_marker("browser") is None:
        item.config.stash[BROWSING].close()
    return done


@pytest.fixture(scope="module")
def driver(request):
    return request.config.stash[BROWSING].drive()


@pytest.fixture(scope="session")
def profile(tmp_path_factory):
    """The folder in which the browser keeps what it has fetched."""
    return tmp_path_factory.mktemp("profile")


@pytest.fixture(scope="module")
def chromium(request, profile):
    return request.config.stash[BROWSING].browse(profile)


@pytest.fixture(scope="module")
def tab(chromium):
    """The one page that the tests of a module open things in: another would begin anew what it has read."""
    page = chromium.new_page()
    yield watched(page)
    page.close()


@pytest.fixture
def new_visit(chromium, tab):
    """Open pages, the first in the tab; none may reach outside or complain."""
    visits = []

    def open_visit(**how):
        visits.append((watched(chromium.new_page()) if visits else tab).begin(**how))
        return visits[-1]

    yield open_visit
    for visit in visits[1:]:
        visit.page.close()
    for visit in visits:
        visit.end()


@pytest.fixture
def visit(new_visit):
    return new_visit()


def page_by_page(names):
    """Have a test look at every page: in the gate at one of each make, at night at all."""
    marks = {name: () if name in OF_ITS_MAKE else (pytest.mark.nightly,) for name in names}
    return pytest.mark.parametrize("path", [pytest.param(name, marks=kept) for name, kept in marks.items()])


def settle(page):
    """Wait until the page stands still: nothing is worked out, replaced or fetched for it any more."""
    page.wait_for_function(STANDS_STILL, polling=100, timeout=WAIT)


def pick(box, option, *, typed=""):
    """Open the list of a box and choose an option of it; return the option's words.

    What the page draws anew in between closes the list, as it would under anybody's hand: it is opened again.
    """
    for wait in (WAIT / 9,) * 8 + (WAIT,):
        box.click(timeout=WAIT)
        if typed:
            box.fill(typed, timeout=WAIT)
        try:
            words = option.inner_text(timeout=wait)
            option.click(timeout=wait)
        except NotInTime:
            continue
        return words
    raise AssertionError(f"the list of {box} did not stay open")


def resize(page, size):
    """Give the window another size, and wait until the page has taken it in: what lies open closes of it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    settle(page)


def follow(link, sign):
    """Click a link until the sign of its page is seen: what is just being drawn anew takes no click."""
    for _ in range(9):
        link.click(timeout=WAIT)
        try:
            sign.wait_for(timeout=WAIT / 9)
        except NotInTime:
            continue
        return


def come_to(page, name, content=".st-key-tw-bar"):
    """Choose a page in the menu, and the tab where it is one of an entry, if it is not the one that is open
    already; an entry that the menu does not list is found by its name. See its content.
    """
    page.keyboard.press("Escape")  # whatever lies over it
    wanted = PAGE[name]
    heading = page.get_by_role("heading", name=wanted.title).first
    opened = page.evaluate("location.pathname.slice(1) || 'scenarios'")
    if opened != name and not PAGE[wanted.entry].listed:
        page.keyboard.press("Control+k")
        expect(page.locator(FOUND_BY)).to_be_focused(timeout=WAIT)
        page.keyboard.type(wanted.title)
        page.keyboard.press("Enter")
    elif opened != name:
        entry, tabs = PAGE[wanted.entry], page.locator(f".st-key-tw-tabs-{wanted.entry}")
        is_beside = opened in PAGE and PAGE[opened].entry == wanted.entry
        if not is_beside:
            pages = page.get_by_test_id("stSidebarNavItems")
            of_entry = page.get_by_role("heading", name=entry.title).first
            follow(pages.get_by_role("link", name=entry.label, exact=True), of_entry)
        if is_beside or name != wanted.entry:
            settle(page)
            follow(tabs.get_by_role("link", name=wanted.title), heading)
    heading.wait_for(timeout=WAIT)
    first = page.locator(content).first
    first.wait_for(timeout=WAIT)
    settle(page)
    return first


def watched(page):
    """A page that is looked on; to step in between would keep the browser from using its cache."""
    visit = Visit(page)

    def hear(message):
        # Streamlit probes for its health below a page's own path, and is answered 404; and looks whether the
        # file of a download is there, when the page may have made another one already.
        url = message.location.get("url", "")
        probes = "_stcore/" in url or "/media/" in url or "Download Button source error" in message.text
        if message.type == "error" and not probes:
            visit.complaints.append(f"{message.text} {message.location}")

    def note(asked):
        if not is_local(asked.url):
            visit.outside.append(asked.url)

    visit.page.on("console", hear)
    visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    visit.page.on("request", note)
    visit.page.on("websocket", note)
    return visit


def is_local(url):
    parts = urlsplit(url)
    return parts.scheme in {"data", "blob", "about"} or parts.hostname in {"127.0.0.1", "localhost"}


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """Start studios: `serve()` is the real one on an empty workspace, `serve(script)` any other page; `home`
    is the folder it is started in. A `cold` one loads everything itself, as it does for a user.
    """
    with contextlib.ExitStack() as stack:
        yield lambda script=None, workspace=None, home=None, cold=False: stack.enter_context(
            running(
                script,
                workspace or tmp_path_factory.mktemp("workspace"),
                home or tmp_path_factory.mktemp("home"),
                cold=cold,
            )
        )


@pytest.fixture(scope="session")
def living(serve, tmp_path_factory):
    """The real studio on a town that has lived a day, in which Isabel was asked something."""
    folder = tmp_path_factory.mktemp("living") / "workspace"
    aside(live_a_day, folder)
    return serve(workspace=folder)


@pytest.fixture(scope="session")
def components(serve):
    """A server of small pages, one for each component."""
    return serve(APPS / "components_app.py")


@contextlib.contextmanager
def running(script, workspace, home, port=None, cold=False):
    port = port or free_port()
    path = [str(ROOT), str(APPS), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path),
        "HOME": str(home),
        "PYTHONUTF8": "1",
    }
    if cold:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", LAUNCH, str(workspace), str(port), str(script or "")],
            env=environment,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    else:
        process = warm_studio(workspace, port, script=script, home=home, path=path, environment=environment)
    server = Server(f"http://127.0.0.1:{port}", workspace, process)
    lines = queue.Queue()
    reader = threading.Thread(target=listen, args=(process, server.said, lines), daemon=True)
    reader.start()
    try:
        wait_until_open(server, lines)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        reader.join(10)
        process.stdout.close()


def aside(live, folder):
    """Live in a thread of its own: in that of an open browser runs an event loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(live, folder).result()


def live_a_day(folder):
    workspace, run = lived(folder)
    with workspace:
        chat = run.at().start_chat("isabel", title="Plans")
        run.add_message(chat.number, "person", "What are you looking forward to?")
        run.add_message(chat.number, "agent", "To the party. " * 400)


def wake_up(folder):
    """Have Willow Bay live its first minutes, which is enough to talk to its people."""
    with open_workspace(folder) as workspace:
        workspace.runs.new("willow-bay").live(5)


def listen(process, said, lines):
    for line in process.stdout:
        said.append(line.rstrip("\n"))
        lines.put(line)
    lines.put(None)


def wait_until_open(server, lines):
    while True:
        try:
            line = lines.get(timeout=START_SECONDS)
        except queue.Empty:
            raise AssertionError(f"the studio did not open in {START_SECONDS} s: {server.said}") from None
        assert line is not None, f"the studio ended at once: {server.said}"
        if server.address in line:
            break
    with server.get("/_stcore/health") as answer:  # the socket listens already, so this waits by itself
        assert answer.status == 200


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
