"""The rows of the list: memories, stated intentions and facts, with the way each is understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.api.run import Sentence
from engine.api.scenarios import TOWN_FILE, persona_file, said_at, said_in, seed_of, understood_in
from engine.errors import BadInput
from engine.records import AgentId, Persona, Scenario
from studio import session

_FEW = 6  # first words by which a sentence is found in a file; YAML may break the later ones differently


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodRow:
    """A memory, a stated intention or a fact, with its file and the way it is understood.

    `words` are the intentions in the engine's words, and `doubts` what to check. `fields` state all of it
    exactly; empty if they cannot.
    """

    agents: tuple[AgentId, ...]
    file: str
    text: str
    words: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    is_stated: bool = False

    @property
    def is_fact(self) -> bool:
        """Return whether it is a fact of the town."""
        return self.file == TOWN_FILE and not self.is_stated


def understood_rows(name: str, scenario: Scenario) -> Sequence[UnderstoodRow]:
    """Return the rows of a town in the order of its files; cached until the workspace changes."""

    def read() -> Sequence[UnderstoodRow]:
        files = session.workspace().scenarios.drafts.files(name)
        sentences = tuple(understood_in(scenario))
        rows = [row for persona in scenario.personas for row in _of_person(persona, sentences, files)]
        return (*rows, *_facts(sentence for sentence in sentences if sentence.source.startswith("fact ")))

    return session.workspace().store.unchanged(("understood rows of drafts", name), read)


def of_memory(sentences: Iterable[Sentence], memory: str) -> list[Sentence]:
    """Return the sentences that belong to a memory, which may hold several."""
    text = " ".join(memory.split())
    return [
        sentence for sentence in sentences if _without_stop(sentence.text) in text and not sentence.is_stated
    ]


def line_of(text: str, sentence: str) -> int:
    """Return the line of a file, counted from 1, on which a sentence begins; 0 if it is not found."""
    words = [re.escape(word) for word in sentence.split()[:_FEW]]
    match = re.search(r"\s+".join(words), text) if words else None
    return text.count("\n", 0, match.start()) + 1 if match else 0


def _of_person(
    persona: Persona, all_sentences: Sequence[Sentence], files: Mapping[str, str]
) -> Iterator[UnderstoodRow]:
    file = persona_file(persona.id)
    own = [sentence for sentence in all_sentences if sentence.agent == persona.id and sentence.source == file]
    left = dict.fromkeys(sentence for sentence in own if not sentence.is_stated)
    for memory in _memories(files.get(file, ""), file):
        sentences = _next_of(left, memory)
        for sentence in sentences:
            del left[sentence]
        if sentences:
            yield _row(persona.id, file, memory, sentences)
    for sentence in left:  # from an included fragment, so not a memory of this file
        yield replace(_row(persona.id, file, sentence.text, [sentence]), fields=())
    for sentence in own:
        if sentence.is_stated:
            yield replace(_row(persona.id, file, sentence.text, [sentence]), is_stated=True)


def _next_of(left: Iterable[Sentence], memory: str) -> list[Sentence]:
    """Return the first run of consecutive sentences that belong to a memory."""
    text, sentences = " ".join(memory.split()), list[Sentence]()
    for sentence in left:
        if _without_stop(sentence.text) in text:
            sentences.append(sentence)
        elif sentences:
            break
    return sentences


def _memories(text: str, file: str) -> Sequence[str]:
    try:
        return seed_of(said_at(said_in(text, file), ("seed",)))
    except BadInput:
        return ()


def _row(agent: AgentId, file: str, text: str, sentences: Sequence[Sentence]) -> UnderstoodRow:
    fields = tuple(stated for sentence in sentences for stated in sentence.fields)
    return UnderstoodRow(
        agents=(agent,),
        file=file,
        text=text,
        words=tuple(words for sentence in sentences if sentence.asks for words in sentence.words),
        doubts=tuple(dict.fromkeys(doubt for sentence in sentences for doubt in sentence.doubts)),
        fields=fields if all(fields) else (),
    )


def _facts(sentences: Iterable[Sentence]) -> Iterator[UnderstoodRow]:
    """Yield a row for each fact, with all agents for whom it is understood alike."""
    agents_by_row: dict[UnderstoodRow, list[AgentId]] = {}
    for sentence in sentences:
        row = replace(_row("", TOWN_FILE, sentence.text, [sentence]), agents=(), fields=())
        agents_by_row.setdefault(row, []).append(sentence.agent)
    for row, agents in agents_by_row.items():
        yield replace(row, agents=tuple(agents))


def _without_stop(sentence: str) -> str:
    return sentence.rstrip(".。;；")
