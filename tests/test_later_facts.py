"""At an earlier moment no page shows anything that was made, or said, later."""

from __future__ import annotations

import bisect
import dataclasses
import html
import json
import random
import re
from itertools import accumulate

import pytest
from streamlit.proto.Block_pb2 import Block

from engine.api.interventions import Whisper
from engine.records import Line
from tests.looks import LOOKS, called
from tests.studios import lived, studio, well

SHORTEST = 25  # letters of a text that is somebody's own words: "having tea" is not
NOT_SHOWN = {"key", "prompt", "digest"}


@dataclasses.dataclass(frozen=True)
class Said:
    """A text of the log, and the minute at which it was first read anywhere."""

    minute: int
    text: str  # its letters


class Town:
    """A run of two days with a fork of it, and every text of their logs."""

    def __init__(self, folder):
        workspace, run = lived(folder)
        with workspace:
            run.live(2 * 1440)
            fork = run.fork("day 1 12:00", name="whispered")
            fork.intervene(Whisper(agent="isabel", text="Tell Tomas that the mole has a crack."))
            fork.live(run.clock)
            names = {word for name in run.town.cast.names.values() for word in name.split()}
            rows = [
                (row.said_at if isinstance(row, Line) else row.minute, text)
                for row in (*run.whole_log(), *fork.whole_log())
                for text in (before_names(one, names) for one in texts(row))
                if not names.issuperset(text.split())
            ]
            self.folder, self.run, self.clock = folder, run.row.id, run.clock
            self.people = list(run.town.cast.personas)
            self.said = first_said([(-1, in_letters(repr(run.scenario))), *sorted(rows)])

    def moments(self, count):
        return [*random.Random(7).sample(range(1, self.clock), count - 1), self.clock - 1]

    def link(self, minute):
        who = random.Random(minute).choice(self.people)
        return {"run": self.run, "agent": who, "at": str(minute)}


def texts(row):
    for field in dataclasses.fields(row):
        value = getattr(row, field.name)
        for text in value.values() if isinstance(value, dict) else [value]:
            if field.name not in NOT_SHOWN and isinstance(text, str) and len(text) >= SHORTEST:
                yield in_letters(text).strip()


def before_names(text, names):
    """A text up to the names on which it ends: in a table a name may stand behind any text."""
    words = text.split()
    while words and words[-1] in names:
        words.pop()
    return " ".join(words)


def first_said(rows):
    """Each text once, unless it stands within an older one: that it is shown would say nothing."""
    whole = "\n".join(text for _, text in rows)
    begins = [0, *accumulate(len(text) + 1 for _, text in rows)]
    found = {}
    for minute, text in rows[1:]:
        first = rows[bisect.bisect_right(begins, whole.find(text)) - 1][0]
        found.setdefault(text, Said(minute, text) if first == minute else None)
    return [one for one in found.values() if one]


def everything(at):
    """All that the page sends to the browser: of elements, components, charts and tables alike, with every
    fold of it open.
    """
    for proto in elements(at):
        if isinstance(proto, Block.Expandable) and proto.id:
            at.session_state[proto.id.split("-", 2)[-1]] = True
    well(at.run())
    sent = []
    for proto in elements(at):
        sent.append(proto.SerializeToString())
        if getattr(proto, "component_name", "") and proto.bytes:
            sent.append(json.dumps(json.loads(proto.bytes), ensure_ascii=False).encode())
    return in_letters(b"\n".join(sent).decode(errors="replace"))


def in_letters(text):
    """The letters alone, however they were written to be shown as they are."""
    return re.sub(r"[\W_]+", " ", html.unescape(text))


def elements(at):
    left = [at._tree]
    while left:
        node = left.pop()
        left.extend(getattr(node, "children", {}).values())
        if getattr(node, "proto", None) is not None:
            yield node.proto


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    return Town(tmp_path_factory.mktemp("town") / "workspace")


def shown_later(monkeypatch, town, page, link, moments):
    """What is shown at moments before it was there; and how much is shown that was there."""
    at = studio(monkeypatch, town.folder, page, **town.link(moments[0]), **link)
    later, known = [], 0
    for minute in moments:
        for name, value in {**town.link(minute), **link}.items():
            at.query_params[name] = value
        sent = everything(well(at.run()))
        there = [one for one in town.said if one.text in sent]
        later += [(minute, one) for one in there if one.minute >= minute]
        known += len(there)
    return later, known


IN_NO_WORDS = {
    "calls",
    "chat",
    "chat?section=whisper",
    "chat?section=visit",
    "chat?section=be",
    "chat?section=everybody",
    "day?section=company",
    "glossary",
    "mind?section=card",
    "mind?section=probe",
    "mind?section=world",
    "news",
    "news?section=silences",
    "pins",
    "runs?section=many",
    "patterns",
    "patterns?sift=behind-their-back",
    "patterns?sift=never-met",
    "patterns?sift=told-it-otherwise",
}
"""Looks that show no whole sentence of the log: numbers, places and beginnings alone, or nothing until
somebody asks for it; and a pattern that may be found in no line of these days."""


# The tree of runs tells of each as a whole, whatever moment is looked at; notebooks have runs of their own.
OFTEN = ("stage", "day", "mind", "news")  # the others are nightly
OF_A_MOMENT = [
    pytest.param(
        page,
        link,
        id=called(page, link),
        marks=() if page in OFTEN and not link else pytest.mark.nightly,
    )
    for page, link in LOOKS
    if (page, link) not in (("runs", {}), ("notebook", {}))
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "link"), OF_A_MOMENT)
class TestNothingLaterIsShown:
    @pytest.mark.soak
    def test_at_some_moments(self, monkeypatch, town, page, link):
        later, known = shown_later(monkeypatch, town, page, link, town.moments(5))
        assert later == []
        assert known or called(page, link) in IN_NO_WORDS, "nothing of the log was shown at all"

    @pytest.mark.nightly
    def test_at_a_hundred(self, monkeypatch, town, page, link):
        assert shown_later(monkeypatch, town, page, link, town.moments(100))[0] == []


@pytest.mark.soak
def test_what_is_shown_of_later_days_would_be_found(monkeypatch, town):
    at = studio(monkeypatch, town.folder, "mind", run=town.run, at=town.clock, agent="isabel")
    sent = everything(at)
    assert [one for one in town.said if one.minute >= 1440 and one.text in sent]
