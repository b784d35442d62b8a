"""Which of many towns, seeds or texts a test takes whenever it runs, and which only in longer runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def in_turn(values: Iterable[Any], *, plain: Iterable[Any], soak: Iterable[Any] = ()) -> list[Any]:
    """Mark the values of a parameter: `plain` ones always run, `soak` ones in long tests, others nightly.

    Raises ValueError for a value that is to be kept and is not there.
    """
    values, plain, soak = list(values), list(plain), list(soak)
    if missing := [value for value in (*plain, *soak) if value not in values]:
        raise ValueError(f"these are no values of the parameter: {missing}")
    return [
        value
        if value in plain
        else pytest.param(value, marks=pytest.mark.soak if value in soak else pytest.mark.nightly)
        for value in values
    ]
