"""In person: for a stretch a person answers what one agent is asked, in place of its model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.errors import ModelFailed, worded
from engine.models import Embedder, Heard, Model
from engine.prompts import key, render
from engine.prompts.checked import kept
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt
from engine.records import AgentId

A = TypeVar("A", bound=Form)

PERSON = "person"  # the id of whoever answers in a model's place
_OTHERS = 3  # answers to choose among, besides the model's own


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedInPerson:
    """A question that waits for a person: its text, the answers to choose among (as JSON, in an order that
    tells nothing), and `own`, the one that the model would have given.
    """

    prompt: Prompt[Any]
    options: tuple[str, ...]
    own: str

    @property
    def key(self) -> str:
        """Return what the question is known by: the same question has the same key."""
        return key(self.prompt, PERSON)

    @property
    def text(self) -> str:
        """Return the question as a model reads it."""
        return render(self.prompt).user

    @property
    def fields(self) -> Mapping[str, str]:
        """Return the fields of the answer, with what each is for."""
        return {name: field.description or "" for name, field in self.prompt.form.model_fields.items()}

    def of_words(self, text: str) -> str:
        """Return the answer, in JSON, that says a text in the one field that must be said; all else of it is
        as the model leaves it out.
        """
        must = [name for name, field in self.prompt.form.model_fields.items() if field.is_required()]
        return json.dumps({must[0]: text} if len(must) == 1 else {}, ensure_ascii=False)

    def fault(self, answer: str) -> str:
        """Return why a text in JSON is no answer to it, in words; nothing when it is one."""
        try:
            kept(self.prompt, answer)
        except ModelFailed as failure:
            return failure.faults or str(failure)
        return ""


class InPerson:
    """A model whose questions to one agent a person answers. Who has not answered yet is waited for: the turn
    that asks leaves nothing, and `waiting` is what it asks.
    """

    def __init__(self, model: Model, others: Model, agent: AgentId, answers: Mapping[str, str]) -> None:
        self._model = model
        self._others = others
        self._agent = agent
        self._answers = answers
        self.waiting: AskedInPerson | None = None

    @property
    def id(self) -> str:
        """Return the id of the model that answers everybody else."""
        return self._model.id

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return who answers a prompt: the person, or the model."""
        return PERSON if self._is_put_to_person(prompt) else self._model.id_for(prompt)

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the person's answer, or the model's to what anybody else is asked. What is no answer to the
        question does not count as one.
        """
        if not self._is_put_to_person(prompt):
            return await self._model.ask(prompt, heard)
        answer = self._answers.get(key(prompt, PERSON))
        if answer is not None:
            with suppress(ModelFailed):
                return kept(prompt, answer)
        own = await self._own(self._model, prompt)
        seeds = (prompt.seed + n for n in range(1, 1 + _OTHERS))
        others = [await self._own(self._others, replace(prompt, seed=seed)) for seed in seeds]
        options = dict.fromkeys(filter(None, [own, *others]))
        self.waiting = AskedInPerson(prompt=prompt, options=tuple(sorted(options, key=_mixed)), own=own)
        raise ModelFailed(worded("a person is asked, and has not answered yet"))

    def _is_put_to_person(self, prompt: Prompt[Any]) -> bool:
        return prompt.is_for_people and prompt.persona.id == self._agent

    async def _own(self, model: Model, prompt: Prompt[A]) -> str:
        """Return what a model answers; nothing where it has no usable answer."""
        try:
            return (await model.ask(prompt)).model_dump_json()
        except ModelFailed:
            return ""

    def embedder_at(self, minute: int) -> Embedder | None:
        """Return what memories are found with: as for everybody."""
        return self._model.embedder_at(minute)

    async def close(self) -> None:
        """Close the model."""
        await self._model.close()


def _mixed(answer: str) -> str:
    return hashlib.sha256(answer.encode()).hexdigest()
