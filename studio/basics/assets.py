"""The built JavaScript of the studio's components, which Streamlit finds however the studio was installed."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studio.catalogue.read import ENGLISH, component_texts
from studio.catalogue.tr import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from streamlit.components.v2.bidi_component.state import BidiComponentResult
    from streamlit.components.v2.types import ComponentRenderer

DISTRIBUTION = "townwright"
PACKAGE = Path(__file__).resolve().parents[1]
BUILD = "frontend/build"


def mount(
    name: str, data: Mapping[str, Any], *, key: str, in_page: bool = False, **events: Callable[[], None]
) -> BidiComponentResult:
    """Draw the component `name` of studio/pyproject.toml with `data`; its messages come back by event.

    The data may contain dataclasses, and is sent as bytes: anything else Streamlit would serialise twice,
    once to compare components, for which the key suffices here. The component's own texts are passed in the
    reader's language, as `texts`. A component drawn `in_page` uses the fonts and colours of the page; others
    are isolated.
    """
    declare(name)
    texts = component_texts(reads())
    whole = {**data, "texts": dict(texts)} if texts else data
    said = json.dumps(whole, default=vars, ensure_ascii=False, separators=(",", ":"))
    heard: dict[str, Any] = dict(events)
    return _renderer(name, in_page)(key=mounted(key), data=said.encode("utf-8", "replace"), **heard)


def mounted(key: str) -> str:
    """Return the key of a component. It differs by language, so that a component is redrawn in a new
    language. Streamlit allows no `__` in a key, so every `_` is followed by a `-`.
    """
    language = reads()
    key = key.replace("_", "_-")
    return key if language == ENGLISH else f"{key}-{language}"


@functools.cache
def scripted(name: str, script: str) -> ComponentRenderer:
    """Return the function that draws a component of a few lines of JavaScript; it is kept, as `_renderer`."""
    import streamlit as st

    return st.components.v2.component(f"{DISTRIBUTION}_{name}", js=script)


@functools.cache
def _renderer(name: str, in_page: bool) -> ComponentRenderer:
    """Return the function that draws a component. It is kept, since Streamlit would search for the files at
    every declaration; it also registers itself with a studio started later in the same process.
    """
    import streamlit as st

    return st.components.v2.component(f"{DISTRIBUTION}.{name}", js=f"{name}.js", isolate_styles=not in_page)


def declare(name: str) -> None:
    """Tell Streamlit where the component is, if its own search has not found it.

    It searches the files of installed wheels; an editable install and a plain checkout list none.
    """
    from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
    from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(f"{DISTRIBUTION}.{name}") is None:
        here = ComponentConfig(name=name, asset_dir=BUILD)
        manager.register_from_manifest(ComponentManifest(DISTRIBUTION, "0", [here]), PACKAGE)
