"""The file of a workspace: whether it may be opened, its backups, and helpers for commands."""

from __future__ import annotations

from engine.plain_files import (
    oddity as oddity,
    open_plain as open_plain,
    why_not_writable as why_not_writable,
    write_whole as write_whole,
)
from engine.store.file.backup import begin_anew as begin_anew, restore as restore
from engine.store.file.checks import (
    backups_of as backups_of,
    check_header as check_header,
    file_of as file_of,
    is_read_only as is_read_only,
    only_read as only_read,
    refuse_loss as refuse_loss,
    sound_backup as sound_backup,
)
from engine.store.file.connection import open_store as open_store
from engine.store.file.schema import FILE as FILE
from engine.store.living.runs import deleted_runs as deleted_runs, list_runs as list_runs
from engine.store.verifying.backups import verified_backup as verified_backup
from engine.store.verifying.verifying import differences as differences, verify as verify
from engine.store.writing.scenarios import scenario_names as scenario_names
