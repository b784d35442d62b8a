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

from engine.api.workspace import open_workspace

CHROMIUM = Path("/usr/bin/chromium")
ROOT = Path(__file__).resolve().parents[2]
APPS = Path(__file__).with_name("apps")
START_SECONDS = 60
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
SIZE = {"width": 1400, "height": 1000}
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
    process: subprocess.Popen
    said: list[str] = field(default_factory=list)

    def get(self, path, **headers):
        request = urllib.request.Request(self.address + path, headers=headers)
        return urllib.request.urlopen(request, timeout=10)


@dataclass
class Visit:
    """A page, with what it tried to reach outside this machine and what the browser complained about."""

    page: object
    outside: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def chromium():
    """One browser a module, which keeps what it has fetched, as a person's does. While it is open, its
    driver's event loop runs in this thread, so that `asyncio.run` fails: it must not outlive the tests that
    need it."""
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed (Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the test extra")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser.new_context(viewport=SIZE)
        browser.close()


@pytest.fixture
def new_visit(chromium):
    """Open pages of one's own; none may reach outside or complain."""
    visits = []

    def open_visit(*, size=None, **media):
        visits.append(Visit(chromium.new_page()))
        watch(visits[-1])
        visits[-1].page.set_viewport_size(size or SIZE)
        visits[-1].page.emulate_media(**media)
        return visits[-1]

    yield open_visit
    for visit in visits:
        visit.page.close()
    for visit in visits:
        assert visit.outside == [], "the page reached for another machine"
        assert visit.complaints == [], "the browser complained"


@pytest.fixture
def visit(new_visit):
    return new_visit()


def watch(visit):
    # Only looking on: to step in between would keep the browser from using its cache.
    def hear(message):
        # Streamlit itself probes for its health below a page's own path, and is answered 404.
        if message.type == "error" and "_stcore/" not in message.location.get("url", ""):
            visit.complaints.append(f"{message.text} {message.location}")

    def note(asked):
        if not is_local(asked.url):
            visit.outside.append(asked.url)

    visit.page.on("console", hear)
    visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    visit.page.on("request", note)
    visit.page.on("websocket", note)


def is_local(url):
    parts = urlsplit(url)
    return parts.scheme in {"data", "blob", "about"} or parts.hostname in {"127.0.0.1", "localhost"}


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """Start studios: `serve()` is the real one on an empty workspace, `serve(script)` any other page; `home`
    is the folder it is started in.
    """
    with contextlib.ExitStack() as stack:
        yield lambda script=None, workspace=None, home=None: stack.enter_context(
            running(
                script,
                workspace or tmp_path_factory.mktemp("workspace"),
                home or tmp_path_factory.mktemp("home"),
            )
        )


@pytest.fixture(scope="session")
def studio(serve):
    """The real studio, on a workspace of its own that the tests of this session share."""
    return serve()


@pytest.fixture(scope="session")
def components(serve):
    """A server of small pages, one for each component."""
    return serve(APPS / "components_app.py")


@contextlib.contextmanager
def running(script, workspace, home, port=None):
    port = port or free_port()
    path = os.pathsep.join(filter(None, [str(ROOT), str(APPS), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", LAUNCH, str(workspace), str(port), str(script or "")],
        env={**os.environ, "PYTHONPATH": path, "HOME": str(home), "PYTHONUTF8": "1"},
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
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


def live_a_morning(folder):
    """Have Willow Bay live its first hours. In a thread: a driver may have its event loop in this one."""
    with ThreadPoolExecutor(1) as aside, open_workspace(folder) as workspace:
        aside.submit(lambda: workspace.runs.new("willow-bay").live(8 * 60)).result()


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
