"""Rows: reads single memories as talks, dealings (asked, answered) and things told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.language.phrases import phrases
from engine.prompts.questions import Conclude
from engine.records import AgentId, Memory, Name, Path
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.speaker import Speaker
from engine.rehearsal.understand import Proposition, content_words, mentioned, understand

Numbered = tuple[int, Memory]
LEAST_WORDS = 4
SAME = 0.75  # of the words of something on one's mind: so many are in a line that tells it
ANSWERS = {
    "kept_granted": ("thing", 1), "kept_refused": ("thing", -1),
    "kept_deed_granted": ("deed", 1), "kept_deed_refused": ("deed", -1),
    "kept_backing": ("aim", 1), "kept_backing_no": ("aim", -1), "kept_backing_unsure": ("aim", 0),
    "kept_support": ("stand", 1), "kept_support_no": ("stand", -1), "kept_support_unsure": ("stand", 0),
    "kept_forgiven": ("peace", 1), "kept_not_forgiven": ("peace", -1),
}  # fmt: skip
"""What was asked for in each note of a talk, and whether the answer was yes (1), no (-1) or open (0)."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A talk that the agent was in: when, where, with whom, who spoke in it, and the memories of it."""

    minute: int
    place: Path
    others: frozenset[AgentId]
    speakers: frozenset[AgentId]
    rows: tuple[Numbered, ...]

    @property
    def note(self) -> Numbered:
        """Return the memory that sums it up, or its last."""
        return max(self.rows, key=lambda each: (each[1].importance, -each[0]))


@dataclass(frozen=True, slots=True)
class Dealing:
    """Something asked of somebody, and the answer (1 yes, -1 no, 0 open); the agent is one of the two."""

    sort: str
    answer: int
    asker: AgentId
    asked: AgentId
    what: str
    row: Numbered


@dataclass(frozen=True, slots=True)
class Telling:
    """Something that one told another: the agent is one of the two. `says` is what was told."""

    teller: AgentId
    hearer: AgentId
    says: Proposition
    row: Numbered


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads memories for one agent."""

    me: Speaker[Conclude]

    @property
    def pack(self) -> Pack:
        """Return the pack of the town's language."""
        return self.me.pack

    def says(self, memory: Memory) -> Proposition:
        """Return the meaning of a memory."""
        return understand(memory.text[:400], self.me.everybody, self.me.pack)

    def agent(self, full: str) -> AgentId:
        """Return the agent of a full name, or an empty string."""
        name = self.me.everybody.by_full.get(full.strip())
        return self.me.everybody.agent_of(name) if name else ""

    def agent_of(self, name: Name | None) -> AgentId:
        """Return the agent of a name, or an empty string."""
        return self.me.everybody.agent_of(name) if name else ""


def meetings_in(rows: Iterable[Numbered], reader: Reader) -> tuple[Meeting, ...]:
    """Return the talks that the agent was in, the oldest first."""
    grouped: dict[tuple[int, Path], list[Numbered]] = {}
    me, known = reader.me.persona.id, reader.me.everybody.names
    for each in rows:
        if each[1].kind == "talk" and each[1].place:
            grouped.setdefault((each[1].minute, each[1].place), []).append(each)
    found = []
    for (minute, place), of_it in grouped.items():
        plain = [memory for _, memory in of_it if not memory.evidence]
        others = frozenset(agent for memory in plain for agent in memory.about if agent in known) - {me}
        if others:
            lines = [line for memory in plain if (line := _line(memory.text, reader.pack))]
            speakers = frozenset(reader.agent(line[0]) for line in lines)
            found.append(Meeting(minute, place, others, speakers, tuple(of_it)))
    return tuple(sorted(found, key=lambda each: each.minute))


def dealings_in(rows: Iterable[Numbered], reader: Reader) -> tuple[Dealing, ...]:
    """Return what the agent asked of others and they of it, the oldest first."""
    me, found = reader.me.persona.id, []
    for each in rows:
        if each[1].kind == "talk" and each[1].evidence and (read := _answer(each[1].text, reader.pack)):
            sort, answer, asker, asked, what = read
            pair = reader.agent(asker), reader.agent(asked)
            if me in pair and all(pair):
                found.append(Dealing(sort, answer, *pair, what, each))
    return tuple(found)


def tellings_in(rows: Iterable[Numbered], reader: Reader) -> tuple[Telling, ...]:
    """Return what the agent was told, and what it told, the oldest first."""
    known = list(rows)
    own = [says for each in known if (says := _on_ones_mind(each, reader))]
    noted = [telling for each in known for telling in _told(each, reader)]
    return (*noted, *(telling for each in known for telling in _said(each, own, reader)))


def _on_ones_mind(each: Numbered, reader: Reader) -> Proposition | None:
    """Return what a memory from before the first day says, if it is long enough and no secret."""
    says = reader.says(each[1]) if each[1].kind == "seed" else None
    return says if says and len(says.words) >= LEAST_WORDS and not says.private else None


def _said(each: Numbered, own: list[Proposition], reader: Reader) -> Iterator[Telling]:
    """Yield what the agent told in a line of its own: of what it had on its mind, all that stands in it."""
    memory, me = each[1], reader.me
    found = _line(memory.text, reader.pack) if memory.kind == "talk" and not memory.evidence else None
    if found is None or found[0] != me.name.full:
        return
    words, names = content_words(found[2], reader.pack), words_of_names(me.everybody, reader.pack)
    for says in own:
        wanted = says.words - names
        if len(wanted & words) >= max(LEAST_WORDS - 1, SAME * len(wanted)):
            for name in mentioned(found[1], me.everybody):
                yield Telling(me.persona.id, me.everybody.agent_of(name), says, each)


@lru_cache(maxsize=16)
def words_of_names(everybody: Everybody, pack: Pack) -> frozenset[str]:
    """Return the words in the names of all people."""
    return content_words(" ".join(name.full for name in everybody), pack)


@lru_cache(maxsize=16_384)
def _line(text: str, pack: Pack) -> tuple[str, str, str] | None:
    """Return who said what to whom in the memory of a line, or None."""
    found = phrases(pack.language).read("said", text)
    return (found["name"], found["others"], found["text"]) if found else None


def _told(each: Numbered, reader: Reader) -> Iterator[Telling]:
    memory, me = each[1], reader.me.persona.id
    if memory.kind != "talk" or _answer(memory.text, reader.pack):
        return
    pair = _pair(memory.text, reader.pack)
    if pair is None:
        return
    teller, hearer = reader.agent(pair[0]), reader.agent(pair[1])
    if teller and hearer and me in (teller, hearer):
        yield Telling(teller, hearer, reader.says(memory), each)


@lru_cache(maxsize=8_192)
def _answer(text: str, pack: Pack) -> tuple[str, int, str, str, str] | None:
    for frame, (sort, answer) in ANSWERS.items():
        if found := pack.phrases.read(frame, text):
            return sort, answer, found["asker"], found["who"], found.get("what", "")
    return None


@lru_cache(maxsize=8_192)
def _pair(text: str, pack: Pack) -> tuple[str, str] | None:
    """Return who told whom in the note of something told, or None."""
    if found := pack.phrases.read("learned", text):
        return found["speaker"], found["hearer"]
    if found := pack.phrases.read("summary_told", text):
        return found["teller"], found["hearer"]
    return None
