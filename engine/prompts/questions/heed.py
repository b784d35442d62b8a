"""Turn a whisper into a resolve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from engine.clock import day_of
from engine.errors import worded
from engine.language.lexicon import lexicon_of
from engine.language.phrases import phrases
from engine.prompts import words
from engine.prompts.fields import PLACES, RECALLED
from engine.prompts.forms import Engagement, Form, Importance, Resolve
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as, most_shown
from engine.prompts.words import listed, plain
from engine.records import Memory


class Intention(Form):
    """What a whisper becomes in the agent's own mind: a resolve, and when and where it will be acted on, if
    it says.
    """

    resolve: Resolve = Field(description="what you mean to do, one sentence that names you in full")
    importance: Importance
    engagement: Engagement | None = None


def _thought(prompt: Prompt[Any], name: str) -> str:
    """Return the whispered thought, without the words in which its hearing is remembered."""
    whisper: str = getattr(prompt, name)
    match = phrases(prompt.language).read("whispered", whisper)
    return plain(match["text"] if match else whisper)


def _touched_on(prompt: Prompt[Any], name: str) -> str:
    """Return the memories that have words in common with the thought, but for that of its hearing."""
    lexicon, whisper = lexicon_of(prompt.language), getattr(prompt, "whisper", "")
    asked = set(lexicon.asked(_thought(prompt, "whisper")))
    touched = [
        row
        for row in getattr(prompt, name)
        if row.text != whisper and not asked.isdisjoint(lexicon.terms(row.text))
    ]
    return listed(touched[: most_shown(prompt, name)], prompt.days)


@dataclass(frozen=True, kw_only=True)
class Heed(Prompt[Intention]):
    """A whisper heard as the agent's own inner voice, to be turned into a resolve."""

    name = "heed"
    form = Intention
    purpose = worded("What a person makes of a whisper: an intention, and when to act on it.")
    aim = worded("respond to an inner voice")
    essential = ("whisper",)
    draws = ("whisper", "recalled")
    day_style = "number"

    whisper: Annotated[str, Shown(worded("the whispered thought"), _thought)]
    deeds: Annotated[
        tuple[str, ...] | None,
        Shown(worded("what it asks them to do, as far as it was understood"), field_as(words.if_any)),
    ] = None
    recalled: Annotated[tuple[Memory, ...], replace(RECALLED, words=_touched_on, most=6)] = ()
    rooms: Annotated[tuple[KnownRoom, ...], PLACES] = ()

    def nonsense(self, answer: Intention) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of an engagement for a past or distant day."""
        wrong = answer.engagement.nonsense(day_of(self.now)) if answer.engagement else ""
        if wrong:
            yield ("engagement",), wrong
