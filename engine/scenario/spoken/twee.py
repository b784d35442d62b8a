"""Twee 3: the passages of a Twine story, without the markup of story formats."""

from __future__ import annotations

import re
from collections import Counter

from engine.errors import worded
from engine.scenario.foreign.notes import PASSAGES, count
from engine.scenario.spoken.script import Script, Voices, lines_in

_CODE = worded("code passages")
_HEADER = re.compile(r"^::[ \t]*((?:[^\[{\\\n]|\\.){0,300})(\[[^\]\n]{0,500}\])?[^\n]*$")
_LINK = re.compile(r"\[\[([^\[\]\n]{1,500})\]\]")
_MACRO = re.compile(r"<<[^<>\n]{0,500}>>|\([a-z-]{1,40}:[^()\n]{0,500}\)|\$\w+|<[^<>\n]{1,300}>")
_HOOK = re.compile(r"\|\w{1,80}>\[|^\[(?!\[)|\](?:<\w{1,80}\|)?$")
_COMMENT = re.compile(r"/%[^%]{0,500}%/|/\*[^*]{0,500}\*/|<!--[^<>]{0,500}-->")
_NO_STORY = frozenset({"StoryData", "StoryTitle", "StoryInit", "StoryCaption", "StoryMenu", "StoryAuthor"})


def read_twee(text: str) -> Script:
    """Read the lines of the speakers in a Twine story."""
    voices, left_out = Voices(), Counter[str]()
    takes, passages = False, 0
    for line in lines_in(text):
        header = _HEADER.match(line[:1_000]) if line.startswith("::") else None
        if header is not None:
            tags = (header[2] or "").strip("[]").split()
            takes = not {"script", "stylesheet"}.intersection(tags)
            left_out[_CODE] += not takes
            takes = takes and header[1].strip() not in _NO_STORY
            passages += takes
        elif takes and line.strip():
            voices.take(_plain(line, left_out))
    return Script(
        form=worded("Twee, {passages}", passages=count(passages, PASSAGES)),
        said=voices.named({}),
        narration=tuple(voices.narration),
        left_out=+left_out,
    )


def _plain(line: str, left_out: Counter[str]) -> str:
    """Return a line without markup, and count the markup that was left out."""
    text = _COMMENT.sub("", line[:2_000])
    text, links = _LINK.subn("", text.strip())
    text = _HOOK.sub("", text.strip())
    text, macros = _MACRO.subn("", text)
    left_out.update({worded("links"): links, worded("macros and markup"): macros})
    return text
