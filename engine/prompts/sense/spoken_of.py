"""Collect the contents of a prompt: what an answer may speak of, and what it must not merely repeat."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile
from typing import Any

from engine.language.sense import Sense, sense_of
from engine.language.unspaced import count_words, has_unspaced
from engine.prompts.fields import EVERYWHERE
from engine.prompts.known import KnownThing
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PROMPTS
from engine.prompts.render import COMMON, render
from engine.prompts.sense.instructions import (
    COPIED,
    FULL_STOPS,
    GAP,
    all_meanings,
    bare_field_names,
    bare_names,
    field_names,
    headings_of,
    in_order,
    is_long,
    marks,
    meanings_of,
    meant,
    placeholders,
    runs_of,
    sentence_pairs_of,
    sentences_of,
    switches_of,
    templates_of,
)
from engine.prompts.sense.matter import bare, matter, words_of
from engine.prompts.sense.persons import Spoken, unquoted
from engine.records import Event, Line, Memory, Name, Path

_NAMES_AND_TIMES = frozenset({"name", "town", "language", "now", "weekday", "date", "wake", "sleep"})
_CLAUSES = re.compile(r"[.!?…。！？,;:，；：]+")
_FULL_NAME = re.compile(r"[A-ZÀ-Þ](?:\w|['’](?!s\b)|-)+(?: [A-ZÀ-Þ](?:\w|['’](?!s\b)|-)+)+")
_TRUTH = frozenset({"true", "false"})
_ECHOED = 3  # words of what was added to the question, which are not said by chance
_SENTENCE = 5  # words: fewer may deny anything
_SEVERAL = 2  # words for what a question to a machine is made of
_ASKED = 4  # words of a question
_ECHO, _ALIKE = 6, 0.7  # words, of which so many are in a sentence of the wording in the same order


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

    def denies_all(self, text: str) -> bool:
        """Check whether a text denies something, or speaks of the question, and of nothing in the town."""
        sense = self.sense
        if sense is None or self.bears_on_the_town(text):
            return False
        return sense.denies(text) or bool(sense.of_questions(text))

    def tells_of_nothing(self, text: str) -> bool:
        """Check whether a diary is one sentence that denies something, and of nothing in the town."""
        least = 2 * _SENTENCE if has_unspaced(text) else _SENTENCE
        is_sentence = count_words(text) > least and len(re.findall(r"[.!?。！？…]+", text)) <= 1
        return is_sentence and self.denies_all(text)

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
        lines: Sequence[Line] = getattr(self.prompt, "lines", ())
        return frozenset(bare(line.text) for line in lines)

    @cached_property
    def own_lines(self) -> frozenset[str]:
        """Return the lines that the speaker has said so far, in bare form."""
        lines: Sequence[Line] = getattr(self.prompt, "lines", ())
        return frozenset(bare(line.text) for line in lines if line.speaker == self.prompt.persona.id)

    def asks_what_was_asked(self, text: str) -> bool:
        """Check whether a line ends with the very question that somebody else has just put to the speaker."""
        lines: Sequence[Line] = getattr(self.prompt, "lines", ())
        *_, last = [""] + [sentence for sentence in FULL_STOPS.split(text) if sentence.strip()]
        asked = bare(last)
        is_whole = count_words(asked) >= _ASKED and last.rstrip().endswith(("?", "？"))
        return is_whole and any(
            line.speaker != self.prompt.persona.id and bare(line.text).endswith(asked) for line in lines[-1:]
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
        words = words_of(text)
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
        return any(plain in those for those in (self.people, self._phrases, meant(), bare_names(), marks()))

    def is_field(self, text: str) -> bool:
        """Check whether a text is the name of a field of a question or answer, ignoring case.

        Names that are everyday words too do not count.
        """
        plain = bare(text)
        return plain in bare_field_names() or plain in self._unusual

    def sets_a_field(self, text: str) -> bool:
        """Check whether a text says that a field of the answer is true or false."""
        words = set(words_of(text))
        return not words.isdisjoint(_TRUTH) and not words.isdisjoint(switches_of(self.prompt.form))

    @cached_property
    def _unusual(self) -> frozenset[str]:
        """Return the names of questions' fields that are not everyday words, as `now` is one."""
        told = self.sense.told if self.sense else None
        return placeholders() - (told.words | told.common) if told else placeholders()

    def repeats_the_question(self, text: str) -> bool:
        """Check whether a text is one of the prompt's own phrases, or mostly taken from its instructions."""
        words = words_of(text)
        name = text.strip(" .:_")
        if name in field_names() | self._unusual or " ".join(words) in self._phrases:
            return True
        runs = self._runs
        if self.wanted and len(words) >= _ECHOED and f" {' '.join(words)} " in f" {bare(self.wanted)} ":
            return True
        taken = {
            at + ahead
            for at in range(len(words) - COPIED + 1)
            if tuple(words[at : at + COPIED]) in runs
            for ahead in range(COPIED)
        }
        return (bool(taken) and len(taken) * 2 >= len(words)) or self._echoes(words)

    def _echoes(self, words: Sequence[str]) -> bool:
        """Check whether most words of a text stand in one sentence of the instructions, in the same order."""
        persons = self.sense.told.persons if self.sense else None
        own = [word for word in words if persons is None or word not in persons.first | persons.you]
        least = _ALIKE * len(own)
        own_words = frozenset(own)
        return len(own) >= _ECHO and any(
            len(own_words.intersection(sentences)) >= least * _ALIKE and in_order(own, sentences) >= least
            for sentences in sentence_pairs_of(self._templates, meanings_of(self.prompt.form))
        )

    @cached_property
    def _templates(self) -> tuple[str, ...]:
        return templates_of((COMMON, self.prompt.name), self.prompt.wordings)

    @cached_property
    def _phrases(self) -> frozenset[str]:
        """Return the headings and sentences of wordings with names filled in, and fields' descriptions."""
        every = templates_of((COMMON, *(question.name for question in PROMPTS)), self.prompt.wordings)
        headings, sentences = headings_of(every), sentences_of(every)
        filled = [self._filled(line) for line in headings.with_gaps]
        filled += filter(is_long, map(self._filled, sentences.with_gaps))
        return (headings.bare | sentences.bare | all_meanings() | frozenset(map(bare, filled))) - {""}

    def _filled(self, template: str) -> str:
        """Return a piece of a wording with its names and times filled in."""
        return GAP.sub(
            lambda gap: EVERYWHERE[gap[1]].words(self.prompt, gap[1]) if gap[1] in _NAMES_AND_TIMES else "",
            template,
        )

    @property
    def _runs(self) -> frozenset[tuple[str, ...]]:
        """Return the runs of words in the instructions, without examples."""
        of_question = runs_of(self._templates, meanings_of(self.prompt.form))
        return of_question | runs_of((self.wanted,), frozenset()) if self.wanted else of_question


def _states(things: Collection[KnownThing]) -> Iterator[str]:
    yield from (state for thing in things for state in (thing.state, *thing.states))
