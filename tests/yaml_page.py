"""Writes docs/yaml-reference.md, the keys of a scenario, from their schema: `python -m tests.yaml_page`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.clock import clock_words
from engine.scenario import json_schema

PAGE = Path(__file__).resolve().parents[1] / "docs" / "yaml-reference.md"
LEAD = """# YAML reference

This page lists every key of the three kinds of files in a scenario's folder. A key that is not listed here is
an error. For an introduction, see [Write a town](authoring.md).

`townwright schema PART` prints a JSON schema with which your editor can check the files as you type. This
page is generated from the same schema by `python -m tests.yaml_page`.
"""
FILES = {"town": "town.yaml", "world": "world.yaml", "persona": "personas/<id>.yaml"}
PARTS = {
    "Cognition": "`cognition`", "Weights": "Weights",
    "EventPart": "An entry of `events`", "FactPart": "An entry of `facts`", "FragmentPart": "A fragment",
    "TownIntentPart": "An entry of `intends` in town.yaml", "MapPart": "`map`", "PlacePart": "A place",
    "RoomPart": "A room", "ThingPart": "An object", "BondPart": "An entry of `relationships`",
    "DayPart": "`day`", "IntentPart": "An entry of `intends`", "VoicePart": "`voice`",
}  # fmt: skip
Schema = Mapping[str, Any]
_CLOCK = "^\\d{1,2}:"  # the pattern of a time of day, which is kept as minutes


def yaml_page() -> str:
    """Return the page as it should be."""
    parts = [LEAD]
    for part, file in FILES.items():
        schema = json_schema(part)
        about = schema.get("description", "").partition(": ")[2]
        parts.append(f"\n## {file}\n\n{about[:1].upper()}{about[1:]}\n{_keys(schema)}")
        for name, inner in schema.get("$defs", {}).items():
            keys = _object(inner)
            parts.append(f"\n### {PARTS[name]}\n\n{keys.get('description', '')}\n{_keys(keys)}")
    return "".join(parts)


def _object(schema: Schema) -> Schema:
    """Return the variant of a schema that has keys."""
    return next((each for each in schema.get("anyOf", ()) if "properties" in each), schema)


def _keys(schema: Schema) -> str:
    rows = "".join(_rows(schema))
    return f"\n| key | value | default | meaning |\n|---|---|---|---|\n{rows}" if rows else ""


def _rows(schema: Schema) -> Iterator[str]:
    for key, value in schema.get("properties", {}).items():
        needed = key in schema.get("required", ())
        default = "required" if needed else _default(value)
        about = value.get("description", "").replace("|", "\\|")
        yield f"| `{key}` | {_type(value)} | {default} | {about} |\n"


def _default(schema: Schema) -> str:
    value = schema.get("default")
    if schema.get("pattern", "").startswith(_CLOCK) and isinstance(value, int):
        return f"`{clock_words(value)}`"
    if value in (None, "", [], {}):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value}`" if isinstance(value, str | int | float) else ""


def _type(value: Schema) -> str:
    """Return the type of a value in a word or two: `text`, `a list of text`, `a number from 0 to 1`."""
    if "$ref" in value:
        return PARTS[value["$ref"].rsplit("/", 1)[1]].replace("An entry", "an entry").replace("A ", "a ")
    if "anyOf" in value:
        kinds = [_type(each) for each in value["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if value.get("type") == "array":
        return f"list: {_type(value.get('items', {}))}"
    if value.get("type") in ("integer", "number"):
        bounds = [value.get(name) for name in ("minimum", "maximum")]
        return f"{bounds[0]} to {bounds[1]}" if None not in bounds else "number"
    return {"string": "text", "boolean": "yes or no", "object": "keys"}.get(value.get("type", ""), "any")


if __name__ == "__main__":
    PAGE.write_text(yaml_page(), "utf-8")
