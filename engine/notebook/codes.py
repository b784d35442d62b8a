"""Codes of the faults of a notebook: they stay as they are, so that a tool or a teacher can rely on them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Severity = Literal["error", "warning"]

CODES: Mapping[str, str] = MappingProxyType(
    {
        # the front matter
        "NB101": "the front matter is missing, or does not end",
        "NB102": "the file does not say that it is a notebook of this form",
        "NB103": "the town is not found",
        "NB104": "the town has errors",
        # a cell in the file
        "NB201": "a cell that does not end",
        "NB202": "a cell without exactly one kind",
        "NB203": "a cell without an id, or with one that is no id",
        "NB204": "an id that a cell above has",
        "NB205": "an attribute that means nothing",
        "NB206": "too many cells",
        "NB207": "a cell with nothing in it",
        "NB208": "HTML in the prose that a browser would run",
        "NB209": "an unknown kind of cell (warning)",
        # the fields of a cell
        "NB301": "the fields are not YAML",
        "NB302": "an unknown key",
        "NB303": "a key that must be there is missing",
        "NB304": "a value that cannot be",
        "NB305": "keys that do not go together",
        "NB306": "a name in a query without a value",
        "NB307": "something in a chart's Vega-Lite that would run or fetch",
        # cells and other cells
        "NB401": "a cell that names another which is not there, or not above it",
        "NB402": "a prediction that is revealed before it is asked (warning)",
        "NB403": "a branch that no cell uses (warning)",
        "NB404": "a cell that reads a moment that is not simulated where it stands (warning)",
        "NB405": "an event at a moment that has passed where it stands (warning)",
        "NB406": "a comparison with another notebook that is missing or has faults",
        # a cell and its town
        "NB501": "an unknown person",
        "NB502": "a statement that cannot be understood",
        "NB503": "a change that the town cannot have",
        "NB504": "a query that fails",
        "NB505": "a program that nobody has allowed",
        "NB506": "an unknown place or object",
        "NB507": "an intention that cannot be read",
        # what it costs
        "NB601": "a run with a served model, and no spending cap (warning)",
    }
)
"""Each code with a short title."""
