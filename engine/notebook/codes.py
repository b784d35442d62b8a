"""Codes of the faults of a notebook: they stay as they are, so that a tool or a teacher can rely on them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Severity = Literal["error", "warning"]

CODES: Mapping[str, str] = MappingProxyType(
    {
        # the front matter
        "NB101": "the front matter is missing or not closed",
        "NB102": "the front matter does not say that the file is a notebook",
        "NB103": "the town is not found",
        "NB104": "the town has errors",
        # a cell in the file
        "NB201": "a cell that is not closed",
        "NB202": "a cell with no kind or several kinds",
        "NB203": "a cell without an id, or with an invalid one",
        "NB204": "an id that a cell above already uses",
        "NB205": "an invalid attribute",
        "NB206": "too many cells",
        "NB207": "an empty cell",
        "NB208": "HTML in the text that would run in a browser",
        "NB209": "an unknown kind of cell (warning)",
        # the fields of a cell
        "NB301": "invalid YAML",
        "NB302": "an unknown key",
        "NB303": "a missing key",
        "NB304": "an invalid value",
        "NB305": "keys that cannot be used together",
        "NB306": "a query parameter without a value",
        "NB307": "a Vega-Lite chart that would run code or load data",
        # cells and other cells
        "NB401": "a reference to a cell that does not exist, or that is not above",
        "NB402": "a prediction that is revealed before it is asked (warning)",
        "NB403": "a branch without cells (warning)",
        "NB404": "a cell that reads a moment that is not simulated yet (warning)",
        "NB405": "an event at a moment that has already passed (warning)",
        "NB406": "a comparison with another notebook that is missing or has errors",
        # a cell and its town
        "NB501": "an unknown person",
        "NB502": "an invalid statement",
        "NB503": "a change that is not possible in the town",
        "NB504": "a query that fails",
        "NB505": "a Python program that is not allowed yet",
        "NB506": "an unknown place or object",
        "NB507": "an invalid intention",
        # what it costs
        "NB601": "a run that uses a served model without a spending cap (warning)",
    }
)
"""Each code with a short title."""
