"""The sifts that come with the studio: one data file for each, in the folder beside this file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from engine.errors import worded
from engine.insight.sifting.sift import Sift

FOLDER = Path(__file__).parent / "sifts"
_FIRST = (
    "promised-and-broke-it", "secret-reached-them", "changed-their-mind", "never-met", "behind-their-back",
    "kept-to-oneself",
)  # fmt: skip


@cache
def bundled_sifts() -> tuple[Sift, ...]:
    """Return the bundled sifts, the most common first, the others by title."""
    found = [_read(file) for file in sorted(FOLDER.glob("*.yaml"))]
    order = {name: n for n, name in enumerate(_FIRST)}
    return tuple(sorted(found, key=lambda one: (order.get(one.name, len(order)), one.title)))


def _read(file: Path) -> Sift:
    said = yaml.safe_load(file.read_text("utf-8"))
    title, says = worded(said["title"]), worded(said["says"])
    return Sift(name=file.stem, title=title, says=says, sql=said["sql"].strip())
