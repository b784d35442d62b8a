"""The small commented town that a new scenario begins as."""

from __future__ import annotations

import importlib.resources
from collections.abc import Mapping

from engine.scenario.allowed_files import TOWN, WORLD, persona_file
from engine.scenario.write import dumped

_PLACEHOLDER = "town: New Town\n"


def new_scenario(name: str) -> Mapping[str, str]:
    """Return the files of a starter town of that name: two people, four places, every key explained."""
    starter = importlib.resources.files("engine.scenario").joinpath("starter")
    texts = {
        file: starter.joinpath(file).read_text("utf-8") for file in (TOWN, WORLD, "bruno.yaml", "nora.yaml")
    }
    return {
        TOWN: texts[TOWN].replace(_PLACEHOLDER, dumped({"town": " ".join(name.split())}), 1),
        WORLD: texts[WORLD],
        persona_file("bruno"): texts["bruno.yaml"],
        persona_file("nora"): texts["nora.yaml"],
    }
