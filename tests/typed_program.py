"""A program of somebody's own, as a type checker sees it that knows the installed package only."""

from pathlib import Path

from engine.api.workspace import Run, open_workspace
from engine.records import Memory


def lived(folder: Path) -> tuple[Memory, ...]:
    """What somebody remembers of a day."""
    with open_workspace(folder) as workspace:
        run: Run = workspace.runs.new("willow-bay", seed=7)
        minute: int = run.live("day 2")
        assert minute
        return run.at().memories("isabel", kinds=["reflection"]).items


async def asked(run: Run) -> str:
    """The answer of somebody."""
    return (await run.at().ask_async("isabel", "Well?")).text
