"""Ways out of a workspace: the log of a run as lines, a run as a cassette, a table for a spreadsheet."""

from __future__ import annotations

from engine.export.cassette import SUFFIX as SUFFIX, record_cassette as record_cassette
from engine.export.jsonl import export as export, record as record
from engine.export.spreadsheet import csv_of as csv_of
