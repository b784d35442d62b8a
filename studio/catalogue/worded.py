"""Messages of the engine in a language, without a window: pages and files are made outside the studio too."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Worded, part_of
from studio.catalogue.read import catalogue


def worded_in(text: str, language: str) -> str:
    """Return a message of the engine in a language, if it still has its pattern and values."""
    if not isinstance(text, Worded):
        return text
    values = {
        name: worded_in(value, language) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return part_of(filled(looked_up(text.pattern, language), values), text.part)


def looked_up(text: str, language: str) -> str:
    """Return the translation of a text; the text itself if there is none."""
    return catalogue(language).gettext(text) if text else ""  # an empty one is the head of the catalogue


def filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with its values filled in."""
    return text.format_map(values) if values else text
