"""The rows of the list: a memory, an intention in fields or a fact, with what is understood of all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.api.run import Sentence
from engine.api.scenarios import TOWN_FILE, persona_file, said_at, said_in, seed_of, understood_in
from engine.errors import BadInput
from engine.records import AgentId, Persona, Scenario
from studio import session

_FEW = 6  # words by which the line of a sentence is found: YAML may write the others otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodRow:
    """A memory of somebody, an intention that is stated, or a fact of those who take it so, in its file; what
    it asks, in words of the engine, and what to look at. `fields` state all of it exactly, where they can.
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
    """Return a row for everything that is written for a town's people, in the order in which it is."""

    def read() -> Sequence[UnderstoodRow]:
        files = session.workspace().scenarios.drafts.files(name)
        taken = tuple(understood_in(scenario))
        own = [row for persona in scenario.personas for row in _of_person(persona, taken, files)]
        return (*own, *_facts(sentence for sentence in taken if sentence.source.startswith("fact ")))

    return session.workspace().store.unchanged(("understood rows of drafts", name), read)


def of_memory(taken: Iterable[Sentence], memory: str) -> list[Sentence]:
    """Return what is understood of a memory: of all its sentences, where semicolons or stops part it."""
    told = " ".join(memory.split())
    return [sentence for sentence in taken if _bare(sentence.text) in told and not sentence.is_stated]


def line_of(text: str, sentence: str) -> int:
    """Return the line of a file, from 1, in which a sentence begins; 0 where it does not stand so there."""
    words = [re.escape(word) for word in sentence.split()[:_FEW]]
    found = re.search(r"\s+".join(words), text) if words else None
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _of_person(
    persona: Persona, taken: Sequence[Sentence], files: Mapping[str, str]
) -> Iterator[UnderstoodRow]:
    file = persona_file(persona.id)
    own = [sentence for sentence in taken if sentence.agent == persona.id and sentence.source == file]
    left = dict.fromkeys(sentence for sentence in own if not sentence.is_stated)
    for memory in _memories(files.get(file, ""), file):
        sentences = _next_of(left, memory)
        for sentence in sentences:
            del left[sentence]
        if sentences:
            yield _row(persona.id, file, memory, sentences)
    for sentence in left:  # of a fragment that the person includes: it is no memory of this file alone
        yield replace(_row(persona.id, file, sentence.text, [sentence]), fields=())
    for sentence in own:
        if sentence.is_stated:
            yield replace(_row(persona.id, file, sentence.text, [sentence]), is_stated=True)


def _next_of(left: Iterable[Sentence], memory: str) -> list[Sentence]:
    """Return the next sentences that are a memory's, one after the other."""
    told, found = " ".join(memory.split()), list[Sentence]()
    for sentence in left:
        if _bare(sentence.text) in told:
            found.append(sentence)
        elif found:
            break
    return found


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


def _facts(taken: Iterable[Sentence]) -> Iterator[UnderstoodRow]:
    """Yield facts, each once for all who take it alike."""
    alike: dict[UnderstoodRow, list[AgentId]] = {}
    for sentence in taken:
        row = replace(_row("", TOWN_FILE, sentence.text, [sentence]), agents=(), fields=())
        alike.setdefault(row, []).append(sentence.agent)
    for row, agents in alike.items():
        yield replace(row, agents=tuple(agents))


def _bare(sentence: str) -> str:
    return sentence.rstrip(".。;；")
