"""One SQLite file per workspace: the log of every run, the texts of authors, and the questions of users.

The only SQL of the project lives here. Times called `before` and `after` are exclusive minutes.

- connection: `open_store(path) -> Store`; `store.write()`, `store.select()`, `store.close()`
- runs: `create_run`, `fork_run`, `find_run`, `list_runs`, `run_row`, `rename_run`, `hide_run` -> `RunRow`
- log: `append(store, run, turn, entries) -> Turn`, `read_log(store, run, Memory, before=…, agent=…)`,
  `fingerprint`
- verifying: `verify(store, run)`: the first turn whose rows differ from those committed
- moments: `presences`, `town_clock`, `thing_states`, `relations`, `sightings`, `plan_rows` as of a minute
- memories: `memory_page`, `memories_by_id`, `citing`; search: turns a typed query into a condition
- looking: `find_row`, `rows_of_turn`, `call_page`, `call_texts`, `events_page`, `conversations`, `lines_of`,
  `recalls`, `counts`
- vectors: `kept_vectors`, `keep_vectors`; embedded: the embeddings models of a run
- journal: `keep_answer`, `journal_usage`, and `kept_answer`, which reads it; texts: stored once, by hash
- scenarios: `save_version`, `files_of`, `versions`, `latest_version`, `scenario_names`, …
- drafts: `take_in`, `standing`, `save_draft`, `drafts`, `discard_draft`, `choose`; unsent: the other fields
- jobs: `start_job`, `claim_job`, `beat`, `finish_job`, `job_of`, `held_up`; locks: the holder of a run
- commands: `give_command`, `waiting_commands`
- views: `asking(store, run, before)`: a user's SQL over read-only views of a run
- sifts, pins: users' patterns and picked rows, kept beside the log
- backup: `back_up`, `backups_of`, `restore`
- incoming: `place_apart`, `bring_in`, `show`, `clear_remains`: a run from elsewhere, hidden until complete
- chats: `start_chat`, `add_message`, `chats_of`, `messages_of`, `delete_chats`
- schema, checks, entries, lineage: tables and migrations, refused files, rows and records, forks
"""
