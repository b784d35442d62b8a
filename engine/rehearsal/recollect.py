"""Recollecting: finds the recalled memories that answer a question best."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.records import AgentId, Memory, MemoryKind
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import words_of
from engine.rehearsal.understand import Proposition, content_words

ALL_KINDS: tuple[MemoryKind, ...] = ("seed", "observation", "reflection", "plan", "talk", "whisper")
PASSING = 1  # the importance of what one saw and would not mention
SAME_START = 5
_MOST_SPACED, _MOST_UNSPACED = 1 / 2, 1 / 3
STAYS_URGENT = 2 * 60  # minutes after which what somebody saw is over, one way or the other
SECOND_HAND = ("said", "routine")
GRANTED = ("kept_granted", "kept_deed_granted")
PUT_OFF = ("kept_put_off", "kept_deed_put_off")
REFUSED = ("kept_refused", "kept_deed_refused")
REQUESTS = (
    *GRANTED, *PUT_OFF, *REFUSED, "kept_asked_known", "kept_asked_unknown", "kept_asked_not_said",
)  # fmt: skip
"""What is remembered of a request: how it was answered, which is not yet that it was done."""
FOR, AGAINST = ("kept_support", "kept_backing"), ("kept_support_no", "kept_backing_no")
UNSURE = ("kept_support_unsure", "kept_backing_unsure")
STANCES = (*FOR, *AGAINST, *UNSURE)
"""What is remembered of how somebody answered who asked for their support."""
SUMMARIES = ("summary_news", "summary_told", "summary_heard", "summary_plain")


@dataclass(frozen=True, slots=True)
class Found:
    """A memory with its number among the recalled ones, and how well it fits."""

    number: int
    memory: Memory
    fit: float


def recollect(
    recalled: Sequence[Memory],
    topics: frozenset[str],
    pack: Pack,
    *,
    most: int = 2,
    about: AgentId = "",
    kinds: Iterable[MemoryKind] = ALL_KINDS,
) -> list[Found]:
    """Return the memories that fit the topics (and the person) best, at most `most`.

    Summaries of talks and stretches of routine come last and only if nothing else fits. Quoted lines are left
    out.
    """
    wanted = frozenset(kinds)
    found = [
        Found(number, memory, overlap(topics, memory.text, pack) + (2 if about in memory.about else 0))
        for number, memory in enumerate(recalled[:200], start=1)
        if memory.kind in wanted and _says_something(memory, pack)
    ]
    fitting = [each for each in found if each.fit > 0]
    fitting.sort(
        key=lambda each: (is_second_hand(each.memory, pack), -each.fit - each.memory.importance / 10)
    )
    best = max((each.fit for each in fitting), default=0.0)
    chosen: list[Found] = []
    for each in fitting:
        if chosen and is_second_hand(each.memory, pack):
            break
        if each.fit * 2 >= best and not any(_repeats(each.memory, other.memory, pack) for other in chosen):
            chosen.append(each)
    return chosen[:most]


def overlap(topics: frozenset[str], text: str, pack: Pack) -> int:
    """Count the topics that a text mentions, in any inflection."""
    if not pack.grammar.spaced:
        return len(topics & frozenset(words_of(text)))
    starts = {word[:SAME_START] for word in words_of(text)}
    return sum(1 for topic in topics if topic[:SAME_START] in starts)


def is_most(shared: int, words: Collection[str], pack: Pack) -> bool:
    """Tell whether a text that shares so many of a question's words is about the same.

    Where words are not set apart, a third will do: some of the pairs of letters that stand for them are none.
    """
    return shared >= (_MOST_SPACED if pack.grammar.spaced else _MOST_UNSPACED) * len(words)


def is_second_hand(memory: Memory, pack: Pack) -> bool:
    """Tell whether a memory is a quoted line, a summary of a talk, or a stretch of routine."""
    if any(pack.finds(name, memory.text) for name in SECOND_HAND):
        return True
    return memory.kind == "talk" and any(pack.phrases.read(frame, memory.text) for frame in SUMMARIES)


def is_request(memory: Memory, pack: Pack) -> bool:
    """Tell whether a memory says what somebody asked of somebody, and how it was answered."""
    return memory.kind == "talk" and any(pack.phrases.read(frame, memory.text) for frame in REQUESTS)


def is_resolve(memory: Memory, pack: Pack) -> bool:
    """Tell whether a memory only says what the agent has resolved or let go, which is done and not told."""
    frames = ("resolve", "resolve_not", "resolve_plain", "skips_plain")
    if memory.kind != "plan":
        return False
    crosses = phrases(pack.language).read("crosses_mind", memory.text) is not None
    return crosses or any(pack.phrases.read(frame, memory.text) for frame in frames)


def trouble_in(memory: Memory, pack: Pack) -> Mapping[str, str]:
    """Return the object and its urgent state that somebody saw; empty if the memory shows none."""
    if memory.kind != "observation":
        return {}
    return phrases(pack.language).read("state_urgent", memory.text) or {}


def choice_in(memory: Memory, pack: Pack) -> str:
    """Return what there is to choose from at the event that a memory tells of, as a list, or ""."""
    before, _, after = phrases(pack.language).say("event_options", options="\n").partition("\n")
    _, known, options = memory.text.partition(before)
    return options.rstrip(pack.grammar.stop).removesuffix(after) if known else ""


def is_worth_telling(memory: Memory, says: Proposition, now: int, pack: Pack) -> bool:
    """Tell whether what somebody saw is news: something dire, or urgent, of today.

    What ends by itself, such as a fire, is told for two hours; what a person does is no alarm.
    """
    alarm = pack.alarms(memory.text) and says.who is None and now - memory.minute < STAYS_URGENT
    grave = alarm or bool(pack.has("dire", memory.text)) or bool(trouble_in(memory, pack))
    return grave and day_of(memory.minute) == day_of(now)


def _says_something(memory: Memory, pack: Pack) -> bool:
    if not memory.text.strip() or pack.finds("said", memory.text):
        return False
    if memory.kind == "observation" and memory.importance <= PASSING:
        return False
    return memory.kind != "plan" or bool(memory.evidence)


def _repeats(memory: Memory, other: Memory, pack: Pack) -> bool:
    one, two = content_words(memory.text, pack), content_words(other.text, pack)
    return len(one & two) >= 0.8 * max(1, min(len(one), len(two)))
