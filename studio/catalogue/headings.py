"""Headings: rows of a table under what their columns are called in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from studio.catalogue.tr import tr


def headed(rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return rows with the marked texts that are their keys translated, each of which is looked up once."""
    said: dict[str, str] = {}
    return [{said.get(key) or said.setdefault(key, tr(key)): one for key, one in row.items()} for row in rows]
