"""Profiles of served models, without their keys, and the answer modes of their servers."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.errors import NotFound, worded
from engine.store.file.checks import readable
from engine.store.file.connection import Store


def keep_profile(store: Store, name: str, settings: Mapping[str, object]) -> None:
    """Store a profile under its name, replacing an older one."""
    body = json.dumps(dict(settings), ensure_ascii=False, sort_keys=True)
    with store.write(durable=True) as db:
        db.execute("INSERT OR REPLACE INTO profile VALUES (?, ?)", (name, body))


def remove_profile(store: Store, name: str) -> None:
    """Remove a profile; the calls to its model stay in the journal."""
    with store.write(durable=True) as db:
        gone = db.execute("DELETE FROM profile WHERE name = ?", (name,)).rowcount
    if not gone:
        raise NotFound(
            worded("there is no profile {name!r}; `townwright profiles` lists all profiles", name=name)
        )


def profiles(store: Store) -> dict[str, dict[str, object]]:
    """Return the settings of every profile, by name."""
    rows = store.select("SELECT name, settings FROM profile ORDER BY name")
    with readable(store.path, worded("the settings of a profile")):
        return {name: dict(json.loads(settings)) for name, settings in rows}


def known_mode(store: Store, base_url: str, model: str) -> int | None:
    """Return the answer mode that worked for a server's model, or None if it was not tried."""
    rows = store.select("SELECT rung FROM served WHERE base_url = ? AND model = ?", (base_url, model))
    return rows[0][0] if rows else None


def learn_mode(store: Store, base_url: str, model: str, mode: int | None) -> None:
    """Store the answer mode of a server's model, or (None) remove it, so that the server is tried again."""
    with store.write() as db:
        if mode is None:
            db.execute("DELETE FROM served WHERE base_url = ? AND model = ?", (base_url, model))
        else:
            db.execute("INSERT OR REPLACE INTO served VALUES (?, ?, ?)", (base_url, model, mode))
