"""A salad that fits a JSON schema: a server that obeys the form, talks sense and understands nothing."""

from __future__ import annotations

import hashlib
import json
import random
import re

WHO, DOES = (
    ("the boat", "an old lantern", "somebody", "a neighbour"),
    ("is", "comes", "waits", "sings", "goes"),
)
WHERE = ("at home", "under the bridge", "in the rain", "with the rolls", "by the door", "on the way back")
DOING = ("walking", "singing", "waiting", "sweeping", "reading", "resting", "writing a letter", "cooking")
EMOJI, STATE, REMARK = 16, 60, 400  # by their greatest lengths the fields of a form are known


def salad(body) -> str:
    """The same request always gets the same answer, whoever sends it and when, whole or bit by bit."""
    asked = {name: value for name, value in body.items() if not name.startswith("stream")}
    draw = random.Random(hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest())
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
    return json.dumps(_value(schema, draw)) if schema else _sentence(draw)


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
    made = {name: _value(inner, draw) for name, inner in schema["properties"].items()}
    if "thing" in made and "place" in made:
        every = schema["properties"]["thing"]["enum"]
        there = [thing for thing in every if thing.rpartition("/")[0] == made["place"]]
        made["thing"] = draw.choice(there or [""])
    if "thing_state" in made and not made["thing"]:
        made["thing_state"] = ""
    for deed in (name for name in ("activity", "doing") if name in made):
        made[deed] = f"{draw.choice(DOING)} {draw.choice(WHERE)}"
    _ask(made)
    for blocks in (made.get("blocks", ()), *([made["engagements"]] if "engagements" in made else [])):
        _in_order(blocks, draw)
    if isinstance(made.get("engagement"), dict):
        made["engagement"]["day"] = 30
    return made


def _ask(made):
    """Let what is asked of oneself be questions, and texts ask nothing."""
    if "questions" in made:
        made["questions"] = [f"{question.rstrip('.')}?" for question in made["questions"]]
    if "asks" in made:
        made["asks"] = []


def _in_order(rows, draw):
    """Let the times of a day rise, and what is agreed on be to come."""
    hours = sorted(draw.sample(range(8, 21), len(rows)))
    for row, hour in zip(rows, hours, strict=True):
        if "start" in row:
            row["start"] = f"{hour:02}:{draw.choice((0, 15, 30)):02}"
        else:
            row["day"] = 30


def _array(schema, draw):
    least = schema.get("minItems", 0)
    most = max(least, min(schema.get("maxItems", 3), least + 3))
    return [_value(schema["items"], draw) for _ in range(draw.randint(least, most))]


def _integer(schema, draw):
    least = schema.get("minimum", 0)
    return draw.randint(least, min(schema.get("maximum", least + 9), least + 9))


def _string(schema, draw):
    most = schema.get("maxLength", REMARK)
    if "pattern" in schema:
        return f"{draw.randint(0, 23):02}:{draw.randint(0, 59):02}"
    if most <= EMOJI:
        return draw.choice(("🙂", "☕", "🚶"))
    return "in use" if most <= STATE else _sentence(draw)


def _sentence(draw):
    return (
        f"{draw.choice(WHO)} {draw.choice(DOES)} {draw.choice(WHERE)}, and {draw.choice(WHERE)} it is quiet"
    )


MADE = {
    "object": _object,
    "array": _array,
    "integer": _integer,
    "number": lambda schema, draw: 0,
    "string": _string,
    "boolean": lambda schema, draw: draw.random() < 0.3,
    "null": lambda schema, draw: None,
}
