"""Reasons: what speaks for or against a person.

Reasons are what they are to the agent, what happened between the two, and what they did when asked. That the
agent likes them is no reason, since it is what has to be explained.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.prompts.known import Acquaintance
from engine.records import Memory
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.self_knowledge import own_words
from engine.rehearsal.language.doing import without_article
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.recollect import AGAINST, FOR, GRANTED, REFUSED, Found
from engine.rehearsal.reflection.thought import read_insight

DID_SO = (*GRANTED, *FOR, "kept_forgiven")
WOULD_NOT = (*REFUSED, *AGAINST, "kept_asked_not_said")
_THOUGHT_WELL = ("deep_good", "deep_turns")
_THOUGHT_BADLY = ("deep_bad", "deep_neither")
_PLEASED = (
    "feel_news", "feel_kind", "feel_agreed", "feel_accepted", "feel_thanked", "feel_comforted",
    "feel_trusted", "feel_helped", "feel_forgiven",
)  # fmt: skip
_HURT = (
    "feel_hurt", "feel_crossed", "feel_declined", "feel_let_down", "feel_reproached", "feel_refused",
    "feel_wronged",
)  # fmt: skip
_NO_REASON_TO_LIKE = ("plans", "feels", "owes")  # is what one wants of somebody, or has not done for them
_WEIGHED = ("one_of", "one_of_bad")  # are said of several, whose ties do not matter


def about_closeness(person: Acquaintance, frame: str, asked: Asked) -> Reply:
    """Say that the agent does or does not get on with a person, what they are to it, and a reason."""
    found = reasons(person, asked)[:1]
    parts = [asked.say(frame, other=asked.me.name_of(person.agent).full)]
    if person.kind.strip() and frame not in _WEIGHED:
        parts.append(_as_kind(person, asked.called(person), asked, ("is_my", "is_to_me", "is_as_i_see")))
    parts += asked.quoted("why", found)
    if not found and (note := noted(person, asked)):
        parts.append(note)
    return Reply(tuple(parts), numbers(found))


def tie(person: Acquaintance, asked: Asked) -> str:
    """Say what a person is to the agent: "my friend", or what it thinks of them."""
    other = asked.me.name_of(person.agent).full
    if not person.kind.strip():
        return asked.say("knows_name", other=other)
    return _as_kind(person, other, asked, ("knows_person", "knows_as", "thinks_of"))


def _as_kind(person: Acquaintance, other: str, asked: Asked, frames: tuple[str, str, str]) -> str:
    """Say what a person is to the agent, in the one of three frames that fits how the tie is written."""
    kind = _between_us(person.kind, asked)
    plain, with_a_clause, of_its_own = frames
    if asked.pack.finds("tie_of_its_own", kind):
        said = own_words(asked, kind)
        said = asked.say("with_article", kind=said) if asked.pack.finds("tie_wants_article", kind) else said
        return asked.say(of_its_own, other=other, kind=said)
    frame = with_a_clause if asked.pack.finds("tie_with_a_clause", kind) else plain
    return asked.say(frame, other=other, kind=own_words(asked, without_article(kind, asked.pack.grammar)))


def _between_us(kind: str, asked: Asked) -> str:
    """Return how a tie is written, with `us` for the two whom it ties: `more if either of us said so`."""
    return asked.pack.patterns["tie_of_both"].sub(asked.pack.grammar.we.object, tidy(kind, 120))


def is_told(person: Acquaintance, said: str, asked: Asked) -> bool:
    """Look in an answer for what a person is to the agent."""
    kind = own_words(asked, without_article(_between_us(person.kind, asked), asked.pack.grammar))
    return kind.lower() in said.lower()


def reasons(person: Acquaintance, asked: Asked) -> list[Found]:
    """Return the memories for a person the agent likes, or against one it does not like, the best first."""
    likes = closeness_of(person, asked.pack) > 0
    found = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if person.agent in memory.about
    ]
    story = [
        each for each in found if _is_story(each.memory, asked) and _speaks(each.memory, asked, likes=likes)
    ]
    answered = [
        each for each in found if _answered(each.memory, person, asked, DID_SO if likes else WOULD_NOT)
    ]
    concluded = [
        each
        for each in found
        if _concludes(each.memory, person, asked, _THOUGHT_WELL if likes else _THOUGHT_BADLY)
    ]
    best = [sorted(kind, key=_weightiest) for kind in (story, answered, concluded)]
    return [each for kind in best for each in kind]


def noted(person: Acquaintance, asked: Asked) -> str:
    """Return the agent's note on a person, unless it contradicts how it stands to them, or ""."""
    note = tidy(person.note, 300)
    contrary = _HURT if closeness_of(person, asked.pack) > 0 else _PLEASED
    if not note or any(asked.pack.phrases.read(frame, note) for frame in contrary):
        return ""
    return asked.own(note)


def _weightiest(each: Found) -> tuple[float, int]:
    return (-each.fit, each.number)


def _is_story(memory: Memory, asked: Asked) -> bool:
    """Recognise a part of the agent's story that names the agent."""
    return memory.kind == "seed" and memory.when is None and asked.me.name.full in memory.text


def _speaks(memory: Memory, asked: Asked, *, likes: bool) -> bool:
    """Recognise a reason to like a person, or (`likes` false) not to.

    Wants, debts, worries and blame are no reasons to like anybody.
    """
    pack, says = asked.pack, asked.says(memory)
    against = ("worry", "regret", "left_out", "is_in_want", "blames")
    bad = says.relation in _NO_REASON_TO_LIKE or any(pack.finds(kind, says.text) for kind in against)
    return pack.finds("kindly", says.text) and not bad if likes else bad


def _answered(memory: Memory, person: Acquaintance, asked: Asked, frames: tuple[str, ...]) -> bool:
    """Recognise that a person gave one of the answers to the agent."""
    pair = (asked.me.name.full, asked.me.name_of(person.agent).full)
    return memory.kind == "talk" and any(
        (found["asker"], found["who"]) == pair for found in _read(memory.text, frames, asked)
    )


def _read(text: str, frames: tuple[str, ...], asked: Asked) -> Iterator[dict[str, str]]:
    for frame in frames:
        if found := asked.pack.phrases.read(frame, text):
            yield dict(found)


def _concludes(memory: Memory, person: Acquaintance, asked: Asked, frames: tuple[str, ...]) -> bool:
    """Recognise one of the conclusions about a person."""
    insight = read_insight(memory.text, asked.pack, frames) if memory.kind == "reflection" else None
    return insight is not None and insight[1].get("other") == asked.me.name_of(person.agent).full
