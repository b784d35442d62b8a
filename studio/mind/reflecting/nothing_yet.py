"""Nothing yet: an agent without reflections."""

from __future__ import annotations

from engine.api.workspace import Run
from engine.records import AgentId
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.page import STAGE


def nothing_yet(run: Run, agent: AgentId) -> None:
    """Say that an agent has not reflected yet, and when agents do."""
    at = run.town.settings.reflect_at
    name = run.town.cast.names[agent]
    empty(
        tr(
            "{name} has not drawn any conclusions yet. A person reflects when the importance of "
            "what they have noticed, heard or talked about since the last reflection adds up to "
            "{threshold}. Continue the run to get there.",
            name=name,
            threshold=at,
        ),
        title=tr("No conclusions yet"),
        action=tr("Go to Stage"),
        page=STAGE,
        icon=":material/psychology:",
        key="no-reflections",
    )
