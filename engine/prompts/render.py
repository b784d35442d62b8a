"""Rendering: a typed prompt becomes the text that a language model reads."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from string import Template
from typing import Any

from engine.errors import BadInput
from engine.prompts.questions import Prompt
from engine.prompts.words import flat, identity, language_words, placeholders, words

FOLDER = Path(__file__).parent
COMMON = "common"
_RENDERED = "_rendered"


@dataclass(frozen=True, slots=True)
class Rendered:
    """The two messages of a prompt: who is thinking and by which rules, then what is asked."""

    system: str
    user: str


@dataclass(frozen=True)
class PromptTemplate:
    """A parsed template file. Its system part may use only what stays the same, its user part all."""

    name: str
    system: Template
    user: Template
    wanted: tuple[str, ...]


def render(prompt: Prompt[Any]) -> Rendered:
    """The text of a prompt. A prompt never changes, so its text is made once and kept with it."""
    kept = prompt.__dict__.get(_RENDERED)
    if isinstance(kept, Rendered):
        return kept
    rendered = fill(template(prompt.name), prompt)
    prompt.__dict__[_RENDERED] = rendered
    return rendered


def key(prompt: Prompt[Any], model_id: str) -> str:
    """The journal key: the same for the same model, answer form and text, whoever asks and whenever."""
    rendered = render(prompt)
    parts = json.dumps([model_id, prompt.form.__name__, rendered.system, rendered.user])
    return hashlib.sha256(parts.encode("ascii")).hexdigest()


def fill(parsed: PromptTemplate, prompt: Prompt[Any]) -> Rendered:
    """Both parts with every placeholder filled; BadInput names the template and the placeholder otherwise."""
    persona = prompt.persona
    system = _system(
        parsed, flat(persona.name), flat(prompt.town), language_words(prompt.language), identity(persona)
    )
    try:
        return Rendered(system, parsed.user.substitute(words(prompt, parsed.wanted)))
    except KeyError as missing:
        may_use = ", ".join(f"${name}" for name in sorted(placeholders(prompt.__class__)))
        raise BadInput(
            f"template '{parsed.name}.md' asks for ${missing.args[0]}, which its prompt does not have; "
            f"it may use {may_use}"
        ) from None


@cache
def template(name: str) -> PromptTemplate:
    """The template of a prompt, read once. What all prompts have in common comes before its system part."""
    return parse(name, _read(name), _read(COMMON))


def parse(name: str, text: str, common: str = "") -> PromptTemplate:
    """A template from its text: the system part, a line `---`, the user part."""
    system_text, rule, user_text = text.partition("\n---\n")
    if not rule or "\n---\n" in user_text:
        raise BadInput(
            f"template '{name}.md' needs exactly one line '---' between its system and its user part"
        )
    system, user = Template(f"{common.strip()}\n\n{system_text.strip()}".strip()), Template(user_text.strip())
    for part in (system, user):
        if not part.is_valid():
            raise BadInput(f"template '{name}.md' has a $ that starts no placeholder; write $$ for a plain $")
    return PromptTemplate(name, system, user, tuple(user.get_identifiers()))


@lru_cache(maxsize=4096)
def _system(parsed: PromptTemplate, name: str, town: str, language: str, stable: str) -> str:
    try:
        return parsed.system.substitute(name=name, town=town, language=language, identity=stable)
    except KeyError as missing:
        raise BadInput(
            f"the system part of template '{parsed.name}.md' asks for ${missing.args[0]}; it may use "
            "only $identity, $language, $name and $town, because it must stay the same from call to call"
        ) from None


def _read(name: str) -> str:
    try:
        return (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"there is no template '{name}.md' in engine/prompts; write one") from None
