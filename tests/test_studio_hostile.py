"""Every page of a run, of a town in which everything is written to be taken for markup: shown as text."""

from __future__ import annotations

import re

import pytest

from tests.hostile import hostile_town
from tests.looks import LOOKS, called
from tests.studios import studio, words

pytestmark = pytest.mark.soak

SECTIONS = [
    *LOOKS,
    ("news", {"words": "<script>alert(1)</script> ![x](https://127.0.0.1/x)"}),
    ("day", {"view": "present"}),
    ("personas", {"section": "sentences", "which": "all"}),
    *(("patterns", {"sift": sift}) for sift in ("kept-to-oneself", "never-met", "reached-its-subject")),
    ("patterns", {"sift": "never-met", "section": "sql"}),
    ("patterns", {"section": "new"}),
]
OURS = re.compile(r"</?(?:div|span|p|ol|ul|li|time|em|details|summary|i|b|strong|br|svg|title)\b[^<>]*>")
RUNS = re.compile(r"<(?:script|img|iframe|object|embed|link|style|a)\b|<[^>]*\son\w+\s*=", re.IGNORECASE)
LOADS = re.compile(r"(?<!\\)!\[[^\]]*(?<!\\)\]\(|(?<!\\)\]\((?:https?|//)")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    workspace, run = hostile_town(folder)
    with workspace:
        for line in run.at().log.conversations()[:2]:
            run.pins.add(line.id, tag="<b>x</b>", note="<script>alert(1)</script>")
    return folder


@pytest.mark.parametrize(("page", "link"), SECTIONS, ids=[called(*look) for look in SECTIONS])
def test_no_page_takes_what_is_written_for_markup(monkeypatch, hostile, page, link):
    at = studio(monkeypatch, hostile, page, agent="nell", **link)
    for element in at.html:
        if not element.value.startswith("<style"):
            assert RUNS.search(OURS.sub("", element.value)) is None, element.value[:300]
    for element in (*at.markdown, *at.caption, *at.header, *at.subheader):
        assert LOADS.search(element.value) is None, element.value[:300]
    assert words(at)
