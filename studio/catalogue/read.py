"""The catalogues of a language, one for each folder of the studio, read once and merged."""

from __future__ import annotations

import functools
import gettext
import io
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import polib

from studio.catalogue.pseudo import PSEUDO, PseudoTranslations, stretched

HERE = Path(__file__).parent

# What each language calls itself. The first, English, is that of the texts: it needs no catalogue.
_NAMED = tomllib.loads((HERE / "languages.toml").read_text("utf-8"))
LANGUAGES: Mapping[str, str] = MappingProxyType(_NAMED)
ENGLISH = next(iter(LANGUAGES))


@functools.cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations of a language; texts without one stay English."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    if language == PSEUDO:
        return PseudoTranslations()
    together = polib.POFile()
    together.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    for file in sorted((HERE / language).glob("*.po")):
        part = polib.pofile(str(file), encoding="utf-8")
        together.metadata.update(part.metadata)
        together.extend(part)
    return gettext.GNUTranslations(io.BytesIO(together.to_binary()))


@functools.cache
def component_texts(language: str) -> Mapping[str, str]:
    """Return the translations of the studio's JavaScript texts; empty for English."""
    if language == PSEUDO:
        other = next(each for each in LANGUAGES if each != ENGLISH)
        return MappingProxyType({text: stretched(text) for text in component_texts(other)})
    file = HERE / language / "frontend.po"
    said = polib.pofile(str(file), encoding="utf-8") if language != ENGLISH else ()
    return MappingProxyType({entry.msgid: entry.msgstr for entry in said})
