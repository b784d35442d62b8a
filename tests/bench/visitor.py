"""A person's browser without the browser: what it sends to a studio, and as much of what comes back as is
needed to go on clicking.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect

from tests.bench.page import with_bytecode

PATIENCE = 60  # seconds after which a click counts as lost
AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN
A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """A studio in a process of its own, as its own process sees it."""

    origin: str
    pid: int

    def cpu(self):
        """Seconds of CPU that all of its threads have taken, those that have ended too."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / A_SECOND

    def memory(self):
        """Megabytes it has now, and the most it ever had."""
        said = Path(f"/proc/{self.pid}/status").read_text()
        return [int(re.search(rf"{name}:\s+(\d+)", said)[1]) / 1024 for name in ("VmRSS", "VmHWM")]


@contextmanager
def serving(workspace):
    """A studio on a workspace, until it is no longer needed."""
    command = [sys.executable, "-P", "-m", "engine.cli", "--workspace", str(workspace), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=with_bytecode())
    try:
        found = None
        while found is None:
            found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
        yield Server(found[0], process.pid)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@dataclass(frozen=True)
class Drawn:
    """What a click led to: seconds until all was drawn, and bytes that were sent for it."""

    seconds: float
    sent: int


@dataclass
class Visitor:
    """Somebody at a window: which page it shows, which widgets are on it, and what was chosen in them."""

    socket: object
    page: str = ""
    query: str = ""
    pages: dict = field(default_factory=dict)
    widgets: dict = field(default_factory=dict)  # by key or, without one, by label: the element, its fragment
    chosen: dict = field(default_factory=dict)  # by the widget's id
    kept: dict = field(default_factory=dict)  # large messages by hash: how many looks ago each was shown
    oldest: int = 2

    async def open(self, page, query=""):
        """The first look at a page, by its name in the address line."""
        self.query = query
        return await self._rerun(page_name=page)

    async def go(self, page):
        """The list of pages on the side."""
        self.query, self.chosen = "", {}
        return await self._rerun(page=self.pages[page])

    async def turn(self, query):
        """Another address of the same page."""
        self.query = query
        return await self._rerun()

    async def choose(self, name, **value):
        """A choice in a widget that acts at once."""
        _, fragment = self.widgets[name]
        self.fill(name, **value)
        return await self._rerun(fragment=fragment)

    def fill(self, name, **value):
        """A choice in a widget of a form."""
        element, _ = self.widgets[name]
        self.chosen[element.id] = state(element.id, value)

    async def press(self, name):
        """A button."""
        element, fragment = self.widgets[name]
        return await self._rerun(state(element.id, {"trigger_value": True}), fragment=fragment)

    async def _rerun(self, *pressed, page=None, page_name="", fragment=""):
        asked = BackMsg()
        said = asked.rerun_script
        said.query_string, said.fragment_id, said.page_name = self.query, fragment, page_name
        said.page_script_hash = page or ("" if page_name else self.page)
        said.widget_states.widgets.extend([*self.chosen.values(), *pressed])
        said.cached_message_hashes.extend(self.kept)
        said.context_info.timezone, said.context_info.color_scheme = "UTC", "light"
        began = time.perf_counter()
        await self.socket.send(asked.SerializeToString())
        sent = await asyncio.wait_for(self._drawn(), PATIENCE)
        self._forget()
        return Drawn(time.perf_counter() - began, sent)

    async def _drawn(self):
        sent = 0
        while True:
            said = await self.socket.recv()
            sent += len(said)
            message = ForwardMsg.FromString(said)
            kind = message.WhichOneof("type")
            if kind == "script_finished" and message.script_finished != AGAIN:
                return sent
            self._take(kind, message)

    def _forget(self):
        """Let go of what a browser lets go of: widgets that are not there, messages not shown of late."""
        there = {element.id for element, _ in self.widgets.values()}
        self.chosen = {one: what for one, what in self.chosen.items() if one in there}
        self.kept = {one: age + 1 for one, age in self.kept.items() if age < self.oldest}

    def _take(self, kind, message):
        if message.metadata.cacheable:
            self.kept[message.hash] = 0
        elif kind == "ref_hash":
            self.kept[message.ref_hash] = 0
        if kind == "new_session":
            self.page = message.new_session.page_script_hash
            self.oldest = message.new_session.config.max_cached_message_age
            if not message.metadata.run.fragment_ids:
                self.widgets.clear()
        elif kind == "navigation":
            self.page = message.navigation.page_script_hash
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._draw(message.delta.new_element, message.delta.fragment_id)

    def _draw(self, element, fragment):
        kind = element.WhichOneof("type")
        one = getattr(element, kind)
        if kind in ("exception", "alert"):
            raise AssertionError(f"the page shows a fault: {one}")
        if getattr(one, "id", ""):
            self.widgets[name_of(one)] = one, fragment
            if getattr(one, "set_value", False):
                self.chosen.pop(one.id, None)


def name_of(widget):
    """The key of a widget, or its label when the page gives it none."""
    key = widget.id.split("-", 2)[-1]
    return getattr(widget, "label", "") if key == "None" else key


def state(number, value):
    """The state of a widget, as a browser tells it."""
    here = WidgetState(id=number)
    for name, what in value.items():
        if name.endswith("_array_value"):
            getattr(here, name).data.extend(what)
        else:
            setattr(here, name, what)
    return here


def visiting(server):
    """A window's connection to a studio; `Visitor(await visiting(server))` is who looks through it."""
    address = f"{server.origin.replace('http', 'ws', 1)}/_stcore/stream"
    return connect(address, origin=server.origin, subprotocols=["streamlit"], max_size=None)
