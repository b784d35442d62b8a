"""Sense: whether a text is in a language and says something in it, as far as its words show.

What is particular to a language is data, `packs/<tag>/sense.yaml`; the words of the rehearsal model count as
known words too. For a language without such a file, every text is taken to make sense.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from engine.language.languages import about, base, languages, written_in
from engine.language.lexicon import stemmed
from engine.language.unspaced import has_unspaced

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every word is a word: `no` and `null` as well
_NEVER = r"(?!)"
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LOOP = re.compile(r"(?P<again>.{2,60}?)(?:[\s,;.]*(?P=again)){2,}", re.DOTALL)
_STRETCHED = re.compile(r"(\w)\1{6,}|([^\w\s.…-])\2{4,}")
_APOSTROPHE = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'"})

_OWN_LETTERS = 0.7  # of a text are of its language's script, at least
_KNOWN = 0.5  # of its words are known
_LIKELY, _FEW = (
    0.5,
    3,
)  # what an unknown word counts that is spelt like one; half of it where there are more words
_LETTERS = 0.45  # of its signs are letters
_LONG = 6  # words: so many are a sentence
_LONG_UNSPACED = 12  # signs
_LOOPED, _LOOPED_UNSPACED = 24, 12  # signs, which a `no, no, no` has not
_MANY = 12  # words, of which some should differ
_DIFFERENT = 0.4
_FOREIGN, _FOREIGN_SHARE = 3, 0.35  # different common words of another language, at least, and of all words
_FOUR, _MOST = 4, 0.5  # different words, of which so many are another language's and none its own
_PAIR = 2  # words that are all another language's, where the words of this one are not listed
_EXCLAIMED = 5  # words, of which most may be of another language
_ENDS = re.compile(r"[.!?…。！？]+")
_VOWEL = re.compile("[aeiouy]")
_PART = 4  # letters of a word that is one of two
_LONGEST_STATE = 8  # words


class States(BaseModel):
    """How a language words a state.

    Each word before the first of `then` is one of `words` or `beside`, or has one of the `endings`, and is
    none of `never`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: frozenset[str]
    endings: tuple[str, ...]
    never: frozenset[str] = frozenset()
    beside: frozenset[str]
    then: frozenset[str]


class Persons(BaseModel):
    """The pronouns of a language.

    `i`, `you_do` and `others_do` are those that do something, `my` and `your` the rest of the first and
    second person; `she`, `he` and `they` are all by which somebody is spoken of. `after_name` is what follows
    a name that is called, where words are not spaced. `somebody` are words of which one stands wherever a
    person is spoken of without a name: what nouns follow, and nouns that need nothing before them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    i: frozenset[str] = frozenset()
    my: frozenset[str] = frozenset()
    you_do: frozenset[str] = frozenset()
    your: frozenset[str] = frozenset()
    others_do: frozenset[str] = frozenset()
    she: frozenset[str] = frozenset()
    he: frozenset[str] = frozenset()
    they: frozenset[str] = frozenset()
    somebody: frozenset[str] = frozenset()
    after_name: tuple[str, ...] = ()

    @cached_property
    def first(self) -> frozenset[str]:
        """Return all pronouns of the first person."""
        return self.i | self.my

    @cached_property
    def you(self) -> frozenset[str]:
        """Return all pronouns of the second person."""
        return self.you_do | self.your


class Told(BaseModel):
    """The contents of a language's `sense.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    letters: str
    common: frozenset[str]
    words: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    states: States | None = None
    state_pattern: str = ""
    broken: tuple[str, ...] = ()
    of_the_prompt: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    unable: tuple[str, ...] = ()
    of_answers: tuple[str, ...] = ()
    denies: frozenset[str] = frozenset()
    of_questions: frozenset[str] = frozenset()
    acts: str = ""
    persons: Persons = Persons()
    empty: frozenset[str] = frozenset()
    no_activity: frozenset[str] = frozenset()
    no_doing: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    time: str = ""


@dataclass(frozen=True)
class Sense:
    """Checks of whether a text is in one language and makes sense."""

    language: str
    told: Told

    @property
    def name(self) -> str:
        """Return the name of the language, in English."""
        return about(self.language).name

    def words(self, text: str) -> list[str]:
        """Split a text into lower-case words, or in a script without spaces into characters."""
        plain = text.translate(_APOSTROPHE).lower()
        tokens = _TOKEN.findall(plain)
        if not any(map(has_unspaced, tokens)):
            return tokens
        return [sign for token in tokens for sign in (token if has_unspaced(token) else [token])]

    def stem(self, word: str) -> str:
        """Return the stem of a word, without a possessive 's."""
        stemmer, bare = about(self.language).stemmer, word.removesuffix("'s")
        return stemmed(stemmer, bare) if stemmer and not has_unspaced(bare) else bare

    @property
    def has_vocabulary(self) -> bool:
        """Check whether the words of the language are listed, and spaced."""
        return bool(self.told.words) and not any(map(has_unspaced, self.told.common))

    def knows(self, word: str, known: Collection[str]) -> bool:
        """Check whether a word is one of the language, or has one of the stems in `known`."""
        return all(self._is_known(part, known) for part in self.words(word))

    def nonsense(self, text: str, known: Collection[str], *, whole: bool) -> str:
        """Describe in words why a text makes no sense, or return an empty string if it may make sense.

        `known` are the stems of local words, such as names. With `whole`, a long text must be a sentence.
        """
        plain = text.strip()
        words = self.words(plain)
        if not words:
            return "has no words"
        return (
            self._script(plain, known)
            or _babble(plain, words)
            or self._vocabulary(plain, words, known)
            or (self._sentence(max(map(self.words, _ENDS.split(plain)), key=len)) if whole else "")
            or self._order(plain, words, known)
        )

    def speaks_of_the_prompt(self, text: str) -> bool:
        """Check whether a text speaks as a machine, or of the prompt instead of the town."""
        return _has(self.told.of_the_prompt, text)

    def acts(self, after: str) -> bool:
        """Check whether the words after a name say what somebody of that name does."""
        return _has((self.told.acts or _NEVER,), after)

    def declines(self, text: str) -> bool:
        """Check whether a text refuses to answer, as a machine does."""
        return _has(self.told.declines, text)

    def unable_to(self, text: str) -> list[str]:
        """Return the words for what only a machine is asked for, in sentences that say it cannot be done."""
        plain = text.translate(_APOSTROPHE).lower()
        sentences = (each for each in _ENDS.split(plain) if _has(self.told.unable, each))
        wanted = _compiled(self.told.of_answers)
        return [found[0] for each in sentences for pattern in wanted for found in pattern.finditer(each)]

    def denies(self, text: str) -> bool:
        """Check a text for a word that denies something."""
        return not self.told.denies.isdisjoint(self._parts(text))

    def of_questions(self, text: str) -> frozenset[str]:
        """Return the words of a text for what only a question to a machine is made of."""
        return self.told.of_questions & self._parts(text)

    def _parts(self, text: str) -> frozenset[str]:
        """Return the words of a text, what is elided apart too; of signs without spaces, also the pairs."""
        words = self.words(text)
        elided = {part for word in words for part in word.split("'")}
        return frozenset({*words, *elided, *map("".join, pairwise(words))})

    def is_empty(self, text: str) -> bool:
        """Check whether a text is only a placeholder: `none`, `text`, `n/a`."""
        return _bare(text) in self.told.empty

    def is_no_activity(self, text: str) -> bool:
        """Check whether a text cannot be an activity."""
        patterns = (self.told.time or _NEVER, *self.told.no_doing)
        return _bare(text) in self.told.no_activity or _has(patterns, text.strip())

    def is_untold(self, text: str) -> bool:
        """Check whether a text cannot be told about somebody: it addresses the reader, or is no sentence."""
        return _has(self.told.untold, text.strip())

    def is_state(self, text: str, known: Collection[str]) -> bool:
        """Check whether a text may be the state of an object: `half full`, `laid out for the guests`.

        Words whose stem is in `known` count as if they were listed.
        """
        if self.told.state_pattern:
            return _has((self.told.state_pattern,), text)
        states = self.told.states
        words = self.words(text)
        if states is None or not words:
            return bool(words)
        if words[0] in states.then and len(words) > 1:  # `in use`, `under the bed`
            return len(words) <= _LONGEST_STATE
        then = next((at for at, word in enumerate(words) if word in states.then), len(words))
        head = [self._is_state_word(word, states, known) for word in words[:then]]
        return len(words) <= _LONGEST_STATE and None not in head and any(head)

    def _is_state_word(self, word: str, states: States, known: Collection[str]) -> bool | None:
        """Return True for a word that says a state, False for one that may go with it, None for any other."""
        if word in states.never:
            return None
        ends = any(word.endswith(ending) and len(word) > len(ending) + 1 for ending in states.endings)
        if word in states.words or ends or self.stem(word) in known:
            return True
        return False if word in states.beside or word in states.then else None

    def _script(self, text: str, known: Collection[str]) -> str:
        """Return a complaint if a text is in another script, `known` names aside, else an empty string."""
        letters = [sign for word in self._strange(text, known) for sign in word if sign.isalpha()]
        own = sum(self._letter.match(sign) is not None for sign in letters)
        return f"is not in {self.name}" if letters and own < _OWN_LETTERS * len(letters) else ""

    def _strange(self, text: str, known: Collection[str]) -> list[str]:
        return [word for word in _TOKEN.findall(text) if self.stem(word.lower()) not in known]

    def _vocabulary(self, text: str, words: Sequence[str], known: Collection[str]) -> str:
        """Return a complaint if hardly any of the words is of this language, else an empty string."""
        if not self.told.words:
            return ""
        if len(words) <= _EXCLAIMED and self._is_exclaimed(words, text):
            return ""
        likely = _LIKELY if len(words) <= _FEW else _LIKELY / 2
        found = sum(
            1 if self._is_known(word, known) else likely if self._is_likely(word) else 0 for word in words
        )
        return f"is not in words of {self.name}" if found < _KNOWN * len(words) else ""

    def _is_known(self, word: str, known: Collection[str]) -> bool:
        if word in self.told.common or (stem := self.stem(word)) in self._stems or stem in known:
            return True
        parts = ((word[:at], word[at:]) for at in range(_PART, len(word) - _PART + 1))
        return any({self.stem(one), self.stem(other)} <= self._stems for one, other in parts)

    def _is_exclaimed(self, words: Sequence[str], text: str) -> bool:
        """Check whether a few words can be said, and one is of this language or the only one is called."""
        own = [word for word in words if self._is_known(word, ())]
        is_called = len(words) == 1 and text.endswith(("!", "！"))
        return (bool(own) or is_called) and all(
            word in own or _VOWEL.search(_decomposed(word)) for word in words
        )

    def _is_likely(self, word: str) -> bool:
        """Check whether an unknown word is spelt like the words of this language."""
        return not has_unspaced(word) and self._spellings.issuperset(_spelling(word))

    def _sentence(self, words: Sequence[str]) -> str:
        """Return a complaint if there are many words but none that sentences have, else an empty string."""
        least = _LONG_UNSPACED if any(map(has_unspaced, words)) else _LONG
        missing = len(words) >= least and not self.common(words)
        return f"is no sentence in {self.name}" if missing else ""

    def _order(self, text: str, words: Sequence[str], known: Collection[str]) -> str:
        """Return a complaint if a text is in another language or its words are in no order, else ""."""
        own = self.common(words)
        rest = {word for word in words if word not in self.told.common}
        strange = [] if self.told.words else [word for word in rest if self.stem(word) not in known]
        least = max(_FOREIGN, own + 1, _FOREIGN_SHARE * len(set(words)))
        others = [each for each in _senses() if each is not self and each.told.letters == self.told.letters]
        for other in others:
            is_common = other.common(rest) >= least
            is_listed = not own and (
                (len(rest) >= _FOUR and other.has_most_of(rest))
                or (len(strange) >= _PAIR and other.has_all_of(strange))
            )
            if is_common or is_listed:
                return f"is in {other.name}, not in {self.name}"
        return f"makes no sense in {self.name}" if _has(self.told.broken, text) else ""

    def has_most_of(self, words: Collection[str]) -> bool:
        """Check whether many of some words are listed as words of this language, and two are common ones."""
        listed = sum(self._is_known(word, ()) for word in words)
        return self.has_vocabulary and self.common(words) > 1 and listed >= _MOST * len(words)

    def has_all_of(self, words: Collection[str]) -> bool:
        """Check whether all of some words are listed as words of this language."""
        return self.has_vocabulary and all(self._is_known(word, ()) for word in words)

    def common(self, words: Collection[str]) -> int:
        """Count the words that are among those hardly any sentence is without."""
        return sum(word in self.told.common for word in words)

    @cached_property
    def _letter(self) -> re.Pattern[str]:
        return re.compile(f"[{self.told.letters}]")

    @cached_property
    def _words(self) -> frozenset[str]:
        """Return the known words of the language, including those of its rehearsal pack."""
        folder = _folder(self.language)
        files = sorted(folder.glob("rehearsal/*.yaml")) if folder else []
        texts = (file.read_text(encoding="utf-8") for file in files)
        said = (word for text in texts for word in self.words(text.replace("_", " ")))
        return self.told.words | self.told.common | frozenset(said)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(self.stem, self._words))

    @cached_property
    def _spellings(self) -> frozenset[str]:
        return frozenset(three for word in self._words for three in _spelling(word))


def sense_of(language: str) -> Sense | None:
    """Return the checks for the language in which a town is written, or None if that has none."""
    return next((each for each in _senses() if each.language == written_in(language)), None)


@cache
def _senses() -> tuple[Sense, ...]:
    files = {tag: folder / "sense.yaml" for tag, folder in languages().items()}
    return tuple(
        Sense(tag, Told(**yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)))
        for tag, file in files.items()
        if file.is_file()
    )


def _folder(language: str) -> Path | None:
    return languages().get(language) or languages().get(base(language))


def _babble(text: str, words: Sequence[str]) -> str:
    """Return a complaint if a text repeats itself or has more signs than words, else an empty string."""
    signs = "".join(text.split())
    if len(words) > 2 and not has_unspaced(text) and sum(len(word) == 1 for word in words) * 2 > len(words):
        return "is letters, not words"
    if sum(sign.isalnum() for sign in signs) < _LETTERS * len(signs):
        return "has more signs than words"
    least = _LOOPED_UNSPACED if has_unspaced(text) else _LOOPED
    if _STRETCHED.search(text) or any(len(loop[0]) >= least for loop in _LOOP.finditer(text)):
        return "says the same over and over"
    if len(words) >= _MANY and not has_unspaced(text) and len(set(words)) < _DIFFERENT * len(words):
        return "says the same over and over"
    return ""


def _decomposed(word: str) -> str:
    """Return a word with its accents apart from its letters."""
    return unicodedata.normalize("NFD", word)


def _spelling(word: str) -> list[str]:
    """Return all sequences of three letters in a word, with a space for each end of the word."""
    whole = f" {word} "
    return [whole[at : at + 3] for at in range(len(whole) - 2)]


def _bare(text: str) -> str:
    """Return a text in lower case, without the punctuation around it."""
    return text.strip(" \t\n.!?…。！？\"'“”‘’()[]{}<>*_-:;,，：；$#/\\|`").lower().replace("_", " ")


def _has(patterns: tuple[str, ...], text: str) -> bool:
    plain = text.translate(_APOSTROPHE).lower()
    return any(pattern.search(plain) for pattern in _compiled(patterns))


@lru_cache(maxsize=64)
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
