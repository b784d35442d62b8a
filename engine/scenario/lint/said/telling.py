"""Checks for memories and facts that contradict the fields: names, ages, homes, family."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import OSA

from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.language.unspaced import has_unspaced
from engine.scenario.document.mends import written
from engine.scenario.lint.said.told import People, Told, sentences
from engine.scenario.places import Gazetteer
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.schema import PersonaPart, TownPart

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_OWNED = re.compile(r"['’]s?$")
_AGE = re.compile(
    r"\b(?:is|am|turned)\s+(\d{1,3})(?:\s+years\s+old|\s*[,.;]|\s+and\b|$)|今年\s*(\d{1,3})\s*岁"
)
_AGAIN = re.compile(r"^\W*(?:and\s+)?(?:s?he|they)\s*$|^\W*(?:她|他)?\s*$", re.IGNORECASE)
_LIVES = re.compile(r"^\s+lives\s+(?:alone\s+)?(?:in|at)\s+|^(?:一直|现在|独自|一个人)?住在", re.IGNORECASE)
_SHORT, _LONG = 4, 7  # letters of words that may be misspelt in one, or in two
_SHORT_PLACE = 5
_VOWELS = "aeiouy"
_OLDEST = 150

_KIN: Mapping[str, str] = {
    **dict.fromkeys(("sister", "brother", "sibling", "twin"), "sibling"),
    **dict.fromkeys(("mother", "father", "parent", "mum", "dad"), "parent"),
    **dict.fromkeys(("daughter", "son", "child"), "child"),
    **dict.fromkeys(("wife", "husband", "spouse"), "spouse"),
    **dict.fromkeys(("aunt", "uncle"), "aunt or uncle"),
    **dict.fromkeys(("niece", "nephew"), "niece or nephew"),
    **dict.fromkeys(("grandmother", "grandfather", "grandparent"), "grandparent"),
    **dict.fromkeys(("granddaughter", "grandson", "grandchild"), "grandchild"),
    "cousin": "cousin",
    **dict.fromkeys(("姐姐", "妹妹", "哥哥", "弟弟"), "sibling"),
    **dict.fromkeys(("母亲", "妈妈", "父亲", "爸爸"), "parent"),
    **dict.fromkeys(("女儿", "儿子"), "child"),
    **dict.fromkeys(("妻子", "丈夫", "老婆", "老公"), "spouse"),
}
_OTHER_SIDE: Mapping[str, str] = {
    "parent": "child", "child": "parent", "grandparent": "grandchild", "grandchild": "grandparent",
    "aunt or uncle": "niece or nephew", "niece or nephew": "aunt or uncle",
}  # fmt: skip
_KIN_WORD = re.compile("|".join(rf"\b{word}\b" if word.isascii() else word for word in _KIN), re.IGNORECASE)
_WHICH = r"(?:(?:younger|older|elder|little|big|twin|only) )*"
_IS_KIN = re.compile(
    rf"^ is ([A-Z].{{1,80}}?)['’]s? {_WHICH}([a-z]+)\b(?!-)"
    rf"|^ is the {_WHICH}([a-z]+) of ([A-Z][^,.;]{{1,80}}?)(?=[,.;]|$)"
    r"|^是(\w{2,8})的(\w\w)(?!\w)"
)
_ONLY_LIKE = re.compile(
    r"\b(like|as if|almost|in-law|step|half|foster|god|late|former|ex)\b|step|-in-law|像|干|表|堂|继|前",
    re.IGNORECASE,
)


def lint_telling(town: Source[TownPart], people: People, index: Gazetteer) -> Iterator[Problem]:
    """Yield a warning for every sentence that contradicts the town's fields."""
    names = _Names(people, index)
    for told in sentences(town, people):
        yield from names.misspelt(told)
        yield from names.other_self(told)
        agent = names.told_of(told.text)
        part = people[agent].part if agent else None
        if part is None or told.path[0] == "facts":
            continue
        yield from _ages(told, part)
        yield from _homes(told, part, names, people[agent], index)
        yield from _family(told, agent, part, names)


@dataclass(frozen=True)
class _Name:
    """A name in folded words, and the number of letters from which one of its words counts as possibly
    misspelt.
    """

    words: tuple[str, ...]
    name: str
    least: int
    is_person: bool


def _is_name(said: list[str]) -> bool:
    return said[0][:1].isupper() and said[-1][:1].isupper()


def _nobody(told: Told, text: str, meant: _Name) -> Problem:
    fix, remedy = told.reworded(text, meant.name), worded("did you mean {own}?", own=shown(meant.name))
    if meant.is_person:
        return told.note("TW421", worded("nobody here is called {text}", text=shown(text)), remedy, fix)
    return told.note("TW422", worded("no place is called {text}", text=shown(text)), remedy, fix)


class _Names:
    """The names of a town's people and places, and the search for near misses of them."""

    def __init__(self, people: People, index: Gazetteer) -> None:
        self.people = {
            agent: source.part.name
            for agent, source in people.items()
            if source.part is not None and source.part.name != UNSAID
        }
        self.places = tuple(index.rooms_of)
        self.rooms = index

    @cached_property
    def _whole(self) -> Mapping[str, Sequence[tuple[int, _Name]]]:
        """Map each folded word to the multi-word names that contain it, with its position in them."""
        found: dict[str, list[tuple[int, _Name]]] = {}
        both = (
            *((name, _SHORT, True) for name in self.people.values()),
            *((name, _SHORT_PLACE, False) for name in self.places),
        )
        for name, least, is_person in both:
            words = tuple(_OWNED.sub("", _folded(word)) for word in _WORD.findall(name))
            if len(words) > 1 and not has_unspaced(name):
                for at, word in enumerate(words):
                    found.setdefault(word, []).append((at, _Name(words, name, least, is_person)))
        return found

    @cached_property
    def _words(self) -> frozenset[str]:
        """Return all words of all names; a word among them is not misspelt."""
        return frozenset(self._whole)

    def told_of(self, text: str) -> str:
        """Return the agent whose name a sentence begins with, or ""."""
        found = [agent for agent, name in self.people.items() if text.startswith(name)]
        return max(found, key=lambda agent: len(self.people[agent]), default="")

    def misspelt(self, told: Told) -> Iterator[Problem]:
        """Yield a warning for each name that differs from one of the town's by a letter or two."""
        words = list(_WORD.finditer(told.text))
        spoken = [_OWNED.sub("", word[0]) for word in words]
        folded = [_folded(word) for word in spoken]
        seen: set[str] = set()
        for here, word in enumerate(folded):
            for at, meant in self._whole.get(word, ()):
                start, end = here - at, here - at + len(meant.words)
                if (
                    start < 0
                    or not self._is_near(folded[start:end], meant)
                    or not _is_name(spoken[start:end])
                ):
                    continue
                text = told.text[words[start].start() : words[end - 1].start()] + spoken[end - 1]
                if text not in seen:
                    seen.add(text)
                    yield _nobody(told, text, meant)

    def _is_near(self, said: list[str], meant: _Name) -> bool:
        if len(said) != len(meant.words):
            return False
        unlike = [pair for pair in zip(said, meant.words, strict=True) if pair[0] != pair[1]]
        if len(unlike) != 1:
            return False
        ((one, other),) = unlike
        return one not in self._words and _is_misspelt(one, other, meant.least)

    def other_self(self, told: Told) -> Iterator[Problem]:
        """Yield a warning for a memory that begins with the agent's own name but for one letter, in a script
        without spaces.
        """
        own = self.people.get(told.owner, "")
        if len(own) <= 2 or not has_unspaced(own) or own in told.text or self.told_of(told.text):
            return
        said = told.text[: len(own)]
        if len(said) == len(own) and sum(a != b for a, b in zip(said, own, strict=True)) == 1:
            message = worded("nobody here is called {said}", said=shown(said))
            yield told.note(
                "TW421", message, worded("did you mean {own}?", own=shown(own)), told.reworded(said, own)
            )


def _folded(word: str) -> str:
    """Return a word in lower case and without accents."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _is_misspelt(said: str, meant: str, least: int) -> bool:
    """Return whether a word is another with a few slips; a plural or another ending counts as another
    word.
    """
    short, long = sorted((said, meant), key=len)
    if len(short) < least or long == f"{short}s" or _differ_at_the_end(said, meant):
        return False
    return OSA.distance(said, meant) <= (2 if len(short) >= _LONG else 1)


def _differ_at_the_end(one: str, other: str) -> bool:
    """Return whether two words differ only in a last vowel: Maria and Mario, Novak and Novaka."""
    short, long = sorted((one, other), key=len)
    return long[-1] in _VOWELS and (short == long[:-1] or (short[:-1] == long[:-1] and short[-1] in _VOWELS))


def _ages(told: Told, part: PersonaPart) -> Iterator[Problem]:
    """Yield a warning for two ages of one person in a sentence."""
    found = list(_AGE.finditer(told.text))
    for one, two in pairwise(found):
        first, second = (int(each[1] or each[2]) for each in (one, two))
        between = told.text[one.end() : two.start()]
        if first != second and (_AGAIN.match(between) or between.strip(" ,.;，；") == part.name):
            both = worded(
                "{name} is both {first} and {second} years old in one sentence",
                name=shown(part.name),
                first=first,
                second=second,
            )
            yield told.note("TW423", both, worded("keep only one"))


def _homes(
    told: Told, part: PersonaPart, names: _Names, source: Source[PersonaPart], index: Gazetteer
) -> Iterator[Problem]:
    """Yield a warning for each home in a memory that differs from the field."""
    rest = told.text[len(part.name) :]
    lives = _LIVES.match(rest)
    home = index.place_of.get(index.room(part.home) or "")
    if lives is None or home is None:
        return
    after = _bare(rest[lives.end() :])
    there = max((place for place in names.places if _begins(after, _bare(place))), key=len, default="")
    if there and there != home:
        both = worded(
            "{name} lives at {home} according to `home`, but at {there} in a memory",
            name=shown(part.name),
            home=shown(home),
            there=shown(there),
        )
        fix = written(source.file, ("home",), there, worded("change the home to {there}", there=shown(there)))
        yield told.note("TW424", both, worded("make them match"), fix)


def _bare(text: str) -> str:
    return text.casefold().removeprefix("the ")


def _begins(text: str, name: str) -> bool:
    after = text[len(name) : len(name) + 1]
    return text.startswith(name) and (not name[-1].isascii() or not after.isalnum())


def _family(told: Told, agent: str, part: PersonaPart, names: _Names) -> Iterator[Problem]:
    """Yield a warning for each family relation in a memory that differs from the relationships."""
    for other, kin in _kin_told(told.text, part.name, names.people.items()):
        bond = next((one for one in part.relationships if one.other == other), None)
        if other == agent or bond is None or _ONLY_LIKE.search(bond.kind):
            continue
        said = {_KIN[word.casefold()] for word in _KIN_WORD.findall(bond.kind)}
        wanted = _OTHER_SIDE.get(kin, kin)
        if said and wanted not in said and kin not in said:
            both = worded(
                "{people} is listed as {kind} in `relationships`, but a memory says otherwise",
                people=shown(names.people[other]),
                kind=shown(bond.kind),
            )
            yield told.note("TW425", both, worded("make them match"))


def _kin_told(text: str, own: str, people: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the relative and the relation that a sentence states: `is Bo Reed's sister`, 是邓木林的妹妹."""
    found = _IS_KIN.match(text[len(own) :])
    if found is None:
        return
    whose, kin = (found[1] or found[4] or found[5]), (found[2] or found[3] or found[6]).casefold()
    if kin in _KIN:
        yield from ((agent, _KIN[kin]) for agent, name in people if name == whose)
