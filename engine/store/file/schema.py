"""The tables of a workspace file, as migrations. A change of a table is a new migration at the end."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from sqlite3 import Connection
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

FILE = "townwright.db"  # in the workspace folder
APPLICATION_ID = 0x546F776E  # "Town": marks a file as a Townwright workspace
_SET = "townwright"
BEGUN = """
    json_object('seed', seed, 'settings', settings, 'model', model, 'parent', parent,
        'fork_minute', fork_minute,
        'scenario', (SELECT text_hash(
            CAST(ifnull(group_concat(path || ' ' || hash, char(10)), '') AS BLOB)
        ) FROM (
            SELECT path, hash FROM scenario_file WHERE version = scenario_version ORDER BY path)))
"""  # what a run is begun with and never changes, of the row that a statement is about


def migrate(db: Connection) -> None:
    """Apply the missing migrations; the caller holds the write transaction."""
    # Only a file that is new or old needs this; and sqlite-utils, which could use pandas, does not need it.
    with _without("pandas"):
        from sqlite_utils import Database, Migrations

    migrations = Migrations(_SET)
    for name, statements in MIGRATIONS.items():
        migrations(name=name)(_change(statements))
    migrations.apply(Database(db, recursive_triggers=False, execute_plugins=False))


def applied_migrations(db: Connection) -> frozenset[str]:
    """Return the names of the migrations applied to a file."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return frozenset()
    rows = db.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ?", (_SET,))
    return frozenset(name for (name,) in rows)


def known_migrations() -> frozenset[str]:
    """Return the names of all migrations that this program knows."""
    return frozenset(MIGRATIONS)


@contextmanager
def _without(module: str) -> Iterator[None]:
    """Make imports of `module` fail in this thread, unless it is loaded already. A library that can use it
    then does without: pandas takes as long to load as all of the engine.
    """
    absent = _Absent(module)
    sys.meta_path.insert(0, absent)
    try:
        yield
    finally:
        sys.meta_path.remove(absent)


class _Absent(MetaPathFinder):
    """Import finder that hides one module from the thread that created it."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._thread = threading.get_ident()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise ModuleNotFoundError for the hidden module; otherwise return None, so that other finders
        look.
        """
        if fullname == self._module and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"{fullname} is not needed here", name=fullname)
        return None


def _change(statements: str) -> Callable[[Database], None]:
    def change(db: Database) -> None:
        for statement in statements.split(";"):
            if statement.strip():
                db.execute(statement)

    return change


MIGRATIONS = {
    # Say whose file this is.
    "m01_mark_the_file": f"PRAGMA application_id = {APPLICATION_ID}",
    # Texts kept once by hash, and what authors write.
    "m02_texts_and_scenarios": """
        CREATE TABLE text (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE TABLE scenario (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, hidden INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE scenario_version (
            number INTEGER PRIMARY KEY, scenario INTEGER NOT NULL REFERENCES scenario(number),
            version INTEGER NOT NULL, note TEXT NOT NULL, created TEXT NOT NULL,
            UNIQUE (scenario, version)
        ) STRICT;
        CREATE TABLE scenario_file (
            version INTEGER NOT NULL REFERENCES scenario_version(number),
            path TEXT NOT NULL, hash TEXT NOT NULL REFERENCES text(hash),
            PRIMARY KEY (version, path)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE draft (
            scenario INTEGER NOT NULL REFERENCES scenario(number), path TEXT NOT NULL,
            text TEXT NOT NULL, base_version INTEGER NOT NULL, saved TEXT NOT NULL,
            PRIMARY KEY (scenario, path)
        ) STRICT, WITHOUT ROWID
    """,
    # Runs, what lives them, and what is asked of it.
    "m03_runs_and_jobs": """
        CREATE TABLE run (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
            scenario_version INTEGER NOT NULL REFERENCES scenario_version(number),
            seed INTEGER NOT NULL, settings TEXT NOT NULL, model TEXT NOT NULL,
            parent INTEGER REFERENCES run(number), fork_minute INTEGER, until INTEGER,
            created TEXT NOT NULL, hidden INTEGER NOT NULL DEFAULT 0,
            CHECK ((parent IS NULL) = (fork_minute IS NULL)), CHECK (parent < number)
        ) STRICT;
        CREATE TABLE job (
            run INTEGER PRIMARY KEY REFERENCES run(number), state TEXT NOT NULL, until INTEGER,
            pid INTEGER NOT NULL, started TEXT NOT NULL, heartbeat REAL NOT NULL, ended TEXT NOT NULL,
            minute INTEGER NOT NULL, turns INTEGER NOT NULL, calls INTEGER NOT NULL,
            note TEXT NOT NULL, error TEXT NOT NULL
        ) STRICT;
        CREATE TABLE command (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(number), verb TEXT NOT NULL,
            payload TEXT NOT NULL, created TEXT NOT NULL, applied INTEGER, answer TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX command_waiting ON command (run, number) WHERE applied IS NULL
    """,
    # The log: turns, what agents remember, and how it is searched.
    "m04_turns_and_memories": """
        CREATE TABLE stamp (
            run INTEGER NOT NULL, id INTEGER NOT NULL, turn INTEGER NOT NULL, kind TEXT NOT NULL,
            PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE turn (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, room TEXT NOT NULL,
            reason TEXT NOT NULL, calls INTEGER NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX turn_agent ON turn (run, agent, id);
        CREATE TABLE memory (
            nr INTEGER PRIMARY KEY,
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, kind TEXT NOT NULL,
            text TEXT NOT NULL, importance INTEGER NOT NULL, evidence TEXT NOT NULL,
            source INTEGER NOT NULL, about TEXT NOT NULL, place TEXT NOT NULL, "when" INTEGER,
            depth INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX memory_id ON memory (run, id);
        CREATE INDEX memory_agent ON memory (run, agent, id, kind, importance);
        CREATE INDEX memory_citing ON memory (run, id, evidence) WHERE evidence <> '[]';
        CREATE VIRTUAL TABLE memory_fts USING fts5 (scope, text, content='', tokenize='porter unicode61');
        CREATE TABLE memory_indexed (nr INTEGER NOT NULL) STRICT;
        INSERT INTO memory_indexed VALUES (0);
        CREATE VIRTUAL TABLE memory_trigram USING fts5 (scope, text, content='', tokenize='trigram')
    """,
    # The log: what agents recall, plan, note and ask; and the journal of answers.
    "m05_minds": """
        CREATE TABLE recall (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, purpose TEXT NOT NULL,
            query TEXT NOT NULL, items TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recall_agent ON recall (run, agent, id);
        CREATE TABLE step (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, level TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, activity TEXT NOT NULL, room TEXT NOT NULL,
            thing TEXT NOT NULL, thing_state TEXT NOT NULL, emoji TEXT NOT NULL, parent INTEGER NOT NULL,
            PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX step_agent ON step (run, agent, id);
        CREATE TABLE diary (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, day INTEGER NOT NULL,
            text TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX diary_agent ON diary (run, agent, id);
        CREATE TABLE call (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, purpose TEXT NOT NULL,
            model TEXT NOT NULL, key TEXT NOT NULL, prompt TEXT NOT NULL, answer TEXT NOT NULL,
            PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX call_agent ON call (run, agent, id);
        CREATE TABLE journal (
            key TEXT PRIMARY KEY, model TEXT NOT NULL, purpose TEXT NOT NULL, answer TEXT NOT NULL,
            tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, seconds REAL NOT NULL,
            created TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
    """,
    # The log: what happens, and who says what to whom.
    "m06_events_and_talks": """
        CREATE TABLE event (
            run INTEGER NOT NULL, id INTEGER NOT NULL, room TEXT NOT NULL, kind TEXT NOT NULL,
            text TEXT NOT NULL, actor TEXT NOT NULL, about TEXT NOT NULL, thing TEXT NOT NULL,
            urgent INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_room ON event (run, room, id);
        CREATE INDEX event_actor ON event (run, actor, id);
        CREATE TABLE conversation (
            run INTEGER NOT NULL, id INTEGER NOT NULL, room TEXT NOT NULL, members TEXT NOT NULL,
            until INTEGER NOT NULL, ended_by TEXT NOT NULL, summary TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE line (
            run INTEGER NOT NULL, id INTEGER NOT NULL, conversation INTEGER NOT NULL,
            speaker TEXT NOT NULL, hearers TEXT NOT NULL, said_at INTEGER NOT NULL, text TEXT NOT NULL,
            thought TEXT NOT NULL, tells INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX line_conversation ON line (run, conversation, id)
    """,
    # The log: the states of things, relations, what agents know of the world, and where they are.
    "m07_how_things_stand": """
        CREATE TABLE thing_state (
            run INTEGER NOT NULL, id INTEGER NOT NULL, thing TEXT NOT NULL, state TEXT NOT NULL,
            by TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX thing_state_thing ON thing_state (run, thing, id);
        CREATE TABLE relation (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, other TEXT NOT NULL,
            kind TEXT NOT NULL, closeness REAL NOT NULL, note TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX relation_pair ON relation (run, agent, other, id);
        CREATE TABLE sighting (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, path TEXT NOT NULL,
            state TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sighting_path ON sighting (run, agent, path, id);
        CREATE TABLE presence (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, room TEXT NOT NULL,
            inside INTEGER NOT NULL, asleep INTEGER NOT NULL, next INTEGER NOT NULL,
            reason TEXT NOT NULL, doing TEXT NOT NULL, emoji TEXT NOT NULL, step INTEGER NOT NULL,
            origin TEXT NOT NULL, seen INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX presence_agent ON presence (run, agent, id)
    """,
    # What people asked and whispered in the studio: beside the log, never in it.
    "m08_chats": """
        CREATE TABLE chat (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(number), agent TEXT NOT NULL,
            minute INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, created TEXT NOT NULL
        ) STRICT;
        CREATE INDEX chat_agent ON chat (run, agent, number);
        CREATE TABLE chat_message (
            chat INTEGER NOT NULL REFERENCES chat(number) ON DELETE CASCADE, n INTEGER NOT NULL,
            speaker TEXT NOT NULL, text TEXT NOT NULL, recalled TEXT NOT NULL, created TEXT NOT NULL,
            PRIMARY KEY (chat, n)
        ) STRICT, WITHOUT ROWID
    """,
    # How many turns were committed to a run: what is gone altogether is missed by nothing else.
    "m09_turns_are_counted": """
        ALTER TABLE run ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
        UPDATE run SET turns = (SELECT count(*) FROM turn WHERE turn.run = run.number)
    """,
    # Served models: how they are reached, what they obey, what they took, and what they may take.
    "m10_served_models": """
        CREATE TABLE profile (name TEXT PRIMARY KEY, settings TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE served (
            base_url TEXT NOT NULL, model TEXT NOT NULL, rung INTEGER NOT NULL,
            PRIMARY KEY (base_url, model)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE asked (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL, source TEXT NOT NULL, agent TEXT NOT NULL,
            minute INTEGER NOT NULL, purpose TEXT NOT NULL, key TEXT NOT NULL, profile TEXT NOT NULL,
            model TEXT NOT NULL, said TEXT NOT NULL, attempts INTEGER NOT NULL, repairs INTEGER NOT NULL,
            failure TEXT NOT NULL, tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL,
            cached INTEGER NOT NULL, seconds REAL NOT NULL, micros INTEGER, created TEXT NOT NULL
        ) STRICT;
        CREATE INDEX asked_run ON asked (run, minute);
        CREATE INDEX asked_key ON asked (key);
        CREATE TABLE cap (
            scope TEXT NOT NULL, measure TEXT NOT NULL, most INTEGER NOT NULL, PRIMARY KEY (scope, measure)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE purse (
            run INTEGER NOT NULL, day INTEGER NOT NULL, calls INTEGER NOT NULL, tokens_in INTEGER NOT NULL,
            tokens_out INTEGER NOT NULL, micros INTEGER NOT NULL, unpriced INTEGER NOT NULL,
            PRIMARY KEY (run, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reserved (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL, day INTEGER NOT NULL, source TEXT NOT NULL,
            tokens INTEGER NOT NULL, micros INTEGER NOT NULL, lapses REAL NOT NULL
        ) STRICT
    """,
    # The answers that came with a run from elsewhere.
    "m11_cassettes": """
        CREATE TABLE recorded (
            run INTEGER NOT NULL REFERENCES run(number), key TEXT NOT NULL,
            answer TEXT NOT NULL REFERENCES text(hash), PRIMARY KEY (run, key)
        ) STRICT, WITHOUT ROWID
    """,
    # Vectors of texts, for everybody and those that came with a run; what a run found memories with since
    # when; and what was looked for off the record. Vectors are too long for a table without row ids.
    "m12_vectors": """
        CREATE TABLE vector (
            model TEXT NOT NULL, hash TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (model, hash)
        ) STRICT;
        CREATE TABLE recorded_vector (
            run INTEGER NOT NULL REFERENCES run(number), model TEXT NOT NULL, hash TEXT NOT NULL,
            body BLOB NOT NULL, PRIMARY KEY (run, model, hash)
        ) STRICT;
        CREATE TABLE embedded (
            run INTEGER NOT NULL REFERENCES run(number), since INTEGER NOT NULL, model TEXT NOT NULL,
            PRIMARY KEY (run, since)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sought (
            run INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (run, hash)
        ) STRICT, WITHOUT ROWID
    """,
    # What stands beside the log is kept a second time, so that a change of it is found.
    "m13_what_was_begun_and_answered": f"""
        ALTER TABLE run ADD COLUMN begun TEXT NOT NULL DEFAULT '';
        UPDATE run SET begun = {BEGUN};
        ALTER TABLE journal ADD COLUMN seal TEXT NOT NULL DEFAULT '';
        UPDATE journal SET seal = seal_of(key, answer);
        ALTER TABLE recorded ADD COLUMN seal TEXT NOT NULL DEFAULT '';
        UPDATE recorded SET seal = seal_of(key, answer)
    """,
    # The log: how agents came to know the places they did not know from the beginning.
    "m14_discoveries": """
        CREATE TABLE discovery (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, room TEXT NOT NULL,
            way TEXT NOT NULL, by TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX discovery_agent ON discovery (run, agent, id)
    """,
    # What every window types in a file of a scenario: the draft, and what stands beside it.
    "m15_what_windows_type": """
        CREATE TABLE typed (
            scenario INTEGER NOT NULL REFERENCES scenario(number), path TEXT NOT NULL, writer TEXT NOT NULL,
            seq INTEGER NOT NULL, revision INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('draft', 'rival', 'aside', 'done')),
            text TEXT NOT NULL, base_version INTEGER NOT NULL, saved TEXT NOT NULL, mark TEXT NOT NULL,
            PRIMARY KEY (scenario, path, writer)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX typed_draft ON typed (scenario, path) WHERE state = 'draft';
        INSERT INTO typed SELECT scenario, path, '', 0, 1, 'draft', text, base_version, saved, '' FROM draft;
        DROP TABLE draft
    """,
    # What is being typed in the studio's other fields, and was not sent yet.
    "m16_unsent": """
        CREATE TABLE unsent (
            field TEXT PRIMARY KEY, text TEXT NOT NULL, writer TEXT NOT NULL, seq INTEGER NOT NULL,
            saved TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
    """,
    # What each day left in each mind, found by the log that made it: made anew whenever it does not fit.
    "m17_days_of_minds": """
        CREATE TABLE mind_day (
            number INTEGER PRIMARY KEY, log TEXT NOT NULL, agent TEXT NOT NULL, made TEXT NOT NULL,
            seal TEXT NOT NULL, body BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX mind_day_log ON mind_day (log, agent);
        CREATE INDEX mind_day_made ON mind_day (made)
    """,
    # Which day each run ended last, and whether the backup for it was left to another run.
    "m18_day_ends": """
        CREATE TABLE day_end (
            run INTEGER PRIMARY KEY REFERENCES run(number), day INTEGER NOT NULL, waits INTEGER NOT NULL
        ) STRICT
    """,
    # The log: what agents mean to do, and how that stands.
    "m19_intentions": """
        CREATE TABLE intention (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, kind TEXT NOT NULL,
            state TEXT NOT NULL, deed TEXT NOT NULL, memory INTEGER NOT NULL, began INTEGER NOT NULL,
            others TEXT NOT NULL, what TEXT NOT NULL, content TEXT NOT NULL, place TEXT NOT NULL,
            "when" INTEGER, until INTEGER, forbids TEXT NOT NULL, strength INTEGER NOT NULL,
            because TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX intention_agent ON intention (run, agent, id)
    """,
    # What a person has picked out of a run, with a tag, a note and where it was used.
    "m20_pins": """
        CREATE TABLE pin (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(number), row INTEGER NOT NULL,
            words TEXT NOT NULL, tag TEXT NOT NULL, note TEXT NOT NULL, used_in TEXT NOT NULL,
            place INTEGER NOT NULL, created TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX pin_row ON pin (run, row)
    """,
    # Sifts of an author's own: patterns over the views of any run.
    "m21_sifts": """
        CREATE TABLE sift (
            name TEXT PRIMARY KEY, says TEXT NOT NULL, sql TEXT NOT NULL, changed TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
    """,
    # The log: what the author did, and which memories and events count no more.
    "m22_interventions": """
        CREATE TABLE intervened (
            run INTEGER NOT NULL, id INTEGER NOT NULL, verb TEXT NOT NULL, asked TEXT NOT NULL,
            who TEXT NOT NULL, why TEXT NOT NULL, before TEXT NOT NULL, undoes INTEGER NOT NULL,
            urges TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE retraction (
            run INTEGER NOT NULL, id INTEGER NOT NULL, row INTEGER NOT NULL, agent TEXT NOT NULL,
            room TEXT NOT NULL, hidden INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX retraction_row ON retraction (run, row)
    """,
    # What authors have planned for a run, and when its rules have come to hold.
    "m28_arrangements": """
        CREATE TABLE arrangement (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(number), verb TEXT NOT NULL,
            asked TEXT NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL, due INTEGER, rule TEXT NOT NULL,
            always INTEGER NOT NULL, set_at INTEGER NOT NULL, state TEXT NOT NULL, entry INTEGER NOT NULL,
            ended INTEGER NOT NULL, looked INTEGER NOT NULL, answer TEXT NOT NULL
        ) STRICT;
        CREATE INDEX arrangement_run ON arrangement (run, number);
        CREATE TABLE rule_turn (
            arrangement INTEGER NOT NULL REFERENCES arrangement(number), minute INTEGER NOT NULL,
            holds INTEGER NOT NULL, PRIMARY KEY (arrangement, minute)
        ) STRICT, WITHOUT ROWID
    """,
    # The log: how agents are, and what changed it.
    "m23_status": """
        CREATE TABLE status (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, name TEXT NOT NULL,
            value REAL NOT NULL, because TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX status_agent ON status (run, agent, id)
    """,
    # As whom a question of a chat was asked, and which sentences of an answer nothing speaks for.
    "m24_askers": """
        ALTER TABLE chat_message ADD COLUMN asked_by TEXT NOT NULL DEFAULT '';
        ALTER TABLE chat_message ADD COLUMN unfounded TEXT NOT NULL DEFAULT '[]'
    """,
    # Batches: what many runs of a town are asked, with what each is begun, and what came of every one.
    "m26_batches": """
        CREATE TABLE batch (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, scenario TEXT NOT NULL,
            run INTEGER REFERENCES run(number), minute INTEGER NOT NULL, until INTEGER NOT NULL,
            model TEXT NOT NULL, seeds TEXT NOT NULL, statements TEXT NOT NULL, created TEXT NOT NULL,
            state TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL, heartbeat REAL NOT NULL,
            asked TEXT NOT NULL, error TEXT NOT NULL
        ) STRICT;
        CREATE TABLE variant (
            batch INTEGER NOT NULL REFERENCES batch(number), place INTEGER NOT NULL, changes TEXT NOT NULL,
            scenario_version INTEGER NOT NULL REFERENCES scenario_version(number), settings TEXT NOT NULL,
            PRIMARY KEY (batch, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE repetition (
            batch INTEGER NOT NULL REFERENCES batch(number), variant INTEGER NOT NULL, seed INTEGER NOT NULL,
            fingerprint TEXT NOT NULL, counts TEXT NOT NULL, knowing TEXT NOT NULL, holds TEXT NOT NULL,
            seconds REAL NOT NULL, tries INTEGER NOT NULL, error TEXT NOT NULL,
            PRIMARY KEY (batch, variant, seed)
        ) STRICT, WITHOUT ROWID
    """,
    # When a run was deleted, which can be undone; and of those that are gone for good, what nobody may be
    # called or numbered again: links, and what was spent, go by that.
    "m27_deleted_runs": """
        ALTER TABLE run ADD COLUMN deleted TEXT NOT NULL DEFAULT '';
        CREATE TABLE emptied (run INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, emptied TEXT NOT NULL) STRICT
    """,
    # What an author holds of somebody as it is: a tie, or a line that is said again.
    "m30_locks": """
        CREATE TABLE lock (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, others TEXT NOT NULL,
            text TEXT NOT NULL, place INTEGER NOT NULL, tells TEXT NOT NULL, said INTEGER NOT NULL,
            held INTEGER NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX lock_agent ON lock (run, agent, id)
    """,
    # The index of memories knows as well by what lists are narrowed, and all is indexed anew for it; which
    # words there are, for who looks inside them; and a run's memories in the order of their writing.
    "m31_marks_and_words": """
        DROP TABLE memory_fts;
        DROP TABLE memory_trigram;
        CREATE VIRTUAL TABLE memory_fts USING fts5 (scope, text, content='', tokenize='porter unicode61');
        CREATE VIRTUAL TABLE memory_trigram USING fts5 (scope, text, content='', tokenize='trigram');
        UPDATE memory_indexed SET nr = 0;
        CREATE TABLE memory_word (word TEXT PRIMARY KEY, memories INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX memory_run ON memory (run)
    """,
    # Notebooks: which run stands at a checkpoint, what cells found, how each was left, what was predicted.
    # What is kept goes by keys of content, and is made again where a run of it is gone.
    "m32_notebooks": """
        CREATE TABLE notebook_checkpoint (
            key TEXT PRIMARY KEY, stands_in INTEGER NOT NULL, goal INTEGER NOT NULL, done INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE notebook_output (
            key TEXT PRIMARY KEY, output TEXT NOT NULL, made TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE notebook_cell (
            notebook TEXT NOT NULL, cell TEXT NOT NULL, key TEXT NOT NULL, own TEXT NOT NULL,
            before TEXT NOT NULL, failed TEXT NOT NULL, PRIMARY KEY (notebook, cell)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE notebook_prediction (
            notebook TEXT NOT NULL, cell TEXT NOT NULL, own TEXT NOT NULL, answer TEXT NOT NULL,
            made TEXT NOT NULL, PRIMARY KEY (notebook, cell)
        ) STRICT, WITHOUT ROWID
    """,
    # Which programs of notebooks somebody has allowed here, by their hashes; "": none may run at all.
    "m34_notebook_python": """
        CREATE TABLE notebook_python (code TEXT PRIMARY KEY, settled TEXT NOT NULL) STRICT, WITHOUT ROWID
    """,
    # Who has come to live in a town since it began; by which programmes runs of a batch are lived, and when a
    # batch was deleted, which can be undone until it is emptied.
    "m35_steering": """
        CREATE TABLE joined (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, persona TEXT NOT NULL,
            PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX joined_agent ON joined (run, agent, id);
        ALTER TABLE variant ADD COLUMN programmes TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE batch ADD COLUMN deleted TEXT NOT NULL DEFAULT ''
    """,
    # What was done to the files of a scenario, one thing after the other, with what stood there before.
    "m36_scenario_edits": """
        CREATE TABLE scenario_edit (
            scenario INTEGER NOT NULL REFERENCES scenario(number), id INTEGER NOT NULL, words TEXT NOT NULL,
            writer TEXT NOT NULL, made TEXT NOT NULL, splices TEXT NOT NULL, undone INTEGER NOT NULL,
            PRIMARY KEY (scenario, id)
        ) STRICT, WITHOUT ROWID
    """,
    # When a scenario was deleted, which can be undone, and what it was called then.
    "m38_deleted_scenarios": """
        ALTER TABLE scenario ADD COLUMN deleted TEXT NOT NULL DEFAULT '';
        ALTER TABLE scenario ADD COLUMN was TEXT NOT NULL DEFAULT ''
    """,
    # The papers that models wrote of days, with what of them was left out.
    "m39_written_papers": """
        CREATE TABLE written_paper (
            run INTEGER NOT NULL REFERENCES run(number), day INTEGER NOT NULL, profile TEXT NOT NULL,
            model TEXT NOT NULL, made TEXT NOT NULL, edition INTEGER NOT NULL, shown INTEGER NOT NULL,
            headed INTEGER NOT NULL, sentences TEXT NOT NULL, left_out TEXT NOT NULL,
            PRIMARY KEY (run, day)
        ) STRICT, WITHOUT ROWID
    """,
    # Digests of the rows that stand beside the log; see row_seals.
    "m40_row_seals": """
        CREATE TABLE row_seal (
            name TEXT NOT NULL, key TEXT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (name, key)
        ) STRICT, WITHOUT ROWID
    """,
    # What each cell of a notebook found lately, with what it asked for then.
    "m41_notebook_past": """
        CREATE TABLE notebook_past (
            notebook TEXT NOT NULL, cell TEXT NOT NULL, id INTEGER NOT NULL, key TEXT NOT NULL,
            asked TEXT NOT NULL, output TEXT NOT NULL, made TEXT NOT NULL, PRIMARY KEY (notebook, cell, id)
        ) STRICT, WITHOUT ROWID
    """,
    # How long each cell of a notebook took when it was run last.
    "m42_notebook_duration": """
        CREATE TABLE notebook_duration (
            notebook TEXT NOT NULL, cell TEXT NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (notebook, cell)
        ) STRICT, WITHOUT ROWID
    """,
    # What was sent of a field last: a message of the same text that comes later is no unsent text.
    "m43_sent_text": """
        ALTER TABLE unsent ADD COLUMN sent TEXT NOT NULL DEFAULT ''
    """,
    # The log: which facts of the town agents know, by which memories and lines.
    "m44_knows": """
        CREATE TABLE knows (
            run INTEGER NOT NULL, id INTEGER NOT NULL, agent TEXT NOT NULL, fact TEXT NOT NULL,
            memory INTEGER NOT NULL, line INTEGER NOT NULL, by TEXT NOT NULL, PRIMARY KEY (run, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX knows_fact ON knows (run, fact, id)
    """,
}
