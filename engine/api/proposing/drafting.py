"""Drafts a person by a model: the cost of a draft, the draft itself, and a choice of its parts."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Collection
from concurrent.futures import wait
from typing import TYPE_CHECKING

from engine.errors import BadInput, worded
from engine.model_choice.choice import model_of, profile_of
from engine.models.profiles import Profile
from engine.models.question_cost import QuestionCost as QuestionCost, question_cost
from engine.moments import meant
from engine.running.awaiting import Aside, finish
from engine.scenario.cards.proposal import CardIn
from engine.scenario.generating.asked import (
    MOST_SENTENCE as MOST_SENTENCE,
    Drafted as Drafted,
    DraftedPerson,
    DraftPerson,
    Part as Part,
    drafted_of,
    proposal_of,
    question,
)
from engine.scenario.reading.sketch import sketch

if TYPE_CHECKING:
    from engine.api.workspace import Workspace


def draft_cost(workspace: Workspace, name: str, called: str, sentence: str, profile: str) -> QuestionCost:
    """Return the most it can cost to have a served model draft a person for a scenario as it stands, without
    asking it. Raises BadInput if the description is empty, or there is no such profile.
    """
    found, asked = _asked(workspace, name, called, sentence, profile)
    return question_cost(found, asked)


def draft_person(
    workspace: Workspace, name: str, called: str, sentence: str, profile: str, home: str = ""
) -> Drafted:
    """Have a served model draft a person for a scenario as it stands, and return the parts of the draft. Only
    the model's answer is stored. The same words to the same model cost nothing a second time.

    Raises ModelFailed, with the reason, if the model has no usable answer or a cap is reached.
    """
    found, asked = _asked(workspace, name, called, sentence, profile)
    answer = finish(_answered(workspace, found, asked))
    return drafted_of(asked, answer, meant.words(home, worded("a home")))


class Drafting:
    """A draft under way by a served model, in a thread of its own. It can be checked and stopped.

    Stopping leaves no draft, no answer and no reservation. The request is still counted, as it may have to be
    paid for.
    """

    def __init__(
        self, workspace: Workspace, name: str, called: str, sentence: str, profile: str, home: str = ""
    ) -> None:
        """Start the draft. Raises BadInput or NotFound, before any request, if an argument is invalid."""
        found, asked = _asked(workspace, name, called, sentence, profile)
        self._asked, self._home = asked, meant.words(home, worded("a home"))
        self._aside: Aside[DraftedPerson] = Aside(_answered(workspace, found, asked))

    @property
    def is_going_on(self) -> bool:
        """Return whether the model has not answered yet."""
        return not self._aside.ended.done()

    @property
    def ending(self) -> Drafted | None:
        """Return the draft once it has ended, or None if it was stopped. Raises ModelFailed, with the reason,
        if the model has no usable answer or a cap is reached.
        """
        try:
            answer = self._aside.ended.result()
        except CancelledError:
            return None
        return drafted_of(self._asked, answer, self._home)

    def stop(self) -> None:
        """Stop the draft at once."""
        self._aside.drop()

    def wait(self, seconds: float) -> None:
        """Wait until the draft has ended, but at most `seconds`."""
        wait([self._aside.ended], seconds)


def draft_taken(workspace: Workspace, name: str, drafted: Drafted, taken: Collection[Part]) -> CardIn:
    """Return the card with which the chosen parts of a draft would add a person to a scenario as it stands;
    nothing is stored before `scenarios.accept_card`.
    """
    return proposal_of(workspace.scenarios.drafts.files(name), drafted, taken)


async def _answered(workspace: Workspace, profile: Profile, asked: DraftPerson) -> DraftedPerson:
    model = model_of(workspace.store, 0, profile.name, workspace.models.keys)
    try:
        return await model.ask(asked)
    finally:
        await model.close()


def _asked(
    workspace: Workspace, name: str, called: str, sentence: str, profile: str
) -> tuple[Profile, DraftPerson]:
    found = profile_of(workspace.store, meant.words(profile, worded("the name of a profile")))
    files = workspace.scenarios.drafts.files(meant.words(name, worded("the name of a scenario")))
    said = meant.words(sentence, worded("a sentence"))
    if len(said) > MOST_SENTENCE:
        raise BadInput(
            worded(
                "this text has {said:,} characters; use at most {most_sentence:,}",
                most_sentence=MOST_SENTENCE,
                said=len(said),
            )
        )
    return found, question(sketch(files, name)[0], meant.words(called, worded("a name")), said)
