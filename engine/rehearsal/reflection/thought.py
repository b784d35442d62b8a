"""Thoughts: insights being formed, and how they compare with those already held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.prompts.questions import Conclude
from engine.records import AgentId, Memory, Name
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy, words_of
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.speaker import Speaker
from engine.rehearsal.understand import Proposition, understand

MOST_EVIDENCE = 12
ALIKE = 0.8
Numbered = tuple[int, Memory]


@dataclass(frozen=True, slots=True)
class Thought:
    """An insight being formed. `frame` and `about` identify it, however it is worded."""

    frame: str
    about: str
    text: str
    because: tuple[int, ...]
    importance: int


@dataclass(frozen=True, slots=True)
class Reflecting:
    """The agent reflecting on its recalled memories."""

    me: Speaker[Conclude]
    prompt: Conclude
    numbered: tuple[Numbered, ...]
    town: str

    def think(
        self, frame: str, found: Iterable[Numbered], importance: int, about: str, **values: str
    ) -> Thought:
        """Build a thought that rests on the most important of the memories found."""
        their = self.me.pack.grammar.third[self.me.name.pronouns].possessive
        said = self.me.say(frame, name=self.me.name.full, town=self.town, their=their, **values)
        text = self.me.everybody.named_once(said)
        ranked = sorted(found, key=lambda each: (-each[1].importance, -each[0]))[:MOST_EVIDENCE]
        numbers = tuple(sorted({number for number, _ in ranked}))
        return Thought(frame, about, self.me.sentence(text), numbers, importance)

    def says(self, memory: Memory | str) -> Proposition:
        """Return the meaning of a memory or a text."""
        text = memory if isinstance(memory, str) else memory.text
        return understand(text[:400], self.me.everybody, self.me.pack)

    def closeness(self, agent: AgentId) -> float:
        """Return the agent's closeness to a person: as in the prompt, else by its initial bond, else 0."""
        known = next((person for person in self.prompt.people if person.agent == agent), None)
        if known is not None:
            return closeness_of(known, self.me.pack)
        return next((bond.closeness for bond in self.me.persona.bonds if bond.other == agent), 0.0)

    def agent_of(self, name: Name) -> AgentId:
        """Return the agent id of a name, or an empty string."""
        return self.me.everybody.agent_of(name)

    def whose(self, host: Name) -> str:
        """Return the possessive of a name: `Isabel Moreno's`."""
        return self.me.pack.grammar.possessive_of.format(name=host.full)


def reflecting(prompt: Conclude, me: Speaker[Conclude]) -> Reflecting:
    """Build the state for reflecting on the recalled memories of a prompt."""
    numbered = tuple(enumerate(prompt.recalled[:200], start=1))
    return Reflecting(me, prompt, numbered, tidy(prompt.town, 60) or me.pack.word("somewhere"))


def chosen(thoughts: Iterable[Thought], held: Sequence[str], most: int, pack: Pack) -> list[Thought]:
    """Pick the first `most` thoughts that rest on two or more memories and are not held already.

    No two of them rest on the same memory.
    """
    known = {key for text in held for key in _keys(text, pack)}
    gists = [frozenset(words_of(text)) for text in held]
    kept: list[Thought] = []
    used: set[int] = set()
    for thought in thoughts:
        gist = frozenset(words_of(thought.text))
        old = (thought.frame, thought.about) in known or any(_alike(gist, other) for other in gists)
        fresh = used.isdisjoint(thought.because)  # two thoughts of one moment are of different things
        if len(thought.because) >= 2 and fresh and not old and len(kept) < most:
            kept.append(thought)
            used.update(thought.because)
            gists.append(gist)
            known.add((thought.frame, thought.about))
    return kept


@lru_cache(maxsize=8_192)
def read_insight(text: str, pack: Pack, frames: tuple[str, ...]) -> tuple[str, Mapping[str, str]] | None:
    """Return the first of the frames that an insight was made from, with its values, or None.

    An insight that only confirms another gives None.
    """
    if pack.phrases.read(CONFIRMED, text):
        return None
    for frame in frames:
        if found := pack.phrases.read(frame, text):
            return frame, found
    return None


ABOUT = ("other", "topic", "kind", "place", "what", "a", "occasion", "who")
CONFIRMED = "deep_again"
BY_PERSON = ("insight_missed",)  # what is thought of each guest, not of the occasion
_FRAMES = "insight_", "deep_"


@lru_cache(maxsize=8_192)
def _keys(text: str, pack: Pack) -> tuple[tuple[str, str], ...]:
    keys = []
    for frame in pack.phrases.beginning(*_FRAMES):
        if found := pack.phrases.read(frame, text):
            gaps = ("who",) if frame in BY_PERSON else ABOUT
            keys.append((frame, next((found[gap] for gap in gaps if gap in found), "")))
    return tuple(keys)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= ALIKE * len(one | other)
