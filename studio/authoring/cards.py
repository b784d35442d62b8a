"""Character cards: downloads the chosen person, as JSON and as a PNG."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import CardForm
from engine.errors import TownwrightError
from engine.records import AgentId
from studio import session
from studio.catalogue.tr import tr

_WAYS: tuple[tuple[CardForm, str, str, str], ...] = (
    ("v3", "JSON", ".card.json", "application/json"),
    ("png", "PNG", ".png", "image/png"),
)


def card_download(name: str, agent: AgentId) -> None:
    """Draw the buttons that download a person as a card."""
    for form, said, ending, media_type in _WAYS:
        try:
            content = session.workspace().scenarios.card_out(name, agent, form).content
        except TownwrightError:  # the text beside it says what is wrong with the file
            content = b""
        st.download_button(
            tr("Card as {form}", form=said),
            data=content,
            disabled=not content,
            file_name=f"{agent}{ending}",
            mime=media_type,
            key=f"card-out-{form}-{name}-{agent}",
            icon=":material/badge:",
            type="tertiary",
            help=tr(
                "Downloads a character card (V3; the PNG also contains V2) for other programs. If "
                "you import it here, you get the same file back."
            ),
            on_click="ignore",
        )
