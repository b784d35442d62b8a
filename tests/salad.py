"""Word salad that fits a JSON schema: what a server says that obeys the form and understands nothing."""

from __future__ import annotations

import hashlib
import json
import random
import re

WORDS = ("the", "boat", "and", "a", "lantern", "went", "home", "singing", "with", "rolls", "under", "rain")


def salad(body) -> str:
    """The same request always gets the same answer, whoever sends it and when, whole or bit by bit."""
    asked = {name: value for name, value in body.items() if not name.startswith("stream")}
    draw = random.Random(hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest())
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
    return json.dumps(_value(schema, draw)) if schema else " ".join(draw.choices(WORDS, k=5))


SAME = {"vessel": "boat", "ship": "boat"}  # all that it knows of what words mean


def vector(text, numbers=32):
    """The same text always gets the same vector; texts with words of the same meaning are near each other."""
    words = [SAME.get(word, word) for word in re.findall(r"\w+", text.lower())] or [text]
    total = [0.0] * numbers
    for word in words:
        draw = random.Random(word)
        total = [one + draw.gauss(0, 1) for one in total]
    return total


def _value(schema, draw):
    if "enum" in schema:
        return draw.choice(schema["enum"])
    if "anyOf" in schema:
        return _value(draw.choice(schema["anyOf"]), draw)
    return MADE[schema["type"]](schema, draw)


def _object(schema, draw):
    return {name: _value(inner, draw) for name, inner in schema["properties"].items()}


def _array(schema, draw):
    least = schema.get("minItems", 0)
    most = max(least, min(schema.get("maxItems", 3), least + 3))
    return [_value(schema["items"], draw) for _ in range(draw.randint(least, most))]


def _integer(schema, draw):
    least = schema.get("minimum", 0)
    return draw.randint(least, min(schema.get("maximum", least + 9), least + 9))


def _string(schema, draw):
    if "pattern" in schema:
        return f"{draw.randint(0, 23):02}:{draw.randint(0, 59):02}"
    return " ".join(draw.choices(WORDS, k=4))[: schema.get("maxLength", 400)]


MADE = {
    "object": _object,
    "array": _array,
    "integer": _integer,
    "string": _string,
    "boolean": lambda schema, draw: draw.random() < 0.3,
    "null": lambda schema, draw: None,
}
