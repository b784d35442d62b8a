"""Interview answers about people met, things heard and things that happened."""

from __future__ import annotations

from engine.models.rehearsal.asked import Asked, Reply, overlap
from engine.models.rehearsal.grammar import as_mine, short_name, without_article
from engine.models.rehearsal.mind import called, closeness_of, name_of
from engine.models.rehearsal.text import tidy
from engine.records import Memory

MOST_QUOTED = 2
PASSING = 1  # the importance of what one saw and would not mention
ALL_KINDS = ("seed", "observation", "reflection", "plan", "talk", "whisper")


def from_memory(asked: Asked) -> Reply | None:
    """What comes to mind about the matter asked; nothing when nothing does."""
    found = best(asked, asked.topics, MOST_QUOTED)
    if not found:
        return None
    frames = ("remember", "also")
    parts = [
        asked.say(frame, core=quoted(asked, memory))
        for frame, (_, memory) in zip(frames, found, strict=False)
    ]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def about_person(asked: Asked) -> Reply | None:
    """How one stands to somebody, and what one remembers of them."""
    person = asked.person
    if person is None:
        return None
    other, kind = name_of(person, asked.pack), tidy(person.kind, 120)
    kind = as_mine(without_article(kind, asked.pack.grammar), asked.pack.grammar)
    parts = [
        asked.say("knows_person", other=other, kind=kind) if kind else asked.say("knows_name", other=other)
    ]
    closeness = closeness_of(person, asked.pack)
    if closeness >= 0.5 or closeness < 0:
        parts.append(asked.say("fond" if closeness > 0 else "cool", other=short_name(other)))
    if person.note:
        parts.append(asked.own(person.note))
    topics = asked.topics | {other.lower()}
    found = best(asked, topics, 1, about=person.agent)
    parts += [asked.say("remember", core=quoted(asked, memory)) for _, memory in found]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def unknown_name(asked: Asked) -> str:
    """A name in the question that occurs nowhere in what the agent knows."""
    prompt = asked.prompt
    known = [
        prompt.town,
        called(prompt.persona),
        prompt.persona.home,
        prompt.persona.work,
        prompt.place,
        prompt.doing,
    ]
    known += [prompt.diary, prompt.persona.currently, *prompt.persona.seed, *prompt.persona.knows]
    known += [person.name for person in prompt.people] + [memory.text for memory in prompt.recalled]
    known += [memory.text for memory in prompt.engagements] + [step.room for step in prompt.plan]
    known += [step.activity for step in prompt.plan] + [item.place for item in prompt.persona.routine]
    known += [answer for _, answer in prompt.earlier]
    everything = "\n".join(known).lower()
    for found in asked.pack.patterns["name"].finditer(asked.question):
        name = found[0].removesuffix("'s")
        if name.lower() in asked.pack.words["no_names"]:
            continue
        if not any(part.lower() in everything for part in name.split()) or (
            " " in name and name.lower() not in everything
        ):
            return name[:60]
    return ""


def best(
    asked: Asked,
    topics: frozenset[str] | set[str],
    most: int,
    about: str = "",
    kinds: tuple[str, ...] = (),
) -> list[tuple[int, Memory]]:
    """The memories that fit the topics best, those that say something first."""
    wanted = frozenset(topics)
    found = [
        (
            overlap(wanted, memory.text) + (2 if about and about in memory.about else 0),
            memory.importance,
            number,
            memory,
        )
        for number, memory in asked.numbered()
        if memory.text.strip()
        and not asked.pack.finds("said", memory.text)
        and not (memory.kind == "observation" and memory.importance <= PASSING)
        and memory.kind in (kinds or ALL_KINDS)
    ]
    fitting = [each for each in found if each[0] and not (each[3].kind == "plan" and not each[3].evidence)]
    ranked = sorted(
        fitting, key=lambda each: (_second_hand(asked, each[3]), -each[0] - each[1] / 10, each[2])
    )
    most_shared = max((each[0] for each in ranked), default=0)
    chosen: list[tuple[int, Memory]] = []
    for score, _, number, memory in ranked:
        if chosen and _second_hand(asked, memory):
            break
        if score * 2 >= most_shared and all(memory.text != other.text for _, other in chosen):
            chosen.append((number, memory))
    return chosen[:most]


def _second_hand(asked: Asked, memory: Memory) -> bool:
    """Whether a memory only sums up a talk or a stretch of routine; those come to mind last."""
    return asked.pack.finds("summary", memory.text) or asked.pack.finds("routine", memory.text)


def quoted(asked: Asked, memory: Memory) -> str:
    """A memory as the agent puts it."""
    return asked.own(memory.text)
