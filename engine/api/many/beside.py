"""Compares runs: results in words, and one row for each run."""

from __future__ import annotations

from engine.insight.comparing.brief import Brief as Brief, brief as brief, itself as itself
from engine.insight.comparing.parting import parting_words as parting_words
