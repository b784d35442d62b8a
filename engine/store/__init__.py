"""One SQLite file per workspace: the log of every run, what authors write, and what people ask.

The only SQL of the project lives here. Times called `before` and `after` are exclusive minutes.

- connection: `open_store(path) -> Store`; `store.write()`, `store.select()`, `store.close()`
- runs: `create_run`, `fork_run`, `find_run`, `list_runs`, `run_row`, `rename_run`, `hide_run` -> `RunRow`
- log: `append(store, run, turn, entries) -> Turn`, `read_log(store, run, Memory, before=…, agent=…)`,
  `fingerprint`
- verifying: `verify(store, run)`: the first turn whose rows are not what was committed
- moments: `presences`, `town_clock`, `thing_states`, `relations`, `sightings`, `plan_rows` as of a minute
- memories: `memory_page`, `memories_by_id`, `citing`; search: how a typed query becomes a condition
- looking: `find_row`, `rows_of_turn`, `call_page`, `call_texts`, `events_page`, `conversations`, `lines_of`,
  `recalls`, `counts`
- vectors: `kept_vectors`, `keep_vectors`; embedded: what a run finds its memories with, and since when
- journal: `keep_answer`, `journal_usage`, and `kept_answer`, which reads it; texts: bodies kept once by hash
- scenarios: `save_version`, `files_of`, `versions`, `latest_version`, `scenario_names`, …
- drafts: `take_in`, `standing`, `save_draft`, `drafts`, `discard_draft`, `choose`; unsent: the other fields
- jobs: `start_job`, `claim_job`, `beat`, `finish_job`, `job_of`, `held_up`; locks: who holds a run
- commands: `give_command`, `waiting_commands`
- views: `asking(store, run, before)`: anybody's SQL over read-only views of one run up to a minute
- sifts, pins: what people keep of a run beside its log
- backup: `back_up`, `backups_of`, `restore`
- incoming: `place_apart`, `bring_in`, `show`, `clear_remains`: a run from elsewhere, unseen until it is whole
- chats: `start_chat`, `add_message`, `chats_of`, `messages_of`, `delete_chats`
- schema, checks, entries, lineage: tables and migrations, what is refused, rows and records, forks
"""
