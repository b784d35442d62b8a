"""Importing a card: the person it would add to a town, and a report of what was taken, changed and
dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadInput, with_commas, worded
from engine.language.names.suggesting import shown
from engine.records import AgentId
from engine.scenario.allowed_files import persona_file
from engine.scenario.cards.card import Card, read_card
from engine.scenario.cards.keeping import with_kept
from engine.scenario.cards.lore import MOST_FACTS, Lore, facts_of
from engine.scenario.cards.macros import cleaned, resolved, spoken, strange
from engine.scenario.cards.ours import Ours, fitted, ours_in
from engine.scenario.cards.prose import MOST_PROSE, Told, lines_of, told
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import AddPerson
from engine.scenario.document.values import Said
from engine.scenario.foreign.lodging import Lodging
from engine.scenario.foreign.notes import (
    ENTRIES,
    FACTS,
    FIRST_MEMORIES,
    LINES,
    PARTS,
    TEXTS,
    TRAITS,
    ImportNote,
    count,
    note,
)
from engine.scenario.generating.faces import guessed_age
from engine.scenario.lint.town import is_id
from engine.scenario.newcomer import free_id
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import read_scenario
from engine.scenario.reading.stated.fields import one_line
from engine.scenario.write import Folded, Inline, dumped

_MOST_NAME, _MOST_TRAITS, _MOST_SEEDS, _MOST_LINES = 80, 8, 60, 12
_MOST_PROSE, _MOST_SEED = 4_000, 1_000
_MOST_NOTES = 100  # on fields that a card has beside those of a person
_PROSE = ("description", "personality", "scenario", "first_mes", "mes_example")
_KEPT_ONLY = {
    "system_prompt": worded("instructions for a chat, never sent to a model here"),
    "post_history_instructions": worded("instructions for a chat, never sent to a model here"),
    "alternate_greetings": worded("alternative opening lines for a chat"),
    "group_only_greetings": worded("opening lines for a group chat"),
    "assets": worded("pictures and sounds, neither downloaded nor shown"),
    "creator_notes": worded("notes by the creator of the card"),
    "creator": worded("the creator of the card"),
    "character_version": worded("the version of the card"),
    "tags": worded("the tags of the card"),
    "extensions": worded("data that other programs store in the card"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardIn:
    """A person that a card would add to a town, not stored yet. `notes` are the report on the card,
    `problems` those that the check of the town would find in the new file.
    """

    agent: AgentId
    name: str
    version: str
    text: str
    facts: tuple[Mapping[str, Said], ...]
    notes: tuple[ImportNote, ...]
    problems: tuple[Problem, ...]

    @property
    def file(self) -> str:
        """Return the path of the file to add."""
        return persona_file(self.agent)

    @property
    def edit(self) -> AddPerson:
        """Return the edit that adds the person to a scenario."""
        return AddPerson(file=self.file, text=self.text, facts=self.facts)


def accepted(files: Mapping[str, str], card: CardIn) -> Mapping[str, str]:
    """Return the files of a town that change when the person is added, with their new texts."""
    return {path: text for path, text in apply(files, card.edit).items() if text is not None}


def card_in(content: bytes, files: Mapping[str, str], home: str = "") -> CardIn:
    """Read a card as a person for the town of these files, living in one of its rooms. Raises BadInput if the
    file has no card, or the town has no room of that name.
    """
    card = read_card(content)
    town = Lodging(files, home)
    ours = ours_in(card)
    agent = _agent(ours.agent if ours is not None else "", _name_of(card), files)
    made = _taken_back(ours, town) if ours is not None else _new_person(card, agent, town)
    lore = facts_of(card, agent, made.name, town.visitor, [fact.id for fact in town.facts])
    notes = (
        *(note(worded("card"), "changed", one) for one in card.remarks),
        *made.notes,
        *_of_lore(card, lore),
    )
    checked = read_scenario({**files, persona_file(agent): made.text}, "town")
    problems = tuple(one for one in checked.problems if one.file == persona_file(agent))
    return CardIn(
        agent=agent, name=made.name, version=card.version, text=made.text, facts=lore.facts, notes=notes,
        problems=problems,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """A persona's file, with its name and what happened to the fields of the card."""

    text: str
    name: str
    notes: tuple[ImportNote, ...]


def _name_of(card: Card) -> str:
    name = one_line(cleaned(card.text("name")[:400]))[:_MOST_NAME].strip()
    if not any(letter.isalnum() for letter in name):
        raise BadInput(worded("the card has no usable name; fill in `name`"))
    return name


def _agent(wanted: str, name: str, files: Mapping[str, str]) -> AgentId:
    """Return an id that is valid as a file name and unused in the town."""
    taken = {path.casefold() for path in files}
    if is_id(wanted) and persona_file(wanted).casefold() not in taken:
        return wanted
    found = free_id(name, files)
    return found if is_id(found) else free_id("person", files)


# ---- a card that we have written


def _taken_back(ours: Ours, town: Lodging) -> _Made:
    text, changed = fitted(ours, town.index, town.people, town.wanted, town.home)
    notes = [note("extensions.townwright", "came", worded("the persona as Townwright exported it"))]
    notes += [note(field, "changed", words) for field, words in changed]
    notes += [
        note(
            field,
            "dropped",
            worded("changed outside Townwright since the export; the exported persona is used instead"),
        )
        for field in ours.changed_elsewhere
    ]
    return _Made(text=text, name=ours.name, notes=tuple(notes))


# ---- a card from elsewhere


def _new_person(card: Card, agent: AgentId, town: Lodging) -> _Made:
    name = _name_of(card)
    called = one_line(cleaned(card.text("nickname")[:400]))[:_MOST_NAME].strip()
    prose = {
        field: resolved(card.text(field)[:MOST_PROSE], name, town.visitor)
        for field in ("description", "personality", "scenario")
    }
    about = told(prose["description"], prose["personality"], name)
    seeds = [one for one in about.sentences if len(one) <= _MOST_SEED][:_MOST_SEEDS]
    lines = _lines(card, name, town.friend)
    currently = _cut(one_line(prose["scenario"]), _MOST_PROSE)
    said: dict[str, object] = {"name": name}
    said |= {"called": called} if called and called != name else {}
    age = guessed_age(name) if about.age is None else about.age
    said |= {
        "pronouns": about.pronouns or "they",
        "age": age,
        "emoji": town.face_of(name, about.pronouns or "they", age),
    }
    said |= {"traits": Inline(_traits(about))} if _traits(about) else {}
    said["home"] = town.home
    said |= {"seed": list(seeds)} if seeds else {}
    said |= (
        {"currently": Folded(currently) if len(currently) > _MOST_NAME else currently} if currently else {}
    )
    said["day"] = {"wake": "07:00", "sleep": "23:00"}
    said |= {"voice": {"says": lines}} if lines else {}
    text, left_out = with_kept(dumped(said), card)
    notes = [*_of_person(card, about, seeds, lines, town), *_of_the_rest(card, left_out)]
    return _Made(text=text, name=name, notes=tuple(notes))


def _lines(card: Card, name: str, friend: str) -> list[str]:
    found = lines_of(card.text("mes_example")[:MOST_PROSE], card.text("first_mes")[:MOST_PROSE])
    said = (one_line(spoken(line, name, friend)) for line in found[: _MOST_LINES * 3])
    fit = (line for line in said if 0 < len(line) <= 200 and any(letter.isalnum() for letter in line))
    return list(dict.fromkeys(fit))[:_MOST_LINES]


def _traits(about: Told) -> list[str]:
    return [one for one in about.traits if len(one) <= _MOST_NAME][:_MOST_TRAITS]


def _of_person(
    card: Card, about: Told, seeds: Sequence[str], lines: Sequence[str], town: Lodging
) -> list[ImportNote]:
    """Report what happened to the fields that describe a person."""
    notes = [note("name", "came", worded("the name"))]
    traits = _traits(about)
    made = with_commas([count(len(seeds), FIRST_MEMORIES), count(len(traits), TRAITS)])
    if card.text("description").strip() or card.text("personality").strip():
        notes.append(note("description, personality", "came", made))
    lost = len(about.sentences) - len(seeds) + len(about.traits) - len(traits)
    if lost:
        notes.append(
            note(
                "description, personality",
                "dropped",
                worded("{parts} (too long or too many)", parts=count(lost, PARTS)),
            )
        )
    if card.text("scenario").strip():
        notes.append(note("scenario", "came", worded("what the person is busy with (`currently`)")))
    if card.text("mes_example").strip() or card.text("first_mes").strip():
        words = worded(
            "{lines} used for the voice; the dialogue around them is kept but not used",
            lines=count(len(lines), LINES),
        )
        notes.append(note("first_mes, mes_example", "changed", words))
    notes += [
        note(
            field,
            "dropped",
            worded("the text beyond the limit of {most:,} characters", most=MOST_PROSE),
        )
        for field in _PROSE
        if len(card.text(field)) > MOST_PROSE
    ]
    if any("{{" in card.text(field) or "<" in card.text(field) for field in _PROSE):
        notes.append(
            note(
                "{{char}}, {{user}}",
                "changed",
                worded("replaced by the person's name and {visitor}", visitor=shown(town.visitor)),
            )
        )
    if any(strange(card.text(field)[:MOST_PROSE]) for field in _PROSE):
        notes.append(note("{{…}}", "dropped", worded("placeholders that have no meaning in a town")))
    guessed = [worded("home")] if not town.wanted else []
    guessed += [worded("age")] if about.age is None else []
    guessed += [worded("pronouns")] if about.pronouns is None else []
    words = worded(
        "the card does not specify {fields}; check these values",
        fields=with_commas([*guessed, worded("usual day")]),
    )
    return [*notes, note(worded("persona"), "changed", words)]


def _of_the_rest(card: Card, left_out: Sequence[str]) -> list[ImportNote]:
    """Report which fields are kept for exporting the card again, and which are too long for that."""
    known = {"name", "nickname", "character_book", *_PROSE}
    notes: list[ImportNote] = []
    lost = frozenset(left_out)
    for field, value in [*card.data.items(), *card.beside.items()]:
        if len(notes) == _MOST_NOTES:
            notes.append(note("…", "changed", worded("the same for the remaining fields")))
            break
        if field in lost:
            notes.append(note(field, "dropped", worded("too long to keep in the person's file")))
        elif field not in known and value not in ("", [], {}, None):
            why = _KEPT_ONLY.get(field, worded("unknown field"))
            notes.append(
                note(
                    field,
                    "changed",
                    worded("{why}; kept as a comment in the file for the next export", why=why),
                )
            )
    return notes


def _of_lore(card: Card, lore: Lore) -> list[ImportNote]:
    notes = []
    if lore.facts:
        notes.append(
            note(
                "character_book",
                "came",
                worded("{facts} that the person knows", facts=count(len(lore.facts), FACTS)),
            )
        )
    if lore.shortened:
        notes.append(
            note(
                "character_book",
                "changed",
                worded("{texts} shortened to fit in a fact", texts=count(lore.shortened, TEXTS)),
            )
        )
    if lore.known:
        notes.append(
            note(
                "character_book",
                "dropped",
                worded("{facts} that this town already has", facts=count(lore.known, FACTS)),
            )
        )
    if lore.left_out:
        words = worded(
            "{entries} (empty, disabled or over the limit of {most})",
            entries=count(lore.left_out, ENTRIES),
            most=MOST_FACTS,
        )
        notes.append(note("character_book", "dropped", words))
    return notes


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
