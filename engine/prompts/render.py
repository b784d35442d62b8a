"""Render a typed prompt as the text that a language model reads."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import takewhile
from pathlib import Path
from string import Template
from typing import Any

from engine.errors import BadInput, worded
from engine.language.gaps import as_format
from engine.prompts.fields import STABLE, in_words, placeholders
from engine.prompts.prompt import Prompt, once
from engine.prompts.words import NOTHING, flat, harmless, identity, language_words

FOLDER = Path(__file__).parent / "questions"
COMMON = "common"
_SAYINGS = "sayings"
_BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Rendered:
    """The two messages of a prompt: the persona with the rules, then the question.

    The first `task` letters of the question say what to do. They stay the same from call to call of a person.
    """

    system: str
    user: str
    task: int = 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a template file: as it is written, as a format string, and the placeholders in it."""

    template: str
    format: str
    named: tuple[str, ...]


@dataclass(frozen=True)
class PromptTemplate:
    """A parsed template file, in paragraphs.

    What seldom changes comes first: shared instructions about intentions, and the task. The present
    situation comes after it. A paragraph whose placeholders are all empty is left out. `is_own` marks one
    that came with a scenario: people share those, so it is trusted as little as any text.
    """

    name: str
    paragraphs: tuple[Paragraph, ...]
    wanted: tuple[str, ...]
    is_own: bool = False


@once
def render(prompt: Prompt[Any]) -> Rendered:
    """Return the text of a prompt."""
    return fill(in_force(prompt.name, prompt.wordings), prompt)


def key(prompt: Prompt[Any], model_id: str) -> str:
    """Return the journal key: the same for the same model, answer form and text, whoever asks."""
    rendered = render(prompt)
    parts = json.dumps([model_id, prompt.form.__name__, rendered.system, rendered.user])
    return hashlib.sha256(parts.encode()).hexdigest()


def fill(parsed: PromptTemplate, prompt: Prompt[Any]) -> Rendered:
    """Return both messages with every placeholder filled.

    Raises BadInput, naming the template and the placeholder, for an unknown placeholder.
    """
    persona = prompt.persona
    system = _system(
        in_force(COMMON, prompt.wordings),
        flat(persona.name),
        flat(prompt.town),
        language_words(prompt.language),
        identity(persona, with_sayings=_lacks_sayings(parsed)),
    )
    try:
        values = in_words(prompt, parsed.wanted)
    except KeyError as missing:
        may_use = ", ".join(f"${name}" for name in sorted(placeholders(prompt.__class__)))
        raise BadInput(
            worded(
                "template '{name}.md' uses ${args}, which its prompt does not have; use only these: "
                "{may_use}",
                name=parsed.name,
                args=missing.args[0],
                may_use=may_use,
            )
        ) from None
    told = [part for part in parsed.paragraphs if _says_something(part, values)] or list(parsed.paragraphs)
    ends = sum(1 for _ in takewhile(lambda part: STABLE.issuperset(part.named), told))
    return Rendered(system, _joined(parsed, told, values), len(_joined(parsed, told[:ends], values)))


def _lacks_sayings(parsed: PromptTemplate) -> bool:
    """Return whether a town's own wording leaves out the persona's sayings, which the default shows.

    It may be from a time when every question showed them. A question that is not to a persona of a town,
    such as a judge's, has no default.
    """
    if not parsed.is_own or _SAYINGS in parsed.wanted or not _file_of(parsed.name).is_file():
        return False
    return _SAYINGS in template(parsed.name).wanted


def _joined(parsed: PromptTemplate, told: Iterable[Paragraph], values: Mapping[str, str]) -> str:
    """Return paragraphs as one text.

    In a town's own wording, control tokens completed by values are broken up.
    """
    text = "\n\n".join(part.format.format_map(values) for part in told)
    return harmless(text) if parsed.is_own else text


def _says_something(paragraph: Paragraph, values: Mapping[str, str]) -> bool:
    return not paragraph.named or any(values[name] != NOTHING for name in paragraph.named)


def in_force(name: str, wordings: Mapping[str, str]) -> PromptTemplate:
    """Return the template of a prompt: the town's own, or else the default."""
    own = wordings.get(name)
    return template(name) if own is None else _own(name, own)


@cache
def template(name: str) -> PromptTemplate:
    """Return the default template of a prompt, or of the beginning common to all; read once."""
    return parse(name, default_text(name))


@lru_cache(maxsize=256)
def _own(name: str, text: str) -> PromptTemplate:
    return replace(parse(name, text), is_own=True)


def parse(name: str, text: str) -> PromptTemplate:
    """Return a template from its text. Raises BadInput if a $ starts no placeholder."""
    whole = Template(text)
    if not whole.is_valid():
        raise BadInput(
            worded(
                "template '{name}.md' has a $ that does not start a placeholder; write $$ for a plain $",
                name=name,
            )
        )
    paragraphs = tuple(_paragraph(part.strip()) for part in _BLANK_LINES.split(text) if part.strip())
    return PromptTemplate(name, paragraphs, tuple(whole.get_identifiers()))


def _paragraph(text: str) -> Paragraph:
    return Paragraph(text, as_format(text), tuple(Template(text).get_identifiers()))


@lru_cache(maxsize=4096)
def _system(parsed: PromptTemplate, name: str, town: str, language: str, stable: str) -> str:
    values = {"name": name, "town": town, "language": language, "identity": stable}
    try:
        return _joined(parsed, parsed.paragraphs, values)
    except KeyError as missing:
        raise BadInput(
            worded(
                "template '{name}.md' uses ${args}, but must be the same in every call; use only "
                "$identity, $language, $name and $town",
                name=parsed.name,
                args=missing.args[0],
            )
        ) from None


def default_text(name: str) -> str:
    """Return the text of a default template. Raises BadInput if there is none of that name."""
    try:
        return _file_of(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(
            worded("there is no template '{name}.md' in engine/prompts/questions; add one", name=name)
        ) from None


def _file_of(name: str) -> Path:
    return FOLDER / f"{name}.md"
