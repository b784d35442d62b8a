"""The built JavaScript of the studio's components, found by Streamlit however the studio was installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from streamlit.components.v2.bidi_component.state import BidiComponentResult

DISTRIBUTION = "townwright"
PACKAGE = Path(__file__).resolve().parents[1]
BUILD = "frontend/build"


def mount(
    name: str, data: Mapping[str, Any], *, key: str, in_page: bool = False, **events: Callable[[], None]
) -> BidiComponentResult:
    """Draw the component `name` of studio/pyproject.toml with `data`; what it says comes back by event.

    The data may hold dataclasses, and goes as bytes: all else Streamlit would write down twice, once to tell
    whether it is the same component, which here the key tells. One that is drawn `in_page` has the type and
    the colours of the page; the others are closed off from them.
    """
    import streamlit as st

    declare(name)
    component = f"{DISTRIBUTION}.{name}"
    renderer = st.components.v2.component(component, js=f"{name}.js", isolate_styles=not in_page)
    said = json.dumps(data, default=vars, ensure_ascii=False, separators=(",", ":"))
    heard: dict[str, Any] = dict(events)
    return renderer(key=key, data=said.encode("utf-8", "replace"), **heard)


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
