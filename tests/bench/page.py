"""How long it takes from the command to a page that a person can see."""

from __future__ import annotations

import re
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
START = """
from pathlib import Path
import sys
from studio.launch import launch
launch(Path(sys.argv[1]), port=None, open_browser=False)
"""


def first_paint(folder):
    """Seconds from starting the studio to its first heading on the screen; the browser is open already."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page()
        began = time.perf_counter()
        command = [sys.executable, "-c", START, str(folder / "ws")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = ""
            while not address:
                found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
                address = found[0] if found else ""
            page.goto(address)
            page.locator("h1, h2").first.wait_for()
            return time.perf_counter() - began
        finally:
            server.terminate()
            server.wait()
            browser.close()
