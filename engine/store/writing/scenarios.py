"""Scenarios as authors write them: every save is a version, equal contents are stored once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection

from engine.errors import BadInput, NotFound, worded
from engine.scenario.allowed_files import check_scenario_files, is_scenario_file
from engine.store.file.connection import Store
from engine.store.kept_words import kept_words, words_to_keep
from engine.store.texts import keep_texts, text_hash, text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioVersion:
    """One saved version. `number` is its internal key, `version` counts from 1 within its scenario; below 0
    it belongs to one run alone.
    """

    number: int
    scenario: str
    version: int
    note: str
    created: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileVersion:
    """A file in a version: the hash of its text, or None if the file did not exist."""

    number: int
    version: int
    mark: str | None


_SELECT = """
    SELECT v.number, s.name, v.version, v.note, v.created
    FROM scenario_version v JOIN scenario s ON s.number = v.scenario
"""


def save_version(store: Store, name: str, files: Mapping[str, str], note: str = "") -> int:
    """Save files as a scenario's newest version; return its number, or the last version's if nothing
    changed.
    """
    if not files:
        raise BadInput(
            worded(
                "the scenario {name!r} has no files, so nothing was saved; add at least a town.yaml and a "
                "world.yaml",
                name=name,
            )
        )
    check_scenario_files(files, worded("the scenario {name!r}", name=name))
    hashes = {path: text_hash(text) for path, text in files.items()}
    with store.write(durable=True) as db:
        scenario = _find_or_add(db, _checked_name(name))
        newest = _newest(db, scenario)
        if newest is not None and _hashes(db, newest[0]) == hashes:
            return newest[0]
        keep_texts(db, files.values())
        cursor = db.execute(
            "INSERT INTO scenario_version (scenario, version, note, created) VALUES (?, ?, ?, ?)",
            (scenario, newest[1] + 1 if newest else 1, words_to_keep(note), store.stamp_now()),
        )
        number = cursor.lastrowid or 0
        _keep_files(db, number, hashes)
    return number


def save_own_version(store: Store, base: int, files: Mapping[str, str], note: str) -> int:
    """Save files as a version that belongs to one run alone, derived from another version. Return its number,
    or that of the other version if no file differs. It is in no list of versions and never the newest.
    """
    of = scenario_version(store, base)
    check_scenario_files(files, worded("the scenario {name!r}", name=of.scenario))
    if files_of(store, base) == dict(files):
        return base
    hashes = {path: text_hash(text) for path, text in files.items()}
    with store.write(durable=True) as db:
        keep_texts(db, files.values())
        cursor = db.execute(
            """INSERT INTO scenario_version (scenario, version, note, created)
               SELECT scenario, min(0, min(version)) - 1, ?, ? FROM scenario_version
               WHERE scenario = (SELECT scenario FROM scenario_version WHERE number = ?)""",
            (words_to_keep(note), store.stamp_now(), base),
        )
        number = cursor.lastrowid or 0
        _keep_files(db, number, hashes)
    return number


def scenario_names(store: Store, *, hidden: bool = False) -> tuple[str, ...]:
    """Return the names of all scenarios in the order they were made; hidden ones only if asked for, deleted
    ones never.
    """
    there = "name <> '' AND deleted = ''"  # the nameless one is still coming in
    where = there if hidden else f"{there} AND NOT hidden"
    query = f"SELECT name FROM scenario WHERE {where} ORDER BY number"
    return store.unchanged(query, lambda: tuple(name for (name,) in store.select(query)))


def taken_names(store: Store) -> frozenset[str]:
    """Return all names in use, including those of hidden and deleted scenarios."""
    return frozenset(name for (name,) in store.select("SELECT name FROM scenario"))


def versions(store: Store, name: str) -> tuple[ScenarioVersion, ...]:
    """Return the versions of a scenario, newest first."""
    rows = store.select(f"{_SELECT} WHERE s.name = ? AND v.version > 0 ORDER BY v.version DESC", (name,))
    if not rows:
        raise NotFound(worded("there is no scenario {name!r} in this workspace; check its name", name=name))
    return tuple(_record(row) for row in rows)


def latest_version(store: Store, name: str) -> ScenarioVersion:
    """Return the newest version of a scenario."""
    return versions(store, name)[0]


def scenario_version(store: Store, number: int) -> ScenarioVersion:
    """Return the version with this number."""
    rows = store.select(f"{_SELECT} WHERE v.number = ?", (number,))
    if not rows:
        raise NotFound(
            worded(
                "there is no scenario version number {number!r}; `versions` lists all versions", number=number
            )
        )
    return _record(rows[0])


def files_of(store: Store, number: int) -> dict[str, str]:
    """Return the files of a version: path to text, sorted by path. Files under a path that a scenario cannot
    have, written by an older Townwright or another program, are left out.
    """
    scenario_version(store, number)
    rows = store.select(
        """
        SELECT path, f.hash, body FROM scenario_file f JOIN text t ON t.hash = f.hash
        WHERE version = ? ORDER BY path
        """,
        (number,),
    )
    return {path: text_of(store, name, body) for path, name, body in rows if is_scenario_file(path)}


def hide_scenario(store: Store, name: str, *, hidden: bool = True) -> None:
    """Hide a scenario from the lists, or show it again; its versions and runs stay."""
    _change(store, name, "hidden", int(hidden))


def rename_scenario(store: Store, name: str, new_name: str) -> None:
    """Rename a scenario; its versions, drafts and runs go with it."""
    clean = _checked_name(new_name)
    with store.write(durable=True):
        if clean != name:
            check_free(store, clean)
        _change(store, name, "name", clean)


def duplicate_scenario(store: Store, name: str, new_name: str) -> int:
    """Create a scenario with the files of another's newest version; return the number of its first
    version.
    """
    with store.write(durable=True) as db:
        number_of(db, name)
        check_free(store, _checked_name(new_name))
        files = files_of(store, latest_version(store, name).number)
        return save_version(store, new_name, files, worded("duplicate of {name}", name=name))


def saved_text(store: Store, name: str, path: str) -> str | None:
    """Return the text of a file in a scenario's newest version, or None if it is not there."""
    rows = store.select(
        """
        SELECT t.hash, t.body FROM scenario_file f JOIN text t ON t.hash = f.hash
        WHERE f.version = ? AND f.path = ?
        """,
        (latest_version(store, name).number, path),
    )
    return text_of(store, *rows[0]) if rows else None


def history_of(store: Store, name: str, path: str) -> tuple[FileVersion, ...]:
    """Return a file's content in every version of a scenario, newest first."""
    rows = store.select(
        """
        SELECT v.number, v.version, f.hash
        FROM scenario_version v JOIN scenario s ON s.number = v.scenario
        LEFT JOIN scenario_file f ON f.version = v.number AND f.path = ?
        WHERE s.name = ? AND v.version > 0 ORDER BY v.version DESC
        """,
        (path, name),
    )
    return tuple(FileVersion(number=number, version=version, mark=mark) for number, version, mark in rows)


def number_of(db: Connection, name: str) -> int:
    """Return the number of a scenario, under which its rows are kept; it survives renaming. Raises NotFound
    if there is no such scenario, or it is deleted: a deleted scenario is not changed until it is restored.
    """
    row = db.execute("SELECT number, deleted FROM scenario WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise NotFound(worded("there is no scenario {name!r} in this workspace; check its name", name=name))
    if row[1]:
        raise NotFound(worded("the scenario {name!r} is deleted; restore it first", name=name))
    return int(row[0])


def _keep_files(db: Connection, number: int, hashes: Mapping[str, str]) -> None:
    db.executemany(
        "INSERT INTO scenario_file (version, path, hash) VALUES (?, ?, ?)",
        [(number, path, name_of_text) for path, name_of_text in hashes.items()],
    )


def _find_or_add(db: Connection, name: str) -> int:
    db.execute("INSERT OR IGNORE INTO scenario (name) VALUES (?)", (name,))
    (number, deleted) = db.execute("SELECT number, deleted FROM scenario WHERE name = ?", (name,)).fetchone()
    if deleted:
        raise BadInput(
            worded("the scenario {name!r} is deleted; restore it before you save anything to it", name=name)
        )
    return int(number)


def _newest(db: Connection, scenario: int) -> tuple[int, int] | None:
    row = db.execute(
        """SELECT number, version FROM scenario_version WHERE scenario = ? AND version > 0
           ORDER BY version DESC LIMIT 1""",
        (scenario,),
    ).fetchone()
    return None if row is None else (row[0], row[1])


def _hashes(db: Connection, number: int) -> dict[str, str]:
    rows = db.execute("SELECT path, hash FROM scenario_file WHERE version = ?", (number,))
    return dict(rows.fetchall())


def check_free(store: Store, name: str) -> None:
    """Raise BadInput if a scenario, even a deleted one, has this name."""
    if store.select("SELECT 1 FROM scenario WHERE name = ?", (name,)):
        raise BadInput(worded("a scenario {name!r} already exists; choose another name", name=name))


def _change(store: Store, name: str, column: str, value: object) -> None:
    with store.write(durable=True) as db:
        db.execute(f"UPDATE scenario SET {column} = ? WHERE number = ?", (value, number_of(db, name)))


def _checked_name(name: str) -> str:
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= 80 or not clean.isprintable():
        raise BadInput(
            worded(
                "{name!r} is not a valid name for a scenario; use 1 to 80 printable characters",
                name=name[:100],
            )
        )
    return clean


def _record(row: tuple[int, str, int, str, str]) -> ScenarioVersion:
    number, scenario, version, note, created = row
    return ScenarioVersion(
        number=number, scenario=scenario, version=version, note=kept_words(note), created=created
    )
