"""One SQLite file, opened safely: a connection for each thread, and short write transactions."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, NoReturn, TypeVar, cast

from engine.errors import NotFound, NotWritten, worded
from engine.store.file.checks import (
    check_file,
    check_header,
    check_plain,
    is_read_only,
    note_closed,
    note_open,
    only_read,
    plain_errors,
    refuse_loss,
    refused,
    use_backup,
)
from engine.store.file.row_seals import row_digest, seal_rows, seal_writes, sealed_tables
from engine.store.file.schema import applied_migrations, known_migrations, migrate
from engine.store.texts import seal_of, text_hash

_WAIT = 15.0  # seconds that a writer waits for another one
PATIENCE = 600.0  # seconds that a day waits that is being lived
_SLICE = 1.0  # seconds between two words of who waits
_MOST_KEPT = 1_000  # answers that a connection keeps while nobody writes
Told = Callable[[float], None]
T = TypeVar("T")


def open_store(
    path: Path | str,
    *,
    read_only: bool = False,
    now: Callable[[], float] = time.time,  # noqa: TID251 - when people did things; never in the log
) -> Store:
    """Open a workspace file; it is created if it is missing or empty.

    Raises WorkspaceDamaged, before anything is written, for a file that is foreign, newer or damaged, or
    missing while there are backups of it.
    """
    path = Path(path)
    check_plain(path)
    if not path.exists() or not path.stat().st_size:
        refuse_loss(path)
    if read_only and not path.is_file():
        raise NotFound(
            worded(
                "there is no workspace file {path!r}; check the path, or create a workspace with "
                "`townwright run`",
                path=str(path),
            )
        )
    if not read_only:
        path.parent.mkdir(parents=True, exist_ok=True)
    store = Store(path, read_only=read_only, now=now)
    try:
        with plain_errors(path):
            _prepare(store)
    except BaseException:
        store.close()
        raise
    return store


@dataclass(slots=True)
class _Line:
    """A connection, and the values read over it since the last write to the file."""

    db: Connection
    is_sealing: bool = False
    seen: tuple[int, int] = (-1, -1)
    kept: dict[Hashable, object] = field(default_factory=dict)


class Store:
    """An open workspace file. Every thread gets a connection of its own; `close` closes them all."""

    def __init__(self, path: Path, *, read_only: bool, now: Callable[[], float]) -> None:
        self.path = path
        self.read_only = read_only
        self.now = now
        self.verified: dict[int, int] = {}  # up to which row each run was verified since this was opened
        self._patience = _WAIT
        self._told: Told = _untold
        self._guard = threading.Lock()  # threads come and go while others ask for their connection
        self._copy = ExitStack()
        self._uri = _uri(path, "mode=rwc") if not read_only else _reading(path, self._copy)
        self._open: dict[threading.Thread, _Line] = {}
        self._closed = False
        self._mark: tuple[int, int] | None = None

    @property
    def backups(self) -> Path:
        """Return the folder of this workspace's backups."""
        return self.path.parent / "backups"

    @property
    def locks(self) -> Path:
        """Return the folder of this workspace's locks."""
        return self.path.parent / "locks"

    @property
    def logs(self) -> Path:
        """Return the folder for the output of runners."""
        return self.path.parent / "logs"

    @property
    def db(self) -> Connection:
        """Return the connection of the current thread."""
        return self._line.db

    @property
    def is_closed(self) -> bool:
        """Return whether the store is closed."""
        return self._closed

    @property
    def _line(self) -> _Line:
        me = threading.current_thread()
        with self._guard:
            if me not in self._open:
                if self._closed:
                    raise ValueError(f"the store {str(self.path)!r} is closed")
                self._open[me] = self._left_behind() or _Line(_connect(self._uri))
            return self._open[me]

    def connect_to_read(self) -> Connection:
        """Open a separate read-only connection; the caller closes it."""
        return sqlite3.connect(self.uri_to_read, uri=True, timeout=_WAIT, isolation_level=None)

    @property
    def uri_to_read(self) -> str:
        """Return the URI at which SQLite opens the file read-only."""
        return self._uri if self.read_only else _uri(self.path, "mode=ro")

    def stamp_now(self) -> str:
        """Return the wall time in UTC as text, for rows that record when a person did something."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="seconds")

    def select(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query; no cursor stays open."""
        with plain_errors(self.path):
            return self.db.execute(sql, tuple(values)).fetchall()

    def unchanged(self, key: Hashable, read: Callable[[], T]) -> T:
        """Return the result of `read`, cached until somebody writes to the file. The result must be
        immutable.
        """
        line = self._line
        if line.db.in_transaction:  # what is undone again would be remembered
            return read()
        with plain_errors(self.path):
            (others,) = line.db.execute("PRAGMA data_version").fetchone()
        version = (others, line.db.total_changes)
        if version != line.seen or len(line.kept) >= _MOST_KEPT:
            line.seen, line.kept = version, {}
        if key in line.kept:
            return cast("T", line.kept[key])
        found = read()
        if line.seen[0] == others:  # else `read` asked too, and found that another wrote: this is of before
            line.kept[key] = found
        return found

    @contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Connection]:
        """Run a write transaction that succeeds or fails as a whole. Nested in another, it can fail on its
        own.

        `durable` waits for the disk, so that even a power cut loses nothing; the outermost transaction
        decides.
        """
        if self.read_only:
            self.refuse_writing()
        line = self._line
        if line.db.in_transaction:
            with _savepoint(line.db):
                yield line.db
            return
        if not line.is_sealing:
            with plain_errors(self.path):
                line.is_sealing = seal_writes(line.db)
        with self.transaction(durable=durable) as db:
            yield db

    @contextmanager
    def transaction(self, *, durable: bool) -> Iterator[Connection]:
        """Run a write transaction that seals no rows, for code that creates the tables."""
        db = self.db
        with plain_errors(self.path), _synchronous(db, full=durable), self._immediate(db):
            yield db

    def refuse_writing(self) -> NoReturn:
        """Raise NotWritten, with the reason why this store is read-only."""
        if is_read_only(self.path):
            raise NotWritten(worded("{why}.", why=only_read(self.path)))
        raise NotWritten(
            worded("{path!r} is open read-only; open it for writing first.", path=str(self.path))
        )

    @contextmanager
    def patient(self, told: Told, seconds: float = PATIENCE) -> Iterator[None]:
        """Wait longer than usual for other writers. `told` is called about once a second with the seconds
        waited, and with 0 at the end.
        """
        before = self._patience, self._told
        self._patience, self._told = seconds, told
        try:
            yield
        finally:
            self._patience, self._told = before

    @property
    def is_being_written(self) -> bool:
        """Return whether another connection holds the write lock now."""
        db = self.db
        try:
            with _timeout(db, 0.0):
                db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise
            return True
        db.rollback()
        return False

    def empty_wal(self) -> bool:
        """Move the write-ahead log into the file and empty it, so that deleted rows do not remain in it.
        Return False if another process holds it; then it empties when that process lets go.
        """
        with plain_errors(self.path):
            (held, _, _) = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not held

    def shrink(self) -> bool:
        """Return unused space to the disk. Returns False if another process has the file in use; later writes
        then reuse the space.
        """
        with plain_errors(self.path), _timeout(self.db, 0.0):
            try:
                self.db.execute("VACUUM")
            except sqlite3.OperationalError as error:
                if not _is_busy(error):
                    raise
                return False
        return self.empty_wal()

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        with self._guard:
            self._closed = True
            for line in self._open.values():
                line.db.close()
            self._open.clear()
            self._copy.close()
            note_closed(self._mark)
            self._mark = None

    def note_open(self) -> None:
        """Note once that this process has the file open, if it exists."""
        self._mark = self._mark or note_open(self.path)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _immediate(self, db: Connection) -> Iterator[None]:
        with _timeout(db, _SLICE):
            self._begin(db)
        try:
            yield
            db.commit()
        except BaseException:
            db.rollback()  # does nothing where SQLite has rolled back by itself, as on a full disk
            raise

    def _begin(self, db: Connection) -> None:
        """Take the write lock at once, so that waiting for another writer works."""
        began, waited = time.monotonic(), 0.0
        while True:
            try:
                db.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - began
                if not _is_busy(error) or waited >= self._patience:
                    raise
                self._told(waited)
        if waited:
            self._told(0.0)

    def _left_behind(self) -> _Line | None:
        """Return the connection of a thread that has finished, and close those of other finished threads.

        The studio runs every script in a new thread: connections would pile up, and each would read the
        schema and its first pages anew.
        """
        left = [self._open.pop(thread) for thread in list(self._open) if not thread.is_alive()]
        sound = next((line for line in reversed(left) if not line.db.in_transaction), None)
        for line in left:
            if line is not sound:
                line.db.close()
        return sound


def _uri(path: Path, how: str) -> str:
    return f"{path.resolve().as_uri()}?{how}"


def _reading(path: Path, copy: ExitStack) -> str:
    """Return the URI to read a file at.

    SQLite writes beside a file even to read it. Where it cannot, nobody else writes either. If a journal is
    left by the last writer, the URI is that of a copy, in which SQLite replays it.
    """
    if not path.is_file() or _can_be_read(_uri(path, "mode=ro")):
        return _uri(path, "mode=ro")
    journal = path.with_name(f"{path.name}-wal")
    if not journal.is_file() or not journal.stat().st_size:
        return _uri(path, "mode=ro&immutable=1")
    folder = Path(copy.enter_context(TemporaryDirectory(prefix="townwright-")))
    for file in (path, journal):
        shutil.copyfile(file, folder / file.name)
    return _uri(folder / path.name, "mode=ro")


def _can_be_read(uri: str) -> bool:
    """Return whether SQLite can open a file at all; faults of the file itself are found later."""
    try:
        with closing(sqlite3.connect(uri, uri=True)) as db:
            db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN
    except sqlite3.DatabaseError:
        return True
    return True


def _connect(uri: str) -> Connection:
    conn = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    try:
        for pragma in ("foreign_keys = ON", "trusted_schema = OFF", "synchronous = NORMAL"):
            conn.execute(f"PRAGMA {pragma}")
        conn.execute("PRAGMA cache_size = -8000")
        conn.execute("PRAGMA secure_delete = ON")  # what people delete is overwritten, not only let go of
        return add_functions(conn)
    except BaseException:
        conn.close()
        raise


def _prepare(store: Store) -> None:
    if store.path.exists():
        check_header(store.path)
    store.note_open()
    db = store.db
    store.note_open()  # what was not there is now
    ours = check_file(db, store.path)
    if not ours:
        refuse_loss(store.path)
    if store.read_only:
        if not ours or known_migrations() - applied_migrations(db):
            raise refused(
                store.path,
                worded("it was written by an older version of Townwright"),
                worded("open it once for writing to upgrade it"),
            )
        return
    if not ours:
        db.execute("PRAGMA page_size = 8192")
    _log_ahead(store)
    if not ours or known_migrations() - applied_migrations(db):
        _bring_up_to_date(store)


def _log_ahead(store: Store) -> None:
    """Make SQLite write ahead to a log, so that readers need not wait for writers. If other processes create
    the same file at once, SQLite gives up without waiting; taking the write lock waits for them.
    """
    began = time.monotonic()
    while True:
        try:
            store.db.execute("PRAGMA journal_mode = WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() - began >= _WAIT:
                raise
        with store.write():
            pass  # only waited for


def _bring_up_to_date(store: Store) -> None:
    try:
        with store.transaction(durable=True) as db:
            before = sealed_tables(db)
            migrate(db)
            seal_rows(db, but=before)  # a row that was sealed before may have been damaged since
    except sqlite3.OperationalError as error:
        wrong = worded("it cannot be upgraded because its tables have been changed ({error})", error=error)
        raise refused(store.path, wrong, use_backup(store.path)) from error


def _untold(seconds: float) -> None:
    """Ignore the seconds waited."""


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def add_functions(db: Connection) -> Connection:
    """Register the functions that our SQL calls on a connection. Text that may be damaged is passed as a
    blob, since SQLite would not hand on invalid UTF-8.
    """
    db.create_function("text_hash", 1, lambda text: text_hash(_readable(text)), deterministic=True)
    db.create_function(
        "seal_of", 2, lambda key, answer: seal_of(_readable(key), _readable(answer)), deterministic=True
    )
    db.create_function("row_digest", -1, row_digest, deterministic=True)
    return db


def _readable(text: str | bytes) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)


@contextmanager
def _timeout(db: Connection, seconds: float) -> Iterator[None]:
    """Set the lock timeout of a connection for one statement."""
    db.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
    try:
        yield
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(_WAIT * 1000)}")


@contextmanager
def _savepoint(db: Connection) -> Iterator[None]:
    db.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        if db.in_transaction:  # SQLite rolls all of it back by itself on a full disk
            db.execute("ROLLBACK TO part")
            db.execute("RELEASE part")
        raise
    db.execute("RELEASE part")


@contextmanager
def _synchronous(db: Connection, *, full: bool) -> Iterator[None]:
    if not full:
        yield
        return
    db.execute("PRAGMA synchronous = FULL")
    try:
        yield
    finally:
        db.execute("PRAGMA synchronous = NORMAL")
