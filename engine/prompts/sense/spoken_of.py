"""Collect the contents of a prompt: what an answer may speak of, and what it must not merely repeat."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import dropwhile, pairwise
from typing import Any

from engine.language.sense import Sense, sense_of
from engine.language.unspaced import count_words, has_unspaced
from engine.practices.conduct import MARKS
from engine.prompts.fields import EVERYWHERE
from engine.prompts.forms import Form
from engine.prompts.known import KnownThing
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PROMPTS
from engine.prompts.render import COMMON, in_force, render
from engine.prompts.sense.matter import matter
from engine.prompts.sense.persons import Spoken, unquoted
from engine.prompts.shown import shown_fields
from engine.records import Event, Line, Memory, Name, Path

_QUOTED = re.compile('“[^”]*”|"[^"]*"|`[^`]*`|\\([^)]*\\)')
_GAP = re.compile(r"\$\{?([a-z_]+)\}?")
_SENTENCES = re.compile(r"(?<=[.!?:;])\s+|\n")
_FULL_STOPS = re.compile(r"(?<=[.!?])\s+|\n")
_NAMES_AND_TIMES = frozenset({"name", "town", "language", "now", "weekday", "date", "wake", "sleep"})
_CLAUSES = re.compile(r"[.!?…。！？,;:，；：]+")
_HEADING = re.compile(r"[:?]\s*$")
_PARTS = re.compile(r"[,;:(]")
_FULL_NAME = re.compile(r"[A-ZÀ-Þ](?:\w|['’](?!s\b)|-)+(?: [A-ZÀ-Þ](?:\w|['’](?!s\b)|-)+)+")
_TRUTH = frozenset({"true", "false"})
_ECHOED = 3  # words of what was added to the question, which are not said by chance
_COPIED = 5  # words in a row
_SENTENCE = 5  # words: fewer may deny anything
_SEVERAL = 2  # words for what a question to a machine is made of
_ASKED = 4  # words of a question
_ECHO, _ALIKE = 6, 0.7  # words, of which so many are in a sentence of the wording in the same order
_WORDINGS_KEPT = 64  # a town's are few


@dataclass(frozen=True)
class SpokenOf:
    """The contents of a prompt, as needed for checking its answer.

    `wanted` is what was added to it when it was asked again.
    """

    prompt: Prompt[Any]
    wanted: str = ""

    @cached_property
    def sense(self) -> Sense | None:
        """Return the rules by which a text is of the town's language; None if the language has none."""
        return sense_of(self.prompt.language)

    @cached_property
    def spoken(self) -> Spoken:
        """Return the checks of who speaks in an answer, and of whom."""
        return Spoken(self.prompt, self.sense)

    @cached_property
    def known(self) -> frozenset[str]:
        """Return the stems of all words in the prompt, and of all names in town."""
        sense = self.sense
        if sense is None:
            return frozenset()
        names = (f"{name.full} {name.called}" for name in self.prompt.names.values())
        listed = (path for paths in self.prompt.choices.values() for path in paths)
        text = " ".join([self.shown, *names, *listed, *map(str, _states(self.things.values()))])
        return frozenset(map(sense.stem, set(sense.words(text))))

    def declines(self, text: str) -> bool:
        """Check whether a text refuses to answer, as a machine does, in words that are not of the town."""
        sense = self.sense
        if sense is None:
            return False
        asked_for = sense.unable_to(text)
        if sense.declines(text) or not all(sense.stem(word) in self._contents for word in asked_for):
            return True
        return self._is_of_questions(sense, text) and not self.bears_on_the_town(text)

    def _is_of_questions(self, sense: Sense, text: str) -> bool:
        """Check for several words that only questions to a machine have, or a clause that denies one."""
        if count_words(text) >= _SENTENCE and len(sense.of_questions(text)) >= _SEVERAL:
            return True
        clauses = (clause for clause in _CLAUSES.split(text) if count_words(clause) >= _SENTENCE)
        return any(sense.denies(clause) and sense.of_questions(clause) for clause in clauses)

    def tells_of_nothing(self, text: str) -> bool:
        """Check whether a diary is one sentence that denies something, and of nothing in the town."""
        sense = self.sense
        least = 2 * _SENTENCE if has_unspaced(text) else _SENTENCE
        is_sentence = count_words(text) > least and len(re.findall(r"[.!?。！？…]+", text)) <= 1
        return is_sentence and sense is not None and sense.denies(text) and not self.bears_on_the_town(text)

    def strangers(self, text: str, *, acting: bool = False) -> bool:
        """Check whether a text has the full name of somebody who is neither in town nor in the prompt.

        With `acting`, only of somebody who does something: people may speak of saints and of far-off cities.
        """
        sense = self.sense
        if sense is None or not sense.has_vocabulary:
            return False
        rest = unquoted(text)
        articles = [[article] for article in sense.told.articles]  # it is a place that has one
        runs = (
            run[0].split()
            for run in _FULL_NAME.finditer(rest)
            if sense.words(rest[: run.start()])[-1:] not in articles
            if not acting or sense.acts(rest[run.end() :])
        )
        return any(self._is_strange(list(dropwhile(self._is_heard_of, run))) for run in runs)

    def _is_strange(self, run: Sequence[str]) -> bool:
        return len(run) > 1 and not self._is_heard_of(run[0]) and not self._is_heard_of(run[1])

    def _is_heard_of(self, word: str) -> bool:
        """Check whether a word is one of the language, or is among the names and contents of the prompt."""
        return self.sense is not None and self.sense.knows(word, self._contents)

    @cached_property
    def _contents(self) -> frozenset[str]:
        """Return the stems of names, and of the words in the prompt that are not those of its wording."""
        sense = self.sense
        if sense is None:
            return frozenset()
        names = (f"{name.full} {name.called}" for name in self.prompt.names.values())
        listed = (path for paths in self.prompt.choices.values() for path in paths)
        worded = {word for part in self._templates for word in sense.words(part)}
        own = set(sense.words(self.shown)) - worded
        return frozenset(map(sense.stem, own.union(sense.words(" ".join([*names, *listed])))))

    def bears_on_the_town(self, text: str) -> bool:
        """Check that a text names somebody, or has a word of what the prompt shows besides its wording."""
        named = any(name in text for name in self.all_names)
        return named or not self._matter.isdisjoint(matter(text, self.sense, self.all_names))

    @cached_property
    def _matter(self) -> frozenset[str]:
        """Return the matter of what the prompt shows, and of the places and objects that can be chosen."""
        listed = (path for paths in self.prompt.choices.values() for path in paths)
        shown = matter(" ".join([self.shown, *listed]), self.sense, self.all_names)
        return shown - matter(" ".join(self._templates), self.sense, ())

    @cached_property
    def all_names(self) -> tuple[str, ...]:
        """Return the names of everybody in town, in full and as they are called, the longest first."""
        names = (*self.prompt.names.values(), Name(full=self.prompt.persona.name, called=""))
        every = {form for name in names for form in (name.full, name.called)}
        return tuple(sorted(every - {""}, key=len, reverse=True))

    @cached_property
    def shown(self) -> str:
        """Return the text of the rendered prompt, both messages."""
        rendered = render(self.prompt)
        return f"{rendered.system}\n{rendered.user}"

    @cached_property
    def things(self) -> Mapping[Path, KnownThing]:
        """Return the objects of the rooms in the prompt, by path."""
        rooms = getattr(self.prompt, "rooms", ())
        return {thing.path: thing for room in rooms for thing in room.things}

    @cached_property
    def lines(self) -> frozenset[str]:
        """Return the lines said so far, in bare form."""
        said: Sequence[Line] = getattr(self.prompt, "lines", ())
        return frozenset(bare(line.text) for line in said)

    @cached_property
    def own_lines(self) -> frozenset[str]:
        """Return the lines that the speaker has said so far, in bare form."""
        said: Sequence[Line] = getattr(self.prompt, "lines", ())
        return frozenset(bare(line.text) for line in said if line.speaker == self.prompt.persona.id)

    def asks_what_was_asked(self, text: str) -> bool:
        """Check whether a line ends with the very question that somebody else has just put to the speaker."""
        said: Sequence[Line] = getattr(self.prompt, "lines", ())
        *_, last = [""] + [sentence for sentence in _FULL_STOPS.split(text) if sentence.strip()]
        asked = bare(last)
        is_whole = count_words(asked) >= _ASKED and last.rstrip().endswith(("?", "？"))
        return is_whole and any(
            line.speaker != self.prompt.persona.id and bare(line.text).endswith(asked) for line in said[-1:]
        )

    @cached_property
    def transcript(self) -> frozenset[str]:
        """Return the texts said, noticed or remembered, in bare form; an activity must not repeat them."""
        rows: Iterable[Memory | Event] = (
            *getattr(self.prompt, "recalled", ()),
            *getattr(self.prompt, "engagements", ()),
            *getattr(self.prompt, "memories", ()),
            *getattr(self.prompt, "events", ()),
        )
        return self.lines.union(bare(row.text) for row in rows)

    @cached_property
    def people(self) -> frozenset[str]:
        """Return the names of everyone in town, in bare form."""
        known = [part for name in self.prompt.names.values() for part in (name.full, name.called)]
        return frozenset(map(bare, [*known, self.prompt.persona.name])) - {""}

    def is_mere_name(self, text: str) -> bool:
        """Check whether a text is only the name of a person, a room or an object."""
        words = _words(text)
        articles = self.sense.told.articles if self.sense else frozenset()
        first = next((at for at, word in enumerate(words) if word not in articles), len(words))
        name = " ".join(words[first:])
        return name in self.people or (
            name in self._listed and (first > 0 or " " in name or has_unspaced(name))
        )

    @cached_property
    def _listed(self) -> frozenset[str]:
        """Return the names of all rooms and objects in the prompt, in bare form."""
        rooms = getattr(self.prompt, "rooms", ())
        chosen = (path for paths in self.prompt.choices.values() for path in paths)
        paths = [*chosen, *self.things, *(room.path for room in rooms)]
        return frozenset(bare(name) for path in paths for name in (path, *path.split("/")))

    def is_choice(self, text: str) -> bool:
        """Check whether a text is the path of a room or an object that an answer may name."""
        return any(text.strip() in paths for paths in self.prompt.choices.values())

    def labels(self, text: str) -> bool:
        """Check whether a text is a label of the prompt or the form, ignoring case."""
        plain = bare(text).rstrip(" 0123456789")
        return any(
            plain in those for those in (self.people, self._phrases, _meant(), _bare_names(), _marks())
        )

    def is_field(self, text: str) -> bool:
        """Check whether a text is the name of a field of a question or answer, ignoring case.

        Names that are everyday words too do not count.
        """
        plain = bare(text)
        return plain in _bare_field_names() or plain in self._unusual

    def sets_a_field(self, text: str) -> bool:
        """Check whether a text says that a field of the answer is true or false."""
        words = set(_words(text))
        return not words.isdisjoint(_TRUTH) and not words.isdisjoint(_switches(self.prompt.form))

    @cached_property
    def _unusual(self) -> frozenset[str]:
        """Return the names of questions' fields that are not everyday words, as `now` is one."""
        told = self.sense.told if self.sense else None
        return _placeholders() - (told.words | told.common) if told else _placeholders()

    def repeats_the_question(self, text: str) -> bool:
        """Check whether a text is one of the prompt's own phrases, or mostly taken from its instructions."""
        words = _words(text)
        name = text.strip(" .:_")
        if name in _field_names() | self._unusual or " ".join(words) in self._phrases:
            return True
        runs = self._runs
        if self.wanted and len(words) >= _ECHOED and f" {' '.join(words)} " in f" {bare(self.wanted)} ":
            return True
        taken = {
            at + ahead
            for at in range(len(words) - _COPIED + 1)
            if tuple(words[at : at + _COPIED]) in runs
            for ahead in range(_COPIED)
        }
        return (bool(taken) and len(taken) * 2 >= len(words)) or self._echoes(words)

    def _echoes(self, words: Sequence[str]) -> bool:
        """Check whether most words of a text stand in one sentence of the instructions, in the same order."""
        persons = self.sense.told.persons if self.sense else None
        own = [word for word in words if persons is None or word not in persons.first | persons.you]
        least = _ALIKE * len(own)
        said = frozenset(own)
        return len(own) >= _ECHO and any(
            len(said.intersection(sentences)) >= least * _ALIKE and _in_order(own, sentences) >= least
            for sentences in _instructions(self._templates, _meanings(self.prompt.form))
        )

    @cached_property
    def _templates(self) -> tuple[str, ...]:
        return _templates((COMMON, self.prompt.name), self.prompt.wordings)

    @cached_property
    def _phrases(self) -> frozenset[str]:
        """Return the headings and sentences of wordings with names filled in, and fields' descriptions."""
        every = _templates((COMMON, *(question.name for question in PROMPTS)), self.prompt.wordings)
        headings, sentences = _headings(every), _sentences(every)
        filled = [self._filled(line) for line in headings.with_gaps]
        filled += (said for each in sentences.with_gaps if _is_long(said := self._filled(each)))
        return (headings.bare | sentences.bare | _all_meanings() | frozenset(map(bare, filled))) - {""}

    def _filled(self, template: str) -> str:
        """Return a piece of a wording with its names and times filled in."""
        return _GAP.sub(
            lambda gap: EVERYWHERE[gap[1]].words(self.prompt, gap[1]) if gap[1] in _NAMES_AND_TIMES else "",
            template,
        )

    @property
    def _runs(self) -> frozenset[tuple[str, ...]]:
        """Return the runs of words in the instructions, without examples."""
        of_question = _runs(self._templates, _meanings(self.prompt.form))
        return of_question | _runs((self.wanted,), frozenset()) if self.wanted else of_question


def bare(text: str) -> str:
    """Return a text in lower case without punctuation."""
    return " ".join(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower().replace("_", " "))


def _states(things: Collection[KnownThing]) -> Iterator[str]:
    yield from (state for thing in things for state in (thing.state, *thing.states))


def _templates(names: Iterable[str], wordings: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(part.template for name in names for part in in_force(name, wordings).paragraphs)


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Phrases of wordings: those without gaps, in bare form, and those with gaps for names and times."""

    bare: frozenset[str]
    with_gaps: tuple[str, ...]


def _phrases(said: Iterable[str]) -> _Phrases:
    gaps: list[str] = []
    plain: list[str] = []
    for each in said:
        (gaps if _GAP.search(each) else plain).append(each)
    return _Phrases(frozenset(map(bare, plain)), tuple(gaps))


@lru_cache(maxsize=_WORDINGS_KEPT)
def _headings(templates: tuple[str, ...]) -> _Phrases:
    return _phrases(line for part in templates for line in part.split("\n") if _HEADING.search(line))


@lru_cache(maxsize=_WORDINGS_KEPT)
def _sentences(templates: tuple[str, ...]) -> _Phrases:
    """Return the sentences of wordings, without examples, that are long enough to be recognised."""
    every = (each for part in templates for each in _SENTENCES.split(_QUOTED.sub(" ", part)))
    return _phrases(each for each in every if _GAP.search(each) or _is_long(each))


@lru_cache(maxsize=_WORDINGS_KEPT)
def _runs(templates: tuple[str, ...], meanings: frozenset[str]) -> frozenset[tuple[str, ...]]:
    said = (_GAP.sub("\n", _QUOTED.sub(" ", part)) for part in templates)
    pieces = (_words(piece) for part in (*said, *meanings) for piece in part.split("\n"))
    return frozenset(
        tuple(words[at : at + _COPIED]) for words in pieces for at in range(len(words) - _COPIED + 1)
    )


@lru_cache(maxsize=_WORDINGS_KEPT)
def _instructions(templates: tuple[str, ...], meanings: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Return the words of each two sentences of wordings that follow each other, without examples."""
    said = (_GAP.sub("\n", _QUOTED.sub(" ", part)) for part in (*templates, *sorted(meanings)))
    sentences = [[_words(each) for each in _FULL_STOPS.split(part)] for part in said]
    return tuple((*one, *next_) for part in sentences for one, next_ in pairwise([*part, []]))


def _in_order(words: Sequence[str], others: Sequence[str]) -> int:
    """Count the most words that two texts have in the same order."""
    longest = [0] * (len(others) + 1)
    for word in words:
        above = longest[:]
        for at, other in enumerate(others, 1):
            longest[at] = above[at - 1] + 1 if word == other else max(above[at], longest[at - 1])
    return longest[-1]


def _is_long(text: str) -> bool:
    return len(_words(text)) >= _COPIED


@cache
def _all_meanings() -> frozenset[str]:
    """Return the descriptions of the fields of all answers, in bare form."""
    return frozenset(bare(words) for question in PROMPTS for words in _meanings(question.form))


@cache
def _marks() -> frozenset[str]:
    """Return the words before certain intentions in a prompt, in bare form."""
    return frozenset(map(bare, MARKS.values()))


@cache
def _switches(form: type[Form]) -> frozenset[str]:
    """Return the names of the fields of an answer that are true or false."""
    return frozenset(name for name, field in _fields(form) if field.get("type") == "boolean")


@cache
def _field_names() -> frozenset[str]:
    """Return the names of the fields of all answers, and of the values they choose among."""
    fields = [field for question in PROMPTS for field in _fields(question.form)]
    # What is a word that people use for what they do, too, is no sign of a text taken from a form.
    chosen = (v for _, each in fields if not each.get("are_words") for v in each.get("enum", ()))
    return frozenset([*(name for name, _ in fields), *chosen])


@cache
def _bare_field_names() -> frozenset[str]:
    return frozenset(map(bare, _field_names()))


@cache
def _placeholders() -> frozenset[str]:
    """Return the names of the fields that the wordings of all questions may use."""
    return frozenset([*(name for question in PROMPTS for name in shown_fields(question)), *EVERYWHERE])


@cache
def _bare_names() -> frozenset[str]:
    """Return the names of the fields of all questions and answers, in bare form."""
    return _bare_field_names().union(map(bare, _placeholders()))


@cache
def _meant() -> frozenset[str]:
    """Return the parts of the descriptions of all answers' fields, in bare form."""
    meanings = (words for question in PROMPTS for words in _meanings(question.form))
    return frozenset(bare(part) for words in meanings for part in _PARTS.split(words)) - {""}


@cache
def _meanings(form: type[Form]) -> frozenset[str]:
    """Return the descriptions of an answer, of its parts, and of their fields."""
    parts = _schemas(form)
    return frozenset(
        str(each.get("description", "")) for each in (*parts, *(field for _, field in _fields(form)))
    )


def _fields(form: type[Form]) -> list[tuple[str, dict[str, Any]]]:
    return [field for part in _schemas(form) for field in part.get("properties", {}).items()]


def _schemas(form: type[Form]) -> list[dict[str, Any]]:
    whole = form.model_json_schema()
    return [whole, *whole.get("$defs", {}).values()]
