"""Grammatical persons: whether a text speaks of its speaker as I, and of whoever hears it as you.

Names and pronouns in the records of the prompt tell it. The pronouns of a language are data (`persons` in
`packs/<tag>/sense.yaml`); without them only names count. What is quoted is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from engine.language.sense import Persons, Sense
from engine.language.unspaced import has_unspaced
from engine.prompts.fields import YOU
from engine.prompts.prompt import Prompt
from engine.records import AgentId, Line, Name

_QUOTED = re.compile(  # up to the end, where nothing closes it
    '“[^”]*(?:”|$)|"[^"]*"|«[^»]*(?:»|$)|„[^“”"]*[“”"]|「[^」]*(?:」|$)|『[^』]*』|《[^》]*》'
)
_SENTENCE_ENDS = re.compile(r"[.!?…。！？\n]+")
_CLAUSE_ENDS = re.compile(r"[.!?…。！？\n,;:，；：]+")
_SPLIT = re.compile(r"[^\W\d_]+")
_CALLS = re.compile(r"[!?！？]")
_POSSESSIVES = ("'s", "’s")
_SHORT = 2  # words besides a name: fewer only say it
_NOBODY = Persons()


@dataclass(frozen=True)
class Spoken:
    """Who speaks in an answer to a prompt, and who hears it."""

    prompt: Prompt[Any]
    sense: Sense | None

    # ------------------------------------------------------------ what is wrong with a text

    def of_oneself(self, text: str) -> str:
        """Return the fault that a line speaks of its speaker as of somebody else; else an empty text."""
        rest = self._rest(text)
        if self._is_introduced(text) or self._is_acted(rest):
            return "names the speaker before the line"
        if self._has(self._persons.first, rest):
            return ""
        full = _occurrence(rest, [self.prompt.persona.name])
        named = full is not None and len(_words(rest)) > len(_words(full[0])) + _SHORT - 1
        is_long = len(_words(rest)) > _SHORT
        if named or (is_long and self._tells_of_speaker(rest)):
            return "speaks of its speaker in the third person"
        return "tells a story instead of speaking" if self._is_narrated(text, rest) else ""

    def _tells_of_speaker(self, rest: str) -> bool:
        """Check whether a line says something of its speaker by name, and to nobody."""
        if any(self._opens_with(sentence, self._own) for sentence in _sentences(rest)):
            return True
        if self._has(self._persons.you, rest):
            return False
        occurrences = _occurrences(rest, self._own)
        return any(
            self._goes_on(rest[name.end() :]) and rest[name.end() :][:1] not in "'’" for name in occurrences
        )

    def of_hearer(self, text: str) -> str:
        """Return the fault that a line speaks of its only hearer as of somebody else; else an empty text."""
        present = [person.name for person in getattr(self.prompt, "people", ())]
        if present and hasattr(self.prompt, "lines") and self._opens_with(text, present):
            return "speaks of a listener in the third person"
        if not self._hearer:
            return ""
        for sentence in _sentences(self._rest(text)):
            if not self._has(self._persons.you, sentence) and self._mentions(sentence, self._hearer):
                return "speaks of the listener in the third person"
        return ""

    def of_nobody_else(self, text: str) -> str:
        """Return the fault that a line begins with a pronoun that can only mean who talks; else "".

        Nobody else was spoken of before: who says "she" then tells a story of the two who talk.
        """
        rest, persons = self._rest(text), self._persons
        words = _words(rest)
        present = [pronouns for pronouns in (self._pronouns, self._hearer_pronouns) if pronouns]
        meant = {*words[:1]} & persons.others_do & frozenset().union(*present)
        if not meant or len(words) <= _SHORT + 1 or _QUOTED.search(text):
            return ""
        if self._has(persons.first | persons.you, rest) or self._is_spoken_of(meant, rest):
            return ""
        both = len(present) > 1 and all(pronouns & set(words) for pronouns in present)
        is_alone = bool(persons.somebody) and not self._has_somebody
        return "tells a story of those who talk" if both or is_alone else ""

    def _is_spoken_of(self, meant: Collection[str], rest: str) -> bool:
        """Check for somebody else whom a pronoun can mean: named in the line or before, or spoken of so.

        What a pronoun means may follow it: "She's stubborn, that mare."
        """
        later = (_words(clause)[:1] for clause in _CLAUSE_ENDS.split(rest)[1:])
        if any(not self._nouns_follow.isdisjoint(opening) for opening in later):
            return True
        others = [
            name
            for name in self.prompt.names.values()
            if not self._pronouns_of(name.pronouns).isdisjoint(meant)
        ]
        absent = [form for form in self._longest_first(others) if form not in self._present]
        if _occurrence(f"{self._before} {rest}", absent) is not None:
            return True
        persons = self._persons
        same = [forms for forms in (persons.she, persons.he, persons.they) if not forms.isdisjoint(meant)]
        return self._has(frozenset().union(*same), self._before)

    @cached_property
    def _has_somebody(self) -> bool:
        """Check the talk so far for a noun that a pronoun can mean, by the words that stand before nouns."""
        called = [f"{name}{after}" for name in self._present for after in ("", *self._persons.after_name)]
        words = _words(_pattern(tuple(sorted(called, key=len, reverse=True))).sub(" ", self._before))
        return not self._nouns_follow.isdisjoint(words)

    @property
    def _nouns_follow(self) -> frozenset[str]:
        return (self.sense.told.articles if self.sense else frozenset()) | self._persons.somebody

    @cached_property
    def _before(self) -> str:
        """Return what was said before the line, or asked."""
        lines: Iterable[Line] = getattr(self.prompt, "lines", ())
        return "\n".join([*(line.text for line in lines), str(getattr(self.prompt, "question", ""))])

    @cached_property
    def _hearer_pronouns(self) -> frozenset[str]:
        """Return the pronouns by which others speak of the only person a line is said to."""
        present = [person.agent for person in getattr(self.prompt, "people", ())]
        return self._pronouns_of(self.prompt.names[present[0]].pronouns) if self._hearer else frozenset()

    @cached_property
    def _present(self) -> tuple[str, ...]:
        return (*self._own, *self._hearer)

    def in_diary(self, text: str) -> str:
        """Return the fault that a diary is not its writer's own; else an empty text."""
        rest = self._rest(text)
        if self._has(self._persons.first, rest):
            return ""
        opens = {words[0] for sentence in _sentences(rest) if (words := _words(sentence))}
        own = _occurrence(rest, self._own)
        subjects = self._pronouns & self._persons.others_do
        if own is not None or opens & subjects or self._has(self._persons.you, rest):
            return "is not in the first person"
        return ""

    def of_others(self, text: str) -> str:
        """Return the fault that what is told of people speaks as one of them; else an empty text."""
        rest = self._rest(text)
        persons = self._persons
        spoken = self._has(persons.first, rest) or self._has(persons.you, rest)
        return "is not told in the third person" if spoken else ""

    def of_reader(self, text: str) -> str:
        """Return the fault that a question is put to somebody else; else an empty text."""
        return "is a question to another person" if self._has(self._persons.you, self._rest(text)) else ""

    def of_deed(self, text: str) -> str:
        """Return the fault that an activity is said, or somebody else's; else an empty text."""
        rest = self._rest(text)
        if _CALLS.search(rest) or not _words(rest):
            return "is speech, not an activity"
        persons = self._persons
        subjects = persons.i | persons.you_do | persons.others_do
        for at, clause in enumerate(_CLAUSE_ENDS.split(rest)):
            words = _words(clause)
            if words and words[0] in (subjects if not at else persons.i):
                return "is a sentence about a person, not an activity"
        if persons.my and self._has(persons.i, rest):
            return "is a sentence about a person, not an activity"
        return "begins with the name of a person" if self._opens_with(rest, self._everybody) else ""

    def disowned(self, text: str) -> str:
        """Return a text with an article in place of whose something is: "Ann's cup was washed"."""
        owner = _occurrence(text, self._everybody)
        articles = sorted(self.sense.told.articles) if self.sense else []
        if owner is None or not articles or text[: owner.start()].strip():
            return text
        after = text[owner.end() :]
        owned = next((after[len(ending) :] for ending in _POSSESSIVES if after.startswith(ending)), None)
        return text if owned is None else articles[0] + owned

    def of_another(self, text: str) -> str:
        """Return the fault that a resolve names somebody else first; else an empty text."""
        first = _occurrence(self._rest(text), self._everybody)
        return "" if first is None or first[0] in self._own else "is the intention of another person"

    # ------------------------------------------------------------ by names

    @cached_property
    def label(self) -> re.Pattern[str]:
        """Return the pattern of the speaker's own name before a line; `more` is what is said of it there."""
        names = "|".join(map(re.escape, (*self._own, YOU)))
        more = r"(?:\s+|(?<=[\u3400-\u9fff]))[^:：.!?。！？,，\"“”\n]{1,60}?"
        return re.compile(rf"^[*_]*(?:{names})(?P<more>{more})?[*_]*\s*[:：][*_]*\s*(?=\S)", re.IGNORECASE)

    @cached_property
    def script(self) -> re.Pattern[str]:
        """Return the pattern of anybody's name before a line, at the beginning of a sentence."""
        names = "|".join(map(re.escape, (*self._everybody, YOU)))
        return re.compile(rf"(?:^|[.!?。！？\"”\n])\s*(?:{names})\s*[:：]", re.IGNORECASE)

    @cached_property
    def _own(self) -> tuple[str, ...]:
        full, *called = self.prompt.own_names
        return self._longest_first([Name(full=full, called="".join(called))])

    @cached_property
    def _everybody(self) -> tuple[str, ...]:
        return self._longest_first(
            [*self.prompt.names.values(), Name(full=self.prompt.persona.name, called="")]
        )

    @cached_property
    def _hearer(self) -> tuple[str, ...]:
        """Return the names of the only person a line is said to; empty if there are several, or none."""
        present: list[AgentId] = [person.agent for person in getattr(self.prompt, "people", ())]
        is_talk = hasattr(self.prompt, "lines") and len(present) == 1 and present[0] in self.prompt.names
        return self._longest_first([self.prompt.names[present[0]]]) if is_talk else ()

    def _longest_first(self, names: Iterable[Name]) -> tuple[str, ...]:
        """Return names in all their forms, without those that are everyday words too."""
        every = {form for name in names for form in (name.full, name.called, *name.full.split()[:1])}
        common = self.sense.told.common if self.sense else frozenset()
        return tuple(
            sorted((form for form in every if form and form.lower() not in common), key=len, reverse=True)
        )

    def _is_introduced(self, text: str) -> bool:
        """Check whether the speaker is named before a colon, as in `Ann might say: ...`."""
        head, colon, _ = text.replace("：", ":").partition(":")
        return (
            bool(colon)
            and _occurrence(head, self._own) is not None
            and not self._has(self._persons.first, head)
        )

    def _is_acted(self, rest: str) -> bool:
        """Check for the speaker's full name before what is said as I: "As Ann Miller, I ..."."""
        head, *more = _CLAUSE_ENDS.split(rest)
        full = _occurrence(head, [self.prompt.persona.name])
        if full is None or not head[: full.start()].strip() or head[full.end() :].strip():
            return False
        return not self._has(self._persons.first, head) and any(
            self._persons.i & set(_words(clause)[:1]) for clause in more[:1]
        )

    def _is_narrated(self, text: str, rest: str) -> bool:
        """Check whether words that are not the speaker's stand around words that are."""
        words = set(_words(rest))
        if _QUOTED.search(text) is None or not words or words & self._persons.you:
            return False
        told = _occurrence(rest, self._own) is not None or bool(words & self._pronouns)
        begins = _QUOTED.match(text.lstrip()) is not None
        subjects = self._pronouns & self._persons.others_do
        return told and (begins or bool({*_words(rest)[:1]} & subjects))

    def _opens_with(self, text: str, names: Collection[str]) -> bool:
        """Check whether a text begins with a name of which something is said."""
        first = _occurrence(text, names)
        if first is None or text[: first.start()].strip():
            return False
        return not text[first.end() :].startswith(_POSSESSIVES) and self._goes_on(text[first.end() :])

    def _mentions(self, sentence: str, names: Collection[str]) -> bool:
        """Check whether a sentence speaks of somebody, and does not merely call them."""
        return any(self._goes_on(sentence[name.end() :]) for name in _occurrences(sentence, names))

    def _goes_on(self, after: str) -> bool:
        """Check whether words follow a name at once, as they do where something is said of it."""
        if not has_unspaced(after[:1]):
            return re.match(r"\s+\w|['’]s\s+\w", after) is not None and not re.match(r"\s+\d", after)
        return not after.startswith(self._persons.after_name)

    def _rest(self, text: str) -> str:
        """Return a text without what is quoted, and without places that somebody's name occurs in."""
        for place in sorted(self.prompt.names.of_places, key=len, reverse=True):
            text = text.replace(place, " ")
        return unquoted(text)

    # ------------------------------------------------------------ by pronouns

    @property
    def _persons(self) -> Persons:
        return self.sense.told.persons if self.sense else _NOBODY

    @cached_property
    def _pronouns(self) -> frozenset[str]:
        """Return the pronouns by which others speak of the speaker."""
        return self._pronouns_of(self.prompt.persona.pronouns)

    def _pronouns_of(self, pronouns: str) -> frozenset[str]:
        persons = self._persons
        return {"she": persons.she, "he": persons.he, "they": persons.they}[pronouns]

    def _has(self, pronouns: frozenset[str], text: str) -> bool:
        return not pronouns.isdisjoint(_words(text))


def unquoted(text: str) -> str:
    """Return a text without what stands between quotation marks."""
    return _QUOTED.sub(" ", text)


def _words(text: str) -> list[str]:
    """Return the words of a text, what is elided apart; in a script without spaces, its signs."""
    words = _SPLIT.findall(text.lower())
    return [sign for word in words for sign in (word if has_unspaced(word) else (word,))]


def _sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in _SENTENCE_ENDS.split(text) if sentence.strip()]


def _occurrence(text: str, names: Collection[str]) -> re.Match[str] | None:
    return next(_occurrences(text, names), None)


def _occurrences(text: str, names: Collection[str]) -> Iterator[re.Match[str]]:
    return _pattern(tuple(names)).finditer(text) if names else iter(())


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of names as they are written, each a word of its own where words are spaced."""
    parts = (re.escape(name) if has_unspaced(name) else rf"(?<!\w){re.escape(name)}(?!\w)" for name in names)
    return re.compile("|".join(parts))
