"""What becomes of a whisper."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from engine.prompts.forms import Engagement, Form, Sentence
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt
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
    may_be_left_out = False
    whisper: str
    recalled: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()
