"""Routed: several models for one town, by agent and by purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.errors import BadInput, with_commas, worded
from engine.models import Embedder, Heard, Model
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PROMPTS

A = TypeVar("A", bound=Form)


class Routed:
    """Asks the model for the agent, else the one for the purpose, else the one for everything."""

    def __init__(self, rest: Model, by_purpose: Mapping[str, Model], by_agent: Mapping[str, Model]) -> None:
        self._rest = rest
        self._by_purpose = by_purpose
        self._by_agent = by_agent

    @property
    def id(self) -> str:
        """Return the id of the model for everything without a route."""
        return self._rest.id

    def of(self, prompt: Prompt[Any]) -> Model:
        """Return the model that answers a prompt."""
        by_purpose = self._by_purpose.get(prompt.name, self._rest)
        return self._by_agent.get(prompt.persona.id, by_purpose)

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return the id of the model that answers a prompt."""
        return self.of(prompt).id_for(prompt)

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the answer of the model for the prompt."""
        return await self.of(prompt).ask(prompt, heard)

    def embedder_at(self, minute: int) -> Embedder | None:
        """Return the embedder of the model for everything else, as all agents find memories alike."""
        return self._rest.embedder_at(minute)

    async def close(self) -> None:
        """Close all models."""
        for model in dict.fromkeys([self._rest, *self._by_purpose.values(), *self._by_agent.values()]):
            await model.close()


def written(rest: str, routes: Mapping[str, str]) -> str:
    """Return routes as text, in the form that `read_routes` reads."""
    return ", ".join([rest, *(f"{whom}={model}" for whom, model in routes.items())])


def answers(text: str, agent: str, purpose: str) -> str:
    """Return the name of the model for an agent and a purpose, from a text of routes."""
    if "," not in text:
        return text
    routes = read_routes(text)
    return routes.get(f"@{agent}") or routes.get(purpose) or routes[""]


def read_routes(text: str) -> dict[str, str]:
    """Return the routes in a text, such as `small, plan_day=big, @isabel=big`.

    The key of the model for everything else is empty. Raises BadInput for an unknown purpose, or without a
    model for everything else.
    """
    routes: dict[str, str] = {}
    known = {prompt.name for prompt in PROMPTS}
    for part in filter(None, (each.strip() for each in text.split(","))):
        whom, given, model = part.rpartition("=")
        if given and not whom.startswith("@") and whom not in known:
            raise BadInput(
                worded(
                    "there is no purpose {whom!r}; use one of: {known}",
                    whom=whom,
                    known=with_commas(sorted(known)),
                )
            )
        routes[whom.strip()] = model.strip()
    if not routes.get(""):
        raise BadInput(
            worded(
                "{text!r} has no default model; start with one, such as 'small, plan_day=big'",
                text=text,
            )
        )
    return routes
