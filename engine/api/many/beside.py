"""What a comparison of runs comes to, in words and in one row a run."""

from __future__ import annotations

from engine.insight.comparing.brief import Brief as Brief, brief as brief, itself as itself
from engine.insight.comparing.parting import parting_words as parting_words
