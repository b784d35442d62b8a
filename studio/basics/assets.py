"""The built JavaScript of the studio's components, found by Streamlit however the studio was installed."""

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
    """Draw the component `name` of studio/pyproject.toml with `data`; what it says comes back by event.

    The data may hold dataclasses, and goes as bytes: all else Streamlit would write down twice, once to tell
    whether it is the same component, which here the key tells. What a component says itself it is handed in
    the reader's language, as `texts`. One that is drawn `in_page` has the type and
    the colours of the page; the others are closed off from them.
    """
    declare(name)
    texts = component_texts(reads())
    whole = {**data, "texts": dict(texts)} if texts else data
    said = json.dumps(whole, default=vars, ensure_ascii=False, separators=(",", ":"))
    heard: dict[str, Any] = dict(events)
    return _renderer(name, in_page)(key=mounted(key), data=said.encode("utf-8", "replace"), **heard)


def mounted(key: str) -> str:
    """Return under which key a component lies: another in each language, since what it has drawn of its own
    is then drawn anew. Streamlit allows no `__` in it, which a name may have: every `_` is followed by a `-`.
    """
    language = reads()
    key = key.replace("_", "_-")
    return key if language == ENGLISH else f"{key}-{language}"


@functools.cache
def _renderer(name: str, in_page: bool) -> ComponentRenderer:
    """Return what draws a component. Streamlit would look for its files anew whenever it is told of it; what
    it returns makes itself known to a studio that is begun later in the same process.
    """
    import streamlit as st

    return st.components.v2.component(f"{DISTRIBUTION}.{name}", js=f"{name}.js", isolate_styles=not in_page)


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
