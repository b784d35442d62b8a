"""The people of a save as personas: their descriptions and initial memories."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rapidfuzz import fuzz

from engine.clock import DAY
from engine.records import AgentId
from engine.scenario.allowed_files import persona_file
from engine.scenario.cards.prose import about, told
from engine.scenario.foreign.bounded_json import Json
from engine.scenario.generating.faces import face, guessed_age
from engine.scenario.lint.town import is_id
from engine.scenario.newcomer import free_id
from engine.scenario.smallville.save import MOST_PEOPLE, Save, plain
from engine.scenario.smallville.world import World, known_rooms
from engine.scenario.write import Folded, Inline, dumped

_MOST_SEEDS, _MOST_SEED, _MOST_TRAITS = 200, 1_000, 12
_HISTORY = "agent_history_init_n"
_MOST_HISTORY = 500_000
_ALIKE = 85  # of 100: the spelling of a name in the table of back-stories differs from that in the save
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])|\n")
_CLOCK = r"(?:around|at|about|by)?\s*(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m"
_SLEEPS = re.compile(rf"(?:to bed|asleep|to sleep)\s*{_CLOCK}", re.IGNORECASE)
_WAKES = re.compile(rf"(?:awakes?|wakes?|gets?|up)(?: up)?\s*{_CLOCK}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person of a save: their id, names, file, and the values that had to be guessed."""

    agent: AgentId
    said_name: str
    name: str
    text: str
    wake: int
    guessed: tuple[str, ...]


def name_of(said: str) -> str:
    """Return a person's name; a Chinese name without the space that the original requires."""
    name = plain(said, 80) or "Somebody"
    return name.replace(" ", "") if not any(one.isascii() for one in name.replace(" ", "")) else name


def people_of(save: Save, world: World) -> tuple[Person, ...]:
    """Return all people of a save, in their order."""
    stories, _ = back_stories(save)
    files: dict[str, str] = {}
    people: list[Person] = []
    faces: list[str] = []
    for said, scratch in save.people.items():
        name = name_of(said)
        agent = free_id(name, files)
        agent = agent if is_id(agent) else free_id("person", files)
        person = _person(save, world, said, scratch, stories.get(said, ()), faces)
        files[persona_file(agent)] = person.text
        people.append(replace(person, agent=agent))
    return tuple(people)


def _person(
    save: Save,
    world: World,
    said: str,
    scratch: Mapping[str, Json],
    story: Sequence[str],
    faces: list[str],
) -> Person:
    name = name_of(said)
    innate, learned, lifestyle = (plain(scratch.get(key)) for key in ("innate", "learned", "lifestyle"))
    past = f"{learned}\n{lifestyle}\n{plain(scratch.get('daily_plan_req'))}"
    sentences = [about(one.strip(), name) for one in _SENTENCES.split(past)]
    pronouns = told(past, "", name).pronouns
    traits = [one.strip(" .") for one in innate.split(",")]
    traits = [one for one in traits if 0 < len(one) <= 80][:_MOST_TRAITS]
    seeds = dict.fromkeys(one for one in (*sentences, *story) if 0 < len(one) <= _MOST_SEED)
    home = world.room(plain(scratch.get("living_area")))
    age = scratch.get("age")
    wake, sleep = _clock(_WAKES, lifestyle, 7 * 60), _clock(_SLEEPS, lifestyle, 23 * 60)
    currently = re.sub(r"^Status:\s*", "", plain(scratch.get("currently")))
    guessed = [] if home else ["home"]
    guessed += [] if pronouns else ["pronouns"]
    guessed += [] if _WAKES.search(lifestyle) and _SLEEPS.search(lifestyle) else ["hours of sleep"]
    home = home or next(iter(world.rooms.values()))
    knows = list(dict.fromkeys((home, *known_rooms(save, said, world))))[:4_000]
    first = plain(scratch.get("first_name"), 80)
    years = guessed_age(name)
    if isinstance(age, int) and not isinstance(age, bool) and 0 <= age <= 150:
        years = age
    faces.append(face(name, pronouns or "they", years, faces))
    text = dumped(
        {
            "name": name,
            **({"called": first} if first and first != name.split()[0] and first in name.split() else {}),
            "pronouns": pronouns or "they",
            "age": years,
            "emoji": faces[-1],
            **({"traits": Inline(traits)} if traits else {}),
            "home": home,
            **({"seed": list(seeds)[:_MOST_SEEDS]} if seeds else {}),
            **({"currently": Folded(currently) if len(currently) > 76 else currently} if currently else {}),
            "day": {"wake": _words(wake), "sleep": _words(sleep)},
            **({"knows": knows} if len(knows) > 1 else {}),
        }
    )
    return Person(agent="", said_name=said, name=name, text=text, wake=wake, guessed=tuple(guessed))


def _clock(form: re.Pattern[str], text: str, otherwise: int) -> int:
    found = form.search(text)
    if found is None:
        return otherwise
    hour, minute = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0), int(found[2] or 0)
    return (hour * 60 + minute) % DAY if minute < 60 else otherwise


def _words(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


# ---- back-stories


def back_stories(save: Save) -> tuple[Mapping[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the back-stories of the save's table by name, and the names in it that are not in the save. A
    save that was lived has them as memories already, so nothing is returned.
    """
    paths = sorted(path for path in save.pack.paths if path.rpartition("/")[2].startswith(_HISTORY))
    if save.step or not paths:
        return {}, ()
    fitting = [path for path in paths if path.endswith(f"{_HISTORY}{len(save.people)}.csv")]
    text = save.pack.read((fitting or paths)[0], _MOST_HISTORY).decode("utf-8-sig", "replace")
    found: dict[str, tuple[str, ...]] = {}
    strangers: list[str] = []
    for row in _rows(text):
        if len(row) < 2 or row[0].strip().casefold() == "name":
            continue
        name = plain(row[0], 80)
        who = max(save.people, key=lambda one: fuzz.ratio(one, name))
        if fuzz.ratio(who, name) < _ALIKE:
            strangers.append(name)
            continue
        items = [plain(item, _MOST_SEED) for item in row[1].split(";")][:_MOST_SEEDS]
        found[who] = tuple(in_third_person(item, name_of(who)) for item in items if item)
    return found, tuple(strangers[:100])


def _rows(text: str) -> list[list[str]]:
    try:
        return list(islice(csv.reader(io.StringIO(text.replace("\x00", ""))), 2 * MOST_PEOPLE))
    except csv.Error:  # a cell that is longer than any
        return []


_TURNED = (
    (r"\bYou are\b|\byou are\b|\bYou're\b|\byou're\b", "{} is"),
    (r"\bYou have\b|\byou have\b|\bYou've\b|\byou've\b", "{} has"),
    (r"\bYou were\b|\byou were\b", "{} was"),
    (r"\b[Yy]ou (?=(?:will|would|can|could|should|must|may|might|had|did|also|always|never)\b)", "{} "),
    (r"\b[Yy]ou do\b", "{} does"),
    (r"\b[Yy]our(?:s)?\b", "{}'s"),
    (r"\b[Yy]ourself\b", "themself"),
)
_VERB = re.compile(r"\b[Yy]ou ([a-z]+)\b")
_LEFT = re.compile(r"\b[Yy]ou\b")
_PREFIX = re.compile(r"^(?:For planning|In terms of your daily plans)\s*,\s*", re.IGNORECASE)
_NO_VERB = re.compile("and|or|to|in|on|at|with|for|as|that|the|a|all")


def in_third_person(said: str, name: str) -> str:
    """Turn a sentence that addresses a person into one about that person, by rules."""
    text = _PREFIX.sub("", said)
    for form, words in _TURNED:
        text = re.sub(form, lambda _, words=words: words.format(name), text)  # type: ignore[misc]
    text = _VERB.sub(lambda found: f"{name} {_third(found[1])}", text)
    text = _LEFT.sub(lambda _: name, text)
    return text[:1].upper() + text[1:]


def _third(verb: str) -> str:
    """Return a verb in the third person; other words, and verbs already in that form, are unchanged."""
    if _NO_VERB.fullmatch(verb) or verb.endswith(("ed", "ing", "ly")):
        return verb
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    between = "e" if re.search(r"(?:s|x|z|ch|sh|o)$", verb) else ""
    return f"{verb}{between}s"
