"""The files of a small town in a language: three people, an inn that closes, an oven that may burn."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

_PRONOUNS = {"elle": "she", "sie": "she", "ella": "she", "il": "he", "er": "he", "él": "he"}


@cache
def words(language: str) -> dict[str, Any]:
    """The words of the town in a language."""
    return yaml.safe_load(Path(__file__).with_name("towns.yaml").read_text("utf-8"))[language]


def files(language: str) -> dict[str, str]:
    """The files of the town."""
    said = words(language)
    parts = {"town.yaml": _town(language, said), "world.yaml": _world(said)}
    parts |= {f"personas/{agent}.yaml": _persona(agent, said) for agent in said["people"]}
    return {name: yaml.safe_dump(part, allow_unicode=True, sort_keys=False) for name, part in parts.items()}


def name_of(language: str, agent: str) -> str:
    """The full name of a person."""
    return words(language)["people"][agent][0]


def kitchen(language: str) -> str:
    """The room with the oven."""
    places = words(language)["places"]
    return f"{places['inn']}/{places['kitchen']}"


def _town(language: str, said: dict[str, Any]) -> dict[str, Any]:
    vote = {"kind": "vote", **said["event"], "where": said["places"]["hall"], "at": "day 2 11:00-11:40"}
    return {
        "town": said["town"],
        "summary": said["currently"].format(name=said["town"]),
        "language": language,
        "starts": "2026-06-23",
        "facts": [{"id": "bridge", "text": said["fact"], "known_by": ["a"]}],
        "events": [vote],
        "cognition": {"reflect_at": 20},
    }


def _world(said: dict[str, Any]) -> dict[str, Any]:
    places, thing = said["places"], said["thing"]
    oven = {
        "state": thing["cold"],
        "states": [thing["cold"], thing["hot"], thing["burning"]],
        "urgent": {thing["burning"]: thing["remedy"]},
    }
    inn = {"open": "07:00-17:00", "map": {"x": 4, "y": 3}}
    world: dict[str, Any] = {
        places["inn"]: {**inn, "rooms": {places["room"]: {}, places["kitchen"]: {thing["name"]: oven}}},
        places["hall"]: {"map": {"x": 6, "y": 3}},
        places["far"]: {"map": {"x": 9, "y": 3}},
    }
    homes = {home: {"map": {"x": 2 + at, "y": 6}} for at, home in enumerate(places["homes"])}
    return world | homes


def _persona(agent: str, said: dict[str, Any]) -> dict[str, Any]:
    places, at = said["places"], sorted(said["people"]).index(agent)
    name, pronoun = said["people"][agent]
    others = [other for other in said["people"] if other != agent]
    return {
        "name": name,
        "pronouns": _PRONOUNS[pronoun],
        "age": 40 + at,
        "traits": said["traits"],
        "home": places["homes"][at],
        "work": f"{places['inn']}/{places['kitchen']}",
        "knows": [places["inn"], places["hall"]],
        "seed": [seed.format(name=name) for seed in said["seeds"]],
        "currently": said["currently"].format(name=name),
        "status": {"energy": 60, "mood": 55},
        "day": {
            "wake": "06:30",
            "sleep": "22:00",
            "routine": [
                f"08:00 {said['routine'][0]} @ {places['inn']}/{places['kitchen']}",
                f"14:00 {said['routine'][1]} @ {places['inn']}/{places['room']}",
            ],
        },
        "relationships": [{"with": other, "as": said["tie"], "closeness": 0.3} for other in others],
        "intends": _intends(said) if agent == "a" else [],
    }


def _intends(said: dict[str, Any]) -> list[dict[str, Any]]:
    places, meant = said["places"], said["intends"]
    return [
        {
            "kind": "occasion",
            "what": meant["occasion"],
            "with": "everybody",
            "where": places["hall"],
            "at": "day 1 18:00",
        },
        {"kind": "message", "what": meant["message"], "with": "b", "because": meant["because"]},
        {"kind": "meeting", "with": "c", "where": places["hall"], "at": "day 2 09:00"},
        {"kind": "secret", "what": meant["secret"], "kept_from": "c"},
        {"kind": "feeling", "what": meant["feeling"], "with": "b", "closeness": 0.6},
        {"kind": "visit", "where": places["far"], "at": "day 2 15:00"},
        {"kind": "prohibition", "with": "c", "what": meant["occasion"], "until": "day 1 08:00"},
    ]
