"""What becomes of a whisper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from engine.prompts.fields import PLACES, RECALLED
from engine.prompts.forms import Engagement, Form, Sentence
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown
from engine.records import Memory


class Intention(Form):
    """What a whisper becomes in the agent's own mind: a resolve, and when and where it will be acted on, if
    it says.
    """

    resolve: Sentence
    importance: int = Field(ge=1, le=10)
    engagement: Engagement | None = None


@dataclass(frozen=True, kw_only=True)
class Heed(Prompt[Intention]):
    """A whisper heard as one's own inner voice, to be turned into a resolve."""

    name = "heed"
    form = Intention
    purpose = "What becomes of a whisper: a resolve, and when it is to be acted on."
    aim = "heed an inner voice"
    essential = ("whisper",)
    draws = ("whisper", "recalled")
    may_be_left_out = False

    whisper: Annotated[str, Shown("the thought that was whispered")]
    deeds: Annotated[tuple[str, ...] | None, Shown("what it asks of them, as far as rules can read it")] = (
        None
    )
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(6)] = ()
    rooms: Annotated[tuple[KnownRoom, ...], PLACES] = ()
