"""The views of the log: their columns and source tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.store.views.view import View

Said = tuple[str, str]  # from what a column is read, and what it says

_MOMENT: Mapping[str, Said] = MappingProxyType(
    {
        "row": ("x.id", "the id of the row, for `townwright why` and the Why panel"),
        "minute": ("{minute}", "the time, in minutes since 00:00 of day 1"),
        "day": ("{day}", "the day, counted from 1"),
        "clock": ("{clock}", "the time of day, such as 08:10"),
    }
)
_AGENT: Said = ("x.agent", "the person: an `agent` of the view person")


def _place_of(path: str) -> str:
    return f"CASE instr({path}, '/') WHEN 0 THEN {path} ELSE substr({path}, 1, instr({path}, '/') - 1) END"


_ROOM: Mapping[str, Said] = MappingProxyType(
    {
        "room": ("x.room", "the room, as place/room"),
        "place": (_place_of("x.room"), "the place it belongs to"),
    }
)
_NEXT = "lead({minute}) OVER (PARTITION BY x.agent ORDER BY x.id)"
_WAS = "lag(x.closeness) OVER (PARTITION BY x.agent, x.other ORDER BY x.id)"
_WAS_SO = "lag(x.value) OVER (PARTITION BY x.agent, x.name ORDER BY x.id)"
_LISTED = "as a JSON list for json_each"


def _view(
    name: str,
    table: str,
    about: str,
    columns: Mapping[str, Said],
    *,
    where: str = "{settled}",
    join: str = "",
) -> View:
    every = {**_MOMENT, **columns}
    return View(
        name=name,
        about=about,
        columns=MappingProxyType({column: said for column, (_, said) in every.items()}),
        table=table,
        reads=MappingProxyType({column: read for column, (read, _) in every.items()}),
        join=join,
        where=where,
    )


_MEMORY: Mapping[str, Said] = {
    "agent": _AGENT,
    "kind": ("x.kind", "seed, observation, reflection, plan, talk or whisper"),
    "text": ("x.text", "the text of the memory"),
    "importance": ("x.importance", "how much it matters to them, from 1 to 10"),
    "source": ("nullif(x.source, 0)", "the row it comes from: an event, a line or a step"),
    "place": (_place_of("x.place"), "the place it is about, or where it was made"),
    "due": ('x."when"', "the minute it is about, if any"),
    "about": ("x.about", f"the people it is about, {_LISTED}"),
    "depth": ("x.depth", "0 for experiences; for a conclusion, one more than its deepest evidence"),
}
_LINES: Mapping[str, Said] = {
    "minute": ("x.said_at", "when it was said, in minutes since 00:00 of day 1"),
    "day": ("(x.said_at / 1440 + 1)", "the day, counted from 1"),
    "clock": ("printf('%02d:%02d', x.said_at % 1440 / 60, x.said_at % 60)", "the time of day, such as 08:10"),
    "talk": ("x.conversation", "the row of the conversation"),
    "speaker": ("x.speaker", "who says it"),
    "hearers": ("x.hearers", f"who hears it, {_LISTED}"),
    "text": ("x.text", "what is said"),
    "thought": ("x.thought", "what is thought but not said"),
    "tells": ("nullif(x.tells, 0)", "the speaker's memory that it passes on, if any"),
}
_SAID = "x.said_at < {before}"
_OVER = "x.until <= {before}"

LOG_VIEWS: tuple[View, ...] = (
    _view("event", "event", "what happened in a room, visible to everyone there", {
        **_ROOM,
        "kind": ("x.kind", "arrive, leave, act, state, talk, wake, sleep or author"),
        "text": ("x.text", "what happened"),
        "agent": ("nullif(x.actor, '')", "who did it; NULL for the author and the world"),
        "thing": ("nullif(x.thing, '')", "the object it is about"),
        "urgent": ("x.urgent", "1 if someone had to deal with it"),
    }, where="1"),
    _view("presence", "presence",
          "where people were; each row applies until the next row of the same person", {
        "agent": _AGENT,
        **_ROOM,
        "until": (
            f"min(ifnull({_NEXT}, {{before}}), {{before}})", "the minute at which it ends, as far as is known"
        ),
        "inside": ("x.inside", "1 if inside, 0 if on the way or at the door"),
        "asleep": ("x.asleep", "1 if asleep"),
        "reason": ("x.reason", "wake, arrive, step, notice, talked, closing, whisper or away"),
        "doing": ("x.doing", "what they are doing"),
    }, where="1"),
    _view("memory", "memory", "what people remember", _MEMORY),
    _view("reflection", "memory", "what people concluded; the view evidence has the memories behind it", {
        name: _MEMORY[name] for name in ("agent", "text", "importance", "about", "depth")
    }, where="x.kind = 'reflection' AND {settled}"),
    _view("evidence", "memory",
          "the memories that conclusions, promises and plans are based on, one row each", {
        "agent": _AGENT,
        "kind": ("x.kind", "the kind of the memory that is based on it"),
        "memory": ("e.value", "the row of the memory it is based on"),
        "n": ("e.key", "its position among them, starting at 0"),
    }, where="x.evidence <> '[]' AND {settled}", join="CROSS JOIN json_each(x.evidence) e"),
    _view("talk", "conversation", "who talked with whom", {
        **_ROOM,
        "members": ("x.members", f"the participants, {_LISTED}; `member` has one row each"),
        "until": (f"CASE WHEN {_OVER} THEN x.until END", "when it ended; NULL while it is going on"),
        "ended_by": (f"CASE WHEN {_OVER} THEN nullif(x.ended_by, '') END", "who ended it"),
        "summary": (f"CASE WHEN {_OVER} THEN x.summary END", "the summary of the conversation"),
    }, where="1"),
    _view("member", "conversation", "who took part in a conversation, one row per person", {
        "agent": ("m.value", "who took part"),
        "n": ("m.key", "their position, starting at 0 for the person who started it"),
    }, where="1", join="CROSS JOIN json_each(x.members) m"),
    _view("line", "line", "what was said", _LINES, where=_SAID),
    _view("hearer", "line", "who heard a line, one row per person", {
        **{name: _LINES[name] for name in ("minute", "day", "clock", "talk", "speaker")},
        "agent": ("h.value", "who heard it"),
    }, where=_SAID, join="CROSS JOIN json_each(x.hearers) h"),
    _view("plan", "step", "what people planned; a later row of the same level replaces what it overlaps", {
        "agent": _AGENT,
        "level": ("x.level", "day, block or step"),
        "starts": ("x.start", "the minute at which it starts"),
        "ends": ('x."end"', "the minute at which it ends"),
        "activity": ("nullif(x.activity, '')", "the activity; NULL if the rest is to be planned again"),
        **_ROOM,
        "thing": ("nullif(x.thing, '')", "the object it uses"),
        "parent": ("nullif(x.parent, 0)", "the row of the plan it is part of"),
        "because": ("CASE x.activity WHEN '' THEN x.thing_state END", "why the plan was broken off"),
    }),
    _view("intention", "intention", "what people intend to do, one row per change of state", {
        "agent": _AGENT,
        "first": ("CASE x.began WHEN 0 THEN x.id ELSE x.began END", "the first row of the intention"),
        "kind": ("x.kind", "errand, secret, occasion, request, message, …"),
        "state": ("x.state", "held, told, prepared, begun, agreed, done, failed or dropped"),
        "deed": ("x.deed", "what is to be done"),
        "what": ("x.what", "the gathering, the object or the aim"),
        "content": ("x.content", "what is to be told, asked or kept secret"),
        "others": ("x.others", f"the other people, {_LISTED}; \"*\" for everyone"),
        "place": (_place_of("x.place"), "where"),
        "due": ('x."when"', "the minute at which it is to be done"),
        "until": ("x.until", "the latest minute at which it is to be done"),
        "because": ("x.because", "the reason for its state"),
        "memory": ("x.memory", "the row of the memory it comes from"),
    }),
    _view("relation", "relation", "the relationships between people, one row per change", {
        "agent": _AGENT,
        "other": ("x.other", "to whom"),
        "kind": ("x.kind", "what the other person is to them"),
        "closeness": ("x.closeness", "from -1 to 1"),
        "was": (_WAS, "the value before; NULL for the first"),
        "note": ("x.note", "what changed it"),
    }),
    _view("status", "status", "how people are, one row per change of a value", {
        "agent": _AGENT,
        "name": ("x.name", "which value: energy, mood, or a name from the person's file"),
        "value": ("x.value", "from 0 to 100"),
        "was": (_WAS_SO, "the value before; NULL for the first"),
        "because": ("x.because", "what changed it"),
        "source": ("nullif(x.source, 0)", "the row it comes from"),
    }),
    _view("state", "thing_state", "how objects changed", {
        "thing": ("x.thing", "the object, as place/room/object"),
        "place": (_place_of("x.thing"), "the place it is in"),
        "state": ("x.state", "its state from that moment on"),
        "agent": ("nullif(x.by, '')", "who changed it; NULL for the author"),
    }),
    _view("fact_known", "knows", "which facts of the town people know, one row per memory that states one", {
        "agent": _AGENT,
        "fact": ("x.fact", "the id of the fact"),
        "memory": ("x.memory", "the row of the memory"),
        "line": ("nullif(x.line, 0)", "the row of the line that told it; NULL if nobody told it"),
        "by": ("nullif(x.by, '')", "who said that line"),
    }),
    _view("discovery", "discovery", "how people learned about places they did not know", {
        "agent": _AGENT,
        **_ROOM,
        "way": ("x.way", "entered, seen or told"),
        "by": ("nullif(x.by, '')", "who told them about it"),
        "source": ("nullif(x.source, 0)", "the row it comes from"),
    }),
    _view("diary", "diary", "what people wrote in their diaries", {
        "agent": _AGENT,
        "day": ("x.day", "the day it is about"),
        "text": ("x.text", "what they wrote"),
    }),
    _view("recall", "recall", "what people looked up in memory; the view recalled has the results", {
        "agent": _AGENT,
        "purpose": ("x.purpose", "the purpose: plan, react, converse, reflect"),
        "query": ("x.query", "what was looked for"),
    }),
    _view("recalled", "recall", "the memories that each look-up returned, one row per memory", {
        "agent": _AGENT,
        "n": ("i.key", "its position, starting at 0 for the best"),
        "memory": ("json_extract(i.value, '$[0]')", "the row of the memory"),
        "score": ("json_extract(i.value, '$[1]')", "its score, the sum of the next three columns"),
        "recency": ("json_extract(i.value, '$[2]')", "the part for recency"),
        "importance": ("json_extract(i.value, '$[3]')", "the part for importance"),
        "relevance": ("json_extract(i.value, '$[4]')", "the part for relevance"),
    }, join="CROSS JOIN json_each(x.items) i"),
    _view("intervention", "intervened", "what authors changed in the town during the run", {
        "verb": ("x.verb", "whisper, set, happen, undo, …"),
        "asked": ("x.asked", "the values of its fields, as a JSON object"),
        "who": ("x.who", "who did it"),
        "why": ("x.why", "why, if a reason was given"),
        "before": ("x.before", "the values before, as a JSON object"),
        "undoes": ("nullif(x.undoes, 0)", "the row of the intervention that it undoes, if any"),
        "urges": ("nullif(x.urges, '')", "who is to reflect on the next turn, if anyone"),
    }, where="1"),
    _view("turn", "turn", "when each person thought and acted", {
        "agent": ("nullif(x.agent, '')", "whose turn it is; NULL for the author"),
        **_ROOM,
        "reason": ("x.reason", "why the turn was taken"),
        "calls": ("x.calls", "how many questions a model was asked"),
    }, where="1"),
    _view("call", "call", "which questions models were asked; their texts are on the Calls page", {
        "agent": _AGENT,
        "purpose": ("x.purpose", "what was asked"),
        "model": ("x.model", "which model answered"),
    }),
)  # fmt: skip
