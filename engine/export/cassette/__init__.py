"""Cassettes: a run with its town and every answer it was given, as one file that opens without a key."""

from engine.export.cassette.open import open_cassette
from engine.export.cassette.record import EXPORT, SUFFIX, record_cassette

__all__ = ["EXPORT", "SUFFIX", "open_cassette", "record_cassette"]
