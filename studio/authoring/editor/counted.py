"""Small notes below an editor: the length of the file, and unused parts of the town."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api.scenarios import count_words, persona_of, unmentioned_people, unused_places
from engine.records import Scenario
from studio.basics.text import plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr

_MOST_NAMED = 6


def counted(text: str, path: str, scenario: Scenario) -> None:
    """Draw the number of lines and words of a file, and its places or people that nothing refers to."""
    lines, words = len(text.splitlines()), count_words(text)
    plain(tr("{lines:,} lines · {words:,} words", lines=lines, words=words), muted=True, small=True)
    for said in _alone(path, scenario):
        plain(said, muted=True, small=True)


def _alone(path: str, scenario: Scenario) -> Iterator[str]:
    if path == "world.yaml":
        places = unused_places(scenario)
        if places:
            yield _unused(places)
        return
    agent = persona_of(path)
    if agent is not None and len(scenario.personas) > 1 and agent in unmentioned_people(scenario):
        yield tr("Nobody else mentions {name}.", name=shorten(scenario.persona(agent).name, 40))


def _unused(names: Sequence[str]) -> str:
    places = with_commas(shorten(name, 40) for name in names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    if more <= 0:
        return tr("Places that nobody uses and no text mentions: {places}", places=places)
    return tr(
        "Places that nobody uses and no text mentions: {places} and {n} more",
        places=places,
        n=more,
    )
