"""Reads a Ren'Py script as strictly as its own lexer does, of which there is no package to read it with.

Known are the statements that are exported. Strings are taken apart as `renpy/lexer.py` and
`renpy/substitutions.py` do it: a backslash and what follows, doubled brackets and percent signs, and the
private names that are mangled in the source before anything else.
"""

from __future__ import annotations

import keyword
import re

STRING = re.compile(r'"((?:[^\\"]|\\.)*)"')
NAME = re.compile(r"[a-zA-Z_][0-9a-zA-Z_]*")
MUNGED = re.compile(r"(\.|\[+)__(\w+)")
STATEMENTS = {
    "define": re.compile(rf"define ({NAME.pattern}) = Character\({STRING.pattern}\)"),
    "label": re.compile(rf"label ({NAME.pattern}):"),
    "say": re.compile(rf" {{4}}({NAME.pattern}) {STRING.pattern} id ({NAME.pattern})"),
    "jump": re.compile(rf" {{4}}jump ({NAME.pattern})"),
    "return": re.compile(r" {4}return"),
    "comment": re.compile(r"(?: {4})?#.*"),
}
STATEMENT_WORDS = """label jump call menu return scene show hide with define default init image play stop at
    as on transform screen style"""
RESERVED = {*keyword.kwlist, *STATEMENT_WORDS.split()}


def read_renpy(script: str) -> list[tuple[str, str, str]]:
    """Return what is said, as (id, name, text); ValueError where Ren'Py would not."""
    if "\t" in script or "\r" in script or "\N{ZERO WIDTH NO-BREAK SPACE}" in script:
        raise ValueError("tabs, carriage returns and byte order marks are refused")
    names, labels, jumps, said, ended = {}, set(), set(), [], True
    for line in filter(None, script.removesuffix("\n").split("\n")):
        kind, found = statement(line)
        if kind == "define":
            names[new(found[1], names)] = shown(found[2])
        elif kind == "label":
            assert ended, f"the label before {found[1]} falls through into it"
            labels.add(new(found[1], labels))
            ended = False
        elif kind == "say":
            said.append((found[3].removeprefix("line_"), names[found[1]], shown(found[2])))
        elif kind in ("jump", "return"):
            ended = True
            jumps |= {found[1]} if kind == "jump" else set()
    assert ended
    assert jumps <= labels, "every jump leads to a label"
    assert len({line[0] for line in said}) == len(said), "every id is there once"
    return said


def statement(line):
    for kind, pattern in STATEMENTS.items():
        if found := pattern.fullmatch(line):
            return kind, found
    raise ValueError(f"no statement: {line!r}")


def new(name, known):
    if name in RESERVED or name in known or "__" in name[:2]:
        raise ValueError(f"the name {name!r} is taken")
    return name


def shown(literal):
    """What is shown of what stands between quotes."""
    for found in MUNGED.finditer(literal):
        if len(found[1]) % 2 and "__" not in found[2]:
            raise ValueError(f"a private name in {literal!r}")
    text = re.sub(r"[ \n]+", " ", literal)
    text = re.sub(r"\\(u([0-9a-fA-F]{1,4})|.)", _dequoted, text)
    for sign, ends in (("[", "]"), ("{", "}"), ("【", "】"), ("%", "")):
        if re.search(
            rf"(?<!{re.escape(sign)})(?:{re.escape(sign * 2)})*{re.escape(sign)}(?!{re.escape(sign)})", text
        ):
            raise ValueError(f"{sign}…{ends} would be read in {literal!r}")
        text = text.replace(sign * 2, sign)
    return text


def _dequoted(found):
    if found[1] in ("{", "[", "%"):
        return found[1] * 2
    if found[1] == "n":
        return "\n"
    return chr(int(found[2], 16)) if found[2] else found[1]
