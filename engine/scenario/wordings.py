"""The wordings of a scenario: every prompt with the text its towns use."""

from __future__ import annotations

from collections.abc import Mapping

from engine.prompts.wordings import NAMES, Wording, wording
from engine.scenario.allowed_files import prompt_file
from engine.scenario.reading.reader import read_text


def wordings_in(files: Mapping[str, str | bytes]) -> tuple[Wording, ...]:
    """Return the wording of every prompt for the files of a scenario: the author's own, or the default if
    there is none or it is empty.
    """
    return tuple(_wording(name, files.get(prompt_file(name), "")) for name in NAMES)


def _wording(name: str, content: str | bytes) -> Wording:
    own = wording(name, read_text(content, prompt_file(name), []) or "")
    return own if own.text.strip() else wording(name)
