"""The views of the log: their columns and source tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.store.views.view import View

Said = tuple[str, str]  # from what a column is read, and what it says

_MOMENT: Mapping[str, Said] = MappingProxyType(
    {
        "row": ("x.id", "the id of the row, which `townwright why` and the Why panel open"),
        "minute": ("{minute}", "when, in minutes since 00:00 of day 1"),
        "day": ("{day}", "the day, counted from 1"),
        "clock": ("{clock}", "the time of that day, as 08:10"),
    }
)
_AGENT: Said = ("x.agent", "whose it is: an `agent` of person")


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
_LISTED = "a list as JSON, for json_each"


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
    "text": ("x.text", "what is remembered"),
    "importance": ("x.importance", "how much it matters to them, from 1 to 10"),
    "source": ("nullif(x.source, 0)", "the row it came from: an event, a line, a step"),
    "place": (_place_of("x.place"), "the place it speaks of, or was made in"),
    "due": ('x."when"', "the minute it speaks of, where it speaks of one"),
    "about": ("x.about", f"whom it concerns: {_LISTED}"),
    "depth": ("x.depth", "0 for what was lived, one more than its deepest evidence for a conclusion"),
}
_LINES: Mapping[str, Said] = {
    "minute": ("x.said_at", "when it was said, in minutes since 00:00 of day 1"),
    "day": ("(x.said_at / 1440 + 1)", "the day, counted from 1"),
    "clock": ("printf('%02d:%02d', x.said_at % 1440 / 60, x.said_at % 60)", "the time of that day, as 08:10"),
    "talk": ("x.conversation", "the row of the talk"),
    "speaker": ("x.speaker", "who says it"),
    "hearers": ("x.hearers", f"who hears it: {_LISTED}"),
    "text": ("x.text", "what is said"),
    "thought": ("x.thought", "what is thought and not said"),
    "tells": ("nullif(x.tells, 0)", "the memory of the speaker that it passes on, if any"),
}
_SAID = "x.said_at < {before}"
_OVER = "x.until <= {before}"

LOG_VIEWS: tuple[View, ...] = (
    _view("event", "event", "what happened, where everybody there could see it", {
        **_ROOM,
        "kind": ("x.kind", "arrive, leave, act, state, talk, wake, sleep or author"),
        "text": ("x.text", "what happened"),
        "agent": ("nullif(x.actor, '')", "who did it; NULL for the author and the world"),
        "thing": ("nullif(x.thing, '')", "the object it is about"),
        "urgent": ("x.urgent", "1 where somebody had to see to it"),
    }, where="1"),
    _view("presence", "presence", "where people were: each row holds until the next of the same person", {
        "agent": _AGENT,
        **_ROOM,
        "until": (f"min(ifnull({_NEXT}, {{before}}), {{before}})", "up to which minute, as far as is known"),
        "inside": ("x.inside", "1 inside, 0 on the way there or at its door"),
        "asleep": ("x.asleep", "1 asleep"),
        "reason": ("x.reason", "wake, arrive, step, notice, talked, closing, whisper or away"),
        "doing": ("x.doing", "what they are at"),
    }, where="1"),
    _view("memory", "memory", "what people remember", _MEMORY),
    _view("reflection", "memory", "what people concluded; evidence has what it rests on", {
        name: _MEMORY[name] for name in ("agent", "text", "importance", "about", "depth")
    }, where="x.kind = 'reflection' AND {settled}"),
    _view("evidence", "memory", "what conclusions, promises and plans rest on, a row for each", {
        "agent": _AGENT,
        "kind": ("x.kind", "the kind of the memory that rests on it"),
        "memory": ("e.value", "the row of the memory it rests on"),
        "n": ("e.key", "its place among them, from 0"),
    }, where="x.evidence <> '[]' AND {settled}", join="CROSS JOIN json_each(x.evidence) e"),
    _view("talk", "conversation", "who talked with whom", {
        **_ROOM,
        "members": ("x.members", f"who takes part: {_LISTED}; `member` has a row for each"),
        "until": (f"CASE WHEN {_OVER} THEN x.until END", "when it was over; NULL while it goes on"),
        "ended_by": (f"CASE WHEN {_OVER} THEN nullif(x.ended_by, '') END", "who ended it"),
        "summary": (f"CASE WHEN {_OVER} THEN x.summary END", "what it came to"),
    }, where="1"),
    _view("member", "conversation", "who took part in a talk, a row for each", {
        "agent": ("m.value", "who took part"),
        "n": ("m.key", "their place, from 0; who began it has 0"),
    }, where="1", join="CROSS JOIN json_each(x.members) m"),
    _view("line", "line", "what was said", _LINES, where=_SAID),
    _view("hearer", "line", "who heard a line, a row for each", {
        **{name: _LINES[name] for name in ("minute", "day", "clock", "talk", "speaker")},
        "agent": ("h.value", "who heard it"),
    }, where=_SAID, join="CROSS JOIN json_each(x.hearers) h"),
    _view("plan", "step", "what people planned; a later row of a level replaces what it overlaps", {
        "agent": _AGENT,
        "level": ("x.level", "day, block or step"),
        "starts": ("x.start", "from which minute"),
        "ends": ('x."end"', "up to which minute"),
        "activity": ("nullif(x.activity, '')", "what; NULL where the rest is to be planned anew"),
        **_ROOM,
        "thing": ("nullif(x.thing, '')", "the object it is done with"),
        "parent": ("nullif(x.parent, 0)", "the row of the plan it is a part of"),
        "because": ("CASE x.activity WHEN '' THEN x.thing_state END", "why the plan was broken off"),
    }),
    _view("intention", "intention", "what people mean to do, a row whenever it came to stand otherwise", {
        "agent": _AGENT,
        "first": ("CASE x.began WHEN 0 THEN x.id ELSE x.began END", "the row with which it began"),
        "kind": ("x.kind", "errand, secret, occasion, request, message, …"),
        "state": ("x.state", "held, told, prepared, begun, done, failed or dropped"),
        "deed": ("x.deed", "what is to be done"),
        "what": ("x.what", "the occasion, the object or the aim"),
        "content": ("x.content", "what is to be told, asked or kept secret"),
        "others": ("x.others", f"with whom, or to whom: {_LISTED}; \"*\" for all"),
        "place": (_place_of("x.place"), "where"),
        "due": ('x."when"', "at which minute"),
        "until": ("x.until", "by which minute"),
        "because": ("x.because", "why it stands so"),
        "memory": ("x.memory", "the row of the memory that says it"),
    }),
    _view("relation", "relation", "how people came to stand to each other, a row for each change", {
        "agent": _AGENT,
        "other": ("x.other", "to whom"),
        "kind": ("x.kind", "what the other is to them"),
        "closeness": ("x.closeness", "from -1 to 1"),
        "was": (_WAS, "what it was before; NULL for the first"),
        "note": ("x.note", "what turned it"),
    }),
    _view("status", "status", "how people came to be, a row for each change of a value", {
        "agent": _AGENT,
        "name": ("x.name", "which value: energy, mood, or what their file calls it"),
        "value": ("x.value", "from 0 to 100"),
        "was": (_WAS_SO, "what it was before; NULL for the first"),
        "because": ("x.because", "what changed it"),
        "source": ("nullif(x.source, 0)", "the row it came of"),
    }),
    _view("state", "thing_state", "how objects changed", {
        "thing": ("x.thing", "the object, as place/room/object"),
        "place": (_place_of("x.thing"), "the place it is in"),
        "state": ("x.state", "its state from then on"),
        "agent": ("nullif(x.by, '')", "who changed it; NULL for the author"),
    }),
    _view("fact_known", "knows", "which facts of the town people know, a row for each memory that says one", {
        "agent": _AGENT,
        "fact": ("x.fact", "the id of the fact"),
        "memory": ("x.memory", "the row of the memory"),
        "line": ("nullif(x.line, 0)", "the row of the line that told it; NULL if nobody did"),
        "by": ("nullif(x.by, '')", "who said that line"),
    }),
    _view("discovery", "discovery", "how people came to know places they did not know", {
        "agent": _AGENT,
        **_ROOM,
        "way": ("x.way", "entered, seen or told"),
        "by": ("nullif(x.by, '')", "who told of it"),
        "source": ("nullif(x.source, 0)", "the row it came from"),
    }),
    _view("diary", "diary", "what people made of their days", {
        "agent": _AGENT,
        "day": ("x.day", "the day it is about"),
        "text": ("x.text", "what they wrote"),
    }),
    _view("recall", "recall", "what people looked up in their memory; recalled has what came up", {
        "agent": _AGENT,
        "purpose": ("x.purpose", "for what: plan, react, converse, reflect"),
        "query": ("x.query", "what was looked for"),
    }),
    _view("recalled", "recall", "what each look-up brought to mind, a row for each memory", {
        "agent": _AGENT,
        "n": ("i.key", "its place, from 0, the best first"),
        "memory": ("json_extract(i.value, '$[0]')", "the row of the memory"),
        "score": ("json_extract(i.value, '$[1]')", "its score, which the next three add up to"),
        "recency": ("json_extract(i.value, '$[2]')", "the part of how lately it was recalled"),
        "importance": ("json_extract(i.value, '$[3]')", "the part of how much it matters"),
        "relevance": ("json_extract(i.value, '$[4]')", "the part of how well it fits"),
    }, join="CROSS JOIN json_each(x.items) i"),
    _view("intervention", "intervened", "what authors did to the town while it lived", {
        "verb": ("x.verb", "whisper, set, happen, undo, …"),
        "asked": ("x.asked", "what was said to each of its fields: an object as JSON"),
        "who": ("x.who", "who did it"),
        "why": ("x.why", "and why, where that was said"),
        "before": ("x.before", "what stood there before: an object as JSON"),
        "undoes": ("nullif(x.undoes, 0)", "the row of the intervention that it takes back, if any"),
        "urges": ("nullif(x.urges, '')", "who is to reflect on the next turn, if anybody"),
    }, where="1"),
    _view("turn", "turn", "who thought and acted when", {
        "agent": ("nullif(x.agent, '')", "whose turn; NULL for the author"),
        **_ROOM,
        "reason": ("x.reason", "what it was taken for"),
        "calls": ("x.calls", "how many questions were asked of a model"),
    }, where="1"),
    _view("call", "call", "which questions models were asked; their texts are on the Calls page", {
        "agent": _AGENT,
        "purpose": ("x.purpose", "what was asked"),
        "model": ("x.model", "which model answered"),
    }),
)  # fmt: skip
