"""The table of the stories: which came true with which seed, and what was instead."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.api.workspace import Workspace, open_workspace
from tests.bench.stories.days import Days
from tests.bench.stories.living import lived, unmet
from tests.bench.stories.story import FOLDER, Story, stories

WANTED = 0.9


@dataclass(frozen=True)
class Told:
    """A story that was lived with several seeds: of each, what was instead (nothing where it came true), and
    how what was stated as data then stands in the log.
    """

    story: Story
    instead: tuple[str, ...]
    stands: tuple[str, ...]

    @property
    def came_true(self) -> int:
        """Return with how many seeds it came true."""
        return self.instead.count("")

    @property
    def failed_for_a_reason(self) -> int:
        """Return with how many seeds it did not, and the log names the reason."""
        return sum(bool(instead) and "failed: " in stands for instead, stands in self._each)

    @property
    def said_done(self) -> int:
        """Return with how many seeds it did not, and the log says that it was done."""
        return sum(bool(instead) and stands == "done" for instead, stands in self._each)

    @property
    def _each(self) -> list[tuple[str, str]]:
        return list(zip(self.instead, self.stands, strict=True))


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
    lives = [lived(workspace, story, seed) for seed in seeds]
    instead = tuple(unmet(story, days) for days in lives)
    told = Told(story, instead, tuple(_stands(story, days) for days in lives))
    marks = " ".join("no " if each else "yes" for each in told.instead)
    unmets = zip(told.instead, told.stands, strict=True)
    first = next((f"{each} [{stands}]" if stands else each for each, stands in unmets if each), "")
    columns = f"{story.name:<34} {story.kind:<12} {story.deed:<8} {story.town.language:<3}"
    print(f"{columns} {marks} {first}".rstrip(), flush=True)
    return told


def _stands(story: Story, days: Days) -> str:
    """Return how what a story states as data stands in the end."""
    rows = [row for row in days.standing if (row.agent, row.kind) in story.stated]
    said = (f"{row.state}: {row.because}" if row.because else row.state for row in rows)
    return ", ".join(dict.fromkeys(said))


def _say_share(what: str, told: Sequence[Told]) -> float:
    true, lives = sum(each.came_true for each in told), sum(len(each.instead) for each in told)
    share = true / lives if lives else 0.0
    failed, done = (sum(getattr(each, of) for each in told) for of in ("failed_for_a_reason", "said_done"))
    named = f"   {failed} failed for a reason that is named" if failed else ""
    named += f"   {done} said to be done" if done else ""
    print(f"  {what:<14} {true:>4} of {lives:>4}   {share:>4.0%}{named}")
    return share


PARTS: dict[str, Callable[[Story], str]] = {
    "kind": lambda story: story.kind,
    "deed": lambda story: story.deed,
    "language": lambda story: story.town.language,
}
