"""The built JavaScript of the studio's components, found by Streamlit however the studio was installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

DISTRIBUTION = "townwright"
PACKAGE = Path(__file__).resolve().parents[1]
BUILD = "components/frontend/build"


def component(name: str) -> ComponentRenderer:
    """The component `name` of studio/pyproject.toml, ready to be mounted in a page."""
    import streamlit as st

    declare(name)
    return st.components.v2.component(f"{DISTRIBUTION}.{name}", js=f"{name}.js")


def declare(name: str) -> None:
    """Tell Streamlit where the component lies, when its own search has not found it.

    It looks through the files of installed wheels; an editable install and a plain checkout list none.
    """
    from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
    from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(f"{DISTRIBUTION}.{name}") is None:
        here = ComponentConfig(name=name, asset_dir=BUILD)
        manager.register_from_manifest(ComponentManifest(DISTRIBUTION, "0", [here]), PACKAGE)
