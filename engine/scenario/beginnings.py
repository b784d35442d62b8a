"""The starting points of a new scenario: the small commented starter, or one of many templates."""

from __future__ import annotations

import importlib.resources
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import yaml

from engine.errors import NotFound, with_commas, worded
from engine.language.names.suggesting import did_you_mean
from engine.records import Scenario
from engine.scenario.allowed_files import TOWN, WORLD, persona_file
from engine.scenario.files import read_folder
from engine.scenario.reading.checked import read_to_live
from engine.scenario.write import dumped

_PLACEHOLDER = "town: New Town\n"


def new_scenario(name: str) -> Mapping[str, str]:
    """Return the files of a starter town with that name: two people, four places, every key explained."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A small town to begin with: its kind, what an author can learn from it, and the town itself."""

    id: str
    kind: str
    teaches: str
    scenario: Scenario

    def says(self, words: str) -> bool:
        """Return whether all of some words appear in the template's id, kind, description, or people."""
        return has_words(f"{self.id} {self.kind} {self.teaches} {text_of(self.scenario)}", words)


def text_of(scenario: Scenario) -> str:
    """Return the text by which a gallery searches a scenario: its town, its summary, and its people."""
    people = " ".join(f"{one.name} {one.called} {' '.join(one.traits)}" for one in scenario.personas)
    return f"{scenario.id} {scenario.town} {scenario.summary} {people}"


def has_words(text: str, words: str) -> bool:
    """Return whether each of some words, or a part of a word, appears in a text."""
    within = text.casefold()
    return all(word in within for word in words.casefold().split())


@cache
def templates() -> tuple[Template, ...]:
    """Return the templates that come with Townwright. They are read once, since they do not change."""
    with importlib.resources.as_file(importlib.resources.files("scenarios") / "templates") as root:
        listed = yaml.safe_load((root / "index.yaml").read_text("utf-8"))
        return tuple(_template(root, **each) for each in listed)


def template_ids() -> tuple[str, ...]:
    """Return the ids of the templates that come with Townwright, without reading them."""
    index = importlib.resources.files("scenarios") / "templates" / "index.yaml"
    return tuple(str(each["id"]) for each in yaml.safe_load(index.read_text("utf-8")))


def template_files(template: str) -> Mapping[str, str]:
    """Return the files of a template. Raises NotFound if there is none with that id."""
    known = [one.id for one in templates()]
    if template not in known:
        remedy = did_you_mean(template, known, worded("use one of: {known}", known=with_commas(known)))
        raise NotFound(
            worded("there is no template {template!r}; {remedy}", template=template, remedy=remedy)
        )
    with importlib.resources.as_file(importlib.resources.files("scenarios") / "templates") as root:
        return {file: content.decode("utf-8") for file, content in read_folder(root / template).items()}


def _template(root: pathlib.Path, id: str, kind: str, teaches: str) -> Template:
    checked = read_to_live(read_folder(root / id), id)
    if checked.scenario is None:
        raise NotFound(worded("the template {id!r} is damaged; reinstall Townwright", id=id))
    return Template(id=id, kind=kind, teaches=teaches, scenario=checked.scenario)
