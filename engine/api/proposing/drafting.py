"""Drafting by a model: what somebody would cost to draft, and who comes of it, to be taken in part."""

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
    """Return what it may take at most to have a served model draft somebody for a scenario as it stands.
    Nothing is asked. BadInput where nothing is said of them, or there is no such profile.
    """
    found, asked = _asked(workspace, name, called, sentence, profile)
    return question_cost(found, asked)


def draft_person(
    workspace: Workspace, name: str, called: str, sentence: str, profile: str, home: str = ""
) -> Drafted:
    """Have a served model draft somebody for a scenario as it stands, and return the parts of it; nothing is
    stored but what the model said. The same words to the same model cost nothing a second time.

    Raises ModelFailed, with the reason, where the model has no usable answer or a cap is reached.
    """
    found, asked = _asked(workspace, name, called, sentence, profile)
    answer = finish(_answered(workspace, found, asked))
    return drafted_of(asked, answer, meant.words(home, worded("a home")))


class Drafting:
    """A draft by a served model that is under way, in a thread of its own: it can be looked at, and stopped.

    What is stopped leaves nothing behind: no draft, no answer, and nothing set aside for it. That the server
    was asked is counted all the same, as it may have to be paid.
    """

    def __init__(
        self, workspace: Workspace, name: str, called: str, sentence: str, profile: str, home: str = ""
    ) -> None:
        """Begin. BadInput or NotFound, before anything is asked, where what is said names nothing."""
        found, asked = _asked(workspace, name, called, sentence, profile)
        self._asked, self._home = asked, meant.words(home, worded("a home"))
        self._aside: Aside[DraftedPerson] = Aside(_answered(workspace, found, asked))

    @property
    def is_going_on(self) -> bool:
        """Return whether the model has not answered yet."""
        return not self._aside.ended.done()

    @property
    def ending(self) -> Drafted | None:
        """Return what was drafted, once it has ended; None where it was stopped. ModelFailed, with the
        reason, where the model has no usable answer or a cap is reached.
        """
        try:
            answer = self._aside.ended.result()
        except CancelledError:
            return None
        return drafted_of(self._asked, answer, self._home)

    def stop(self) -> None:
        """Have it end at once."""
        self._aside.drop()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, but no longer than so."""
        wait([self._aside.ended], seconds)


def draft_taken(workspace: Workspace, name: str, drafted: Drafted, taken: Collection[Part]) -> CardIn:
    """Return whom the parts that are taken of a draft would add to a scenario as it stands; nothing is stored
    before `scenarios.accept_card`.
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
                "say it in {most_sentence:,} letters at most; these are {said:,}",
                most_sentence=MOST_SENTENCE,
                said=len(said),
            )
        )
    return found, question(sketch(files, name)[0], meant.words(called, worded("a name")), said)
