"""Answers about oneself: who one is, where one works and lives, what one likes, how one's days go."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import clock_words
from engine.records import Path, RoutineItem
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.recollect import Found
from engine.rehearsal.understand import content_words

MOST_TRAITS, MOST_ITEMS = 4, 8


def introduction(asked: Asked) -> Reply:
    """Name, age, home, character, work."""
    persona = asked.prompt.persona
    home = asked.me.place(persona.home)
    parts = [asked.say("intro", name=asked.me.name.full, age=str(persona.age), home=home)]
    traits = [own_words(asked, tidy(trait, 40)) for trait in persona.traits[:MOST_TRAITS] if trait.strip()]
    parts += [asked.say("traits", traits=asked.pack.listed(traits))] if traits else []
    parts += [asked.say("work", work=asked.me.place(persona.work))] if persona.work else []
    return Reply(tuple(parts))


def not_a_person(asked: Asked) -> Reply:
    """Return what one is, asked whether a person or a machine is speaking: invented, and spoken for by a
    program.
    """
    return Reply((asked.say("not_a_person", name=asked.me.name.full, town=asked.prompt.town),))


def about_work(asked: Asked) -> Reply:
    """Return where one works, what one does there, and what a memory says about it."""
    persona = asked.prompt.persona
    if not persona.work:
        return Reply((asked.say("no_work"),))
    place = asked.me.place(persona.work)
    own = content_words(asked.me.name.full, asked.pack)
    found = _of_oneself(asked.best(content_words(place, asked.pack) - own, kinds=("seed",)), asked)
    there = next((item for item in persona.routine if same_place(item.place, persona.work)), None)
    parts = [asked.say("work", work=place), *asked.quoted("also", found)]
    if there is not None:
        parts.append(asked.say("work_day", activity=own_words(asked, there.activity)))
    return Reply(tuple(parts), numbers(found))


def about_home(asked: Asked) -> Reply:
    """Return where one lives, and with whom."""
    persona, pack = asked.prompt.persona, asked.pack
    home = asked.me.place(persona.home)
    housemates = [name.full for name in asked.me.everybody if _lives_here(name.full, asked)]
    parts = [asked.say("intro_plain", home=home)]
    if not housemates and asked.finds("ask_with_whom"):
        parts.append(asked.say("live_alone"))
    if housemates:
        frame = "live_with" if len(housemates) == 1 else "live_with_many"
        parts.append(asked.say(frame, people=pack.listed(housemates[:4])))
    own = content_words(asked.me.name.full, pack)
    found = _of_oneself(asked.best(content_words(home, pack) - own, kinds=("seed",)), asked)
    return Reply((*parts, *asked.quoted("also", found)), numbers(found))


def _of_oneself(found: Sequence[Found], asked: Asked) -> list[Found]:
    """Return what was found of oneself, and is no secret."""
    says = ((each, asked.says(each.memory)) for each in found)
    return [each for each, one in says if one.who == asked.me.name and not one.private]


def _lives_here(name: str, asked: Asked) -> bool:
    """Return whether a memory or a tie says that somebody shares one's home."""
    kin = next((person for person in asked.prompt.people if person.name == name), None)
    return kin is not None and asked.pack.finds("shares_home", kin.kind)


def about_likes(asked: Asked) -> Reply | None:
    """Return what one comes back to when nobody wants anything: one's free hours and one's own story."""
    persona = asked.prompt.persona
    free = [item for item in persona.routine if not same_place(item.place, persona.work or " ")]
    liked = [item for item in free if not asked.pack.has("meals", item.activity)]
    parts = [asked.say("like_doing", activity=own_words(asked, item.activity)) for item in liked[-1:]]
    found = [
        each for each in asked.best(asked.topics | _own_topics(liked, asked), 2, kinds=("seed", "reflection"))
    ]
    parts += asked.quoted("also" if parts else "remember", found)
    return Reply(tuple(parts), numbers(found)) if parts else None


def _own_topics(items: list[RoutineItem], asked: Asked) -> frozenset[str]:
    return frozenset().union(*(content_words(item.activity, asked.pack) for item in items[-3:]))


def about_usual_day(asked: Asked) -> Reply:
    """Return the broad shape of an ordinary day."""
    items = [
        f"{clock_words(item.start)} {own_words(asked, item.activity)}"
        for item in asked.prompt.persona.routine[:MOST_ITEMS]
        if item.activity.strip()
    ]
    return Reply(
        (
            asked.say("routine", items=asked.pack.word("item_break").join(items))
            if items
            else asked.say("no_routine"),
        )
    )


def own_words(asked: Asked, text: str) -> str:
    """Return a phrase of the persona's file in the persona's mouth: `his window seat` becomes `my window
    seat`.
    """
    return asked.me.mine(bare(tidy(text, 120)))


def same_place(path: Path, other: Path) -> bool:
    """Return whether two rooms are of one place."""
    return path.partition("/")[0] == other.partition("/")[0]
