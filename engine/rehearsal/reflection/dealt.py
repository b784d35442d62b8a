"""Dealt: what two dealings with a person say together, and what was said to somebody at last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from engine.records import AgentId
from engine.rehearsal.reflection.asking import is_of_the_same, why_said
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Dealing, Numbered, Telling, words_of_names
from engine.rehearsal.reflection.thought import UNSAID, Thought, read_insight
from engine.rehearsal.understand import alike, content_words

_FAVOURS = ("thing", "deed", "peace")  # a vote is none, nor is a good word
_OF_TWO = {
    ((False, 1), (False, 1)): "deep_good", ((False, -1), (False, -1)): "deep_bad",
    ((False, 1), (True, 1)): "deep_turns", ((False, -1), (True, -1)): "deep_neither",
}  # fmt: skip
"""The frames for two answers, by whether the agent gave it and whether it was yes (1) or no (-1)."""


def about_two_turns(it: Lived) -> Iterator[Thought]:
    """Yield what two answers between the agent and a person say together, the latest first."""
    favours = [each for each in it.dealings if each.answer and each.sort in _FAVOURS]
    pairs = sorted(combinations(favours, 2), key=lambda pair: [-each.row[1].minute for each in pair[::-1]])
    for one, two in pairs:
        other, known = _other(one, it), sorted((_is_mine(each, it), each.answer) for each in (one, two))
        frame = _OF_TWO.get((known[0], known[1]))
        if frame and other == _other(two, it) and not is_of_the_same(one.what, two.what, it):
            yield it.think(
                frame, [one.row, two.row], 7, it.full(other), other=it.full(other), one=why_said(one, it),
                two=why_said(two, it),
            )  # fmt: skip


def _is_mine(dealing: Dealing, it: Lived) -> bool:
    """Return whether the agent gave the answer."""
    return dealing.asked == it.me.persona.id


def _other(dealing: Dealing, it: Lived) -> AgentId:
    return dealing.asker if _is_mine(dealing, it) else dealing.asked


def about_what_was_said_at_last(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has said to somebody what it had concluded that it had not said."""
    for row in it.of_kind("reflection"):
        _, unsaid = read_insight(row[1].text, it.me.pack, UNSAID) or ("", {})
        for said in _said_since(row, unsaid, it) if unsaid else ():
            yield it.think(
                "deep_said_at_last", [row, said.row], 7, unsaid["other"], other=unsaid["other"],
                what=unsaid["what"], place=it.me.place(said.row[1].place),
            )  # fmt: skip


def _said_since(row: Numbered, unsaid: Mapping[str, str], it: Lived) -> list[Telling]:
    """Return the first telling by which the agent has said to somebody what it had not said, if any."""
    names = words_of_names(it.me.everybody, it.me.pack)
    words = content_words(unsaid["what"], it.me.pack) - names
    mine = [
        each for each in it.tellings
        if each.teller == it.me.persona.id and it.full(each.hearer) == unsaid["other"]
        and each.row[1].minute > row[1].minute
    ]  # fmt: skip
    said = [each for each in mine if alike(words, each.says.words) and alike(each.says.words - names, words)]
    return said[:1]
