"""The front matter of a notebook: which town, with what seed, and what it says of itself as a lesson."""

from __future__ import annotations

from engine.errors import worded
from engine.notebook.parts import Fault, Front, Lesson
from engine.notebook.reading.fields import Fields, fields_of

_VERSION = "1"
_WHAT = worded("the front matter")
_RULES = {"recorded": "rehearsal", "rules": "rehearsal", "": "rehearsal"}
MOST_SEED = 2**53 - 1


def front_of(source: str, body: str, faults: list[Fault]) -> Front:
    """Return the front matter that a text between two rules says; its faults are added."""
    if not source:
        remedy = worded(
            "start with a line ---, then `town-notebook: 1` and `town: willow-bay`, then a line ---"
        )
        message = worded("the notebook has no front matter")
        faults.append(Fault(code="NB101", line=1, message=message, remedy=remedy))
        return Front()
    fields = fields_of(body, 2, faults, _WHAT)
    if fields is None:
        return Front(source=source)
    if fields.text("town-notebook") != _VERSION:
        remedy = worded("write `town-notebook: 1`")
        message = worded("the front matter does not say that this is a Townwright notebook")
        fields.fault("town-notebook", message, remedy, code="NB102")
    town = fields.text("town", needed=True)
    _refuse_far(town, fields)
    found = Front(
        source=source,
        title=fields.text("title"),
        town=town,
        town_line=fields.line("town"),
        seed=fields.whole("seed", 0, MOST_SEED),
        brain=_brain(fields.text("brain")),
        lang=fields.text("lang") or "en",
        lesson=_lesson(fields.table("lesson")),
    )
    return found


def _brain(said: str) -> str:
    return _RULES.get(said.strip().casefold(), said.strip())


def _refuse_far(town: str, fields: Fields) -> None:
    """Refuse a town that is not beside the notebook: a file from anywhere must name nothing elsewhere."""
    parts = town.replace("\\", "/").split("/")
    if town.startswith(("/", "\\", "~")) or ":" in town or ".." in parts or "\0" in town:
        remedy = worded("name a scenario, or a folder next to the notebook or below it")
        message = worded("the town {town!r:.60} is outside the folder of the notebook", town=town)
        fields.fault("town", message, remedy, code="NB103")


def _lesson(fields: Fields | None) -> Lesson | None:
    if fields is None:
        return None
    return Lesson(
        level=fields.text("level"),
        minutes=fields.whole("minutes", 1, 1_000) or 0,
        goals=fields.texts("goals"),
    )
