"""Who was stuck or silent on a day, and why; shown below its newspaper if there is anybody."""

from __future__ import annotations

import streamlit as st

from engine.api.run import stuck_words
from engine.api.workspace import Run
from studio import session
from studio.basics.people import colour_of, disc
from studio.basics.text import plain
from studio.catalogue.headings import headed
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.why.memory_card import why_button


def day_stuck(run: Run, day: int) -> None:
    """Draw a row for each person who said nothing, stood still, waited in vain, or could not think."""
    found = run.story(session.minute()).stuck(day)
    if not found:
        return
    with st.container(key="tw-stuck", gap="xsmall"):
        st.markdown(tr("**Stuck or silent**"))
        for n, one in enumerate(found):
            with st.container(
                horizontal=True,
                wrap=False,
                vertical_alignment="center",
                gap="small",
                width=760,
                key=f"stuck-{n}",
            ):
                st.html(disc(run.scenario.persona(one.agent), colour_of(run, one.agent)), width="content")
                with st.container(gap=None, width="stretch"):
                    plain(stuck_words(one, run.town))
                why_button(one.ids[0], key=f"stuck-{n}", quiet=True)


def stuck_rows(run: Run, day: int) -> list[dict[str, object]]:
    """Return the same as rows for the newspaper's table."""
    names = run.town.cast.names
    return headed(
        {
            marked("when"): moment_words(one.minute),
            marked("about"): names[one.agent],
            marked("weight"): "",
            marked("content"): stuck_words(one, run.town),
            marked("ids"): ", ".join(map(str, one.ids)),
        }
        for one in run.story(session.minute()).stuck(day)
    )
