"""How long it takes from the command to a page that a person can see.

Warm: the workspace, the bytecode and the browser's cache are there from an earlier start.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip


def first_paints(folder, times):
    """Seconds from the command to the first heading on the screen, in a browser that is open already."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        context = browser.new_context()
        yield from (first_paint(context, folder) for _ in range(times))
        browser.close()


def first_paint(context, folder):
    """One start of the studio, from the command to the first heading of its first page."""
    page = context.new_page()
    began = time.perf_counter()
    command = [sys.executable, "-P", "-m", "engine.cli", "--workspace", str(folder), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=with_bytecode())
    try:
        address = ""
        while not address:
            found = re.search(r"http://[\d.]+:\d+/\w+", server.stdout.readline())
            address = found[0] if found else ""
        page.goto(address)
        page.locator("h1, h2").first.wait_for()
        return time.perf_counter() - began
    finally:
        server.terminate()
        server.wait()
        page.close()


def with_bytecode():
    """This environment, with Python's bytecode kept as it usually is."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
