"""Interview answers about oneself: who one is, what one cares about, what one would do."""

from __future__ import annotations

from engine.models.rehearsal.asked import Asked, Reply
from engine.models.rehearsal.grammar import as_mine
from engine.models.rehearsal.interview_memory import best, quoted
from engine.models.rehearsal.mind import called, closeness_of, listed, name_of, room_words
from engine.models.rehearsal.text import bare, tidy
from engine.prompts.questions import Acquaintance

REACTIONS = ("react_fire", "react_danger", "react_busy", "react_empty", "react_friend")


def introduction(asked: Asked) -> Reply:
    """Name, age, home, character, work."""
    persona, pack = asked.prompt.persona, asked.pack
    home = room_words(persona.home, pack)
    parts = [asked.say("intro", name=called(persona), age=str(persona.age), home=home)]
    traits = [as_mine(bare(tidy(trait, 40)), pack.grammar) for trait in persona.traits[:4] if trait.strip()]
    parts += [asked.say("traits", traits=listed(traits, pack))] if traits else []
    parts += [asked.say("work", work=room_words(persona.work, pack))] if persona.work else []
    return Reply(tuple(parts))


def about_work(asked: Asked) -> Reply:
    """Where one works, and what a memory says about it."""
    persona = asked.prompt.persona
    if not persona.work:
        return Reply((asked.say("no_work"),), ())
    place = room_words(persona.work, asked.pack)
    found = best(asked, {word.lower() for word in place.split() if len(word) > 3}, 1, kinds=("seed",))
    parts = [
        asked.say("work", work=place),
        *(asked.say("also", core=quoted(asked, memory)) for _, memory in found),
    ]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def about_home(asked: Asked) -> Reply:
    """Where one lives, and who is close enough to be family."""
    persona = asked.prompt.persona
    parts = [asked.say("intro_plain", name=called(persona), home=room_words(persona.home, asked.pack))]
    found = best(asked, asked.topics, 1)
    parts += [asked.say("also", core=quoted(asked, memory)) for _, memory in found]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def about_likes(asked: Asked) -> Reply | None:
    """What one thinks about and comes back to: one's conclusions and one's own story."""
    found = [
        (number, memory)
        for number, memory in asked.numbered()
        if memory.kind in ("reflection", "seed") and memory.when is None
    ][:2]
    if not found:
        return None
    parts = [asked.say("remember", core=quoted(asked, memory)) for _, memory in found]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def inspired(asked: Asked) -> Reply | None:
    """What moves one at present, with the memory behind it."""
    ranked = sorted(
        asked.numbered(), key=lambda each: (each[1].kind != "reflection", -each[1].importance, each[0])
    )
    ranked = [
        each for each in ranked if not asked.pack.finds("said", each[1].text) and each[1].kind != "plan"
    ]
    currently = tidy(asked.prompt.persona.currently, 260)
    parts = [asked.say("inspires", core=asked.own(currently))] if currently else []
    parts += [
        asked.say("also" if parts else "inspires", core=quoted(asked, memory)) for _, memory in ranked[:1]
    ]
    return Reply(tuple(parts), tuple(number for number, _ in ranked[:1])) if parts else None


def closest(asked: Asked) -> Reply:
    """Whom one would rather spend time with, and why."""
    person = _closest(asked)
    if person is None:
        return Reply((asked.say("no_one"),))
    found = best(asked, set(), 1, about=person.agent, kinds=("seed", "reflection"))
    parts = [asked.say("fond_choice", other=name_of(person, asked.pack))]
    parts += [asked.own(person.note)] if person.note else []
    parts += [asked.say("why", core=quoted(asked, memory)) for _, memory in found]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def gift(asked: Asked) -> Reply | None:
    """Something that would suit somebody, from what one knows of them."""
    person = asked.person or _closest(asked)
    if person is None:
        return None
    other = name_of(person, asked.pack)
    found = best(asked, set(), 1, about=person.agent)
    if not found:
        return None
    core = quoted(asked, found[0][1])
    return Reply((asked.say("gift", other=other, core=core),), (found[0][0],))


def friends(asked: Asked) -> Reply | None:
    """The people one knows, the closest first."""
    known = sorted(asked.prompt.people, key=lambda person: (-person.closeness, person.name))[:6]
    names = [name_of(person, asked.pack) for person in known]
    return Reply((asked.say("knows_name", other=listed(names, asked.pack)),)) if names else None


def reaction(asked: Asked) -> Reply:
    """What one would do in the case described."""
    frame = next((name for name in REACTIONS if asked.pack.finds(name, asked.question)), "react_any")
    parts = [asked.say(frame)]
    found = best(asked, asked.topics, 1) if frame == "react_any" else []
    parts += [asked.say("also", core=quoted(asked, memory)) for _, memory in found]
    return Reply(tuple(parts), tuple(number for number, _ in found))


def _closest(asked: Asked) -> Acquaintance | None:
    known = [person for person in asked.prompt.people if closeness_of(person, asked.pack) > 0]
    recent = max(
        known, key=lambda person: (person.closeness, person.last_talk or 0, person.name), default=None
    )
    return recent
