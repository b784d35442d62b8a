"""In person: for a while a person answers the questions to one agent, in place of its model."""

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
    """A question that waits for a person.

    It has its text, the answers to choose among (as JSON, in an order that reveals nothing), and `own`, the
    answer that the model would have given.
    """

    prompt: Prompt[Any]
    options: tuple[str, ...]
    own: str

    @property
    def key(self) -> str:
        """Return the key of the question: the same question has the same key."""
        return key(self.prompt, PERSON)

    @property
    def text(self) -> str:
        """Return the question as a model reads it."""
        return render(self.prompt).user

    @property
    def fields(self) -> Mapping[str, str]:
        """Return the fields of the answer, with their descriptions."""
        return {name: field.description or "" for name, field in self.prompt.form.model_fields.items()}

    def of_words(self, text: str) -> str:
        """Return an answer in JSON with a text in its one required field, and defaults in all others."""
        must = [name for name, field in self.prompt.form.model_fields.items() if field.is_required()]
        return json.dumps({must[0]: text} if len(must) == 1 else {}, ensure_ascii=False)

    def fault(self, answer: str) -> str:
        """Return the fault of a text in JSON that is not a valid answer, in words; empty if it is one."""
        try:
            kept(self.prompt, answer)
        except ModelFailed as failure:
            return failure.faults or str(failure)
        return ""


class InPerson:
    """A model whose questions to one agent are answered by a person.

    The run waits for an answer: the turn that asks leaves nothing, and `waiting` is the question.
    """

    def __init__(self, model: Model, others: Model, agent: AgentId, answers: Mapping[str, str]) -> None:
        self._model = model
        self._others = others
        self._agent = agent
        self._answers = answers
        self.waiting: AskedInPerson | None = None

    @property
    def id(self) -> str:
        """Return the id of the model that answers for all other agents."""
        return self._model.id

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return the id of the one who answers a prompt: the person, or the model."""
        return PERSON if self._is_put_to_person(prompt) else self._model.id_for(prompt)

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the person's answer, or the model's for other agents.

        Raises ModelFailed if the person has not given a valid answer yet.
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
        raise ModelFailed(
            worded("the person who plays this agent has not answered yet; answer the question to continue")
        )

    def _is_put_to_person(self, prompt: Prompt[Any]) -> bool:
        return prompt.is_for_people and prompt.persona.id == self._agent

    async def _own(self, model: Model, prompt: Prompt[A]) -> str:
        """Return a model's answer as JSON; empty if it has no usable one."""
        try:
            return (await model.ask(prompt)).model_dump_json()
        except ModelFailed:
            return ""

    def embedder_at(self, minute: int) -> Embedder | None:
        """Return the embedder of the model, as for all agents."""
        return self._model.embedder_at(minute)

    async def close(self) -> None:
        """Close the model."""
        await self._model.close()


def _mixed(answer: str) -> str:
    return hashlib.sha256(answer.encode()).hexdigest()
