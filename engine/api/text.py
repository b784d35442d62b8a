"""Texts for people and programs: suggested names, and JSON that every reader accepts."""

from __future__ import annotations

from engine.insight.on_the_map.labels import shorten as shorten
from engine.language.names.suggesting import did_you_mean as did_you_mean, shown as shown
from engine.plain_files import write_whole as write_whole
from engine.safe_json import safe_json as safe_json
from engine.store.living.disk import size_words as size_words
