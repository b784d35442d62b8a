"""The two sides of a comparison: their names, and links to either run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId
from studio import session
from studio.basics.text import shorten
from studio.catalogue.tr import tr
from studio.frame.page import STAGE

_LONGEST = 40


@dataclass(frozen=True)
class Sides:
    """The run looked at, and the one beside it."""

    run: Run
    other: Run

    @cached_property
    def names(self) -> tuple[str, str]:
        """Return the names of the two runs, with their ids if the names are equal."""
        rows = (self.run.row, self.other.row)
        alike = rows[0].name == rows[1].name
        one, other = (shorten(f"{row.name} ({row.id})" if alike else row.name, _LONGEST) for row in rows)
        return one, other

    def name_of(self, agent: AgentId) -> str:
        """Return the name of an agent of either run."""
        for run in (self.run, self.other):
            if agent in run.town.cast.names:
                return run.town.cast.names[agent]
        return agent

    def go_there(self, side: int, minute: int, *, key: str) -> None:
        """Draw the button that leads to a minute of one of the two runs."""
        run = (self.run, self.other)[side]
        pressed = st.button(
            tr("Show on Stage"),
            key=f"{key}-go-{side}",
            icon=":material/theater_comedy:",
            type="tertiary",
        )
        if pressed:
            session.choose_run(run.row.id)
            session.choose_moment(min(minute + 1, run.clock))
            st.switch_page(STAGE)
