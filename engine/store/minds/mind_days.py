"""The state of each mind after each day, kept beside the log so that a run resumes quickly.

A day is kept under the hash of all turns up to its end. So every run with that past finds it: the run, its
forks, another run of the same seed. It is no longer found once a turn differs. No other row refers to it. A
day that another version of the program made, or that was altered, is ignored and rebuilt from the log.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from engine import __version__
from engine.clock import minute_at
from engine.mind.past import MindDay
from engine.records import AgentId
from engine.store.file.connection import Store
from engine.store.log.lineage import Span, spans, union, width_in
from engine.store.minds.packing import FORMAT, packed, unpacked

_LAST = chr(0x10FFFF)  # sorts after whatever may follow
MindDays = Mapping[AgentId, MindDay]


def logs_of_days(store: Store, run: int, days: int) -> Iterator[str]:
    """Yield for each of the first `days` days of a run the hash of its log up to the end of that day."""
    parts, width = spans(store, run), width_in(store, run)
    log = hashlib.sha256()
    for day in range(1, days + 1):
        start, end = (width.starts(minute_at(each, 0)) for each in (day, day + 1))
        query, values = union(_within(parts, start, end), "id, digest", "turn")
        ((digests,),) = store.select(f"SELECT group_concat(digest, '') FROM ({query} ORDER BY id)", values)
        log.update(f"{day} {digests} ".encode())
        yield log.hexdigest()


def kept_days(store: Store, logs: Sequence[str], agents: Sequence[AgentId], rules: str) -> list[MindDays]:
    """Return the stored days from the first on, as long as all requested agents have one."""
    rows = store.select(
        """
        SELECT log, agent, seal, body FROM mind_day
        WHERE made = ? AND log IN (SELECT value FROM json_each(?))
              AND agent IN (SELECT value FROM json_each(?))
        """,
        (_made(rules), json.dumps(list(logs)), json.dumps(list(agents))),
    )
    kept: dict[str, dict[AgentId, MindDay]] = defaultdict(dict)
    for log, agent, seal, body in rows:
        day = unpacked(body) if seal == _seal(rules, log, agent, body) else None
        if day is not None:
            kept[log][agent] = day
    found: list[MindDays] = []
    for log in logs:
        if len(kept[log]) < len(agents):
            break
        found.append(kept[log])
    return found


def keep_day(store: Store, log: str, days: MindDays, rules: str) -> None:
    """Store the state of some minds after a day. Rows of other program versions are removed."""
    made = _made(rules)
    rows = [
        (log, agent, made, (body := packed(day)), _seal(rules, log, agent, body))
        for agent, day in days.items()
    ]
    ours = _made("")
    with store.write() as db:
        db.execute("DELETE FROM mind_day WHERE made < ? OR made > ?", (ours, ours + _LAST))
        db.executemany(
            "INSERT OR REPLACE INTO mind_day (log, agent, made, body, seal) VALUES (?, ?, ?, ?, ?)", rows
        )


def _within(parts: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    cut = (Span(part.run, max(part.low, start), min(part.high, end)) for part in parts)
    return tuple(part for part in cut if part.low < part.high)


def _made(rules: str) -> str:
    return f"{FORMAT}, Townwright {__version__}, {rules}"


def _seal(rules: str, log: str, agent: AgentId, body: bytes) -> str:
    return hashlib.sha256(f"{_made(rules)}\n{log}\n{agent}\n".encode() + body).hexdigest()
