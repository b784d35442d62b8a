"""A studio to test with: a workspace of its own, a town that has lived a day, and a page that is open."""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from engine.api.workspace import Run, Workspace, open_workspace
from studio.pages import file_of
from tests.lived_towns import copy_of, lived_town

APP = Path(__file__).resolve().parents[1] / "studio" / "app.py"
TOWN = "willow-bay"
PATIENCE = 60

# Every app would look through all installed packages for components again: most of what it takes to open one.
components = functools.cache(manifest_scanner.scan_component_manifests)


def studio(monkeypatch, workspace, page=None, **link):
    """The app on a workspace, at a page, as somebody finds it who follows a link."""
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(workspace))
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", components)
    at = AppTest.from_file(str(APP), default_timeout=PATIENCE)
    for name, value in link.items():
        at.query_params[name] = str(value)
    if page:  # before anything is drawn: nobody comes by way of the first page
        at.switch_page(file_of(page))
        at._page_hash = calc_hash(page)  # so far it is that of its file's name, which may be another
    at.run()
    return well(at)


def well(at):
    """The app itself, if nothing in it has failed."""
    assert not at.exception, [element.message for element in at.exception]
    return at


def words(at) -> str:
    """Every word on the page, as one text."""
    texts = [
        element.value
        for element in (*at.header, *at.subheader, *at.markdown, *at.caption, *at.text, *at.code)
    ]
    texts += [
        re.sub(r'<span class="tw-word"[^>]*>([^<]*)</span>', r"\1", element.value)
        for element in at.html
        if not element.value.startswith("<style")
    ]
    return "\n".join(texts)


def handed(at, component):
    """What the page handed to a component of the studio's own, of which there is one."""
    found = [
        one.proto for one in at.get("bidi_component") if one.proto.component_name.endswith(f".{component}")
    ]
    (proto,) = found
    return json.loads(proto.bytes)


def box(at, label):
    """The box to choose from that is called so."""
    return next(one for one in at.selectbox if one.label == label)


def labels(at) -> list[str]:
    """The labels of the buttons on the page."""
    return [button.label for button in at.button]


def press(at, key):
    """Press the button of a key."""
    at.button(key=key).click().run()
    return well(at)


def open_up(at, key):
    """Open the expander of a key."""
    at.session_state[key] = True
    at.run()
    return well(at)


def lived(folder: Path) -> tuple[Workspace, Run]:
    """A workspace in which Willow Bay has lived its first day."""
    workspace = open_workspace(copy_of(lived_town(TOWN, name="First try"), folder))
    return workspace, workspace.runs.find("last")


def at_leisure(run: Run) -> str:
    """Who can be spoken to, where most such people are: awake, in a room, and in no talk."""
    talking = {
        one for talk in run.at().log.conversations() if talk.until >= run.clock for one in talk.members
    }
    people = [one for one in run.at().people.values() if one.inside and not one.asleep]
    free = [one for one in people if one.agent not in talking and one.reason != "talked"]
    room = Counter(one.room for one in free).most_common(1)[0][0]
    return next(one.agent for one in free if one.room == room)
