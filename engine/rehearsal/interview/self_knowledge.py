"""Answers about the agent itself: who it is, where it works and lives, what it likes, its usual days."""

from __future__ import annotations

from engine.language.verb_forms import base_form
from engine.records import Path, RoutineItem
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.mind import place_of
from engine.rehearsal.recollect import Found
from engine.rehearsal.understand import content_words

MOST_TRAITS, MOST_ITEMS = 4, 8
_STORIES = 6  # that are looked through for what they say of a place


def introduction(asked: Asked) -> Reply:
    """Say the agent's name, age, home, character and work."""
    persona = asked.prompt.persona
    home = asked.me.place(persona.home)
    parts = [asked.say("intro", name=asked.me.name.full, age=str(persona.age), home=home)]
    traits = [tidy(trait, 40) for trait in persona.traits[:MOST_TRAITS] if trait.strip()]
    deeds = [trait for trait in traits if _says_a_deed(trait, asked)]
    names = [own_words(asked, trait) for trait in traits if trait not in deeds]
    parts += [asked.say("traits", traits=asked.pack.listed(names))] if names else []
    parts += [asked.own(f"{asked.me.name.full} {deed}") for deed in deeds]
    parts += [asked.say("work", work=asked.me.place(persona.work))] if persona.work else []
    return Reply(tuple(parts))


def age(asked: Asked) -> Reply:
    """Say how old the agent is."""
    return Reply((asked.say("own_age", age=str(asked.prompt.persona.age)),))


def _says_a_deed(trait: str, asked: Asked) -> bool:
    """Tell whether a trait is worded as a deed, such as `talks before thinking`."""
    verb, _, more = trait.partition(" ")
    inflected = verb.endswith("s") and base_form(verb) not in ("", verb)
    return asked.pack.grammar.spaced and bool(more) and inflected


def not_a_person(asked: Asked) -> Reply:
    """Say that the agent is invented and that a program speaks for it."""
    return Reply((asked.say("not_a_person", name=asked.me.name.full, town=asked.prompt.town),))


def about_work(asked: Asked) -> Reply:
    """Say where the agent works, what it does there, and what a memory says about it."""
    persona = asked.prompt.persona
    if not persona.work:
        return Reply((asked.say("no_work"),))
    place = asked.me.place(persona.work)
    matches = _of_oneself(persona.work, asked)
    there = [
        item
        for item in persona.routine
        if same_place(item.place, persona.work) and not asked.pack.has("meals", item.activity)
    ]
    parts = [asked.say("work", work=place)]
    parts += [asked.say("work_day", activity=own_words(asked, item.activity)) for item in there[:1]]
    return Reply((*parts, *asked.quoted("also", matches)), numbers(matches))


def about_home(asked: Asked) -> Reply:
    """Say where the agent lives, and with whom."""
    persona, pack = asked.prompt.persona, asked.pack
    home = asked.me.place(persona.home)
    housemates = [name.full for name in asked.me.everybody if _lives_here(name.full, asked)]
    parts = [asked.say("intro_plain", home=home)]
    public = bool(persona.work) and same_place(persona.home, persona.work)  # an inn has others in it
    if not housemates and not public and asked.finds("asks_home_with"):
        parts.append(asked.say("live_alone"))
    if housemates:
        frame = "live_with" if len(housemates) == 1 else "live_with_many"
        parts.append(asked.say(frame, people=pack.listed(housemates[:4])))
    told = _of_oneself(persona.home, asked)
    matches = [match for match in told if not pack.finds("all_know", match.memory.text)]
    return Reply((*parts, *asked.quoted("also", matches)), numbers(matches))


def _of_oneself(room: Path, asked: Asked) -> list[Found]:
    """Return the best of the agent's own story that names the place of a room, as a list of at most one.

    It is no secret and no appointment.
    """
    place, own = place_of(room), content_words(asked.me.name.full, asked.pack)
    matches = asked.best(content_words(place, asked.pack) - own, _STORIES, kinds=("seed",))
    told = ((match, asked.says(match.memory)) for match in matches if place in match.memory.text)
    own_story = [
        match for match, says in told if says.who == asked.me.name and not (says.private or says.occasion)
    ]
    return [match for match in own_story if match.memory.when is None][:1]


def _lives_here(name: str, asked: Asked) -> bool:
    """Tell whether a person lives at the agent's home, by the tie if it is not known where."""
    kin = next((person for person in asked.prompt.people if person.name == name), None)
    if kin is not None and kin.home:
        return same_place(kin.home, asked.prompt.persona.home)
    return kin is not None and asked.pack.finds("shares_home", kin.kind)


def about_likes(asked: Asked) -> Reply | None:
    """Say what the agent likes to do, by its free hours and its own story, or return None."""
    persona = asked.prompt.persona
    free = [item for item in persona.routine if not same_place(item.place, persona.work or " ")]
    trades = asked.pack.words["trades"]
    liked = [
        item
        for item in free
        if not asked.pack.has("meals", item.activity)
        and asked.pack.activity(item.activity).kind not in trades
    ]
    parts = [asked.say("like_doing", activity=own_words(asked, item.activity)) for item in liked[-1:]]
    matches = [
        match
        for match in asked.best(asked.topics | _own_topics(liked, asked), 2, kinds=("seed", "reflection"))
        if match.memory.when is None and _is_of_oneself_alone(match, asked)
    ]
    parts += asked.quoted("also" if parts else "remember", matches)
    return Reply(tuple(parts), numbers(matches)) if parts else None


def _is_of_oneself_alone(match: Found, asked: Asked) -> bool:
    """Tell whether a memory is no occasion, no secret, and no conclusion about somebody else."""
    says = asked.says(match.memory)
    of_another = match.memory.kind == "reflection" and len(says.people) > 1
    return not (says.occasion or says.private or of_another)


def _own_topics(items: list[RoutineItem], asked: Asked) -> frozenset[str]:
    return frozenset().union(*(content_words(item.activity, asked.pack) for item in items[-3:]))


def about_usual_day(asked: Asked) -> Reply:
    """Describe an ordinary day by its routine."""
    items = [
        asked.say(
            "routine_item", at=spoken_clock(item.start, asked), activity=own_words(asked, item.activity)
        )
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


def spoken_clock(minute: int, asked: Asked) -> str:
    """Return a time of day as it is said: `at half past six`."""
    calendar = asked.pack.calendar
    return calendar.spoken_clock.format(time=calendar.clock(minute))


def own_words(asked: Asked, text: str) -> str:
    """Return a phrase of the persona's file in its own words: `his window seat` becomes `my window seat`."""
    return asked.me.mine(bare(tidy(text, 120)))


def same_place(path: Path, other: Path) -> bool:
    """Tell whether two rooms belong to the same place."""
    return path.partition("/")[0] == other.partition("/")[0]
