"""Exports of a workspace: every form by name, and a row of the log as an object."""

from __future__ import annotations

from engine.export.cassette import SUFFIX as SUFFIX
from engine.export.excerpt import Shape as Shape
from engine.export.export import Reader as Reader, RunExport as RunExport, TableExport as TableExport
from engine.export.jsonl import record as record
from engine.export.registry import run_exports as run_exports, table_exports as table_exports
from engine.export.report import Note as Note, Report as Report
