"""Tagging: people, places and times in a sentence, replaced by marks so that it reads alike in any town.

A mark is a character of private use. A frame finds "tell (somebody) that ..." whoever that is, and a deed
without its time and place is what is left of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.records import AgentId, Path

_PEOPLE, _PLACES, _TIMES = 0xE000, 0xE200, 0xE400
_MANY = 0x200
# `(?-i:`: where letters of either case are looked for, a pattern is otherwise made for each mark in turn.
PERSON, PLACE, TIME = "(?-i:[\ue000-\ue1ff])", "(?-i:[\ue200-\ue3ff])", "(?-i:[\ue400-\ue5ff])"
_MARK = re.compile("[\ue000-\ue5ff]")
_OURS = re.compile("[\ue000-\ue8ff]")  # marks, and what plain/unfolding.py puts in their place
BETWEEN = "(?-i:[\\s,，、\ue200-\ue5ff])"  # what may stand between two words: also a place and a time

MARKS = " .,;:!?，；。：！？"
_PAUSES = tuple("，,：:")


@dataclass(frozen=True, slots=True)
class Found:
    """The position at which a text names something, and its meaning: people, a place or a time."""

    start: int
    end: int
    meant: object


@dataclass(frozen=True, slots=True)
class People:
    """The agents named by some words of a sentence, or the name of a stranger."""

    agents: tuple[AgentId, ...] = ()
    stranger: str = ""


@dataclass(slots=True)
class Tagged:
    """A sentence with marks, and the meaning of each mark."""

    text: str
    _said: dict[str, str] = field(default_factory=dict)
    _meant: dict[str, object] = field(default_factory=dict)

    def put(self, found: Sequence[Found], block: int) -> None:
        """Replace what was found by marks of one block. Where two overlap, the longer one counts."""
        for one in sorted(_apart(found), key=lambda each: -each.start):
            mark = chr(block + len(self._said) % _MANY)
            self._said[mark] = self.text[one.start : one.end]
            self._meant[mark] = one.meant
            self.text = self.text[: one.start] + mark + self.text[one.end :]

    def meant(self, text: str, kind: str) -> list[object]:
        """Return the meanings of the marks of a kind in a part of the text."""
        return [self._meant[mark] for mark in re.findall(kind, text)]

    def plain(self, text: str) -> str:
        """Return a part of the text as it was written, without marks."""
        while _MARK.search(text):
            text = _MARK.sub(lambda mark: self._said[mark[0]], text)
        return " ".join(text.split())


def with_owners(
    sentence: Tagged, pronouns: re.Pattern[str], people: Callable[[str], Sequence[Found]]
) -> None:
    """Mark pronouns of people who were named only by their home: 搬进覃婶家，先跟她说好."""
    found = []
    for pronoun in pronouns.finditer(sentence.text):
        for mark in reversed(re.findall(PLACE, sentence.text[: pronoun.start()])):
            said = sentence.plain(mark)
            owners = [one.meant for one in people(said) if isinstance(one.meant, People) and one.meant.agents]
            if owners:
                found.append(Found(pronoun.start(), pronoun.end(), owners[0]))
                break
    sentence.put(found, _PEOPLE)


def tagged(
    text: str,
    *,
    times: Callable[[str], Sequence[Found]],
    places: Callable[[str], Sequence[Found]],
    people: Callable[[str], Sequence[Found]],
) -> Tagged:
    """Return a sentence with its times, then its places, then its people marked."""
    sentence = Tagged(_OURS.sub(" ", text))  # a text that brings marks of its own would name whoever it likes
    named = [one for one in people(sentence.text) if isinstance(one.meant, People) and one.meant.agents]
    moments = [one for one in times(sentence.text) if not any(_overlap(one, name) for name in named)]
    sentence.put(moments, _TIMES)  # but for what is a part of a name: May Dunn, 叫上周秀兰
    for find, block in ((places, _PLACES), (people, _PEOPLE)):
        sentence.put(find(sentence.text), block)
    return sentence


def _overlap(one: Found, other: Found) -> bool:
    return one.start < other.end and other.start < one.end


def _apart(found: Sequence[Found]) -> Iterator[Found]:
    taken: list[Found] = []
    for one in sorted(found, key=lambda each: (each.start - each.end, each.start)):
        if all(one.end <= other.start or other.end <= one.start for other in taken):
            taken.append(one)
            yield one


def trimmed(text: str, marked: Tagged) -> str:
    """Return words without the places and times among them."""
    return marked.plain(re.sub(rf"\s*,?\s*(?:{PLACE}|{TIME})", "", text)).strip(MARKS)


def agents_of(meant: Iterable[object]) -> tuple[AgentId, ...]:
    """Return the agents among the meanings of marks, each once."""
    named = (agent for one in meant if isinstance(one, People) for agent in one.agents)
    return tuple(dict.fromkeys(named))


def place_of(meant: Sequence[object]) -> Path:
    """Return the first place among the meanings of marks, or an empty path."""
    return next((path for path in meant if isinstance(path, str)), "")


def with_time_ahead(read: str, content: str) -> str:
    """Return the content of a message with a time before it that belongs to it.

    In 说一声，明天的车晚点 it does; in 明天告诉她 it does not.
    """
    if not content or not read.endswith(content):
        return content
    found = re.search(f"{TIME}+$", read[: -len(content)])
    if found is None or not (content[0] in "的之" or read[: found.start()].rstrip()[-1:] in _PAUSES):
        return content
    return found[0] + content
