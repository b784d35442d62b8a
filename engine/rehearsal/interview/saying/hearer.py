"""The hearer: who asks, what is not said to them, and how answers are worded for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.prompts.known import Acquaintance, Asker
from engine.prompts.questions import Interview
from engine.records import Memory, Name
from engine.rehearsal.aims import gives_away, rooted
from engine.rehearsal.language.first_person import in_first_person
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.speaker import Speaker
from engine.rehearsal.understand import content_words, understand

FRIEND = 0.5  # how close somebody is at least to whom one speaks freely
_TO_OUTSIDERS = {"reporter": "to_reporter"}
_NAMED = re.compile(r"(?<=[a-z,] )[A-Z][\w'’-]+")
_SEVERAL, _HALF = 2, 0.5  # of a text's words, how many make it as secret as the secret they are of
_RESERVED = 2  # sentences that one has for whom one does not know or like


def unsaid(prompt: Interview, me: Speaker[Interview]) -> Interview:
    """Return a prompt without what is not said to the asker. A memory that is held back keeps its number."""
    asker = prompt.asker
    if asker is None:
        return prompt
    persona, kept = prompt.persona, _kept(prompt, asker, me)
    return replace(
        prompt,
        recalled=tuple(_or_nothing(memory, asker, kept) for memory in prompt.recalled),
        engagements=tuple(memory for memory in prompt.engagements if not kept.holds(memory.text)),
        set_out=tuple(row for row in prompt.set_out if not (kept.holds(row.text) or kept.holds(row.because))),
        plan=tuple(step for step in prompt.plan if not kept.holds(step.activity)),
        lived=tuple(replace(row, doing="") if kept.holds(row.doing) else row for row in prompt.lived),
        doing="" if kept.holds(prompt.doing) else prompt.doing,
        people=tuple(_without_feelings(person, me.pack) for person in prompt.people),
        persona=replace(
            persona,
            seed=tuple(text for text in persona.seed if not kept.holds(text)),
            currently="" if kept.holds(persona.currently) else persona.currently,
            routine=tuple(item for item in persona.routine if not kept.holds(item.activity)),
        ),
        diary="" if kept.holds(prompt.diary) else prompt.diary,
    )


def holds_back(asked_aside: Interview) -> bool:
    """Tell whether something is held back from the asker."""
    return any(not memory.text for memory in asked_aside.recalled)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is not said to the asker.

    That is what the agent keeps from them on purpose, its secrets, the occasions that are a surprise to them,
    and the names that would give a secret away.
    """

    me: Speaker[Interview]
    on_purpose: tuple[frozenset[str], ...]
    secrets: tuple[frozenset[str], ...]
    surprises: tuple[str, ...]
    names: frozenset[str]

    def holds(self, text: str) -> bool:
        """Tell whether a text is held back."""
        pack = self.me.pack
        words = content_words(text, pack)
        in_full = self.me.everybody.in_full(text).lower()  # as the occasion is named
        if any(occasion in in_full for occasion in self.surprises):
            return True
        if words & self.names or pack.finds("private", text[:400]):
            return True
        return any(_says_as_much(words, kept, self.me) for kept in (*self.on_purpose, *self.secrets))


def _says_as_much(words: frozenset[str], secret: frozenset[str], me: Speaker[Interview]) -> bool:
    """Tell whether a text gives away a secret, or has half of its words from it, not counting names."""
    names = content_words(" ".join(name.full for name in me.everybody), me.pack)
    kept, spoken = (rooted(content - names, me.pack) for content in (secret, words))
    shared = len(kept & spoken)
    if shared >= _SEVERAL and shared >= _HALF * len(spoken):
        return True
    return gives_away(words, secret, me) if me.pack.grammar.spaced else gives_away(spoken, kept, me)


def _kept(prompt: Interview, asker: Asker, me: Speaker[Interview]) -> _Kept:
    """Collect what is held back from the asker, except secrets that they know."""
    own = [memory.text for memory in prompt.recalled if memory.id not in asker.shared]
    asker_knows = [memory.text for memory in prompt.recalled if memory.id in asker.shared]
    secrets = [text for text in (*own, *prompt.persona.seed) if _is_own_secret(text, me)]
    return _Kept(
        me,
        tuple(content_words(text, me.pack) for text in asker.kept),
        tuple(content_words(text, me.pack) for text in secrets),
        tuple(_surprises(prompt, hearer_of(asker, me), me)),
        _named_in(secrets, prompt, me) - _named_in(asker_knows, prompt, me),
    )


def _named_in(texts: Iterable[str], prompt: Interview, me: Speaker[Interview]) -> frozenset[str]:
    """Return the words of names in some texts that belong to no person or place of the town.

    One such name is enough to give a secret away.
    """
    here = " ".join([prompt.town, *(room.path for room in prompt.rooms)])
    named = " ".join(name for text in texts for name in _NAMED.findall(text))
    return content_words(named, me.pack) - content_words(here, me.pack) - me.everybody.words


def _surprises(prompt: Interview, hearer: Name | None, me: Speaker[Interview]) -> Iterator[str]:
    """Yield the occasions, in lower case, that are for the asker, but neither given nor told of by them."""
    for memory in (*prompt.recalled, *prompt.engagements):
        says = understand(memory.text[:400], me.everybody, me.pack)
        theirs = hearer in (says.host, says.who, says.source)
        if says.occasion and hearer is not None and hearer in says.people and not theirs:
            yield says.occasion.lower()


def _is_own_secret(text: str, me: Speaker[Interview]) -> bool:
    says = understand(text[:400], me.everybody, me.pack)
    return says.private and says.who == me.name


def _or_nothing(memory: Memory, asker: Asker, kept: _Kept) -> Memory:
    """Return a memory, or an empty one in its place if it is held back."""
    if memory.id in asker.shared or not kept.holds(memory.text):
        return memory
    return replace(memory, kind="plan", text="", importance=1, evidence=(), about=(), when=None)


def _without_feelings(person: Acquaintance, pack: Pack) -> Acquaintance:
    """Return a person as they are spoken of aloud: without feelings in the tie and without private notes."""
    kind, comma, more = person.kind.partition(pack.grammar.comma.strip())
    kind = kind if pack.finds("tie_goes_on", more) else f"{kind}{comma}{more}"
    return replace(person, kind=kind, note="" if pack.finds("private", person.note) else person.note)


def hearer_of(asker: Asker | None, me: Speaker[Interview]) -> Name | None:
    """Return the name of the asker if they are of the town, or None for an outsider."""
    return me.everybody.names.get(asker.agent) if asker is not None and asker.agent else None


def put_to(parts: Iterable[str], me: Speaker[Interview], asker: Asker | None, *, knows: bool) -> list[str]:
    """Return the sentences of an answer as they are said to the asker.

    Friends are addressed by name, people of the town as `you`. Outsiders and people whom the agent dislikes
    get a short answer.
    """
    sentences = [part for part in parts if part.strip()]
    if asker is None:
        return sentences
    hearer = hearer_of(asker, me)
    if hearer is not None:
        sentences = [_to_them(part, hearer, me) for part in sentences]
    close = bool(asker.agent) and asker.closeness >= FRIEND
    if not close and (not asker.agent or asker.closeness < 0):
        sentences = sentences[:_RESERVED]
    frame = "to_friend" if close else _TO_OUTSIDERS.get(asker.kind, "to_outsider")
    if asker.agent and not close:
        frame = "to_rival" if asker.closeness < 0 else ""
    opens = bool(frame) and knows and not me.prompt.earlier  # it is said once, not before every answer
    lead = me.say(frame, other=hearer.called if hearer is not None else "") if opens else ""
    return [lead, *sentences] if lead else sentences


def _to_them(part: str, hearer: Name, me: Speaker[Interview]) -> str:
    """Return a sentence with `you` in place of the hearer's name."""
    if hearer.full not in part and hearer.called not in part:
        return part
    return in_first_person(part, me.name, hearer, me.everybody, me.pack.grammar)
