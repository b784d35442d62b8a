"""Ask again for an answer: the same question, with what is wanted of some fields added to it.

The unusable answer and what was wrong with it are never quoted: a small model copies them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from engine.errors import ModelFailed
from engine.models.served.answers.form_lines import line_of
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.openai_compatible import Message
from engine.prompts.forms import Meant
from engine.prompts.prompt import Prompt
from engine.prompts.sense import Fault
from engine.prompts.words import flat, language_words

_MOST = 4  # fields
_WHOLE = (
    "Answer with one whole JSON object, short enough to be finished, and with nothing before or after it."
)
_EACH = ", each with"
_MIND = "Mind this in the JSON object:"
# Nothing that could stand in an answer itself, which a small model copies: no name where none is wanted.
_WANTED: Mapping[Meant, str] = {
    Meant.SAID: "only what is said aloud, as I, without gestures, all of it in {language}",
    Meant.TOLD: "told of {name} and of others by name, in the third person, in {language}",
    Meant.RESOLVED: "it begins with {name}, and is told in the third person, in {language}",
    Meant.ASKED: "a question with full names and a question mark, in {language}",
    Meant.ACTIVITY: "it begins with a verb, and quotes nobody, in {language}",
    Meant.CLAUSE: "a few words in {language}, or empty",
}


class Unfit(ServerFailed):
    """An answer that cannot be used; `wanted` is what to add to the question when it is asked again."""

    def __init__(self, kind: Kind, detail: str, *, said: str, wanted: str = "") -> None:
        super().__init__(kind, detail, said=said)
        self.wanted = wanted


def wanted_after(failure: ServerFailed) -> str:
    """Return what to add to a question after a failure."""
    return failure.wanted if isinstance(failure, Unfit) and failure.wanted else _WHOLE


def asked_again(messages: Sequence[Message], wanted: str) -> list[Message]:
    """Return the messages of a question, with what is wanted of its answer at the end."""
    *before, last = messages
    return [*before, {**last, "content": f"{last['content']}\n\n{wanted}"}]


def wanted_of_fields(prompt: Prompt[Any], error: ModelFailed) -> str:
    """Return what is wanted of the fields that do not fit the form of an answer; empty if none is known."""
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        names: Iterable[str] = (_field(fault["loc"]) for fault in cause.errors())
    else:
        names = [error.faults.partition(":")[0]]
    return _lines(prompt, dict.fromkeys(names, ""))


def wanted_of_sense(prompt: Prompt[Any], faults: Iterable[Fault]) -> str:
    """Return what is wanted of the fields of an answer that made no sense."""
    return _lines(prompt, {_field(fault.where): _rule(prompt, fault) for fault in faults})


def _rule(prompt: Prompt[Any], fault: Fault) -> str:
    """Return what is wanted of a part: by its mark, or in the words of the question that found the fault."""
    if fault.mark is None:
        return fault.words
    rule = _WANTED.get(fault.mark, "") if isinstance(fault.mark, Meant) else ""
    return rule.format(name=flat(prompt.persona.name), language=language_words(prompt.language))


def _field(where: Iterable[str | int]) -> str:
    """Return the name of the innermost field of a position."""
    return next((part.rstrip("_") for part in reversed(tuple(where)) if isinstance(part, str)), "")


def _lines(prompt: Prompt[Any], rules: Mapping[str, str]) -> str:
    lines = {name: line_of(prompt, name).removesuffix(_EACH) for name in rules}
    said = ["; ".join(filter(None, (line, rules[name]))) for name, line in lines.items() if line]
    return "\n".join([_MIND, *said[:_MOST]]) if said else ""
