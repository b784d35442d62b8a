"""A corpus of answers of language models, written by hand: what may be kept of them, and what may not."""

from tests.answers.cases import Case, cases

__all__ = ["Case", "cases"]
