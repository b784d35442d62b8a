"""The titles of the prompts in the reader's language."""

from __future__ import annotations

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_TITLES = {
    "common": marked("Common"),
    "plan_day": marked("Plan day"),
    "plan_block": marked("Plan block"),
    "rate": marked("Rate"),
    "react": marked("React"),
    "speak": marked("Speak"),
    "take_away": marked("Take away"),
    "ask_oneself": marked("Ask oneself"),
    "conclude": marked("Conclude"),
    "interview": marked("Interview"),
    "survey": marked("Survey"),
    "heed": marked("Respond to whisper"),
    "choose": marked("Choose"),
    "keep_diary": marked("Keep diary"),
    "write_paper": marked("Write the town paper"),
    "understand": marked("Understand"),
}


def prompt_title(prompt: str) -> str:
    """Return the title of a prompt's page: `Plan day`."""
    return tr(_TITLES[prompt])
