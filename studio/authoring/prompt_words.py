"""The titles of the prompts in the reader's language."""

from __future__ import annotations

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_TITLES = (
    marked("Common"),
    marked("Plan day"),
    marked("Plan block"),
    marked("Rate"),
    marked("React"),
    marked("Speak"),
    marked("Take away"),
    marked("Ask oneself"),
    marked("Conclude"),
    marked("Interview"),
    marked("Survey"),
    marked("Heed"),
    marked("Choose"),
    marked("Keep diary"),
    marked("Write paper"),
    marked("Understand"),
)


def prompt_title(prompt: str) -> str:
    """Return the title of a prompt's page: `Plan day`."""
    title = prompt.replace("_", " ").capitalize()
    return tr(title)
