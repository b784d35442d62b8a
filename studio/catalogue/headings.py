"""Headings: rows of a table with column names in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from studio.catalogue.tr import tr


def headed(rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return rows with their keys, which are marked texts, translated; each is looked up once."""
    said: dict[str, str] = {}
    return [{said.get(key) or said.setdefault(key, tr(key)): one for key, one in row.items()} for row in rows]
