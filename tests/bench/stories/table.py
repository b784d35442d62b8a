"""The table of the stories: which came true with which seed, and what was instead."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.api.workspace import Workspace, open_workspace
from tests.bench.stories.living import lived, unmet
from tests.bench.stories.story import FOLDER, Story, stories

WANTED = 0.9


@dataclass(frozen=True)
class Told:
    """A story that was lived with several seeds: of each, what was instead (nothing where it came true)."""

    story: Story
    instead: tuple[str, ...]

    @property
    def came_true(self) -> int:
        """Return with how many seeds it came true."""
        return self.instead.count("")


def stories_table(only: str, seeds: Sequence[int], folder: Path = FOLDER) -> bool:
    """Live the stories of a folder whose name or kind begins so, and print them; tell whether enough came
    true.
    """
    chosen = [story for story in stories(folder) if story.name.startswith(only) or story.kind == only]
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        told = [_told(workspace, story, seeds) for story in chosen]
    for what, of in PARTS.items():
        print(f"\nby {what}")
        for value in dict.fromkeys(of(each.story) for each in told):
            _say_share(value, [each for each in told if of(each.story) == value])
    print()
    return _say_share("all", told) >= WANTED


def _told(workspace: Workspace, story: Story, seeds: Sequence[int]) -> Told:
    told = Told(story, tuple(unmet(story, lived(workspace, story, seed)) for seed in seeds))
    marks = " ".join("no " if each else "yes" for each in told.instead)
    first = next((each for each in told.instead if each), "")
    columns = f"{story.name:<34} {story.kind:<12} {story.deed:<8} {story.town.language:<3}"
    print(f"{columns} {marks} {first}".rstrip(), flush=True)
    return told


def _say_share(what: str, told: Sequence[Told]) -> float:
    true, lives = sum(each.came_true for each in told), sum(len(each.instead) for each in told)
    share = true / lives if lives else 0.0
    print(f"  {what:<14} {true:>4} of {lives:>4}   {share:>4.0%}")
    return share


PARTS: dict[str, Callable[[Story], str]] = {
    "kind": lambda story: story.kind,
    "deed": lambda story: story.deed,
    "language": lambda story: story.town.language,
}
