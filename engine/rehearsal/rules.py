"""Rules: which function answers which prompt, and with which random draws."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from engine.errors import ModelFailed, worded
from engine.prompts.prompt import Prompt
from engine.records import Step
from engine.rehearsal import faculties
from engine.rehearsal.language.pack import Pack, pack_for
from engine.rehearsal.mind import Answer

Rule = Callable[[Any, Pack, Random], Answer]


def answered(prompt: Prompt[Any], packs: Mapping[str, Pack]) -> Answer:
    """Return the answer of the faculty that a prompt asks for, in the language pack of its town."""
    return rule_of(type(prompt))(prompt, pack_for(packs, prompt.language), _draw(prompt))


def rule_of(question: type[Prompt[Any]]) -> Rule:
    """Return the rule for a question: the function of its name, in the module of its name.

    Questions off the record are in `aside/`. Raises ModelFailed if there is no such module.
    """
    folder = f"{faculties.__name__}.aside" if question.off_the_record else faculties.__name__
    module = f"{folder}.{question.name}"
    if find_spec(module) is None:
        raise ModelFailed(
            worded(
                "the rehearsal model has no rule for {question!r}; create {file}, and define the "
                "function {question} in it",
                question=question.name,
                file=f"{module.replace('.', '/')}.py",
            )
        )
    rule: Rule = getattr(import_module(module), question.name)
    return rule


def _draw(prompt: Prompt[Any]) -> Random:
    """Return the random generator of one answer; it depends only on the prompt."""
    parts = (str(prompt.seed), prompt.persona.id, str(prompt.now), prompt.name, *draw_key(prompt))
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "backslashreplace")).digest()
    return Random(int.from_bytes(digest[:8], "big"))


def draw_key(prompt: Prompt[Any]) -> list[str]:
    """Return the parts that distinguish a prompt from others of its agent, minute and kind.

    These are the fields that its question declares in `draws`.
    """
    parts = (_in_short(name, getattr(prompt, name)) for name in prompt.draws)
    return [part for part in parts if part is not None]


def _in_short(name: str, value: object) -> str | None:
    """Return a field in short: for rows their number and the last one; None for no rows."""
    if value == ():
        return None
    if isinstance(value, Step):
        return f"{value.start} {value.end} {value.activity} {value.room}"
    if isinstance(value, tuple) and not isinstance(value[0], str):
        return f"{name} {len(value)} {getattr(value[-1], 'id', value[-1])}"
    return str(value)
