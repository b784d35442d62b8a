"""Exports a person as a character card, for programs that know nothing of towns."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.errors import BadInput, NotFound, with_commas, worded
from engine.language.names.suggesting import shown
from engine.records import AgentId
from engine.safe_json import safe_json
from engine.scenario.allowed_files import TOWN, persona_file, persona_of
from engine.scenario.cards.card import MOST_JSON
from engine.scenario.cards.keeping import OURS, Kept, kept_in
from engine.scenario.cards.lore import book_of, without_decorators
from engine.scenario.cards.ours import ours_of
from engine.scenario.cards.png import picture
from engine.scenario.document.sharing import written_out
from engine.scenario.foreign.bounded_json import Json
from engine.scenario.reading.check import Source, check_file
from engine.scenario.reading.fragments import shared
from engine.scenario.reading.schema import FactPart, PersonaPart, TownPart
from engine.scenario.reading.sketch import sketch

CardForm = Literal["v2", "v3", "png"]
FORMS: tuple[CardForm, ...] = ("v3", "v2", "png")

_TEXTS = (
    "name", "description", "personality", "scenario", "first_mes", "mes_example", "creator_notes",
    "system_prompt", "post_history_instructions", "creator", "character_version",
)  # fmt: skip
_OF_V3 = (
    "group_only_greetings", "assets", "nickname", "creator_notes_multilingual", "source", "creation_date",
    "modification_date",
)  # fmt: skip
_FROM_PERSONA = ("name", "nickname", "description", "personality", "scenario", "mes_example")
_GREY = (124, 130, 138)  # of the plain picture of a PNG: quiet on a light page and on a dark one


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOut:
    """A character card: a file name, its bytes, and remarks on the parts only Townwright reads."""

    file_name: str
    content: bytes
    remarks: tuple[str, ...]


def card_out(files: Mapping[str, str], agent: AgentId, form: CardForm = "v3") -> CardOut:
    """Export a person of a town as a character card. The card contains the whole persona's file, so that
    importing it gives the same file again; shared fragments are written out in it.

    Raises NotFound if nobody has that id, BadInput if the file has errors or there is no such form.
    """
    if form not in FORMS:
        raise BadInput(
            worded(
                "there is no card format {form}; use one of: {forms}",
                form=shown(str(form)),
                forms=with_commas(FORMS),
            )
        )
    text = files.get(persona_file(agent))
    if text is None:
        raise NotFound(worded("nobody in this town has the id {agent}; check the id", agent=shown(agent)))
    read = check_file(text, persona_file(agent), PersonaPart)
    if read.part is not None and read.part.includes:
        text = written_out(files, agent, sketch(files, agent)[0])
        read = check_file(text, persona_file(agent), PersonaPart)
    if read.part is None or any(one.severity == "error" for one in read.problems):
        raise BadInput(
            worded(
                "{persona_file} has errors; fix them, then export the card",
                persona_file=persona_file(agent),
            )
        )
    town = shared(check_file(files.get(TOWN, ""), TOWN, TownPart), _people(files))[0].part
    kept = kept_in(text)
    data = _data(agent, text, read.part, town.facts if town is not None else [], kept)
    beside = kept.beside if kept is not None else {}
    v3 = _json("chara_card_v3", "3.0", data, beside)
    v2 = _json("chara_card_v2", "2.0", _older(data), beside)
    if len(v3) > MOST_JSON:
        raise BadInput(
            worded(
                "{persona_file} is too long for a card of at most {most_json:,} bytes; shorten it",
                persona_file=persona_file(agent),
                most_json=MOST_JSON,
            )
        )
    if form == "png":
        texts = {name: base64.b64encode(one) for name, one in (("chara", v2), ("ccv3", v3))}
        return CardOut(file_name=f"{agent}.png", content=picture(texts, _GREY), remarks=_remarks(read.part))
    content = v3 if form == "v3" else v2
    return CardOut(file_name=f"{agent}.card.json", content=content, remarks=_remarks(read.part))


def _people(files: Mapping[str, str]) -> Mapping[AgentId, Source[PersonaPart]]:
    found = {one: file for file in files if (one := persona_of(file)) is not None}
    return {agent: check_file(files[file], file, PersonaPart) for agent, file in found.items()}


def _json(spec: str, version: str, data: Mapping[str, Json], beside: Mapping[str, Json]) -> bytes:
    whole = {"spec": spec, "spec_version": version, "data": data, **beside}
    return (safe_json(whole, indent=1) + "\n").encode("utf-8")


def _data(
    agent: AgentId, text: str, part: PersonaPart, facts: Sequence[FactPart], kept: Kept | None
) -> dict[str, Json]:
    """Return the fields of V3. Fields kept from the original card stay as they were if the persona is
    unchanged; otherwise the persona's values replace them.
    """
    data: dict[str, Json] = {field: "" for field in _TEXTS}
    data |= {"alternate_greetings": [], "tags": [], "group_only_greetings": []}
    data |= _plain_fields(part)
    book = book_of(facts, agent, part.name)
    data |= {"character_book": book} if book is not None else {}
    if kept is not None:
        own = () if kept.untouched else _FROM_PERSONA
        data |= {key: value for key, value in kept.data.items() if key not in own and key != "extensions"}
    others = kept.data.get("extensions") if kept is not None else None
    foreign = (
        {key: value for key, value in others.items() if key != OURS} if isinstance(others, Mapping) else {}
    )
    data["extensions"] = {**foreign, OURS: ours_of(agent, text, data)}
    return data


def _plain_fields(part: PersonaPart) -> dict[str, Json]:
    """Return the fields of a persona that any chat program can read."""
    age = f"Age: {part.age}\nPronouns: {part.pronouns}"
    lines = [f"<START>\n{{{{char}}}}: {line}" for line in part.voice.says]
    said: dict[str, Json] = {
        "name": part.name,
        "description": "\n".join([age, *part.seed]),
        "personality": ", ".join(part.traits),
        "scenario": part.currently,
        "first_mes": part.voice.says[0] if part.voice.says else "",
        "mes_example": "\n".join(lines),
        "tags": ["townwright"],
    }
    return {**said, "nickname": part.called} if part.called else said


def _older(data: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields as V2 has them: without V3's own, and without decorators in the lorebook."""
    older = {key: value for key, value in data.items() if key not in _OF_V3}
    book = data.get("character_book")
    if isinstance(book, Mapping) and isinstance(entries := book.get("entries"), list):
        older["character_book"] = {**book, "entries": [_plain_entry(entry) for entry in entries]}
    return older


def _plain_entry(entry: Json) -> Json:
    if isinstance(entry, Mapping) and isinstance(content := entry.get("content"), str):
        return {**entry, "content": without_decorators(content)}
    return entry


def _remarks(part: PersonaPart) -> tuple[str, ...]:
    """Return remarks on the parts of a person that only Townwright reads in the card."""
    only = {
        "home and work": True,
        "usual day": bool(part.day.routine),
        "relationships": bool(part.relationships),
        "places they know": part.knows is not None,
    }
    named = ", ".join(what for what, there in only.items() if there)
    return (f"Only Townwright reads these fields of the card: {named}.",)
