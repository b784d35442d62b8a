"""Read the corpus: every answer with its prompt, and what should become of it.

A scene of `tests/answers/*/*.yaml` has four kinds of answers. `good` ones are kept as they are. `cosmetic`
ones are kept without what is wrong with them, and never asked again. `mended` ones are pairs: as given, and
as kept. `bad` ones, by what is wrong with them, are not kept, or not in that part. What nothing in the scene
tells from a good answer is `(no rule)`: somebody might say it, or only who knows the language sees it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.prompts.prompt import Prompt
from tests.answers.prompts import Town, prompt_of

FOLDER = Path(__file__).parent
HALVES = (
    "unseen",
    "seen",
    "later",
)  # written before and after its writer had read the checks, and after them
_FIELDS = {
    "speak": "says", "keep_diary": "text", "interview": "answer", "heed": "resolve", "react": "activity",
    "conclude": "insights.0.text", "ask_oneself": "questions.0", "plan_block": "pieces.0.activity",
    "plan_day": "gist", "take_away": "summary", "rate": "ratings",
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One answer to one prompt: what is wrong with it (empty if nothing is), and what should become of it."""

    half: str
    town: str
    prompt: Prompt[Any]
    verdict: str
    wrong: str
    answer: Mapping[str, Any]
    becomes: Mapping[str, Any] | None = None

    @property
    def held_out(self) -> bool:
        """Check that it is of the part by which no check was made when it was first measured."""
        return self.half == "later" or zlib.crc32(repr(self.answer).encode()) % 4 == 0

    @property
    def is_open_to_rules(self) -> bool:
        """Check that something in the scene tells what is wrong with it."""
        return not self.wrong.endswith("(no rule)")

    def __str__(self) -> str:
        return f"{self.town} {self.prompt.name} {self.wrong or self.verdict}: {self.answer}"


@cache
def cases() -> tuple[Case, ...]:
    """Return the whole corpus."""
    return tuple(case for half in HALVES for file in sorted((FOLDER / half).glob("*.yaml"))
                 for case in _of_town(half, yaml.safe_load(file.read_text("utf-8"))))  # fmt: skip


def _of_town(half: str, written: Mapping[str, Any]) -> Iterator[Case]:
    town = Town(written)
    for scene in written["scenes"]:
        prompt = prompt_of(town, scene)
        about = {"half": half, "town": str(written["town"]), "prompt": prompt}
        for verdict in ("good", "cosmetic"):
            for given in scene.get(verdict, ()):
                yield Case(**about, verdict=verdict, wrong="", answer=_answer(scene, given))
        for given, kept in scene.get("mended", ()):
            answer, becomes = _answer(scene, given), _answer(scene, kept)
            yield Case(**about, verdict="mended", wrong="mended", answer=answer, becomes=becomes)
        for wrong, answers in scene.get("bad", {}).items():
            for given in answers:
                yield Case(**about, verdict="bad", wrong=wrong, answer=_answer(scene, given))


def _answer(scene: Mapping[str, Any], given: object) -> Mapping[str, Any]:
    """Return a whole answer: what is given is all of it, or the text of its main field."""
    base = {**_base(scene), **scene.get("base", {})}
    if isinstance(given, dict):
        return {**base, **given}
    return _put(base, scene.get("at", _FIELDS[scene["ask"]]).split("."), given)


def _put(inner: Any, way: list[str], given: object) -> Any:
    if not way:
        return given
    if isinstance(inner, list):
        return [_put(entry, way[1:], given) if str(at) == way[0] else entry for at, entry in enumerate(inner)]
    return {**inner, way[0]: _put(inner.get(way[0]), way[1:], given)}


def _base(scene: Mapping[str, Any]) -> dict[str, Any]:
    """Return the other fields of an answer of which only one text is given."""
    match scene["ask"]:
        case "conclude":
            return {"insights": [{"text": "", "because": ["m1"], "importance": 5}]}
        case "ask_oneself":
            return {"questions": [""]}
        case "plan_block":
            return {"pieces": [{"minutes": 20, "activity": "", "place": scene["place"]}]}
        case "heed":
            return {"importance": 6}
        case "react":
            return {"decision": "act", "place": scene["place"]}
        case _:
            return {}
