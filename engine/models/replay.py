"""Replay: a recorded run answers for itself without a network, and stops at a question not asked then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from itertools import islice
from typing import Any, Protocol, TypeVar

from engine.clock import worded_moment
from engine.errors import ModelFailed, worded
from engine.models import Heard, Occasion, Vector
from engine.models.prefixes import prefixes_in
from engine.prompts import kept, key, render
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt

A = TypeVar("A", bound=Form)

_MOST_LINES = 120  # that are shown of what differs
_MOST_SHOWN = 120  # letters of a text in a message


class Record(Protocol):
    """The record of a run."""

    def models(self) -> Sequence[str]:
        """Return the ids of the models that answered in it."""
        ...

    def answer(self, key: str) -> str | None:
        """Return the answer stored under a key; empty if it was unusable; None if it was never asked."""
        ...

    def embedder_at(self, minute: int) -> str:
        """Return the id of the embeddings model used at a minute; empty if memories were found by words."""
        ...

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the stored vectors of texts, by text."""
        ...

    def prompt_at(self, agent: str, minute: int, purpose: str) -> str:
        """Return the prompt asked of an agent at a minute for a purpose; empty if there was none."""
        ...


class ReplayDiffers(ModelFailed):
    """A replayed day asks a question that was not recorded. It has both prompts, and the differing lines."""

    def __init__(self, where: str, asked: str, recorded: str) -> None:
        self.asked = asked
        self.recorded = recorded
        self.details = _differences(recorded, asked)
        why = (
            worded(
                "a different question was recorded, because the scenario, the seed, the settings "
                "or the prompts have changed since"
            )
            if recorded
            else worded("no question of this kind was recorded at that moment: the recording may end earlier")
        )
        super().__init__(
            worded(
                "this day no longer matches the recording: the question for {where} was not "
                "recorded ({why}); to continue from here, fork the run with another model",
                where=where,
                why=why,
            )
        )


def _differences(recorded: str, asked: str) -> str:
    """Return a diff of the recorded prompt and the one asked now."""
    lines = unified_diff(recorded.splitlines(), asked.splitlines(), "recorded", "asked now", n=2, lineterm="")
    return "\n".join(islice(lines, _MOST_LINES))


class Replay:
    """Answers from the journal, without a model behind it."""

    def __init__(self, record: Record) -> None:
        self._record = record

    @property
    def id(self) -> str:
        """Return the id of the recorded model: a replayed day is the same day."""
        return next(iter(self._record.models()), "replay")

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return the id of the model that answered this prompt when it was recorded."""
        return self._found(prompt)[0]

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the recorded answer at once; `heard` is not called.

        Raises ReplayDiffers if there is none (ModelFailed for a question off the record), and ModelFailed if
        no usable answer was recorded.
        """
        _, answer = self._found(prompt)
        if answer is None and prompt.off_the_record:
            raise ModelFailed(
                worded(
                    "{name} was not asked this exact question at this moment when the run was "
                    "recorded; ask a recorded question, or ask in a fork with another model",
                    name=prompt.persona.name,
                )
            )
        if answer is None:
            agent, minute = prompt.persona.id, prompt.now
            rendered = render(prompt)
            raise ReplayDiffers(
                worded(
                    "{agent!r} at {moment} ({prompt})",
                    agent=agent,
                    moment=worded_moment(minute),
                    prompt=prompt.name,
                ),
                f"{rendered.system}\n\n{rendered.user}",
                self._record.prompt_at(agent, minute, prompt.name),
            )
        if not answer:
            raise ModelFailed(
                worded(
                    "the recording has no usable answer to {name!r}; "
                    "to continue from here, fork the run with another model",
                    name=prompt.name,
                ),
                outage=False,
            )
        return kept(prompt, answer)

    def embedder_at(self, minute: int) -> KeptVectors | None:
        """Return the embedder used by the recorded run at a minute; None if there was none."""
        model = self._record.embedder_at(minute)
        return KeptVectors(model, self._record) if model else None

    async def close(self) -> None:
        """Do nothing, as nothing is open."""

    def _found(self, prompt: Prompt[Any]) -> tuple[str, str | None]:
        for model in self._record.models():
            answer = self._record.answer(key(prompt, model))
            if answer is not None:
                return model, answer
        return self.id, None


class KeptVectors:
    """The vectors of a recorded run, without an embeddings model behind them."""

    def __init__(self, model: str, record: Record) -> None:
        self._model = model
        self._record = record

    @property
    def id(self) -> str:
        """Return the id of the embeddings model that made them."""
        return self._model

    def asked(self, question: str) -> str:
        """Return a question with the prefix of its model."""
        return prefixes_in(self._model).asked(question)

    def known(self, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the stored vectors of texts, by text."""
        return self._record.vectors(self._model, texts)

    async def vectors(self, texts: Sequence[str], occasion: Occasion) -> Mapping[str, Vector]:
        """Return the vectors of all texts. Raises ModelFailed, naming the first text without a vector."""
        found = self.known(texts)
        missing = next((text for text in texts if text.strip() and text not in found), None)
        if missing is None:
            return found
        where = worded("{agent!r} at {minute}", agent=occasion.agent, minute=worded_moment(occasion.minute))
        if occasion.off_the_record:
            raise ModelFailed(
                worded(
                    "{where} was not asked this question when the run was recorded, so memories "
                    "cannot be searched by its meaning; ask a recorded question, or ask in a fork "
                    "with another model",
                    where=where,
                )
            )
        raise ModelFailed(
            worded(
                "this day no longer matches the recording: {where} searches memories by the "
                "meaning of {shortened!r}, but the recording has no vector for it; to continue "
                "from here, fork the run with another model",
                where=where,
                shortened=_shortened(missing),
            )
        )


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
