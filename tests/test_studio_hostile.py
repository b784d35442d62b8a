"""Every page of a run, of a town in which everything is written to be taken for markup: shown as text."""

from __future__ import annotations

import re

import pytest

from engine.api.workspace import open_workspace
from studio.pages import PAGES
from tests.hostile import hostile_run
from tests.studios import studio, words

pytestmark = pytest.mark.slow

SECTIONS = [
    *((page.name, {}) for page in (*PAGES["Look"], *PAGES["Talk"], *PAGES["Run"])),
    *(("day", {"section": section}) for section in ("timeline", "talks", "company")),
    *(("day", {"section": "talks", "as": shape}) for shape in ("screenplay", "table")),
    *(("news", {"section": section}) for section in ("tellings", "silences")),
    ("news", {"words": "<script>alert(1)</script> ![x](https://127.0.0.1/x)"}),
    *(("reflections", {"section": section}) for section in ("course", "forget", "town")),
    *(("relationships", {"section": section}) for section in ("course", "talks")),
    ("day", {"view": "present"}),
]
OURS = re.compile(r"</?(?:div|span|p|ol|ul|li|time|em|details|summary|i|b|strong|br|svg|title)\b[^<>]*>")
RUNS = re.compile(r"<(?:script|img|iframe|object|embed|link|style|a)\b|<[^>]*\son\w+\s*=", re.IGNORECASE)
LOADS = re.compile(r"(?<!\\)!\[[^\]]*(?<!\\)\]\(|(?<!\\)\]\((?:https?|//)")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    with open_workspace(folder) as workspace:
        run = hostile_run(workspace)
        for line in run.at().log.conversations()[:2]:
            run.pins.add(line.id, tag="<b>x</b>", note="<script>alert(1)</script>")
    return folder


@pytest.mark.parametrize(("page", "link"), SECTIONS, ids=[f"{page} {link}" for page, link in SECTIONS])
def test_no_page_takes_what_is_written_for_markup(monkeypatch, hostile, page, link):
    at = studio(monkeypatch, hostile, page, agent="nell", **link)
    for element in at.html:
        if not element.value.startswith("<style"):
            assert RUNS.search(OURS.sub("", element.value)) is None, element.value[:300]
    for element in (*at.markdown, *at.caption, *at.header, *at.subheader):
        assert LOADS.search(element.value) is None, element.value[:300]
    assert words(at)
