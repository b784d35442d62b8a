"""Reads the prose of a card: sentences, traits, labelled values, and lines of speech."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.records import Pronouns
from engine.scenario.reading.stated.fields import one_line

MOST_PROSE = 40_000  # letters of one field that are looked at: ten times the longest in use
_MOST_TRAIT = 40
_MOST_WORDS = 4
_MOST_SAID = 200  # letters of a line in somebody's own words: no file of a person holds longer ones
_ENDS = re.compile(r"(?<=[.!?…])[\"”’']?\s+(?=[^\s\d])|(?<=[。！？])(?![”」』’])|[\n;；]+")
_W_PLUS = re.compile(r"([A-Z][\w ’'-]{1,30})\(\s*((?:\"[^\"()\n]{1,200}\"\s*\+?\s*){1,40})\)")
_LABEL = re.compile(r"^[\s\[\]*#•·-]*([^\W\d][\w ’'/-]{0,30})\**\s*[:：=]\**\s*(.+)$", re.DOTALL)
_PARTS = re.compile(r"\s*(?:[,;/|+\n，、；]|\band\b)\s*")
_BULLET = re.compile(r"^[\s\[\](){}*#•·_>-]+|[\s\[\]{}*_]+$")
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_YEARS = (
    rf"\d{{1,3}}|(?:{'|'.join(_TENS[2:])})(?:[ -](?:{'|'.join(_ONES[1:10])})\b)?|{'|'.join(_ONES[:0:-1])}"
)
_AGE = re.compile(
    rf"\b({_YEARS})[\s-]*(?:years?[\s-]old|years?[\s-]of[\s-]age|y/?o\b|year-old)"
    r"|(\d{1,3}|[一二三四五六七八九十百零两]{1,5})\s*岁"
    r"|\b(?:is|am|aged?|turned|(?:age|boy|girl|man|woman|lad|child|widow|widower)[\s-]of)\s+"
    rf"(?!one\s*(?:,|and\b|but\b|who\b))({_YEARS})(?=\s*(?:[,.;)]|and\b|but\b|who\b|$))"
    r"|(?<!\d)[,(]\s*(\d\d)(?=\s*[,.;)])",  # "a schoolboy, 16, who …"
    re.IGNORECASE | re.MULTILINE,
)
_FIRST_NUMBER = re.compile(r"\d{1,3}")
_DIGITS = "零一二三四五六七八九"
_NUMERAL = re.compile(r"([一二三四五六七八九]百)?零?([一二三四五六七八九]?十)?([一二三四五六七八九])?")
_SHE = re.compile(r"\b(?:she|her|hers|woman|girl|female)\b|[她女]", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|him|his|man|boy|male)\b|[他男]", re.IGNORECASE)
_ACTION = re.compile(r"\*[^*\n]{0,2000}\*|[（(][^()（）\n]{0,500}[)）]")
_QUOTED = re.compile(r"[\"“「]([^\"“”「」\n]{2,400})[\"”」]")
_START = re.compile(r"<START>", re.IGNORECASE)
_IS_TRAIT = ("personality", "traits", "trait", "mind", "性格", "特点")
_IS_AGE, _IS_GENDER = ("age", "年龄"), ("gender", "sex", "pronouns", "性别")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The content of a card's prose: sentences that stand by themselves, traits, and an age and pronouns if
    given.
    """

    sentences: tuple[str, ...]
    traits: tuple[str, ...]
    age: int | None
    pronouns: Pronouns | None


def told(description: str, personality: str, name: str) -> Told:
    """Read a card's description and personality."""
    sentences: list[str] = []
    traits: list[str] = []
    labels: dict[str, str] = {}
    pieces = [*_pieces(_W_PLUS.sub(_as_label, description)), *_pieces(_W_PLUS.sub(_as_label, personality))]
    for piece in pieces:
        found = _LABEL.match(piece)
        if found is None:
            sentences.append(about(piece, name))
            continue
        label, value = one_line(found[1]).casefold(), one_line(found[2])
        labels.setdefault(label.split()[-1] if label.isascii() else label, value)
        if label.endswith(_IS_TRAIT):
            traits += _short(value)
        elif not label.endswith((*_IS_AGE, *_IS_GENDER, "name")) and value != name:
            sentences.append(_labelled(name, one_line(found[1]), value))
    in_words = [] if any(mark in personality for mark in ":：") else list(_pieces(personality))
    gone = {about(piece, name) for piece in in_words if _short(piece)}
    traits += [trait for piece in in_words for trait in _short(piece)]
    return Told(
        sentences=tuple(dict.fromkeys(one for one in sentences if one and one not in gone)),
        traits=tuple(dict.fromkeys(traits)),
        age=_age(labels, f"{description}\n{personality}"),
        pronouns=_pronouns(labels, f"{description}\n{personality}"),
    )


def _pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a text, without bullets and the brackets of lists."""
    for piece in _ENDS.split(text):
        clean = one_line(_BULLET.sub("", piece))
        if any(letter.isalnum() for letter in clean):
            yield clean


def _as_label(found: re.Match[str]) -> str:
    """Rewrite `Mind("calm" + "shy")` as `Mind: calm, shy`, on a line of its own."""
    values = ", ".join(re.findall(r"\"([^\"]+)\"", found[2]))
    return f"\n{found[1]}: {values}\n"


def _short(text: str) -> list[str]:
    """Return the traits in a list of a few words each; empty if the text is a sentence."""
    parts = [part.strip(" .。!\"'“”*") for part in _PARTS.split(text)]
    kept = [part for part in parts if part]
    brief = all(len(part) <= _MOST_TRAIT and len(part.split()) <= _MOST_WORDS for part in kept)
    return kept if brief and kept else []


def about(sentence: str, name: str) -> str:
    """Replace a pronoun at the beginning of a sentence by the name."""
    return re.sub(r"^(?:She|He|她|他)(?=\s|[^\x00-\x7f])", lambda _: name, sentence)


def _labelled(name: str, label: str, value: str) -> str:
    if not label.isascii():
        return f"{name}的{label}：{value}"
    return f"{name}’s {label.lower() if label.istitle() else label}: {value}"


def _age(labels: dict[str, str], text: str) -> int | None:
    said = next((found[0] for key in _IS_AGE if (found := _FIRST_NUMBER.search(labels.get(key, "")))), None)
    if said is None and (found := _AGE.search(text)):
        said = next(filter(None, found.groups()))
    age = _number(said) if said is not None else None
    return age if age is not None and age <= 150 else None


def _number(said: str) -> int | None:
    """Return a number below a thousand, written in digits, English words or Chinese numerals, or None."""
    if said.isdecimal():
        return int(said)
    if said.isascii():
        word, _, rest = said.casefold().replace("-", " ").partition(" ")
        return _ONES.index(word) if word in _ONES else 10 * _TENS.index(word) + _ONES.index(rest or "zero")
    found = _NUMERAL.fullmatch(said)
    if found is None:
        return None
    hundreds, tens, ones = (_DIGITS.find(part[:1]) if part else 0 for part in found.groups())
    return 100 * hundreds + 10 * (1 if found[2] and found[2].startswith("十") else tens) + ones


def _pronouns(labels: dict[str, str], text: str) -> Pronouns | None:
    said = " ".join(labels.get(key, "") for key in _IS_GENDER).strip() or text
    she, he = len(_SHE.findall(said)), len(_HE.findall(said))
    return "she" if she > he else "he" if he > she else None


def lines_of(example: str, greeting: str) -> tuple[str, ...]:
    """Return the lines a character says in example dialogues (`{{char}}: …`) and in the quotations of a
    greeting; only lines short enough for a voice sample.
    """
    said: list[str] = []
    for block in _START.split(example):
        for line in block.split("\n"):
            speaker, mark, text = line.partition(":")
            if mark and speaker.strip().casefold() in ("{{char}}", "<bot>", "<char>"):
                said.append(_ACTION.sub(" ", text))
    quoted = [found[1] for found in _QUOTED.finditer(greeting)]
    said += quoted or [_ACTION.sub(" ", part) for part in greeting.split("\n")]
    return tuple(dict.fromkeys(one for line in said for one in _brief(line)))


def _brief(line: str) -> Iterator[str]:
    """Yield a line if it is short enough, else those of its sentences that are."""
    whole = one_line(line).strip('"“”「」 ')
    if len(whole) <= _MOST_SAID:
        yield from [whole] if any(letter.isalnum() for letter in whole) else []
        return
    yield from (part for part in _pieces(whole) if len(part) <= _MOST_SAID)
