"""Gaps: filling a text is what string.Template does, whatever stands in text and values."""

from __future__ import annotations

from string import Template

import pytest
from hypothesis import given, strategies as st

from engine.language.gaps import as_format

PARTS = st.lists(st.sampled_from(["$name ", "${name}", "$$", "{", "}", "{name}", "word ", "$other.", "é%"]))
VALUES = st.text(alphabet="a{}$%0", max_size=6)


@given(parts=PARTS, name=VALUES, other=VALUES)
def test_a_text_is_filled_as_its_template_says(parts, name, other):
    text, values = "".join(parts), {"name": name, "other": other}
    assert as_format(text).format_map(values) == Template(text).substitute(values)


def test_a_gap_without_a_value_is_named():
    with pytest.raises(KeyError, match="missing"):
        as_format("so $missing").format_map({})


def test_a_dollar_that_starts_no_placeholder_is_refused():
    with pytest.raises(ValueError, match="position 5"):
        as_format("cost $5")
