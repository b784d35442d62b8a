"""Yarn Spinner: the nodes of a script, without commands, option arrows and tags."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from engine.errors import worded
from engine.scenario.foreign.notes import NODES, count
from engine.scenario.spoken.script import Script, Voices, lines_in, name_of

_COMMAND = re.compile(r"<<[^<>\n]{0,500}>>")
_TAG = re.compile(r"(?<!\\)#[^\s#]{1,200}")
_ESCAPED = re.compile(r"\\(.)")
_VALUE = re.compile(r"(?<!\\)\{[^{}\n]{0,200}\}")
_MARKUP = re.compile(r"(?<!\\)\[/?[^\[\]\n]{0,200}\]")
_ARROW = re.compile(r"^\s*(?:->|=>)\s*")
_CAST = re.compile(r"^//\s*(\w{1,60}):\s*(\S.{0,79})$")
_LEFT_OUT = {
    _COMMAND: worded("commands"),
    _TAG: worded("tags"),
    _VALUE: worded("inline values"),
    _MARKUP: worded("markup"),
}
_HEAD: Final = "---"
_END: Final = "==="


def read_yarn(text: str) -> Script:
    """Read the lines of the speakers in a Yarn script. If a comment gives a speaker's full name (`// mara:
    Mara Ellison`), it is used.
    """
    voices, left_out = Voices(), Counter[str]()
    names: dict[str, str] = {}
    inside, nodes = False, 0
    for line in lines_in(text):
        said = line.strip()[:2_000]
        if said == _HEAD and not inside:
            inside, nodes = True, nodes + 1
        elif said == _END:
            inside = False
        elif inside and (known := _CAST.match(said)):
            names[known[1]] = name_of(known[2]) or known[1]
        elif inside and said and not said.startswith("//"):
            voices.take(_plain(said, left_out))
    return Script(
        form=worded("Yarn, {nodes}", nodes=count(nodes, NODES)),
        said=voices.named(names),
        narration=tuple(voices.narration),
        left_out=+left_out,
    )


def _plain(line: str, left_out: Counter[str]) -> str:
    """Return a line without markup, and count the markup that was left out."""
    for form, words in _LEFT_OUT.items():
        line, found = form.subn("", line)
        left_out[words] += found
    # An escaped colon is none that ends a name: it stays escaped until the name is known.
    return _ESCAPED.sub(lambda found: found[0] if found[1] == ":" else found[1], _ARROW.sub("", line)).strip()
